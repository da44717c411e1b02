//! Registers by name, in the order that GDB numbers those of a TriCore: d0 to d15, a0 to a15, then
//! core registers.

use crate::core::TriCore;
use crate::csfr;
use crate::state::{ICR_CCPN, ICR_IE, LINK};
use trueboard_core::cpu::RegName;

macro_rules! names {
    ($($n:literal)*) => { &[ $( RegName { name: $n, bits: 32 }, )* ] };
}

pub(crate) const REGISTERS: &[RegName] = names![
    "d0" "d1" "d2" "d3" "d4" "d5" "d6" "d7" "d8" "d9" "d10" "d11" "d12" "d13" "d14" "d15"
    "a0" "a1" "a2" "a3" "a4" "a5" "a6" "a7" "a8" "a9" "a10" "a11" "a12" "a13" "a14" "a15"
    "lcx" "fcx" "pcxi" "psw" "pc" "icr" "isp" "btv" "biv" "syscon" "pmucon0" "dmucon"
];

/// The registers from number 32 on; `None` where GDB has one that this core has not.
const CORE: [Option<u32>; 12] = [
    Some(csfr::LCX),
    Some(csfr::FCX),
    Some(csfr::PCXI),
    Some(csfr::PSW),
    Some(csfr::PC),
    Some(csfr::ICR),
    Some(csfr::ISP),
    Some(csfr::BTV),
    Some(csfr::BIV),
    Some(csfr::SYSCON),
    None,
    None,
];

impl TriCore {
    pub(crate) fn register(&self, i: usize) -> u32 {
        match i {
            0..32 => self.st.r[i],
            _ => CORE
                .get(i - 32)
                .copied()
                .flatten()
                .and_then(|off| self.csfr(off))
                .unwrap_or(0),
        }
    }

    /// Sets a register as a debugger does: no protection, no side effects.
    pub(crate) fn set_register(&mut self, i: usize, v: u32) {
        if let Some(r) = self.st.r.get_mut(i).filter(|_| i < 32) {
            *r = v;
            return;
        }
        let st = &mut self.st;
        match i
            .checked_sub(32)
            .and_then(|i| CORE.get(i).copied().flatten())
        {
            Some(csfr::LCX) => st.lcx = v & LINK,
            Some(csfr::FCX) => self.set_fcx(v),
            Some(csfr::PCXI) => st.pcxi = v,
            Some(csfr::PSW) => st.psw = v,
            Some(csfr::PC) => self.begin_at(v),
            Some(csfr::ICR) => {
                st.icr = st.icr & !(ICR_IE | ICR_CCPN) | v & (ICR_IE | ICR_CCPN);
            }
            Some(csfr::ISP) => st.isp = v,
            Some(csfr::BTV) => st.btv = v & !1,
            Some(csfr::BIV) => st.biv = v,
            Some(csfr::SYSCON) => self.set_syscon(v),
            _ => {}
        }
        self.recompute_pending();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_place() {
        assert_eq!(REGISTERS.len(), 32 + CORE.len());
        assert_eq!(REGISTERS[36].name, "pc");
        assert_eq!(CORE[4], Some(csfr::PC));
    }
}
