//! The way off the chip. Rates and latencies are those measured on a board (EBSP): 16 cycles for each
//! store of a word, 544 for a load of a word by core 0. A double word takes two times that (an estimate),
//! a line of instructions 1000 (an estimate).

use crate::bench::{DRAM, body};

/// Cycles of a number of stores to the memory, to be subtracted from one another: the first ones
/// fill the queue.
fn stores(n: usize, other: Option<&str>) -> u64 {
    let text: String = (0..n)
        .map(|i| format!("str r2,[r40,+{}]\n", i % 64))
        .collect();
    let bench = body(&text).init(&format!("set {DRAM},r40"));
    match other {
        Some(other) => bench.other(5, other),
        None => bench,
    }
    .run()
    .cycles
}

#[test]
fn stores_alone_and_with_another_core() {
    assert_eq!(stores(60, None) - stores(40, None), 20 * 16);
    // Four are in the queue, one is through at once: the sixth waits.
    assert_eq!(stores(4, None), 4);
    let other = format!(
        "set {},r40; mov r1,200; again: str r2,[r40,+0]; sub r1,r1,1; bne again",
        DRAM + 0x1000
    );
    assert_eq!(stores(60, Some(&other)) - stores(40, Some(&other)), 20 * 32);
}

fn load(text: &str) -> u64 {
    body(text)
        .init(&format!("set {DRAM},r40; set 0x4000,r41"))
        .run()
        .cycles
}

/// To the end of the row four routers, and back from the link's node six, of 1.5 cycles each: 15 of
/// the 544 cycles.
#[test]
fn a_load() {
    for (access, cycles) in [("ldr r2", 544), ("ldrd r2", 1090), ("ldrb r2", 544)] {
        let text = format!("{access},[r40,+0]; str r2,[r41,+0]");
        assert_eq!(load(&text), cycles + 1, "{access}");
    }
    assert_eq!(
        load("ldr r1,[r40,+0]; ldr r2,[r40,+1]; str r2,[r41,+0]"),
        2 * 544 + 1
    );
}

/// A read of the memory goes behind the core's own writes. Behind a single one it loses nothing: it leaves a
/// cycle later, and the ways are equally long. Ten leave 16 cycles apart, of which the read need only see
/// the last one arrive: 9 x 16 cycles behind the first, where the single one was seen in the cycle after.
#[test]
fn a_load_behind_writes() {
    let text = |n: usize| {
        format!(
            "{} ldr r2,[r40,+0]; str r2,[r41,+0]",
            "str r3,[r40,+1]\n".repeat(n)
        )
    };
    let (one, ten) = (load(&text(1)), load(&text(10)));
    assert_eq!(one, 1 + 544 + 1);
    assert_eq!(ten - one, 9 * 16 - 1);
}

/// Lines of two instructions from the memory: while one line is executed the next one is on its way.
#[test]
fn code() {
    let lines = |n: usize| {
        let code = ".code32 add r3,r3,1; .code32 add r4,r4,1\n".repeat(n);
        body("jr r42; nop; nop; nop")
            .init(&format!(
                "set {DRAM},r42; set end,r43; b copy; .align 8; back: nop"
            ))
            .more(&format!(
                "copy: set {DRAM},r40; set code,r41; set {words},r44
                 more: ldr r45,[r41],+1; str r45,[r40],+1; sub r44,r44,1; bne more
                 .rept 3000; nop; .endr
                 b back
                 .align 8
                 code: {code} jr r43; nop; nop",
                words = 2 * n + 2,
            ))
            .run()
            .cycles
    };
    let (two, five) = (lines(2), lines(5));
    assert_eq!(five - two, 3 * 1000);
    // The jump, the lines and that of the jump back.
    assert_eq!(two, 4 + 3 * 1000 + 4);
}
