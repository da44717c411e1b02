//! The DMA engine: four cycles for a descriptor (the vendor's functional simulator), two for an element
//! to a core (EBSP: 2.03), nine between requests (EBSP: 9.2), nine and 29.5 off the chip (EBSP).

use crate::bench::{Bench, Board, DRAM, body, hops, window};

/// An interrupt at the end.
const IRQ: u32 = 1 << 4;
/// Double words, master, enabled.
const DOUBLE: u32 = 3 << 5 | 3;
const WORD: u32 = 2 << 5 | 3;
const MESSAGE: u32 = 1 << 10;

/// Core 0 starts channel 0 and sleeps until it is done.
fn copy(config: u32, n: u32, from: u32, to: u32) -> Bench {
    throttled(0, config, n, from, to)
}

fn throttled(throttle: u32, config: u32, n: u32, from: u32, to: u32) -> Bench {
    let size = 1 << (config >> 5 & 3);
    body("movts dma0config,r20; idle")
        .init(&format!(
            "set {},r20; mov r30,0; movts imask,r30; gie",
            0x1000_0008 | throttle
        ))
        .more(&format!(
            ".org 0x1000
             .word {}, {}, {}, 0, {from}, {to}
             @6 rti",
            config | IRQ,
            size << 16 | size,
            1 << 16 | n,
        ))
}

fn cycles(config: u32, n: u32, from: u32, to: u32) -> u64 {
    copy(config, n, from, to).run().cycles
}

/// MOVTS in cycle 0; the descriptor is there in cycle 4; the end is reported in the cycle behind the last
/// element; then entry and RTI.
fn whole(last: u64) -> u64 {
    4 + last + 1 + 4 + (1 + 3)
}

#[test]
fn to_a_core() {
    for n in [1, 4, 100] {
        for config in [DOUBLE, WORD] {
            let expected = whole(2 * (u64::from(n) - 1));
            assert_eq!(cycles(config, n, 0x2000, window(5) + 0x2000), expected);
            assert_eq!(
                cycles(config, n, 0x2000, 0x4000),
                expected,
                "within the core"
            );
        }
    }
}

/// A channel is idle when the mesh has taken all its requests. One leaves in every ninth cycle, and four
/// wait, so the engine hands over the first ones in every second cycle, as it would elements; from then on
/// one when one leaves. A message is over when all is there: the last one leaves as if there were no queue,
/// and its answer is there as late as that of a load.
#[test]
fn from_a_core() {
    for (core, n) in [(1, 1), (1, 4), (1, 6), (15, 10)] {
        let last = u64::from(n) - 1;
        let handed_over = (2 * last).max(9 * last.saturating_sub(4));
        let from = window(core) + 0x2000;
        assert_eq!(cycles(DOUBLE, n, from, 0x4000), whole(handed_over));
        let there = 9 * last + 14 + 3 * hops(0, core);
        assert_eq!(cycles(DOUBLE | MESSAGE, n, from, 0x4000), whole(there));
    }
}

/// Each element more.
#[test]
fn off_the_chip() {
    let twenty = |config, from, to| cycles(config, 60, from, to) - cycles(config, 40, from, to);
    assert_eq!(twenty(DOUBLE, 0x2000, DRAM), 20 * 9);
    assert_eq!(twenty(WORD, 0x2000, DRAM), 20 * 16, "words make no bursts");
    assert_eq!(twenty(DOUBLE | MESSAGE, DRAM, 0x4000), 20 * 59 / 2);
}

/// Three elements, 32 cycles; three elements, 32 cycles; two elements.
#[test]
fn pauses() {
    let m = throttled(3 << 4 | 2 << 10, DOUBLE, 8, 0x2000, 0x4000).run();
    assert_eq!(m.cycles, whole(2 * 7 + 2 * 32));
}

