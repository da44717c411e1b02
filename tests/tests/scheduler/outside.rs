//! A core that waits with a request pending goes on when somebody outside of the board lets the request through: a
//! debugger that sets a register, or a particle that flips its bit.

use crate::tricore::{boot, number, set};
use conformance::asm;
use conformance::epiphany;
use conformance::tiny::{CODE, Tiny};
use std::path::Path;
use std::sync::Arc;
use trueboard_board::{Image, Machine, Upset, machine, open_board};
use trueboard_core::fact::CoreState;
use trueboard_core::time::Tick;

/// ICR.IE, and bits of PSR: PIL.
const IE: u64 = 1 << 15;
const PIL: u64 = 0xf00;

fn state(m: &Machine, core: u8) -> CoreState {
    m.core_state(core).expect("it is there").1
}

/// Core 1 of a TC275 waits, interrupts off, with a request pending; core 0 counts its turns
/// until the handler of that request writes into its scratchpad.
fn waits() -> Machine {
    let mut m = boot(
        "core0: set 0xf0039000, %a12; set 0x04000c01, %d5; st.w [%a12]0, %d5; set 0xd0000000, %a4; mov %d7, 0
         turn: ld.w %d0, [%a4]64; addi %d7, %d7, 1; jeq %d0, 0, turn; busy: j busy
         .align 32
         core1: set 0x70000000, %a4; mov %d1, 1; disable; wait; mov %d1, 3; stays: wait; j stays
         .align 32
         core2: wait; j core2
         .org 0xc0004020; mov %d8, 7; st.w [%a4]64, %d8; rfe
         .org 0xc0004040",
        &[],
    );
    let pc = m.register(1, number(&m, 1, "pc"));
    m.start_at(1, pc).expect("it is there");
    m
}

/// That board, some time later.
fn tricore() -> Machine {
    let mut m = waits();
    m.run(Tick(20_000));
    assert_eq!(state(&m, 1), CoreState::Idle);
    m
}

fn handled(m: &Machine) -> bool {
    let mut word = [0; 4];
    assert_eq!(m.look(0, 0x7000_0040, &mut word), 4);
    word != [0; 4]
}

#[test]
fn a_debugger_lets_an_interrupt_of_a_tricore_through() {
    let mut m = tricore();
    let icr = number(&m, 1, "icr");
    let value = m.register(1, icr);
    set(&mut m, 1, "icr", value);
    m.run(Tick(21_000));
    assert!(!handled(&m), "nothing has changed");
    set(&mut m, 1, "icr", value | IE);
    assert_eq!(state(&m, 1), CoreState::Running);
    m.run(Tick(22_000));
    assert!(handled(&m));
}

#[test]
fn a_flipped_bit_lets_an_interrupt_of_a_tricore_through() {
    let mut m = tricore();
    let register = number(&m, 1, "icr");
    let upset = Upset::Register {
        core: 1,
        register,
        bits: IE,
    };
    m.upset(&upset).expect("there is such a register");
    m.run(Tick(22_000));
    assert!(handled(&m));
}

/// Where a debugger has stopped in the middle of a slice, the slice is not gone on with.
#[test]
fn a_core_that_is_let_go_at_a_stop_runs_at_once() {
    let mut m = waits();
    m.run_up_to(Tick(20_000), Some(0));
    let turns = |m: &Machine| m.register(0, number(m, 0, "d7"));
    let before = turns(&m);
    let icr = number(&m, 1, "icr");
    let value = m.register(1, icr) | IE;
    set(&mut m, 1, "icr", value);
    m.run(Tick(22_000));
    assert!(handled(&m));
    let more = turns(&m) - before;
    assert!(more <= crate::starts::MOST, "{more} turns");
}

#[test]
fn a_debugger_lets_an_interrupt_of_a_leon_through() {
    let text = "wr %g0, 0, %tbr; wr %g0, 0, %wim; rd %asr17, %l7; srl %l7, 28, %l7
        set 0xff904040, %g1; sll %l7, 2, %g2; set 0xfffe, %g3; st %g3, [%g1 + %g2]
        cmp %l7, 1; be waits; nop
        wr %g0, 0xe0, %psr; nop; nop; nop
        set 0xff904010, %g1; mov 2, %g2; st %g2, [%g1]
        set 2000, %g1; some: subcc %g1, 1, %g1; bne some; nop
        set 0xff904084, %g1; mov 32, %g2; st %g2, [%g1]
        busy: ba busy; nop
        waits: wr %g0, 0xfe0, %psr; nop; nop; nop; wr %g0, %asr19; mov 5, %l1; stays: ba stays; nop";
    let board = conformance::board(&[]);
    let tiny = Tiny::new(&asm::assemble(CODE, text).words);
    let image = Image::parse(Path::new("waits"), &tiny.bytes(), conformance::sparc());
    let mut m = machine(&board.place, &board.file, false).expect("the board is sound");
    m.load(Arc::new(image.expect("it is sound")), &[0, 1, 2, 3])
        .expect("it fits");
    m.boot().expect("it boots");
    m.run(Tick(100_000));
    assert_eq!(state(&m, 1), CoreState::Idle);
    let psr = m.register(1, number(&m, 1, "psr"));
    set(&mut m, 1, "psr", psr & !PIL);
    assert_eq!(state(&m, 1), CoreState::Running);
    m.run(Tick(110_000));
    assert_eq!(m.register(1, number(&m, 1, "l1")), 5, "it has gone on");
}

#[test]
fn a_debugger_lets_an_interrupt_of_an_ecore_through() {
    let board = open_board("parallella", &[]).expect("the board is sound");
    let mut m = machine(&board.place, &board.file, false).expect("the board is sound");
    // The user interrupt is masked, and then requested by the core itself.
    let program = epiphany::assemble(
        0,
        ".org 0x0; bkpt; .org 0x24; rti
         .org 0x100; set 0x200,r0; movts imask,r0; movts ilatst,r0; idle; mov r1,5; stays: b stays",
    );
    assert!(m.patch(0, 0, &program.bytes));
    m.start_at(0, 0x100).expect("it is a core");
    m.run(Tick(20_000));
    assert_eq!(state(&m, 0), CoreState::Idle);
    set(&mut m, 0, "imask", 0);
    m.run(Tick(30_000));
    assert_eq!(m.register(0, number(&m, 0, "r1")), 5, "it has gone on");
}
