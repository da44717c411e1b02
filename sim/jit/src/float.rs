//! Floating-point arithmetic by the host's, on ordinary numbers: zeros, and those of full precision.
//!
//! The host rounds to nearest, as IEEE 754 says it. A guest that does so, too, gets the result of each operation from
//! here, and whether it is exact. The handler executes all other cases: operands or results that are infinite, not a
//! number, or of less precision, before or after rounding.

use crate::asm::{Alu, Asm, Cond, Label, Mem, R12, RAX, RCX, RDX, Src};
use crate::block::Code;
use crate::field::Field;
use crate::memory::Guest;
use crate::places::Places;
use crate::sse::{Arithmetic, Format, Xmm, XmmSrc};
use crate::uops::loc_of;
use crate::waits::Wait;
use cranelift_assembler_x64::Scale;
use trueboard_engine::lower::{Uop, Value};

/// The result of an operation, and its operands.
const RESULT: Xmm = 0;
const OPERANDS: [Xmm; 2] = [1, 2];
const SCRATCH: [Xmm; 2] = [3, 4];

/// A number of the guest.
pub enum Number<C> {
    /// A single.
    Single(Field<C, u32>),
    /// A double.
    Double(Field<C, u64>),
}

impl<C> Clone for Number<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Number<C> {}

impl<C> Number<C> {
    fn parts(self) -> (Format, Mem) {
        match self {
            Number::Single(field) => (Format::Single, field.mem()),
            Number::Double(field) => (Format::Double, field.mem()),
        }
    }

    /// Its sign and exponent, which are the upper bits of a word.
    fn high(self) -> Mem {
        match self {
            Number::Single(field) => field.mem(),
            Number::Double(field) => field.high().mem(),
        }
    }
}

/// An operand.
pub struct Operand<C> {
    /// Where it is.
    pub number: Number<C>,
    /// It is known to be ordinary.
    pub ordinary: bool,
}

/// The bit of a byte that says that a result was rounded.
pub struct Rounded<C> {
    /// The byte.
    pub of: Field<C, u8>,
    /// The bit.
    pub bit: u8,
}

/// The lowest bit of the exponent in the word with the sign.
fn exponent_shift(format: Format) -> u32 {
    match format {
        Format::Single => 23,
        Format::Double => 20,
    }
}

/// The exponent of what is infinite or not a number.
fn no_exponent(format: Format) -> u32 {
    match format {
        Format::Single => 0xff,
        Format::Double => 0x7ff,
    }
}

/// RAX: a number without its sign, of which the flags of the host say whether it is 0.
fn magnitude(asm: &mut Asm, format: Format, of: Mem) {
    match format {
        Format::Single => {
            asm.mov(RAX, Src::Mem(of));
            asm.alu(Alu::Add, RAX, Src::Reg(RAX));
        }
        Format::Double => {
            asm.mov_64(RAX, Src::Mem(of));
            asm.add_64(RAX, Src::Reg(RAX));
        }
    }
}

/// [`magnitude`] of a number in a register.
fn magnitude_of(asm: &mut Asm, format: Format, of: Xmm) {
    asm.bits_of_number(format, RAX, of);
    match format {
        Format::Single => asm.alu(Alu::Add, RAX, Src::Reg(RAX)),
        Format::Double => asm.add_64(RAX, Src::Reg(RAX)),
    }
}

