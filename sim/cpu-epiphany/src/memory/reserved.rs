//! Bits, and values of fields, that the registers of an Epiphany-III do not have (AR, registers; where AR has them for
//! the Epiphany-IV only, they are not there). A program that writes them relies on what no document says, or was
//! written for another chip.

use crate::counters::events::EVENTS;
use crate::isa::special as sr;
use crate::memory::map::{GENERAL_BYTES, REGISTERS};
use crate::state::State;
use trueboard_core::cpu::RunCx;

/// A field of a register.
struct Field {
    register: u32,
    name: &'static str,
    /// Its lowest bit, and how many it has.
    shift: u32,
    width: u32,
    /// Its values that there are, a bit each.
    values: u32,
    /// The model's treatment of the other bits.
    here: &'static str,
}

/// [`Field::values`] of a list.
const fn values(all: &[u8]) -> u32 {
    let (mut bits, mut i) = (0, 0);
    while i < all.len() {
        bits |= 1 << all[i];
        i += 1;
    }
    bits
}

/// Codes of the events of the core, or of the mesh, that exist; 0 is none.
const fn codes(mesh: bool) -> u32 {
    let (mut bits, mut i) = (1, 0);
    while i < EVENTS.len() {
        if EVENTS[i].mesh == mesh {
            bits |= 1 << EVENTS[i].code;
        }
        i += 1;
    }
    bits
}

/// The codes by which CONFIG selects what MESHCFG has selected.
const BY_MESHCFG: u32 = values(&[0xe, 0xf]);
/// CTRLMODE: normal, the four links, the DMA engines' last element, multicast, message.
const CTRLMODES: u32 = values(&[0, 1, 3, 4, 5, 8, 9, 12, 13]);
const NOTHING_COUNTED: &str = "nothing is counted";

/// Defines [`FIELDS`]: register, name, lowest bit and width, values, and what the model does with others.
macro_rules! fields {
    ($($register:ident $name:literal $shift:literal $width:literal, $values:expr, $here:expr;)*) => {
        const FIELDS: &[Field] = &[$(Field {
            register: sr::$register,
            name: $name,
            shift: $shift,
            width: $width,
            values: $values,
            here: $here,
        },)*];
    };
}

fields! {
    CONFIG "ARITHMODE" 17 3, values(&[0, 4]), "the FPU computes in single precision";
    CONFIG "CTIMER0CFG" 4 4, codes(false) | BY_MESHCFG, NOTHING_COUNTED;
    CONFIG "CTIMER1CFG" 8 4, codes(false) | BY_MESHCFG, NOTHING_COUNTED;
    CONFIG "CTRLMODE" 12 4, CTRLMODES, "transactions are as in mode 0";
    MESHCFG "MESHEVENT0" 8 4, codes(true), NOTHING_COUNTED;
    MESHCFG "MESHEVENT1" 4 4, codes(true), NOTHING_COUNTED;
    DEBUGCMD "COMMAND" 0 2, values(&[0, 1]), "nothing happens";
}

/// Bits that are reserved, of the Epiphany-IV, or for tests of the chip, and do nothing here.
const BITS: &[(u32, u32)] = &[
    // 16: the register file's split; 20: no prefetch; 26: TIMERWRAP of the Epiphany-IV; 31 to 28: a clock divider of
    // early documents.
    (sr::CONFIG, 0xfc11_0000 & !crate::state::config::KMEN),
    // 11 and all above EXCAUSE.
    (sr::STATUS, 0xfff0_0800),
    (sr::FSTATUS, 0xfff0_0800),
    (sr::DEBUGCMD, !3),
    // 15 to 10 are of the Epiphany-IV.
    (sr::MEMPROTECT, !0xff),
    // 0 is the arbitration's, which the vendor's design verification names.
    (sr::MESHCFG, 0xffff_000c),
    (sr::MULTICAST, !0xfff),
    (sr::RESETCORE, !1),
];

/// DMAxCONFIG: bits that have a meaning only with STARTUP.
const WITH_STARTUP: u32 = 0xb80;
/// DMAxCONFIG.STARTUP.
const STARTUP: u32 = 1 << 3;

/// Registers that only the hardware writes.
const READ_ONLY: [u32; 2] = [sr::DEBUGSTATUS, sr::COREID];
/// Names in the table of registers that silicon has no register for.
const NAMES_ALONE: [u32; 2] = [sr::SIMCMD, sr::MEMRESERVE];

/// Bits of the register at `at` that do not exist in a write of `v`.
fn bits_of(at: u32, v: u32) -> u32 {
    match at {
        sr::DMA0CONFIG | sr::DMA1CONFIG if v & STARTUP == 0 => WITH_STARTUP,
        _ => BITS.iter().find(|b| b.0 == at).map_or(0, |b| b.1),
    }
}

