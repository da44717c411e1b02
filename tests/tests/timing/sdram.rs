//! What the SDRAM answers: L2 misses, dirty victims, L2 off, command timing, refresh (UM 2.9 ch. 9
//! and 10). Every program runs at each of the five phases that the CPU clock can have to the SDRAM
//! clock, and the derivation follows the clock edges.

use crate::bench::{Bench, DATA, Measured, body, chill};
use crate::book::{Book, Chip, edge_cpu};
use trueboard_core::meter::{BusMeter, CacheMeter};
use trueboard_cpu_sparcv8::meters::Meter;

/// Writes back and invalidates the L2 line at `at` (L2CFMA, mode 3), and waits.
fn drop_l2(at: u32) -> String {
    format!(
        "set 0xf0000008, %g2; set {}, %g1; st %g1, [%g2]; .rept 40; nop; .endr;",
        at | 3
    )
}

/// A body with `%o0` at [`DATA`] and nothing of `DATA` to `DATA + 0x7f` in any cache.
fn nowhere(text: &str) -> Bench {
    let drop: String = (0..4).map(|i| drop_l2(DATA + 32 * i)).collect();
    body(text)
        .init(&format!("set {DATA}, %o0\n"))
        .ready(&drop)
        .ready("sta %g0, [%g0] (17)")
}

/// Runs `bench` at every phase; `expected` derives the cycles from the cycle of `begin`.
fn at_every_phase(bench: &Bench, expected: impl Fn(&Book, u64) -> u64) -> Vec<Measured> {
    let book = Book::gr740();
    (0..5)
        .map(|phase| {
            let m = bench.clone().sdram_phase(phase).run();
            assert_eq!(m.cycles, expected(&book, m.begin), "phase {phase}");
            m
        })
        .collect()
}

const CHIP: Chip = Chip::PC100;

#[test]
fn load_that_misses_l2() {
    // 3 + memory (UM 1.7 p. 54). Memory, granted at cycle 0: address 1, tags 4, memory bus 2: at 7,
    // tick 14 of 2 ns. SDRAM edge at 15, two cycles of synchronisation: activate at 25, read at 35
    // (tRCD 2), first word from 45 (CL 2) to 50, second to 55: 128 bits. Two cycles back: 65, at
    // the CPU's edge 66 = cycle 33. Forwarded 36; the bus, which SPLIT had freed, repeats the
    // address: first beat over at 38. At the phases 1 to 4 the edges fall otherwise: 39, 38, 37, 39.
    let ms = at_every_phase(&nowhere("ld [%o0], %o1"), |b, at| {
        1 + u64::from(b.core.miss_cycles) + b.l2_miss(&CHIP, at).0 - at
    });
    for m in ms {
        assert_eq!(m.l2(CacheMeter::ReadMisses), 1);
        // SPLIT frees the bus after address, tags and a response of two cycles (AMBA 2.0 ch. 3).
        let b = Book::gr740();
        let freed = m.begin + b.ahb.address_cycles + b.l2.tag_cycles + b.l2.split_cycles;
        let delay = b.l2_fill(&CHIP, m.begin).0 - freed;
        assert_eq!(
            (m.bus(BusMeter::Split), m.bus(BusMeter::SplitDelay)),
            (1, delay)
        );
        // All of the load beyond its issue is data-cache hold.
        assert_eq!(m.core(Meter::DCacheHold) + 1, m.cycles);
    }
}

#[test]
fn the_rest_of_the_line_comes_later() {
    // The fourth word is read 10 ticks after the second; the L2 has its line 5 cycles after that
    // (estimate) and ends the burst 2 cycles later: 45 at phase 0. The second load stands at
    // 38 + 3 + 1 = 42 and waits until 45 + 3.
    at_every_phase(&nowhere("ld [%o0], %o1; ld [%o0 + 16], %o2"), |b, at| {
        let (_, done) = b.l2_miss(&CHIP, at);
        done + u64::from(b.core.miss_cycles) - at + 1
    });
}

