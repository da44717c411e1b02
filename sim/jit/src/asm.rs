//! Instructions of x86-64 that code is made of, with labels. Encodings are those of `cranelift-assembler-x64`.

use cranelift_assembler_x64::{
    Amode, AmodeOffset, AmodeOffsetPlusKnownOffset, Fixed, GprMem, Imm8, Imm32, NonRspGpr,
    Registers, Scale, Simm8, Simm32, inst,
};

/// A register of the host, by its number.
pub(crate) type Reg = u8;

pub(crate) const RAX: Reg = 0;
pub(crate) const RCX: Reg = 1;
pub(crate) const RDX: Reg = 2;
pub(crate) const RBX: Reg = 3;
pub(crate) const RBP: Reg = 5;
pub(crate) const RSI: Reg = 6;
pub(crate) const RDI: Reg = 7;
pub(crate) const R12: Reg = 12;

/// Numbers for registers, in place of a register allocator's.
pub(crate) struct Numbers;

impl Registers for Numbers {
    type ReadGpr = Reg;
    type ReadWriteGpr = Reg;
    type WriteGpr = Reg;
    type ReadXmm = Reg;
    type ReadWriteXmm = Reg;
    type WriteXmm = Reg;
}

/// An operand in memory.
#[derive(Clone, Copy)]
pub(crate) enum Mem {
    /// At a register plus a displacement.
    At(Reg, i32),
    /// At a register plus so many times an index plus a displacement.
    Indexed(Reg, Reg, Scale, i32),
}

impl From<Mem> for Amode<Reg> {
    fn from(mem: Mem) -> Amode<Reg> {
        match mem {
            Mem::At(base, displacement) => Amode::ImmReg {
                base,
                simm32: AmodeOffsetPlusKnownOffset {
                    simm32: AmodeOffset::new(displacement),
                    offset: None,
                },
                trap: None,
            },
            Mem::Indexed(base, index, scale, displacement) => Amode::ImmRegRegShift {
                base,
                index: NonRspGpr::new(index),
                scale,
                simm32: AmodeOffset::new(displacement),
                trap: None,
            },
        }
    }
}

/// The second operand of an instruction of two.
#[derive(Clone, Copy)]
pub(crate) enum Src {
    Reg(Reg),
    Mem(Mem),
    Imm(i32),
}

/// Operations on two operands, of which the first one takes the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alu {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Cmp,
}

/// Shifts.
#[derive(Clone, Copy)]
pub(crate) enum Shift {
    Left,
    Right,
    RightSigned,
}

/// Conditions of the flags, by the number that encodings have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Cond {
    Overflow,
    NoOverflow,
    Below,
    NotBelow,
    Equal,
    NotEqual,
    BelowOrEqual,
    Above,
    Sign,
    NoSign,
    Parity,
    NoParity,
    Less,
    NotLess,
    LessOrEqual,
    Greater,
}

impl Cond {
    const ALL: [Cond; 16] = [
        Cond::Overflow,
        Cond::NoOverflow,
        Cond::Below,
        Cond::NotBelow,
        Cond::Equal,
        Cond::NotEqual,
        Cond::BelowOrEqual,
        Cond::Above,
        Cond::Sign,
        Cond::NoSign,
        Cond::Parity,
        Cond::NoParity,
        Cond::Less,
        Cond::NotLess,
        Cond::LessOrEqual,
        Cond::Greater,
    ];

    /// Holds where this one does not.
    #[must_use]
    pub fn negated(self) -> Cond {
        let number = self as u8 ^ 1;
        let found = Cond::ALL.into_iter().find(|&c| c as u8 == number);
        found.unwrap_or(self)
    }
}

/// A place in code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(usize);

/// Code under construction.
#[derive(Default)]
pub(crate) struct Asm {
    pub bytes: Vec<u8>,
    labels: Vec<Option<usize>>,
    fixups: Vec<(usize, Label)>,
    /// The flags of the host are the condition codes of the guest.
    pub flags_are_codes: bool,
    /// The flags of the host are those of the operation that was emitted last.
    pub flags_of_last: bool,
}

macro_rules! encode {
    ($asm:ident, $inst:ident $($arg:expr),*) => {
        inst::$inst::<$crate::asm::Numbers>::new($($arg),*).encode(&mut $asm.bytes)
    };
}
pub(crate) use encode;

