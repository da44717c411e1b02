//! What checks find: each place once, with a count.

use crate::checks::{Check, What};
use std::collections::BTreeMap;
use trueboard_core::time::Tick;

/// Who else took part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// The core; none for DMA, a host, a loader.
    pub core: Option<u8>,
    /// The instruction.
    pub pc: u64,
}

/// The place of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// By which check.
    pub check: Check,
    /// What.
    pub what: What,
    /// The core, the first time.
    pub core: u8,
    /// The instruction.
    pub pc: u64,
    /// The address that it is about, the first time, as all masters have it.
    pub address: Option<u64>,
    /// The other party, the first time.
    pub other: Option<Party>,
    /// How much: cycles, bytes.
    pub amount: u64,
    /// When, the first time.
    pub at: Tick,
    /// How often.
    pub count: u64,
}

/// Findings by place.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    by_place: BTreeMap<(Check, u64, What), Finding>,
}

impl Findings {
    /// Adds one, or counts it where there is one at the place; the largest amount stays.
    pub fn add(&mut self, finding: Finding) {
        let place = (finding.check, finding.pc, finding.what);
        let known = self.by_place.entry(place).or_insert(Finding {
            count: 0,
            ..finding
        });
        known.count += 1;
        if finding.amount > known.amount {
            (known.amount, known.address) = (finding.amount, finding.address);
        }
    }

    /// Drops those that `wrong` holds for.
    pub fn drop(&mut self, wrong: impl Fn(&Finding) -> bool) {
        self.by_place.retain(|_, finding| !wrong(finding));
    }

    /// All, by check and place.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.by_place.values()
    }
}
