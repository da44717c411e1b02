//! Jumps, loops, calls, traps.

use super::bench::{Kind, body, cycles};
use trueboard_cpu_tricore::meters::Meter;

/// Rightly predicted and taken: 2 cycles (UM).
#[test]
fn unconditional() {
    assert_eq!(cycles("j next; next: nop"), (3, 3));
    assert_eq!(cycles("j next; nop; nop; next: nop"), (3, 3));
}

/// A TC1.6P has learnt in the first pass where the jump goes: 2 cycles taken, 1 not taken. A TC1.6E
/// takes a 32-bit jump forward for not taken: 3 cycles when it is, 1 when it is not; and a 16-bit
/// one or one backward for taken: 2 cycles when it is, 2 when it is not, since the code behind it was
/// fetched along (UM: 1, 2 or 3 cycles on a TC1.6P, 1 or 2 on a TC1.6E; OTAWA). What follows are
/// integer instructions: one of the load/store pipe would leave a TC1.6P with a jump not taken. An
/// instruction at a target that straddles two groups of the fetch costs one more (estimate).
#[test]
fn conditional() {
    let over = |jump: &str| {
        cycles(&format!(
            "{jump}, next; add %d0, %d1, %d2; next: .code16 add %d3, %d1"
        ))
    };
    assert_eq!(over("jeq %d1, %d1"), (3, 4));
    assert_eq!(over("jne %d1, %d1"), (3, 3));
    assert_eq!(over(".code16 jz %d15"), (3, 3));
    assert_eq!(over(".code16 jnz %d15"), (3, 4));
    let straddling = ".code16 jz %d15, next; add %d0, %d1, %d2; next: add %d3, %d1, %d2";
    assert_eq!(cycles(straddling), (4, 4));
    let paired = "jne %d1, %d1, next; nop; next: add %d3, %d1, %d2";
    assert_eq!(cycles(paired), (2, 3));
}

/// The history says not taken after one pass; taken in the second: 3 cycles on a TC1.6P.
#[test]
fn mispredicted() {
    let b = body("jeq %d8, %d1, next; nop; next: nop")
        .init("mov %d8, 0")
        .after("mov %d8, 1\n");
    assert_eq!(b.cycles(), (4, 4));
    assert_eq!(b.run(Kind::P).meter(Meter::BranchMisses), 1);
}

/// Through a register: as last time 2 cycles on a TC1.6P; a TC1.6E never knows: 3.
#[test]
fn indirect() {
    let b = body("ji %a2; nop; next: nop").ready("set next, %a2");
    assert_eq!(b.cycles(), (3, 4));
}

/// Ten rounds of one ADD and one LEA, which pair, in one group of the fetch with LOOP. On a TC1.6P LOOP
/// costs 1 in its first round and 2 in its last one (UM: it costs time in these two only), else it
/// leaves with the pair: 10 + 1 + 2. On a TC1.6E it is a jump: 10 * 2, 9 * 2 taken, 3 at the end.
#[test]
fn a_loop_costs_nothing_in_between() {
    let text = "round: add %d0, %d1; .code16 mov.aa %a3, %a4; .code16 loop %a2, round";
    let b = body(text).ready("mov.a %a2, 9");
    assert_eq!(b.cycles(), (13, 20 + 18 + 3));
    assert_eq!(b.run(Kind::P).meter(Meter::MultiIssue), 10);
}

/// Four cycles a context, its issue with them, and one to go on elsewhere (OTAWA).
#[test]
fn calls_and_returns() {
    let b = body("call function").more("function: ret");
    assert_eq!(b.cycles(), (10, 10));
}

/// A lower context: four cycles each way, no jump.
#[test]
fn lower_contexts() {
    assert_eq!(cycles("svlcx; rslcx"), (8, 8));
}

/// One word goes to the stack or comes from it, and a jump (estimate): 2 each on a TC1.6P, where FRET
/// goes as last time; 3 on a TC1.6E, which never knows where FRET goes.
#[test]
fn fast_calls() {
    let b = body("fcall function")
        .more("function: fret")
        .ready("lea %sp, [%a4]0x40");
    assert_eq!(b.cycles(), (4, 5));
}

/// SYSCALL issues; its trap saves a context and goes on at the vector, 1 + 4 + 1; RFE is a return: 5.
#[test]
fn traps() {
    let b = body("syscall 1")
        .init("set handlers, %d15; mtcr $btv, %d15")
        .more(".align 256; handlers: .rept 6; debug; .align 32; .endr; rfe");
    assert_eq!(b.cycles(), (11, 11));
}
