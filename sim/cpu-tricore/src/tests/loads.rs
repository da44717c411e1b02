//! Addressing modes, widths, and exchanges.

use super::*;
use crate::isa::operands::{Abs, Abs18};
use crate::isa::operands::{Base, Circ, Disp, E, K, Off, P, Post, Pre, Rev, U};
use trueboard_core::isa::Operand;

fn bench() -> Bench {
    let mut b = Bench::new();
    b.set_a(4, DATA);
    for i in 0..16 {
        b.poke(DATA + 4 * i, 0x0302_0100 + 0x0404_0404 * i);
    }
    b
}

#[test]
fn widths_and_extension() {
    let mut b = bench();
    b.poke(DATA, 0xff80_8081);
    b.poke(DATA + 4, 0x1234_5678);
    let (base, o) = (a(4), Off::new(0));
    b.code(&[
        Insn::LdBBoBase {
            d: d(0),
            b: base,
            o,
            m: Base,
        },
        Insn::LdBuBoBase {
            d: d(1),
            b: base,
            o,
            m: Base,
        },
        Insn::LdHBoBase {
            d: d(2),
            b: base,
            o,
            m: Base,
        },
        Insn::LdHuBoBase {
            d: d(3),
            b: base,
            o,
            m: Base,
        },
        Insn::LdQBoBase {
            d: d(4),
            b: base,
            o,
            m: Base,
        },
        Insn::LdDBoBase {
            d: E::new(6),
            b: base,
            o,
            m: Base,
        },
        Insn::LdDaBoBase {
            d: P::new(6),
            b: base,
            o,
            m: Base,
        },
        Insn::StQBoBase {
            b: base,
            o: Off::new(16),
            m: Base,
            a: d(7),
        },
        Insn::StDBoBase {
            b: base,
            o: Off::new(24),
            m: Base,
            a: E::new(6),
        },
    ]);
    b.run();
    assert_eq!((b.d(0), b.d(1)), (0xffff_ff81, 0x81));
    assert_eq!((b.d(2), b.d(3)), (0xffff_8081, 0x8081));
    assert_eq!(b.d(4), 0x8081_0000);
    assert_eq!((b.d(6), b.d(7)), (0xff80_8081, 0x1234_5678));
    assert_eq!((b.a(6), b.a(7)), (0xff80_8081, 0x1234_5678));
    assert_eq!(b.peek(DATA + 16), 0x1312_1234);
    assert_eq!(
        (b.peek(DATA + 24), b.peek(DATA + 28)),
        (0xff80_8081, 0x1234_5678)
    );
    let bank = b.bank();
    assert_eq!((bank.get(Meter::Loads), bank.get(Meter::Stores)), (7, 2));
    assert_eq!(bank.get(Meter::LoadStores), 9);
}

#[test]
fn increments_before_and_after() {
    let mut b = bench();
    b.code(&[
        Insn::LdWBoPost {
            d: d(0),
            b: a(4),
            o: Off::new(8),
            m: Post,
        },
        Insn::LdWBoPre {
            d: d(1),
            b: a(4),
            o: Off::new(-4),
            m: Pre,
        },
    ]);
    b.run();
    assert_eq!((b.d(0), b.d(1)), (0x0302_0100, 0x0706_0504));
    assert_eq!(b.a(4), DATA + 4);
    // Nothing is updated when the access traps.
    let mut b = bench();
    b.set_a(4, 0xf000_0004);
    b.code(&[Insn::LdWBoPost {
        d: d(0),
        b: a(4),
        o: Off::new(8),
        m: Post,
    }]);
    assert_eq!(b.trapped(), (4, 2));
    assert_eq!(b.a(4), 0xf000_0004);
}

/// A buffer of 12 bytes: the index comes round, a word goes on at the start.
#[test]
fn circular_buffers_wrap_index_and_datum() {
    let mut b = bench();
    b.set_a(5, 12 << 16 | 8);
    let load = |to| Insn::LdWBoCirc {
        d: d(to),
        b: P::new(4),
        o: Off::new(4),
        m: Circ,
    };
    b.code(&[load(0), load(1)]);
    b.run();
    assert_eq!((b.d(0), b.d(1)), (0x0b0a_0908, 0x0302_0100));
    assert_eq!(b.a(5), 12 << 16 | 4);
    let mut b = bench();
    b.set_a(5, 12 << 16 | 10);
    b.set_d(3, 0xaabb_ccdd);
    b.code(&[
        Insn::LdWBoCirc {
            d: d(0),
            b: P::new(4),
            o: Off::new(-12),
            m: Circ,
        },
        Insn::StWBoCirc {
            b: P::new(4),
            o: Off::new(0),
            m: Circ,
            a: d(3),
        },
    ]);
    b.run();
    assert_eq!(b.d(0), 0x0100_0b0a);
    assert_eq!(b.a(5), 12 << 16 | 10, "-2 is 10 again");
    assert_eq!((b.peek(DATA + 8), b.peek(DATA)), (0xccdd_0908, 0x0302_aabb));
    // A buffer that is not aligned, or has no length.
    for (start, control) in [(DATA + 4, 12 << 16), (DATA, 0), (DATA, 10 << 16)] {
        let mut b = bench();
        b.set_a(4, start);
        b.set_a(5, control);
        b.code(&[load(0)]);
        assert_eq!(b.trapped(), (2, 4), "{start:#x} {control:#x}");
    }
}