impl<G: Guest> Code<'_, G> {
    /// Goes to `slow` if an operand is of less precision: neither zero, nor has it an exponent.
    fn operand(&mut self, operand: &Operand<G::Core>, slow: Label) {
        if operand.ordinary {
            return;
        }
        let (format, mem) = operand.number.parts();
        let back = self.asm.label();
        let small = self.detour(move |asm| {
            magnitude(asm, format, mem);
            asm.jump_if(Cond::NotEqual, slow);
            asm.jump(back);
        });
        let exponent = no_exponent(format) << exponent_shift(format);
        self.asm.test_memory(operand.number.high(), exponent);
        self.asm.jump_if(Cond::Equal, small);
        self.asm.bind(back);
    }

    /// Goes to `odd` unless the exponent of the result is that of a number, and not below `least`.
    fn exponent_of_result(&mut self, format: Format, least: u32, odd: Label) {
        let asm = &mut self.asm;
        asm.bits_of_number(format, RAX, RESULT);
        if format == Format::Double {
            asm.shift_right_64(RAX, 32);
        }
        // Without the sign.
        let shift = exponent_shift(format) + 1;
        let below = Mem::Indexed(RAX, RAX, Scale::One, (least << shift).wrapping_neg() as i32);
        asm.address(RAX, below);
        let values = (no_exponent(format) - least) << shift;
        asm.alu(Alu::Cmp, RAX, Src::Imm(values as i32));
        asm.jump_if(Cond::NotBelow, odd);
    }

    /// The result becomes that of `op` on two numbers of one format, and `rounded` is set if it is not exact. Goes to
    /// `slow`, without effect, if an operand or the result is not ordinary.
    pub fn arithmetic(
        &mut self,
        op: Arithmetic,
        operands: &[Operand<G::Core>; 2],
        rounded: &Rounded<G::Core>,
        slow: Label,
    ) {
        let [a, b] = operands;
        let ((format, a_mem), (_, b_mem)) = (a.number.parts(), b.number.parts());
        self.operand(a, slow);
        self.operand(b, slow);
        let [x, y] = OPERANDS;
        self.asm.load_number(format, x, a_mem);
        self.asm.load_number(format, y, b_mem);
        self.asm.copy_number(RESULT, x);
        self.asm.arithmetic(op, format, RESULT, XmmSrc::Reg(y));
        let done = self.asm.label();
        let odd = self.detour(move |asm| {
            magnitude_of(asm, format, RESULT);
            asm.jump_if(Cond::NotEqual, slow);
            if op == Arithmetic::Product {
                // Not so small that it was rounded to zero.
                magnitude(asm, format, a_mem);
                asm.jump_if(Cond::Equal, done);
                magnitude(asm, format, b_mem);
                asm.jump_if(Cond::NotEqual, slow);
            }
            asm.jump(done);
        });
        // A product with the least exponent may have had less than that before it was rounded.
        let least = if op == Arithmetic::Product { 2 } else { 1 };
        self.exponent_of_result(format, least, odd);
        let (flags, bit) = (rounded.of.mem(), rounded.bit);
        let inexact = self.detour(move |asm| {
            asm.or_memory_8(flags, bit);
            asm.jump(done);
        });
        let first = self.detour(move |asm| match (op, format) {
            (Arithmetic::Sum | Arithmetic::Difference, _) => {
                rounded_sum(asm, op, format, done, inexact);
            }
            (Arithmetic::Product, Format::Single) => {
                rounded_single_product(asm);
                asm.jump_if(Cond::Equal, done);
                asm.jump(inexact);
            }
            (Arithmetic::Product, Format::Double) => {
                trailing_zeros_of_product(asm, [a_mem, b_mem]);
                asm.alu(Alu::Cmp, RAX, Src::Imm(52));
                asm.jump_if(Cond::Above, done);
                asm.jump_if(Cond::Equal, slow);
                asm.jump(inexact);
            }
        });
        self.asm.test_memory_8(flags, bit);
        self.asm.jump_if(Cond::Equal, first);
        self.asm.bind(done);
    }

    /// The result becomes that of a conversion, and `raised` 0. If the result is not exact, `raised` becomes the bit of
    /// `rounded`, which is set. Goes to `slow`, without effect, if the operand or the result is not ordinary.
    pub fn convert(
        &mut self,
        conversion: &Conversion<G::Core>,
        raised: Field<G::Core, u8>,
        rounded: &Rounded<G::Core>,
        slow: Label,
    ) {
        let [exact, scratch] = SCRATCH;
        let compared = match conversion {
            Conversion::OfInteger(from, format) => {
                let from = from.mem();
                self.asm.zero_number(RESULT);
                self.asm.number_of_integer(*format, RESULT, from);
                (*format == Format::Single).then(|| {
                    self.asm.zero_number(exact);
                    self.asm.number_of_integer(Format::Double, exact, from);
                    self.asm
                        .convert_number(Format::Double, scratch, XmmSrc::Reg(RESULT));
                    XmmSrc::Reg(scratch)
                })
            }
            Conversion::Widening(operand) => {
                let (_, from) = operand.number.parts();
                self.operand(operand, slow);
                self.asm
                    .convert_number(Format::Double, RESULT, XmmSrc::Mem(from));
                self.result_of_conversion(Format::Double, 1, (Format::Single, from), slow);
                None
            }
            Conversion::Narrowing(operand) => {
                let (_, from) = operand.number.parts();
                self.operand(operand, slow);
                self.asm
                    .convert_number(Format::Single, RESULT, XmmSrc::Mem(from));
                self.result_of_conversion(Format::Single, 2, (Format::Double, from), slow);
                self.asm
                    .convert_number(Format::Double, exact, XmmSrc::Reg(RESULT));
                Some(XmmSrc::Mem(from))
            }
            Conversion::Truncation(operand) => {
                let (format, from) = operand.number.parts();
                self.operand(operand, slow);
                self.asm.truncated_number(format, RAX, XmmSrc::Mem(from));
                self.asm.alu(Alu::Cmp, RAX, Src::Imm(i32::MIN));
                self.asm.jump_if(Cond::Equal, slow);
                self.asm.single_of_bits(RESULT, RAX);
                self.asm.zero_number(exact);
                self.asm.double_of_integer(exact, RAX);
                Some(match format {
                    Format::Double => XmmSrc::Mem(from),
                    Format::Single => {
                        self.asm
                            .convert_number(Format::Double, scratch, XmmSrc::Mem(from));
                        XmmSrc::Reg(scratch)
                    }
                })
            }
        };
        self.asm.store_imm_8(raised.mem(), 0);
        if let Some(compared) = compared {
            let (raised, flags, bit) = (raised.mem(), rounded.of.mem(), rounded.bit);
            let done = self.asm.label();
            let inexact = self.detour(move |asm| {
                asm.store_imm_8(raised, bit);
                asm.or_memory_8(flags, bit);
                asm.jump(done);
            });
            self.asm.compare_numbers(Format::Double, exact, compared);
            self.asm.jump_if(Cond::NotEqual, inexact);
            self.asm.bind(done);
        }
    }

    /// Goes to `slow` unless the result of a conversion has an exponent not below `least`, or the operand is zero.
    fn result_of_conversion(
        &mut self,
        format: Format,
        least: u32,
        (of, operand): (Format, Mem),
        slow: Label,
    ) {
        let done = self.asm.label();
        let odd = self.detour(move |asm| {
            magnitude(asm, of, operand);
            asm.jump_if(Cond::NotEqual, slow);
            asm.jump(done);
        });
        self.exponent_of_result(format, least, odd);
        self.asm.bind(done);
    }

    /// Bits of a single go to another one: those of `keep`, those of `flip` inverted.
    pub fn move_single(
        &mut self,
        to: Field<G::Core, u32>,
        from: Field<G::Core, u32>,
        (keep, flip): (u32, u32),
    ) {
        self.asm.mov(RAX, Src::Mem(from.mem()));
        if keep != u32::MAX {
            self.asm.alu(Alu::And, RAX, Src::Imm(keep as i32));
        }
        if flip != 0 {
            self.asm.alu(Alu::Xor, RAX, Src::Imm(flip as i32));
        }
        self.asm.store(to.mem(), RAX);
    }

    /// Loads a number from the window at the address that is `address` behind `uops`, and waits before that. `behind`
    /// is emitted behind it, with the moment of the load at hand. Instruction `i` goes to its handler if the window has
    /// not got it all, or the wait is too long.
    pub fn load_number(
        &mut self,
        i: usize,
        (uops, address): (&[Uop<G::Machine>], Value),
        places: &impl Places<G>,
        to: Number<G::Core>,
        wait: &Wait<G::Core>,
        behind: impl FnOnce(&mut Self),
    ) {
        let slow = self.slow();
        let window = places.window();
        let (format, to) = to.parts();
        let bytes = if format == Format::Double { 8 } else { 4 };
        let Ok(locs) = self.carry_out(uops, places, None, &[address], slow) else {
            return self.fails();
        };
        let Ok(address) = loc_of(&locs, address) else {
            return self.fails();
        };
        self.reach(address, bytes, &window, slow);
        self.wait(wait, slow);
        let from = Mem::Indexed(R12, RDX, Scale::One, 0);
        match format {
            Format::Single => {
                self.asm.mov(RAX, Src::Mem(from));
                if window.big_endian {
                    self.asm.swap_bytes(RAX);
                }
                self.asm.store(to, RAX);
            }
            Format::Double => {
                self.asm.mov_64(RAX, Src::Mem(from));
                if window.big_endian {
                    self.asm.swap_bytes_64(RAX);
                }
                self.asm.store_64(to, RAX);
            }
        }
        self.hit(&window);
        behind(self);
        self.end_slow(slow, i);
    }

    /// Stores a number to the window at the address that is `address` behind `uops`, and waits before that. Instruction
    /// `i` goes to its handler if the store needs a test, or the wait is too long.
    pub fn store_number(
        &mut self,
        i: usize,
        (uops, address): (&[Uop<G::Machine>], Value),
        places: &impl Places<G>,
        from: Number<G::Core>,
        wait: &Wait<G::Core>,
    ) {
        let slow = self.slow();
        let window = places.window();
        let (format, from) = from.parts();
        let bytes = if format == Format::Double { 8 } else { 4 };
        let Ok(locs) = self.carry_out(uops, places, None, &[address], slow) else {
            return self.fails();
        };
        let Ok(address) = loc_of(&locs, address) else {
            return self.fails();
        };
        if wait.waits() {
            // An address that traps does so before it waits.
            self.reach(address, bytes, &window, slow);
            self.wait(wait, slow);
        }
        self.reach_for_store(address, bytes, &window, slow);
        let to = Mem::Indexed(R12, RDX, Scale::One, 0);
        match format {
            Format::Single => {
                self.asm.mov(RCX, Src::Mem(from));
                if window.big_endian {
                    self.asm.swap_bytes(RCX);
                }
                self.asm.store(to, RCX);
            }
            Format::Double => {
                self.asm.mov_64(RCX, Src::Mem(from));
                if window.big_endian {
                    self.asm.swap_bytes_64(RCX);
                }
                self.asm.store_64(to, RCX);
            }
        }
        self.end_slow(slow, i);
    }

    /// The two operands of [`Code::arithmetic`] go to fields.
    pub fn keep_operands(&mut self, to: [Field<G::Core, u64>; 2]) {
        for (to, operand) in to.into_iter().zip(OPERANDS) {
            self.asm.store_number(Format::Double, to.mem(), operand);
        }
    }

    /// The result goes to a field.
    pub fn put_number(&mut self, to: Number<G::Core>) {
        let (format, to) = to.parts();
        self.asm.store_number(format, to, RESULT);
    }

    /// Compares two numbers of one format: `to` becomes 0 if they are equal, 1 if the first one is less, 2 if it is
    /// greater. Goes to `slow` if one is not a number.
    pub fn compare_numbers(
        &mut self,
        [a, b]: [Number<G::Core>; 2],
        to: Field<G::Core, u8>,
        slow: Label,
    ) {
        let ((format, a), (_, b)) = (a.parts(), b.parts());
        let asm = &mut self.asm;
        asm.load_number(format, RESULT, a);
        asm.compare_numbers(format, RESULT, XmmSrc::Mem(b));
        asm.jump_if(Cond::Parity, slow);
        asm.set_if(Cond::Above, RDX);
        asm.set_if(Cond::Below, RAX);
        asm.address(RAX, Mem::Indexed(RAX, RDX, Scale::Two, 0));
        asm.store_8(to.mem(), RAX);
    }
}