/// An operation of two operands in all its forms of 32 bits.
macro_rules! two {
    ($asm:ident, $to:ident, $from:ident, $rm:ident, $mi:ident, $mi8:ident) => {
        match $from {
            Src::Reg(r) => encode!($asm, $rm $to, r),
            Src::Mem(m) => encode!($asm, $rm $to, GprMem::Mem(m.into())),
            Src::Imm(v) => match i8::try_from(v) {
                Ok(v) => encode!($asm, $mi8 $to, Simm8::new(v)),
                Err(_) => encode!($asm, $mi $to, Imm32::new(v as u32)),
            },
        }
    };
}

/// An operation on memory and an immediate of 32 bits.
macro_rules! on_memory {
    ($asm:ident, $mem:ident, $v:ident, $mi:ident, $mi8:ident) => {
        match i8::try_from($v) {
            Ok(v) => encode!($asm, $mi8 GprMem::Mem($mem.into()), Simm8::new(v)),
            Err(_) => encode!($asm, $mi GprMem::Mem($mem.into()), Imm32::new($v as u32)),
        }
    };
}

impl Asm {
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// The next instruction is at `label`.
    pub fn bind(&mut self, label: Label) {
        self.clobber();
        if let Some(place) = self.labels.get_mut(label.0) {
            *place = Some(self.bytes.len());
        }
    }

    /// The next instruction sets the flags, or comes from anywhere.
    pub fn clobber(&mut self) {
        (self.flags_are_codes, self.flags_of_last) = (false, false);
    }

    /// The offset of a label that is bound.
    pub fn place(&self, label: Label) -> Option<usize> {
        self.labels.get(label.0).copied().flatten()
    }

    /// A jump leads to `label`.
    pub fn is_used(&self, label: Label) -> bool {
        self.fixups.iter().any(|(_, to)| *to == label)
    }

    /// Writes the distances of jumps. False if a label has no place.
    #[must_use]
    pub fn finish(&mut self) -> bool {
        let fixups = std::mem::take(&mut self.fixups);
        fixups.into_iter().all(|(at, label)| {
            let Some(to) = self.place(label) else {
                return false;
            };
            let distance = (to as i64 - (at as i64 + 4)) as i32;
            self.bytes[at..at + 4].copy_from_slice(&distance.to_le_bytes());
            true
        })
    }

    fn distance_to(&mut self, label: Label) {
        self.fixups.push((self.bytes.len(), label));
        self.bytes.extend_from_slice(&[0; 4]);
    }

    pub fn jump(&mut self, to: Label) {
        self.bytes.push(0xe9);
        self.distance_to(to);
    }

    pub fn jump_if(&mut self, cond: Cond, to: Label) {
        self.bytes.extend_from_slice(&[0x0f, 0x80 | cond as u8]);
        self.distance_to(to);
    }

    pub fn jump_through(&mut self, mem: Mem) {
        encode!(self, jmpq_m GprMem::Mem(mem.into()));
    }

    pub fn call_through(&mut self, mem: Mem) {
        self.clobber();
        encode!(self, callq_m GprMem::Mem(mem.into()));
    }

    pub fn push(&mut self, r: Reg) {
        encode!(self, pushq_o r);
    }

    pub fn pop(&mut self, r: Reg) {
        encode!(self, popq_o r);
    }

    pub fn ret(&mut self) {
        self.bytes.push(0xc3);
    }

    /// AH: the flags S Z . A . P . C.
    pub fn flags_to_ah(&mut self) {
        self.bytes.push(0x9f);
    }

    /// EDX: AH.
    pub fn edx_from_ah(&mut self) {
        self.bytes.extend_from_slice(&[0x0f, 0xb6, 0xd4]);
    }

    /// `to = from`, in 32 bits; the flags stay.
    pub fn mov(&mut self, to: Reg, from: Src) {
        match from {
            Src::Reg(r) if r == to => {}
            Src::Reg(r) => encode!(self, movl_rm to, r),
            Src::Mem(m) => encode!(self, movl_rm to, GprMem::Mem(m.into())),
            Src::Imm(v) => encode!(self, movl_oi to, Imm32::new(v as u32)),
        }
    }

