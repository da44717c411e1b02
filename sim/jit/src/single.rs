//! Arithmetic on singles that is rounded once, to nearest, on numbers of full precision and zeros: sums, products, and
//! products that are added.
//!
//! The product of two singles is exact in double precision. So is all of an operation but one addition, and the rounding
//! to single precision. Rounding twice goes wrong only where the first rounding makes a tie of the second one.
//!
//! Operands that are infinite or no numbers make results that are: so results say enough of them. What is not done here is
//! left to the handler: other operands and results, and ties.

use crate::asm::{Alu, Asm, Cond, Label, Mem, RAX, RCX, RDX, Shift, Src};
use crate::block::Code;
use crate::field::Field;
use crate::memory::Guest;
use crate::sse::{Arithmetic, Format, Xmm, XmmSrc};
use crate::values::Loc;
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

/// An operand, and whether it is known to be zero, of full precision, infinite or no number.
pub struct Single<C> {
    /// Where it is.
    pub word: Field<C, u32>,
    /// See the type.
    pub ordinary: bool,
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
    /// The handler of instruction `i` executes it unless `of`, a number, is ordinary.
    fn ordinary_single(&mut self, of: &Single<G::Core>, slow: Label) {
        if of.ordinary {
            return;
        }
        let r = match self.values.get(of.word.offset()) {
            Some(Loc::Reg(r)) => r,
            _ => {
                self.asm.mov(RAX, Src::Mem(of.word.mem()));
                RAX
            }
        };
        // Of a zero this is the greatest number.
        self.asm.address(RAX, Mem::Indexed(r, r, Scale::One, -1));
        self.asm.alu(Alu::Cmp, RAX, Src::Imm(LEAST as i32 - 1));
        self.asm.jump_if(Cond::Below, slow);
    }

    /// `to` becomes the result of instruction `i`, with its flags if somebody looks at them.
    pub fn single_operation(
        &mut self,
        i: usize,
        op: SingleOp,
        to: Single<G::Core>,
        [n, m]: [Single<G::Core>; 2],
        flags: Option<&SingleFlags<G::Core>>,
    ) {
        let slow = self.slow();
        let adds = matches!(op, SingleOp::PlusProduct | SingleOp::MinusProduct);
        if adds {
            self.ordinary_single(&to, slow);
        }
        self.ordinary_single(&n, slow);
        if n.word.offset() != m.word.offset() {
            self.ordinary_single(&m, slow);
        }
        let [n, m] = [n.word.mem(), m.word.mem()];
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
                asm.convert_number(Format::Double, EXACT, XmmSrc::Mem(to.word.mem()));
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
        let to_mem = to.word.mem();
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
        for put in status.into_iter().chain([to.word]) {
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
