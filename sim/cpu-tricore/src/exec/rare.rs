//! The rest of the integer pipe, and the FPU.

use super::flags::Fit::{Clamp, Wrap};
use super::flags::{clamp_unsigned32, signed32};
use super::int::sx;
use super::rows::result_of;
use super::{
    Flags, Imm, Src, bits, crc, div, field, float_format, fpu, index, int, packed, products, shift,
};
use crate::isa::Opcode;
use crate::trap::Trap;
use std::cmp::Ordering::{Greater, Less};
use trueboard_core::fp;

/// All ones if `test` holds: the lanes of EQ.W and LT.W.
#[inline]
fn all_ones(test: bool) -> u32 {
    u32::from(test).wrapping_neg()
}

/// A register as a number without sign.
#[inline]
fn zx(x: u32) -> i128 {
    x.into()
}

/// What [`super::usual`] does not know.
#[inline(never)]
pub(super) fn other(opcode: Opcode, s: Src, i: Imm, flags: &mut Flags) -> Result<u64, Trap> {
    let (a, b, c, old) = (s.a as u32, s.b as u32, s.c as u32, s.old as u32);
    let c_hi = (s.c >> 32) as u32;
    let f = flags;
    // Single bits.
    let p = || a >> (i.p & 31) & 1 != 0;
    let q = || b >> (i.q & 31) & 1 != 0;
    Ok(result_of! {
        opcode;
        |exact| [sx(a) + sx(b), sx(a) - sx(b), sx(b) - sx(a)] {
            Adds Subs Rsubs => signed32(exact, Clamp, f);
        }
        |exact| [zx(a) + zx(b), zx(a) - zx(b), zx(b) - zx(a)] {
            AddsU SubsU RsubsU => clamp_unsigned32(exact, f);
        }
        |fit| [Wrap, Clamp] {
            Abs Abss => int::abs(b, fit, f);
            Absdif Absdifs => int::absdif(a, b, fit, f);
        }
        |(lanes, fit)| [(packed::B, Wrap), (packed::H, Wrap), (packed::H, Clamp)] {
            AbsB AbsH AbssH => lanes.arith(b, 0, fit, f, |x, _| x.abs());
            AbsdifB AbsdifH AbsdifsH => lanes.arith(a, b, fit, f, |x, y| (x - y).abs());
            AddB AddH AddsH => lanes.arith(a, b, fit, f, |x, y| x + y);
            SubB SubH SubsH => lanes.arith(a, b, fit, f, |x, y| x - y);
        }
        |lanes| [packed::B, packed::BU, packed::H, packed::HU] {
            MaxB MaxBu MaxH MaxHu => lanes.map(a, b, Ord::max);
            MinB MinBu MinH MinHu => lanes.map(a, b, Ord::min);
            LtB LtBu LtH LtHu => lanes.mask(a, b, |x, y| x < y);
        }
        |lanes| [packed::B, packed::H] {
            EqB EqH => lanes.mask(a, b, |x, y| x == y);
            EqanyB EqanyH => lanes.any_equal(a, b);
        }
        |combine| [bits::and, bits::or, bits::xor, bits::shift_in] {
            AndEq OrEq XorEq ShEq => combine(old, a == b);
            AndNe OrNe XorNe ShNe => combine(old, a != b);
            AndGe OrGe XorGe ShGe => combine(old, a as i32 >= b as i32);
            AndGeU OrGeU XorGeU ShGeU => combine(old, a >= b);
            AndLt OrLt XorLt ShLt => combine(old, (a as i32) < b as i32);
            AndLtU OrLtU XorLtU ShLtU => combine(old, a < b);
        }
        |combine| [bits::alone, bits::and, bits::or, bits::shift_in] {
            AndT AndAndT OrAndT ShAndT => combine(old, p() & q());
            AndnT AndAndnT OrAndnT ShAndnT => combine(old, p() & !q());
            NorT AndNorT OrNorT ShNorT => combine(old, !(p() | q()));
            OrT AndOrT OrOrT ShOrT => combine(old, p() | q());
        }
        |combine| [bits::alone, bits::shift_in] {
            NandT ShNandT => combine(old, !(p() & q()));
            OrnT ShOrnT => combine(old, p() | !q());
            XnorT ShXnorT => combine(old, p() == q());
            XorT ShXorT => combine(old, p() != q());
        }
        |value| [index::signed, index::unsigned] {
            Ixmax IxmaxU => index::step(s.c, b, value, Greater);
            Ixmin IxminU => index::step(s.c, b, value, Less);
        }
        |width| [c_hi, u32::from(i.w)] {
            Extr ExtrW => field::extr(f, a, c, width);
            ExtrU ExtrUW => field::extr_u(f, a, c, width);
            Insert InsertW => field::insert(a, b, c, width);
        }
        |bits| [32, 16, 8] {
            Dvinit DvinitH DvinitB => div::dvinit(a, b, bits, f);
            DvinitU DvinitHu DvinitBu => div::dvinit_u(a, b, bits, f);
        }
        |truncate| [false, true] {
            Ftoi Ftoiz => fpu::ftoi(a, truncate, f);
            Ftou Ftouz => fpu::ftou(a, truncate, f);
            Ftoq31 Ftoq31z => fpu::ftoq31(a, b, truncate, f);
        }
        each {
            SatB => int::sat(a, -0x80, 0x7F);
            SatH => int::sat(a, -0x8000, 0x7FFF);
            SatBu => a.min(0xFF);
            SatHu => a.min(0xFFFF);
            MovE => sx(b) as u64;
            MovEd => s.a << 32 | u64::from(b);
            AddsHu => packed::HU.arith(a, b, Clamp, f, |x, y| x + y);
            SubsHu => packed::HU.arith(a, b, Clamp, f, |x, y| x - y);
            EqW => all_ones(a == b);
            LtW => all_ones((a as i32) < b as i32);
            LtWu => all_ones(a < b);
            InsT => bits::insert(a, i.p, q());
            InsnT => bits::insert(a, i.p, !q());
            Clo => a.leading_ones();
            Cls => bits::cls(a);
            ClzH => bits::clz_h(a);
            CloH => bits::clo_h(a);
            ClsH => bits::cls_h(a);
            Bmerge => bits::bmerge(a, b);
            Bsplit => bits::bsplit(a);
            Parity => bits::parity(a);
            Crc32 => crc::crc32(b, a);
            Pack => float_format::pack(s.c, a, f.carry());
            Unpack => float_format::unpack(a);
            Shas => shift::shas(a, b, f);
            ShH => shift::sh_h(a, b);
            ShaH => shift::sha_h(a, b);
            InsertPw => field::insert(a, b, i.p.into(), i.w.into());
            ImaskEPw => field::imask(b, i.p.into(), i.w.into());
            ImaskEW => field::imask(b, c, i.w.into());
            Div => div::div(a, b, f);
            DivU => div::div_u(a, b, f);
            Dvstep => div::dvstep(s.c, b);
            DvstepU => div::dvstep_u(s.c, b);
            Dvadj => div::dvadj(s.c, b);
            AddF => fpu::two(fp::add32, (c, a), f);
            SubF => fpu::two(fp::sub32, (c, a), f);
            MulF => fpu::two(fp::mul32, (a, b), f);
            DivF => fpu::two(fp::div32, (a, b), f);
            MaddF => fpu::madd(c, a, b, f);
            MsubF => fpu::msub(c, a, b, f);
            CmpF => fpu::cmp(a, b, f);
            QseedF => fpu::qseed(a, f);
            Itof => fpu::itof(a, f);
            Utof => fpu::utof(a, f);
            Q31tof => fpu::q31tof(a, b, f);
            Updfl => fpu::updfl(a, f);
        }
        else products::execute(opcode, s, i, f).ok_or(Trap::IOPC)
    })
}
