//! The integer pipe and the FPU: what their instructions compute, as pure functions.
//!
//! [`execute`] has one arm for each [`Sem`] of the classes Alu, Alu2, Mul, Mac, Div, Dvstep, Fp, Fp1,
//! FpMac and FpDiv; the families are in files of their own. Nothing here can trap or panic, whatever
//! the operands are. Where the manual leaves a result open the family's file says what comes out.
//!
//! Source: TriCore TC1.6P & TC1.6E Core Architecture, volume 2, as the instruction table quotes it.

mod bits;
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
mod q;
mod shift;
#[cfg(test)]
mod tests;

pub use div::quotient_bits;
pub use flags::Flags;

use crate::isa::Sem;
use flags::Fit::{Clamp, Wrap};
use mac::Halves::{Ll, Lu, Ul, Uu};
use std::cmp::Ordering::{Greater, Less};

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

/// Why an instruction has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// It is not one of the integer pipe or the FPU (IOPC: class 2, TIN 1).
    Iopc,
}

/// All ones if `test` holds: the lanes of EQ.W and LT.W.
#[inline]
fn all_ones(test: bool) -> u32 {
    u32::from(test).wrapping_neg()
}

/// `x` if `test` holds, else `y`.
#[inline]
fn select(test: bool, x: u32, y: u32) -> u32 {
    if test { x } else { y }
}