/// The order of an 8-point transform: 0, 4, 2, 6, 1, 5, 3, 7.
#[test]
fn bit_reverse_counts_from_the_top() {
    let mut b = bench();
    // 16 bytes from point to point; the increment is half the buffer, reversed.
    b.set_a(5, 16 << 16);
    let load = |to| Insn::LdWBoRev {
        d: d(to),
        b: P::new(4),
        m: Rev,
    };
    b.code(&[load(0), load(1), load(2), load(3)]);
    b.run();
    let words: Vec<u32> = (0..4).map(|i| b.d(i) & 0xff).collect();
    assert_eq!(words, [0, 16, 8, 24]);
    assert_eq!(b.a(5), 16 << 16 | 4);
}

#[test]
fn exchanges() {
    let mut b = bench();
    b.poke(DATA, 0x1111_1111);
    b.set_d(0, 0x2222_2222);
    (0..2).for_each(|i| b.set_d(2 + i, [0xabcd_ef01, 0x0000_ffff][i]));
    (0..2).for_each(|i| b.set_d(4 + i, [0x55, 0x2222_ef01][i]));
    (0..2).for_each(|i| b.set_d(6 + i, [0x66, 0x1234][i]));
    let (base, o) = (a(4), Off::new(0));
    b.code(&[
        Insn::SwapWBoBase {
            b: base,
            o,
            m: Base,
            a: d(0),
            d: d(0),
        },
        Insn::LdmstBoBase {
            b: base,
            o,
            m: Base,
            a: E::new(2),
        },
        Insn::CmpswapWBoBase {
            b: base,
            o,
            m: Base,
            a: E::new(4),
            d: d(4),
        },
        Insn::CmpswapWBoBase {
            b: base,
            o,
            m: Base,
            a: E::new(6),
            d: d(6),
        },
        Insn::SwapmskWBoBase {
            b: base,
            o,
            m: Base,
            a: E::new(2),
            d: d(2),
        },
        Insn::StTAbsb {
            o: Abs18::from_bits(0xd << 14 | 3, 18),
            m: Abs,
            p: U::new(7),
            q: U::new(1),
        },
    ]);
    b.run();
    assert_eq!(b.d(0), 0x1111_1111);
    assert_eq!(b.d(4), 0x2222_ef01, "it was equal and is replaced");
    assert_eq!(b.d(6), 0x55, "it was not");
    assert_eq!(b.d(2), 0x55);
    assert_eq!(b.peek(DATA), 0x8000_ef01);
}

#[test]
fn contexts_at_any_address() {
    let mut b = bench();
    b.set_d(2, 22);
    b.set_a(11, 0x1100);
    b.set_d(9, 99);
    let o = Off::new(0x100);
    b.code(&[
        Insn::StlcxBo {
            b: a(4),
            o,
            m: Base,
        },
        Insn::LducxBo {
            b: a(4),
            o,
            m: Base,
        },
    ]);
    b.run();
    assert_eq!(b.peek(DATA + 0x104), 0x1100);
    assert_eq!(b.peek(DATA + 0x118), 22);
    // The word that the lower context has for D2 is the upper one's for D10.
    assert_eq!((b.d(10), b.d(9)), (22, 0));
    let mut b = bench();
    b.code(&[Insn::LducxBo {
        b: a(4),
        o: Off::new(32),
        m: Base,
    }]);
    assert_eq!(b.trapped(), (2, 4));
}

#[test]
fn jumps_that_count() {
    let mut b = bench();
    b.set_d(1, 5);
    b.code(&[
        Insn::AddRr {
            d: d(0),
            a: d(0),
            b: d(1),
        },
        Insn::JnedBrc {
            a: d(1),
            b: K::new(2),
            t: Disp::new(-4),
        },
    ]);
    b.run();
    assert_eq!((b.d(0), b.d(1)), (5 + 4 + 3 + 2, 1));
}

/// Code that overwrites itself is decoded again.
#[test]
fn a_store_into_code_is_seen() {
    let mut b = bench();
    b.set_a(4, CODE);
    b.set_d(1, 5);
    let mov = |v| Insn::MovSrc {
        d: d(0),
        b: K::new(v),
    };
    b.set_d(2, mov(7).encode());
    b.code(&[
        mov(1),
        Insn::StHBoBase {
            b: a(4),
            o: Off::new(0),
            m: Base,
            a: d(2),
        },
        Insn::JnedBrc {
            a: d(1),
            b: K::new(4),
            t: Disp::new(-6),
        },
    ]);
    b.run();
    assert_eq!(b.d(0), 7);
}
