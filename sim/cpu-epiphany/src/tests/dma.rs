//! The DMA engine (AR, DMA).

use super::*;
use crate::isa::special as sr;

const DESCRIPTOR: u32 = 0x1000;

/// Double words, master, enabled.
const CONFIG: u32 = 3 << 5 | 3;

fn descriptor(b: &mut Bench, at: u32, words: [u32; 6]) {
    for (i, w) in (0..).zip(words) {
        b.poke(at + 4 * i, w);
    }
}

/// Starts channel 0 with the descriptor and sleeps.
fn bench() -> Bench {
    let mut b = Bench::with(&[
        mov(1, 8),
        movt(1, DESCRIPTOR as i32),
        movts(sr::DMA0CONFIG, 1),
        Insn::Idle {},
    ]);
    for i in 0..64 {
        b.poke(0x2000 + 4 * i, 100 + i);
    }
    b
}

#[test]
fn elements_are_moved_and_an_interrupt_tells() {
    let words = [CONFIG | 1 << 4, 0x0008_0008, 0x0001_0004, 0, 0x2000, 0x3000];
    let mut b = bench();
    descriptor(&mut b, DESCRIPTOR, words);
    b.run();
    for i in 0..8 {
        assert_eq!(b.peek(0x3000 + 4 * i), 100 + i);
    }
    assert_eq!(b.peek(0x3020), 0);
    assert_eq!(b.core.st.ipend, 1 << 6);
    assert_eq!(b.count(Counted::DmaElements), 4);
    // MOVTS in cycle 2, the descriptor 4, three elements 2 each, the end 1, entry and BKPT.
    assert_eq!(b.core.now().0, 2 + 4 + 3 * 2 + 1 + 4 + 1);
}

/// Rows of two words, 0x100 apart, to rows 0x40 apart: the outer stride replaces the inner one.
#[test]
fn two_dimensions() {
    let config = 2 << 5 | 3;
    let words = [
        config,
        0x0004_0004,
        0x0002_0002,
        0x003c_007c,
        0x2000,
        0x3000,
    ];
    let mut b = bench();
    descriptor(&mut b, DESCRIPTOR, words);
    b.run();
    let got = [0x3000, 0x3004, 0x3040, 0x3044].map(|at| b.peek(at));
    assert_eq!(got, [100, 101, 132, 133]);
}

/// Bits 12 to 15 shift the strides left by 16 (AR, DMAxCONFIG): inner source, inner destination, outer source,
/// outer destination. The cores' windows are 0x10 x 65536 apart, so a shifted stride of 0x10 goes from the own
/// memory to the next core's.
#[test]
fn shifted_strides() {
    /// A word: which core's, and where behind the first.
    type Place = (u32, u32);
    // One row of two words for inner strides, two of them for outer ones.
    let row: &[Place] = &[(0, 0), (0, 4)];
    let across: &[Place] = &[(0, 0), (1, 0)];
    let rows: &[Place] = &[(0, 0), (0, 4), (0, 8), (0, 12)];
    let apart: &[Place] = &[(0, 0), (0, 4), (1, 4), (1, 8)];
    for (bit, count, [inner, outer], from, to) in [
        (12, 0x0001_0002, [0x0004_0010, 0], across, row),
        (13, 0x0001_0002, [0x0010_0004, 0], row, across),
        (14, 0x0002_0002, [0x0004_0004, 0x0004_0010], apart, rows),
        (15, 0x0002_0002, [0x0004_0004, 0x0010_0004], rows, apart),
    ] {
        let mut b = bench();
        // Every word says where it was.
        for at in [OWN, NEXT] {
            for i in 0..8 {
                b.poke(at + 0x2000 + 4 * i, at + 4 * i + 1);
            }
        }
        let config = 1 << bit | 2 << 5 | 3;
        let words = [config, inner, count, outer, OWN + 0x2000, OWN + 0x3000];
        descriptor(&mut b, DESCRIPTOR, words);
        b.run();
        let core = |n: u32| OWN + (n << 20);
        for ((n, at), (m, to)) in from.iter().zip(to) {
            assert_eq!(
                b.peek(core(*m) + 0x3000 + to),
                core(*n) + at + 1,
                "bit {bit}"
            );
        }
        assert_eq!(b.count(Counted::DmaElements), from.len() as u64);
    }
}

#[test]
fn remote_sources_are_asked_for_and_remote_destinations_written() {
    let mut b = bench();
    descriptor(
        &mut b,
        DESCRIPTOR,
        [CONFIG | 1 << 10, 0x0008_0008, 0x0001_0003, 0, NEXT, 0x3000],
    );
    for i in 0..6 {
        b.poke(NEXT + 4 * i, 200 + i);
    }
    b.run();
    assert_eq!([0, 1, 5].map(|i| b.peek(0x3000 + 4 * i)), [200, 201, 205]);
    let mut b = bench();
    let words = [CONFIG | 1 << 10, 0x0008_0008, 0x0001_0002, 0, 0x2000, NEXT];
    descriptor(&mut b, DESCRIPTOR, words);
    b.run();
    assert_eq!(b.peek(NEXT + 12), 103);
    let tags: Vec<u32> = b.bus.sent.iter().map(|p| p.tag).collect();
    assert_eq!(tags, [0, 1 << 31]);
    assert!(b.bus.sent.iter().all(|p| p.txn.line));
}