/// A conversion of a signed integer or number.
pub enum Conversion<C> {
    /// An integer to a number of this format.
    OfInteger(Field<C, u32>, Format),
    /// A single to a double.
    Widening(Operand<C>),
    /// A double to a single.
    Narrowing(Operand<C>),
    /// A number to the integer that is next to it towards zero.
    Truncation(Operand<C>),
}

/// Goes to `done` if a sum or difference is exact, else to `inexact`.
///
/// What a sum lacks of its greater operand is a number of the format (Dekker, A floating-point technique for extending
/// the available precision, 1971): it is the lesser operand just if the sum is exact. The order of the operands is not
/// tested: both are tried.
fn rounded_sum(asm: &mut Asm, op: Arithmetic, format: Format, done: Label, inexact: Label) {
    let ([x, y], [difference, _]) = (OPERANDS, SCRATCH);
    let (first, back) = match op {
        Arithmetic::Difference => ([x, RESULT], Arithmetic::Sum),
        _ => ([RESULT, x], Arithmetic::Difference),
    };
    asm.copy_number(difference, first[0]);
    asm.arithmetic(
        Arithmetic::Difference,
        format,
        difference,
        XmmSrc::Reg(first[1]),
    );
    asm.compare_numbers(format, difference, XmmSrc::Reg(y));
    asm.jump_if(Cond::NotEqual, inexact);
    asm.copy_number(difference, RESULT);
    asm.arithmetic(back, format, difference, XmmSrc::Reg(y));
    asm.compare_numbers(format, difference, XmmSrc::Reg(x));
    asm.jump_if(Cond::Equal, done);
    asm.jump(inexact);
}

