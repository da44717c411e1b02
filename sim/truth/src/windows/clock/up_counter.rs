//! The up-counter of a LEON4 core (GR740 UM 1.7, p. 68): 56 bits, %asr23 the lower 32 of them, %asr22 the upper
//! 24, with DUCNT (bit 31), which stops it.

use super::{Missed, Shown};
use serde::{Deserialize, Serialize};
use trueboard_core::defect;

const DUCNT: u32 = 1 << 31;

/// What firmware has made of one.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct UpCounter {
    /// Its value in cycle `since`.
    count: u64,
    since: u64,
    stopped: bool,
    missed: Missed,
    presets: u64,
    stops: u64,
}

impl UpCounter {
    /// Brings the count up to `cycle`.
    fn settle(&mut self, cycle: u64) {
        let passed = cycle.saturating_sub(self.since);
        match self.stopped {
            true => {
                (self.missed.stopped, self.stops) =
                    (self.missed.stopped + passed, self.stops + passed)
            }
            false => self.count = (self.count + passed) % (1 << 56),
        }
        self.since = cycle;
    }

    pub fn write(&mut self, asr: u32, value: u32, cycle: u64) {
        self.settle(cycle);
        let before = self.count;
        self.count = match asr {
            22 => u64::from(value & 0xff_ffff) << 32 | before & 0xffff_ffff,
            _ => before >> 32 << 32 | u64::from(value),
        };
        self.missed.taken += before.cast_signed() - self.count.cast_signed();
        self.presets += u64::from(self.count != before);
        if asr == 22 {
            self.stopped = value & DUCNT != 0 && !defect!("clock-stop");
        }
    }

    pub fn read(&mut self, asr: u32, cycle: u64) -> Option<Shown> {
        self.settle(cycle);
        let stopped = if self.stopped { DUCNT } else { 0 };
        let (register, shift, mask, expected) = match asr {
            23 => ("ASR23", 0, u32::MAX, self.count as u32),
            _ => ("ASR22", 32, 0xff_ffff, (self.count >> 32) as u32 | stopped),
        };
        Some(Shown {
            register: (register, None),
            expected: Some(expected),
            ticks: self.missed.ticks(self.count, shift),
            mask,
            period: u64::from(mask) + 1,
            down: false,
            presets: self.presets,
            stops: self.stops,
        })
    }
}
