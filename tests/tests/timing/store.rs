//! The write buffer of one entry and the stores behind it (UM 1.7 p. 53-54; UM 2.9 ch. 9).

use crate::bench::{Bench, DATA, body};
use crate::book::Book;
use trueboard_core::meter::{BusMeter, CacheMeter};
use trueboard_cpu_sparcv8::meters::Meter;

/// A body with `%o0` at [`DATA`], whose line is in L1 and L2.
fn warm(text: &str) -> Bench {
    body(text)
        .init(&format!("set {DATA}, %o0\n"))
        .ready("ld [%o0], %g1")
}

fn store(size: &str) -> String {
    match size {
        "std" => "std %g2, [%o0]".to_owned(),
        _ => format!("{size} %g1, [%o0]"),
    }
}

#[test]
fn a_store_with_a_free_buffer_costs_one_cycle() {
    // UM 1.7 p. 54: write with free write buffer, 0 extra.
    for size in ["st", "stb", "sth", "std"] {
        let m = warm(&format!("{}; nop; nop", store(size))).run();
        assert_eq!((m.cycles, m.core(Meter::WriteBufferHold)), (3, 0), "{size}");
    }
}

#[test]
fn a_second_store_waits_for_the_buffer() {
    // Estimate: address 1, L2 has it at 1 + 2 = 3: the store issued at 1 waits 2, at 2 waits 1, at 3
    // nothing. Bytes and half-words are read, merged and written in L2 (UM 2.9 ch. 9): 3 more.
    let b = Book::gr740();
    for (size, busy) in [
        ("st", b.store_done()),
        ("std", b.store_done()),
        ("sth", b.store_done() + b.l2.sub_word_cycles),
        ("stb", b.store_done() + b.l2.sub_word_cycles),
    ] {
        for distance in 1..=busy + 1 {
            let nops = "nop;".repeat(distance as usize - 1);
            let m = warm(&format!("{}; {nops} {}", store(size), store(size))).run();
            let wait = busy.saturating_sub(distance);
            assert_eq!(
                m.core(Meter::WriteBufferHold),
                wait,
                "{size}, distance {distance}"
            );
            assert_eq!(m.cycles, distance + 1 + wait, "{size}, distance {distance}");
        }
    }
}

#[test]
fn sustained_rates() {
    // A burst of n stores: the first issues at 0, each other when its predecessor is done: one
    // per 3 cycles, one per 6 for bytes and half-words (estimates; 64 bits are one beat on the
    // 128-bit bus). The bus is held for address and acceptance: 2 of the 3 cycles.
    let b = Book::gr740();
    let n = 16;
    for (size, merge, beat) in [
        ("st", 0, BusMeter::Word),
        ("std", 0, BusMeter::Double),
        ("sth", b.l2.sub_word_cycles, BusMeter::Half),
        ("stb", b.l2.sub_word_cycles, BusMeter::Byte),
    ] {
        let m = warm(&format!("{};", store(size)).repeat(n as usize)).run();
        let period = b.store_done() + merge;
        assert_eq!(m.cycles, 1 + period * (n - 1), "{size}");
        assert_eq!((m.bus(beat), m.bus(BusMeter::NonSeq)), (n, n), "{size}");
        let held = b.ahb.address_cycles + b.l2.write_accept_cycles + merge;
        assert_eq!(m.bus(BusMeter::WaitStates), n * (held - 1), "{size}");
        assert_eq!(m.l2(CacheMeter::WriteHits), n, "{size}");
        assert_eq!(m.waited(), 0, "{size}: the buffer waits, not the bus");
    }
}

#[test]
fn who_waits_for_the_buffer_and_who_does_not() {
    // UM 1.7 p. 54. Hits, arithmetic and FPops go on; a miss and an uncached access wait.
    let b = Book::gr740();
    let drain = b.store_done() - 1;
    for free in [
        "ld [%o0 + 4], %o1",
        "add %g1, 1, %o1",
        "fadds %f0, %f0, %f2",
    ] {
        let m = warm(&format!("st %g1, [%o0]; {free}")).run();
        assert_eq!((m.cycles, m.core(Meter::WriteBufferHold)), (2, 0), "{free}");
    }
    // A line that is in L2 only: the wait and the miss.
    let miss = u64::from(b.core.miss_cycles) + b.l2_hit();
    let m = warm("st %g1, [%o0]; ld [%o0 + 32], %o1")
        .ready("ld [%o0 + 32], %g1; sta %g0, [%g0] (17)")
        .run();
    assert_eq!(
        (m.cycles, m.core(Meter::WriteBufferHold)),
        (2 + drain + miss, drain)
    );
    // A register behind the AHB.
    let register = b.ahb.address_cycles + b.ahb.register_cycles;
    let m = warm("st %g1, [%o0]; ld [%o5], %o1")
        .init("set 0xf0000000, %o5\n")
        .run();
    assert_eq!(
        (m.cycles, m.core(Meter::WriteBufferHold)),
        (2 + drain + register, drain)
    );
}

#[test]
fn write_through_l2_goes_to_memory() {
    // L2CC.WP=1: stores pass a hit line on to memory; as long as the L2's own buffer is free they
    // are accepted as ever.
    let b = Book::gr740();
    let m = warm("st %g1, [%o0]; st %g1, [%o0]")
        .set("stages.l2.params.preset=[(0x3C, 0x00006416), (0x00, 0x80000002)]")
        .ready(".rept 100; nop; .endr")
        .run();
    assert_eq!(m.l2(CacheMeter::WriteHits), 2);
    assert_eq!(m.l2(CacheMeter::MemoryAccesses), 2);
    assert_eq!(m.cycles, 2 + b.store_done() - 1);
}
