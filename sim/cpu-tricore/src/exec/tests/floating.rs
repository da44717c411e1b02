//! The FPU against double precision where that is exact, and its special cases by hand.

use super::random::Rng;
use super::{PSW, plain, src, value};
use crate::exec::tests::execute;
use crate::exec::{Flags, Imm};
use crate::isa::Opcode;

const FS: u32 = 1 << 31;
const FI: u32 = FS | 1 << 30;
const FV: u32 = FS | 1 << 29;
const FZ: u32 = FS | 1 << 28;
const FU: u32 = FS | 1 << 27;
const FX: u32 = FS | 1 << 26;

/// PSW.RM: nearest, up, down, towards zero.
const MODES: [u32; 4] = [0, 1 << 24, 2 << 24, 3 << 24];

/// Result and exceptions of `opcode` with a rounding mode.
fn with_mode(opcode: Opcode, mode: u32, a: u32, b: u32, c: u32) -> (u32, u32) {
    let mut flags = Flags(PSW | mode);
    let result = execute(opcode, src(a, b, c.into()), Imm::default(), &mut flags);
    (result.unwrap_or(u64::MAX) as u32, flags.0 ^ PSW ^ mode)
}

/// An `exact` value rounded to single precision, and the exceptions of that.
fn rounded(exact: f64, mode: u32) -> (u32, u32) {
    if exact.abs() < f64::from(f32::MIN_POSITIVE) {
        let raised = if exact == 0.0 { 0 } else { FU | FX };
        return ((exact as f32).to_bits() & 1 << 31, raised);
    }
    let nearest = exact as f32;
    let single = match (mode >> 24, f64::from(nearest).total_cmp(&exact)) {
        (1, std::cmp::Ordering::Less) => nearest.next_up(),
        (2, std::cmp::Ordering::Greater) => nearest.next_down(),
        (3, std::cmp::Ordering::Greater) if exact > 0.0 => nearest.next_down(),
        (3, std::cmp::Ordering::Less) if exact < 0.0 => nearest.next_up(),
        _ => nearest,
    };
    let raised = if exact.abs() >= 2f64.powi(128) || single.is_infinite() {
        FV | FX
    } else if f64::from(single) != exact {
        FX
    } else {
        0
    };
    (single.to_bits(), raised)
}

/// A normal number whose exponent is within `spread` of that of 1.
fn normal(rng: &mut Rng, spread: u32) -> u32 {
    let random = rng.next();
    let fraction = (random as u32 & 0x7F_FFFF) & (u32::MAX << (random >> 32 & 23));
    let exponent = 127 - spread + (random >> 40) as u32 % (2 * spread + 1);
    ((random >> 63) as u32) << 31 | exponent << 23 | fraction
}

fn double(x: u32) -> f64 {
    f32::from_bits(x).into()
}

#[test]
fn sums_and_products_agree_with_double_precision() {
    let mut rng = Rng::new(0xF10A7);
    for turn in 0..200_000 {
        let mode = MODES[turn % 4];
        // Sums of numbers this close, products and fused sums of short ones are exact doubles.
        let (x, y) = (normal(&mut rng, 14), normal(&mut rng, 14));
        let sum = double(x) + double(y);
        if sum != 0.0 {
            assert_eq!(
                with_mode(Opcode::AddF, mode, y, 0, x),
                rounded(sum, mode),
                "{x:#x} + {y:#x}"
            );
            let minus_y = y ^ 1 << 31;
            assert_eq!(
                with_mode(Opcode::SubF, mode, minus_y, 0, x),
                rounded(sum, mode)
            );
        }
        let (x, y) = (normal(&mut rng, 126), normal(&mut rng, 126));
        let product = double(x) * double(y);
        assert_eq!(
            with_mode(Opcode::MulF, mode, x, y, 0),
            rounded(product, mode),
            "{x:#x} * {y:#x}"
        );
        let (x, y, z) = (
            normal(&mut rng, 2),
            normal(&mut rng, 2),
            normal(&mut rng, 2),
        );
        let (x, y) = (x & !0xF, y);
        let fused = double(x) * double(y) + double(z);
        let (madd, msub) = (
            with_mode(Opcode::MaddF, mode, x, y, z),
            with_mode(Opcode::MsubF, mode, x ^ 1 << 31, y, z),
        );
        if fused != 0.0 && fused.abs() > 2f64.powi(-20) {
            assert_eq!(madd, rounded(fused, mode), "{x:#x} * {y:#x} + {z:#x}");
            assert_eq!(msub, madd);
        }
    }
}

#[test]
fn quotients_agree_with_double_precision() {
    let mut rng = Rng::new(0xD1F);
    for _ in 0..200_000 {
        let (x, y) = (normal(&mut rng, 60), normal(&mut rng, 60));
        // Rounding a double quotient once more is harmless: it has more than twice the digits.
        let quotient = (double(x) / double(y)) as f32;
        let exact = f64::from(quotient) * double(y) == double(x);
        let raised = if exact { 0 } else { FX };
        let result = with_mode(Opcode::DivF, 0, x, y, 0);
        assert_eq!(result, (quotient.to_bits(), raised), "{x:#x} / {y:#x}");
    }
}

