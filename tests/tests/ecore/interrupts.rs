//! Interrupts: four cycles to the vector (an estimate: the pipeline fills again), and three behind RTI
//! (an estimate: as behind a branch).

use crate::bench::{Bench, body};

/// A body in a program that takes interrupts; r20 is what it raises.
fn raising(bits: u32, vectors: &str, text: &str) -> Bench {
    body(text)
        .init(&format!("set {bits},r20; mov r30,0; movts imask,r30; gie"))
        .more(vectors)
}

const RTI: &str = "\n@9 rti\n@5 rti\n@1 rti\n@4 rti\n";

#[test]
fn there_and_back() {
    let m = raising(0x200, RTI, "movts ilatst,r20").run();
    assert_eq!(m.cycles, 1 + 4 + (1 + 3));
}

/// With the vector's branch to a handler.
#[test]
fn by_a_branch() {
    let m = raising(
        0x200,
        "handler: .code32 add r1,r1,1; rti\n@9 b handler\n",
        "movts ilatst,r20",
    );
    assert_eq!(m.run().cycles, 1 + 4 + (1 + 3) + 1 + (1 + 3));
}

/// While GID is set nothing is taken, and nothing is lost.
#[test]
fn gid_holds_it_off() {
    let m = raising(0x200, RTI, "gid; movts ilatst,r20; nop; nop; nop; gie").run();
    assert_eq!(m.cycles, 6 + 4 + (1 + 3));
}

/// The second one is entered from the RTI of the first one, which does not go back in between.
#[test]
fn one_after_the_other() {
    let m = raising(0x220, RTI, "movts ilatst,r20").run();
    assert_eq!(m.cycles, 1 + 4 + 1 + 4 + (1 + 3));
}

#[test]
fn software_exceptions() {
    assert_eq!(raising(0, RTI, "swi").run().cycles, 1 + 4 + (1 + 3));
}

/// CTIMER1 counts from the cycle behind the write on, and wakes the core in the cycle in which it
/// reaches 0.
#[test]
fn a_counter_wakes_the_core() {
    let m = raising(20, RTI, "movts ctimer1,r20; idle")
        .init("movfs r59,config; set 0x100,r30; orr r59,r59,r30; movts config,r59")
        .run();
    assert_eq!(m.cycles, 1 + 20 + 4 + (1 + 3));
}

/// Two reads of a counter are as far apart as they are in the program; a write holds from the next
/// cycle on.
#[test]
fn counters() {
    let m = body("movfs r1,ctimer0; nop; nop; movfs r2,ctimer0").run();
    assert_eq!((m.cycles, m.board.r(0, 1) - m.board.r(0, 2)), (4, 3));
    let m = body("movts ctimer1,r20; nop; movfs r1,ctimer1")
        .init("movfs r59,config; set 0x100,r30; orr r59,r59,r30; movts config,r59; set 1000,r20")
        .run();
    assert_eq!(m.board.r(0, 1), 1000 - 1);
    // Stopped by CONFIG from the cycle behind the write on: three cycles are counted.
    let m = body(
        "movts ctimer1,r20; nop; nop; movts config,r21; nop; nop; movfs r1,ctimer1; movts config,r59",
    )
    .init(
        "movfs r59,config; mov r21,r59; set 0x100,r30; orr r59,r59,r30; movts config,r59
         set 1000,r20",
    )
    .run();
    assert_eq!(m.board.r(0, 1), 1000 - 3);
}
