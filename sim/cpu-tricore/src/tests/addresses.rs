//! The address that DEADD names of a misaligned access, of every load, store and exchange in every mode; and what crash
//! messages take for a call. Both are held against the text of the instruction.

use super::*;
use crate::checked::accesses;
use crate::decoded::DecodedInsn;
use crate::isa::operands::ADDRESS;
use crate::isa::{ROWS, disasm};
use trueboard_core::inspect::Inspect;

/// DEADD.
const DEADD: u32 = 0x901c;
/// The data of an access, and its base.
const DATA_REGISTER: u32 = 2;
const BASE_REGISTER: u32 = 4;

/// The number at the beginning of `text`.
fn number(text: &str) -> i32 {
    let end = text.find(',').unwrap_or(text.len());
    let text = &text[..end];
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).expect("a number") as i32,
        None => digits.parse().unwrap_or(0),
    };
    sign * value
}

/// Base register of the access that `text` is, and its address with `base` in it and `index` behind it.
fn address(text: &str, base: u32, index: u32) -> Option<(usize, u32)> {
    let (_, rest) = text.split_once('[')?;
    let (inside, behind) = rest.split_once(']')?;
    let register = inside.trim_matches('+').trim_start_matches('%');
    let register = register.split('+').next()?;
    let n = match register {
        "sp" => 10,
        a => a.strip_prefix('a')?.parse().ok()?,
    };
    let offset = number(behind) as u32;
    let at = match inside {
        i if i.ends_with("+c") || i.ends_with("+r") || i.ends_with("+i") => base + index,
        i if i.ends_with('+') => base,
        _ => base.wrapping_add(offset),
    };
    Some((n, at))
}

/// A word of each row, with these bits in its offset.
fn words(offset: u32) -> impl Iterator<Item = (&'static str, u32)> {
    ROWS.iter().map(move |row| {
        let mut word = row.form.fixed.value;
        for field in row.form.operands {
            let base = field.name == "b";
            let register = field.registers.map(|r| match base && r.file == ADDRESS {
                true => BASE_REGISTER,
                false => DATA_REGISTER,
            });
            word |= field.bits.scatter(register.unwrap_or(offset));
        }
        (row.name, word)
    })
}

#[test]
fn deadd_names_the_address_that_was_misaligned() {
    let mut held = 0;
    // The last one is of absolute addresses: in segment D, odd.
    for offset in [0, 1, 7, 0x3f6, 0xd << 14 | 0x801] {
        for (name, word) in words(offset) {
            let insn = DecodedInsn::decode(word).filter(accesses);
            let Some(insn) = insn.filter(|s| s.opcode.traits().bytes >= 2) else {
                continue;
            };
            let text = disasm(word, CODE);
            let absolute = !text.contains('[');
            if absolute != (offset >> 14 != 0) {
                continue;
            }
            // An odd address; of a circular buffer the index is.
            let mut b = Bench::new();
            let mut base = DATA + 0x800;
            let index = 9;
            let at = match address(&text, base, index) {
                Some((n, at)) => {
                    let even = at & 1 == 0;
                    base += u32::from(even);
                    b.set_a(n, base);
                    b.set_a(n | 1, 64 << 16 | index);
                    if n & 1 == 1 {
                        b.set_a(n, base);
                    }
                    at + u32::from(even)
                }
                None => insn.o as u32,
            };
            let length = usize::from(insn.len);
            let pa = b.core.mem.physical(CODE).into();
            assert!(b.mem.poke(pa, &word.to_le_bytes()[..length]));
            b.put(CODE + length as u32, &[]);
            assert_eq!(b.trapped(), (2, 4), "{name}: {text}");
            let named = b.core.csfr(DEADD).expect("DEADD");
            assert_eq!(named, at, "{name}: {text}");
            held += 1;
        }
    }
    assert!(held > 200, "{held}");
}

/// What leaves the address behind itself in A11: calls, fast calls, jumps that link; no other jump, which some share
/// their first byte with.
#[test]
fn calls_are_told_from_jumps() {
    let mut calls = 0;
    for (name, word) in words(0) {
        let Some(insn) = DecodedInsn::decode(word) else {
            continue;
        };
        let text = disasm(word, CODE);
        let mnemonic = text.split(' ').next().unwrap_or_default();
        let is = [
            "call", "calla", "calli", "fcall", "fcalla", "fcalli", "jl", "jla", "jli",
        ]
        .contains(&mnemonic);
        let mut b = Bench::new();
        let at = CODE + 0x100;
        let pa = b.core.mem.physical(at).into();
        assert!(b.mem.poke(pa, &word.to_le_bytes()[..usize::from(insn.len)]));
        b.set_a(11, at + u32::from(insn.len));
        let found = b.core.scene(&b.mem).calls;
        let expected: &[u64] = if is { &[u64::from(at)] } else { &[] };
        assert_eq!(found, expected, "{name}: {text}");
        calls += u32::from(is);
    }
    assert_eq!(calls, 10, "CALL has a short form");
}

/// Jumps to themselves, in all forms that need no register, and others.
#[test]
fn what_stands_still() {
    let stands = |word: u32| {
        let mut b = Bench::new();
        b.poke(CODE, word);
        b.core.standstill(&b.mem).is_some()
    };
    // J of 16 and 32 bits, LOOPU, JA to CODE.
    for word in [0x003c, 0x0000_001d, 0x8000_00fd, 0x0000_c09d] {
        assert!(stands(word), "{word:#010x}");
    }
    // J to the next one, JA elsewhere, JZ of D15, JI, NOP.
    for word in [0x013c, 0x0001_c09d, 0x006e, 0x00dc, 0x0000] {
        assert!(!stands(word), "{word:#010x}");
    }
}