#[test]
fn fetch_that_misses_l2() {
    // BA and its slot, then the fetch at 2: 3 + memory, and four instructions of the half line that
    // came first; then BA in the other half, which waits for the whole line.
    let drop = |label: &str| {
        format!(
            "set 0xf0000008, %g2; set {label}, %g1; or %g1, 3, %g1; st %g1, [%g2]
             .rept 40; nop; .endr;"
        )
    };
    let bench = body("ba cold; nop; back:")
        .ready(&drop("cold"))
        .ready(&chill("cold"))
        .more(".align 32; cold: nop; nop; nop; nop; ba back; nop");
    at_every_phase(&bench, |b, at| {
        let miss = u64::from(b.core.miss_cycles);
        let (first, done) = b.l2_miss(&CHIP, at + 2);
        let second_half = (first + miss + 4).max(done + miss);
        second_half + 2 - at
    });
}

#[test]
fn two_misses_in_a_row() {
    // One core cannot ask again before the SDRAM has precharged: each load is timed by its own
    // edges. The first load ends with its first word; its line is still arriving on the bus when
    // the second asks, which the master waits for behind its own transfer (45 at phase 0).
    let ms = at_every_phase(&nowhere("ld [%o0], %o1; ld [%o0 + 32], %o2"), |b, at| {
        let miss = u64::from(b.core.miss_cycles);
        let (first, done) = b.l2_miss(&CHIP, at);
        let second = (first + miss + 1).max(done);
        b.l2_miss(&CHIP, second).0 + miss + 1 - at
    });
    for m in ms {
        assert_eq!(m.waited_for_itself(), m.waited(), "nobody else is there");
    }
}

#[test]
fn waiting_for_oneself_is_no_missing_grant() {
    // Two misses, as above: at phase 0 the second asks at 42 and the first has the bus until 45. A
    // master that keeps the bus has the grant and sees wait states (AMBA 2.0 ch. 3), so that L4STAT
    // event 0x90, "master 0 requests without grant" (UM 2.9 ch. 35), does not count it.
    let l4stat = "set 0xffa0d000, %o5; set 0x1900, %g1; st %g1, [%o5 + 128]\n";
    let m = nowhere("ld [%o0], %o1; ld [%o0 + 32], %o2")
        .init(l4stat)
        .ready("st %g0, [%o5]")
        .after("ld [%o5], %o3")
        .sdram_phase(0)
        .run();
    let b = Book::gr740();
    let (first, done) = b.l2_miss(&CHIP, m.begin);
    let own = done.saturating_sub(first + u64::from(b.core.miss_cycles) + 1);
    assert!(own > 0, "else there is nothing to tell apart");
    assert_eq!((m.waited_for_itself(), m.waited()), (own, own));
    assert_eq!(m.outs[3], 0, "event 0x90");
}

#[test]
fn without_split_the_bus_is_held() {
    // L2CACCC.SPLIT=0: no repeated address; the first beat goes out register_cycles after it is
    // there: 37 at phase 0 instead of 38.
    let bench = nowhere("ld [%o0], %o1")
        .set("stages.l2.params.preset=[(0x3C, 0x00006414), (0x00, 0x80000000)]");
    let ms = at_every_phase(&bench, |b, at| {
        let (first, _) = b.l2_fill(&CHIP, at);
        1 + u64::from(b.core.miss_cycles) + first + b.l2.register_cycles - at
    });
    for m in ms {
        assert_eq!(m.bus(BusMeter::Split), 0);
    }
}

#[test]
fn store_that_misses_l2() {
    // Write allocate (UM 2.9 ch. 9): the line is fetched, the write merges into the complete line,
    // is repeated on the bus (2) and done one cycle later. The store itself costs 1; the second one
    // waits for the buffer.
    let ms = at_every_phase(&nowhere("st %g0, [%o0]; st %g0, [%o0]"), |b, at| {
        let (_, line) = b.l2_fill(&CHIP, at);
        let tail = b.l2.write_done_cycles - b.l2.write_accept_cycles;
        line + b.ahb.address_cycles + 1 + tail + 1 - at
    });
    for m in ms {
        assert_eq!(
            (m.l2(CacheMeter::WriteMisses), m.l2(CacheMeter::WriteHits)),
            (1, 1)
        );
    }
}

