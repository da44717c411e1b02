//! Branches (AR, pipeline): three cycles are lost behind a taken one, and one more when its target lies
//! across two lines of 8 bytes. They are predicted not to be taken. The hardware loop loses nothing.

use crate::bench::{body, cycles};

#[test]
fn not_taken() {
    // AZ is 0 behind the bench's own ORR of a number other than 0.
    assert_eq!(cycles("beq end"), 1);
}

#[test]
fn taken() {
    assert_eq!(cycles("b end; nop; nop"), 4);
    assert_eq!(cycles("bne end; nop; nop"), 4);
    assert_eq!(cycles("bl end; nop; nop"), 4);
    let jump = |text: &str| {
        body(text)
            .init("set there,r1")
            .more("there: b end")
            .run()
            .cycles
    };
    // There, and back by another branch.
    assert_eq!(jump("jr r1; nop; nop; nop"), 4 + 4);
    assert_eq!(jump("jalr r1; nop; nop; nop"), 4 + 4);
    let call = body("bl there; nop; nop").more("there: rts").run();
    // A NOP behind the call in the same line, and another one.
    assert_eq!(call.cycles, 4 + 4 + 2);
}

/// To the last two bytes of a line.
#[test]
fn targets_across_lines() {
    let to = |target: &str| cycles(&format!("b over; nop; over: {target}; .align 8"));
    // A short instruction fits there.
    assert_eq!(to("mov r1,5"), 4 + 1);
    // A long one has its second half in the next line; two NOPs fill that.
    assert_eq!(to(".code32 add r1,r1,1"), 4 + 1 + 1 + 3);
}

/// n passes of a loop of one subtraction and one branch.
#[test]
fn loops() {
    let m = |n: u32| {
        let text = "again: sub r1,r1,1; bne again";
        body(text).init(&format!("mov r1,{n}")).run().cycles
    };
    assert_eq!(m(1), 2);
    assert_eq!(m(10), 10 * 5 - 3);
}

/// Eight instructions of 32 bits, five times over.
#[test]
fn the_hardware_loop() {
    let init =
        "set top,r1; movts ls,r1; set bottom,r1; movts le,r1; mov r1,5; movts lc,r1; mov r2,0";
    let m = body(
        "top: .rept 7; .code32 add r2,r2,1; .endr
         bottom: .code32 add r2,r2,1",
    )
    .init(init)
    .run();
    assert_eq!((m.cycles, m.board.r(0, 2)), (40, 40));
    // With a branch it takes 2 + 3 cycles more for each pass but the last.
    let m = body("again: .rept 8; .code32 add r2,r2,1; .endr; sub r3,r3,1; bne again")
        .init("mov r3,5")
        .run();
    assert_eq!(m.cycles, 5 * (8 + 2 + 3) - 3);
}
