use std::collections::BTreeSet;

use super::table::{self, Encoding, ROWS};
use super::*;
use trueboard_core::isa::{Role, check_table};

/// A fixed sequence of words (xorshift), the same in every run.
fn random_words(seed: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(seed), |&state| {
        let state = state ^ state << 13;
        let state = state ^ state >> 17;
        Some(state ^ state << 5)
    })
}

/// The bits that a row ignores.
fn ignored(encoding: Encoding) -> u32 {
    let form = &encoding.row().form;
    let bits = form.pattern.chars().filter(|&c| c != ' ');
    bits.fold(0, |mask, c| mask << 1 | u32::from(c == '-'))
}

#[test]
fn no_pair_of_rows_is_ambiguous() {
    check_table(ROWS).unwrap();
    assert_eq!(ROWS.len(), 189);
}

#[test]
fn the_low_nibble_tells_the_length() {
    for e in Encoding::ALL {
        let fixed = e.row().form.fixed;
        assert_eq!(fixed.mask & 15, 15, "{e:?}");
        assert_eq!(is_long(fixed.value as u16), e.width() == 32, "{e:?}");
    }
}

/// Every row has all words of its pattern: no other row takes one.
#[test]
fn every_word_of_a_row_is_encoded_as_it_was() {
    for &e in Encoding::ALL {
        let (fixed, ignored) = (e.row().form.fixed, ignored(e));
        for random in random_words(0x2545_f491).take(2000) {
            let random = random & u32::MAX >> (32 - e.width());
            let word = random & !fixed.mask | fixed.value;
            let insn = table::decode(word).unwrap();
            assert_eq!(insn.op(), e, "{word:#010x}");
            assert_eq!(insn.encode(), word & !ignored, "{insn:?}");
        }
    }
}

#[test]
fn every_half_word_and_random_words_decode_to_a_canonical_encoding() {
    let words = random_words(1).take(1_000_000);
    for word in (0..=u32::from(u16::MAX)).chain(words) {
        assert!(!disasm(word, 0).is_empty());
        let op = decode(word);
        assert_eq!(op.len, if is_long(word as u16) { 4 } else { 2 });
        assert!(op.rd < 64 && op.rn < 64 && op.rm < 64 && op.cond < 14);
        let Some(insn) = table::decode(word) else {
            assert_eq!(op.opcode, Opcode::Unimpl);
            continue;
        };
        assert_eq!(table::decode(insn.encode()), Some(insn));
        assert_eq!(decode(insn.encode()), op, "{word:#010x}");
    }
}

#[test]
fn what_follows_a_short_instruction_does_not_matter() {
    for word in random_words(3)
        .filter(|w| !is_long(*w as u16))
        .take(100_000)
    {
        assert_eq!(decode(word), decode(word & 0xffff), "{word:#010x}");
    }
}

/// Operands as an interpreter gets them; the words are of the tests of GNU as, but for the last
/// ones.
#[test]
fn operations_by_hand() {
    let op = |word| {
        let op = decode(word);
        (op.opcode, [op.rd, op.rn, op.rm], op.imm)
    };
    assert_eq!(op(0x190a_449f), (Opcode::Add, [2, 49, 17], 0));
    assert_eq!(op(0x4476_049b), (Opcode::AddI, [16, 9, 0], 945));
    assert_eq!(op(0x03b3), (Opcode::SubI, [0, 0, 0], -1));
    assert_eq!(op(0x48e2_044b), (Opcode::MovI, [16, 0, 0], 0x8e22));
    assert_eq!(op(0x20e4_438c), (Opcode::LdrbDisp, [10, 0, 0], 0x727));
    assert_eq!(op(0x05e4), (Opcode::LdrdDisp, [0, 1, 0], 24));
    assert_eq!(op(0x2000_68cd), (Opcode::LdrPm, [11, 2, 1], 0));
    assert_eq!(op(0x0130_414d), (Opcode::Unimpl, [0, 0, 0], 0));
    assert_eq!(op(0x0110_414d), (Opcode::LdrPm, [2, 0, 18], -1));
    assert_eq!(op(0x0301_414c), (Opcode::LdrDpm, [2, 0, 0], -40));
    assert_eq!(op(0x0402_194f), (Opcode::Jr, [0, 14, 0], 0));
    assert_eq!(op(0x0fe2), (Opcode::Trap, [0, 0, 0], 3));
    assert_eq!(op(0x2002_a51f), (Opcode::Movfs, [13, 0, 0], 0xf_0404));
    assert_eq!(op(0x0032_050f), (Opcode::Movts, [0, 0, 0], 0xf_0704));
    assert_eq!(op(0xfe10), (Opcode::Bcc, [0, 0, 0], -4));
    assert_eq!((decode(0xfe10).cond, decode(0xfee0).cond), (1, 0));
    assert_eq!(decode(0x2402_b4df).cond, 13);
}

#[test]
fn an_operation_is_small() {
    assert!(size_of::<Op>() <= 12);
}

