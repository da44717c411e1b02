//! The floating-point unit: IEEE single precision, or 32-bit integers, as CONFIG says.
//!
//! Every operation answers the result and the flags it sets, in their places in STATUS. The core
//! takes them with `status & !FPU_FLAGS | flags`, so that BIS, BVS and BUS stay; those among the
//! flags of *this* operation that CONFIG enables (IEN, OEN, UEN) are exceptions.
//!
//! Subnormal operands count as zeros without a flag; subnormal results become zeros with their sign and set BUS. The
//! first NaN of Rn, Rm and Rd, made quiet, is the result of an operation on NaNs, and sets BIS (SIM; AR has another
//! sign of the NaN). BN is the sign of the result, also of zeros and NaNs.

mod convert;
mod host;
mod integer;
mod soft;
#[cfg(test)]
mod tests;

pub use convert::{fabs, fix, float};
pub use integer::{iadd, imadd, imsub, imul, isub};

use crate::isa::Opcode;
use crate::status::{BN, BZ, flag};
use trueboard_core::fp::Round;

/// What CONFIG makes of FPU instructions (AR, CONFIG register: RMODE, ARITHMODE).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Single precision, to the nearest value, ties to even.
    #[default]
    Nearest,
    /// Single precision, towards zero.
    Truncate,
    /// Signed 32-bit integers.
    Integer,
}

impl Mode {
    /// The mode that a value of CONFIG selects: bit 0, and bits 19:17. Reserved values of ARITHMODE
    /// count as single precision (estimated).
    #[must_use]
    pub const fn of_config(config: u32) -> Self {
        match (config >> 17 & 7, config & 1) {
            (4, _) => Self::Integer,
            (_, 0) => Self::Nearest,
            _ => Self::Truncate,
        }
    }

    /// False if the unit has no such operation in this mode: FLOAT, FIX and FABS of integers (AR).
    #[inline]
    #[must_use]
    pub const fn has(self, opcode: Opcode) -> bool {
        !matches!(
            (self, opcode),
            (Self::Integer, Opcode::Float | Opcode::Fix | Opcode::Fabs)
        )
    }

    const fn round(self) -> Round {
        match self {
            Self::Truncate => Round::TowardZero,
            Self::Nearest | Self::Integer => Round::NearestEven,
        }
    }
}

/// Result and flags of an FPU instruction, given the values of Rd, Rn and Rm. Kinds of other groups
/// leave Rd as it is; operations that the mode does not have ([`Mode::has`]) do as in
/// [`Mode::Nearest`].
#[inline(always)]
#[must_use]
pub fn execute(opcode: Opcode, mode: Mode, d: u32, n: u32, m: u32) -> (u32, u32) {
    match opcode {
        Opcode::Fadd => fadd(mode, n, m),
        Opcode::Fsub => fsub(mode, n, m),
        Opcode::Fmul => fmul(mode, n, m),
        Opcode::Fmadd => fmadd(mode, d, n, m),
        Opcode::Fmsub => fmsub(mode, d, n, m),
        Opcode::Float => float(mode, n),
        Opcode::Fix => fix(mode, n),
        Opcode::Fabs => fabs(n),
        _ => (d, 0),
    }
}

/// Defines an operation: on the host where that is exact, in integers elsewhere.
macro_rules! operations {
    ($($(#[$meta:meta])* $name:ident $host:ident $integer:ident ($($arg:ident),*);)*) => { $(
        $(#[$meta])*
        // Calls of it are a tenth of the time of a program that calculates.
        #[inline(always)]
        #[must_use]
        pub fn $name(mode: Mode, $($arg: u32),*) -> (u32, u32) {
            if mode == Mode::Integer {
                return $integer($($arg),*);
            }
            match host::$host(mode, $($arg),*) {
                Some(result) => (result, zero_negative(result)),
                None => soft::$name(mode, $($arg),*),
            }
        }
    )* };
}

operations! {
    /// FADD: `n + m`. IADD in integer mode.
    fadd add iadd(n, m);
    /// FSUB: `n - m`. ISUB in integer mode.
    fsub sub isub(n, m);
    /// FMUL: `n * m`. IMUL in integer mode.
    fmul mul imul(n, m);
    /// FMADD: `d + n * m`, rounded once. IMADD in integer mode.
    fmadd multiply_add imadd(d, n, m);
    /// FMSUB: `d - n * m`, rounded once. IMSUB in integer mode.
    fmsub multiply_sub imsub(d, n, m);
}

/// BZ and BN of a result: bits 30:0 are zero, bit 31.
#[inline]
const fn zero_negative(result: u32) -> u32 {
    flag(BZ, result << 1 == 0) | flag(BN, result >> 31 != 0)
}
