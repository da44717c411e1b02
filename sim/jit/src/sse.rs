//! Instructions of x86-64 on floating-point numbers.

use crate::asm::{Asm, Mem, RBP, Reg, encode};
use cranelift_assembler_x64::{GprMem, XmmMem, inst};

/// A register of the host for floating-point numbers, by its number.
pub(crate) type Xmm = u8;

/// The formats of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

/// Arithmetic on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `a + b`.
    Sum,
    /// `a - b`.
    Difference,
    /// `a * b`.
    Product,
}

/// The second operand of an instruction on numbers.
#[derive(Clone, Copy)]
pub(crate) enum XmmSrc {
    Reg(Xmm),
    Mem(Mem),
}

impl From<XmmSrc> for XmmMem<Xmm, Reg> {
    fn from(from: XmmSrc) -> XmmMem<Xmm, Reg> {
        match from {
            XmmSrc::Reg(r) => XmmMem::Xmm(r),
            XmmSrc::Mem(m) => XmmMem::Mem(m.into()),
        }
    }
}

impl Asm {
    /// `to` = a number in memory, zeros above it.
    pub fn load_number(&mut self, format: Format, to: Xmm, from: Mem) {
        match format {
            Format::Single => encode!(self, movss_a_m to, from),
            Format::Double => encode!(self, movsd_a_m to, from),
        }
    }

    pub fn store_number(&mut self, format: Format, to: Mem, from: Xmm) {
        match format {
            Format::Single => encode!(self, movss_c_m to, from),
            Format::Double => encode!(self, movsd_c_m to, from),
        }
    }

    /// Sets how floating-point operations work (LDMXCSR), by a word at RBP.
    pub fn load_control(&mut self, from: Mem) {
        self.control(2, from);
    }

    /// Where [`Asm::load_control`] finds how they work now (STMXCSR).
    pub fn store_control(&mut self, to: Mem) {
        self.control(3, to);
    }

    /// 0F AE, with the number of the operation in the place of a register.
    fn control(&mut self, op: u8, mem: Mem) {
        let Mem::At(RBP, displacement) = mem else {
            return;
        };
        self.bytes.extend([0x0f, 0xae, 0x80 | op << 3 | RBP]);
        self.bytes.extend(displacement.to_le_bytes());
    }

    pub fn copy_number(&mut self, to: Xmm, from: Xmm) {
        encode!(self, movaps_a to, from);
    }

    pub fn zero_number(&mut self, r: Xmm) {
        encode!(self, xorps_a r, r);
    }

    /// `to = to op from`.
    pub fn arithmetic(&mut self, op: Arithmetic, format: Format, to: Xmm, from: XmmSrc) {
        match (op, format) {
            (Arithmetic::Sum, Format::Single) => encode!(self, addss_a to, from),
            (Arithmetic::Sum, Format::Double) => encode!(self, addsd_a to, from),
            (Arithmetic::Difference, Format::Single) => encode!(self, subss_a to, from),
            (Arithmetic::Difference, Format::Double) => encode!(self, subsd_a to, from),
            (Arithmetic::Product, Format::Single) => encode!(self, mulss_a to, from),
            (Arithmetic::Product, Format::Double) => encode!(self, mulsd_a to, from),
        }
    }

    /// Compares numbers: below, equal or above; the parity says that one is no number, with all but above set.
    pub fn compare_numbers(&mut self, format: Format, a: Xmm, b: XmmSrc) {
        self.clobber();
        match format {
            Format::Single => encode!(self, ucomiss_a a, b),
            Format::Double => encode!(self, ucomisd_a a, b),
        }
    }

    /// `to` = the bits of a number.
    pub fn bits_of_number(&mut self, format: Format, to: Reg, from: Xmm) {
        match format {
            Format::Single => encode!(self, movd_b to, from),
            Format::Double => encode!(self, movq_b to, from),
        }
    }

    /// `to` = the single of these bits.
    pub fn single_of_bits(&mut self, to: Xmm, from: Reg) {
        encode!(self, movd_a to, from);
    }

    /// `to` = the number `from` in the format `format`, from the one that this is not.
    pub fn convert_number(&mut self, format: Format, to: Xmm, from: XmmSrc) {
        match format {
            Format::Single => encode!(self, cvtsd2ss_a to, from),
            Format::Double => encode!(self, cvtss2sd_a to, from),
        }
    }

    /// `to` = a signed integer in memory, as a number.
    pub fn number_of_integer(&mut self, format: Format, to: Xmm, from: Mem) {
        let from = GprMem::Mem(from.into());
        match format {
            Format::Single => encode!(self, cvtsi2ssl_a to, from),
            Format::Double => encode!(self, cvtsi2sdl_a to, from),
        }
    }

    /// `to` = the signed integer in a register, as a double.
    pub fn double_of_integer(&mut self, to: Xmm, from: Reg) {
        encode!(self, cvtsi2sdl_a to, from);
    }

    /// `to` = a number without its fraction; 1 << 31 if it does not fit.
    pub fn truncated_number(&mut self, format: Format, to: Reg, from: XmmSrc) {
        match format {
            Format::Single => encode!(self, cvttss2si_a to, from),
            Format::Double => encode!(self, cvttsd2si_a to, from),
        }
    }
}