/// What execution needs of a row is there: forgetting it would show as an instruction that waits for
/// nothing, or takes the wrong part in a block.
#[test]
fn rows_say_all_that_execution_needs() {
    for e in Encoding::ALL {
        let (fields, opcode) = (e.row().form.operands, e.class());
        let (group, traits) = (opcode.class(), opcode.traits());
        let role = |name| fields.iter().find(|f| f.name == name).map(|f| f.role);
        let has = |name| role(name).is_some();
        let writes = |name| role(name).is_some_and(Role::writes);
        let accesses = traits.access != Access::None;
        assert_eq!(accesses, group == Group::LoadStore, "{e:?}: an access");
        assert_eq!(accesses, traits.bytes != 0, "{e:?}: bytes");
        let data = has("d") && has("n") && (has("m") || has("i"));
        assert!(!accesses || data, "{e:?}: data and address");
        let result = traits.access.loads() || matches!(group, Group::Ialu | Group::Fpu);
        assert!(!result || writes("d"), "{e:?}: a destination");
        let stores = traits.access == Access::Store;
        assert!(!stores || !writes("d"), "{e:?}: what is stored");
        // Post-modified: the base is read and written.
        let text = e.row().form.syntax;
        let updates = text.contains("{n}],");
        assert_eq!(updates, role("n") == Some(Role::ReadWrite), "{e:?}: base");
        let ends = traits.block == BlockRole::Ends;
        assert_eq!(ends, has("t") || text.starts_with('j'), "{e:?}: a branch");
        for f in fields {
            let may = matches!(f.name, "d" | "n");
            assert!(may || !f.role.writes(), "{e:?}: {}", f.name);
        }
    }
}

#[test]
fn every_opcode_has_a_row() {
    for opcode in Opcode::ALL {
        assert!(ROWS.iter().any(|row| row.class == *opcode), "{opcode:?}");
    }
}

#[test]
fn special_registers_have_names_in_order() {
    assert!(special::REGISTERS.is_sorted());
    assert_eq!(special::name(special::CONFIG), Some("config"));
    assert_eq!(special::name(0xf_0704), Some("coreid"));
    assert_eq!(special::name(0xf_07fc), None);
    assert_eq!(special::RESETCORE, 0xf_070c);
}

/// The names of opcodes that stand behind `Opcode::` or `Opcode::` in a text.
fn named(text: &str) -> BTreeSet<&str> {
    let ends = |c: char| !c.is_ascii_alphanumeric();
    let uses = text
        .split("Opcode::")
        .skip(1)
        .chain(text.split("Opcode::").skip(1));
    uses.filter_map(|rest| rest.split(ends).next()).collect()
}

/// Every opcode has an arm where instructions are executed.
#[test]
fn every_opcode_has_semantics() {
    let mut known = named(include_str!("../system.rs"));
    let lines = include_str!("../opcodes.rs").lines();
    let listed = lines.filter_map(|line| line.split_once(" => "));
    known.extend(listed.flat_map(|(names, _)| names.split('|').map(str::trim)));
    // What has none is executed as this one.
    for opcode in Opcode::ALL
        .iter()
        .filter(|opcode| **opcode != Opcode::Unimpl)
    {
        assert!(known.contains(format!("{opcode:?}").as_str()), "{opcode:?}");
    }
}

/// Local addresses as Adapteva's SDK has them (`e_core_reg_id_t` in epiphany-libs, `e-lib/include/e_regs.h` and
/// `e-hal/src/epiphany-hal-data.h`): written out there, by group and number here.
#[test]
fn special_registers_are_where_the_sdk_has_them() {
    use super::special as s;
    let sdk = [
        (s::CONFIG, 0xf0400),
        (s::STATUS, 0xf0404),
        (s::PC, 0xf0408),
        (s::DEBUGSTATUS, 0xf040c),
        (s::LC, 0xf0414),
        (s::LS, 0xf0418),
        (s::LE, 0xf041c),
        (s::IRET, 0xf0420),
        (s::IMASK, 0xf0424),
        (s::ILAT, 0xf0428),
        (s::ILATST, 0xf042c),
        (s::ILATCL, 0xf0430),
        (s::IPEND, 0xf0434),
        (s::CTIMER0, 0xf0438),
        (s::CTIMER1, 0xf043c),
        (s::FSTATUS, 0xf0440),
        (s::DEBUGCMD, 0xf0448),
        (s::DMA0CONFIG, 0xf0500),
        (s::DMA0STRIDE, 0xf0504),
        (s::DMA0COUNT, 0xf0508),
        (s::DMA0SRCADDR, 0xf050c),
        (s::DMA0DSTADDR, 0xf0510),
        (s::DMA0AUTODMA0, 0xf0514),
        (s::DMA0AUTODMA1, 0xf0518),
        (s::DMA0STATUS, 0xf051c),
        (s::DMA1CONFIG, 0xf0520),
        (s::DMA1STRIDE, 0xf0524),
        (s::DMA1COUNT, 0xf0528),
        (s::DMA1SRCADDR, 0xf052c),
        (s::DMA1DSTADDR, 0xf0530),
        (s::DMA1AUTODMA0, 0xf0534),
        (s::DMA1AUTODMA1, 0xf0538),
        (s::DMA1STATUS, 0xf053c),
        (s::MEMSTATUS, 0xf0604),
        (s::MEMPROTECT, 0xf0608),
        (s::MESHCFG, 0xf0700),
        (s::COREID, 0xf0704),
        (s::MULTICAST, 0xf0708),
        (s::RESETCORE, 0xf070c),
        (s::CMESHROUTE, 0xf0710),
        (s::XMESHROUTE, 0xf0714),
        (s::RMESHROUTE, 0xf0718),
    ];
    for (ours, theirs) in sdk {
        assert_eq!(ours, theirs, "{:?} at {theirs:#x}", s::name(ours));
    }
    // What the SDK does not list: the return port of fetches, the simulator's command, the SRAM's test, reserved.
    let more = [s::IAB, s::SIMCMD, s::MEMCONFIG, s::MEMRESERVE];
    assert_eq!(s::REGISTERS.len(), sdk.len() + more.len());
}
