//! Products of words, half-words and fractions, and sums of them.

use super::flags::Fit::{Clamp, Wrap};
use super::mac::Halves::{Ll, Lu, Ul, Uu};
use super::rows::result_of;
use super::{Flags, Imm, Src, int, mac, mul, q};
use crate::isa::Opcode;

/// The result of a multiplication, alone or with an addition or subtraction; `None` of others.
pub(super) fn execute(opcode: Opcode, s: Src, i: Imm, f: &mut Flags) -> Option<u64> {
    let (a, b, c) = (s.a as u32, s.b as u32, s.c as u32);
    let pair = |halves| mac::products(a, b, i.n, halves);
    let word_upper = || q::product(a, mac::upper(b), i.n, 16);
    let word_lower = || q::product(a, mac::lower(b), i.n, 16);
    let word_word = || q::product(a, int::sx(b), i.n, 32);
    let uppers = || q::halves(mac::upper(a), mac::upper(b), i.n);
    let lowers = || q::halves(mac::lower(a), mac::lower(b), i.n);
    Some(result_of! {
        opcode;
        |p| [mul::product(a, b), -mul::product(a, b)] {
            Madds Msubs => mul::word(c, p, Clamp, f);
            MaddE MsubE => mul::long(s.c, p, Wrap, f);
            MaddsE MsubsE => mul::long(s.c, p, Clamp, f);
        }
        |p| [mul::product_u(a, b), -mul::product_u(a, b)] {
            MaddsU MsubsU => mul::word_u(c, p, f);
            MaddU MsubU => mul::long_u(s.c, p, Wrap, f);
            MaddsUE MsubsUE => mul::long_u(s.c, p, Clamp, f);
        }
        |p| [pair(Ul), pair(Lu), pair(Ll), pair(Uu)] {
            MulHEUl MulHELu MulHELl MulHEUu => mac::words(0, p, Wrap, f);
            MulmHEUl MulmHELu MulmHELl MulmHEUu => mac::long(0, p, Wrap, f);
            MulmsHEUl MulmsHELu MulmsHELl MulmsHEUu => mac::long(0, p, Clamp, f);
            MulrHUl MulrHLu MulrHLl MulrHUu => mac::mulr(p, f);
            MaddHEUl MaddHELu MaddHELl MaddHEUu => mac::words(s.c, p, Wrap, f);
            MaddmHEUl MaddmHELu MaddmHELl MaddmHEUu => mac::long(s.c, p, Wrap, f);
            MaddrHUl MaddrHLu MaddrHLl MaddrHUu => mac::rounded(mac::widen(c), p, Wrap, f);
            MaddsHEUl MaddsHELu MaddsHELl MaddsHEUu => mac::words(s.c, p, Clamp, f);
            MaddmsHEUl MaddmsHELu MaddmsHELl MaddmsHEUu => mac::long(s.c, p, Clamp, f);
            MaddrsHUl MaddrsHLu MaddrsHLl MaddrsHUu => mac::rounded(mac::widen(c), p, Clamp, f);
            MaddsuHEUl MaddsuHELu MaddsuHELl MaddsuHEUu => mac::words(s.c, p.add_sub(), Wrap, f);
            MaddsumHEUl MaddsumHELu MaddsumHELl MaddsumHEUu => mac::long(s.c, p.add_sub(), Wrap, f);
            MaddsurHUl MaddsurHLu MaddsurHLl MaddsurHUu => mac::rounded(mac::widen(c), p.add_sub(), Wrap, f);
            MaddsusHEUl MaddsusHELu MaddsusHELl MaddsusHEUu => mac::words(s.c, p.add_sub(), Clamp, f);
            MaddsumsHEUl MaddsumsHELu MaddsumsHELl MaddsumsHEUu => mac::long(s.c, p.add_sub(), Clamp, f);
            MaddsursHUl MaddsursHLu MaddsursHLl MaddsursHUu => mac::rounded(mac::widen(c), p.add_sub(), Clamp, f);
            MsubHEUl MsubHELu MsubHELl MsubHEUu => mac::words(s.c, p.sub(), Wrap, f);
            MsubmHEUl MsubmHELu MsubmHELl MsubmHEUu => mac::long(s.c, p.sub(), Wrap, f);
            MsubrHUl MsubrHLu MsubrHLl MsubrHUu => mac::rounded(mac::widen(c), p.sub(), Wrap, f);
            MsubsHEUl MsubsHELu MsubsHELl MsubsHEUu => mac::words(s.c, p.sub(), Clamp, f);
            MsubmsHEUl MsubmsHELu MsubmsHELl MsubmsHEUu => mac::long(s.c, p.sub(), Clamp, f);
            MsubrsHUl MsubrsHLu MsubrsHLl MsubrsHUu => mac::rounded(mac::widen(c), p.sub(), Clamp, f);
            MsubadHEUl MsubadHELu MsubadHELl MsubadHEUu => mac::words(s.c, p.sub_add(), Wrap, f);
            MsubadmHEUl MsubadmHELu MsubadmHELl MsubadmHEUu => mac::long(s.c, p.sub_add(), Wrap, f);
            MsubadrHUl MsubadrHLu MsubadrHLl MsubadrHUu => mac::rounded(mac::widen(c), p.sub_add(), Wrap, f);
            MsubadsHEUl MsubadsHELu MsubadsHELl MsubadsHEUu => mac::words(s.c, p.sub_add(), Clamp, f);
            MsubadmsHEUl MsubadmsHELu MsubadmsHELl MsubadmsHEUu => mac::long(s.c, p.sub_add(), Clamp, f);
            MsubadrsHUl MsubadrsHLu MsubadrsHLl MsubadrsHUu => mac::rounded(mac::widen(c), p.sub_add(), Clamp, f);
        }
        |p| [word_upper(), word_lower(), word_word()] {
            MulQU MulQL MulQ => q::word(0, p, Wrap, f);
            MulQEU MulQEL MulQE => q::long(0, p, Wrap, f);
            MaddQU MaddQL MaddQ => q::word(c, p, Wrap, f);
            MaddQEU MaddQEL MaddQE => q::long(s.c, p, Wrap, f);
            MaddsQU MaddsQL MaddsQ => q::word(c, p, Clamp, f);
            MaddsQEU MaddsQEL MaddsQE => q::long(s.c, p, Clamp, f);
            MsubQU MsubQL MsubQ => q::word(c, p.neg(), Wrap, f);
            MsubQEU MsubQEL MsubQE => q::long(s.c, p.neg(), Wrap, f);
            MsubsQU MsubsQL MsubsQ => q::word(c, p.neg(), Clamp, f);
            MsubsQEU MsubsQEL MsubsQE => q::long(s.c, p.neg(), Clamp, f);
        }
        |p| [uppers(), lowers()] {
            MulQUU MulQLL => q::word(0, p, Wrap, f);
            MulrQUU MulrQLL => q::mulr(p, f);
            MaddQUU MaddQLL => q::word(c, p, Wrap, f);
            MaddQEUU MaddQELL => q::long(s.c, p.up(), Wrap, f);
            MaddrQUU MaddrQLL => q::rounded(c, p, Wrap, f);
            MaddsQUU MaddsQLL => q::word(c, p, Clamp, f);
            MaddsQEUU MaddsQELL => q::long(s.c, p.up(), Clamp, f);
            MaddrsQUU MaddrsQLL => q::rounded(c, p, Clamp, f);
            MsubQUU MsubQLL => q::word(c, p.neg(), Wrap, f);
            MsubQEUU MsubQELL => q::long(s.c, p.up().neg(), Wrap, f);
            MsubrQUU MsubrQLL => q::rounded(c, p.neg(), Wrap, f);
            MsubsQUU MsubsQLL => q::word(c, p.neg(), Clamp, f);
            MsubsQEUU MsubsQELL => q::long(s.c, p.up().neg(), Clamp, f);
            MsubrsQUU MsubrsQLL => q::rounded(c, p.neg(), Clamp, f);
        }
        each {
            Muls => mul::word(0, mul::product(a, b), Clamp, f);
            MulsU => mul::word_u(0, mul::product_u(a, b), f);
            MulE => mul::long(0, mul::product(a, b), Wrap, f);
            MulU => mul::long_u(0, mul::product_u(a, b), Wrap, f);
            Msub => mul::word(c, -mul::product(a, b), Wrap, f);
            MaddrHUlC => mac::rounded(s.c, pair(Ul), Wrap, f);
            MaddrsHUlC => mac::rounded(s.c, pair(Ul), Clamp, f);
            MsubrHUlC => mac::rounded(s.c, pair(Ul).sub(), Wrap, f);
            MsubrsHUlC => mac::rounded(s.c, pair(Ul).sub(), Clamp, f);
        }
        else None
    })
}
