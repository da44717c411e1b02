//! Registers by name, in the order that GDB numbers those of a TriCore: d0 to d15, a0 to a15, then
//! core registers.

use crate::csfr;
use crate::decoded::RegNo;
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

/// A register that has a name.
pub(crate) enum Register {
    /// A general register.
    General(RegNo),
    /// A core register, by its number.
    Core(u32),
}

/// The register that GDB numbers `i`; `None` if this core has none there.
pub(crate) fn register(i: usize) -> Option<Register> {
    match i.checked_sub(32) {
        None => Some(Register::General(i as RegNo)),
        Some(i) => CORE.get(i).copied().flatten().map(Register::Core),
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
