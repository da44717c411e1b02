//! Every multiplication and multiply-accumulate against a slow reference: the name of the
//! instruction is read letter by letter, and the result computed in 128 bits.

use super::random::Rng;
use super::{PSW, Src, run};
use crate::exec::{Flags, Imm};
use crate::isa::{Opcode, ROWS};

/// What the letters of a name say.
struct Name {
    /// The sign of the upper (or only) and the lower product; 0 if there is no accumulator.
    signs: (i128, i128),
    accumulates: bool,
    long: bool,
    rounds: bool,
    clamps: bool,
    unsigned: bool,
    kind: Kind,
    /// The destination is a pair.
    pair: bool,
    halves: String,
    /// The accumulator is a pair though the destination is not.
    pair_c: bool,
}

#[derive(PartialEq)]
enum Kind {
    Word,
    Half,
    Fraction,
}

fn read(name: &str) -> Option<Name> {
    let mut rest = name;
    let mut eat = |prefix: &str| match rest.strip_prefix(prefix) {
        Some(after) => {
            rest = after;
            true
        }
        None => false,
    };
    let mul = eat("Mul");
    let madd = !mul && eat("Madd");
    let msub = !mul && !madd && eat("Msub");
    if !(mul || madd || msub) {
        return None;
    }
    let mixed = madd && eat("su") || msub && eat("ad");
    let sign = if msub { -1 } else { 1 };
    let long = eat("m");
    let rounds = eat("r");
    let clamps = eat("s");
    let unsigned = eat("U");
    let kind = if eat("H") {
        Kind::Half
    } else if eat("Q") {
        Kind::Fraction
    } else if eat("F") {
        return None;
    } else {
        Kind::Word
    };
    let pair = eat("E") || unsigned && !clamps;
    let pair_c = rest.ends_with('C');
    Some(Name {
        signs: (sign, if mixed { -sign } else { sign }),
        accumulates: !mul,
        long,
        rounds,
        clamps,
        unsigned,
        kind,
        pair,
        halves: rest.trim_end_matches('C').to_owned(),
        pair_c,
    })
}

/// The half-words of a word as the manual writes them.
fn half(x: u32, upper: bool) -> i128 {
    i128::from(if upper { (x >> 16) as i16 } else { x as i16 })
}

/// The product of two half-words; -1 * -1 becomes the largest number.
fn fraction(x: i128, y: i128, n: u8) -> i128 {
    if n == 1 && x == -0x8000 && y == -0x8000 {
        0x7FFF_FFFF
    } else if n == 1 {
        x * y * 2
    } else {
        x * y
    }
}

/// An exact result put into `bits` bits: register, V, AV.
fn fit(exact: i128, bits: u32, name: &Name) -> (u64, bool, bool) {
    let (least, most) = if name.unsigned {
        (0, (1i128 << bits) - 1)
    } else {
        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
    };
    let v = exact < least || exact > most;
    let bit = |k: u32| exact.div_euclid(1 << k).rem_euclid(2) == 1;
    let kept = if name.clamps {
        exact.max(least).min(most)
    } else {
        exact
    };
    let register = kept.rem_euclid(1 << bits) as u64;
    (register, v, bit(bits - 1) != bit(bits - 2))
}

