//! Where blocks end or are not possible: code that changes, exceptions of the FPU, single issue.

use super::*;
use crate::state::config;

/// The first instruction of a block that reaches into 64 bytes of code lies before them, and they are
/// forgotten as a whole when something in them changes: so must be the block.
#[test]
fn a_run_that_reaches_into_changed_code_is_forgotten() {
    const CHANGED: u32 = 0x180;
    let [low, high] = set(1, addi(2, 2, 100).encode());
    let mut program = vec![low, high, mov(2, 0), mov(3, 10), mov(4, CHANGED as i32)];
    let start = CHANGED - 8 - 4 * program.len() as u32;
    let t = Target::new;
    program.extend([addi(5, 5, 1), addi(6, 6, 1)]);
    program.extend([addi(2, 2, 1), addi(3, 3, -1), Insn::Bne32 { t: t(-16) }]);
    // Once more, with the other addition.
    program.extend([str(1, 4, 0), mov(3, 10), addi(7, 7, 1), addi(8, 7, -2)]);
    program.extend([Insn::Bne32 { t: t(-36) }, Insn::Bkpt {}]);
    let mut b = Bench::new();
    b.put(start, &program);
    b.start(start);
    b.run();
    assert_eq!(b.peek(CHANGED), addi(2, 2, 100).encode());
    assert_eq!(b.r(2), 10 + 10 * 100);
}

/// A store within a block goes elsewhere nine times; the tenth time it changes an instruction behind it in
/// the same block, and that is executed at once.
#[test]
fn a_run_ends_at_a_store_onto_itself() {
    let changed = CODE as i32 + 4 * 8;
    let [low, high] = set(1, addi(2, 2, 100).encode());
    let mut b = Bench::with(&[
        low,
        high,
        mov(2, 0),
        mov(3, 10),
        mov(4, changed + 10 * 0x100),
        addi(4, 4, -0x100),
        str(1, 4, 0),
        addi(5, 5, 1),
        addi(2, 2, 1),
        addi(3, 3, -1),
        Insn::Bne32 {
            t: Target::new(-20),
        },
    ]);
    b.run();
    assert_eq!(b.r(2), 9 + 100);
}

/// Each of ten invalid operations in a loop interrupts.
#[test]
fn exceptions_of_the_fpu_are_not_passed_over() {
    let [d, n, m] = [11, 10, 10].map(r);
    let mut b = Bench::with(&[
        mov(3, 10),
        addi(5, 5, 1),
        Insn::Fsub32 { d, n, m },
        addi(6, 6, 1),
        addi(3, 3, -1),
        Insn::Bne32 {
            t: Target::new(-16),
        },
    ]);
    b.put(
        4,
        &[Insn::B32 {
            t: Target::new(0x80 - 4),
        }],
    );
    b.put(0x80, &[addi(50, 50, 1), Insn::Rti {}]);
    b.core.st.r[10] = f32::INFINITY.to_bits();
    b.core.st.config = config::INVALID;
    b.run();
    assert_eq!((b.r(50), b.r(6)), (10, 10));
}

/// Turns of six instructions, the last one a taken branch: nine cycles one by one, seven if pairs are
/// issued together.
#[test]
fn single_issue_holds_in_loops() {
    let time = |config: u32, turns: i32| {
        let mut b = Bench::with(&[
            mov(3, turns),
            mov(12, 0),
            fadd(10, 44, 45),
            addi(11, 12, 1),
            fadd(13, 44, 45),
            addi(14, 12, 1),
            addi(3, 3, -1),
            Insn::Bne32 {
                t: Target::new(-20),
            },
        ]);
        b.core.st.config = config;
        b.run();
        b.core.now().0
    };
    let ten = |config| time(config, 20) - time(config, 10);
    assert_eq!([0, config::SINGLE_ISSUE].map(ten), [70, 90]);
}

/// A block is entered from one and the same block with a result of the FPU in flight that this one knows nothing of, and
/// without: every other turn the result is of the block before, and the cycles are those of single steps.
#[test]
fn a_block_waits_for_what_came_before_the_last_one() {
    let t = Target::new;
    let [d, n, m] = [6, 3, 7].map(r);
    let program = [
        mov(3, 12),
        mov(7, 1),
        // Each turn.
        Insn::And32 { d, n, m },
        Insn::Beq32 { t: t(12) },
        // Odd ones.
        fadd(1, 2, 2),
        Insn::Beq32 { t: t(4) },
        // Each turn again.
        addi(10, 10, 1),
        Insn::Beq32 { t: t(4) },
        add(11, 1, 12),
        addi(3, 3, -1),
        Insn::Bne32 { t: t(-32) },
    ];
    let ended = |quantum: u64| {
        let mut b = Bench::with(&program);
        b.quantum = quantum;
        b.run();
        (b.core.now(), b.count(Counted::RawFpu))
    };
    assert_eq!(ended(1000), ended(1));
    assert_ne!(ended(1).1, 0, "the result is waited for");
}

/// Takes all places for timings.
fn fill(b: &mut Bench) {
    let code = &mut b.core.code;
    let id = code.known((OWN + CODE).into()).expect("decoded").block;
    let blocks = code.blocks.as_mut().expect("executed");
    let node = blocks.first(id).expect("timed");
    let timing = blocks.at(node).timing.clone();
    while blocks.keep(id, timing.clone()).is_some() {}
}

/// A block that is left in the middle has executed what comes before, though there is no room for the timing of that.
#[test]
fn a_block_is_left_in_the_middle_when_there_is_no_room() {
    let t = Target::new(-20);
    let mut b = Bench::with(&[
        addi(1, 1, 1),
        addi(2, 2, 1),
        str(5, 6, 0),
        addi(4, 4, 1),
        addi(7, 7, -1),
        Insn::Bne32 { t },
    ]);
    b.facts = FactBuf::new(false);
    (b.core.st.r[6], b.core.st.r[7]) = (0x4100, 2000);
    // To where the block begins.
    for end in 1000.. {
        b.run_until(end);
        if b.core.live.pc == CODE {
            break;
        }
    }
    fill(&mut b);
    b.core.st.r[6] = NEXT + 0x1000;
    b.run();
    assert_eq!([1, 2, 4, 7].map(|n| b.r(n)), [2000, 2000, 2000, 0]);
}

/// When all places for timings are taken and another one is needed, blocks are forgotten and found anew.
#[test]
fn blocks_go_on_when_there_was_no_room() {
    let t = Target::new(-8);
    let mut b = Bench::with(&[addi(1, 1, 1), addi(2, 2, 1), Insn::B32 { t }]);
    b.facts = FactBuf::new(false);
    b.run_until(1000);
    fill(&mut b);
    // The latency of the FPU is part of the entry state.
    b.core.st.config ^= config::RMODE;
    b.run_until(2000);
    let blocks = b.core.code.unmetered().expect("executed");
    assert!(!blocks.is_full());
}
