//! What instructions do to registers, by family: pure semantics, which know neither time nor meters.
//!
//! The integer pipe and the FPU compute by pure functions.
//!
//! [`execute`] has one arm for each [`Opcode`] of the classes Alu, Alu2, Mul, Mac, Div, Dvstep, Fp, Fp1,
//! FpMac and FpDiv; the families are in files of their own. Nothing here can trap or panic, whatever
//! the operands are. Where the manual leaves a result open the family's file says what comes out.
//!
//! Source: TriCore TC1.6P & TC1.6E Core Architecture, volume 2, as the instruction table quotes it.

mod access;
mod address;
mod bits;
mod branch;
mod crc;
mod div;
mod field;
mod flags;
mod float_format;
mod fpu;
mod index;
mod int;
mod mac;
mod mul;
mod packed;
mod products;
mod q;
mod rare;
mod registers;
mod rows;
mod shift;
#[cfg(test)]
mod tests;

pub(crate) use access::Place;
pub use div::quotient_bits;
pub use flags::Flags;
pub use shift::{goes_left, sh_left, sh_right};

use crate::isa::Opcode;
use crate::trap::Trap;
use flags::Fit::Wrap;

/// Values of the operands of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Src {
    /// The first source: a register, or a pair.
    pub a: u64,
    /// The second source: a register or the constant, extended to 32 bits as its type says.
    pub b: u64,
    /// The third source: a register, or a pair with the odd register on top.
    pub c: u64,
    /// What the destination holds before.
    pub old: u64,
}

/// Constants of an instruction that are no operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imm {
    /// Position.
    pub p: u8,
    /// Width.
    pub w: u8,
    /// Second position.
    pub q: u8,
    /// Shift of fractional products: 0 or 1. Only the low bit counts.
    pub n: u8,
}

/// `x` if `test` holds, else `y`.
#[inline]
fn select(test: bool, x: u32, y: u32) -> u32 {
    if test { x } else { y }
}

/// Computes the result of `opcode`: 64 bits for a destination that is a pair, else the low 32. Changes
/// the flags that the instruction changes.
///
/// # Errors
/// [`Trap::IOPC`] if `opcode` is not of a class that computes here; flags are unchanged then.
#[inline(always)]
pub fn execute(opcode: Opcode, s: Src, i: Imm, flags: &mut Flags) -> Result<u64, Trap> {
    match usual(
        opcode,
        (s.a as u32, s.b as u32, s.c as u32),
        (i.p, i.w),
        flags,
    ) {
        Some(word) => Ok(word.into()),
        None => rare::other(opcode, s, i, flags),
    }
}

/// Defines [`usual`], and a macro that calls the macro it is given with the names of what it knows.
macro_rules! usual {
    (
        $dollar:tt ($a:ident $b:ident $c:ident, $p:ident $w:ident, $f:ident)
        $( $name:ident $(| $other:ident)* => $result:expr, )*
    ) => {
        /// What programs consist of mostly: the 32-bit results of instructions that are worth a short way
        /// in an interpreter's loop, and a handler of their own; `p` and `w` are position and width.
        /// `None` for others.
        #[inline(always)]
        pub fn usual(
            opcode: Opcode,
            ($a, $b, $c): (u32, u32, u32),
            ($p, $w): (u8, u8),
            $f: &mut Flags,
        ) -> Option<u32> {
            Some(match opcode {
                $( Opcode::$name $(| Opcode::$other)* => $result, )*
                _ => return None,
            })
        }

        macro_rules! usual_names {
            ($dollar then:ident { $dollar($dollar with:tt)* }) => {
                $dollar then! { $dollar($dollar with)* $( $name $($other)* )* }
            };
        }
        pub(crate) use usual_names;
    };
}

usual! { $ (a b c, p w, f)
    Add | Addi => int::add(a, b, f),
    Addih => int::add(a, b << 16, f),
    Sub => int::sub(a, b, f),
    Rsub => int::sub(b, a, f),
    Mov | MovU => b,
    Movh => b << 16,
    And => a & b,
    Or => a | b,
    Xor => a ^ b,
    Andn => a & !b,
    Sh => shift::sh(a, b),
    Sha => shift::sha(a, b, f),
    Eq => u32::from(a == b),
    Ne => u32::from(a != b),
    Lt => u32::from((a as i32) < b as i32),
    LtU => u32::from(a < b),
    Ge => u32::from(a as i32 >= b as i32),
    GeU => u32::from(a >= b),
    Mul => mul::word(0, mul::product(a, b), Wrap, f),
    Madd => mul::word(c, mul::product(a, b), Wrap, f),
    Sel => select(c != 0, a, b),
    Seln => select(c == 0, a, b),
    ExtrPw => field::extr(a, p.into(), w.into()),
    ExtrUPw => field::extr_u(a, p.into(), w.into()),
    Max => (a as i32).max(b as i32) as u32,
    Min => (a as i32).min(b as i32) as u32,
    Dextr => field::dextr(a, b, c),
    DextrP => field::dextr(a, b, p.into()),
    Cmov => select(c != 0, b, a),
    Cmovn => select(c == 0, b, a),
    Cadd => int::add_if(c != 0, a, b, f),
    Caddn => int::add_if(c == 0, a, b, f),
    Csub => int::sub_if(c != 0, a, b, f),
    Csubn => int::sub_if(c == 0, a, b, f),
    MaxU => a.max(b),
    MinU => a.min(b),
    Nand => !(a & b),
    Nor => !(a | b),
    Xnor => !(a ^ b),
    Orn => a | !b,
    Not => !a,
    Addx => int::add_carry(a, b, false, f),
    Addc => int::add_carry(a, b, f.carry(), f),
    Subx => int::add_carry(a, !b, true, f),
    Subc => int::add_carry(a, !b, f.carry(), f),
    Clz => a.leading_zeros(),
}
