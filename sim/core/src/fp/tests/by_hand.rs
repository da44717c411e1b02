//! What the oracle cannot say: NaN rules, tininess, flushing, and special cases.

use super::super::*;

const ONE: u64 = 0x3FF0_0000_0000_0000;
const INF: u64 = 0x7FF0_0000_0000_0000;
const MIN_NORMAL: u64 = 0x0010_0000_0000_0000;
const Q1: u64 = 0x7FF8_0000_0000_0011;
const Q2: u64 = 0xFFF8_0000_0000_0022;
const S1: u64 = 0x7FF0_0000_0000_0033;
const S2: u64 = 0xFFF0_0000_0000_0044;
const QUIET: u64 = 1 << 51;

#[test]
fn sparc_v8_nan_operands() {
    // V8 manual, appendix N: signalling before quiet, rs2 before rs1.
    let table = [
        (Q1, ONE, Q1, Flags::NONE),
        (ONE, Q2, Q2, Flags::NONE),
        (Q1, Q2, Q2, Flags::NONE),
        (S1, Q2, S1 | QUIET, Flags::INVALID),
        (Q1, S2, S2 | QUIET, Flags::INVALID),
        (S1, S2, S2 | QUIET, Flags::INVALID),
    ];
    for (a, b, bits, flags) in table {
        for operation in [add64, sub64, mul64, div64] {
            assert_eq!(operation(Env::IEEE, a, b), (bits, flags), "{a:x} {b:x}");
        }
    }
    let generated = (0x7FFF_FFFF_FFFF_FFFF, Flags::INVALID);
    assert_eq!(sub64(Env::IEEE, INF, INF), generated);
    assert_eq!(mul64(Env::IEEE, 0, INF), generated);
    assert_eq!(div64(Env::IEEE, 0, 0), generated);
    assert_eq!(sqrt64(Env::IEEE, ONE | 1 << 63), generated);
    assert_eq!(
        sqrt32(Env::IEEE, 0xBF80_0000),
        (0x7FFF_FFFF, Flags::INVALID)
    );
}

#[test]
fn grfpu_nan_operands() {
    // GR740 user manual 1.7, table 64.
    let generated = (0x7FFF_E000_0000_0000, Flags::INVALID);
    assert_eq!(add64(Env::GRFPU, Q1, Q2), (Q2, Flags::NONE));
    assert_eq!(add64(Env::GRFPU, Q1, ONE), (Q1, Flags::NONE));
    for (a, b) in [
        (S1, ONE),
        (ONE, S2),
        (Q1, S2),
        (S1, Q2),
        (S1, S2),
        (INF, INF | 1 << 63),
    ] {
        assert_eq!(add64(Env::GRFPU, a, b), generated, "{a:x} {b:x}");
    }
    assert_eq!(div32(Env::GRFPU, 0, 0), (0x7FFF_0000, Flags::INVALID));
    assert_eq!(cvt32to64(Env::GRFPU, 0x7F80_0001), generated);
    assert_eq!(cvt64to32(Env::GRFPU, S1), (0x7FFF_0000, Flags::INVALID));
}

#[test]
fn other_nan_rules() {
    let codes = [
        (sub32(Env::TRICORE, 0x7F80_0000, 0x7F80_0000).0, 0x7FC0_0001),
        (mul32(Env::TRICORE, 0, 0x7F80_0000).0, 0x7FC0_0002),
        (sqrt32(Env::TRICORE, 0xBF80_0000).0, 0x7FC0_0004),
        (div32(Env::TRICORE, 0, 0).0, 0x7FC0_0008),
        (add32(Env::TRICORE, 0xFFFF_FFFF, 0).0, 0x7FC0_0000),
    ];
    for (got, want) in codes {
        assert_eq!(got, want);
    }
    assert_eq!(f32_to_i32(Env::TRICORE, 0x7FC0_0000), (0, Flags::INVALID));
    assert_eq!(
        add32(Env::EPIPHANY, 0x7FC0_0001, 0),
        (0x7FC0_0001, Flags::INVALID)
    );
    assert_eq!(
        compare32(Env::EPIPHANY, 0x7FC0_0001, 0, false).1,
        Flags::INVALID
    );
}

#[test]
fn nan_payloads_survive_conversion() {
    assert_eq!(
        cvt32to64(Env::IEEE, 0xFFC0_0001),
        (0xFFF8_0000_2000_0000, Flags::NONE)
    );
    assert_eq!(
        cvt32to64(Env::IEEE, 0x7F80_0001),
        (0x7FF8_0000_2000_0000, Flags::INVALID)
    );
    assert_eq!(
        cvt64to32(Env::IEEE, 0x7FF8_0000_2000_0000),
        (0x7FC0_0001, Flags::NONE)
    );
    // The payload is lost, the NaN is not.
    assert!(is_nan32(cvt64to32(Env::IEEE, 0x7FF0_0000_0000_0001).0));
    assert_eq!(
        cvt64to32(Env::IEEE, 0x7FF0_0000_0000_0001).1,
        Flags::INVALID
    );
    let product = mul32to64(Env::IEEE, 0x3F80_0000, 0x7F80_0001);
    assert_eq!(product, (0x7FF8_0000_2000_0000, Flags::INVALID));
}

