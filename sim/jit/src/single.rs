//! Arithmetic on singles that is rounded once, to nearest: sums, products, and products that are added. Operands of less
//! precision count as zeros of their sign ([`Guest::SMALL_NUMBERS_ARE_ZEROS`]).
//!
//! The product of two singles is exact in double precision. So is all of an operation but one addition, and the rounding
//! to single precision. Rounding twice goes wrong only where the first rounding makes a tie of the second one.
//!
//! Operands that are infinite or no numbers make results that are: so results say enough of operands. Such results, those
//! of less precision, and ties are left to the handler.

use crate::asm::{Alu, Asm, Cond, Mem, RAX, RCX, RDX, Shift, Src};
use crate::block::Code;
use crate::field::Field;
use crate::memory::Guest;
use crate::sse::{Arithmetic, Format, Xmm, XmmSrc};
use cranelift_assembler_x64::Scale;

/// An operation on singles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingleOp {
    /// `n + m`.
    Sum,
    /// `n - m`.
    Difference,
    /// `n * m`.
    Product,
    /// `to + n * m`.
    PlusProduct,
    /// `to - n * m`.
    MinusProduct,
}

/// Flags of a result in a status word.
pub struct SingleFlags<C> {
    /// The word.
    pub word: Field<C, u32>,
    /// Bits that a result replaces, with the two below.
    pub replaced: u32,
    /// It is zero.
    pub zero: u32,
    /// The number of the bit of its sign.
    pub sign: u8,
}

/// What is rounded to a single, in double precision, or the single of a sum.
const EXACT: Xmm = 0;
const OTHER: Xmm = 1;
const RESULT: Xmm = 2;

/// Bits of a double below the last place of a single, and of these the tie.
const BELOW_SINGLE: u32 = (1 << 29) - 1;
const TIE: u32 = 1 << 28;
/// The least number of full precision, without its sign and shifted to the left by one.
const LEAST: u32 = 1 << 24;

impl<G: Guest> Code<'_, G> {
    /// `to` becomes the result of instruction `i`, with its flags if they may be read.
    pub fn single_operation(
        &mut self,
        i: usize,
        op: SingleOp,
        to: Field<G::Core, u32>,
        [n, m]: [Field<G::Core, u32>; 2],
        flags: Option<&SingleFlags<G::Core>>,
    ) {
        let slow = self.slow();
        if !G::SMALL_NUMBERS_ARE_ZEROS {
            return self.fails();
        }
        let [n, m] = [n.mem(), m.mem()];
        let asm = &mut self.asm;
        match op {
            SingleOp::Sum | SingleOp::Difference => {
                let op = match op {
                    SingleOp::Sum => Arithmetic::Sum,
                    _ => Arithmetic::Difference,
                };
                asm.load_number(Format::Single, RESULT, n);
                asm.arithmetic(op, Format::Single, RESULT, XmmSrc::Mem(m));
            }
            SingleOp::Product => {
                product(asm, EXACT, [n, m]);
                asm.convert_number(Format::Single, RESULT, XmmSrc::Reg(EXACT));
            }
            SingleOp::PlusProduct | SingleOp::MinusProduct => {
                let op = match op {
                    SingleOp::PlusProduct => Arithmetic::Sum,
                    _ => Arithmetic::Difference,
                };
                asm.convert_number(Format::Double, EXACT, XmmSrc::Mem(to.mem()));
                product(asm, OTHER, [n, m]);
                asm.arithmetic(op, Format::Double, EXACT, XmmSrc::Reg(OTHER));
                asm.bits_of_number(Format::Double, RAX, EXACT);
                asm.alu(Alu::And, RAX, Src::Imm(BELOW_SINGLE as i32));
                asm.alu(Alu::Cmp, RAX, Src::Imm(TIE as i32));
                asm.jump_if(Cond::Equal, slow);
                asm.convert_number(Format::Single, RESULT, XmmSrc::Reg(EXACT));
            }
        }
        asm.bits_of_number(Format::Single, RAX, RESULT);
        // The exponent, of which 1 may have been reached by rounding: 2 to 254.
        let below = Mem::Indexed(RAX, RAX, Scale::One, (2 * LEAST).wrapping_neg() as i32);
        asm.address(RDX, below);
        asm.alu(Alu::Cmp, RDX, Src::Imm((253 * LEAST) as i32));
        let (put, done) = (self.asm.label(), self.asm.label());
        let status = flags.map(|f| f.word);
        let flags = flags.map(|f| (f.word.mem(), f.replaced, f.zero, f.sign));
        let to_mem = to.mem();
        let odd = self.detour(move |asm| {
            match op {
                SingleOp::Sum | SingleOp::Difference => {
                    asm.mov(RDX, Src::Reg(RAX));
                    asm.alu(Alu::Add, RDX, Src::Reg(RDX));
                }
                _ => {
                    asm.bits_of_number(Format::Double, RDX, EXACT);
                    asm.add_64(RDX, Src::Reg(RDX));
                }
            }
            asm.jump_if(Cond::NotEqual, slow);
            match flags {
                Some((word, replaced, zero, sign)) => {
                    put_flags(asm, word, replaced, sign);
                    asm.alu_memory(Alu::Or, word, zero as i32);
                    asm.store(to_mem, RAX);
                    asm.jump(done);
                }
                None => asm.jump(put),
            }
        });
        self.asm.jump_if(Cond::NotBelow, odd);
        if let Some((word, replaced, _, sign)) = flags {
            put_flags(&mut self.asm, word, replaced, sign);
        }
        self.asm.bind(put);
        self.asm.store(to_mem, RAX);
        self.asm.bind(done);
        for put in status.into_iter().chain([to]) {
            self.values.forget(put.offset());
        }
        self.end_with_slow(slow, i);
    }
}

/// `to` = the product of two singles.
fn product(asm: &mut Asm, to: Xmm, [n, m]: [Mem; 2]) {
    asm.convert_number(Format::Double, to, XmmSrc::Mem(n));
    asm.convert_number(Format::Double, RESULT, XmmSrc::Mem(m));
    asm.arithmetic(Arithmetic::Product, Format::Double, to, XmmSrc::Reg(RESULT));
}

/// Replaces flags by the sign of the result, which is in EAX. EDX and ECX are lost.
fn put_flags(asm: &mut Asm, word: Mem, replaced: u32, sign: u8) {
    asm.mov(RDX, Src::Mem(word));
    asm.alu(Alu::And, RDX, Src::Imm(!replaced as i32));
    asm.mov(RCX, Src::Reg(RAX));
    asm.shift(Shift::Right, RCX, 31 - sign);
    asm.alu(Alu::And, RCX, Src::Imm(1 << sign));
    asm.alu(Alu::Or, RDX, Src::Reg(RCX));
    asm.store(word, RDX);
}