/// What is not there of value `v` for the register at local address `at`; none if all of it is.
fn reserved(at: u32, v: u32) -> Option<String> {
    let general = at.wrapping_sub(REGISTERS) < GENERAL_BYTES;
    if NAMES_ALONE.contains(&at) || sr::name(at).is_none() && !general {
        return Some("there is no such register".to_owned());
    }
    if READ_ONLY.contains(&at) {
        return Some("it cannot be written".to_owned());
    }
    let fields = FIELDS.iter().filter(|f| f.register == at);
    let of_fields = fields.filter_map(|f| {
        let value = v >> f.shift & ((1 << f.width) - 1);
        let exists = f.values >> value & 1 != 0;
        (!exists).then(|| format!("{} = {value:#x} does not exist; here {}", f.name, f.here))
    });
    let bits = bits_of(at, v) & v;
    let of_bits = (bits != 0).then(|| format!("bits {bits:#010x} do not exist and do nothing"));
    let all: Vec<String> = of_fields.chain(of_bits).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// The instruction `by`, of a core at a program counter, writes `v` to the register at local address `at` of core `own`:
/// says so if the register has no such value.
pub(super) fn check(
    at: u32,
    v: u32,
    (who, pc): (u8, u64),
    (own, st): (u8, &State),
    cx: &mut RunCx<'_>,
) {
    let Some(reserved) = reserved(at, v) else {
        return;
    };
    let name = match sr::name(at) {
        Some(name) => name.to_uppercase(),
        None => format!("{:#010x}", st.global(at)),
    };
    let of = match who == own {
        true => String::new(),
        false => format!(" of core {own}"),
    };
    let what = || format!("write of {v:#010x} to {name}{of}: {reserved}");
    cx.bus.violated(who, pc, &what);
}

#[cfg(test)]
mod tests {
    use super::reserved;
    use crate::isa::special as sr;

    /// Typed from the tables of AR's chapter on registers, and of the vendor's headers (`e_regs.h`, `e_ctimers.h`).
    #[test]
    fn values_are_those_of_the_manual() {
        let exist = |at: u32, shift: u32, bits: u32| -> Vec<u32> {
            let all = 0..1u32 << bits;
            all.filter(|v| reserved(at, v << shift).is_none()).collect()
        };
        assert_eq!(exist(sr::CONFIG, 17, 3), [0, 4]);
        let events = [0, 1, 2, 4, 5, 6, 7, 8, 0xa, 0xb, 0xc, 0xd, 0xe, 0xf];
        assert_eq!(exist(sr::CONFIG, 4, 4), events);
        assert_eq!(exist(sr::CONFIG, 8, 4), events);
        let modes = [0, 1, 3, 4, 5, 8, 9, 12, 13];
        assert_eq!(exist(sr::CONFIG, 12, 4), modes);
        let mesh = [0, 2, 3, 4, 5, 6, 7, 8, 9, 0xa, 0xb, 0xc, 0xd, 0xe];
        assert_eq!(exist(sr::MESHCFG, 4, 4), mesh);
        assert_eq!(exist(sr::MESHCFG, 8, 4), mesh);
        assert_eq!(exist(sr::DEBUGCMD, 0, 2), [0, 1]);
    }

    #[test]
    fn bits_that_exist_are_no_matter() {
        let bits = |at: u32| (0..32).filter(move |n| reserved(at, 1 << n).is_some());
        // TIMERWRAP is of the Epiphany-IV. Of a field one bit is not always a value.
        let config: Vec<u32> = bits(sr::CONFIG).filter(|n| !(4..20).contains(n)).collect();
        assert_eq!(config, [20, 26, 27, 28, 29, 30, 31]);
        assert!(reserved(sr::CONFIG, 1 << 16).is_some());
        assert_eq!(bits(sr::STATUS).next(), Some(11));
        assert_eq!(bits(sr::STATUS).count(), 1 + 12);
        assert_eq!(bits(sr::MEMPROTECT).next(), Some(8));
        assert_eq!(bits(sr::MULTICAST).next(), Some(12));
        assert_eq!(bits(sr::DMA1CONFIG).collect::<Vec<_>>(), [7, 8, 9, 11]);
        assert_eq!(reserved(sr::DMA0CONFIG, 0x1234_fff8), None);
        // The vendor's loader writes all ones to these.
        for at in [sr::IMASK, sr::ILATCL, sr::ILAT, sr::IPEND, sr::IRET] {
            assert_eq!(reserved(at, u32::MAX), None);
        }
    }

    #[test]
    fn registers_that_are_none() {
        let none = Some("there is no such register".to_owned());
        for at in [sr::address(0, 17), sr::SIMCMD, sr::address(3, 63), 0xf_0100] {
            assert_eq!(reserved(at, 0), none, "{at:#x}");
        }
        assert!(reserved(sr::COREID, 0).is_some());
        // R0 and R63.
        assert_eq!((reserved(0xf_0000, 1), reserved(0xf_00fc, 1)), (None, None));
    }

    #[test]
    fn all_that_is_wrong_is_said_at_once() {
        let said = reserved(sr::CONFIG, 0x0415_2030).expect("three things");
        assert_eq!(
            said,
            "ARITHMODE = 0x2 does not exist; here the FPU computes in single precision; CTIMER0CFG = 0x3 does not \
             exist; here nothing is counted; CTRLMODE = 0x2 does not exist; here transactions are as in mode 0; bits \
             0x04110000 do not exist and do nothing"
        );
    }
}