#[test]
fn chains_and_errors() {
    let mut b = bench();
    let next = DESCRIPTOR + 0x20;
    let chained = CONFIG | 4 | next << 16;
    descriptor(
        &mut b,
        DESCRIPTOR,
        [chained, 0x0008_0008, 0x0001_0001, 0, 0x2000, 0x3000],
    );
    descriptor(
        &mut b,
        next,
        [CONFIG, 0x0008_0008, 0x0001_0001, 0, 0x2008, 0x3010],
    );
    b.run();
    assert_eq!((b.peek(0x3000), b.peek(0x3010)), (100, 102));
    assert_eq!(b.core.dma_register(sr::DMA0STATUS), next << 16);
    // Not enabled.
    let mut b = bench();
    descriptor(&mut b, DESCRIPTOR, [0, 0, 0x0001_0001, 0, 0, 0]);
    b.run();
    assert_eq!(b.core.dma_register(sr::DMA0STATUS) & 15, 0xd);
}

#[test]
fn a_slave_takes_what_is_written_to_it() {
    let mut b = Bench::with(&[
        mov(1, 0x40),
        movt(1, 0),
        mov(2, 2),
        movt(2, 1),
        movts(sr::DMA1COUNT, 2),
        mov(2, 0),
        movt(2, 4),
        movts(sr::DMA1STRIDE, 2),
        mov(2, 0x3000),
        movts(sr::DMA1DSTADDR, 2),
        mov(1, 0x51),
        movts(sr::DMA1CONFIG, 1),
        Insn::Idle {},
    ]);
    b.arrive(100, Op::Write, OWN + sr::DMA1AUTODMA0, 4, 7);
    b.arrive(110, Op::Write, OWN + sr::DMA1AUTODMA0, 4, 8);
    b.run();
    assert_eq!((b.peek(0x3000), b.peek(0x3004)), (7, 8));
    assert_eq!(b.core.st.ipend, 1 << 7);
}

/// What was asked for is written although the channel does something else by then, with another size
/// of elements.
#[test]
fn answers_of_an_earlier_transfer_are_not_lost() {
    let mut b = Bench::with(&[
        mov(1, 8),
        movt(1, DESCRIPTOR as i32),
        movts(sr::DMA0CONFIG, 1),
        // Nothing is done yet when the second transfer begins: answers take 17 cycles.
        nop(),
        nop(),
        nop(),
        nop(),
        nop(),
        nop(),
        movt(1, DESCRIPTOR as i32 + 0x20),
        movts(sr::DMA0CONFIG, 1),
        Insn::Idle {},
    ]);
    descriptor(
        &mut b,
        DESCRIPTOR,
        [CONFIG, 0x0008_0008, 0x0001_0002, 0, NEXT, 0x3000],
    );
    descriptor(
        &mut b,
        DESCRIPTOR + 0x20,
        [0x10 | 3, 0x0001_0001, 0x0001_0002, 0, 0x2000, 0x4000],
    );
    for i in 0..4 {
        b.poke(NEXT + 4 * i, 200 + i);
    }
    b.poke(0x2000, 0x0201);
    b.run();
    let got = [0x3000, 0x3004, 0x3008, 0x300c, 0x4000].map(|at| b.peek(at));
    assert_eq!(got, [200, 201, 202, 203, 0x0201]);
    assert_eq!(b.core.dma_register(sr::DMA0STATUS) & 15, 0);
}

/// Bits 9:4 of what starts a channel are the elements between two pauses, bits 15:10 the length of
/// the pauses in units of 16 cycles.
#[test]
fn a_channel_can_be_throttled() {
    let time = |throttle: u32| {
        let mut b = bench();
        let config = 8 | throttle;
        b.put(CODE, &[mov(1, config as i32)]);
        let words = [CONFIG | 1 << 4, 0x0008_0008, 0x0001_0008, 0, 0x2000, 0x3000];
        descriptor(&mut b, DESCRIPTOR, words);
        b.run();
        assert_eq!(b.peek(0x303c), 115);
        b.core.now().0
    };
    let all = time(0);
    // Pauses behind the third and the sixth of eight elements.
    assert_eq!(time(1 << 10 | 3 << 4) - all, 2 * 16);
    // Behind each but the last.
    assert_eq!(time(2 << 10 | 1 << 4) - all, 7 * 32);
    assert_eq!(time(1 << 10), all);
}

