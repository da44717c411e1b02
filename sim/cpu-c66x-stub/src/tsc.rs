//! The time stamp counter TSCL, TSCH (TMS320C66x CPU and Instruction Set Reference Guide, SPRUGH7,
//! 2.9.15): stopped at 0 after reset, started by any write to TSCL, never stopped again; a read of
//! TSCL latches the upper half into TSCH.

use serde::{Deserialize, Serialize};

const MILLION: i128 = 1_000_000;

/// See the module. `cycle` is always the core's own.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tsc {
    offset: u64,
    ppm: i64,
    started: Option<u64>,
    tsch: u32,
}

impl Tsc {
    /// A stopped counter that will begin at `offset` and be `ppm` millionths too fast.
    pub fn new(offset: u64, ppm: i64) -> Tsc {
        Tsc {
            offset,
            ppm,
            started: None,
            tsch: 0,
        }
    }

    /// Any write to TSCL.
    pub fn write(&mut self, cycle: u64) {
        self.started = self.started.or(Some(cycle));
    }

    /// Reset: stopped, until it is written.
    pub fn reset(&mut self) {
        self.started = None;
        self.tsch = 0;
    }

    /// The cycle in which it was started.
    pub fn began(&self) -> Option<u64> {
        self.started
    }

    /// All 64 bits, without effect.
    pub fn value(&self, cycle: u64) -> u64 {
        let Some(from) = self.started else { return 0 };
        let past = i128::from(cycle.saturating_sub(from));
        let shown = past + past * i128::from(self.ppm) / MILLION;
        self.offset.wrapping_add(shown as u64)
    }

    /// A read of TSCL.
    pub fn low(&mut self, cycle: u64) -> u32 {
        let value = self.value(cycle);
        self.tsch = (value >> 32) as u32;
        value as u32
    }

    /// A read of TSCH: the upper half as of the last read of TSCL.
    pub fn high(&self) -> u32 {
        self.tsch
    }

    /// Both, in the order in which software must read them.
    pub fn read(&mut self, cycle: u64) -> u64 {
        let low = self.low(cycle);
        u64::from(self.high()) << 32 | u64::from(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_starts_it_and_nothing_stops_it() {
        let mut t = Tsc::new(0, 0);
        assert_eq!(t.read(500), 0);
        t.write(1000);
        t.write(5000);
        assert_eq!(t.read(6000), 5000);
    }

    #[test]
    fn the_upper_half_is_that_of_the_last_read_of_the_lower() {
        let mut t = Tsc::new(0xffff_fff0, 0);
        t.write(0);
        assert_eq!((t.low(15), t.high()), (0xffff_ffff, 0));
        // The counter has wrapped; TSCH shows it only after a read of TSCL.
        assert_eq!(t.high(), 0);
        assert_eq!((t.low(16), t.high()), (0, 1));
    }

    #[test]
    fn rate_and_offset() {
        let mut t = Tsc::new(7, 50);
        t.write(0);
        assert_eq!(t.value(1_200_000_000), 7 + 1_200_060_000);
        let mut slow = Tsc::new(0, -100);
        slow.write(10);
        assert_eq!(slow.value(1_000_010), 1_000_000 - 100);
    }
}
