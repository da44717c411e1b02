//! The address that is named of an unaligned access, of every load and store, held against one that is worked out from
//! the bits of the word as the manual has them (AR, opcodes).

use super::*;
use crate::isa::{Access, ROWS, decode, is_long};
use trueboard_core::inspect::Inspect;

/// Registers that have bases and indexes; they are in reach of the short forms.
const BASE: u32 = 4;
const INDEX: u32 = 6;

/// The address of the access `word`, with values of its two registers. The low nibble says how it is made: 4 and C a
/// displacement, 1 and 9 an index, 5 and D a post-modification; C too, with bit 25.
fn address(word: u32, base: u32, index: u32) -> u32 {
    let long = is_long(word as u16);
    let size = word >> 5 & 3;
    let displacement = match long {
        true => (word >> 7 & 7 | word >> 16 << 3 & 0x7f8) << size,
        false => (word >> 7 & 7) << size,
    };
    match word & 15 {
        0x4 => base + displacement,
        0xc if word >> 25 & 1 == 1 => base,
        0xc if word >> 24 & 1 == 1 => base - displacement,
        0xc => base + displacement,
        0x9 if word >> 20 & 1 == 1 => base - index,
        0x1 | 0x9 => base + index,
        0x5 | 0xd => base,
        other => panic!("{other:#x} is no access"),
    }
}

#[test]
fn the_address_named_is_the_one_that_was_unaligned() {
    let mut held = 0;
    for row in ROWS {
        let traits = row.class.traits();
        if traits.access == Access::None || traits.bytes < 2 {
            continue;
        }
        for (i, sign) in [(0u32, 0), (1, 0), (2, 0), (3, 1), (5, 1)] {
            let mut word = row.form.fixed.value;
            for field in row.form.operands {
                word |= field.bits.scatter(match (field.name, field.kind) {
                    ("d", _) => 2,
                    ("n", _) => BASE,
                    ("m", _) => INDEX,
                    ("s", _) => sign,
                    _ => i,
                });
            }
            assert_ne!(decode(word).opcode, crate::isa::Opcode::Unimpl);
            let name = |b: &Bench| b.bus.violated.first().cloned();
            let (base, index) = (0x4001, 0x20);
            let long = is_long(word as u16);
            let global = row.class.traits().access == Access::Both;
            // TESTSET has global addresses only.
            let base = if global { NEXT + base } else { base };
            let mut b = Bench::new();
            let bytes = word.to_le_bytes();
            let pa = b.core.global(CODE);
            assert!(b.mem.poke(pa, &bytes[..if long { 4 } else { 2 }]));
            b.put(CODE + if long { 4 } else { 2 }, &[Insn::Bkpt {}]);
            b.core.st.imask = 0x3ff;
            b.core.st.r[BASE as usize] = base;
            b.core.st.r[INDEX as usize] = index;
            b.start(CODE);
            b.run_until(10_000);
            let what = match traits.access {
                Access::Store => "store",
                Access::Load => "load",
                _ => "TESTSET",
            };
            let at = address(word, base, index);
            let expected = format!("unaligned {what} of {} bytes at {at:#010x}", traits.bytes);
            let said = name(&b).unwrap_or_default();
            assert!(
                said.starts_with(&expected),
                "{}: {said}, {expected}",
                row.name
            );
            held += 1;
        }
    }
    assert!(held > 100, "{held}");
}

/// A branch to itself that is always taken, in both lengths, and others.
#[test]
fn what_stands_still() {
    let stands = |word: u32| {
        let mut b = Bench::new();
        b.poke(CODE, word);
        b.start(CODE);
        b.core.standstill(&b.mem).is_some()
    };
    assert!(stands(0x00e0) && stands(0x0000_00e8));
    // To the next one; BL; BNE; an instruction that has the low byte of a branch.
    for word in [0x01e0, 0x00f0, 0x0010, 0x0000_01e8, 0x0000_0018] {
        assert!(!stands(word), "{word:#010x}");
    }
}
