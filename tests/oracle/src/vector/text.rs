//! Writes vectors.

use super::state::{END, FIELDS, first_end, implied, trapped, word_name};
use super::{Doubt, File, Named, Vector};
use crate::case::{End, Faults, PSR, Trap, WORDS};
use crate::layout;
use std::fmt::Write;

/// Values on a line.
const A_LINE: usize = 6;

/// A file's text.
pub fn file_text(file: &File) -> String {
    let mut all: Vec<String> = file.vectors.iter().map(Vector::text).collect();
    if !file.notes.is_empty() {
        let notes = file.notes.iter().map(|n| format!("# {n}\n"));
        all.insert(0, notes.collect());
    }
    all.join("\n").replace("# \n", "#\n")
}

impl Vector {
    /// The vector as text.
    pub fn text(&self) -> String {
        let (case, outcome) = (&self.case, &self.outcome);
        let mut t = format!("vector {}\n", self.name);
        for note in &self.notes {
            let _ = writeln!(t, "# {note}");
        }
        if let Some(doubt) = &self.qemu {
            let _ = match doubt {
                Doubt::Differs(why) => writeln!(t, "qemu differs {why}"),
                Doubt::Cannot(why) => writeln!(t, "qemu cannot {why}"),
            };
        }
        if case.base != layout::CODE {
            let _ = writeln!(t, "at {:08x}", case.base);
        }
        let psr = case.before[PSR];
        let plain = super::state::before(case.base, &[]);
        let before = fields(plain[PSR], psr);
        let pairs: Vec<(Named, u32)> = before.iter().map(|&(f, v)| (Named::Field(f), v)).collect();
        let start = super::state::before(case.base, &pairs);
        let mut lines = named(&before);
        lines.extend(words(psr, |i| {
            (case.before[i] != start[i]).then_some(case.before[i])
        }));
        list(&mut t, "before", &lines);
        let tail = match case.code.as_slice() {
            [code @ .., END, END, END, END] => code,
            code => code,
        };
        for (i, word) in tail.iter().enumerate() {
            let text = trueboard_cpu_sparcv8::isa::disasm(*word, case.base + i as u32 * 4);
            let _ = writeln!(t, "insn {word:08x} {text}");
        }
        if case.faults == Faults::Logged {
            t += "faults logged\n";
        }
        if let Some(irq) = case.irq {
            let _ = writeln!(t, "irq {} {}", irq.level, irq.step);
        }
        for trap in &outcome.traps {
            let _ = writeln!(t, "trap {}", self.trap(trap));
        }
        list(&mut t, "after", &self.after());
        if let Some(cycles) = outcome.cycles {
            let _ = writeln!(t, "cycles {cycles}");
        }
        let _ = match outcome.end {
            End::Done => writeln!(t, "end done"),
            End::Error(tt) => writeln!(t, "end error {tt:02x}"),
            End::Lost => writeln!(t, "end lost"),
        };
        t
    }

    fn trap(&self, trap: &Trap) -> String {
        let Trap {
            tt,
            pc,
            npc,
            psr,
            fsr,
        } = *trap;
        let base = self.case.base;
        let mut s = format!("tt={tt:02x} pc={}", place(pc, base));
        if npc != pc.wrapping_add(4) {
            let _ = write!(s, " npc={}", place(npc, base));
        }
        let before = self.case.before[PSR];
        for (name, value) in named(&fields(before, found(psr))) {
            let _ = write!(s, " {name}={value:x}");
        }
        if fsr != 0 {
            let _ = write!(s, " fsr={fsr:08x}");
        }
        s
    }

    /// What `after` has to list.
    fn after(&self) -> Vec<(String, u32)> {
        let (case, outcome) = (&self.case, &self.outcome);
        let psr = case.before[PSR];
        let value = |i: usize| outcome.after[i];
        let done = outcome.end == End::Done;
        let last = value(PSR).unwrap_or(psr);
        let fields = fields(psr, if done { found(last) } else { last });
        let mut known: Vec<(Named, u32)> =
            fields.iter().map(|&(f, v)| (Named::Field(f), v)).collect();
        let mut out = named(&fields);
        if done {
            let window = last as usize & 7;
            let at = |r| value(crate::case::window_register(window, r));
            let pc = at(17).unwrap_or_default();
            if pc != first_end(case) {
                known.push((Named::Pc, pc));
                out.push(("pc".to_owned(), pc));
            }
            if let Some(npc) = at(18)
                && npc != pc.wrapping_add(4)
            {
                known.push((Named::Npc, npc));
                out.push(("npc".to_owned(), npc));
            }
        }
        let implied = implied(case, outcome, &known);
        out.extend(words(psr, |i| value(i).filter(|&v| v != implied[i])));
        out
    }
}

/// PSR as the trap found it that left `psr`; traps are enabled then.
fn found(psr: u32) -> u32 {
    let before = psr & !0xe7 | (psr + 1) & 7 | (psr & 1 << 6) << 1 | psr & 1 << 6 | 1 << 5;
    debug_assert_eq!(trapped(before), psr & !(1 << 5));
    before
}

/// The fields in which `b` differs from `a`.
fn fields(a: u32, b: u32) -> Vec<(super::Field, u32)> {
    FIELDS
        .into_iter()
        .filter(|f| f.get(a) != f.get(b))
        .map(|f| (f, f.get(b)))
        .collect()
}

fn named(fields: &[(super::Field, u32)]) -> Vec<(String, u32)> {
    fields
        .iter()
        .map(|(f, v)| (f.name.to_owned(), *v))
        .collect()
}

fn words(psr: u32, value: impl Fn(usize) -> Option<u32>) -> Vec<(String, u32)> {
    (0..WORDS)
        .filter_map(|i| value(i).map(|v| (word_name(i, psr & 7), v)))
        .collect()
}

fn place(at: u32, base: u32) -> String {
    match at.wrapping_sub(base) {
        offset @ 0..0x800 => format!("+{offset:x}"),
        _ => format!("{at:08x}"),
    }
}

fn list(t: &mut String, key: &str, all: &[(String, u32)]) {
    for part in all.chunks(A_LINE) {
        let pairs: Vec<String> = part
            .iter()
            .map(|(name, value)| match name.as_str() {
                n if FIELDS.iter().any(|f| f.name == n) => format!("{name}={value:x}"),
                _ => format!("{name}={value:08x}"),
            })
            .collect();
        let _ = writeln!(t, "{key} {}", pairs.join(" "));
    }
}
