//! Every operation against `rustc_apfloat`, in every rounding direction.

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert, Round as ApRound, Status, StatusAnd};

use super::super::*;
use super::operands::{ROUNDS, Rng};

const CASES: usize = 150_000;

fn ap_round(round: Round) -> ApRound {
    match round {
        Round::NearestEven => ApRound::NearestTiesToEven,
        Round::TowardZero => ApRound::TowardZero,
        Round::Up => ApRound::TowardPositive,
        Round::Down => ApRound::TowardNegative,
    }
}

fn ap_flags(status: Status) -> Flags {
    let table = [
        (Status::INEXACT, Flags::INEXACT),
        (Status::DIV_BY_ZERO, Flags::DIV_BY_ZERO),
        (Status::UNDERFLOW, Flags::UNDERFLOW),
        (Status::OVERFLOW, Flags::OVERFLOW),
        (Status::INVALID_OP, Flags::INVALID),
    ];
    let set = table
        .into_iter()
        .filter(|&(theirs, _)| status.contains(theirs));
    set.fold(Flags::NONE, |all, (_, ours)| all | ours)
}

/// What plain IEEE 754 with tininess before rounding delivers; `bits` is `None` for any NaN.
struct Expected {
    bits: Option<u128>,
    flags: Flags,
    /// The exact result is below the smallest normal number.
    tiny: bool,
    /// The oracle cannot tell whether this is an overflow.
    maybe_overflow: bool,
}

/// Takes the expectation from the oracle, around its two known differences from IEEE 754: it
/// flags underflow when the *delivered* result is subnormal, so tininess comes from the result
/// rounded toward zero; and it never flags overflow when it delivers the largest finite number
/// (`by_hand` tests that boundary).
fn expected<T: Float>(round: Round, operation: impl Fn(ApRound) -> StatusAnd<T>) -> Expected {
    let result = operation(ap_round(round));
    let truncated = operation(ApRound::TowardZero).value;
    let mut flags = ap_flags(result.status);
    let below_normal = truncated.is_zero() || truncated.is_denormal();
    let inexact = flags.contains(Flags::INEXACT);
    if inexact && below_normal {
        flags |= Flags::UNDERFLOW;
    }
    let tiny = below_normal && (inexact || !truncated.is_zero());
    let bits = (!result.value.is_nan()).then(|| result.value.to_bits());
    let at_limit = inexact && (result.value == T::largest() || -result.value == T::largest());
    let nearest = operation(ApRound::NearestTiesToEven).value;
    Expected {
        bits,
        flags,
        tiny,
        maybe_overflow: at_limit && nearest.is_infinite(),
    }
}

/// Checks one operation in the plain and in the flushing environment, for every direction.
fn check<T: Float>(
    what: &str,
    operands: &[u64],
    operation: impl Fn(ApRound) -> StatusAnd<T>,
    ours: impl Fn(Env) -> (u64, Flags),
) {
    for round in ROUNDS {
        let Expected {
            bits,
            flags,
            tiny,
            maybe_overflow,
        } = expected(round, &operation);
        let env = Env::IEEE.with_round(round);
        let flushing = Env {
            flush_results: true,
            ..env
        };
        let sign = 1u128 << (T::BITS - 1);
        for env in [env, flushing] {
            let (got, mut got_flags) = ours(env);
            if maybe_overflow && got_flags == Flags::OVERFLOW | Flags::INEXACT {
                got_flags = Flags::INEXACT;
            }
            let (bits, flags) = if env.flush_results && tiny {
                (
                    bits.map(|bits| bits & sign),
                    Flags::UNDERFLOW | Flags::INEXACT,
                )
            } else {
                (bits, flags)
            };
            let same = match bits {
                Some(bits) => u128::from(got) == bits,
                None if T::BITS == 32 => is_nan32(got as u32),
                None => is_nan64(got),
            };
            assert!(
                same && got_flags == flags,
                "{what} {operands:x?} {env:?}: got {got:x} {got_flags:?}, want {bits:x?} {flags:?}"
            );
        }
    }
}

