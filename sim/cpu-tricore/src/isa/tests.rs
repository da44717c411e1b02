use std::collections::BTreeSet;

use super::*;
use crate::exec::tests::execute;
use crate::exec::{Flags, Imm, Src};
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
fn ignored(op: Op) -> u32 {
    let form = &op.row().form;
    let bits = form.pattern.chars().filter(|&c| c != ' ');
    bits.fold(0, |mask, c| mask << 1 | u32::from(c == '-'))
}

#[test]
fn no_pair_of_rows_is_ambiguous() {
    check_table(ROWS).unwrap();
}

#[test]
fn bit_0_tells_the_length() {
    for op in Op::ALL {
        let fixed = op.row().form.fixed;
        assert_eq!(fixed.mask & 1, 1, "{op:?}");
        assert_eq!(fixed.value & 1 != 0, op.width() == 32, "{op:?}");
    }
}

/// Every row has all words of its pattern: no other row takes one.
#[test]
fn every_word_of_a_row_is_encoded_as_it_was() {
    for &op in Op::ALL {
        let (fixed, ignored) = (op.row().form.fixed, ignored(op));
        for random in random_words(0x2545_f491).take(2000) {
            let random = random & u32::MAX >> (32 - op.width());
            let word = random & !fixed.mask | fixed.value;
            let insn = decode(word).unwrap();
            assert_eq!(insn.op(), op, "{word:#010x}");
            assert_eq!(insn.encode(), word & !ignored, "{insn:?}");
        }
    }
}

#[test]
fn what_follows_a_short_instruction_does_not_matter() {
    for random in random_words(3).take(100_000) {
        let word = random & !1;
        assert_eq!(decode(word), decode(word & 0xffff), "{word:#010x}");
    }
}

#[test]
fn random_words_decode_to_a_canonical_encoding() {
    for word in random_words(1).take(500_000) {
        assert!(!disasm(word, 0x8000_0000).is_empty());
        let Some(insn) = decode(word) else { continue };
        assert_eq!(decode(insn.encode()), Some(insn));
        assert_eq!(decode_op(word), Some(insn.op()));
    }
}

/// Instructions of TriCore 1.6.2 that the TC27x does not have: CRC32.B, CRCN, FTOHP, HPTOF,
/// LHA, POPCNT.W, SHUFFLE.
#[test]
fn later_instructions_are_undefined() {
    for word in [
        0x0060_004b,
        0x0010_006b,
        0x0251_004b,
        0x0241_004b,
        0x0400_00c5,
        0x0220_004b,
        0x00e0_008f,
    ] {
        assert_eq!(decode(word), None, "{word:#010x}");
    }
}

/// Each line is the output of objdump of the TriCore port of GNU binutils 2.40.
#[test]
fn text_is_that_of_objdump() {
    let cases = [
        (0x0000_0000, "nop"),
        (0x0000_a230, "add.a %a2,%sp"),
        (0x21ff_048b, "absdifs %d2,%d4,-16"),
        (0xf10f_0001, ".word 0xf10f0001"),
        (0x5160_058f, "not %d5"),
        (0x5160_048f, "nor %d5,%d4,0"),
        (0x0000_0546, "not %d5"),
        (0x0940_0009, "ld.d %e0,[%a0]"),
        (0x0900_0009, "ld.w %d0,[%a0]0"),
        (0x7598_3c29, "ld.a %a12,[%a3+c]472"),
        (0x0180_8229, "ld.a %a2,[%a8+r]"),
        (0x0800_0069, "swap.w [%a0+i],%d0"),
        (0x3b64_da85, "ld.a %sp,0xd00034e4"),
        (0x63d1_08d5, "st.t 0x3d91,0,1"),
        (0x0000_5dfc, "loop %a5,0x7ffffffa"),
        (0x5b49_3fdd, "jla 0x301eb692"),
        (0xbff9_d19f, "jned %d1,-3,0x80007ff2"),
        (0x2fe0_404d, "mfcr %d2,$psw"),
        (0x0fe2_c3cd, "mtcr $icr,%d3"),
        (0xc76b_24a3, "msub.h %e12,%e7,%d4,%d2ll,3"),
        (0xc973_3563, "msub.q %e12,%e9,%d5u,%d3u,3"),
        (0xd051_f753, "mul.u %e13,%d7,287"),
    ];
    for (word, text) in cases {
        assert_eq!(disasm(word, 0x8000_0000), text, "{word:#010x}");
    }
}

