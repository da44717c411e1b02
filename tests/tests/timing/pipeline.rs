//! The integer pipeline with everything in L1 (UM 1.7 p. 51-54, UM 2.9 section 6.2).

use crate::bench::{Bench, Measured, body, cycles};
use crate::book::Book;
use trueboard_cpu_sparcv8::meters::Meter;

/// %asr17 with DBP, which switches branch prediction off; DBPM stays set.
const NO_PREDICTION: &str = "set 0x0a000000, %g1; wr %g1, 0, %asr17\n";

#[test]
fn one_cycle_each() {
    // UM 1.7 p. 52, "all other instructions": 1.
    assert_eq!(cycles("nop; nop; nop"), 3);
    assert_eq!(
        cycles("add %g1, 1, %g2; sub %g2, 1, %g3; sll %g3, 2, %g4; or %g4, 3, %g2"),
        4
    );
    assert_eq!(
        cycles("addcc %g1, 1, %g2; mulscc %g1, %g2, %g3; mov 1, %g1"),
        3
    );
    assert_eq!(
        cycles("rd %y, %g1; wr %g1, 0, %y; rd %psr, %g2; wr %g2, 0, %psr; rd %wim, %g3"),
        5
    );
    assert_eq!(cycles("stbar; rd %asr17, %g1"), 2);
    // SAVE and RESTORE without a window trap.
    assert_eq!(
        cycles("save %sp, -96, %sp; save %sp, -96, %sp; restore; restore"),
        4
    );
}

/// Cycles of `setter`, `distance - 1` NOPs, `branch` and its delay slot.
fn behind(setter: &str, distance: usize, branch: &str, init: &str) -> Measured {
    let nops = "nop;".repeat(distance - 1);
    body(&format!("{setter}; {nops} {branch} after; nop; after:"))
        .init(init)
        .run()
}

#[test]
fn a_branch_waits_for_icc_when_prediction_is_wrong_or_off() {
    // UM 1.7 p. 52: 2 interlock cycles directly behind the setter, 1 one position later, 0 beyond.
    // Always predicted taken: a taken branch does not pay them. %g0 - 0 is zero: BE is taken.
    let icc = u64::from(Book::gr740().core.icc_cycles);
    for distance in 1..=4 {
        let wait = (icc + 1).saturating_sub(distance as u64);
        let plain = distance as u64 + 2;
        let taken = behind("cmp %g0, 0", distance, "be", "");
        assert_eq!(taken.cycles, plain, "taken, distance {distance}");
        assert_eq!(taken.core(Meter::BranchMisses), 0);
        let not_taken = behind("cmp %g0, 0", distance, "bne", "");
        assert_eq!(
            not_taken.cycles,
            plain + wait,
            "not taken, distance {distance}"
        );
        assert_eq!(not_taken.core(Meter::IccStalls), wait);
        assert_eq!(not_taken.core(Meter::BranchMisses), u64::from(wait > 0));
        for branch in ["be", "bne"] {
            let m = behind("cmp %g0, 0", distance, branch, NO_PREDICTION);
            assert_eq!(
                m.cycles,
                plain + wait,
                "DBP=1, {branch}, distance {distance}"
            );
            assert_eq!(m.core(Meter::BranchMisses), 0);
        }
    }
}

#[test]
fn branches_that_need_no_condition_never_wait() {
    // UM 1.7 p. 52: only conditional branches have the interlock. BN falls through.
    assert_eq!(cycles("cmp %g0, 0; ba after; nop; after:"), 3);
    assert_eq!(cycles("cmp %g0, 0; bn after; nop; after:"), 3);
}

#[test]
fn ticc_waits_for_icc_without_prediction() {
    // UM 1.7 p. 52: Ticc has the interlock, and prediction is for branches. Not taken: 1 cycle.
    let icc = u64::from(Book::gr740().core.icc_cycles);
    assert_eq!(cycles("cmp %g0, 0; tne 5"), 2 + icc);
    assert_eq!(cycles("cmp %g0, 0; nop; tne 5"), 3 + icc - 1);
    assert_eq!(cycles("cmp %g0, 0; nop; nop; tne 5"), 4);
}

