//! What instructions do to registers, by family: pure semantics, which know neither time nor meters.
//!
//! What programs consist of is written over operations (`CoreOps`): a state alone executes it, and what blocks
//! act on; `Lower` makes data of it. The rest of the integer pipe and the FPU compute by pure functions of operands.
//!
//! `usual` and `rare` have one arm for each [`Opcode`] of the classes Alu, Alu2, Mul, Mac, Div, Dvstep, Fp, Fp1,
//! FpMac and FpDiv; the families are in files of their own. Nothing there can trap or panic, whatever
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
pub(crate) mod tests;

pub(crate) use access::{Place, load, place, set_loaded, store, to_store, write_back};
pub(crate) use address::address;
pub(crate) use branch::{by_register, takes};
pub use div::quotient_bits;
pub use flags::Flags;
pub(crate) use shift::{Shift, arithmetic_left, arithmetic_right, left, right};

use crate::decoded::{DecodedInsn, NONE};
use crate::isa::Opcode;
use crate::state::CoreReg;
use crate::trap::Trap;
use trueboard_engine::ops::{Ops, Registers, Truth, Unary};

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

/// A word of operations.
type Word<O> = <O as Ops>::Word;
/// A condition of operations.
type Flag<O> = Truth<Word<O>>;

/// Operations of a core, and what many of its instructions begin with.
pub(crate) trait CoreOps: Ops<Machine: Registers<Reg = CoreReg, Trap = Trap>> {
    /// The second operand: a register or a constant.
    #[inline(always)]
    fn second(&mut self, s: &DecodedInsn) -> Self::Word {
        match s.b {
            NONE => self.word(s.k as u32),
            b => self.get(CoreReg::R(b)),
        }
    }

    /// `a != b`.
    #[inline(always)]
    fn unequal(&mut self, a: Self::Word, b: Self::Word) -> Flag<Self> {
        let equal = self.equal(a, b);
        self.negate(equal)
    }

    /// `a >= b`, of `signed` numbers or of unsigned ones.
    #[inline(always)]
    fn at_least(&mut self, signed: bool, a: Self::Word, b: Self::Word) -> Flag<Self> {
        let below = self.below(signed, a, b);
        self.negate(below)
    }
}

impl<O: Ops<Machine: Registers<Reg = CoreReg, Trap = Trap>>> CoreOps for O {}

/// One of the usual instructions of the integer pipe, of kind `opcode`, with `b` as second operand; false for any other
/// instruction.
#[inline(always)]
pub(crate) fn compute<O: CoreOps>(o: &mut O, s: &DecodedInsn, opcode: Opcode, b: O::Word) -> bool {
    let (a, c) = (o.get(CoreReg::R(s.a)), o.get(CoreReg::R(s.c)));
    match usual(o, opcode, (a, b, c), (s.p, s.w)) {
        Some(result) => {
            o.put(CoreReg::R(s.d), result);
            true
        }
        None => false,
    }
}

/// Defines [`usual`], and a macro that calls the macro it is given with the names of what it knows.
macro_rules! usual {
    (
        $dollar:tt $o:ident ($a:ident $b:ident $c:ident, $p:ident $w:ident)
        $( $name:ident $(| $other:ident)* => $result:expr, )*
    ) => {
        /// What programs consist of mostly: the 32-bit results of instructions that are worth a short way
        /// in an interpreter's loop, and a handler of their own; `p` and `w` are position and width.
        /// `None` for others.
        #[inline(always)]
        pub(crate) fn usual<O: CoreOps>(
            $o: &mut O,
            opcode: Opcode,
            ($a, $b, $c): (O::Word, O::Word, O::Word),
            (p, w): (u8, u8),
        ) -> Option<O::Word> {
            let ($p, $w) = ($o.word(p.into()), u32::from(w));
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

usual! { $ o (a b c, p w)
    Add | Addi => int::add(o, a, b),
    Addih => int::add_high(o, a, b),
    Sub => int::sub(o, a, b),
    Rsub => int::sub(o, b, a),
    Mov | MovU => b,
    Movh => bits::high(o, b),
    And => o.and(a, b),
    Or => o.or(a, b),
    Xor => o.xor(a, b),
    Andn => bits::and_not(o, a, b),
    Sh => shift::sh(o, a, b),
    Sha => shift::sha(o, a, b),
    Eq => o.equal(a, b).bit(),
    Ne => o.unequal(a, b).bit(),
    Lt => o.below(true, a, b).bit(),
    LtU => o.below(false, a, b).bit(),
    Ge => o.at_least(true, a, b).bit(),
    GeU => o.at_least(false, a, b).bit(),
    Mul => mul::multiply(o, a, b),
    Madd => mul::multiply_add(o, c, a, b),
    Sel => bits::pick(o, c, a, b),
    Seln => bits::pick(o, c, b, a),
    ExtrPw => field::extr(o, a, p, w),
    ExtrUPw => field::extr_u(o, a, p, w),
    Max => int::max(o, true, a, b),
    Min => int::min(o, true, a, b),
    Dextr => field::dextr(o, a, b, c),
    DextrP => field::dextr(o, a, b, p),
    Cmov => bits::pick(o, c, b, a),
    Cmovn => bits::pick(o, c, a, b),
    Cadd => int::if_not_zero(o, c, int::add, (a, b)),
    Caddn => int::if_zero(o, c, int::add, (a, b)),
    Csub => int::if_not_zero(o, c, int::sub, (a, b)),
    Csubn => int::if_zero(o, c, int::sub, (a, b)),
    MaxU => int::max(o, false, a, b),
    MinU => int::min(o, false, a, b),
    Nand => bits::nand(o, a, b),
    Nor => bits::nor(o, a, b),
    Xnor => bits::xnor(o, a, b),
    Orn => bits::or_not(o, a, b),
    Not => o.not(a),
    Addx => int::addx(o, a, b),
    Addc => int::addc(o, a, b),
    Subx => int::subx(o, a, b),
    Subc => int::subc(o, a, b),
    Clz => o.unary(Unary::LeadingZeros, a),
}

/// How `s` shifts, if it is a shift by a constant from -31 to 31; a constant's sign says which way.
pub(crate) fn shift_by_constant(s: &DecodedInsn) -> Option<Shift> {
    let arithmetic = match s.opcode {
        Opcode::Sh => false,
        Opcode::Sha => true,
        _ => return None,
    };
    (s.b == NONE).then(|| Shift::of(arithmetic, s.k as u32))?
}
