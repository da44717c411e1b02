//! Access to the registers of a core from outside: by another core, or a debugger's bus.

use crate::core::TriCore;
use crate::counters::{Change, is_counter};
use crate::csfr::{self, Written};
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::PeerAccess;
use trueboard_core::fact::CoreState;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// D0 to D15, then, at [`ADDRESS_REGISTERS`], A0 to A15: of a halted core only.
const DATA_REGISTERS: u32 = 0xff00;
const ADDRESS_REGISTERS: u32 = 0xff80;

/// Which general register `off` is.
fn general(off: u32) -> Option<usize> {
    let (first, n) = match off {
        ADDRESS_REGISTERS..0xffc0 => (16, off - ADDRESS_REGISTERS),
        DATA_REGISTERS..0xff40 => (0, off - DATA_REGISTERS),
        _ => return None,
    };
    (n & 3 == 0).then_some(first + n as usize / 4)
}

impl TriCore {
    /// Reads or writes the register of `access` at time `at`.
    ///
    /// # Errors
    /// [`BusFault::Refused`] for general registers of a core that runs, and for what ENDINIT
    /// protects.
    pub(crate) fn accessed(
        &mut self,
        access: PeerAccess,
        at: Tick,
        meters: &mut Meters,
    ) -> Result<u32, BusFault> {
        let off = access.offset;
        if let Some(i) = general(off) {
            if self.activity.state != CoreState::Held {
                return Err(BusFault::Refused);
            }
            if let Some(v) = access.write {
                self.st.r[i] = v;
            }
            return Ok(self.st.r[i]);
        }
        if self.activity.state != CoreState::Running {
            self.skip(self.common.cycle_of(at), meters);
        }
        if is_counter(off) {
            if let Some(v) = access.write {
                self.change_counters(Change::Write(off, v), meters);
            }
            let value = self.counter(off, meters).ok_or(BusFault::Unmapped)?;
            self.review_watch();
            self.recompute_pending();
            return Ok(value);
        }
        match access.write {
            None => Ok(self.csfr(off).unwrap_or(0)),
            Some(v) if off == csfr::PC => {
                if self.activity.state == CoreState::Held {
                    self.begin_at(v);
                }
                Ok(v)
            }
            Some(v) => match self.set_csfr(off, v, meters) {
                Written::Done | Written::Nowhere => {
                    self.wake_if_due(at, meters);
                    self.recompute_pending();
                    Ok(v)
                }
                Written::Locked => Err(BusFault::Refused),
            },
        }
    }
}
