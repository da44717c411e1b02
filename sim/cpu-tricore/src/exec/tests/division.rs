//! Division in one instruction, in steps, and what timing asks of it.

use super::random::Rng;
use super::{PSW, plain, value};
use crate::exec::{Flags, quotient_bits};
use crate::isa::Opcode;

const V_SV: u32 = Flags::V | Flags::SV;

#[test]
fn quotients_and_remainders() {
    let minus = |n: u32| n.wrapping_neg();
    let cases = [
        (Opcode::Div, 7, 2, 1, 3, 0),
        (Opcode::Div, minus(7), 2, minus(1), minus(3), 0),
        (Opcode::Div, 7, minus(2), 1, minus(3), 0),
        (Opcode::Div, minus(7), minus(2), minus(1), 3, 0),
        (Opcode::Div, 7, 0, 0, 0x7FFF_FFFF, V_SV),
        (Opcode::Div, 0, 0, 0, 0x7FFF_FFFF, V_SV),
        (Opcode::Div, minus(7), 0, 0, 0x8000_0000, V_SV),
        (Opcode::Div, 0x8000_0000, minus(1), 0, 0x7FFF_FFFF, V_SV),
        (Opcode::DivU, 0xFFFF_FFFF, 0x10, 0xF, 0x0FFF_FFFF, 0),
        (Opcode::DivU, 5, 0, 0, 0xFFFF_FFFF, V_SV),
    ];
    for (opcode, a, b, remainder, quotient, flags) in cases {
        let expected = u64::from(remainder) << 32 | u64::from(quotient);
        assert_eq!(
            plain(opcode, a, b, 0),
            (expected, PSW | flags),
            "{opcode:?} {a:#x} {b:#x}"
        );
    }
}

#[test]
fn initial_values() {
    let cases = [
        (Opcode::Dvinit, 0x8000_0000, 3, 0xFFFF_FFFF_8000_0000, 0),
        (
            Opcode::Dvinit,
            0x8000_0000,
            0xFFFF_FFFF,
            0xFFFF_FFFF_8000_0000,
            V_SV,
        ),
        (Opcode::DvinitU, 0x8000_0000, 0, 0x8000_0000, V_SV),
        (Opcode::DvinitH, 0xFFFF_8000, 1, 0xFFFF_FFFF_8000_FFFF, 0),
        (
            Opcode::DvinitH,
            0xFFFF_8000,
            0xFFFF_FFFF,
            0xFFFF_FFFF_8000_0000,
            V_SV,
        ),
        (Opcode::DvinitHu, 0xFFFF, 1, 0x0000_0000_FFFF_0000, 0),
        (
            Opcode::DvinitB,
            0xFFFF_FF80,
            0xFFFF_FFFF,
            0xFFFF_FFFF_8000_0000,
            V_SV,
        ),
        (Opcode::DvinitB, 5, 0xFFFF_FFFE, 0x0000_0000_05FF_FFFF, 0),
        (Opcode::DvinitBu, 0x80, 0, 0x0000_0000_8000_0000, V_SV),
    ];
    for (opcode, a, b, result, flags) in cases {
        assert_eq!(
            plain(opcode, a, b, 0),
            (result, PSW | flags),
            "{opcode:?} {a:#x} {b:#x}"
        );
    }
}

/// The sequence that compilers write for cores without DIV.
#[test]
fn steps_come_to_the_same_as_div() {
    let mut rng = Rng::new(0xD1);
    let sequences = [
        (Opcode::Div, Opcode::Dvinit, Opcode::Dvstep, 32),
        (Opcode::Div, Opcode::DvinitH, Opcode::Dvstep, 16),
        (Opcode::Div, Opcode::DvinitB, Opcode::Dvstep, 8),
        (Opcode::DivU, Opcode::DvinitU, Opcode::DvstepU, 32),
        (Opcode::DivU, Opcode::DvinitHu, Opcode::DvstepU, 16),
        (Opcode::DivU, Opcode::DvinitBu, Opcode::DvstepU, 8),
    ];
    for _ in 0..20_000 {
        for (whole, first, step, bits) in sequences {
            let (a, b) = (rng.word(), rng.word());
            let signed = whole == Opcode::Div;
            // The dividend has as many bits as there are steps for.
            let a = if signed {
                ((a as i32) << (32 - bits) >> (32 - bits)) as u32
            } else {
                a << (32 - bits) >> (32 - bits)
            };
            let (start, psw) = plain(first, a, b, 0);
            if psw & Flags::V != 0 {
                continue;
            }
            let stepped = (0..bits / 8).fold(start, |pair, _| value(step, 0, b, pair));
            let result = if signed {
                value(Opcode::Dvadj, 0, b, stepped)
            } else {
                stepped
            };
            assert_eq!(result, value(whole, a, b, 0), "{first:?} {a:#x} {b:#x}");
        }
    }
}

#[test]
fn significant_bits_of_quotients() {
    let bits = |opcode, a, b| quotient_bits(opcode, value(opcode, a, b, 0));
    assert_eq!(bits(Opcode::Div, 3, 7), 0);
    assert_eq!(bits(Opcode::Div, 7u32.wrapping_neg(), 7), 1);
    assert_eq!(bits(Opcode::Div, 0x8000_0000, 1), 32);
    assert_eq!(bits(Opcode::Div, 0x7FFF_FFFF, 1), 31);
    assert_eq!(bits(Opcode::DivU, 0xFFFF_FFFF, 1), 32);
    assert_eq!(bits(Opcode::DivU, 0xFFFF_FFFF, 0x1_0000), 16);
}
