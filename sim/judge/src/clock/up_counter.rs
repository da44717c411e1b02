//! The up-counter of a LEON4 core (GR740 UM 1.7, p. 68): 56 bits, %asr23 the lower 32 of them, %asr22 the upper
//! 24, with DUCNT (bit 31), which stops it.

use super::shown::{Shown, Up};
use serde::{Deserialize, Serialize};

const DUCNT: u32 = 1 << 31;

const BITS: u32 = 56;

/// What firmware has made of one.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct UpCounter(Up);

impl UpCounter {
    pub fn write(&mut self, asr: u32, value: u32, cycle: u64) {
        let UpCounter(up) = self;
        up.settle(cycle, BITS);
        up.set(match asr {
            22 => u64::from(value & 0xff_ffff) << 32 | up.count & 0xffff_ffff,
            _ => up.count >> 32 << 32 | u64::from(value),
        });
        if asr == 22 {
            up.stopped = value & DUCNT != 0;
        }
    }

    pub fn read(&mut self, asr: u32, cycle: u64) -> Option<Shown> {
        let UpCounter(up) = self;
        up.settle(cycle, BITS);
        let stopped = if up.stopped { DUCNT } else { 0 };
        let (register, shift, mask, expected) = match asr {
            23 => ("ASR23", 0, u32::MAX, up.count as u32),
            _ => ("ASR22", 32, 0xff_ffff, (up.count >> 32) as u32 | stopped),
        };
        Some(Shown {
            register: (register, None),
            expected: Some(expected),
            ticks: up.ticks(shift),
            mask,
            period: u64::from(mask) + 1,
            down: false,
            presets: up.presets,
            stops: up.missed,
        })
    }
}