#[test]
fn nan_to_integer_by_sign() {
    assert_eq!(f64_to_i32(Env::IEEE, Q1), (i32::MAX, Flags::INVALID));
    assert_eq!(f64_to_i32(Env::IEEE, Q2), (i32::MIN, Flags::INVALID));
    assert_eq!(f32_to_u32(Env::IEEE, 0xFFC0_0000), (0, Flags::INVALID));
}

#[test]
fn tininess_before_and_after_rounding() {
    let after = Env {
        tininess: Tininess::AfterRounding,
        ..Env::IEEE
    };
    let inexact_tiny = Flags::INEXACT | Flags::UNDERFLOW;
    // (1 + e)(1 - e) = 1 - e^2 with e = 2^-52, times the smallest normal number: tiny, but with
    // unlimited exponent range it rounds to that number.
    let (a, b) = (0x0010_0000_0000_0001, 0x3FEF_FFFF_FFFF_FFFE);
    assert_eq!(mul64(Env::IEEE, a, b), (MIN_NORMAL, inexact_tiny));
    assert_eq!(mul64(after, a, b), (MIN_NORMAL, Flags::INEXACT));
    let flush = Env {
        flush_results: true,
        ..Env::IEEE
    };
    assert_eq!(mul64(flush, a, b), (0, inexact_tiny));
    assert_eq!(
        mul64(
            Env {
                flush_results: true,
                ..after
            },
            a,
            b
        ),
        (MIN_NORMAL, Flags::INEXACT)
    );
    // Tiny after rounding to 53 bits, and still the smallest normal with a subnormal's 52.
    let (c, d) = (0x001F_FFFF_FFFF_FFFF, 0x3FE0_0000_0000_0000);
    assert_eq!(mul64(after, c, d), (MIN_NORMAL, inexact_tiny));
}

#[test]
fn overflow_boundary() {
    // IEEE 754-1985, section 7.3: what counts is the result rounded with unlimited range.
    let largest = 0x7FEF_FFFF_FFFF_FFFF;
    let half_unit = 0x7C90_0000_0000_0000;
    let unit = half_unit + (1 << 52);
    let overflow = Flags::OVERFLOW | Flags::INEXACT;
    let table = [
        (Round::NearestEven, half_unit - 1, largest, Flags::INEXACT),
        (Round::NearestEven, half_unit, INF, overflow),
        (Round::TowardZero, half_unit, largest, Flags::INEXACT),
        (Round::TowardZero, unit - 1, largest, Flags::INEXACT),
        (Round::TowardZero, unit, largest, overflow),
        (Round::Down, unit - 1, largest, Flags::INEXACT),
        (Round::Down, unit, largest, overflow),
        (Round::Up, 1, INF, overflow),
    ];
    for (round, addend, bits, flags) in table {
        let env = Env::IEEE.with_round(round);
        assert_eq!(
            add64(env, largest, addend),
            (bits, flags),
            "{round:?} {addend:x}"
        );
    }
}

#[test]
fn flushing() {
    let subnormal = 1;
    let env = Env {
        flush_inputs: true,
        ..Env::IEEE
    };
    assert_eq!(add64(env, subnormal, 1 << 63 | subnormal), (0, Flags::NONE));
    assert_eq!(div64(env, ONE, subnormal), (INF, Flags::DIV_BY_ZERO));
    assert_eq!(sqrt64(env, 1 << 63 | 5), (1 << 63, Flags::NONE));
    assert_eq!(f64_to_i32(env, 7), (0, Flags::NONE));
    assert_eq!(
        compare64(env, subnormal, 1 << 63, false),
        (Relation::Equal, Flags::NONE)
    );
    assert_eq!(
        compare64(Env::IEEE, subnormal, 0, false).0,
        Relation::Greater
    );
    assert_eq!(mul32to64(env, 1, 0x3F80_0000), (0, Flags::NONE));
    assert_eq!(cvt32to64(env, 0x8000_0001), (1 << 63, Flags::NONE));
    let env = Env {
        flush_results: true,
        ..Env::IEEE
    };
    let flushed = Flags::UNDERFLOW | Flags::INEXACT;
    assert_eq!(sub64(env, MIN_NORMAL, MIN_NORMAL + 1), (1 << 63, flushed));
}

#[test]
fn signalling_comparisons() {
    assert_eq!(
        compare64(Env::IEEE, Q1, ONE, false),
        (Relation::Unordered, Flags::NONE)
    );
    assert_eq!(
        compare64(Env::IEEE, Q1, ONE, true),
        (Relation::Unordered, Flags::INVALID)
    );
    assert_eq!(
        compare64(Env::IEEE, ONE, S2, false),
        (Relation::Unordered, Flags::INVALID)
    );
    assert_eq!(compare32(Env::IEEE, 0x7FC0_0000, 0, true).1, Flags::INVALID);
}
