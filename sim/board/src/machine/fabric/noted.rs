//! Warnings about cores: refused accesses, reads that raced, forbidden actions of programs.

use super::warnings::Warnings;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::bus::BusFault;
use trueboard_core::time::Tick;

/// What the user is warned of.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Noted {
    /// Of devices.
    pub warnings: Warnings,
    /// Of cores, in words.
    pub core_warnings: CoreWarnings,
    /// Accesses that a bus refused.
    pub refusals: BTreeMap<Refusal, Refused>,
    /// Reads that raced, by core and program counter.
    pub races: BTreeMap<(u8, u64), Race>,
    /// What programs must not do, by core and program counter.
    pub violations: BTreeMap<(u8, u64), Violation>,
    /// Refusals, violations and stale reads that came after too many.
    pub not_kept: u64,
}

/// An instruction of which the bus refused accesses, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Refusal {
    pub core: u8,
    pub pc: u64,
    pub write: bool,
    pub fault: BusFault,
}

/// Accesses that were refused of one [`Refusal`]. Their addresses are no part of the key: a program could
/// make any number of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Refused {
    first: u64,
    lowest: u64,
    highest: u64,
    times: u64,
}

impl Refusal {
    /// In a sentence, without its place.
    pub fn text(&self, refused: &Refused) -> String {
        let what = if self.write { "write to" } else { "read of" };
        let why = match self.fault {
            BusFault::ReadOnly => "read-only memory",
            BusFault::Unmapped => "an unmapped address",
            BusFault::Refused => "which the device refuses",
        };
        let range = match refused {
            r if r.lowest == r.highest => String::new(),
            r => format!(", between {:#010x} and {:#010x}", r.lowest, r.highest),
        };
        let times = times(refused.times);
        format!("{what} {:#010x}, {why}{times}{range}", refused.first)
    }
}

/// What an instruction did that a program must not do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Violation {
    /// What it did the first time.
    pub what: String,
    pub times: u64,
}

impl Violation {
    /// In a sentence.
    pub fn text(&self) -> String {
        format!("{}{}", self.what, times(self.times))
    }
}

impl Noted {
    /// Notes that the access of `refusal` at `pa` was refused.
    pub fn refused(&mut self, refusal: Refusal, pa: u64) {
        const KEPT: usize = 1000;
        if self.refusals.len() >= KEPT && !self.refusals.contains_key(&refusal) {
            self.not_kept += 1;
            return;
        }
        let refused = self.refusals.entry(refusal).or_insert(Refused {
            first: pa,
            lowest: pa,
            highest: pa,
            times: 0,
        });
        refused.lowest = refused.lowest.min(pa);
        refused.highest = refused.highest.max(pa);
        refused.times += 1;
    }

    /// Notes what the instruction at `place`, of a core at a program counter, did.
    pub fn violated(&mut self, place: (u8, u64), what: &dyn Fn() -> String) {
        const KEPT: usize = 1000;
        if self.violations.len() >= KEPT && !self.violations.contains_key(&place) {
            self.not_kept += 1;
            return;
        }
        let first = || Violation {
            what: what(),
            times: 0,
        };
        self.violations.entry(place).or_insert_with(first).times += 1;
    }
}

fn times(n: u64) -> String {
    match n {
        1 => String::new(),
        n => format!(" ({n} times)"),
    }
}

/// Warnings that cores gave in words.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct CoreWarnings {
    pub lines: Vec<(Tick, String)>,
    /// Lines that came after too many.
    pub more: u64,
}

impl CoreWarnings {
    /// Takes one more.
    pub fn add(&mut self, at: Tick, what: &str) {
        const KEPT: usize = 1000;
        if self.lines.len() < KEPT {
            self.lines.push((at, what.to_owned()));
        } else {
            self.more += 1;
        }
    }
}

/// A read by a core of bytes to which its own older write was in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Race {
    /// The address of the first such read.
    pub pa: u64,
    /// One of them got what was there before the write.
    pub stale: bool,
    pub times: u64,
}

impl Race {
    /// In a sentence.
    pub fn text(&self) -> String {
        let got = if self.stale {
            "got what was there before"
        } else {
            "was not bound to see it"
        };
        let times = times(self.times);
        format!(
            "read of {:#010x} raced with the core's own write there, still on its way, and {got}{times}",
            self.pa
        )
    }
}
