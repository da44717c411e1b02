//! Devices of the AURIX TC27x. Sources: register addresses and fields are those of the vendor's
//! headers (iLLD `Ifx…_reg.h`, `Ifx…_regdef.h`); "UM" is the TC27x User's Manual.

pub(crate) mod asclin;
pub(crate) mod cbs;
pub(crate) mod dma;
pub(crate) mod flash;
#[cfg(test)]
mod illd_tests;
pub(crate) mod ir;
pub(crate) mod mtu;
pub(crate) mod port;
pub(crate) mod scu;
pub(crate) mod smu;
pub(crate) mod stm;
mod untouched;

use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::Cx;

/// Input pin by which a device learns whether the registers that ENDINIT protects are locked: no
/// core has its ENDINIT cleared.
pub(crate) const PIN_ENDINIT: u16 = 0xfff0;
/// Input pin by which a device learns the ENDINIT of the safety watchdog.
pub(crate) const PIN_SAFETY_ENDINIT: u16 = 0xfff1;

/// CLC, clock control: DISR asks for the clock to be off, DISS says that it is.
pub(crate) const CLC_DISR: u32 = 1;
/// EDIS, DISR.
pub(crate) const CLC_RW: u32 = 0b1001;

/// The ENDINIT protection of a device's registers.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Endinit {
    locked: bool,
}

impl Endinit {
    /// Takes the level of [`PIN_ENDINIT`].
    pub fn set(&mut self, locked: bool) {
        self.locked = locked;
    }

    /// Refuses a core's write to the protected `register` while it is locked.
    pub fn check(self, register: &str, off: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        if self.locked {
            refuse(register, "no core has cleared its ENDINIT", off, cx)
        } else {
            Ok(())
        }
    }
}

/// Tells of a write that a protection refuses, and refuses it. What is written without a core (the
/// state that a board file asks for) is above protection.
pub(crate) fn refuse(register: &str, why: &str, off: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
    let Some(a) = cx.accessor else { return Ok(()) };
    let what = format!(
        "{register}: write by core {} refused with a bus error, for it is protected and {why}",
        a.core
    );
    cx.warn(off, what);
    Err(BusFault::Refused)
}

/// KRST0, KRST1, KRSTCLR: the kernel of a module is reset when both reset bits are set.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct KernelReset {
    armed: [bool; 2],
    done: bool,
}

impl KernelReset {
    /// What KRST0 (`n` = 0: RST 0, RSTSTAT 1) or KRST1 (RST 0) shows.
    pub fn value(self, n: usize) -> u32 {
        let armed = self.armed.get(n).copied().unwrap_or(false);
        u32::from(armed) | u32::from(n == 0 && self.done) << 1
    }

    /// Writes KRST`n`; true when the kernel is to be reset.
    pub fn write(&mut self, n: usize, value: u32) -> bool {
        if let Some(a) = self.armed.get_mut(n) {
            *a = value & 1 != 0;
        }
        let fires = self.armed == [true, true];
        if fires {
            *self = KernelReset {
                armed: [false; 2],
                done: true,
            };
        }
        fires
    }

    /// Writes KRSTCLR.
    pub fn clear(&mut self, value: u32) {
        self.done &= value & 1 == 0;
    }
}
