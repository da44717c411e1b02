//! The STM (TC27x user's manual, "System Timer"): 64 bits; TIM0 to TIM6 show 32 of them from bit 0, 4, 8, 12, 16,
//! 20 and 32 on, TIM0SV bits 31:0. CAP and CAPSV hold bits 63:32 of the last read of TIM0 to TIM5, and of TIM0SV.
//! CLC.DISR stops it, KRST0.RST and KRST1.RST together set it to 0.

use super::shown::{Shown, Up};
use serde::{Deserialize, Serialize};

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
const BITS: u32 = 64;

/// What firmware has made of one.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stm {
    up: Up,
    /// KRST0.RST and KRST1.RST.
    reset: [bool; 2],
    /// The counter as it was when CAP and CAPSV captured it.
    captured: [Up; 2],
}

impl Stm {
    pub fn write(&mut self, offset: u32, value: u32, cycle: u64) {
        self.up.settle(cycle, BITS);
        let set = value & BIT_0 != 0;
        match offset {
            CLC => self.up.stopped = set,
            KRST0 | KRST1 => {
                self.reset[usize::from(offset == KRST1)] = set;
                if self.reset == [true; 2] {
                    let mut up = self.up;
                    up.set(0);
                    up.stopped = false;
                    *self = Stm {
                        up,
                        ..Stm::default()
                    };
                }
            }
            _ => {}
        }
    }

    pub fn read(&mut self, offset: u32, cycle: u64) -> Option<Shown> {
        self.up.settle(cycle, BITS);
        let now = self.up;
        let (register, shown, shift) = match offset {
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
            expected: Some((shown.count >> shift) as u32),
            ticks: shown.ticks(shift),
            mask: u32::MAX,
            period: 1 << 32,
            down: false,
            presets: self.up.presets,
            stops: self.up.missed,
        })
    }
}