#[test]
fn integers_and_fractions_agree_with_double_precision() {
    let mut rng = Rng::new(0x1237);
    let round = |exact: f64, mode: u32| match mode >> 24 {
        0 => exact.round_ties_even(),
        1 => exact.ceil(),
        2 => exact.floor(),
        _ => exact.trunc(),
    };
    let expect = |exact: f64, mode, least: f64, most: f64, clamp_below| {
        let whole = round(exact, mode);
        if whole > most {
            (most as i64 as u32, FI)
        } else if whole < least || clamp_below && exact < 0.0 {
            (least as i64 as u32, FI)
        } else {
            (whole as i64 as u32, if whole == exact { 0 } else { FX })
        }
    };
    let (min, max) = (f64::from(i32::MIN), f64::from(i32::MAX));
    for turn in 0..200_000 {
        let mode = MODES[turn % 4];
        let x = normal(&mut rng, 40);
        let exact = double(x);
        let power = rng.next() as u32;
        let scaled = exact * 2f64.powi(31 - ((power as i32) << 23 >> 23));
        let zero = MODES[3];
        let unsigned = f64::from(u32::MAX);
        let cases = [
            (Opcode::Ftoi, mode, expect(exact, mode, min, max, false)),
            (Opcode::Ftoiz, mode, expect(exact, zero, min, max, false)),
            (Opcode::Ftou, mode, expect(exact, mode, 0.0, unsigned, true)),
            (
                Opcode::Ftouz,
                mode,
                expect(exact, zero, 0.0, unsigned, true),
            ),
            (Opcode::Ftoq31, mode, expect(scaled, mode, min, max, false)),
            (Opcode::Ftoq31z, mode, expect(scaled, zero, min, max, false)),
        ];
        for (opcode, mode, expected) in cases {
            let result = with_mode(opcode, mode, x, power, 0);
            assert_eq!(result, expected, "{opcode:?} {x:#x} {power:#x} {mode:#x}");
        }
        let word = rng.word();
        let signed = f64::from(word as i32);
        let fraction = signed * 2f64.powi(((power as i32) << 23 >> 23) - 31);
        let cases = [
            (Opcode::Itof, rounded(signed, mode)),
            (Opcode::Utof, rounded(word.into(), mode)),
            (Opcode::Q31tof, rounded(fraction, mode)),
        ];
        for (opcode, expected) in cases {
            let result = with_mode(opcode, mode, word, power, 0);
            assert_eq!(
                result, expected,
                "{opcode:?} {word:#x} {power:#x} {mode:#x}"
            );
        }
    }
}

#[test]
fn special_values() {
    let (inf, nan, snan) = (0x7F80_0000, 0x7FC1_2345, 0x7F80_0001);
    let (one, max, tiny, subnormal) = (0x3F80_0000, 0x7F7F_FFFF, 0x0080_0000, 0x007F_FFFF);
    let minus = 1 << 31;
    let cases = [
        // (a, b, c): ADD.F and SUB.F take c and a.
        (Opcode::AddF, inf | minus, 0, inf, 0x7FC0_0001, FI),
        (Opcode::SubF, inf, 0, inf, 0x7FC0_0001, FI),
        (Opcode::AddF, nan, 0, one, 0x7FC0_0000, 0),
        (Opcode::AddF, one, 0, snan, 0x7FC0_0000, FI),
        (Opcode::AddF, subnormal, 0, subnormal, 0, 0),
        (Opcode::AddF, subnormal, 0, one, one, 0),
        (Opcode::SubF, tiny, 0, tiny + 1, 0, FU | FX),
        (Opcode::AddF, max, 0, max, inf, FV | FX),
        (Opcode::MulF, inf, 0, 0, 0x7FC0_0002, FI),
        (Opcode::MulF, inf, subnormal, 0, 0x7FC0_0002, FI),
        (Opcode::MulF, tiny, 0xBF00_0000, 0, minus, FU | FX),
        (Opcode::DivF, 0, minus, 0, 0x7FC0_0008, FI),
        (Opcode::DivF, inf, inf, 0, 0x7FC0_0008, FI),
        (Opcode::DivF, one, minus, 0, inf | minus, FZ),
        (Opcode::DivF, one, subnormal, 0, inf, FZ),
        (Opcode::MaddF, inf, 0, one, 0x7FC0_0002, FI),
        (Opcode::MaddF, inf, one, inf | minus, 0x7FC0_0001, FI),
        (Opcode::MsubF, inf, one, inf, 0x7FC0_0001, FI),
        (Opcode::MsubF, inf, one, inf | minus, inf | minus, 0),
        (Opcode::MaddF, one, nan, one, 0x7FC0_0000, 0),
        (Opcode::Ftoi, inf, 0, 0, 0x7FFF_FFFF, FI),
        (Opcode::Ftoi, inf | minus, 0, 0, 0x8000_0000, FI),
        (Opcode::Ftoi, nan, 0, 0, 0, FI),
        (Opcode::Ftoi, subnormal, 0, 0, 0, 0),
        (Opcode::Ftou, minus, 0, 0, 0, 0),
        (Opcode::Ftou, subnormal | minus, 0, 0, 0, 0),
        (Opcode::Ftouz, 0xBE80_0000, 0, 0, 0, FI),
        (Opcode::Ftou, inf, 0, 0, 0xFFFF_FFFF, FI),
        (Opcode::Ftou, nan | minus, 0, 0, 0, FI),
        (Opcode::Ftoq31, one, 0, 0, 0x7FFF_FFFF, FI),
        (Opcode::Ftoq31, one | minus, 0, 0, 0x8000_0000, 0),
        (Opcode::Ftoq31, one, 1, 0, 0x4000_0000, 0),
        (Opcode::Ftoq31, snan, 0, 0, 0, FI),
        (Opcode::Ftoq31z, inf | minus, 5, 0, 0x8000_0000, FI),
        (Opcode::Ftoq31, 0, 0x1FF, 0, 0, 0),
        (Opcode::Q31tof, 0x8000_0000, 0, 0, one | minus, 0),
        (Opcode::Q31tof, 0x4000_0000, 0xFF, 0, inf, FV | FX),
        (Opcode::Q31tof, 1, 0x100, 0, 0, FU | FX),
        (Opcode::Q31tof, 0, 3, 0, 0, 0),
    ];
    for (opcode, a, b, c, result, raised) in cases {
        assert_eq!(
            with_mode(opcode, 0, a, b, c),
            (result, raised),
            "{opcode:?} {a:#x} {b:#x} {c:#x}"
        );
    }
}

