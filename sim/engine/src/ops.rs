//! Operations in which the semantics of instructions are written.
//!
//! A function of an opcode is generic over [`Ops`] and written once. A [`Host`] executes it on numbers, and each
//! operation inlines to instructions of the host: that is a single step, and the handler of an instruction in a block.
//! [`Lower`](crate::lower::Lower) appends plain data, from which a translator makes code.
//!
//! A value is a [`Ops::Word`] of 32 bits, or a [`Truth`]. Operands that decoding knows (an opcode, a register number)
//! may decide the control flow of a function. Values may not: use [`Ops::select`] or [`Ops::trap_if`].

use std::fmt::Debug;

/// The registers of a guest that its instructions name, and the trap that an instruction may end in.
pub trait Registers {
    /// A register, or a field of one that is kept by itself.
    type Reg: Copy + Debug + PartialEq;
    /// A trap.
    type Trap: Copy + Debug + PartialEq;

    /// The value of `reg`.
    fn get(&self, reg: Self::Reg) -> u32;

    /// Gives `reg` a value. Bits that it lacks are lost.
    fn put(&mut self, reg: Self::Reg, value: u32);

    /// The value of a register that has one value for ever.
    fn constant(_reg: Self::Reg) -> Option<u32> {
        None
    }
}

/// A function of the guest on its registers and two words, for what is too rare or too odd for operations.
pub type Helper<M> = fn(&mut M, [u32; 2]) -> u32;

/// A value that is true or false: as a word 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth<W>(W);

impl<W> Truth<W> {
    /// The word 1 or 0.
    #[inline(always)]
    pub fn bit(self) -> W {
        self.0
    }
}

impl<W> From<W> for Truth<W> {
    /// Of a word that is 1 or 0.
    #[inline(always)]
    fn from(bit: W) -> Truth<W> {
        Truth(bit)
    }
}