#[test]
fn a_product_delays_its_condition_codes() {
    // Estimate: the codes of MULcc come with the product, mul_use_cycles later than those of ADDcc.
    let c = Book::gr740().core;
    let wait = u64::from(c.icc_cycles) + u64::from(c.mul_use_cycles);
    assert_eq!(behind("umulcc %g0, 1, %g0", 1, "bne", "").cycles, 3 + wait);
    assert_eq!(
        behind("umulcc %g0, 1, %g0", 2, "bne", "").cycles,
        4 + wait - 1
    );
    // WRPSR sets the codes as an ADDcc does (estimate); the value of icc is not zero here.
    let psr = "rd %psr, %o0\n";
    assert_eq!(
        behind("wr %o0, 0, %psr", 1, "be", psr).cycles,
        3 + u64::from(c.icc_cycles)
    );
}

#[test]
fn annulled_slots_take_their_cycle() {
    // UM 1.7 p. 52: branch 1, delay slot 1, also when it is annulled. The target follows the slot.
    let m = body("ba,a after; nop; after:").run();
    assert_eq!((m.cycles, m.core(Meter::Annulled)), (2, 1));
    // Not taken with annul: the slot is annulled. The codes are old, so that nothing waits.
    let old = "cmp %g0, 0; nop; nop;";
    let m = body(&format!("{old} bne,a after; nop; nop; after:")).run();
    assert_eq!((m.cycles, m.core(Meter::Annulled)), (3 + 1 + 1 + 1, 1));
    // Taken with annul: the slot is executed.
    let m = body(&format!("{old} be,a after; nop; nop; after:")).run();
    assert_eq!((m.cycles, m.core(Meter::Annulled)), (3 + 1 + 1, 0));
    // An annulled load-use pair has no interlock (estimate: it reads nothing).
    let m = body("ld [%o0], %o1; ba,a after; nop; after: add %o1, 1, %o2")
        .init("set data, %o0\n")
        .more(".align 32; data: .word 0")
        .run();
    assert_eq!(m.cycles, 1 + 2 + 1);
}

#[test]
fn call_and_jmpl() {
    // CALL: 1 and the slot (estimate: "all others"). JMPL: jmpl_cycles and the slot (estimate).
    let jmpl = u64::from(Book::gr740().core.jmpl_cycles);
    let sub = "sub: retl; nop";
    let m = body("call sub; nop").more(sub).run();
    assert_eq!(m.cycles, 2 + jmpl + 1);
    assert_eq!(m.core(Meter::ControlStalls), jmpl - 1);
    assert_eq!(m.core(Meter::Calls), 1);
    let m = body("jmpl %o0, %o7; nop")
        .init("set sub, %o0\n")
        .more(sub)
        .run();
    assert_eq!(m.cycles, jmpl + 1 + jmpl + 1);
    assert_eq!(m.core(Meter::Calls), 0);
}

#[test]
fn multiply_and_divide() {
    let c = Book::gr740().core;
    let (wait, div) = (u64::from(c.mul_use_cycles), u64::from(c.div_cycles));
    for op in ["umul", "smul", "umulcc", "smulcc"] {
        // UM 1.7 p. 52: issue 1, result after 2: one stall for a reader directly behind.
        let m = body(&format!("{op} %g1, 3, %o0; add %o0, 1, %o1")).run();
        assert_eq!(
            (m.cycles, m.core(Meter::MulDivStalls)),
            (2 + wait, wait),
            "{op}"
        );
        assert_eq!(
            cycles(&format!("{op} %g1, 3, %o0; nop; add %o0, 1, %o1")),
            3
        );
        assert_eq!(cycles(&format!("{op} %g1, 3, %o0; add %g1, 1, %o1")), 2);
        // Pipelined: products behind each other.
        assert_eq!(
            cycles(&format!(
                "{op} %g1, 3, %o0; {op} %g1, 5, %o1; {op} %g1, 7, %o2"
            )),
            3
        );
    }
    for op in ["udiv", "sdiv", "udivcc", "sdivcc"] {
        // Estimate: div_cycles in all, and nothing goes on meanwhile.
        let m = body(&format!("wr %g0, 0, %y; {op} %g1, 3, %o0; nop")).run();
        assert_eq!(
            (m.cycles, m.core(Meter::MulDivStalls)),
            (1 + div + 1, div - 1),
            "{op}"
        );
        // The quotient is there when the division is over.
        assert_eq!(
            cycles(&format!("wr %g0, 0, %y; {op} %g1, 3, %o0; add %o0, 1, %o1")),
            2 + div
        );
    }
    // The codes of a division are those of its last cycle: the branch waits as behind an ADDcc.
    let m = behind("wr %g0, 0, %y; udivcc %g0, 3, %o0", 1, "bne", "");
    assert_eq!(m.cycles, 1 + div + 2 + u64::from(c.icc_cycles));
}

