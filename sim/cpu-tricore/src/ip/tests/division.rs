//! Division in one instruction, in steps, and what timing asks of it.

use super::random::Rng;
use super::{PSW, plain, value};
use crate::ip::{Flags, quotient_bits};
use crate::isa::Sem;

const V_SV: u32 = Flags::V | Flags::SV;

#[test]
fn quotients_and_remainders() {
    let minus = |n: u32| n.wrapping_neg();
    let cases = [
        (Sem::Div, 7, 2, 1, 3, 0),
        (Sem::Div, minus(7), 2, minus(1), minus(3), 0),
        (Sem::Div, 7, minus(2), 1, minus(3), 0),
        (Sem::Div, minus(7), minus(2), minus(1), 3, 0),
        (Sem::Div, 7, 0, 0, 0x7FFF_FFFF, V_SV),
        (Sem::Div, 0, 0, 0, 0x7FFF_FFFF, V_SV),
        (Sem::Div, minus(7), 0, 0, 0x8000_0000, V_SV),
        (Sem::Div, 0x8000_0000, minus(1), 0, 0x7FFF_FFFF, V_SV),
        (Sem::DivU, 0xFFFF_FFFF, 0x10, 0xF, 0x0FFF_FFFF, 0),
        (Sem::DivU, 5, 0, 0, 0xFFFF_FFFF, V_SV),
    ];
    for (sem, a, b, remainder, quotient, flags) in cases {
        let expected = u64::from(remainder) << 32 | u64::from(quotient);
        assert_eq!(
            plain(sem, a, b, 0),
            (expected, PSW | flags),
            "{sem:?} {a:#x} {b:#x}"
        );
    }
}

#[test]
fn initial_values() {
    let cases = [
        (Sem::Dvinit, 0x8000_0000, 3, 0xFFFF_FFFF_8000_0000, 0),
        (
            Sem::Dvinit,
            0x8000_0000,
            0xFFFF_FFFF,
            0xFFFF_FFFF_8000_0000,
            V_SV,
        ),
        (Sem::DvinitU, 0x8000_0000, 0, 0x8000_0000, V_SV),
        (Sem::DvinitH, 0xFFFF_8000, 1, 0xFFFF_FFFF_8000_FFFF, 0),
        (
            Sem::DvinitH,
            0xFFFF_8000,
            0xFFFF_FFFF,
            0xFFFF_FFFF_8000_0000,
            V_SV,
        ),
        (Sem::DvinitHu, 0xFFFF, 1, 0x0000_0000_FFFF_0000, 0),
        (
            Sem::DvinitB,
            0xFFFF_FF80,
            0xFFFF_FFFF,
            0xFFFF_FFFF_8000_0000,
            V_SV,
        ),
        (Sem::DvinitB, 5, 0xFFFF_FFFE, 0x0000_0000_05FF_FFFF, 0),
        (Sem::DvinitBu, 0x80, 0, 0x0000_0000_8000_0000, V_SV),
    ];
    for (sem, a, b, result, flags) in cases {
        assert_eq!(
            plain(sem, a, b, 0),
            (result, PSW | flags),
            "{sem:?} {a:#x} {b:#x}"
        );
    }
}

/// The sequence that compilers write for cores without DIV.
#[test]
fn steps_come_to_the_same_as_div() {
    let mut rng = Rng::new(0xD1);
    let sequences = [
        (Sem::Div, Sem::Dvinit, Sem::Dvstep, 32),
        (Sem::Div, Sem::DvinitH, Sem::Dvstep, 16),
        (Sem::Div, Sem::DvinitB, Sem::Dvstep, 8),
        (Sem::DivU, Sem::DvinitU, Sem::DvstepU, 32),
        (Sem::DivU, Sem::DvinitHu, Sem::DvstepU, 16),
        (Sem::DivU, Sem::DvinitBu, Sem::DvstepU, 8),
    ];
    for _ in 0..20_000 {
        for (whole, first, step, bits) in sequences {
            let (a, b) = (rng.word(), rng.word());
            let signed = whole == Sem::Div;
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
                value(Sem::Dvadj, 0, b, stepped)
            } else {
                stepped
            };
            assert_eq!(result, value(whole, a, b, 0), "{first:?} {a:#x} {b:#x}");
        }
    }
}

#[test]
fn significant_bits_of_quotients() {
    let bits = |sem, a, b| quotient_bits(sem, value(sem, a, b, 0));
    assert_eq!(bits(Sem::Div, 3, 7), 0);
    assert_eq!(bits(Sem::Div, 7u32.wrapping_neg(), 7), 1);
    assert_eq!(bits(Sem::Div, 0x8000_0000, 1), 32);
    assert_eq!(bits(Sem::Div, 0x7FFF_FFFF, 1), 31);
    assert_eq!(bits(Sem::DivU, 0xFFFF_FFFF, 1), 32);
    assert_eq!(bits(Sem::DivU, 0xFFFF_FFFF, 0x1_0000), 16);
}