    pub fn mov_64(&mut self, to: Reg, from: Src) {
        match from {
            Src::Reg(r) => encode!(self, movq_rm to, r),
            Src::Mem(m) => encode!(self, movq_rm to, GprMem::Mem(m.into())),
            Src::Imm(v) => encode!(self, movl_oi to, Imm32::new(v as u32)),
        }
    }

    pub fn mov_word_64(&mut self, to: Reg, v: u64) {
        encode!(self, movabsq_oi to, v);
    }

    pub fn store(&mut self, to: Mem, r: Reg) {
        encode!(self, movl_mr GprMem::Mem(to.into()), r);
    }

    pub fn store_64(&mut self, to: Mem, r: Reg) {
        encode!(self, movq_mr GprMem::Mem(to.into()), r);
    }

    pub fn store_8(&mut self, to: Mem, r: Reg) {
        encode!(self, movb_mr GprMem::Mem(to.into()), r);
    }

    pub fn store_16(&mut self, to: Mem, r: Reg) {
        encode!(self, movw_mr GprMem::Mem(to.into()), r);
    }

    pub fn store_imm(&mut self, to: Mem, v: u32) {
        encode!(self, movl_mi GprMem::Mem(to.into()), Imm32::new(v));
    }

    pub fn store_imm_64(&mut self, to: Mem, v: i32) {
        encode!(self, movq_mi_sxl GprMem::Mem(to.into()), Simm32::new(v));
    }

    pub fn store_imm_8(&mut self, to: Mem, v: u8) {
        encode!(self, movb_mi GprMem::Mem(to.into()), Imm8::new(v));
    }

    /// `to` = so many bytes of memory, extended by zeros or their sign.
    pub fn load_extended(&mut self, to: Reg, mem: Mem, bytes: u8, signed: bool) {
        match (bytes, signed) {
            (1, false) => encode!(self, movzbl_rm to, GprMem::Mem(mem.into())),
            (1, true) => encode!(self, movsbl_rm to, GprMem::Mem(mem.into())),
            (2, false) => encode!(self, movzwl_rm to, GprMem::Mem(mem.into())),
            (2, true) => encode!(self, movswl_rm to, GprMem::Mem(mem.into())),
            _ => self.mov(to, Src::Mem(mem)),
        }
    }

    /// `to` = the low bytes of a register, extended by zeros or their sign.
    pub fn extend(&mut self, to: Reg, from: Reg, bytes: u8, signed: bool) {
        match (bytes, signed) {
            (1, false) => encode!(self, movzbl_rm to, from),
            (1, true) => encode!(self, movsbl_rm to, from),
            (2, false) => encode!(self, movzwl_rm to, from),
            (2, true) => encode!(self, movswl_rm to, from),
            _ => self.mov(to, Src::Reg(from)),
        }
    }

    pub fn alu(&mut self, op: Alu, to: Reg, from: Src) {
        self.clobber();
        match op {
            Alu::Add => two!(self, to, from, addl_rm, addl_mi, addl_mi_sxb),
            Alu::Sub => two!(self, to, from, subl_rm, subl_mi, subl_mi_sxb),
            Alu::And => two!(self, to, from, andl_rm, andl_mi, andl_mi_sxb),
            Alu::Or => two!(self, to, from, orl_rm, orl_mi, orl_mi_sxb),
            Alu::Xor => two!(self, to, from, xorl_rm, xorl_mi, xorl_mi_sxb),
            Alu::Cmp => two!(self, to, from, cmpl_rm, cmpl_mi, cmpl_mi_sxb),
        }
    }

    /// An operation of 32 bits on memory and an immediate.
    pub fn alu_memory(&mut self, op: Alu, mem: Mem, v: i32) {
        self.clobber();
        match op {
            Alu::Add => on_memory!(self, mem, v, addl_mi, addl_mi_sxb),
            Alu::Sub => on_memory!(self, mem, v, subl_mi, subl_mi_sxb),
            Alu::And => on_memory!(self, mem, v, andl_mi, andl_mi_sxb),
            Alu::Or => on_memory!(self, mem, v, orl_mi, orl_mi_sxb),
            Alu::Xor => on_memory!(self, mem, v, xorl_mi, xorl_mi_sxb),
            Alu::Cmp => on_memory!(self, mem, v, cmpl_mi, cmpl_mi_sxb),
        }
    }

