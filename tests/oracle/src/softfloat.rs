//! What the GRFPU must do, from arithmetic that is not ours: `rustc_apfloat`, and integers for the
//! square roots that it lacks.
//!
//! `rustc_apfloat` rounds; whether a result is tiny or too large is decided on the same operation
//! in quadruple precision, rounded towards zero, where neither can happen. The rules for NaNs,
//! subnormals and traps are those of the GR740 user manual 1.7, chapter 8, and of the SPARC V8
//! manual, 4.4 and appendix N, written down here a second time.

mod root;

use crate::fpops::Operation;
use rustc_apfloat::ieee::{Double, Quad, Single};
use rustc_apfloat::{Category, Float, FloatConvert, Round, Status, StatusAnd};
use trueboard_cpu_sparcv8::isa::Op;

/// Exception bits, as in FSR.aexc and FSR.cexc.
pub const NX: u32 = 1;
/// Division by zero.
pub const DZ: u32 = 2;
/// Underflow.
pub const UF: u32 = 4;
/// Overflow.
pub const OF: u32 = 8;
/// Invalid.
pub const NV: u32 = 16;

/// What an operation delivers, and which exceptions it raises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivers {
    /// Nothing: a subnormal operand that the GRFPU does not handle.
    Unfinished,
    /// A single-precision number or an integer.
    Single(u32, u32),
    /// A double-precision number.
    Double(u64, u32),
    /// A condition: FSR.fcc.
    Condition(u32, u32),
}

/// A format and its numbers that matter.
pub(crate) trait Format: Float + FloatConvert<Quad> + Copy {
    /// Fraction bits.
    const FRACTION: u32;
    /// Largest exponent.
    const MAX: u32;

    /// NaN that the GRFPU generates: seven fraction bits set.
    fn generated() -> u64 {
        Self::infinity_bits() | 0x7f << (Self::FRACTION - 7)
    }
    fn infinity_bits() -> u64 {
        u64::from(2 * Self::MAX + 1) << Self::FRACTION
    }
    fn of(bits: u64) -> Self {
        Self::from_bits(bits.into())
    }
    fn bits(self) -> u64 {
        self.to_bits() as u64
    }
    fn signals(bits: u64) -> bool {
        Self::of(bits).is_nan() && bits >> (Self::FRACTION - 1) & 1 == 0
    }
}

impl Format for Single {
    const FRACTION: u32 = 23;
    const MAX: u32 = 127;
}

impl Format for Double {
    const FRACTION: u32 = 52;
    const MAX: u32 = 1023;
}

fn quad<T: FloatConvert<Quad>>(x: T) -> Quad {
    x.convert_r(Round::TowardZero, &mut false).value
}

/// 2 to the power of `e`.
fn power(e: i32) -> Quad {
    Quad::from_bits(((16383 + e) as u128) << 112)
}

/// The result of an operation on operands that are not NaN; `wide` is the same operation in
/// quadruple precision.
fn finish<T: Format>(r: StatusAnd<T>, wide: impl Fn() -> Quad) -> (u64, u32) {
    if r.value.is_nan() {
        return (T::generated(), NV);
    }
    if r.status.contains(Status::DIV_BY_ZERO) {
        return (r.value.bits(), DZ);
    }
    let inexact = Status::INEXACT | Status::OVERFLOW | Status::UNDERFLOW;
    let mut flags = if r.status.intersects(inexact) { NX } else { 0 };
    let magnitude = r.value.abs();
    if magnitude <= T::smallest_normalized() {
        let exact = wide();
        if !exact.is_zero() && exact.abs() < quad(T::smallest_normalized()) {
            let sign = u64::from(exact.is_negative()) << (T::BITS - 1);
            return (sign, UF | NX);
        }
    } else if flags != 0 {
        // Rounded to infinity, or towards zero from there.
        let largest = || magnitude == T::largest() && wide().abs() >= power(T::MAX as i32 + 1);
        if magnitude.is_infinite() || largest() {
            flags |= OF;
        }
    }
    (r.value.bits(), flags)
}

/// The operand that survives, or the generated NaN, if one of `operands` is a NaN.
fn nan<T: Format>(operands: &[u64]) -> Option<(u64, u32)> {
    if operands.iter().any(|&v| T::signals(v)) {
        return Some((T::generated(), NV));
    }
    let last = operands.iter().rev().find(|&&v| T::of(v).is_nan());
    last.map(|&v| (v, 0))
}

fn binary<T: Format>(
    a: u64,
    b: u64,
    round: Round,
    f: fn(T, T, Round) -> StatusAnd<T>,
    wide: fn(Quad, Quad, Round) -> StatusAnd<Quad>,
) -> (u64, u32) {
    nan::<T>(&[a, b]).unwrap_or_else(|| {
        let (x, y) = (T::of(a), T::of(b));
        finish(f(x, y, round), || {
            wide(quad(x), quad(y), Round::TowardZero).value
        })
    })
}

/// Add, subtract, multiply, divide by the operation's place in each format.
fn arithmetic<T: Format>(op: Op, a: u64, b: u64, round: Round) -> (u64, u32) {
    match op {
        Op::Fadds | Op::Faddd => binary::<T>(a, b, round, T::add_r, Quad::add_r),
        Op::Fsubs | Op::Fsubd => binary::<T>(a, b, round, T::sub_r, Quad::sub_r),
        Op::Fmuls | Op::Fmuld => binary::<T>(a, b, round, T::mul_r, Quad::mul_r),
        _ => binary::<T>(a, b, round, T::div_r, Quad::div_r),
    }
}

