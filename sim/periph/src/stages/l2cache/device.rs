//! The register face of the level-2 cache.

use super::L2Cache;
use super::flush::Flush;
use super::regs::{MAP, Reg};
use crate::params::check_write;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::serde_state;
use trueboard_core::time::Tick;

/// Error status that L2CERR.RST clears: all but the controls.
const ERROR_STATUS: u32 = 0xfff7_f001;

/// First offset of the diagnostic area.
const DIAGNOSTIC: u32 = 0x8_0000;

impl Device for L2Cache {
    fn kind(&self) -> &'static str {
        "l2cache"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            // Contents after power-on are undefined; an empty cache is one of the possibilities.
            self.cache.invalidate_all();
            self.busy_until = self.busy_until.min(cx.now);
            self.flush_until = self.busy_until;
            self.asked = None;
            self.preset();
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        if off >= DIAGNOSTIC {
            cx.warn(off, "the diagnostic area of the L2 cache reads 0");
        }
        Ok(self.peek(off, cx.now).unwrap_or(0))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: the write is lost");
            return Ok(());
        };
        let n = reg as usize;
        check_write(&MAP[n], off, value, self.bank.get(n, i), cx);
        match reg {
            Reg::Cfma | Reg::Cfsi => {
                // Software must not request a flush while another one runs.
                if cx.now < self.flush_until {
                    return Ok(());
                }
                self.bank.write(&MAP[n], n, i, value);
                self.asked = Flush::decode(reg, value);
                return Ok(());
            }
            Reg::Cerr if value & 1 == 1 => {
                let old = self.bank.get(n, i);
                self.bank.set(n, i, old & !ERROR_STATUS);
                self.bank.write(&MAP[n], n, i, value & !1);
                return Ok(());
            }
            Reg::Cscrub if value & 3 != 0 => cx.warn(off, "the L2 scrubber does nothing"),
            Reg::Ceinj if value & 1 != 0 => cx.warn(off, "no error is injected into the L2"),
            _ => {}
        }
        self.bank.write(&MAP[n], n, i, value);
        self.configure();
        Ok(())
    }

    fn peek(&self, off: u32, now: Tick) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        let value = self.bank.get(reg as usize, i);
        Some(match reg {
            Reg::Cfma | Reg::Cfsi => self.flush_register(reg, value, now),
            _ => value,
        })
    }

    serde_state!();
}
