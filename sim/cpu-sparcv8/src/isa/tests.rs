use std::collections::BTreeSet;

use super::*;
use trueboard_core::isa::check_table;

/// A fixed sequence of words (xorshift), the same in every run.
fn random_words(seed: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(seed), |&state| {
        let state = state ^ state << 13;
        let state = state ^ state >> 17;
        Some(state ^ state << 5)
    })
}

#[test]
fn no_pair_of_rows_is_ambiguous() {
    check_table(ROWS).unwrap();
}

#[test]
fn names_are_unique_and_in_order() {
    assert_eq!(Op::NAMES.iter().collect::<BTreeSet<_>>().len(), Op::COUNT);
    for (row, op) in ROWS.iter().zip(Op::ALL) {
        assert_eq!((row.name, row.class), (op.name(), op.class()));
    }
}

#[test]
fn every_row_round_trips() {
    for op in Op::ALL {
        let fixed = op.row().form.fixed;
        let mut seen = false;
        for random in random_words(0x2545_f491).take(2000) {
            let insn = decode(random & !fixed.mask | fixed.value).unwrap();
            seen |= insn.op() == *op;
            assert_eq!(decode(insn.encode()), Some(insn), "{insn:?}");
        }
        assert!(seen, "{op:?} is never decoded");
    }
}

/// Without their number of bytes an access would be reported to nobody, and move none.
#[test]
fn rows_of_accesses_say_how_many_bytes() {
    for op in Op::ALL {
        let possible: &[u8] = match op.class() {
            Class::Load | Class::Store | Class::Atomic => &[1, 2, 4],
            Class::Fload | Class::Fstore => &[4],
            Class::LoadDouble | Class::StoreDouble => &[8],
            Class::FloadDouble | Class::FstoreDouble => &[8],
            _ => &[0],
        };
        assert!(possible.contains(&op.bytes()), "{op:?}: {}", op.bytes());
        assert_eq!(op.row().bytes, op.bytes());
    }
}

/// Accesses of an alternate space have register forms only: the place of the immediate is the ASI's.
#[test]
fn rows_of_accesses_say_where() {
    for op in Op::ALL.iter().filter(|op| op.bytes() != 0) {
        let registers = op.addressing() != Addressing::Sum;
        assert_eq!(op.is_alternate(), registers, "{op:?}");
    }
    let alternate = Op::ALL.iter().filter(|op| op.is_alternate());
    assert_eq!(alternate.count(), 13);
    assert_eq!(Op::Casa.addressing(), Addressing::Register);
    assert_eq!(Op::Swapa.addressing(), Addressing::Registers);
}

#[test]
fn random_words_decode_to_a_canonical_encoding() {
    for word in random_words(1).take(500_000) {
        assert!(!disasm(word, 0x4000_0000).is_empty());
        let Some(insn) = decode(word) else { continue };
        let canonical = insn.encode();
        assert_eq!(decode(canonical), Some(insn));
        assert_eq!(decode(canonical).unwrap().encode(), canonical);
        assert_eq!(decode_op(word), Some(insn.op()));
        let row = insn.op().row();
        assert_eq!(canonical & row.form.fixed.mask, row.form.fixed.value);
    }
}

#[test]
fn an_instruction_takes_two_words() {
    assert!(size_of::<Insn>() <= 8);
}

#[test]
fn reserved_bits_of_register_forms_are_ignored() {
    let add = Insn::Add {
        rs1: Gpr::new(1),
        op2: Src2::Reg(Gpr::new(2)),
        rd: Gpr::new(3),
    };
    assert_eq!(add.encode(), 0x8600_4002);
    assert_eq!(decode(0x8600_5fe2), Some(add));
}

#[test]
fn undefined_encodings_have_no_row() {
    // op2 1, 3, 5; umac, smac; op3 0x19 of format 3; load alternate with i = 1; LDQF of V9.
    for word in [
        0x0040_0000,
        0x00c0_0000,
        0x0140_0000,
        0x81f0_0000,
        0x81f8_0000,
        0x80c8_0000,
        0xc080_2000,
        0xc110_0000,
    ] {
        assert_eq!(decode(word), None, "{word:#010x}");
    }
}

#[test]
fn special_cases_are_told_apart() {
    let cases = [
        (0x8143_c000, Op::Stbar),
        (0x8343_c000, Op::Rdasr),
        (0x8140_0000, Op::Rdy),
        (0x8180_0000, Op::Wry),
        (0xa180_0000, Op::Wrasr),
        (0x8388_0000, Op::Wrpsr),
        (0x81a0_0000, Op::Fpop1Unknown),
        (0x81a0_0020, Op::Fmovs),
        (0x81a8_0020, Op::Fpop2Unknown),
    ];
    for (word, op) in cases {
        assert_eq!(decode_op(word), Some(op), "{word:#010x}");
    }
    let Some(Insn::Wrpsr { partial, .. }) = decode(0x8388_0000) else {
        panic!()
    };
    assert_eq!(partial, Partial::new(1));
}