/// The flags of the host say whether a product of singles is exact: a double has all of its bits.
fn rounded_single_product(asm: &mut Asm) {
    let ([x, y], [exact, scratch]) = (OPERANDS, SCRATCH);
    asm.convert_number(Format::Double, exact, XmmSrc::Reg(x));
    asm.convert_number(Format::Double, scratch, XmmSrc::Reg(y));
    asm.arithmetic(
        Arithmetic::Product,
        Format::Double,
        exact,
        XmmSrc::Reg(scratch),
    );
    asm.convert_number(Format::Double, scratch, XmmSrc::Reg(RESULT));
    asm.compare_numbers(Format::Double, exact, XmmSrc::Reg(scratch));
}

/// EAX: the zeros at the end of the product of the significands of two doubles that are not zero. Of its 105 or 106
/// bits 53 are kept: with more than 52 zeros it is exact, with fewer it is not.
fn trailing_zeros_of_product(asm: &mut Asm, of: [Mem; 2]) {
    for (r, significand) in [RAX, RDX].into_iter().zip(of) {
        asm.mov_word_64(r, 1 << 52);
        asm.or_64(r, significand);
        asm.trailing_zeros_64(r, r);
    }
    asm.alu(Alu::Add, RAX, Src::Reg(RDX));
}
