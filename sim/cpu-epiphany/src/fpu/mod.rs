//! The floating-point unit: IEEE single precision, or 32-bit integers, as CONFIG says.
//!
//! Every operation answers the result and the flags it sets, in their places in STATUS. The core
//! takes them with `status & !FPU_FLAGS | flags`, so that BIS, BVS and BUS stay; those among the
//! flags of *this* operation that CONFIG enables (IEN, OEN, UEN) are exceptions.

use crate::isa::Kind;

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
    /// The mode that a value of CONFIG selects: bit 0, and bits 19:17.
    #[must_use]
    pub const fn of_config(config: u32) -> Self {
        match (config >> 17 & 7, config & 1) {
            (4, _) => Self::Integer,
            (_, 0) => Self::Nearest,
            _ => Self::Truncate,
        }
    }
}

/// Result and flags of an FPU instruction, given the values of Rd, Rn and Rm.
#[inline]
#[must_use]
pub fn execute(kind: Kind, mode: Mode, d: u32, n: u32, m: u32) -> (u32, u32) {
    let _ = (kind, mode, d, n, m);
    todo!("the unit")
}
