//! The parameters of every operation, in which the instruction sets differ.

use serde::{Deserialize, Serialize};

/// Rounding direction (IEEE 754-1985, section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Round {
    /// To the nearest value; a tie goes to the even significand.
    #[default]
    NearestEven,
    /// Towards zero (truncate).
    TowardZero,
    /// Towards plus infinity.
    Up,
    /// Towards minus infinity.
    Down,
}

/// Which NaN an operation delivers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum NanRule {
    /// SPARC V8 manual, appendix N: signalling before quiet, rs2 before rs1, made quiet;
    /// generated NaN is positive with all fraction bits one.
    #[default]
    SparcV8,
    /// GRFPU (GR740 user manual 1.7, table 64): a signalling operand gives the generated NaN
    /// `0x7FFF_0000` / `0x7FFF_E000_0000_0000`; of two quiet operands the second survives.
    Grfpu,
    /// TriCore (QEMU `fpu_helper.c`): any NaN operand gives `0x7FC0_0000`; an invalid operation
    /// adds a cause: 1 add, 2 multiply, 4 square root, 8 divide.
    TriCore,
    /// The first NaN operand made quiet, and any NaN operand is invalid (Epiphany simulator);
    /// generated NaN has only the quiet bit set (estimated).
    Epiphany,
}

/// What a NaN becomes when converted to an integer; the conversion is always invalid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum NanToInt {
    /// The largest or smallest integer by the NaN's sign (SPARC, appendix N; Epiphany simulator).
    #[default]
    BySign,
    /// Zero (TriCore).
    Zero,
}

/// When a result counts as tiny (IEEE 754-1985, section 7.4, leaves the choice).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Tininess {
    /// The exact result is below the smallest normal number.
    #[default]
    BeforeRounding,
    /// The result rounded with unlimited exponent range is below the smallest normal number.
    AfterRounding,
}

/// Parameters of an operation. Cheap to copy; an FPU builds one when its mode register changes.
///
/// ```
/// use trueboard_core::fp::{Env, Round};
/// let truncating = Env::IEEE.with_round(Round::TowardZero);
/// assert!(!truncating.flush_inputs);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Env {
    /// Rounding direction.
    pub round: Round,
    /// Which NaN an operation delivers.
    pub nan: NanRule,
    /// What a NaN becomes as an integer.
    pub nan_to_int: NanToInt,
    /// When a result counts as tiny.
    pub tininess: Tininess,
    /// Subnormal operands count as zeros with their sign, without a flag.
    pub flush_inputs: bool,
    /// Tiny results become zeros with their sign, raising underflow and inexact.
    pub flush_results: bool,
}

impl Env {
    /// Plain IEEE 754 with the SPARC V8 choices and full subnormal support.
    pub const IEEE: Env = Env {
        round: Round::NearestEven,
        nan: NanRule::SparcV8,
        nan_to_int: NanToInt::BySign,
        tininess: Tininess::BeforeRounding,
        flush_inputs: false,
        flush_results: false,
    };

    /// The GRFPU of the LEON processors: its NaN table, underflow detected before rounding and
    /// flushed to zero (GR740 user manual 1.7, sections 8.2.3 and 8.2.7).
    pub const GRFPU: Env = Env {
        nan: NanRule::Grfpu,
        flush_results: true,
        ..Env::IEEE
    };

    /// The TriCore FPU: subnormals flushed both ways (QEMU `fpu_helper.c`).
    pub const TRICORE: Env = Env {
        nan: NanRule::TriCore,
        nan_to_int: NanToInt::Zero,
        flush_inputs: true,
        flush_results: true,
        ..Env::IEEE
    };

    /// The Epiphany FPU: subnormals flushed both ways (architecture reference, IEEE 754 notes);
    /// underflow is seen by the exponent of the result (its instruction set, FADD and others).
    pub const EPIPHANY: Env = Env {
        nan: NanRule::Epiphany,
        tininess: Tininess::AfterRounding,
        flush_inputs: true,
        flush_results: true,
        ..Env::IEEE
    };

    /// These parameters with another rounding direction.
    #[inline]
    #[must_use]
    pub const fn with_round(self, round: Round) -> Env {
        Env { round, ..self }
    }
}

impl Default for Env {
    fn default() -> Env {
        Env::IEEE
    }
}