#[test]
fn comparison() {
    let (one, two, subnormal) = (0x3F80_0000, 0x4000_0000, 1);
    let cases = [
        (one, two, 0b1, 0),
        (two, two, 0b10, 0),
        (two, one, 0b100, 0),
        (0, 1 << 31, 0b10, 0),
        (0x7FC0_0000, one, 0b1000, 0),
        (one, 0xFFA0_0000, 0b1000, FI),
        (subnormal, 0, 0b01_0100, 0),
        (0, subnormal, 0b10_0001, 0),
        (subnormal, subnormal | 1 << 31, 0b11_0100, 0),
    ];
    for (a, b, result, raised) in cases {
        assert_eq!(
            with_mode(Opcode::CmpF, 0, a, b, 0),
            (result, raised),
            "{a:#x} {b:#x}"
        );
    }
}

/// The seed comes close to one over the square root.
#[test]
fn seed_is_close() {
    let mut rng = Rng::new(0x5EED);
    for _ in 0..20_000 {
        let x = normal(&mut rng, 126) & 0x7FFF_FFFF;
        let seed = value(Opcode::QseedF, x, 0, 0) as u32;
        let product = double(seed) * double(seed) * double(x);
        assert!(
            (0.96..1.04).contains(&product),
            "{x:#x} {seed:#x} {product}"
        );
    }
    let special = [
        (0x7FC1_2345, 0x7FC0_0000, 0),
        (0x7F80_0001, 0x7FC0_0000, FI),
        (0x0000_0001, 0x7F80_0000, 0),
        (0x8000_0000, 0xFF80_0000, 0),
        (0xBF80_0000, 0x7FC0_0004, FI),
        (0xFF80_0000, 0x7FC0_0004, FI),
        (0x7F80_0000, 0, 0),
        // The first and the last entry of the table.
        (0x3F80_0000, 0x3F00_0000 | 253 << 15, 0),
        (0x3F7F_FFFF, 0x3F80_0000 | 2 << 15, 0),
    ];
    for (x, result, raised) in special {
        assert_eq!(
            with_mode(Opcode::QseedF, 0, x, 0, 0),
            (result, raised),
            "{x:#x}"
        );
    }
}

/// FS goes with every instruction, the others stay until UPDFL clears them.
#[test]
fn flags_over_several_instructions() {
    let mut flags = Flags(PSW);
    let mut step = |opcode, a: u32, b: u32, c: u32| {
        let result = execute(opcode, src(a, b, c.into()), Imm::default(), &mut flags);
        assert!(result.is_ok());
        flags.0 ^ PSW
    };
    assert_eq!(step(Opcode::DivF, 0x3F80_0000, 0, 0), FZ);
    assert_eq!(step(Opcode::AddF, 0x3F80_0000, 0, 0x3F80_0000), FZ & !FS);
    assert_eq!(
        step(Opcode::MulF, 0x7F7F_FFFF, 0x7F7F_FFFF, 0),
        FZ | FV | FX
    );
    // Clear FZ, set RM to 2; FV is not selected.
    assert_eq!(step(Opcode::Updfl, 0x1302, 0, 0), (FV | FX) | 2 << 24);
    assert_eq!(plain(Opcode::Updfl, 0x00FF, 0, 0), (0, PSW));
}
