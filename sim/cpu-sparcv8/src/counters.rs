//! The counters that software reads by ancillary state registers: the up-counter in %asr22 and %asr23
//! (GR740 UM 1.7 p. 68), which counts the core's cycles in 56 bits.

use serde::{Deserialize, Serialize};

const MASK: u64 = (1 << 56) - 1;
const LOW: u64 = 0xffff_ffff;

/// The up-counter.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counters {
    /// Cycle at which the counter was 0.
    up_base: u64,
    /// Its value while it is stopped.
    up_stopped: Option<u64>,
}

impl Counters {
    /// The value in `cycle`.
    fn up(&self, cycle: u64) -> u64 {
        self.up_stopped
            .unwrap_or_else(|| cycle.wrapping_sub(self.up_base))
            & MASK
    }

    /// %asr22: the upper bits, and in bit 31 whether the counter is stopped.
    pub fn high(&self, cycle: u64) -> u32 {
        let stopped = self.up_stopped.is_some();
        (self.up(cycle) >> 32) as u32 | u32::from(stopped) << 31
    }

    /// %asr23: the lower bits.
    pub fn low(&self, cycle: u64) -> u32 {
        self.up(cycle) as u32
    }

    /// Writes %asr22; bit 31 stops the counter.
    pub fn set_high(&mut self, cycle: u64, v: u32) {
        let count = self.up(cycle) & LOW | u64::from(v & 0xff_ffff) << 32;
        self.up_base = cycle.wrapping_sub(count);
        self.up_stopped = (v >> 31 != 0).then_some(count);
    }

    /// Writes %asr23.
    pub fn set_low(&mut self, cycle: u64, v: u32) {
        let count = self.up(cycle) & !LOW | u64::from(v);
        self.up_base = cycle.wrapping_sub(count);
        if self.up_stopped.is_some() {
            self.up_stopped = Some(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_cycles_until_it_is_stopped() {
        let mut c = Counters::default();
        assert_eq!((c.high(0x1_0000_0005), c.low(0x1_0000_0005)), (1, 5));
        c.set_low(100, 7);
        assert_eq!(c.low(110), 17);
        c.set_high(110, 1 << 31 | 2);
        assert_eq!((c.high(999), c.low(999)), (1 << 31 | 2, 17));
        c.set_low(999, 3);
        assert_eq!(c.low(2000), 3);
        c.set_high(2000, 0);
        assert_eq!((c.high(2001), c.low(2001)), (0, 4));
    }
}