macro_rules! operations {
    (
        $(#[$doc:meta])* $name:ident ($($arg:ident),+);
        $($(#[$op_doc:meta])* $op:ident => $result:expr;)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$op_doc])* $op,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$op),+];

            /// The result.
            #[inline(always)]
            #[must_use]
            pub fn of(self, $($arg: u32),+) -> u32 {
                match self {
                    $($name::$op => $result,)+
                }
            }
        }
    };
}

operations! {
    /// An operation on one word.
    Unary (a);
    /// `!a`.
    Not => !a;
    /// The number of zeros above the highest one; 32 of 0.
    LeadingZeros => a.leading_zeros();
    /// Bit 0 becomes bit 31, and so on.
    ReverseBits => a.reverse_bits();
    /// The low byte, extended by its sign.
    SignExtendByte => a as i8 as u32;
    /// The low half-word, extended by its sign.
    SignExtendHalf => a as i16 as u32;
}

operations! {
    /// An operation on two words. Comparisons and flags are 1 or 0.
    Binary (a, b);
    /// `a + b`.
    Add => a.wrapping_add(b);
    /// `a - b`.
    Sub => a.wrapping_sub(b);
    /// The low word of `a * b`.
    Mul => a.wrapping_mul(b);
    /// The high word of the product of unsigned numbers.
    MulHighUnsigned => ((u64::from(a) * u64::from(b)) >> 32) as u32;
    /// The high word of the product of signed numbers.
    MulHighSigned => ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32;
    /// Bitwise and.
    And => a & b;
    /// Bitwise or.
    Or => a | b;
    /// Bitwise exclusive or.
    Xor => a ^ b;
    /// `a` to the left by the low five bits of `b`.
    ShiftLeft => a << (b & 31);
    /// `a` to the right by the low five bits of `b`, zeros shifted in.
    ShiftRight => a >> (b & 31);
    /// `a` to the right by the low five bits of `b`, the sign shifted in.
    ShiftRightSigned => ((a as i32) >> (b & 31)) as u32;
    /// `a == b`.
    Equal => u32::from(a == b);
    /// `a < b` of unsigned numbers: the borrow of `a - b`.
    BelowUnsigned => u32::from(a < b);
    /// `a < b` of signed numbers.
    BelowSigned => u32::from((a as i32) < b as i32);
    /// The carry out of `a + b`.
    AddCarries => u32::from(a.checked_add(b).is_none());
    /// `a + b` of signed numbers overflows.
    AddOverflows => u32::from((a as i32).checked_add(b as i32).is_none());
    /// `a - b` of signed numbers overflows.
    SubOverflows => u32::from((a as i32).checked_sub(b as i32).is_none());
    /// `a * b` of signed numbers overflows.
    MulOverflows => u32::from((a as i32).checked_mul(b as i32).is_none());
}

/// What condition codes are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Codes {
    /// `r = a + b`.
    Sum,
    /// `r = a - b`; the carry is the borrow.
    Difference,
    /// `r` alone: no overflow, no carry.
    Result,
}

/// What semantics are written in; the module has the rules.
///
/// Nine methods are an implementer's; those with a body are built on them. [`Ops::mul_add`] has a shorter form where
/// values are numbers, [`Ops::codes`] where they are data.
pub trait Ops: Sized {
    /// The guest's registers.
    type Machine: Registers;
    /// 32 bits.
    type Word: Copy;
    /// Why an instruction is left.
    type Exit;

    /// A constant.
    fn word(&mut self, value: u32) -> Self::Word;

    /// The value of a register.
    fn get(&mut self, reg: <Self::Machine as Registers>::Reg) -> Self::Word;

    /// Gives a register a value.
    fn put(&mut self, reg: <Self::Machine as Registers>::Reg, value: Self::Word);

    /// An operation on one word.
    fn unary(&mut self, op: Unary, a: Self::Word) -> Self::Word;

    /// An operation on two words.
    fn binary(&mut self, op: Binary, a: Self::Word, b: Self::Word) -> Self::Word;

    /// `yes` if `test` is true, else `no`.
    fn select(&mut self, test: Truth<Self::Word>, yes: Self::Word, no: Self::Word) -> Self::Word;

    /// Leaves the instruction with a trap if `test` is true. Nothing may have been put into a register before.
    ///
    /// # Errors
    /// The trap, where values are numbers.
    fn trap_if(
        &mut self,
        test: Truth<Self::Word>,
        trap: <Self::Machine as Registers>::Trap,
    ) -> Result<(), Self::Exit>;

    /// What `helper` answers to two words. It may change registers.
    fn call(&mut self, helper: Helper<Self::Machine>, with: [Self::Word; 2]) -> Self::Word;

    /// `a + b`.
    #[inline(always)]
    fn add(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.binary(Binary::Add, a, b)
    }

    /// `a - b`.
    #[inline(always)]
    fn sub(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.binary(Binary::Sub, a, b)
    }

    /// The low word of `a * b`.
    #[inline(always)]
    fn mul(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.binary(Binary::Mul, a, b)
    }

    /// The high word of `a * b`, of `signed` numbers or of unsigned ones.
    #[inline(always)]
    fn mul_high(&mut self, signed: bool, a: Self::Word, b: Self::Word) -> Self::Word {
        let op = match signed {
            true => Binary::MulHighSigned,
            false => Binary::MulHighUnsigned,
        };
        self.binary(op, a, b)
    }

    /// `a & b`.
    #[inline(always)]
    fn and(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.binary(Binary::And, a, b)
    }

    /// `a | b`.
    #[inline(always)]
    fn or(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.binary(Binary::Or, a, b)
    }

    /// `a ^ b`.
    #[inline(always)]
    fn xor(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.binary(Binary::Xor, a, b)
    }

    /// `!a`.
    #[inline(always)]
    fn not(&mut self, a: Self::Word) -> Self::Word {
        self.unary(Unary::Not, a)
    }

    /// `a << (b & 31)`.
    #[inline(always)]
    fn shift_left(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.binary(Binary::ShiftLeft, a, b)
    }

    /// `a >> (b & 31)`, zeros shifted in.
    #[inline(always)]
    fn shift_right(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.binary(Binary::ShiftRight, a, b)
    }

    /// `a >> (b & 31)`, the sign shifted in.
    #[inline(always)]
    fn shift_right_signed(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.binary(Binary::ShiftRightSigned, a, b)
    }

    /// Loaded `bytes` up to a word, extended by their sign if they are `signed`.
    #[inline(always)]
    fn extend(&mut self, a: Self::Word, bytes: usize, signed: bool) -> Self::Word {
        match (bytes, signed) {
            (1, true) => self.unary(Unary::SignExtendByte, a),
            (2, true) => self.unary(Unary::SignExtendHalf, a),
            _ => a,
        }
    }

    /// A constant condition.
    #[inline(always)]
    fn truth(&mut self, value: bool) -> Truth<Self::Word> {
        Truth(self.word(value.into()))
    }

    /// Whether bit `n` of `a` is set.
    #[inline(always)]
    fn is_set(&mut self, a: Self::Word, n: u8) -> Truth<Self::Word> {
        let (n, one) = (self.word(n.into()), self.word(1));
        let low = self.shift_right(a, n);
        Truth(self.and(low, one))
    }

    /// `a == b`.
    #[inline(always)]
    fn equal(&mut self, a: Self::Word, b: Self::Word) -> Truth<Self::Word> {
        Truth(self.binary(Binary::Equal, a, b))
    }

    /// `a == 0`.
    #[inline(always)]
    fn is_zero(&mut self, a: Self::Word) -> Truth<Self::Word> {
        let zero = self.word(0);
        self.equal(a, zero)
    }

    /// `a != 0`.
    #[inline(always)]
    fn is_nonzero(&mut self, a: Self::Word) -> Truth<Self::Word> {
        let zero = self.is_zero(a);
        self.negate(zero)
    }

    /// `a < 0` of a signed number.
    #[inline(always)]
    fn is_negative(&mut self, a: Self::Word) -> Truth<Self::Word> {
        let places = self.word(31);
        Truth(self.shift_right(a, places))
    }

    /// `a < b`, of `signed` numbers or of unsigned ones.
    #[inline(always)]
    fn below(&mut self, signed: bool, a: Self::Word, b: Self::Word) -> Truth<Self::Word> {
        let op = match signed {
            true => Binary::BelowSigned,
            false => Binary::BelowUnsigned,
        };
        Truth(self.binary(op, a, b))
    }

    /// The carry out of `a + b`.
    #[inline(always)]
    fn add_carries(&mut self, a: Self::Word, b: Self::Word) -> Truth<Self::Word> {
        Truth(self.binary(Binary::AddCarries, a, b))
    }

    /// `a + b` of signed numbers overflows.
    #[inline(always)]
    fn add_overflows(&mut self, a: Self::Word, b: Self::Word) -> Truth<Self::Word> {
        Truth(self.binary(Binary::AddOverflows, a, b))
    }

    /// `a - b` of signed numbers overflows.
    #[inline(always)]
    fn sub_overflows(&mut self, a: Self::Word, b: Self::Word) -> Truth<Self::Word> {
        Truth(self.binary(Binary::SubOverflows, a, b))
    }

    /// `a * b` of signed numbers overflows.
    #[inline(always)]
    fn mul_overflows(&mut self, a: Self::Word, b: Self::Word) -> Truth<Self::Word> {
        Truth(self.binary(Binary::MulOverflows, a, b))
    }

    /// The low word of `a * b + c`, and whether that overflows, of signed numbers.
    #[inline(always)]
    fn mul_add(
        &mut self,
        a: Self::Word,
        b: Self::Word,
        c: Self::Word,
    ) -> (Self::Word, Truth<Self::Word>) {
        let (low, high) = (self.mul(a, b), self.mul_high(true, a, b));
        // With 2^31 added, `c` has no sign, and a sum that fits has a high word of 0.
        let top = self.word(1 << 31);
        let c = self.xor(c, top);
        let (sum, carry) = (self.add(low, c), self.add_carries(low, c));
        let above = self.add(high, carry.0);
        (self.xor(sum, top), self.is_nonzero(above))
    }

    /// The condition codes N Z V C of `r`, bits 3 to 0.
    #[inline(always)]
    fn codes(&mut self, of: Codes, [a, b]: [Self::Word; 2], r: Self::Word) -> Self::Word {
        let (v, c) = match of {
            Codes::Sum => (self.add_overflows(a, b), self.add_carries(a, b)),
            Codes::Difference => (self.sub_overflows(a, b), self.below(false, a, b)),
            Codes::Result => (self.truth(false), self.truth(false)),
        };
        self.pack_codes(r, v, c)
    }

    /// The condition codes of `r`, with V and C as given.
    #[inline(always)]
    fn pack_codes(
        &mut self,
        r: Self::Word,
        v: Truth<Self::Word>,
        c: Truth<Self::Word>,
    ) -> Self::Word {
        let (n, z) = (self.is_negative(r), self.is_zero(r));
        let (n, z) = (self.bit_if(n, 3), self.bit_if(z, 2));
        let nz = self.or(n, z);
        let v = self.bit_if(v, 1);
        let nzv = self.or(nz, v);
        self.or(nzv, c.0)
    }

    /// Both are true.
    #[inline(always)]
    fn both(&mut self, a: Truth<Self::Word>, b: Truth<Self::Word>) -> Truth<Self::Word> {
        Truth(self.and(a.0, b.0))
    }

    /// One of them is true, or both.
    #[inline(always)]
    fn either(&mut self, a: Truth<Self::Word>, b: Truth<Self::Word>) -> Truth<Self::Word> {
        Truth(self.or(a.0, b.0))
    }

    /// One of them is true, and one is not.
    #[inline(always)]
    fn differ(&mut self, a: Truth<Self::Word>, b: Truth<Self::Word>) -> Truth<Self::Word> {
        Truth(self.xor(a.0, b.0))
    }

    /// Is true where `a` is not.
    #[inline(always)]
    fn negate(&mut self, a: Truth<Self::Word>) -> Truth<Self::Word> {
        let one = self.word(1);
        Truth(self.xor(a.0, one))
    }

    /// The result of a helper that reads registers only.
    #[inline(always)]
    fn ask(&mut self, helper: Helper<Self::Machine>) -> Self::Word {
        let none = self.word(0);
        self.call(helper, [none; 2])
    }

    /// Bit `n` of a word if `test` is true, else 0.
    #[inline(always)]
    fn bit_if(&mut self, test: Truth<Self::Word>, n: u8) -> Self::Word {
        let n = self.word(n.into());
        self.shift_left(test.0, n)
    }
}

/// Loads and stores, of operations that have memory.
pub trait Accesses: Ops {
    /// `BYTES` at `address`, up to a word, in the low bits of the answer.
    ///
    /// # Errors
    /// The access is not made.
    fn load<const BYTES: usize>(&mut self, address: Self::Word) -> Result<Self::Word, Self::Exit>;

    /// A double word at `address`: as the guest stores a double word, its low and its high half.
    ///
    /// # Errors
    /// The access is not made.
    fn load_pair(&mut self, address: Self::Word) -> Result<[Self::Word; 2], Self::Exit>;

    /// Stores the low `BYTES` of a word.
    ///
    /// # Errors
    /// The access is not made.
    fn store<const BYTES: usize>(
        &mut self,
        address: Self::Word,
        value: Self::Word,
    ) -> Result<(), Self::Exit>;

    /// Stores a double word, of its low and its high half.
    ///
    /// # Errors
    /// The access is not made.
    fn store_pair(&mut self, address: Self::Word, value: [Self::Word; 2])
    -> Result<(), Self::Exit>;
}

/// Where values are numbers: registers alone, or registers with a memory.
pub trait Host {
    /// The guest's registers.
    type Machine: Registers;
    /// Why an instruction is left.
    type Exit: From<<Self::Machine as Registers>::Trap>;

    /// The registers.
    fn machine(&mut self) -> &mut Self::Machine;
}

impl<H: Host> Ops for H {
    type Machine = H::Machine;
    type Word = u32;
    type Exit = H::Exit;

    #[inline(always)]
    fn word(&mut self, value: u32) -> u32 {
        value
    }

    #[inline(always)]
    fn get(&mut self, reg: <H::Machine as Registers>::Reg) -> u32 {
        self.machine().get(reg)
    }

    #[inline(always)]
    fn put(&mut self, reg: <H::Machine as Registers>::Reg, value: u32) {
        self.machine().put(reg, value);
    }

    #[inline(always)]
    fn unary(&mut self, op: Unary, a: u32) -> u32 {
        op.of(a)
    }

    #[inline(always)]
    fn binary(&mut self, op: Binary, a: u32, b: u32) -> u32 {
        op.of(a, b)
    }

    #[inline(always)]
    fn select(&mut self, test: Truth<u32>, yes: u32, no: u32) -> u32 {
        if test.0 != 0 { yes } else { no }
    }

    #[inline(always)]
    fn trap_if(
        &mut self,
        test: Truth<u32>,
        trap: <H::Machine as Registers>::Trap,
    ) -> Result<(), H::Exit> {
        match test.0 != 0 {
            true => Err(trap.into()),
            false => Ok(()),
        }
    }

    #[inline(always)]
    fn call(&mut self, helper: Helper<H::Machine>, with: [u32; 2]) -> u32 {
        helper(self.machine(), with)
    }

    /// In 64 bits: six host instructions fewer than of words.
    #[inline(always)]
    fn mul_add(&mut self, a: u32, b: u32, c: u32) -> (u32, Truth<u32>) {
        let wide = |v: u32| i64::from(v as i32);
        let exact = wide(a) * wide(b) + wide(c);
        let overflows = exact != i64::from(exact as i32);
        (exact as u32, Truth(overflows.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::{Lower, Value};

    const SOME: [u32; 9] = [
        0,
        1,
        2,
        31,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        u32::MAX,
        0x1234_8085,
    ];

    /// What operations give, computed with integers of any size.
    #[test]
    fn operations_by_wide_integers() {
        let (u, s) = (i128::from, |a: u32| i128::from(a as i32));
        for a in SOME {
            assert_eq!(i128::from(Unary::Not.of(a)), 0xffff_ffff - u(a));
            let digits = format!("{a:032b}");
            let reversed = digits.chars().rev().collect::<String>();
            assert_eq!(format!("{:032b}", Unary::ReverseBits.of(a)), reversed);
            let zeros = digits.find('1').unwrap_or(32);
            assert_eq!(Unary::LeadingZeros.of(a), zeros as u32);
            for b in SOME {
                let wrapped = |v: i128| v.rem_euclid(1 << 32) as u32;
                let fits = |v: i128| (-(1 << 31)..1 << 31).contains(&v);
                let places = 1i128 << (b % 32);
                let expected = |op| match op {
                    Binary::Add => wrapped(u(a) + u(b)),
                    Binary::Sub => wrapped(u(a) - u(b)),
                    Binary::Mul => wrapped(u(a) * u(b)),
                    Binary::MulHighUnsigned => wrapped((u(a) * u(b)).div_euclid(1 << 32)),
                    Binary::MulHighSigned => wrapped((s(a) * s(b)).div_euclid(1 << 32)),
                    Binary::And => by_bits(a, b, |a, b| a && b),
                    Binary::Or => by_bits(a, b, |a, b| a || b),
                    Binary::Xor => by_bits(a, b, |a, b| a != b),
                    Binary::ShiftLeft => wrapped(u(a) * places),
                    Binary::ShiftRight => wrapped(u(a).div_euclid(places)),
                    Binary::ShiftRightSigned => wrapped(s(a).div_euclid(places)),
                    Binary::Equal => u32::from(u(a) - u(b) == 0),
                    Binary::BelowUnsigned => u32::from(u(a) - u(b) < 0),
                    Binary::BelowSigned => u32::from(s(a) - s(b) < 0),
                    Binary::AddCarries => u32::from(u(a) + u(b) >= 1 << 32),
                    Binary::AddOverflows => u32::from(!fits(s(a) + s(b))),
                    Binary::SubOverflows => u32::from(!fits(s(a) - s(b))),
                    Binary::MulOverflows => u32::from(!fits(s(a) * s(b))),
                };
                for &op in Binary::ALL {
                    assert_eq!(op.of(a, b), expected(op), "{op:?} of {a:#x} and {b:#x}");
                }
            }
        }
        assert_eq!(Unary::SignExtendByte.of(0x1_2380), 0xffff_ff80);
        assert_eq!(Unary::SignExtendHalf.of(0x1_7fff), 0x7fff);
    }

    /// Registers that there are none of.
    struct Nothing;

    impl Registers for Nothing {
        type Reg = ();
        type Trap = ();

        fn get(&self, (): ()) -> u32 {
            0
        }

        fn put(&mut self, (): (), _: u32) {}
    }

    impl Host for Nothing {
        type Machine = Nothing;
        type Exit = ();

        fn machine(&mut self) -> &mut Nothing {
            self
        }
    }

    /// Both forms of a product and a sum, computed with integers of any size.
    #[test]
    fn mul_add_by_wide_integers() {
        let s = |a: u32| i128::from(a as i32);
        for (a, b, c) in SOME
            .iter()
            .flat_map(|&a| SOME.iter().flat_map(move |&b| SOME.map(|c| (a, b, c))))
        {
            let exact = s(a) * s(b) + s(c);
            let overflows = u32::from(!(-(1 << 31)..1 << 31).contains(&exact));
            let expected = (exact.rem_euclid(1 << 32) as u32, Truth(overflows));
            assert_eq!(
                Nothing.mul_add(a, b, c),
                expected,
                "{a:#x} * {b:#x} + {c:#x}"
            );
            let (low, v) = Lower::<Nothing>::default().mul_add(
                Value::Const(a),
                Value::Const(b),
                Value::Const(c),
            );
            let as_data = (Value::Const(expected.0), Truth(Value::Const(overflows)));
            assert_eq!((low, v), as_data, "{a:#x} * {b:#x} + {c:#x}");
        }
    }

    fn by_bits(a: u32, b: u32, f: impl Fn(bool, bool) -> bool) -> u32 {
        (0..32).fold(0, |r, i| {
            r | u32::from(f(a >> i & 1 != 0, b >> i & 1 != 0)) << i
        })
    }
}