#[test]
fn operands_keep_their_sign_and_unit() {
    let Some(Insn::Bicc { annul, cond, disp }) = decode(0x30bf_fffe) else {
        panic!()
    };
    assert_eq!((annul.is_set(), cond, disp), (true, Cond::ALWAYS, Disp(-8)));
    assert_eq!(disp.target(0x4000_0000), 0x3fff_fff8);
    let Some(Insn::Sethi { imm, .. }) = decode(0x0310_0000) else {
        panic!()
    };
    assert_eq!(imm, Hi22(0x4000_0000));
    let Some(Insn::Sll { op2, .. }) = decode(0x8128_601f) else {
        panic!()
    };
    assert_eq!(op2, Src2::Imm(31));
    let Some(Insn::Ld { addr, .. }) = decode(0xc000_7ffc) else {
        panic!()
    };
    assert_eq!(
        addr,
        Addr {
            rs1: Gpr::new(1),
            op2: Src2::Imm(-4)
        }
    );
    assert_eq!(FregD::new(33).pair(), 0);
}

/// Each line is the output of `sparc64-linux-gnu-objdump -EB -m sparc` 2.40, with single blanks.
#[test]
fn text_is_that_of_objdump() {
    let cases = [
        (0x0280_0004, "be 0x40000010"),
        (0x30bf_fffe, "b,a 0x3ffffff8"),
        (0x2180_0002, "fbn,a 0x40000008"),
        (0x11c0_0004, "cb 0x40000010"),
        (0x7fff_ffff, "call 0x3ffffffc"),
        (0x91d0_2005, "ta 5"),
        (0x91d0_2000, "ta 0"),
        (0x91d0_6000, "ta %g1 + 0"),
        (0x91d0_4000, "ta %g1"),
        (0x83d0_7ffb, "te %g1 + -5"),
        (0x0100_0000, "nop"),
        (0x0300_0001, "sethi %hi(0x400), %g1"),
        (0x0000_0005, "unimp 0x5"),
        (0x9202_6001, "inc %o1"),
        (0x9222_6001, "dec %o1"),
        (0x80a0_2001, "deccc %g0"),
        (0x80a0_4002, "cmp %g1, %g2"),
        (0x80a0_6011, "cmp %g1, 0x11"),
        (0x8090_0001, "tst %g1"),
        (0x8088_2008, "btst 8, %g0"),
        (0x8210_2000, "clr %g1"),
        (0x8010_0000, "clr %g0"),
        (0x8210_0000, "mov %g0, %g1"),
        (0x8010_3fff, "mov -1, %g0"),
        (0x8010_4000, "mov %g1, %g0"),
        (0x8220_0001, "neg %g1"),
        (0x8220_0002, "neg %g2, %g1"),
        (0x81c7_e008, "ret"),
        (0x81c3_e008, "retl"),
        (0x81c0_4002, "jmp %g1 + %g2"),
        (0x9fc0_6008, "call %g1 + 8"),
        (0x83c0_7ffc, "jmpl %g1 + -4, %g1"),
        (0x81c8_2008, "rett 8"),
        (0x81e0_0000, "save"),
        (0x81e0_2000, "save %g0, 0, %g0"),
        (0x81e8_2000, "restore"),
        (0x9de3_bfa0, "save %sp, -96, %sp"),
        (0xc020_2008, "clr [ 8 ]"),
        (0xc200_7ffc, "ld [ %g1 + -4 ], %g1"),
        (0xc238_4002, "std %g1, [ %g1 + %g2 ]"),
        (0xc080_0140, "lda [ %g0 ] (10), %g0"),
        (0xc0a2_4000, "sta %g0, [ %o1 ] (0)"),
        (0xc1e0_4142, "casa [ %g1 ] (10), %g2, %g0"),
        (0xc108_6004, "ld [ %g1 + 4 ], %fsr"),
        (0xc130_6004, "std %fq, [ %g1 + 4 ]"),
        (0xcd38_6004, "std %f6, [ %g1 + 4 ]"),
        (0xcdb0_6004, "std %cq, [ %g1 + 4 ]"),
        (0x9344_4000, "rd %asr17, %o1"),
        (0x8143_c000, "stbar"),
        (0xa380_6005, "wr %g1, 5, %asr17"),
        (0xa380_2005, "wr 5, %asr17"),
        (0x8188_4003, "wr %g1, %g3, %psr"),
        (0x8388_2020, "pwr 0x20, %psr"),
        (0x8190_2000, "wr %g0, %wim"),
        (0x89a1_8848, "faddd %f6, %f8, %f4"),
        (0x81a9_8a28, "fcmps %f6, %f8"),
        (0x89a0_1a28, "fstoi %f8, %f4"),
    ];
    for (word, text) in cases {
        assert_eq!(disasm(word, 0x4000_0000), text, "{word:#010x}");
    }
    assert_eq!(disasm(0x80c8_0000, 0), ".word 0x80c80000");
    assert_eq!(decode(0x0280_0004).unwrap().to_string(), "be . + 16");
}
