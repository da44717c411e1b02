//! Cases with their outcomes as text, to be replayed without another oracle.
//!
//! ```text
//! # Subtraction. SPARC V8 manual, B.14.
//!
//! vector subcc-borrows
//! # 1 - 2: negative, borrow
//! before g1=00000001
//! insn 82a06002 subcc %g1, 2, %g1
//! after g1=ffffffff icc=9
//! cycles 1
//! end done
//! ```
//!
//! Notes before the first vector belong to the file. Of a vector, only what is not implied is
//! listed:
//!
//! - `at` is the address of the first instruction, 40010000 unless given;
//! - `before` lists what differs from [`Ours::plain_state`];
//! - behind the last `insn` follow four `ta 127`, which end the program;
//! - `after` lists what differs from the state before and from the traces of the traps that were
//!   taken ([`state`]);
//! - `trap` is a trap that the common handler came back from;
//! - `cycles` are those of the program without its end and without handlers, on a bus that takes no
//!   time and with caches whose misses cost nothing;
//! - `irq LEVEL STEP` requests an interrupt before step number STEP of the program;
//! - `qemu differs WHY` and `qemu cannot WHY` keep the vector from being confirmed by QEMU.
//!
//! Registers `o`, `l` and `i` are those of the window in which the program starts, `w3.l0` are
//! those of any other. `icc`, `ef`, `pil`, `s`, `et`, `cwp` are fields of PSR; those of `after` and
//! `trap` are as the trap finds them. The text of an instruction is for the reader; the test of the
//! vectors compares it with the disassembler's.

pub mod state;
mod text;

pub use state::{Field, Named};
pub use text::file_text;

use crate::case::{Case, End, Faults, Irq, Outcome, Trap};
use crate::layout;
use crate::ours::Ours;

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
    /// Why QEMU does not confirm it.
    pub qemu: Option<Doubt>,
}

/// Why QEMU does not confirm a vector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// It does something else, for this reason.
    Differs(String),
    /// It has no such thing, or stops.
    Cannot(String),
}

/// The vectors of a file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// The notes at its beginning.
    pub notes: Vec<String>,
    /// The vectors.
    pub vectors: Vec<Vector>,
}

/// A vector being read.
struct Draft {
    vector: Vector,
    before: Vec<(Named, u32)>,
    after: Vec<(Named, u32)>,
}

impl File {
    /// Reads a file's text.
    ///
    /// # Errors
    /// The number of the line that cannot be understood.
    pub fn parse(text: &str) -> Result<File, String> {
        let mut file = File::default();
        let mut draft: Option<Draft> = None;
        for (n, line) in text.lines().enumerate() {
            let bad = || format!("line {}: {line}", n + 1);
            let (key, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match (key, &mut draft) {
                ("", _) => {}
                ("vector", None) => draft = Some(Draft::new(rest)),
                ("#", None) if file.vectors.is_empty() => file.notes.push(rest.to_owned()),
                ("end", Some(d)) => {
                    d.end(rest).ok_or_else(bad)?;
                    file.vectors.extend(draft.take().map(|d| d.vector));
                }
                (_, Some(d)) => d.line(key, rest).ok_or_else(bad)?,
                _ => return Err(bad()),
            }
        }
        match draft {
            None => Ok(file),
            Some(d) => Err(format!("{} has no end", d.vector.name)),
        }
    }

    /// The file's text.
    pub fn text(&self) -> String {
        file_text(self)
    }
}

impl Draft {
    fn new(name: &str) -> Draft {
        Draft {
            vector: Vector {
                name: name.to_owned(),
                notes: Vec::new(),
                case: Case {
                    before: Ours::plain_state(),
                    base: layout::CODE,
                    code: Vec::new(),
                    irq: None,
                    faults: Faults::Plain,
                },
                outcome: Outcome::nothing(End::Lost),
                qemu: None,
            },
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    /// Takes a line; `None` when it cannot be understood.
    fn line(&mut self, key: &str, rest: &str) -> Option<()> {
        let v = &mut self.vector;
        match key {
            "#" => v.notes.push(rest.to_owned()),
            "at" => v.case.base = hex(rest)?,
            "before" => self.before.extend(pairs(rest)?),
            "insn" => v.case.code.push(rest.split(' ').next().and_then(hex)?),
            "after" => self.after.extend(pairs(rest)?),
            "irq" => {
                let (level, step) = rest.split_once(' ')?;
                v.case.irq = Some(Irq {
                    level: level.parse().ok()?,
                    step: step.parse().ok()?,
                });
            }
            "faults" if rest == "logged" => v.case.faults = Faults::Logged,
            "trap" => {
                self.settle();
                let trap = self.trap(rest)?;
                self.vector.outcome.traps.push(trap);
            }
            "cycles" => v.outcome.cycles = Some(rest.parse().ok()?),
            "qemu" => {
                v.qemu = Some(match rest.split_once(' ')? {
                    ("differs", why) => Doubt::Differs(why.to_owned()),
                    ("cannot", why) => Doubt::Cannot(why.to_owned()),
                    _ => return None,
                });
            }
            _ => return None,
        }
        Some(())
    }

    /// The state before, from what the lines say.
    fn settle(&mut self) {
        let case = &mut self.vector.case;
        case.before = state::before(case.base, &self.before);
    }

    fn trap(&self, rest: &str) -> Option<Trap> {
        let case = &self.vector.case;
        let (mut tt, mut pc, mut npc, mut psr, mut fsr) = (None, None, None, None, 0);
        let mut at_trap = case.before[crate::case::PSR];
        for pair in rest.split_whitespace() {
            let (key, value) = pair.split_once('=')?;
            match key {
                "tt" => tt = u8::try_from(hex(value)?).ok(),
                "pc" => pc = Some(address(value, case.base)?),
                "npc" => npc = Some(address(value, case.base)?),
                "psr" => psr = Some(hex(value)?),
                "fsr" => fsr = hex(value)?,
                _ => at_trap = Field::named(key)?.put(at_trap, hex(value)?),
            }
        }
        let pc = pc?;
        Some(Trap {
            tt: tt?,
            pc,
            npc: npc.unwrap_or(pc.wrapping_add(4)),
            psr: psr.unwrap_or(state::trapped(at_trap)),
            fsr,
        })
    }

    fn end(&mut self, rest: &str) -> Option<()> {
        self.settle();
        let v = &mut self.vector;
        v.outcome.end = match rest.split_once(' ') {
            None if rest == "done" => End::Done,
            Some(("error", tt)) => End::Error(hex(tt)? as u8),
            _ => return None,
        };
        if v.case.code.last() != Some(&state::END) {
            v.case.code.extend([state::END; 4]);
        }
        let mut after = state::implied(&v.case, &v.outcome, &self.after);
        state::apply_words(&mut after, &self.after, v.case.before[crate::case::PSR]);
        v.outcome.after = after.into_iter().map(Some).collect();
        Some(())
    }
}

fn hex(s: &str) -> Option<u32> {
    u32::from_str_radix(s.trim(), 16).ok()
}

/// An address; `+8` is from the beginning of the program.
fn address(s: &str, base: u32) -> Option<u32> {
    match s.strip_prefix('+') {
        Some(from_base) => Some(base.wrapping_add(hex(from_base)?)),
        None => hex(s),
    }
}

fn pairs(s: &str) -> Option<Vec<(Named, u32)>> {
    s.split_whitespace()
        .map(|pair| {
            let (name, value) = pair.split_once('=')?;
            Some((Named::parse(name)?, hex(value)?))
        })
        .collect()
}