/// The oracle flags a signalling operand inconsistently between versions and operations: the NaN
/// tests are by hand.
fn no_nan32(values: &[u64]) -> bool {
    !values.iter().any(|&bits| is_nan32(bits as u32))
}

fn no_nan64(values: &[u64]) -> bool {
    !values.iter().any(|&bits| is_nan64(bits))
}

fn wide(result: (u32, Flags)) -> (u64, Flags) {
    (result.0.into(), result.1)
}

type Oracle<T> = fn(T, T, ApRound) -> StatusAnd<T>;

#[test]
fn single_arithmetic() {
    type Ours = fn(Env, u32, u32) -> (u32, Flags);
    let table: [(&str, Oracle<Single>, Ours); 4] = [
        ("add32", Single::add_r, add32),
        ("sub32", Single::sub_r, sub32),
        ("mul32", Single::mul_r, mul32),
        ("div32", Single::div_r, div32),
    ];
    for (name, oracle, ours) in table {
        let mut rng = Rng::new(0x5EED_0001);
        for _ in 0..CASES {
            let (a, b) = rng.pair(8, 23);
            if no_nan32(&[a, b]) {
                let (x, y) = (Single::from_bits(a.into()), Single::from_bits(b.into()));
                check(
                    name,
                    &[a, b],
                    |r| oracle(x, y, r),
                    |e| wide(ours(e, a as u32, b as u32)),
                );
            }
        }
    }
}

#[test]
fn double_arithmetic() {
    type Ours = fn(Env, u64, u64) -> (u64, Flags);
    let table: [(&str, Oracle<Double>, Ours); 4] = [
        ("add64", Double::add_r, add64),
        ("sub64", Double::sub_r, sub64),
        ("mul64", Double::mul_r, mul64),
        ("div64", Double::div_r, div64),
    ];
    for (name, oracle, ours) in table {
        let mut rng = Rng::new(0x5EED_0002);
        for _ in 0..CASES {
            let (a, b) = rng.pair(11, 52);
            if no_nan64(&[a, b]) {
                let (x, y) = (Double::from_bits(a.into()), Double::from_bits(b.into()));
                check(name, &[a, b], |r| oracle(x, y, r), |e| ours(e, a, b));
            }
        }
    }
}

#[test]
fn fused_multiply_add() {
    let mut rng = Rng::new(0x5EED_0003);
    for _ in 0..CASES {
        let (a, b) = rng.pair(8, 23);
        // Mostly near the negated product, where everything cancels.
        let near = mul32(Env::IEEE, a as u32, b as u32).0 ^ 0x8000_0000;
        let c = if rng.next() & 1 == 0 {
            u64::from(near)
        } else {
            rng.value(8, 23)
        };
        if no_nan32(&[a, b, c]) {
            let [x, y, z] = [a, b, c].map(|bits| Single::from_bits(bits.into()));
            let ours = |e| wide(fma32(e, a as u32, b as u32, c as u32));
            check("fma32", &[a, b, c], |r| x.mul_add_r(y, z, r), ours);
        }
        let (a, b) = rng.pair(11, 52);
        let near = mul64(Env::IEEE, a, b).0 ^ 1 << 63;
        let c = if rng.next() & 1 == 0 {
            near
        } else {
            rng.value(11, 52)
        };
        if no_nan64(&[a, b, c]) {
            let [x, y, z] = [a, b, c].map(|bits| Double::from_bits(bits.into()));
            check(
                "fma64",
                &[a, b, c],
                |r| x.mul_add_r(y, z, r),
                |e| fma64(e, a, b, c),
            );
        }
    }
}

#[test]
fn format_conversions() {
    let mut rng = Rng::new(0x5EED_0004);
    for _ in 0..CASES {
        let a = rng.value(8, 23);
        if no_nan32(&[a]) {
            let x = Single::from_bits(a.into());
            let oracle = |r| -> StatusAnd<Double> { x.convert_r(r, &mut false) };
            check("cvt32to64", &[a], oracle, |e| cvt32to64(e, a as u32));
        }
        // Doubles across the range of singles and a little beyond.
        let near = cvt32to64(Env::IEEE, rng.value(8, 23) as u32).0 ^ rng.next() >> 36;
        let near = near.wrapping_sub((rng.next() & 31) << 52);
        for b in [rng.value(11, 52), near] {
            if no_nan64(&[b]) {
                let y = Double::from_bits(b.into());
                let oracle = |r| -> StatusAnd<Single> { y.convert_r(r, &mut false) };
                check("cvt64to32", &[b], oracle, |e| wide(cvt64to32(e, b)));
            }
        }
    }
}