/// What execution needs of a row is there: forgetting it would show as an instruction that does
/// nothing, or waits for nothing.
#[test]
fn rows_say_all_that_execution_needs() {
    use Class as C;
    for op in Op::ALL {
        let (fields, opcode, class) = (op.row().form.operands, op.class(), op.class().class());
        let has = |name| fields.iter().any(|f| f.name == name);
        let traits = opcode.traits();
        let accesses = matches!(class, C::LoadD | C::LoadA | C::Store | C::Swap | C::Ldmst);
        assert_eq!(accesses, traits.bytes != 0, "{op:?}: bytes");
        let computes = matches!(
            class,
            C::Alu | C::Alu2 | C::Mul | C::Mac | C::Div | C::Dvstep
        ) || class.is_fpu() && traits.raises
            || matches!(class, C::Addr | C::ScaledAddr | C::LoadD | C::LoadA);
        assert!(!computes || has("d"), "{op:?}: a destination");
        let stores = matches!(class, C::Store | C::Ldmst | C::Swap) && opcode != Opcode::StT;
        assert!(!stores || has("a"), "{op:?}: what is stored");
        let places = accesses || matches!(class, C::LoadContext | C::StoreContext | C::CacheOp);
        let base = has("b") || has("o");
        assert!(!places || has("m") && base, "{op:?}: an address");
        let jumps = matches!(class, C::Jump | C::JumpD | C::Loop);
        let control = traits.control != Control::Sequential;
        assert!(!jumps || control, "{op:?}: control");
        let target = matches!(traits.control, Control::Sequential | Control::Indirect);
        assert!(target || has("t"), "{op:?}: a target");
        for f in fields {
            let writes = match f.name {
                "d" => true,
                // Loop counters.
                "a" => f.role == Role::ReadWrite,
                _ => false,
            };
            assert_eq!(f.role.writes(), writes, "{op:?}: {}", f.name);
        }
    }
}

#[test]
fn every_opcode_has_a_row() {
    for opcode in Opcode::ALL {
        assert!(ROWS.iter().any(|row| row.class == *opcode), "{opcode:?}");
    }
}

/// The names of opcodes that stand behind `Opcode::` in a text.
fn named(text: &str) -> BTreeSet<&str> {
    let ends = |c: char| !c.is_ascii_alphanumeric();
    let uses = text.split("Opcode::").skip(1);
    uses.filter_map(|rest| rest.split(ends).next()).collect()
}

/// Opcodes whose semantics need more than what their class does have a result, or are named where that is.
#[test]
fn every_opcode_has_semantics() {
    let arms = [
        include_str!("../exec/access.rs"),
        include_str!("../exec/address.rs"),
        include_str!("../exec/branch.rs"),
        include_str!("../dispatch/jump.rs"),
        include_str!("../dispatch/load_store.rs"),
        include_str!("../dispatch/mod.rs"),
        include_str!("../dispatch/system.rs"),
    ]
    .concat();
    let known = named(&arms);
    for opcode in Opcode::ALL {
        // What is loaded and stored as it comes, by the class and the traits alone.
        let plain = matches!(opcode.class(), Class::LoadA | Class::LoadD | Class::Store);
        let moves = matches!(opcode.class(), Class::LoadContext | Class::StoreContext);
        let other = matches!(opcode.class(), Class::CacheOp | Class::Nop);
        let by_class = plain || moves || other || !opcode.traits().exists;
        let result = execute(
            *opcode,
            Src::default(),
            Imm::default(),
            &mut Flags::default(),
        );
        assert!(
            by_class || result.is_ok() || known.contains(format!("{opcode:?}").as_str()),
            "{opcode:?}"
        );
    }
}
