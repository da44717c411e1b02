//! Bit-exact IEEE 754 single and double arithmetic for every simulated instruction set.
//!
//! Values are bit patterns (`u32`, `u64`), so a NaN payload never depends on the host. Every operation returns its
//! result with the [`Flags`] that it raised. [`Env`] has the parameters in which architectures differ: rounding
//! direction, NaN choice, subnormals, tininess. No function reads or writes the host's floating-point state.
//!
//! Two implementations share each entry point. The *fast* one uses host arithmetic, which Rust guarantees to be IEEE
//! round-to-nearest-even, for ordinary operands and results, and tests whether the result is exact. All other cases go
//! to the *soft* one: integers only.
//!
//! ```
//! use trueboard_core::fp::{self, Env, Flags, Round};
//! let env = Env::IEEE;
//! assert_eq!(fp::add64(env, 1f64.to_bits(), 2f64.to_bits()), (3f64.to_bits(), Flags::NONE));
//! let third = fp::div32(env.with_round(Round::Up), 1f32.to_bits(), 3f32.to_bits());
//! assert_eq!(third, (0x3EAA_AAAB, Flags::INEXACT));
//! ```

mod compare;
mod convert;
mod double;
mod env;
mod flags;
mod format;
mod nan;
mod round;
mod single;
mod soft;
#[cfg(test)]
mod tests;

pub use compare::{Relation, compare32, compare64};
pub use convert::{
    cvt32to64, cvt64to32, f32_to_i32, f32_to_u32, f64_to_i32, f64_to_u32, i32_to_f32, i32_to_f64,
    u32_to_f32, u32_to_f64,
};
pub use double::{
    add64, div64, fma64, host_add64, host_mul64, host_sub64, mul32to64, mul64, sqrt64, sub64,
};
pub use env::{Env, NanRule, NanToInt, Round, Tininess};
pub use flags::Flags;
pub use format::{is_nan32, is_nan64, is_subnormal32, is_subnormal64};
pub use single::{add32, div32, fma32, mul32, sqrt32, sub32};