    pub fn compare_memory(&mut self, mem: Mem, r: Reg) {
        self.clobber();
        encode!(self, cmpl_mr GprMem::Mem(mem.into()), r);
    }

    pub fn compare_memory_8(&mut self, mem: Mem, v: u8) {
        self.clobber();
        encode!(self, cmpb_mi GprMem::Mem(mem.into()), Imm8::new(v));
    }

    /// Adds to 64 bits of memory.
    pub fn add_memory_64(&mut self, mem: Mem, v: i32) {
        self.clobber();
        match i8::try_from(v) {
            Ok(v) => encode!(self, addq_mi_sxb GprMem::Mem(mem.into()), Simm8::new(v)),
            Err(_) => encode!(self, addq_mi_sxl GprMem::Mem(mem.into()), Simm32::new(v)),
        }
    }

    /// Adds to a byte of memory.
    pub fn add_memory_8(&mut self, mem: Mem, v: u8) {
        self.clobber();
        encode!(self, addb_mi GprMem::Mem(mem.into()), Imm8::new(v));
    }

    pub fn compare_64(&mut self, r: Reg, mem: Mem) {
        self.clobber();
        encode!(self, cmpq_rm r, GprMem::Mem(mem.into()));
    }

    pub fn compare_64_imm(&mut self, r: Reg, v: i32) {
        self.clobber();
        encode!(self, cmpq_mi r, Simm32::new(v));
    }

    pub fn sub_64(&mut self, r: Reg, mem: Mem) {
        self.clobber();
        encode!(self, subq_rm r, GprMem::Mem(mem.into()));
    }

    /// Adds a register to 64 bits of memory.
    pub fn add_register_to_memory_64(&mut self, mem: Mem, r: Reg) {
        self.clobber();
        encode!(self, addq_mr GprMem::Mem(mem.into()), r);
    }

    pub fn add_64(&mut self, to: Reg, from: Src) {
        self.clobber();
        match from {
            Src::Reg(r) => encode!(self, addq_rm to, r),
            Src::Mem(m) => encode!(self, addq_rm to, GprMem::Mem(m.into())),
            Src::Imm(v) => encode!(self, addq_mi_sxl to, Simm32::new(v)),
        }
    }

    pub fn sub_register_64(&mut self, to: Reg, from: Reg) {
        self.clobber();
        encode!(self, subq_rm to, from);
    }

    pub fn or_64(&mut self, to: Reg, from: Mem) {
        self.clobber();
        encode!(self, orq_rm to, GprMem::Mem(from.into()));
    }

    /// `to` = the zeros below the lowest one of `from`, which is not 0.
    pub fn trailing_zeros_64(&mut self, to: Reg, from: Reg) {
        self.clobber();
        encode!(self, bsfq_rm to, from);
    }

    pub fn shift_right_64(&mut self, r: Reg, places: u8) {
        self.clobber();
        encode!(self, shrq_mi r, Imm8::new(places));
    }

    pub fn shift_left_64(&mut self, r: Reg, places: u8) {
        self.clobber();
        encode!(self, shlq_mi r, Imm8::new(places));
    }

    /// Shifts 64 bits of memory to the left by the low six bits of CL.
    pub fn shift_memory_left_64(&mut self, mem: Mem) {
        self.clobber();
        encode!(self, shlq_mc GprMem::Mem(mem.into()), Fixed(RCX));
    }

    /// `to = from` in 64 bits if the last comparison was below.
    pub fn mov_if_below_64(&mut self, to: Reg, from: Mem) {
        encode!(self, cmovbq_rm to, GprMem::Mem(from.into()));
    }

    pub fn swap_bytes_64(&mut self, r: Reg) {
        encode!(self, bswapq_o r);
    }

    pub fn test_memory_8(&mut self, mem: Mem, v: u8) {
        self.clobber();
        encode!(self, testb_mi GprMem::Mem(mem.into()), Imm8::new(v));
    }

    pub fn or_memory_8(&mut self, mem: Mem, v: u8) {
        self.clobber();
        encode!(self, orb_mi GprMem::Mem(mem.into()), Imm8::new(v));
    }