/// FSTOI and FDTOI: towards zero, whatever the rounding direction.
fn integer<T: Format>(v: u64) -> (u32, u32) {
    let x = T::of(v);
    let limit = if x.is_negative() { i32::MIN } else { i32::MAX };
    if x.is_nan() {
        return (limit as u32, NV);
    }
    let mut exact = false;
    let r = x.to_i128_r(32, Round::TowardZero, &mut exact);
    if r.status.contains(Status::INVALID_OP) {
        (limit as u32, NV)
    } else {
        (r.value as u32, if exact { 0 } else { NX })
    }
}

fn compare<T: Format>(a: u64, b: u64, signalling: bool) -> Delivers {
    let (equal, less, greater, unordered) = (0, 1, 2, 3);
    let (x, y) = (T::of(a), T::of(b));
    let any = x.is_nan() || y.is_nan();
    let invalid = any && signalling || T::signals(a) || T::signals(b);
    let fcc = if any {
        unordered
    } else if x < y {
        less
    } else if x > y {
        greater
    } else {
        equal
    };
    Delivers::Condition(fcc, if invalid { NV } else { 0 })
}

/// What `o` delivers.
pub fn delivers(o: &Operation) -> Delivers {
    let ns = o.fsr >> 22 & 1 != 0;
    let round = match o.fsr >> 30 {
        0 => Round::NearestTiesToEven,
        1 => Round::TowardZero,
        2 => Round::TowardPositive,
        _ => Round::TowardNegative,
    };
    let (sa, sb) = (o.a >> 32, o.b >> 32);
    match o.op {
        Op::Fmovs => return Delivers::Single(sb as u32, 0),
        Op::Fnegs => return Delivers::Single(sb as u32 ^ 1 << 31, 0),
        Op::Fabss => return Delivers::Single(sb as u32 & !(1 << 31), 0),
        Op::Fcmps => return compare::<Single>(sa, sb, false),
        Op::Fcmpes => return compare::<Single>(sa, sb, true),
        Op::Fcmpd => return compare::<Double>(o.a, o.b, false),
        Op::Fcmped => return compare::<Double>(o.a, o.b, true),
        Op::Fitos => {
            let r = Single::from_i128_r((sb as u32 as i32).into(), round);
            let inexact = r.status.contains(Status::INEXACT);
            return Delivers::Single(r.value.bits() as u32, u32::from(inexact));
        }
        Op::Fitod => {
            let r = Double::from_i128_r((sb as u32 as i32).into(), round);
            return Delivers::Double(r.value.bits(), 0);
        }
        _ => {}
    }
    let one = matches!(
        o.op,
        Op::Fsqrts | Op::Fsqrtd | Op::Fstoi | Op::Fdtoi | Op::Fstod | Op::Fdtos
    );
    let double = crate::fpops::doubles(o.op).0;
    let usable = |v: u64| match double {
        true => operand::<Double>(v, ns),
        false => operand::<Single>(v >> 32, ns),
    };
    let (Some(a), Some(b)) = (if one { Some(0) } else { usable(o.a) }, usable(o.b)) else {
        return Delivers::Unfinished;
    };
    let single = |(v, f): (u64, u32)| Delivers::Single(v as u32, f);
    let wide = |(v, f): (u64, u32)| Delivers::Double(v, f);
    match o.op {
        Op::Fadds | Op::Fsubs | Op::Fmuls | Op::Fdivs => {
            single(arithmetic::<Single>(o.op, a, b, round))
        }
        Op::Faddd | Op::Fsubd | Op::Fmuld | Op::Fdivd => {
            wide(arithmetic::<Double>(o.op, a, b, round))
        }
        Op::Fsmuld => wide(nan::<Single>(&[a, b]).map_or_else(
            || {
                let exact = |v: u64| Single::of(v).convert_r(round, &mut false).value;
                arithmetic::<Double>(
                    Op::Fmuld,
                    Double::bits(exact(a)),
                    Double::bits(exact(b)),
                    round,
                )
            },
            widened,
        )),
        Op::Fsqrts => single(nan::<Single>(&[b]).unwrap_or_else(|| root::of::<Single>(b, round))),
        Op::Fsqrtd => wide(nan::<Double>(&[b]).unwrap_or_else(|| root::of::<Double>(b, round))),
        Op::Fstod => wide(nan::<Single>(&[b]).map_or_else(
            || {
                let r: Double = Single::of(b).convert_r(round, &mut false).value;
                (r.bits(), 0)
            },
            widened,
        )),
        Op::Fdtos => single(nan::<Double>(&[b]).map_or_else(
            || {
                let x = Double::of(b);
                finish::<Single>(x.convert_r(round, &mut false), || quad(x))
            },
            narrowed,
        )),
        Op::Fstoi => {
            let (v, f) = integer::<Single>(b);
            Delivers::Single(v, f)
        }
        _ => {
            let (v, f) = integer::<Double>(b);
            Delivers::Single(v, f)
        }
    }
}

/// An operand as the GRFPU takes it: subnormals are zeros with FSR.NS, and not handled without.
fn operand<T: Format>(v: u64, ns: bool) -> Option<u64> {
    if T::of(v).category() == Category::Normal && T::of(v).is_denormal() {
        ns.then_some(v & 1 << (T::BITS - 1))
    } else {
        Some(v)
    }
}

/// A NaN in double format; the generated one is that of the format.
fn widened((v, flags): (u64, u32)) -> (u64, u32) {
    let value = match flags {
        0 => (v & 1 << 31) << 32 | Double::infinity_bits() | (v & 0x7f_ffff) << 29,
        _ => Double::generated(),
    };
    (value, flags)
}

/// A NaN in single format.
fn narrowed((v, flags): (u64, u32)) -> (u64, u32) {
    let value = match flags {
        0 => v >> 63 << 31 | Single::infinity_bits() | v >> 29 & 0x7f_ffff,
        _ => Single::generated(),
    };
    (value, flags)
}