/// Result, V and AV.
fn reference(name: &Name, a: u32, b: u32, c: u64, n: u8) -> (u64, bool, bool) {
    let (c_hi, c_lo) = (i128::from((c >> 32) as i32), i128::from(c as i32));
    let (sa, sb) = (i128::from(a as i32), i128::from(b as i32));
    let accumulator = match (name.accumulates, name.pair, name.unsigned) {
        (false, _, _) => 0,
        (_, true, true) => i128::from(c),
        (_, true, false) => i128::from(c as i64),
        (_, false, true) => i128::from(c as u32),
        (_, false, false) => c_lo,
    };
    let bits = if name.pair { 64 } else { 32 };
    match name.kind {
        Kind::Word => {
            let product = if name.unsigned {
                i128::from(a) * i128::from(b)
            } else {
                sa * sb
            };
            fit(accumulator + name.signs.0 * product, bits, name)
        }
        Kind::Fraction => {
            let exact = match name.halves.as_str() {
                "UU" => fraction(half(a, true), half(b, true), n),
                "LL" => fraction(half(a, false), half(b, false), n),
                "U" => sa * half(b, true) * (1 + i128::from(n)),
                "L" => sa * half(b, false) * (1 + i128::from(n)),
                _ => sa * sb * (1 + i128::from(n)),
            };
            let two_halves = name.halves.len() == 2;
            // The weight of the product's lowest bit against the accumulator's.
            let (up, down) = match (name.pair, name.halves.as_str()) {
                (true, _) if two_halves => (1 << 16, 1),
                (true, _) => (1, 1),
                _ if two_halves => (1, 1),
                (false, "") => (1, 1i128 << 32),
                (false, _) => (1, 1 << 16),
            };
            let half_unit = if name.rounds { 0x8000 } else { 0 };
            let numerator = (accumulator + half_unit) * down + name.signs.0 * exact * up;
            if name.rounds && !name.accumulates && exact == 0x7FFF_FFFF {
                return (0x7FFF_0000, false, true);
            }
            let (register, v, av) = fit(numerator.div_euclid(down), bits, name);
            let mask = if name.rounds { 0xFFFF_0000 } else { u64::MAX };
            (register & mask, v, av)
        }
        Kind::Half => {
            let (first, second) = match name.halves.as_str() {
                "Ul" => ((true, true), (false, false)),
                "Lu" => ((true, false), (false, true)),
                "Ll" => ((true, false), (false, false)),
                _ => ((false, true), (true, true)),
            };
            let high = fraction(half(a, first.0), half(b, first.1), n);
            let low = fraction(half(a, second.0), half(b, second.1), n);
            let (plus_high, plus_low) = (name.signs.0 * high, name.signs.1 * low);
            if name.long {
                return fit(accumulator + (plus_high + plus_low) * 0x1_0000, 64, name);
            }
            let (c_hi, c_lo) = match (name.accumulates, name.pair || name.pair_c) {
                (false, _) => (0, 0),
                (true, true) => (c_hi, c_lo),
                (true, false) => (half(c as u32, true) << 16, half(c as u32, false) << 16),
            };
            let round = |product: i128| match (name.rounds, name.accumulates) {
                (true, false) if product == 0x7FFF_FFFF => 0,
                (true, _) => 0x8000,
                _ => 0,
            };
            let (h, v1, av1) = fit(c_hi + plus_high + round(high), 32, name);
            let (l, v0, av0) = fit(c_lo + plus_low + round(low), 32, name);
            let register = if name.rounds {
                h & 0xFFFF_0000 | l >> 16
            } else {
                h << 32 | l
            };
            (register, v0 || v1, av0 || av1)
        }
    }
}

#[test]
fn every_product_agrees_with_the_reference() {
    let mut sems: Vec<Opcode> = ROWS.iter().map(|row| row.class).collect();
    sems.sort();
    sems.dedup();
    let mut rng = Rng::new(0x5eed);
    let mut judged = 0;
    for opcode in sems {
        let Some(name) = read(&format!("{opcode:?}")) else {
            continue;
        };
        judged += 1;
        for _ in 0..4000 {
            let (a, b, c) = (rng.word(), rng.word(), rng.pair());
            let n = (rng.next() & 1) as u8;
            let s = Src {
                a: a.into(),
                b: b.into(),
                c,
                old: 0,
            };
            let imm = Imm {
                n,
                ..Imm::default()
            };
            let (result, psw) = run(opcode, s, imm);
            let (expected, v, av) = reference(&name, a, b, c, n);
            let flag = |set, bits| if set { bits } else { 0 };
            let expected_psw =
                PSW | flag(v, Flags::V | Flags::SV) | flag(av, Flags::AV | Flags::SAV);
            assert_eq!(
                (result, psw),
                (expected, expected_psw),
                "{opcode:?} a {a:#x} b {b:#x} c {c:#x} n {n}: {result:#x}, not {expected:#x}; PSW {psw:#x}"
            );
        }
    }
    assert_eq!(judged, 193);
}
