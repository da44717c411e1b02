//! Time stamps: when a chosen interrupt was asserted and when it was acknowledged.

use serde::{Deserialize, Serialize};

const S1: u32 = 1 << 26;
const S2: u32 = 1 << 25;
const KS: u32 = 1 << 5;
const TSISEL: u32 = 0x1f;

/// Counts cycles while stamps are enabled.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct StampCounter {
    count: u64,
    since: Option<u64>,
}

impl StampCounter {
    pub fn at(&self, cycle: u64) -> u32 {
        let running = self.since.map_or(0, |s| cycle.saturating_sub(s));
        (self.count + running) as u32
    }

    pub fn run(&mut self, on: bool, cycle: u64) {
        self.count = self.at(cycle).into();
        self.since = on.then_some(cycle);
    }
}

/// One set of time-stamp registers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stamp {
    /// S1, S2, KS and TSISEL of ITSTMPC.
    control: u32,
    pub asserted: u32,
    pub acknowledged: u32,
}

impl Stamp {
    pub fn control(&self, sets: u8) -> u32 {
        (u32::from(sets) << 27) | self.control
    }

    pub fn set_control(&mut self, v: u32) {
        let stamped = self.control & (S1 | S2) & !v;
        self.control = stamped | (v & (KS | TSISEL));
    }

    /// The interrupt that is stamped; 0 = none.
    pub fn source(&self) -> u32 {
        self.control & TSISEL
    }

    /// An assertion is stamped again, unless KS keeps the first one. It opens the stamp of its acknowledge.
    pub fn assert(&mut self, interrupts: u32, now: u32) {
        let keep = self.control & (KS | S1) == KS | S1;
        if self.source() == 0 || interrupts & (1 << self.source()) == 0 || keep {
            return;
        }
        self.asserted = now;
        self.control |= S1;
        if self.control & KS == 0 {
            self.control &= !S2;
        }
    }

    /// The first acknowledge behind an assertion is stamped.
    pub fn acknowledge(&mut self, interrupt: u32, now: u32) {
        if interrupt == self.source() && self.control & S2 == 0 {
            self.acknowledged = now;
            self.control |= S2;
        }
    }
}