#[test]
fn long_products_of_singles() {
    let mut rng = Rng::new(0x5EED_0005);
    for _ in 0..CASES {
        let (a, b) = rng.pair(8, 23);
        if no_nan32(&[a, b]) {
            let [x, y] = [a, b]
                .map(|bits| -> Double { Single::from_bits(bits.into()).convert(&mut false).value });
            let ours = |e| mul32to64(e, a as u32, b as u32);
            check("mul32to64", &[a, b], |r| x.mul_r(y, r), ours);
        }
    }
}

#[test]
fn from_integers() {
    let mut rng = Rng::new(0x5EED_0006);
    for _ in 0..CASES {
        let v = (rng.next() as i64 >> (rng.next() & 63)) as i32;
        let (s, u) = (i128::from(v), u128::from(v as u32));
        let operand = &[u64::from(v as u32)];
        let ours = |e| wide(i32_to_f32(e, v));
        check("i32_to_f32", operand, |r| Single::from_i128_r(s, r), ours);
        let ours = |e| wide(u32_to_f32(e, v as u32));
        check("u32_to_f32", operand, |r| Single::from_u128_r(u, r), ours);
        check(
            "i32_to_f64",
            operand,
            |r| Double::from_i128_r(s, r),
            |_| (i32_to_f64(v), Flags::NONE),
        );
        let ours = |_| (u32_to_f64(v as u32), Flags::NONE);
        check("u32_to_f64", operand, |r| Double::from_u128_r(u, r), ours);
    }
}

/// Compares all conversions of one number to integers with the oracle's.
fn check_to_integers<T: Float>(
    value: T,
    signed: impl Fn(Env) -> (i32, Flags),
    unsigned: impl Fn(Env) -> (u32, Flags),
) {
    for round in ROUNDS {
        let env = Env {
            nan_to_int: NanToInt::Zero,
            ..Env::IEEE.with_round(round)
        };
        let want = value.to_i128_r(32, ap_round(round), &mut false);
        let got = signed(env);
        assert_eq!(
            (i128::from(got.0), got.1),
            (want.value, ap_flags(want.status)),
            "{value}"
        );
        let want = value.to_u128_r(32, ap_round(round), &mut false);
        let got = unsigned(env);
        assert_eq!(
            (u128::from(got.0), got.1),
            (want.value, ap_flags(want.status)),
            "{value}"
        );
    }
}

#[test]
fn to_integers() {
    let mut rng = Rng::new(0x5EED_0007);
    for _ in 0..CASES {
        let (a, b) = (rng.value(8, 23), rng.value(11, 52));
        let c = f64::from(rng.next() as i32) + [0.0, 0.5, 0.25, -0.75][(rng.next() >> 62) as usize];
        let f = |e| f32_to_i32(e, a as u32);
        check_to_integers(Single::from_bits(a.into()), f, |e| f32_to_u32(e, a as u32));
        for d in [b, c.to_bits()] {
            let x = Double::from_bits(d.into());
            check_to_integers(x, |e| f64_to_i32(e, d), |e| f64_to_u32(e, d));
        }
    }
}

#[test]
fn comparisons() {
    let mut rng = Rng::new(0x5EED_0008);
    for _ in 0..CASES {
        let (a, b) = rng.pair(11, 52);
        let order = Double::from_bits(a.into()).partial_cmp(&Double::from_bits(b.into()));
        let (relation, _) = compare64(Env::IEEE, a, b, false);
        let got = match relation {
            Relation::Less => Some(core::cmp::Ordering::Less),
            Relation::Equal => Some(core::cmp::Ordering::Equal),
            Relation::Greater => Some(core::cmp::Ordering::Greater),
            Relation::Unordered => None,
        };
        assert_eq!(got, order, "{a:x} {b:x}");
    }
}
