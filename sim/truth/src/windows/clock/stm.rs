//! The STM (TC27x user's manual, "System Timer"): 64 bits; TIM0 to TIM6 show 32 of them from bit 0, 4, 8, 12, 16,
//! 20 and 32 on, TIM0SV bits 31:0. CAP and CAPSV hold bits 63:32 of the last read of TIM0 to TIM5, and of TIM0SV.
//! CLC.DISR stops it, KRST0.RST and KRST1.RST together set it to 0.

use super::{Missed, Shown};
use serde::{Deserialize, Serialize};
use trueboard_core::defect;

const CLC: u32 = 0x00;
const TIM0: u32 = 0x10;
const TIM6: u32 = 0x28;
const CAP: u32 = 0x2c;
const TIM0SV: u32 = 0x50;
const CAPSV: u32 = 0x54;
const KRST1: u32 = 0xf0;
const KRST0: u32 = 0xf4;
/// CLC.DISR, KRST0.RST and KRST1.RST.
const BIT_0: u32 = 1;

/// What firmware has made of one.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stm {
    /// Its value in cycle `since`.
    count: u64,
    since: u64,
    stopped: bool,
    missed: Missed,
    presets: u64,
    stops: u64,
    /// KRST0.RST and KRST1.RST.
    reset: [bool; 2],
    /// Behind CAP and CAPSV: the count, and what had been missed when it was captured.
    captured: [(u64, Missed); 2],
}

impl Stm {
    /// Brings the count up to `cycle`.
    fn settle(&mut self, cycle: u64) {
        let passed = cycle.saturating_sub(self.since);
        match self.stopped {
            true => {
                (self.missed.stopped, self.stops) =
                    (self.missed.stopped + passed, self.stops + passed)
            }
            false => self.count = self.count.wrapping_add(passed),
        }
        self.since = self.since.max(cycle);
    }

    pub fn write(&mut self, offset: u32, value: u32, cycle: u64) {
        self.settle(cycle);
        let set = value & BIT_0 != 0;
        match offset {
            CLC => self.stopped = set,
            KRST0 | KRST1 => {
                self.reset[usize::from(offset == KRST1)] = set;
                if self.reset == [true; 2] && !defect!("clock-reset") {
                    self.missed.taken += self.count.cast_signed();
                    *self = Stm {
                        since: self.since,
                        missed: self.missed,
                        presets: self.presets + 1,
                        stops: self.stops,
                        ..Stm::default()
                    };
                }
            }
            _ => {}
        }
    }

    pub fn read(&mut self, offset: u32, cycle: u64) -> Option<Shown> {
        self.settle(cycle);
        let now = (self.count, self.missed);
        let (register, (count, missed), shift) = match offset {
            TIM6 => (("TIM", Some(6)), now, 32),
            TIM0..TIM6 if offset.is_multiple_of(4) => {
                let n = (offset - TIM0) / 4;
                self.captured[0] = now;
                (("TIM", Some(n as usize)), now, 4 * n)
            }
            TIM0SV => {
                self.captured[1] = now;
                (("TIM0SV", None), now, 0)
            }
            CAP => (("CAP", None), self.captured[0], 32),
            CAPSV => (("CAPSV", None), self.captured[1], 32),
            _ => return None,
        };
        Some(Shown {
            register,
            expected: Some((count >> shift) as u32),
            ticks: missed.ticks(count, shift),
            mask: u32::MAX,
            period: 1 << 32,
            down: false,
            presets: self.presets,
            stops: self.stops,
        })
    }
}
