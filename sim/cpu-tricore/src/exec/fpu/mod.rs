//! The FPU: single precision on the shared soft float, with TriCore's flags in PSW.
//!
//! Subnormal operands count as zeros (but CMP.F sees them) and a result that is tiny before rounding
//! becomes zero. Every instruction rewrites FS; the other exception bits only ever get set.

mod convert;
mod seed;

pub(super) use convert::{ftoi, ftoq31, ftou, itof, q31tof, utof};
pub(super) use seed::qseed;

use super::flags::Flags;
use trueboard_core::fp::{self, Env, Relation, Round};

/// Some exception happened in the last FPU instruction.
const FS: u32 = 1 << 31;
/// The bit of each exception, in the order of [`fp::Flags::bits`]: FX, FZ, FU, FV, FI.
const EXCEPTIONS: [u32; 5] = [1 << 26, 1 << 28, 1 << 27, 1 << 29, 1 << 30];
/// The sign of a number.
const SIGN: u32 = 1 << 31;

/// The environment that PSW.RM chooses.
#[inline]
fn env(flags: &Flags) -> Env {
    let round = match flags.0 >> 24 & 3 {
        0 => Round::NearestEven,
        1 => Round::Up,
        2 => Round::Down,
        _ => Round::TowardZero,
    };
    Env::TRICORE.with_round(round)
}

/// Notes what an operation raised and passes its result on.
#[inline]
fn deliver((result, raised): (u32, fp::Flags), flags: &mut Flags) -> u32 {
    flags.0 &= !FS;
    if !raised.is_empty() {
        flags.0 |= EXCEPTIONS
            .iter()
            .enumerate()
            .filter(|(n, _)| raised.bits() >> n & 1 != 0)
            .fold(FS, |all, (_, bit)| all | bit);
    }
    result
}

/// ADD.F, SUB.F, MUL.F, DIV.F: what `operation` makes of two numbers.
#[inline]
pub(super) fn two(
    operation: impl Fn(Env, u32, u32) -> (u32, fp::Flags),
    (x, y): (u32, u32),
    flags: &mut Flags,
) -> u32 {
    deliver(operation(env(flags), x, y), flags)
}

/// MADD.F: one rounding.
pub(super) fn madd(c: u32, a: u32, b: u32, flags: &mut Flags) -> u32 {
    deliver(fp::fma32(env(flags), a, b, c), flags)
}

/// MSUB.F: one rounding.
pub(super) fn msub(c: u32, a: u32, b: u32, flags: &mut Flags) -> u32 {
    madd(c, a ^ SIGN, b, flags)
}

/// CMP.F: one bit for the relation, and one for each subnormal operand.
pub(super) fn cmp(a: u32, b: u32, flags: &mut Flags) -> u32 {
    let env = Env {
        flush_inputs: false,
        ..Env::TRICORE
    };
    let (relation, raised) = fp::compare32(env, a, b, false);
    let relation = match relation {
        Relation::Less => 1,
        Relation::Equal => 1 << 1,
        Relation::Greater => 1 << 2,
        Relation::Unordered => 1 << 3,
    };
    let subnormal = u32::from(fp::is_subnormal32(a)) << 4 | u32::from(fp::is_subnormal32(b)) << 5;
    deliver((relation | subnormal, raised), flags)
}

/// UPDFL: PSW[31:24] takes the bits of `a`[7:0] that `a`[15:8] selects; there is no result.
pub(super) fn updfl(a: u32, flags: &mut Flags) -> u32 {
    let select = (a & 0xFF00) << 16;
    flags.0 = flags.0 & !select | a << 24 & select;
    0
}