/// Five lines of one L2 set, the first one dirty and the least recently used; `%o1` at the fifth,
/// and another line, in no cache, at `%o0`.
fn dirty_victim(text: &str) -> Bench {
    let way = 0x8_0000;
    let line = |i: u32| DATA + 0x400 + i * way;
    let touch: String = (1..4)
        .map(|i| format!("set {}, %g1; ld [%g1], %g1; .rept 80; nop; .endr;", line(i)))
        .collect();
    body(text)
        .init(&format!("set {DATA}, %o0; set {}, %o1\n", line(4)))
        .ready(&drop_l2(DATA))
        .ready("sta %g0, [%g0] (17)")
        .ready(&format!(
            "set {}, %g1; st %g0, [%g1]; .rept 80; nop; .endr",
            line(0)
        ))
        .ready(&touch)
}

#[test]
fn a_dirty_victim_costs_the_memory_not_the_master() {
    // Estimate: the victim is written behind the fill. The load takes as long as without.
    let ms = at_every_phase(&dirty_victim("ld [%o1], %o2"), |b, at| {
        1 + u64::from(b.core.miss_cycles) + b.l2_miss(&CHIP, at).0 - at
    });
    for m in ms {
        assert_eq!(m.l2(CacheMeter::WriteBacks), 1);
    }
    // The next miss finds the SDRAM at the write. At phase 0: the read's row opened at tick 25,
    // its last word came at 65, precharge: free at 75. The write was asked for at 15 + 10, so it
    // activates at 75, writes four words from 85 to 105, recovers 10, precharges 10: free at 125.
    let ms = at_every_phase(&dirty_victim("ld [%o1], %o2; ld [%o0], %o3"), |b, at| {
        let miss = u64::from(b.core.miss_cycles);
        let (first, done) = b.l2_miss(&CHIP, at);
        let read = CHIP.read(b, b.l2_to_memory(at), 0, 32);
        let write = CHIP.write(b, b.l2_to_memory(at), read.free, 32);
        let second = (first + miss + 1).max(done);
        let (again, _) = b.l2_answer(&CHIP.read(b, b.l2_to_memory(second), write.free, 32));
        again + b.ahb.address_cycles + 1 + miss + 1 - at
    });
    assert_eq!(ms.len(), 5);
}

#[test]
fn a_flush_keeps_l2_busy() {
    // UM 2.9 ch. 9: the first line takes 5 cycles, each other 1; the whole cache counts 32768 lines
    // (the boot loaders' number). It begins with the write of L2CFMA (estimate). The load behind it
    // is at the L2 long before and is looked up when the flush is over; its line is gone.
    let bench = nowhere("st %o1, [%o2]; ld [%o0], %o3").init("mov 5, %o1; set 0xf0000008, %o2\n");
    at_every_phase(&bench, |b, at| {
        let flush = b.l2.flush_first_cycles + (b.l2.flush_lines - 1) * b.l2.flush_line_cycles;
        let granted = at + flush - b.ahb.address_cycles;
        b.l2_miss(&CHIP, granted).0 + u64::from(b.core.miss_cycles) + 1 - at
    });
    // One dirty line, written back and invalidated: its way to memory, and one cycle more; then 5.
    let bench = nowhere("st %o1, [%o2]; ld [%o0 + 32], %o3")
        .init(&format!("set {}, %o1; set 0xf0000008, %o2\n", DATA | 3))
        .ready("st %g0, [%o0]; .rept 80; nop; .endr");
    at_every_phase(&bench, |b, at| {
        let write = CHIP.write(b, at, 0, 32);
        let walk = b.l2.flush_dirty_cycles + b.l2.flush_first_cycles;
        let over = edge_cpu(write.all) + walk;
        let read = over + b.l2.tag_cycles + b.l2.memory_bus_cycles;
        let (first, _) = b.l2_answer(&CHIP.read(b, read, write.free, 32));
        first + b.ahb.address_cycles + 1 + u64::from(b.core.miss_cycles) + 1 - at
    });
}

