//! Values that core registers do not have (TC27x user's manual, CPU chapter), and registers that there are none: a
//! program that writes them relies on what no document says.

use crate::counters::{CCTRL, reserved_codes};
use crate::csfr::{PSW, Written};
use crate::params::CoreType;
use crate::state::PSW_IO;

/// What is said of a register number that is none.
pub(crate) const NO_REGISTER: &str = "there is no such register";

/// Bits 23 to 15 of PSW.
const PSW_RESERVED: u32 = 0x00ff_8000;
/// Bits 31 to 11 of CCTRL.
const CCTRL_RESERVED: u32 = 0xffff_f800;

/// What is to be said of value `v`, written to register number `off` of a core of this type, which has become of it: that
/// there is no such value, or no such register.
pub(crate) fn said(core_type: CoreType, (off, v): (u32, u32), written: Written) -> Option<String> {
    match written {
        Written::Nowhere => Some(format!("write of core register {off:#06x}: {NO_REGISTER}")),
        _ => reserved(core_type, off, v),
    }
}

/// What is not there of value `v` for register number `off` of a core of this type; none if all of it is.
fn reserved(core_type: CoreType, off: u32, v: u32) -> Option<String> {
    let (name, bits, mut all) = match off {
        PSW if v & PSW_IO == PSW_IO => (
            "PSW",
            PSW_RESERVED,
            vec!["IO = 3 does not exist".to_owned()],
        ),
        PSW => ("PSW", PSW_RESERVED, Vec::new()),
        CCTRL => {
            let codes = reserved_codes(core_type, v).into_iter();
            let codes = codes.map(|(n, code)| format!("M{n} = {code} selects no event"));
            ("CCTRL", CCTRL_RESERVED, codes.collect())
        }
        _ => return None,
    };
    if v & bits != 0 {
        all.push(format!(
            "bits {:#010x} do not exist and do nothing",
            v & bits
        ));
    }
    (!all.is_empty()).then(|| format!("write of {v:#010x} to {name}: {}", all.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Typed from the user's manual: CCTRL (CPU chapter, performance counters) and PSW (TC1.6 architecture manual,
    /// volume 1).
    #[test]
    fn values_are_those_of_the_manual() {
        let exist = |core_type, off, shift: u32, bits: u32| -> Vec<u32> {
            let all = 0..1u32 << bits;
            all.filter(|v| reserved(core_type, off, v << shift).is_none())
                .collect()
        };
        for (core_type, third) in [(CoreType::P, vec![0, 1, 2, 3]), (CoreType::E, vec![0, 3])] {
            assert_eq!(exist(core_type, CCTRL, 2, 3), [0, 1, 2, 3]);
            assert_eq!(exist(core_type, CCTRL, 5, 3), [0, 1, 2, 3]);
            assert_eq!(exist(core_type, CCTRL, 8, 3), third);
            assert_eq!(exist(core_type, CCTRL, 0, 2), [0, 1, 2, 3]);
            assert_eq!(exist(core_type, PSW, 10, 2), [0, 1, 2]);
        }
        let said = reserved(CoreType::P, PSW, 0x0100_8c80).expect("two things");
        assert_eq!(
            said,
            "write of 0x01008c80 to PSW: IO = 3 does not exist; bits 0x00008000 do not exist and do nothing"
        );
    }
}
