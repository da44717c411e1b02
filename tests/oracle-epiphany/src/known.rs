//! Where the vendor's simulator is known to differ from the architecture reference, and from us.

use trueboard_cpu_epiphany::fpu::{Mode, execute};
use trueboard_cpu_epiphany::isa::{Encoding, Opcode};
use trueboard_cpu_epiphany::status::{BIS, BUS, BV};

/// Bits of a double below the last place of a single, and the tie.
const BELOW_SINGLE: u64 = (1 << 29) - 1;
const TIE: u64 = 1 << 28;

/// True if an operation on these values of Rd, Rn and Rm belongs to one of these:
///
/// - FIX to nearest takes ties away from zero there; the reference has ties to even.
/// - FIX of a NaN or of a number that is too large sets no flag there.
/// - FMADD and FMSUB to nearest are rounded to double precision first there, towards zero or away
///   from it; the reference has one rounding.
/// - BUS is set there when a subnormal result is inexact, and a number that would be subnormal may
///   be rounded up to a normal one; the reference flushes every result with an exponent that is
///   too small, and says so by BUS.
/// - FADD, FSUB and FMUL set BIS there if the old value of Rd, which they do not use, is a NaN.
/// - FABS has the exceptions of the operation before there.
/// - BZ of integer mode is set there if all 32 bits of the result are zero; the reference has bits
///   30:0.
#[must_use]
pub fn differs(opcode: Opcode, mode: Mode, [d, n, m]: [u32; 3]) -> bool {
    let (result, flags) = execute(opcode, mode, d, n, m);
    if mode == Mode::Integer {
        return result == 1 << 31;
    }
    match opcode {
        Opcode::Fabs => flags & BIS != 0,
        Opcode::Fix => {
            let value = f32::from_bits(n);
            let tie = mode == Mode::Nearest && value.fract().abs() == 0.5;
            tie || flags & (BIS | BV) != 0
        }
        Opcode::Fmadd | Opcode::Fmsub => {
            let wide = |bits: u32| f64::from(f32::from_bits(bits));
            let product = match opcode {
                Opcode::Fmadd => wide(n) * wide(m),
                _ => -(wide(n) * wide(m)),
            };
            flags & BUS != 0
                || near_smallest(result)
                || mode == Mode::Nearest && rounds_twice(wide(d), product)
        }
        Opcode::Fadd | Opcode::Fsub | Opcode::Fmul => {
            flags & BUS != 0 || near_smallest(result) || f32::from_bits(d).is_nan()
        }
        _ => false,
    }
}

/// An operation of the list above, on values of Rd, Rn and Rm.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The operation.
    pub operation: Encoding,
    /// Under which mode.
    pub mode: Mode,
    /// Values of Rd, Rn and Rm.
    pub values: [u32; 3],
}

const fn example(operation: Encoding, mode: Mode, values: [u32; 3]) -> Example {
    Example {
        operation,
        mode,
        values,
    }
}

/// One for each entry.
pub const EXAMPLES: [Example; 9] = {
    use Encoding as E;
    use Mode::{Integer, Nearest};
    [
        // 2.5.
        example(E::Fix32, Nearest, [0, 0x4020_0000, 0]),
        example(E::Fix32, Nearest, [0, 0x7fc0_0000, 0]),
        example(E::Fix32, Nearest, [0, 0x7f00_0000, 0]),
        // 1 + 2^-23 - 2^-24 (1 - 2^-46): just above a tie.
        example(E::Fmsub32, Nearest, [0x3f80_0001, 0x3380_0001, 0x3f7f_fffe]),
        // The smallest normal number times 0.5, and times 1 - 2^-24.
        example(E::Fmul32, Nearest, [0, 0x0080_0000, 0x3f00_0000]),
        example(E::Fmul32, Nearest, [0, 0x0080_0000, 0x3f7f_ffff]),
        example(E::Fadd32, Nearest, [0x7fc0_0000, 0x3f80_0000, 0x3f80_0000]),
        example(E::Fabs32, Nearest, [0, 0x7fc0_0000, 0]),
        example(E::Fadd32, Integer, [0, 0x7fff_ffff, 1]),
    ]
};

/// Instructions that the vendor's simulator does not have. Of TESTSET it has the addition only.
#[must_use]
pub fn lacks(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Testseth | Opcode::Testsetb)
}

/// JALR LR goes to the new value of LR there, not to the old one.
#[must_use]
pub fn jump(opcode: Opcode, register: u8) -> bool {
    opcode == Opcode::Jalr && register == 14
}

/// The smallest normal number, which may be the result of rounding up.
fn near_smallest(result: u32) -> bool {
    result << 1 == 0x0080_0000 << 1
}

/// Whether a sum that is inexact in double precision may be taken for a tie of single precision.
fn rounds_twice(x: f64, y: f64) -> bool {
    let sum = x + y;
    let y_part = sum - x;
    let error = (x - (sum - y_part)) + (y - y_part);
    let near = |step: u64| sum.to_bits().wrapping_add(step) & BELOW_SINGLE;
    error != 0.0 && [near(0), near(1), near(u64::MAX)].contains(&TIE)
}