/// L2CC without EN.
const L2_OFF: &str = "stages.l2.params.preset=[(0x3C, 0x00006416), (0x00, 0x00000000)]";

#[test]
fn l2_off() {
    // The L2 passes the line by (estimate: its look-up time and forwarding stay, the fill does
    // not): the first word as before, the rest without fill_cycles.
    let bench = |text: &str| nowhere(text).set(L2_OFF);
    let ms = at_every_phase(&bench("ld [%o0], %o1"), |b, at| {
        1 + u64::from(b.core.miss_cycles) + b.l2_miss(&CHIP, at).0 - at
    });
    for m in ms {
        assert_eq!(
            (m.l2(CacheMeter::Uncached), m.l2(CacheMeter::Accesses)),
            (1, 0)
        );
    }
    at_every_phase(&bench("ld [%o0], %o1; ld [%o0 + 16], %o2"), |b, at| {
        let read = CHIP.read(b, b.l2_to_memory(at), 0, 32);
        let head = b.ahb.address_cycles + 1;
        let done = edge_cpu(read.all) + b.l2.forward_cycles + head;
        let miss = u64::from(b.core.miss_cycles);
        let (first, _) = b.l2_miss(&CHIP, at);
        (first + miss + 1).max(done + miss) + 1 - at
    });
}

#[test]
fn uncached_load() {
    // ASI 0x1C passes L1 and L2 by: a word is one word of the SDRAM (estimate: 3 + memory holds for
    // it too). Another one follows: nothing was kept.
    let ms = at_every_phase(
        &nowhere("lda [%o0] (0x1c), %o1; lda [%o0] (0x1c), %o1"),
        |b, at| {
            let miss = u64::from(b.core.miss_cycles);
            let word = |at: u64| {
                let read = CHIP.read(b, b.l2_to_memory(at), 0, 4);
                b.l2_answer(&read).0 + b.ahb.address_cycles + 1 + miss + 1
            };
            word(word(at)) - at
        },
    );
    for m in ms {
        assert_eq!(
            (m.l2(CacheMeter::Uncached), m.core(Meter::DCacheMisses)),
            (2, 0)
        );
    }
}

/// When the stores of a burst issue, with the L2 off: each is accepted when the buffer before it
/// has been written.
fn posted_stores(b: &Book, chip: &Chip, at: u64, count: u64) -> (u64, u64) {
    let tail = b.l2.write_done_cycles - b.l2.write_accept_cycles;
    let (mut issue, mut buffer, mut free) = (at, 0, 0);
    for _ in 0..count {
        let accepted = (issue + b.ahb.address_cycles).max(buffer) + b.l2.write_accept_cycles;
        let write = chip.write(b, accepted + b.l2.memory_bus_cycles, free, 4);
        (buffer, free) = (edge_cpu(write.all), write.free);
        issue = (issue + 1).max(accepted + tail);
    }
    (issue, free)
}

#[test]
fn store_burst_with_l2_off() {
    // One write buffer in the L2 (estimate). At phase 0: the first store at 0, address 1, accepted
    // 2, at the memory 4 = tick 8: edge 10, sync 20, activate 20, write 30, one word 35, back 45 =
    // cycle 23: the second is accepted at 24. Steady: the SDRAM, 2 + 1 + 2 + 2 = 7 but tRC = 8 cycles
    // = 20 CPU cycles, does not bind: the round trip through both clocks does.
    for count in [1, 2, 3, 6] {
        let stores = "st %g0, [%o0];".repeat(count);
        at_every_phase(
            &nowhere(&format!("{stores} st %g0, [%o0]")).set(L2_OFF),
            |b, at| posted_stores(b, &CHIP, at, count as u64).0 + 1 - at,
        );
    }
}

