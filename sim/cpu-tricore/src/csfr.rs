//! Core special function registers by number (TC27x user's manual, CPU chapter). The number is also
//! the offset in the core's window of the address map.

use crate::core::TriCore;
use crate::simple_csfrs::COMPAT;
use crate::state::*;
use trueboard_core::fact::CoreState;
use trueboard_core::meter::Meters;

/// PCXI.
pub const PCXI: u32 = 0xfe00;
/// PSW.
pub const PSW: u32 = 0xfe04;
/// Program counter.
pub const PC: u32 = 0xfe08;
/// SYSCON.
pub const SYSCON: u32 = 0xfe14;
/// CPU_ID.
pub const CPU_ID: u32 = 0xfe18;
/// CORE_ID.
pub const CORE_ID: u32 = 0xfe1c;
/// BIV.
pub const BIV: u32 = 0xfe20;
/// BTV.
pub const BTV: u32 = 0xfe24;
/// ISP.
pub const ISP: u32 = 0xfe28;
/// ICR.
pub const ICR: u32 = 0xfe2c;
/// FCX.
pub const FCX: u32 = 0xfe38;
/// LCX.
pub const LCX: u32 = 0xfe3c;
/// DBGSR.
pub const DBGSR: u32 = 0xfd00;

/// Errors of data and program memories, which the memory side keeps: address and type.
const DIEAR: u32 = 0x9020;
const DIETR: u32 = 0x9024;
const PIEAR: u32 = 0x9210;
const PIETR: u32 = 0x9214;
/// DBGSR.HALT reads as this in a core that is halted.
const HALTED: u32 = 1 << 1;
/// DBGSR.DE: debugging is enabled.
const DEBUG_ENABLED: u32 = 1;

/// Registers that can be written while ENDINIT is clear only (TC27x user's manual, CPU chapter; the
/// vendor's start-up code opens the lock around each of them).
const ENDINIT: &[u32] = &[
    0x1030, 0x8100, 0x8104, 0x900c, 0x9040, 0x920c, COMPAT, SYSCON, BIV, BTV, ISP,
];

/// What happens to a write of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Done, or ignored as the hardware ignores it.
    Done,
    /// ENDINIT forbids it.
    Locked,
    /// There is no such register.
    Nowhere,
}

impl TriCore {
    /// The value of register number `off`, but for the counters; `None` if there is none.
    pub(crate) fn csfr(&self, off: u32) -> Option<u32> {
        let st = &self.st;
        Some(match off {
            PCXI => st.pcxi,
            PSW => st.psw,
            PC => st.pc,
            SYSCON => st.syscon,
            CPU_ID => self.params.cpu_id,
            CORE_ID => self.params.core_id.into(),
            BIV => st.biv,
            BTV => st.btv,
            ISP => st.isp,
            ICR => st.icr,
            FCX => st.fcx,
            LCX => st.lcx,
            DBGSR => self.dbgsr(),
            // Before the simple ones, which have places for the memory side's DIEAR, DIETR, PIEAR and PIETR.
            _ => {
                let of_memory = self.mem.csfr(off);
                let simple = of_memory.or_else(|| self.simple_csfrs.get(off));
                return simple.or_else(|| self.watched_csfr(off));
            }
        })
    }

    fn dbgsr(&self) -> u32 {
        let halted = self.activity.state == CoreState::Held;
        DEBUG_ENABLED | if halted { HALTED } else { 0 }
    }

    /// Writes register number `off`, but for the counters.
    pub(crate) fn set_csfr(&mut self, off: u32, v: u32, meters: &mut Meters) -> Written {
        if self.endinit && ENDINIT.contains(&off) {
            return Written::Locked;
        }
        match off {
            PSW => self.set_psw(v & 0xff00_7fff, meters),
            CPU_ID | CORE_ID | PC => {}
            DBGSR => self.write_dbgsr(v),
            DIEAR | DIETR | PIEAR | PIETR => {
                self.mem.set_csfr(off, v);
            }
            _ => {
                let known = self.set_plain(off, v)
                    || self.simple_csfrs.set(off, v)
                    || self.set_watched_csfr(off, v)
                    || self.mem.set_csfr(off, v).is_some();
                if !known {
                    return Written::Nowhere;
                }
            }
        }
        self.review_watch();
        self.recompute_pending();
        Written::Done
    }

    /// Writes register number `off`, if it is one that debuggers write as programs do; false when it is not.
    pub(crate) fn set_plain(&mut self, off: u32, v: u32) -> bool {
        let st = &mut self.st;
        match off {
            PCXI => st.pcxi = v,
            SYSCON => self.set_syscon(v),
            BIV => st.biv = v,
            BTV => st.btv = v & !1,
            ISP => st.isp = v,
            ICR => st.icr = (st.icr & !(ICR_IE | ICR_CCPN)) | v & (ICR_IE | ICR_CCPN),
            FCX => self.set_fcx(v),
            LCX => st.lcx = v & LINK,
            _ => return false,
        }
        true
    }

    fn set_syscon(&mut self, v: u32) {
        self.count_timers();
        self.st.syscon = v & 0x1f;
        self.mem.set_protection(v & SYSCON_PROTEN != 0);
    }

    /// DBGSR.HALT: writing 2 lets the core run, 3 halts it.
    fn write_dbgsr(&mut self, v: u32) {
        match v >> 1 & 3 {
            2 if self.activity.state == CoreState::Held => self.activity.state = CoreState::Running,
            3 if self.activity.state != CoreState::Error => self.activity.state = CoreState::Held,
            _ => {}
        }
        self.recompute_pending();
    }
}
