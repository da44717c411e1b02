//! Time stamps: when a chosen interrupt was asserted and when it was acknowledged.

use serde::{Deserialize, Serialize};

const S1: u32 = 1 << 26;
const S2: u32 = 1 << 25;
const KS: u32 = 1 << 5;
const TSISEL: u32 = 0x1f;

/// Counts cycles while somebody wants stamps.
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

    /// True when a stamp that has flag `bit` may be taken: with KS only the first is kept.
    fn open(&self, bit: u32) -> bool {
        self.source() != 0 && (self.control & KS == 0 || self.control & bit == 0)
    }

    pub fn assert(&mut self, interrupts: u32, now: u32) {
        if self.open(S1) && interrupts & (1 << self.source()) != 0 {
            self.asserted = now;
            self.control |= S1;
        }
    }

    pub fn acknowledge(&mut self, interrupt: u32, now: u32) {
        if self.open(S2) && interrupt == self.source() {
            self.acknowledged = now;
            self.control |= S2;
        }
    }
}
