//! What crash messages say of an access that failed, and of calls: the address, held against the one that the access was
//! made with.

use super::*;
use crate::isa::{Class, Op};
use trueboard_core::inspect::Inspect;

/// Where there is nothing, and no device.
const NOWHERE: u32 = 0x4000_0000;
/// Supervisor data.
const ASI: u32 = 0x0b;

/// A word of `op` with `%g2` and `%g3`, or with `%g2` and `imm`, as its address; data are in %g4, %f4 and what follows.
fn access(op: Op, imm: Option<i32>) -> u32 {
    let fixed = op.row().form.fixed.value | 4 << 25 | 2 << 14;
    match imm {
        _ if op.is_alternate() => fixed | ASI << 5 | 3,
        Some(imm) => fixed | 1 << 13 | imm as u32 & 0x1fff,
        None => fixed | 3,
    }
}

/// What `word` says when it is executed and traps are disabled, with values of %g2 and %g3.
fn said(word: u32, (g2, g3): (u32, u32)) -> (String, Bench) {
    let mut b = Bench::new(0);
    b.program(&[word, 0x0100_0000]);
    b.set(2, g2);
    b.set(3, g3);
    match b.run_until(10_000) {
        Stop::Error(e) => (e.what, b),
        other => panic!("{word:#010x}: {other:?}"),
    }
}

/// Of every opcode that loads or stores, misaligned: the sum, or of CASA the first register alone (V8 manual, B.1 to
/// B.8; V9 manual, A.9).
#[test]
fn the_address_named_is_the_one_that_was_misaligned() {
    let mut held = 0;
    for &op in Op::ALL {
        let bytes = u32::from(op.bytes());
        // STDFQ traps before it is executed: the queue is empty.
        if bytes < 2 || op == Op::Stdfq {
            continue;
        }
        for imm in [None, Some(0x4e), Some(-0x2a)] {
            let base = DATA + bytes / 2;
            let offset = imm.map_or(0x40, |imm| imm as u32);
            let offset = offset & !(bytes - 1);
            let imm = imm.map(|_| offset as i32);
            let sum = match (op, op.is_alternate()) {
                (Op::Casa, _) => base,
                (_, true) => base + 0x40,
                _ => base.wrapping_add(offset),
            };
            let (what, b) = said(access(op, imm), (base, 0x40));
            let expected =
                format!("mem_address_not_aligned of address {sum:#010x} (trap type 0x07)");
            assert!(what.starts_with(&expected), "{op:?}: {what}");
            assert!(b.bus.asked.is_empty(), "{op:?}");
            held += 1;
        }
    }
    assert!(held > 60, "{held}");
}

/// Where nothing is: the address that the bus was asked for.
#[test]
fn the_address_named_is_the_one_that_the_bus_was_asked_for() {
    let mut held = 0;
    for &op in Op::ALL {
        let stores = matches!(
            op.class(),
            Class::Store | Class::StoreDouble | Class::Fstore | Class::FstoreDouble
        );
        // A store ends later, and its trap is about no address.
        if op.bytes() == 0 || stores {
            continue;
        }
        for imm in [None, Some(0x48), Some(-0x28)] {
            let (what, b) = said(access(op, imm), (NOWHERE + 0x100, 0x40));
            let asked = *b.bus.asked.first().expect("it was asked");
            let expected = format!("data_access_exception of address {asked:#010x} ");
            assert!(what.starts_with(&expected), "{op:?}: {what}");
            held += 1;
        }
    }
    assert!(held > 40, "{held}");
}

/// JMPL and RETT name where they would go.
#[test]
fn a_jump_names_its_misaligned_target() {
    // jmp %g2 + 6; jmp %g2 + %g3.
    for (word, target) in [(0x81c0_a006, 0x2006), (0x81c0_8003, 0x2042)] {
        let (what, _) = said(word, (0x2000, 0x42));
        let expected = format!("mem_address_not_aligned of address {target:#010x}");
        assert!(what.starts_with(&expected), "{what}");
    }
}

/// Branches to themselves that nothing ends, and others.
#[test]
fn what_stands_still() {
    let stands = |words: [u32; 2]| {
        let mut b = Bench::new(0);
        b.program(&words);
        b.core.standstill(&b.mem).is_some()
    };
    const NOP: u32 = 0x0100_0000;
    assert!(stands([0x1080_0000, NOP]), "ba .; nop");
    assert!(stands([0x3080_0000, 0x8600_4002]), "ba,a .; add");
    assert!(stands([0x1080_0000, 0x0100_0001]), "ba .; sethi 1, %g0");
    assert!(!stands([0x1080_0000, 0x8600_4002]), "ba .; add");
    assert!(!stands([0x1280_0000, NOP]), "bne .; nop");
    assert!(!stands([0x1080_0001, NOP]), "ba . + 4");
}

/// A function without a window of its own is told by the end of the one in front of it: RET, RETL, and those behind a
/// call of a function that returns a structure.
#[test]
fn leaves_are_told_from_functions_with_a_window() {
    const CALL: u32 = 0x4000_0010;
    const NOP: u32 = 0x0100_0000;
    const SAVE: u32 = 0x9de3_bf98;
    for (end, leaf) in [
        (0x81c7_e008, true),
        (0x81c3_e008, true),
        (0x81c7_e00c, true),
        (0x81c3_e00c, true),
        // jmp %g1 + 8 ends no function.
        (0x81c0_6008, false),
    ] {
        let mut b = Bench::new(0);
        // The caller at CODE; behind its slot the end of a function, and then the one that is executed.
        b.program(&[CALL, NOP, SAVE, end, NOP, NOP, NOP]);
        b.set(15, CODE);
        b.core.set_register(Reg::Pc, CODE + 24);
        let calls = b.core.scene(&b.mem).calls;
        let expected: &[u64] = if leaf { &[CODE as u64] } else { &[] };
        assert_eq!(calls, expected, "{end:#010x}");
    }
}

#[test]
fn what_is_a_call() {
    // call; call %g1 + 8 (jmpl with %o7); jmp %g1 + 8; and a load with the same bits.
    for (word, is) in [
        (0x4000_0010, true),
        (0x9fc0_6008, true),
        (0x81c0_6008, false),
        (0xdfc0_6008, false),
    ] {
        let mut b = Bench::new(0);
        b.program(&[word]);
        b.set(15, CODE);
        b.core.set_register(Reg::Pc, CODE + 0x100);
        assert_eq!(
            b.core.scene(&b.mem).calls.len(),
            usize::from(is),
            "{word:#010x}"
        );
    }
}