/// Computes the result of `sem`: 64 bits for a destination that is a pair, else the low 32. Changes
/// the flags that the instruction changes.
///
/// # Errors
/// [`Trap::Iopc`] if `sem` is not of a class that computes here; flags are unchanged then.
#[inline(always)]
pub fn execute(sem: Sem, s: Src, i: Imm, flags: &mut Flags) -> Result<u64, Trap> {
    match usual(sem, (s.a as u32, s.b as u32, s.c as u32), (i.p, i.w), flags) {
        Some(word) => Ok(word.into()),
        None => other(sem, s, i, flags),
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
            sem: Sem,
            ($a, $b, $c): (u32, u32, u32),
            ($p, $w): (u8, u8),
            $f: &mut Flags,
        ) -> Option<u32> {
            Some(match sem {
                $( Sem::$name $(| Sem::$other)* => $result, )*
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
    Mul => mul::mul(a, b, Wrap, f),
    Madd => mul::madd(c, a, b, Wrap, f),
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

/// All others.
#[inline(never)]
fn other(sem: Sem, s: Src, i: Imm, flags: &mut Flags) -> Result<u64, Trap> {
    let (a, b, c, old) = (s.a as u32, s.b as u32, s.c as u32, s.old as u32);
    let c_hi = (s.c >> 32) as u32;
    let f = flags;
    // Single bits.
    let p = || a >> (i.p & 31) & 1 != 0;
    let q = || b >> (i.q & 31) & 1 != 0;
    // Products of half-words and fractions.
    let pair = |halves| mac::products(a, b, i.n, halves);
    let word_upper = || q::product(a, mac::upper(b), i.n, 16);
    let word_lower = || q::product(a, mac::lower(b), i.n, 16);
    let word_word = || q::product(a, int::sx(b), i.n, 32);
    let uppers = || q::halves(mac::upper(a), mac::upper(b), i.n);
    let lowers = || q::halves(mac::lower(a), mac::lower(b), i.n);
    let word = match sem {
        Sem::Adds => int::adds(a, b, f),
        Sem::AddsU => int::adds_u(a, b, f),
        Sem::Subs => int::subs(a, b, f),
        Sem::SubsU => int::subs_u(a, b, f),
        Sem::Rsubs => int::subs(b, a, f),
        Sem::RsubsU => int::subs_u(b, a, f),
        Sem::Abs => int::abs(b, Wrap, f),
        Sem::Abss => int::abs(b, Clamp, f),
        Sem::Absdif => int::absdif(a, b, Wrap, f),
        Sem::Absdifs => int::absdif(a, b, Clamp, f),
        Sem::SatB => int::sat(a, -0x80, 0x7F),
        Sem::SatH => int::sat(a, -0x8000, 0x7FFF),
        Sem::SatBu => a.min(0xFF),
        Sem::SatHu => a.min(0xFFFF),
        Sem::MovE => return Ok(int::sx(b) as u64),
        Sem::MovEd => return Ok(s.a << 32 | u64::from(b)),
        Sem::MaxB => packed::B.map(a, b, Ord::max),
        Sem::MinB => packed::B.map(a, b, Ord::min),
        Sem::LtB => packed::B.mask(a, b, |x, y| x < y),
        Sem::MaxBu => packed::BU.map(a, b, Ord::max),
        Sem::MinBu => packed::BU.map(a, b, Ord::min),
        Sem::LtBu => packed::BU.mask(a, b, |x, y| x < y),
        Sem::MaxH => packed::H.map(a, b, Ord::max),
        Sem::MinH => packed::H.map(a, b, Ord::min),
        Sem::LtH => packed::H.mask(a, b, |x, y| x < y),
        Sem::MaxHu => packed::HU.map(a, b, Ord::max),
        Sem::MinHu => packed::HU.map(a, b, Ord::min),
        Sem::LtHu => packed::HU.mask(a, b, |x, y| x < y),
        Sem::EqB => packed::B.mask(a, b, |x, y| x == y),
        Sem::EqanyB => packed::B.any_equal(a, b),
        Sem::AbsB => packed::B.arith(b, 0, Wrap, f, |x, _| x.abs()),
        Sem::AbsdifB => packed::B.arith(a, b, Wrap, f, |x, y| (x - y).abs()),
        Sem::AddB => packed::B.arith(a, b, Wrap, f, |x, y| x + y),
        Sem::SubB => packed::B.arith(a, b, Wrap, f, |x, y| x - y),
        Sem::EqH => packed::H.mask(a, b, |x, y| x == y),
        Sem::EqanyH => packed::H.any_equal(a, b),
        Sem::AbsH => packed::H.arith(b, 0, Wrap, f, |x, _| x.abs()),
        Sem::AbsdifH => packed::H.arith(a, b, Wrap, f, |x, y| (x - y).abs()),
        Sem::AddH => packed::H.arith(a, b, Wrap, f, |x, y| x + y),
        Sem::SubH => packed::H.arith(a, b, Wrap, f, |x, y| x - y),
        Sem::AbssH => packed::H.arith(b, 0, Clamp, f, |x, _| x.abs()),
        Sem::AbsdifsH => packed::H.arith(a, b, Clamp, f, |x, y| (x - y).abs()),
        Sem::AddsH => packed::H.arith(a, b, Clamp, f, |x, y| x + y),
        Sem::SubsH => packed::H.arith(a, b, Clamp, f, |x, y| x - y),
        Sem::AddsHu => packed::HU.arith(a, b, Clamp, f, |x, y| x + y),
        Sem::SubsHu => packed::HU.arith(a, b, Clamp, f, |x, y| x - y),
        Sem::EqW => all_ones(a == b),
        Sem::LtW => all_ones((a as i32) < b as i32),
        Sem::LtWu => all_ones(a < b),
        Sem::AndEq => bits::and(old, a == b),
        Sem::OrEq => bits::or(old, a == b),
        Sem::XorEq => bits::xor(old, a == b),
        Sem::ShEq => bits::shift_in(old, a == b),
        Sem::AndNe => bits::and(old, a != b),
        Sem::OrNe => bits::or(old, a != b),
        Sem::XorNe => bits::xor(old, a != b),
        Sem::ShNe => bits::shift_in(old, a != b),
        Sem::AndGe => bits::and(old, a as i32 >= b as i32),
        Sem::OrGe => bits::or(old, a as i32 >= b as i32),
        Sem::XorGe => bits::xor(old, a as i32 >= b as i32),
        Sem::ShGe => bits::shift_in(old, a as i32 >= b as i32),
        Sem::AndGeU => bits::and(old, a >= b),
        Sem::OrGeU => bits::or(old, a >= b),
        Sem::XorGeU => bits::xor(old, a >= b),
        Sem::ShGeU => bits::shift_in(old, a >= b),
        Sem::AndLt => bits::and(old, (a as i32) < b as i32),
        Sem::OrLt => bits::or(old, (a as i32) < b as i32),
        Sem::XorLt => bits::xor(old, (a as i32) < b as i32),
        Sem::ShLt => bits::shift_in(old, (a as i32) < b as i32),
        Sem::AndLtU => bits::and(old, a < b),
        Sem::OrLtU => bits::or(old, a < b),
        Sem::XorLtU => bits::xor(old, a < b),
        Sem::ShLtU => bits::shift_in(old, a < b),
        Sem::AndT => u32::from(p() & q()),
        Sem::AndAndT => bits::and(old, p() & q()),
        Sem::OrAndT => bits::or(old, p() & q()),
        Sem::ShAndT => bits::shift_in(old, p() & q()),
        Sem::AndnT => u32::from(p() & !q()),
        Sem::AndAndnT => bits::and(old, p() & !q()),
        Sem::OrAndnT => bits::or(old, p() & !q()),
        Sem::ShAndnT => bits::shift_in(old, p() & !q()),
        Sem::NandT => u32::from(!(p() & q())),
        Sem::ShNandT => bits::shift_in(old, !(p() & q())),
        Sem::NorT => u32::from(!(p() | q())),
        Sem::AndNorT => bits::and(old, !(p() | q())),
        Sem::OrNorT => bits::or(old, !(p() | q())),
        Sem::ShNorT => bits::shift_in(old, !(p() | q())),
        Sem::OrT => u32::from(p() | q()),
        Sem::AndOrT => bits::and(old, p() | q()),
        Sem::OrOrT => bits::or(old, p() | q()),
        Sem::ShOrT => bits::shift_in(old, p() | q()),
        Sem::OrnT => u32::from(p() | !q()),
        Sem::ShOrnT => bits::shift_in(old, p() | !q()),
        Sem::XnorT => u32::from(p() == q()),
        Sem::ShXnorT => bits::shift_in(old, p() == q()),
        Sem::XorT => u32::from(p() != q()),
        Sem::ShXorT => bits::shift_in(old, p() != q()),
        Sem::InsT => bits::insert(a, i.p, q()),
        Sem::InsnT => bits::insert(a, i.p, !q()),
        Sem::Clo => a.leading_ones(),
        Sem::Cls => bits::cls(a),
        Sem::ClzH => bits::clz_h(a),
        Sem::CloH => bits::clo_h(a),
        Sem::ClsH => bits::cls_h(a),
        Sem::Bmerge => bits::bmerge(a, b),
        Sem::Bsplit => return Ok(bits::bsplit(a)),
        Sem::Parity => bits::parity(a),
        Sem::Crc32 => crc::crc32(b, a),
        Sem::Pack => float_format::pack(s.c, a, f.carry()),
        Sem::Unpack => return Ok(float_format::unpack(a)),
        Sem::Ixmax => return Ok(index::step(s.c, b, index::signed, Greater)),
        Sem::IxmaxU => return Ok(index::step(s.c, b, index::unsigned, Greater)),
        Sem::Ixmin => return Ok(index::step(s.c, b, index::signed, Less)),
        Sem::IxminU => return Ok(index::step(s.c, b, index::unsigned, Less)),
        Sem::Shas => shift::shas(a, b, f),
        Sem::ShH => shift::sh_h(a, b),
        Sem::ShaH => shift::sha_h(a, b),
        Sem::Extr => field::extr(a, c, c_hi),
        Sem::ExtrW => field::extr(a, c, i.w.into()),
        Sem::ExtrU => field::extr_u(a, c, c_hi),
        Sem::ExtrUW => field::extr_u(a, c, i.w.into()),
        Sem::Insert => field::insert(a, b, c, c_hi),
        Sem::InsertPw => field::insert(a, b, i.p.into(), i.w.into()),
        Sem::InsertW => field::insert(a, b, c, i.w.into()),
        Sem::ImaskEPw => return Ok(field::imask(b, i.p.into(), i.w.into())),
        Sem::ImaskEW => return Ok(field::imask(b, c, i.w.into())),
        Sem::Div => return Ok(div::div(a, b, f)),
        Sem::DivU => return Ok(div::div_u(a, b, f)),
        Sem::Dvinit => return Ok(div::dvinit(a, b, 32, f)),
        Sem::DvinitH => return Ok(div::dvinit(a, b, 16, f)),
        Sem::DvinitB => return Ok(div::dvinit(a, b, 8, f)),
        Sem::DvinitU => return Ok(div::dvinit_u(a, b, 32, f)),
        Sem::DvinitHu => return Ok(div::dvinit_u(a, b, 16, f)),
        Sem::DvinitBu => return Ok(div::dvinit_u(a, b, 8, f)),
        Sem::Dvstep => return Ok(div::dvstep(s.c, b)),
        Sem::DvstepU => return Ok(div::dvstep_u(s.c, b)),
        Sem::Dvadj => return Ok(div::dvadj(s.c, b)),
        Sem::Muls => mul::mul(a, b, Clamp, f),
        Sem::MulsU => mul::muls_u(a, b, f),
        Sem::MulE => return Ok(mul::mul_e(a, b, f)),
        Sem::MulU => return Ok(mul::mul_u(a, b, f)),
        Sem::Madds => mul::madd(c, a, b, Clamp, f),
        Sem::MaddE => return Ok(mul::madd_e(s.c, a, b, Wrap, f)),
        Sem::MaddsE => return Ok(mul::madd_e(s.c, a, b, Clamp, f)),
        Sem::MaddU => return Ok(mul::madd_u(s.c, a, b, Wrap, f)),
        Sem::MaddsU => mul::madds_u(c, a, b, f),
        Sem::MaddsUE => return Ok(mul::madd_u(s.c, a, b, Clamp, f)),
        Sem::Msub => mul::msub(c, a, b, Wrap, f),
        Sem::Msubs => mul::msub(c, a, b, Clamp, f),
        Sem::MsubE => return Ok(mul::msub_e(s.c, a, b, Wrap, f)),
        Sem::MsubsE => return Ok(mul::msub_e(s.c, a, b, Clamp, f)),
        Sem::MsubU => return Ok(mul::msub_u(s.c, a, b, Wrap, f)),
        Sem::MsubsU => mul::msubs_u(c, a, b, f),
        Sem::MsubsUE => return Ok(mul::msub_u(s.c, a, b, Clamp, f)),
        Sem::MulHEUl => return Ok(mac::words(0, pair(Ul), Wrap, f)),
        Sem::MulmHEUl => return Ok(mac::long(0, pair(Ul), Wrap, f)),
        Sem::MulmsHEUl => return Ok(mac::long(0, pair(Ul), Clamp, f)),
        Sem::MulrHUl => mac::mulr(pair(Ul), f),
        Sem::MaddHEUl => return Ok(mac::words(s.c, pair(Ul), Wrap, f)),
        Sem::MaddmHEUl => return Ok(mac::long(s.c, pair(Ul), Wrap, f)),
        Sem::MaddrHUl => mac::rounded(mac::widen(c), pair(Ul), Wrap, f),
        Sem::MaddrHUlC => mac::rounded(s.c, pair(Ul), Wrap, f),
        Sem::MaddsHEUl => return Ok(mac::words(s.c, pair(Ul), Clamp, f)),
        Sem::MaddmsHEUl => return Ok(mac::long(s.c, pair(Ul), Clamp, f)),
        Sem::MaddrsHUl => mac::rounded(mac::widen(c), pair(Ul), Clamp, f),
        Sem::MaddrsHUlC => mac::rounded(s.c, pair(Ul), Clamp, f),
        Sem::MaddsuHEUl => return Ok(mac::words(s.c, pair(Ul).add_sub(), Wrap, f)),
        Sem::MaddsumHEUl => return Ok(mac::long(s.c, pair(Ul).add_sub(), Wrap, f)),
        Sem::MaddsurHUl => mac::rounded(mac::widen(c), pair(Ul).add_sub(), Wrap, f),
        Sem::MaddsusHEUl => return Ok(mac::words(s.c, pair(Ul).add_sub(), Clamp, f)),
        Sem::MaddsumsHEUl => return Ok(mac::long(s.c, pair(Ul).add_sub(), Clamp, f)),
        Sem::MaddsursHUl => mac::rounded(mac::widen(c), pair(Ul).add_sub(), Clamp, f),
        Sem::MsubHEUl => return Ok(mac::words(s.c, pair(Ul).sub(), Wrap, f)),
        Sem::MsubmHEUl => return Ok(mac::long(s.c, pair(Ul).sub(), Wrap, f)),
        Sem::MsubrHUl => mac::rounded(mac::widen(c), pair(Ul).sub(), Wrap, f),
        Sem::MsubrHUlC => mac::rounded(s.c, pair(Ul).sub(), Wrap, f),
        Sem::MsubsHEUl => return Ok(mac::words(s.c, pair(Ul).sub(), Clamp, f)),
        Sem::MsubmsHEUl => return Ok(mac::long(s.c, pair(Ul).sub(), Clamp, f)),
        Sem::MsubrsHUl => mac::rounded(mac::widen(c), pair(Ul).sub(), Clamp, f),
        Sem::MsubrsHUlC => mac::rounded(s.c, pair(Ul).sub(), Clamp, f),
        Sem::MsubadHEUl => return Ok(mac::words(s.c, pair(Ul).sub_add(), Wrap, f)),
        Sem::MsubadmHEUl => return Ok(mac::long(s.c, pair(Ul).sub_add(), Wrap, f)),
        Sem::MsubadrHUl => mac::rounded(mac::widen(c), pair(Ul).sub_add(), Wrap, f),
        Sem::MsubadsHEUl => return Ok(mac::words(s.c, pair(Ul).sub_add(), Clamp, f)),
        Sem::MsubadmsHEUl => return Ok(mac::long(s.c, pair(Ul).sub_add(), Clamp, f)),
        Sem::MsubadrsHUl => mac::rounded(mac::widen(c), pair(Ul).sub_add(), Clamp, f),
        Sem::MulHELu => return Ok(mac::words(0, pair(Lu), Wrap, f)),
        Sem::MulmHELu => return Ok(mac::long(0, pair(Lu), Wrap, f)),
        Sem::MulmsHELu => return Ok(mac::long(0, pair(Lu), Clamp, f)),
        Sem::MulrHLu => mac::mulr(pair(Lu), f),
        Sem::MaddHELu => return Ok(mac::words(s.c, pair(Lu), Wrap, f)),
        Sem::MaddmHELu => return Ok(mac::long(s.c, pair(Lu), Wrap, f)),
        Sem::MaddrHLu => mac::rounded(mac::widen(c), pair(Lu), Wrap, f),
        Sem::MaddsHELu => return Ok(mac::words(s.c, pair(Lu), Clamp, f)),
        Sem::MaddmsHELu => return Ok(mac::long(s.c, pair(Lu), Clamp, f)),
        Sem::MaddrsHLu => mac::rounded(mac::widen(c), pair(Lu), Clamp, f),
        Sem::MaddsuHELu => return Ok(mac::words(s.c, pair(Lu).add_sub(), Wrap, f)),
        Sem::MaddsumHELu => return Ok(mac::long(s.c, pair(Lu).add_sub(), Wrap, f)),
        Sem::MaddsurHLu => mac::rounded(mac::widen(c), pair(Lu).add_sub(), Wrap, f),
        Sem::MaddsusHELu => return Ok(mac::words(s.c, pair(Lu).add_sub(), Clamp, f)),
        Sem::MaddsumsHELu => return Ok(mac::long(s.c, pair(Lu).add_sub(), Clamp, f)),
        Sem::MaddsursHLu => mac::rounded(mac::widen(c), pair(Lu).add_sub(), Clamp, f),
        Sem::MsubHELu => return Ok(mac::words(s.c, pair(Lu).sub(), Wrap, f)),
        Sem::MsubmHELu => return Ok(mac::long(s.c, pair(Lu).sub(), Wrap, f)),
        Sem::MsubrHLu => mac::rounded(mac::widen(c), pair(Lu).sub(), Wrap, f),
        Sem::MsubsHELu => return Ok(mac::words(s.c, pair(Lu).sub(), Clamp, f)),
        Sem::MsubmsHELu => return Ok(mac::long(s.c, pair(Lu).sub(), Clamp, f)),
        Sem::MsubrsHLu => mac::rounded(mac::widen(c), pair(Lu).sub(), Clamp, f),
        Sem::MsubadHELu => return Ok(mac::words(s.c, pair(Lu).sub_add(), Wrap, f)),
        Sem::MsubadmHELu => return Ok(mac::long(s.c, pair(Lu).sub_add(), Wrap, f)),
        Sem::MsubadrHLu => mac::rounded(mac::widen(c), pair(Lu).sub_add(), Wrap, f),
        Sem::MsubadsHELu => return Ok(mac::words(s.c, pair(Lu).sub_add(), Clamp, f)),
        Sem::MsubadmsHELu => return Ok(mac::long(s.c, pair(Lu).sub_add(), Clamp, f)),
        Sem::MsubadrsHLu => mac::rounded(mac::widen(c), pair(Lu).sub_add(), Clamp, f),
        Sem::MulHELl => return Ok(mac::words(0, pair(Ll), Wrap, f)),
        Sem::MulmHELl => return Ok(mac::long(0, pair(Ll), Wrap, f)),
        Sem::MulmsHELl => return Ok(mac::long(0, pair(Ll), Clamp, f)),
        Sem::MulrHLl => mac::mulr(pair(Ll), f),
        Sem::MaddHELl => return Ok(mac::words(s.c, pair(Ll), Wrap, f)),
        Sem::MaddmHELl => return Ok(mac::long(s.c, pair(Ll), Wrap, f)),
        Sem::MaddrHLl => mac::rounded(mac::widen(c), pair(Ll), Wrap, f),
        Sem::MaddsHELl => return Ok(mac::words(s.c, pair(Ll), Clamp, f)),
        Sem::MaddmsHELl => return Ok(mac::long(s.c, pair(Ll), Clamp, f)),
        Sem::MaddrsHLl => mac::rounded(mac::widen(c), pair(Ll), Clamp, f),
        Sem::MaddsuHELl => return Ok(mac::words(s.c, pair(Ll).add_sub(), Wrap, f)),
        Sem::MaddsumHELl => return Ok(mac::long(s.c, pair(Ll).add_sub(), Wrap, f)),
        Sem::MaddsurHLl => mac::rounded(mac::widen(c), pair(Ll).add_sub(), Wrap, f),
        Sem::MaddsusHELl => return Ok(mac::words(s.c, pair(Ll).add_sub(), Clamp, f)),
        Sem::MaddsumsHELl => return Ok(mac::long(s.c, pair(Ll).add_sub(), Clamp, f)),
        Sem::MaddsursHLl => mac::rounded(mac::widen(c), pair(Ll).add_sub(), Clamp, f),
        Sem::MsubHELl => return Ok(mac::words(s.c, pair(Ll).sub(), Wrap, f)),
        Sem::MsubmHELl => return Ok(mac::long(s.c, pair(Ll).sub(), Wrap, f)),
        Sem::MsubrHLl => mac::rounded(mac::widen(c), pair(Ll).sub(), Wrap, f),
        Sem::MsubsHELl => return Ok(mac::words(s.c, pair(Ll).sub(), Clamp, f)),
        Sem::MsubmsHELl => return Ok(mac::long(s.c, pair(Ll).sub(), Clamp, f)),
        Sem::MsubrsHLl => mac::rounded(mac::widen(c), pair(Ll).sub(), Clamp, f),
        Sem::MsubadHELl => return Ok(mac::words(s.c, pair(Ll).sub_add(), Wrap, f)),
        Sem::MsubadmHELl => return Ok(mac::long(s.c, pair(Ll).sub_add(), Wrap, f)),
        Sem::MsubadrHLl => mac::rounded(mac::widen(c), pair(Ll).sub_add(), Wrap, f),
        Sem::MsubadsHELl => return Ok(mac::words(s.c, pair(Ll).sub_add(), Clamp, f)),
        Sem::MsubadmsHELl => return Ok(mac::long(s.c, pair(Ll).sub_add(), Clamp, f)),
        Sem::MsubadrsHLl => mac::rounded(mac::widen(c), pair(Ll).sub_add(), Clamp, f),
        Sem::MulHEUu => return Ok(mac::words(0, pair(Uu), Wrap, f)),
        Sem::MulmHEUu => return Ok(mac::long(0, pair(Uu), Wrap, f)),
        Sem::MulmsHEUu => return Ok(mac::long(0, pair(Uu), Clamp, f)),
        Sem::MulrHUu => mac::mulr(pair(Uu), f),
        Sem::MaddHEUu => return Ok(mac::words(s.c, pair(Uu), Wrap, f)),
        Sem::MaddmHEUu => return Ok(mac::long(s.c, pair(Uu), Wrap, f)),
        Sem::MaddrHUu => mac::rounded(mac::widen(c), pair(Uu), Wrap, f),
        Sem::MaddsHEUu => return Ok(mac::words(s.c, pair(Uu), Clamp, f)),
        Sem::MaddmsHEUu => return Ok(mac::long(s.c, pair(Uu), Clamp, f)),
        Sem::MaddrsHUu => mac::rounded(mac::widen(c), pair(Uu), Clamp, f),
        Sem::MaddsuHEUu => return Ok(mac::words(s.c, pair(Uu).add_sub(), Wrap, f)),
        Sem::MaddsumHEUu => return Ok(mac::long(s.c, pair(Uu).add_sub(), Wrap, f)),
        Sem::MaddsurHUu => mac::rounded(mac::widen(c), pair(Uu).add_sub(), Wrap, f),
        Sem::MaddsusHEUu => return Ok(mac::words(s.c, pair(Uu).add_sub(), Clamp, f)),
        Sem::MaddsumsHEUu => return Ok(mac::long(s.c, pair(Uu).add_sub(), Clamp, f)),
        Sem::MaddsursHUu => mac::rounded(mac::widen(c), pair(Uu).add_sub(), Clamp, f),
        Sem::MsubHEUu => return Ok(mac::words(s.c, pair(Uu).sub(), Wrap, f)),
        Sem::MsubmHEUu => return Ok(mac::long(s.c, pair(Uu).sub(), Wrap, f)),
        Sem::MsubrHUu => mac::rounded(mac::widen(c), pair(Uu).sub(), Wrap, f),
        Sem::MsubsHEUu => return Ok(mac::words(s.c, pair(Uu).sub(), Clamp, f)),
        Sem::MsubmsHEUu => return Ok(mac::long(s.c, pair(Uu).sub(), Clamp, f)),
        Sem::MsubrsHUu => mac::rounded(mac::widen(c), pair(Uu).sub(), Clamp, f),
        Sem::MsubadHEUu => return Ok(mac::words(s.c, pair(Uu).sub_add(), Wrap, f)),
        Sem::MsubadmHEUu => return Ok(mac::long(s.c, pair(Uu).sub_add(), Wrap, f)),
        Sem::MsubadrHUu => mac::rounded(mac::widen(c), pair(Uu).sub_add(), Wrap, f),
        Sem::MsubadsHEUu => return Ok(mac::words(s.c, pair(Uu).sub_add(), Clamp, f)),
        Sem::MsubadmsHEUu => return Ok(mac::long(s.c, pair(Uu).sub_add(), Clamp, f)),
        Sem::MsubadrsHUu => mac::rounded(mac::widen(c), pair(Uu).sub_add(), Clamp, f),
        Sem::MulQU => q::word(0, word_upper(), Wrap, f),
        Sem::MulQEU => return Ok(q::long(0, word_upper(), Wrap, f)),
        Sem::MaddQU => q::word(c, word_upper(), Wrap, f),
        Sem::MaddQEU => return Ok(q::long(s.c, word_upper(), Wrap, f)),
        Sem::MaddsQU => q::word(c, word_upper(), Clamp, f),
        Sem::MaddsQEU => return Ok(q::long(s.c, word_upper(), Clamp, f)),
        Sem::MsubQU => q::word(c, word_upper().neg(), Wrap, f),
        Sem::MsubQEU => return Ok(q::long(s.c, word_upper().neg(), Wrap, f)),
        Sem::MsubsQU => q::word(c, word_upper().neg(), Clamp, f),
        Sem::MsubsQEU => return Ok(q::long(s.c, word_upper().neg(), Clamp, f)),
        Sem::MulQL => q::word(0, word_lower(), Wrap, f),
        Sem::MulQEL => return Ok(q::long(0, word_lower(), Wrap, f)),
        Sem::MaddQL => q::word(c, word_lower(), Wrap, f),
        Sem::MaddQEL => return Ok(q::long(s.c, word_lower(), Wrap, f)),
        Sem::MaddsQL => q::word(c, word_lower(), Clamp, f),
        Sem::MaddsQEL => return Ok(q::long(s.c, word_lower(), Clamp, f)),
        Sem::MsubQL => q::word(c, word_lower().neg(), Wrap, f),
        Sem::MsubQEL => return Ok(q::long(s.c, word_lower().neg(), Wrap, f)),
        Sem::MsubsQL => q::word(c, word_lower().neg(), Clamp, f),
        Sem::MsubsQEL => return Ok(q::long(s.c, word_lower().neg(), Clamp, f)),
        Sem::MulQ => q::word(0, word_word(), Wrap, f),
        Sem::MulQE => return Ok(q::long(0, word_word(), Wrap, f)),
        Sem::MaddQ => q::word(c, word_word(), Wrap, f),
        Sem::MaddQE => return Ok(q::long(s.c, word_word(), Wrap, f)),
        Sem::MaddsQ => q::word(c, word_word(), Clamp, f),
        Sem::MaddsQE => return Ok(q::long(s.c, word_word(), Clamp, f)),
        Sem::MsubQ => q::word(c, word_word().neg(), Wrap, f),
        Sem::MsubQE => return Ok(q::long(s.c, word_word().neg(), Wrap, f)),
        Sem::MsubsQ => q::word(c, word_word().neg(), Clamp, f),
        Sem::MsubsQE => return Ok(q::long(s.c, word_word().neg(), Clamp, f)),
        Sem::MulQUU => q::word(0, uppers(), Wrap, f),
        Sem::MulrQUU => q::mulr(uppers(), f),
        Sem::MaddQUU => q::word(c, uppers(), Wrap, f),
        Sem::MaddQEUU => return Ok(q::long(s.c, uppers().up(), Wrap, f)),
        Sem::MaddrQUU => q::rounded(c, uppers(), Wrap, f),
        Sem::MaddsQUU => q::word(c, uppers(), Clamp, f),
        Sem::MaddsQEUU => return Ok(q::long(s.c, uppers().up(), Clamp, f)),
        Sem::MaddrsQUU => q::rounded(c, uppers(), Clamp, f),
        Sem::MsubQUU => q::word(c, uppers().neg(), Wrap, f),
        Sem::MsubQEUU => return Ok(q::long(s.c, uppers().up().neg(), Wrap, f)),
        Sem::MsubrQUU => q::rounded(c, uppers().neg(), Wrap, f),
        Sem::MsubsQUU => q::word(c, uppers().neg(), Clamp, f),
        Sem::MsubsQEUU => return Ok(q::long(s.c, uppers().up().neg(), Clamp, f)),
        Sem::MsubrsQUU => q::rounded(c, uppers().neg(), Clamp, f),
        Sem::MulQLL => q::word(0, lowers(), Wrap, f),
        Sem::MulrQLL => q::mulr(lowers(), f),
        Sem::MaddQLL => q::word(c, lowers(), Wrap, f),
        Sem::MaddQELL => return Ok(q::long(s.c, lowers().up(), Wrap, f)),
        Sem::MaddrQLL => q::rounded(c, lowers(), Wrap, f),
        Sem::MaddsQLL => q::word(c, lowers(), Clamp, f),
        Sem::MaddsQELL => return Ok(q::long(s.c, lowers().up(), Clamp, f)),
        Sem::MaddrsQLL => q::rounded(c, lowers(), Clamp, f),
        Sem::MsubQLL => q::word(c, lowers().neg(), Wrap, f),
        Sem::MsubQELL => return Ok(q::long(s.c, lowers().up().neg(), Wrap, f)),
        Sem::MsubrQLL => q::rounded(c, lowers().neg(), Wrap, f),
        Sem::MsubsQLL => q::word(c, lowers().neg(), Clamp, f),
        Sem::MsubsQELL => return Ok(q::long(s.c, lowers().up().neg(), Clamp, f)),
        Sem::MsubrsQLL => q::rounded(c, lowers().neg(), Clamp, f),
        Sem::AddF => fpu::add(c, a, f),
        Sem::SubF => fpu::sub(c, a, f),
        Sem::MulF => fpu::mul(a, b, f),
        Sem::DivF => fpu::div(a, b, f),
        Sem::MaddF => fpu::madd(c, a, b, f),
        Sem::MsubF => fpu::msub(c, a, b, f),
        Sem::CmpF => fpu::cmp(a, b, f),
        Sem::QseedF => fpu::qseed(a, f),
        Sem::Ftoi => fpu::ftoi(a, false, f),
        Sem::Ftoiz => fpu::ftoi(a, true, f),
        Sem::Ftou => fpu::ftou(a, false, f),
        Sem::Ftouz => fpu::ftou(a, true, f),
        Sem::Ftoq31 => fpu::ftoq31(a, b, false, f),
        Sem::Ftoq31z => fpu::ftoq31(a, b, true, f),
        Sem::Itof => fpu::itof(a, f),
        Sem::Utof => fpu::utof(a, f),
        Sem::Q31tof => fpu::q31tof(a, b, f),
        Sem::Updfl => {
            fpu::updfl(a, f);
            0
        }
        _ => return Err(Trap::Iopc),
    };
    Ok(word.into())
}