/// A body that loads from warm data at `%o0`, with 8 words of it.
fn loads(text: &str) -> Bench {
    body(text)
        .init("set data, %o0\n")
        .more(".align 32; data: .rept 8; .word 0x40000000; .endr")
}

#[test]
fn load_use() {
    // UM 1.7 p. 67, LD=0: a load takes 1, its result can be used one instruction later.
    let wait = u64::from(Book::gr740().core.load_use_cycles);
    let at = |text: &str| loads(text).run().cycles;
    for load in ["ld", "ldub", "ldsb", "lduh", "ldsh"] {
        let m = loads(&format!("{load} [%o0], %o1; add %o1, 1, %o2")).run();
        assert_eq!(m.cycles, 2 + wait, "{load}");
        assert_eq!(m.core(Meter::LoadUseStalls), wait);
        assert_eq!(at(&format!("{load} [%o0], %o1; nop; add %o1, 1, %o2")), 3);
        assert_eq!(at(&format!("{load} [%o0], %o1; add %g1, 1, %o2")), 2);
    }
    // Both halves of LDD are a result of it; the register beside them is not.
    for (used, stall) in [("%o2", wait), ("%o3", wait), ("%o4", 0)] {
        assert_eq!(
            at(&format!("ldd [%o0], %o2; add {used}, 1, %o5")),
            2 + stall
        );
    }
    // As an address, as data to be stored, as second operand; writing it is no use.
    assert_eq!(at("ld [%o0], %o1; ld [%o0 + 4], %o2"), 2);
    assert_eq!(
        at("mov %o0, %o1; ld [%o1], %o2; add %g0, %o2, %o3"),
        3 + wait
    );
    assert_eq!(at("ld [%o0], %o1; mov 1, %o1"), 2);
    let stored = loads("ld [%o0], %o1; st %o1, [%o0 + 4]").run();
    assert_eq!(stored.core(Meter::LoadUseStalls), wait);
    let std = loads("ld [%o0], %o3; std %o2, [%o0 + 8]").run();
    assert_eq!(std.core(Meter::LoadUseStalls), wait);
    // %g0 is never a result.
    assert_eq!(at("ld [%o0], %g0; add %g0, 1, %o2"), 2);
}

#[test]
fn prediction_on_an_instruction_cache_miss() {
    // UM 1.7 p. 67: DBPM=1 (reset) switches prediction off while the target misses the instruction
    // cache, so the taken branch pays its interlock on top of the miss; with DBPM=0 it does not.
    // The cold line is the target's: way by way its tag is made invalid (ASI 0xC) before each pass.
    let b = Book::gr740();
    let interlock = u64::from(b.core.icc_cycles);
    let miss = u64::from(b.core.miss_cycles) + b.l2_hit();
    let cold = |asr17: &str| {
        body("cmp %g0, 0; be cold; nop; back: nop")
            .init(asr17)
            .ready(&crate::bench::chill("cold"))
            .more(".align 32; cold: ba back; nop")
            .run()
    };
    // CMP, BE, slot; BA, slot; NOP.
    let plain = 6 + miss;
    assert_eq!(cold("").cycles, plain + interlock);
    assert_eq!(cold("wr %g0, 0, %asr17\n").cycles, plain);
}
