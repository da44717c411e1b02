//! Cases with their outcomes as text, to be replayed without another oracle.
//!
//! ```text
//! vector sub-sets-carry
//! # SPARC V8 manual, B.14
//! at 40010000
//! before g1=00000001
//! insn 82a06002 subcc %g1, 2, %g1
//! after g1=ffffffff psr=...
//! trap tt=07 pc=40010004 npc=40010008 psr=... fsr=...
//! end done
//! ```
//!
//! `before` lists what differs from [`Ours::plain_state`], `after` what differs from the state
//! before; everything else must have stayed as it was. The text of an instruction is a comment.

use crate::case::{Case, End, Outcome, Trap, WORDS, index, name};
use crate::ours::Ours;
use crate::program::placed;
use std::fmt::Write;

/// A case that is known to be right.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Its name.
    pub name: String,
    /// Where it comes from, line by line.
    pub notes: Vec<String>,
    /// The case.
    pub case: Case,
    /// What comes of it.
    pub outcome: Outcome,
}

impl Vector {
    /// The vector as text.
    pub fn text(&self) -> String {
        let mut t = format!("vector {}\n", self.name);
        for note in &self.notes {
            let _ = writeln!(t, "# {note}");
        }
        let base = self.case.base;
        let _ = writeln!(t, "at {base:08x}");
        let start = placed(&Ours::plain_state(), base);
        list(&mut t, "before", |i| {
            let v = self.case.before[i];
            (v != start[i]).then_some(v)
        });
        for (i, word) in self.case.code.iter().enumerate() {
            let text = trueboard_cpu_sparcv8::isa::disasm(*word, base + i as u32 * 4);
            let _ = writeln!(t, "insn {word:08x} {text}");
        }
        list(&mut t, "after", |i| {
            self.outcome.after[i].filter(|&v| v != self.case.before[i])
        });
        for trap in &self.outcome.traps {
            let _ = writeln!(t, "trap {trap}");
        }
        let _ = match self.outcome.end {
            End::Done => writeln!(t, "end done"),
            End::Error(tt) => writeln!(t, "end error {tt:02x}"),
            End::Lost => writeln!(t, "end lost"),
        };
        t
    }

    /// All vectors of a text.
    ///
    /// # Errors
    /// The number of the line that cannot be understood.
    pub fn parse(text: &str) -> Result<Vec<Vector>, String> {
        let mut all: Vec<Vector> = Vec::new();
        let mut changes: Vec<(usize, u32)> = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let bad = || format!("line {}: {line}", n + 1);
            let (key, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            if key == "vector" {
                all.push(Vector::begin(rest));
                changes.clear();
                continue;
            }
            let Some(v) = all.last_mut() else { continue };
            match key {
                "#" => v.notes.push(rest.to_owned()),
                "at" => {
                    v.case.base = hex(rest).ok_or_else(bad)?;
                    v.case.before = placed(&Ours::plain_state(), v.case.base);
                }
                "before" => {
                    for (i, value) in words(rest).ok_or_else(bad)? {
                        v.case.before[i] = value;
                    }
                }
                "insn" => {
                    let word = rest.split(' ').next().and_then(hex).ok_or_else(bad)?;
                    v.case.code.push(word);
                }
                "after" => changes.extend(words(rest).ok_or_else(bad)?),
                "trap" => v.outcome.traps.push(trap(rest).ok_or_else(bad)?),
                "end" => {
                    v.outcome.end = end(rest).ok_or_else(bad)?;
                    v.outcome.after = v.case.before.iter().copied().map(Some).collect();
                    for &(i, value) in &changes {
                        v.outcome.after[i] = Some(value);
                    }
                }
                "" => {}
                _ => return Err(bad()),
            }
        }
        Ok(all)
    }

    fn begin(name: &str) -> Vector {
        Vector {
            name: name.to_owned(),
            notes: Vec::new(),
            case: Case {
                before: Ours::plain_state(),
                base: 0,
                code: Vec::new(),
            },
            outcome: Outcome::nothing(End::Lost),
        }
    }
}

fn list(t: &mut String, key: &str, value: impl Fn(usize) -> Option<u32>) {
    let all: Vec<String> = (0..WORDS)
        .filter_map(|i| value(i).map(|v| format!("{}={v:08x}", name(i))))
        .collect();
    for part in all.chunks(6) {
        let _ = writeln!(t, "{key} {}", part.join(" "));
    }
}

fn hex(s: &str) -> Option<u32> {
    u32::from_str_radix(s.trim(), 16).ok()
}

fn words(s: &str) -> Option<Vec<(usize, u32)>> {
    s.split_whitespace()
        .map(|pair| {
            let (n, v) = pair.split_once('=')?;
            Some((index(n)?, hex(v)?))
        })
        .collect()
}

fn trap(s: &str) -> Option<Trap> {
    let value = |key: &str| {
        s.split_whitespace()
            .find_map(|p| p.strip_prefix(key)?.strip_prefix('='))
            .and_then(hex)
    };
    Some(Trap {
        tt: value("tt")? as u8,
        pc: value("pc")?,
        npc: value("npc")?,
        psr: value("psr")?,
        fsr: value("fsr")?,
    })
}

fn end(s: &str) -> Option<End> {
    match s.split_once(' ') {
        None if s == "done" => Some(End::Done),
        Some(("error", tt)) => Some(End::Error(hex(tt)? as u8)),
        _ => None,
    }
}