    /// Sets the flags by `a & b`.
    pub fn test(&mut self, a: Reg, b: Src) {
        self.clobber();
        match b {
            Src::Reg(b) => encode!(self, testl_mr a, b),
            Src::Mem(m) => encode!(self, testl_mr GprMem::Mem(m.into()), a),
            Src::Imm(v) => encode!(self, testl_mi a, Imm32::new(v as u32)),
        }
    }

    pub fn test_memory(&mut self, mem: Mem, v: u32) {
        self.clobber();
        encode!(self, testl_mi GprMem::Mem(mem.into()), Imm32::new(v));
    }

    /// The carry: bit `place` of `of`.
    pub fn bit(&mut self, of: Reg, place: Reg) {
        self.clobber();
        encode!(self, btl_mr of, place);
    }

    pub fn shift(&mut self, shift: Shift, r: Reg, places: u8) {
        self.clobber();
        let places = Imm8::new(places);
        match shift {
            Shift::Left => encode!(self, shll_mi r, places),
            Shift::Right => encode!(self, shrl_mi r, places),
            Shift::RightSigned => encode!(self, sarl_mi r, places),
        }
    }

    /// Shifts by the low five bits of CL.
    pub fn shift_by_cl(&mut self, shift: Shift, r: Reg) {
        self.clobber();
        let cl = Fixed(RCX);
        match shift {
            Shift::Left => encode!(self, shll_mc r, cl),
            Shift::Right => encode!(self, shrl_mc r, cl),
            Shift::RightSigned => encode!(self, sarl_mc r, cl),
        }
    }

    /// The carry: bit `place` of `of`, of which the low six bits count.
    pub fn bit_64(&mut self, of: Reg, place: Reg) {
        self.clobber();
        encode!(self, btq_mr of, place);
    }

    pub fn negate(&mut self, r: Reg) {
        self.clobber();
        encode!(self, negl_m r);
    }

    pub fn not(&mut self, r: Reg) {
        encode!(self, notl_m r);
    }

    /// The low word of a product.
    pub fn multiply(&mut self, to: Reg, by: Reg) {
        self.clobber();
        encode!(self, imull_rm to, by);
    }

    /// EDX:EAX = EAX times a register.
    pub fn multiply_wide(&mut self, signed: bool, by: Reg) {
        self.clobber();
        match signed {
            true => encode!(self, imull_m Fixed(RAX), Fixed(RDX), by),
            false => encode!(self, mull_m Fixed(RAX), Fixed(RDX), by),
        }
    }

    pub fn swap_bytes(&mut self, r: Reg) {
        encode!(self, bswapl_o r);
    }

    /// `to` = the address of `mem`, in 32 bits; the flags stay.
    pub fn address(&mut self, to: Reg, mem: Mem) {
        encode!(self, leal_rm to, Amode::from(mem));
    }

    pub fn address_64(&mut self, to: Reg, mem: Mem) {
        encode!(self, leaq_rm to, Amode::from(mem));
    }

    /// The low byte of `r`: 1 if the condition holds, else 0; the flags stay.
    pub fn set_if(&mut self, cond: Cond, r: Reg) {
        match cond {
            Cond::Overflow => encode!(self, seto_m r),
            Cond::NoOverflow => encode!(self, setno_m r),
            Cond::Below => encode!(self, setb_m r),
            Cond::NotBelow => encode!(self, setae_m r),
            Cond::Equal => encode!(self, sete_m r),
            Cond::NotEqual => encode!(self, setne_m r),
            Cond::BelowOrEqual => encode!(self, setbe_m r),
            Cond::Above => encode!(self, seta_m r),
            Cond::Sign => encode!(self, sets_m r),
            Cond::NoSign => encode!(self, setns_m r),
            Cond::Parity => encode!(self, setp_m r),
            Cond::NoParity => encode!(self, setnp_m r),
            Cond::Less => encode!(self, setl_m r),
            Cond::NotLess => encode!(self, setge_m r),
            Cond::LessOrEqual => encode!(self, setle_m r),
            Cond::Greater => encode!(self, setg_m r),
        }
    }

    /// `to = from` if the last result was 0.
    pub fn mov_if_zero(&mut self, to: Reg, from: Reg) {
        encode!(self, cmovel_rm to, from);
    }
}