/// Two rows of three take as long as one row of six. Behind a row the outer strides come in place of
/// the inner ones: from the third word to the seventh, and a word is left out where they go to.
#[test]
fn rows() {
    let m = body("movts dma0config,r20; idle")
        .init("set 0x10000008,r20; mov r30,0; movts imask,r30; gie")
        .more(
            ".org 0x1000
             .word 0x53, 0x00040004, 0x00020003, 0x00080010, 0x2000, 0x4000
             .org 0x2000; .word 1, 2, 3, 4, 5, 6, 7, 8, 9
             @6 rti",
        )
        .run();
    assert_eq!(m.cycles, whole(2 * 5));
    let words = [0, 4, 8, 16, 20, 24].map(|at| m.board.word(window(0) + 0x4000 + at));
    assert_eq!(words, [1, 2, 3, 7, 8, 9]);
}

/// One descriptor behind the other: the second one is fetched when the first is done.
#[test]
fn chains() {
    let m = body("movts dma0config,r20; idle")
        .init("set 0x10000008,r20; mov r30,0; movts imask,r30; gie")
        .more(
            ".org 0x1000
             .word 0x10200067, 0x00080008, 0x00010004, 0, 0x2000, 0x4000, 0, 0
             .word 0x73, 0x00080008, 0x00010004, 0, 0x2000, 0x5000
             @6 rti",
        )
        .run();
    // The first one ends in the cycle behind its last element.
    assert_eq!(m.cycles, whole(2 * 3 + 1 + 4 + 2 * 3));
}

/// A channel of core 0 as slave of a channel of core 1, which writes words to AUTODMA0, one behind the
/// other: they are put where core 0 wants them, and both are warnings.
#[test]
fn a_slave_and_its_master() {
    let slave = "set 0x63,r1; .code32 mov r2,0; movts imask,r2
         set 0x00080000,r2; .code32 mov r3,0x52
         set 0x00040000,r1; movts dma0stride,r1
         set 0x00010006,r1; movts dma0count,r1
         set 0x3000,r1; movts dma0dstaddr,r1
         movts dma0config,r3
         movfs r4,dma0status; gie; idle
         movfs r5,dma0status
         @6 rti";
    // Enabled, slave, words, interrupt.
    let slave = slave.replace("mov r3,0x52", "mov r3,0x51");
    let master = format!(
        ".rept 100; nop; .endr
         mov r2,0; movts imask,r2; set 0x10000008,r20; movts dma0config,r20; gie; idle
         mov r5,7
         .org 0x1000; .word 0x53, 0x00000004, 0x00010006, 0, 0x2000, {}
         .org 0x2000; .word 11, 12, 13, 14, 15, 16
         @6 rti",
        window(0) + 0xf_0514,
    );
    let mut board = Board::new(&[(0, &slave), (1, &master)]);
    board.finish();
    let words = [0, 4, 8, 12, 16, 20].map(|at| board.word(window(0) + 0x3000 + at));
    assert_eq!(words, [11, 12, 13, 14, 15, 16]);
    // Ready as a slave, idle, and the master knows too.
    assert_eq!(
        (board.r(0, 4) & 15, board.r(0, 5) & 15, board.r(1, 5)),
        (6, 0, 7)
    );
}

/// The last element of a message to another core interrupts that core.
#[test]
fn a_message_is_told_to_its_receiver() {
    let sender = format!(
        "set 0x10000008,r20; movts dma0config,r20
         .org 0x1000; .word {}, 0x00080008, 0x00010004, 0, 0x2000, {}
         .org 0x2000; .word 1, 2, 3, 4, 5, 6, 7, 8",
        DOUBLE | MESSAGE,
        window(6) + 0x2000,
    );
    let receiver = "mov r2,0; movts imask,r2; gie; idle
         @5 ldr r1,[r3,+7]
         ";
    let receiver = format!("set 0x2000,r3; {receiver}");
    let mut board = Board::new(&[(0, &sender), (6, &receiver)]);
    board.finish();
    assert_eq!(board.r(6, 1), 8, "all of it was there");
}