/// Halted with DBGPAUSE the engine stands still and says so; then it goes on.
#[test]
fn the_engine_pauses_with_a_halted_core() {
    let mut b = Bench::with(&[
        mov(1, 8),
        movt(1, DESCRIPTOR as i32),
        movts(sr::DMA0CONFIG, 1),
        nop(),
        nop(),
        nop(),
        nop(),
        nop(),
    ]);
    b.core.st.config = 1 << 24;
    let words = [CONFIG, 0x0008_0008, 0x0001_0008, 0, 0x2000, 0x3000];
    for i in 0..16 {
        b.poke(0x2000 + 4 * i, 100 + i);
    }
    descriptor(&mut b, DESCRIPTOR, words);
    b.run_until(200);
    assert_eq!(b.core.dma_register(sr::DMA0STATUS) & 15, 0xb);
    assert_eq!(b.peek(0x3038), 0);
    b.arrive(300, Op::Write, OWN + sr::CONFIG, 4, 0);
    b.run_until(400);
    assert_eq!(b.core.dma_register(sr::DMA0STATUS) & 15, 0);
    assert_eq!(b.peek(0x3038), 114);
}

/// Both channels move eight elements from 0x2000, channel 0 to 0x4000 and 1 to 0x6000; they begin in
/// this order, two cycles apart.
fn both_begin(order: [u8; 2]) -> Bench {
    let begin = |channel| match channel {
        0 => movts(sr::DMA0CONFIG, 1),
        _ => movts(sr::DMA1CONFIG, 2),
    };
    let [first, second] = order.map(begin);
    let mut b = Bench::with(&[
        mov(1, 8),
        movt(1, DESCRIPTOR as i32),
        mov(2, 8),
        movt(2, DESCRIPTOR as i32 + 0x20),
        first,
        nop(),
        second,
        Insn::Idle {},
    ]);
    let to = |at| [CONFIG | 1 << 4, 0x0008_0008, 0x0001_0008, 0, 0x2000, at];
    descriptor(&mut b, DESCRIPTOR, to(0x4000));
    descriptor(&mut b, DESCRIPTOR + 0x20, to(0x6000));
    b
}

/// Channel 0 comes first where both want the same cycle.
#[test]
fn channel_0_has_priority() {
    let mut b = both_begin([1, 0]);
    b.core.st.imask = 0x3ff;
    b.run();
    // Both take two cycles for an element, in the same phase: channel 1 is moved by one and stays.
    assert_eq!(b.count(Counted::DmaElements), 16);
    assert_eq!(b.core.st.ilat, 3 << 6);
}

/// The same when channel 0 begins: an element of either channel is moved in a cycle, not of both.
#[test]
fn channels_take_turns() {
    let mut b = both_begin([0, 1]);
    b.core.st.imask = 0x3ff & !(1 << 7);
    b.run();
    // MOVTS in cycle 6, the descriptor 4. In cycle 10 it is channel 0's turn. Eight elements from 11 on,
    // the end 1, entry and BKPT.
    assert_eq!(b.core.now().0, 6 + 4 + 1 + 7 * 2 + 1 + 4 + 1);
}

/// What is written to CONFIG holds from the next cycle on: the element of this one is still moved.
#[test]
fn a_channel_that_is_stopped_ends_its_cycle() {
    let moved = |between: usize| {
        let mut program = vec![mov(1, 8), movt(1, DESCRIPTOR as i32), mov(2, 0)];
        program.push(movts(sr::DMA0CONFIG, 1));
        program.extend(vec![nop(); between]);
        program.extend([movts(sr::DMA0CONFIG, 2), Insn::Idle {}]);
        let mut b = Bench::with(&program);
        let words = [CONFIG, 0x0008_0008, 0x0001_0008, 0, 0x2000, 0x3000];
        descriptor(&mut b, DESCRIPTOR, words);
        b.run();
        b.count(Counted::DmaElements)
    };
    // The elements are moved 4, 6, 8 cycles behind the first MOVTS.
    assert_eq!([2, 3, 4, 5, 6].map(moved), [0, 1, 1, 2, 2]);
}

/// Strides of the inner loop shifted left by 16 bits: rows of cores.
#[test]
fn strides_can_be_shifted() {
    let mut b = bench();
    // Destinations 1 << 20 apart: the own memory and that of the next core.
    let config = 2 << 5 | 3 | 1 << 13;
    let words = [config, 0x0010_0004, 0x0001_0002, 0, 0x2000, OWN + 0x3000];
    descriptor(&mut b, DESCRIPTOR, words);
    b.run();
    assert_eq!((b.peek(0x3000), b.peek(NEXT + 0x3000)), (100, 101));
}

/// A count of 0, or a descriptor at an address that is no multiple of 8 or beyond the memory.
#[test]
fn wrong_descriptors_end_in_an_error() {
    for (at, count) in [
        (DESCRIPTOR, 0x0001_0000),
        (DESCRIPTOR, 0x0000_0001),
        (DESCRIPTOR + 4, 0x0001_0001),
        (0x7ff0, 0x0001_0001),
    ] {
        let mut b = bench();
        b.put(CODE + 4, &[movt(1, at as i32)]);
        descriptor(
            &mut b,
            DESCRIPTOR,
            [CONFIG, 0x0008_0008, count, 0, 0x2000, 0x3000],
        );
        b.run();
        assert_eq!(b.core.dma_register(sr::DMA0STATUS) & 15, 0xd, "{at:#x}");
        assert_eq!(b.peek(0x3000), 0);
    }
}