#[test]
fn a_load_behind_a_posted_store_waits_for_the_row_cycle() {
    // L2 off: the store's row opens at tick 20 (phase 0) and the load reaches the SDRAM while it is
    // written: precharge and tRC are waited for. With TRP=1 and with TRFC=7 (tRC 4 + 7, estimate)
    // that is longer.
    let slow_precharge = Chip {
        rp: 3,
        rc: 9,
        ..CHIP
    };
    let slow_row = Chip {
        ras: 8,
        rc: 11,
        rfc: 10,
        ..CHIP
    };
    for (chip, sdcfg1) in [
        (CHIP, 0x2340_830C_u32),
        (slow_precharge, 0x6340_830C),
        (slow_row, 0x3B40_830C),
    ] {
        let bench = nowhere("st %g0, [%o0]; ld [%o0 + 64], %o1").set(L2_OFF);
        for phase in 0..5 {
            let mut bench = bench.clone().sdram_phase(phase);
            bench
                .sets
                .push(format!("stages.sdctrl.params.preset=[(0x00, {sdcfg1:#x})]"));
            let (b, m) = (Book::gr740(), bench.run());
            let (issue, free) = posted_stores(&b, &chip, m.begin, 1);
            let read = chip.read(&b, b.l2_to_memory(issue), free, 32);
            let (first, _) = b.l2_answer(&read);
            let end = first + b.ahb.address_cycles + 1 + u64::from(b.core.miss_cycles) + 1;
            assert_eq!(m.cycles, end - m.begin, "{sdcfg1:#x}, phase {phase}");
        }
    }
}

#[test]
fn command_timing_follows_the_registers() {
    // CL 3 (TC=1, which sets tRCD too), 2T mode (EN2T, one cycle before each command sequence), and
    // 32 data bits (128 bits are four words then).
    for (chip, preset) in [
        (
            Chip {
                cl: 3,
                rcd: 3,
                ..CHIP
            },
            "[(0x00, 0x2740830C)]",
        ),
        (
            Chip { set_up: 1, ..CHIP },
            "[(0x00, 0x2340830C), (0x04, 0x00008000)]",
        ),
        (
            Chip {
                word_bytes: 4,
                ..CHIP
            },
            "[(0x00, 0x2340030C)]",
        ),
    ] {
        for phase in 0..5 {
            let mut bench = nowhere("ld [%o0], %o1").sdram_phase(phase);
            bench
                .sets
                .push(format!("stages.sdctrl.params.preset={preset}"));
            let (b, m) = (Book::gr740(), bench.run());
            let first = b.l2_miss(&chip, m.begin).0;
            assert_eq!(
                m.cycles,
                1 + u64::from(b.core.miss_cycles) + first - m.begin,
                "{preset}"
            );
        }
    }
}

#[test]
fn refresh_delays_what_it_meets() {
    // UM 2.9: a refresh each RFLOAD + 1 SDRAM cycles takes tRFC = 7. RFLOAD = 39: due at the ticks
    // 200, 400, ... A load whose commands would start at or after such a tick and before its end
    // waits for the end; others do not. The program is moved through 200 cycles = two periods.
    let (mut met, mut free) = (0, 0);
    for pad in (0..200).step_by(8) {
        let bench = nowhere("ld [%o0], %o1")
            .ready(&format!(".rept {pad}; nop; .endr"))
            .set("stages.sdctrl.params.preset=[(0x00, 0xA3408027)]");
        let (b, m) = (Book::gr740(), bench.run());
        let at = b.l2_to_memory(m.begin);
        let plain = CHIP.read(&b, at, 0, 32).start;
        let due = plain / 200 * 200;
        let after_refresh = due + 5 * CHIP.rfc;
        let read = CHIP.read(&b, at, after_refresh, 32);
        if read.start > plain {
            met += 1
        } else {
            free += 1
        }
        let (first, _) = b.l2_answer(&read);
        let end = first + b.ahb.address_cycles + 1 + u64::from(b.core.miss_cycles) + 1;
        assert_eq!(m.cycles, end - m.begin, "pad {pad}");
    }
    assert!(
        met >= 2 && free >= 10,
        "{met} met a refresh, {free} did not"
    );
}
