//! L1 misses that the L2 cache answers, instruction streaming, the MMU, flushes (UM 1.7 p. 53-54,
//! 66, 77, 84-86). Times in the comments count from the cycle in which the instruction stands at
//! its access.

use crate::bench::{Bench, DATA, body, chill};
use crate::book::Book;
use trueboard_core::meter::{BusMeter, CacheMeter};
use trueboard_cpu_sparcv8::meters::Meter;

/// A body with `%o0` at [`DATA`], the data cache empty, the lines at `DATA` to `DATA + 0xff` in L2.
fn cold_data(text: &str) -> Bench {
    let touch: String = (0..8)
        .map(|i| format!("ld [%o0 + {}], %g1;", 32 * i))
        .collect();
    body(text)
        .init(&format!("set {DATA}, %o0\n"))
        .ready(&touch)
        .ready("sta %g0, [%g0] (17)")
}

#[test]
fn data_miss_that_hits_l2() {
    // UM 1.7 p. 54: 3 + memory. Memory: address 1, tags 4, register 1 (estimates) = 6: stall 9.
    let b = Book::gr740();
    let stall = u64::from(b.core.miss_cycles) + b.l2_hit();
    let m = cold_data("ld [%o0], %o1").run();
    assert_eq!((m.cycles, m.core(Meter::DCacheHold)), (1 + stall, stall));
    assert_eq!(
        (m.core(Meter::DCacheMisses), m.l2(CacheMeter::ReadHits)),
        (1, 1)
    );
    // The bus carried the line in two beats of 128 bits.
    assert_eq!((m.bus(BusMeter::NonSeq), m.bus(BusMeter::Seq)), (1, 1));
    assert_eq!(m.bus(BusMeter::Quad), 2);
    // The word asked for comes first, wherever in the line it lies.
    for offset in [4, 12, 16, 28] {
        assert_eq!(
            cold_data(&format!("ld [%o0 + {offset}], %o1")).run().cycles,
            1 + stall
        );
    }
    // A double word is one access. The load-use interlock comes on top.
    assert_eq!(cold_data("ldd [%o0 + 8], %o2").run().cycles, 1 + stall);
    let wait = u64::from(b.core.load_use_cycles);
    assert_eq!(
        cold_data("ld [%o0], %o1; add %o1, 1, %o2").run().cycles,
        2 + stall + wait
    );
    // Several lines, one after the other: nothing overlaps.
    assert_eq!(
        cold_data("ld [%o0], %o1; ld [%o0 + 32], %o2; ld [%o0 + 64], %o3")
            .run()
            .cycles,
        3 * (1 + stall)
    );
}

#[test]
fn the_rest_of_a_line_streams_in() {
    // The second beat follows the first by beat_cycles; with the 3 pipeline cycles it is there at
    // 10, when the next instruction issues: nothing is waited for.
    let b = Book::gr740();
    let stall = u64::from(b.core.miss_cycles) + b.l2_hit();
    let second = b.l2.beat_cycles.saturating_sub(1);
    let m = cold_data("ld [%o0], %o1; ld [%o0 + 16], %o2").run();
    assert_eq!(
        (m.cycles, m.core(Meter::LoadWaitHits)),
        (2 + stall + second, second)
    );
    // With a slow L2 port the difference shows: beats 6 apart, done at 6 + 6 + 3 = 15; the second
    // load stands at 10.
    let slow = cold_data("ld [%o0], %o1; ld [%o0 + 16], %o2")
        .set("stages.l2.params.beat_cycles=6")
        .run();
    assert_eq!(
        (slow.cycles, slow.core(Meter::LoadWaitHits)),
        (2 + stall + 5, 5)
    );
}

#[test]
fn stores_do_not_allocate_in_l1_and_update_hits() {
    // UM 1.7 p. 53: write-through, no allocation on a write miss. The load behind the store misses;
    // it waits for the store to drain first (UM 1.7 p. 54: write buffer).
    let b = Book::gr740();
    let stall = u64::from(b.core.miss_cycles) + b.l2_hit();
    let drain = b.store_done() - 1;
    let m = cold_data("st %g0, [%o0]; ld [%o0], %o1").run();
    assert_eq!(m.core(Meter::DCacheWriteMisses), 1);
    assert_eq!(
        (m.cycles, m.core(Meter::WriteBufferHold)),
        (2 + drain + stall, drain)
    );
    // A hit is updated in place, and a load of it waits for nothing.
    let m = cold_data("ld [%o0], %o1; st %g0, [%o0]; ld [%o0], %o1").run();
    assert_eq!(
        (m.core(Meter::DCacheWriteHits), m.core(Meter::DCacheHits)),
        (1, 1)
    );
    assert_eq!((m.cycles, m.core(Meter::WriteBufferHold)), (3 + stall, 0));
}

/// A body that runs to `cold`, a line that is not in the instruction cache.
fn cold_code(code: &str) -> Bench {
    body("ba cold; nop; back:")
        .ready(&chill("cold"))
        .more(&format!(".align 32; cold: {code}; ba back; nop"))
}

#[test]
fn instruction_miss_that_hits_l2() {
    // UM 1.7 p. 54: 3 + memory, the rest of the line streams in: 4 words in the first beat, the
    // others one cycle later. BA, slot, four NOPs, BA, slot.
    let b = Book::gr740();
    let stall = u64::from(b.core.miss_cycles) + b.l2_hit();
    let m = cold_code("nop; nop; nop; nop").run();
    assert_eq!((m.cycles, m.core(Meter::ICacheHold)), (8 + stall, stall));
    assert_eq!(
        (m.core(Meter::ICacheMisses), m.l2(CacheMeter::ReadHits)),
        (1, 1)
    );
    // Straight into the second half: the half that was asked for comes first.
    let m = body("ba cold; nop; back:")
        .ready(&chill("cold"))
        .more(".align 32; nop; nop; nop; nop; cold: ba back; nop")
        .run();
    assert_eq!(m.cycles, 4 + stall);
    // One instruction in the first half, then the second: it came one beat later, at
    // 6 + 1 + 3 = 10; the second half is wanted at 9 + 2 = 11.
    let m = body("ba cold; nop; back:")
        .ready(&chill("cold"))
        .more(".align 32; nop; nop; nop; cold: nop; ba back; nop")
        .run();
    assert_eq!(m.cycles, 5 + stall + b.l2.beat_cycles.saturating_sub(1));
    // Slow beats: the second half at 6 + 6 + 3 = 15, wanted at 9 + 1 = 10.
    let slow = body("ba cold; nop; back:")
        .ready(&chill("cold"))
        .more(".align 32; nop; nop; nop; cold: nop; ba back; nop")
        .set("stages.l2.params.beat_cycles=6")
        .run();
    assert_eq!(slow.cycles, 5 + stall + 5);
    // The next line is another miss: there is no prefetch (estimate). 8 NOPs, then BA and slot.
    let m = cold_code("nop; nop; nop; nop; nop; nop; nop; nop")
        .ready("add %g1, 32, %g1") // `chill` left the line's number here
        .ready("sta %g0, [%g1] (12); set 4096, %g2; sta %g0, [%g1 + %g2] (12)")
        .ready(
            "set 8192, %g2; sta %g0, [%g1 + %g2] (12); set 12288, %g2; sta %g0, [%g1 + %g2] (12)",
        )
        .run();
    assert_eq!(m.cycles, 12 + 2 * stall);
}

#[test]
fn an_instruction_miss_waits_for_the_write_buffer() {
    // UM 1.7 p. 54: whatever needs the bus waits for the store. ST at 0; BA at 1, its slot at 2, the
    // fetch stands at 3 = the end of the store (1 + 2 cycles): nothing to wait. With the store in
    // the slot, at 1, it ends at 4 and the fetch at 2 waits 2.
    let b = Book::gr740();
    let stall = u64::from(b.core.miss_cycles) + b.l2_hit();
    let drain = b.store_done() - 1;
    let bench = body("ba cold; st %g0, [%o0]; back:")
        .init(&format!("set {DATA}, %o0\n"))
        .ready(&chill("cold"))
        .more(".align 32; cold: ba back; nop");
    let m = bench.run();
    assert_eq!(
        (m.cycles, m.core(Meter::WriteBufferHold)),
        (4 + drain + stall, drain)
    );
}

/// Where page tables are put.
const TABLES: u32 = 0x20_0000;

/// Page tables: context 0 of the table at `TABLES` leads by PTDs to a PTE at `level`, which maps
/// virtual = physical for all RAM that is used here, cacheable, all rights, referenced and modified.
fn mmu_on(level: u32) -> String {
    let pte = |pa: u32| pa >> 4 | 0xfe;
    let level_1 = TABLES + 0x400;
    let level_2 = TABLES + 0x800;
    let mut text = String::new();
    let mut word = |at: u32, value: u32| {
        text.push_str(&format!("set {at}, %g1; set {value}, %g2; st %g2, [%g1]\n"));
    };
    match level {
        0 => word(TABLES, pte(0)),
        1 => {
            word(TABLES, level_1 >> 4 | 1);
            word(level_1, pte(0));
        }
        _ => {
            word(TABLES, level_1 >> 4 | 1);
            word(level_1, level_2 >> 4 | 1);
            // Nine pages of 256 KiB: code, data and tables.
            for i in 0..9 {
                word(level_2 + 4 * i, pte(i << 18));
            }
        }
    }
    format!(
        "{text} set {}, %g1; set 0x100, %g2; sta %g1, [%g2] (25)
         set 0x200, %g2; sta %g0, [%g2] (25); mov 1, %g1; sta %g1, [%g0] (25)\n",
        TABLES >> 4
    )
}

#[test]
fn misses_with_the_mmu_on() {
    // UM 1.7 p. 54: 5 + memory with the MMU on, instructions and data; translation itself is free
    // when the TLB has it.
    let b = Book::gr740();
    let extra = u64::from(b.core.mmu_miss_cycles);
    let stall = u64::from(b.core.miss_cycles) + extra + b.l2_hit();
    for level in 0..=2 {
        let m = cold_data("ld [%o0], %o1; ld [%o0], %o2")
            .init(&mmu_on(level))
            .run();
        assert_eq!(
            (m.cycles, m.core(Meter::DCacheHold)),
            (2 + stall, stall),
            "level {level}"
        );
        assert_eq!(m.core(Meter::DtlbMisses), 0);
    }
    let m = cold_code("nop").init(&mmu_on(1)).run();
    assert_eq!((m.cycles, m.core(Meter::ICacheHold)), (5 + stall, stall));
    // A write has no such cycles.
    let m = cold_data("st %g0, [%o0]; nop").init(&mmu_on(1)).run();
    assert_eq!(m.cycles, 2);
}

#[test]
fn a_table_walk_reads_each_level_over_the_bus() {
    // UM 1.7 p. 84: up to four bus reads, one for each level down to the PTE. Each is a word from L2
    // (estimate: address, tags, register = 6, and no pipeline cycles besides). Then the load misses.
    // ASI 0x18 empties the TLBs and the caches before; the code around the body is fetched since.
    let b = Book::gr740();
    let walk = |level: u64| (level + 1) * b.l2_hit();
    let extra = u64::from(b.core.mmu_miss_cycles);
    let miss = u64::from(b.core.miss_cycles) + extra + b.l2_hit();
    for level in 0..=2 {
        let m = cold_data("ld [%o0], %o1")
            .init(&mmu_on(level as u32))
            .ready("sta %g0, [%g0] (24)")
            .run();
        let hold = m.core(Meter::DtlbHold);
        assert_eq!(
            (m.core(Meter::DtlbMisses), hold),
            (1, walk(level)),
            "level {level}"
        );
        assert_eq!(m.core(Meter::DCacheHold), miss);
        assert_eq!(m.cycles, 1 + walk(level) + miss, "level {level}");
    }
}

#[test]
fn an_instruction_walk() {
    // As for data: the flush takes its time, then the next instruction is translated and missed.
    let b = Book::gr740();
    let extra = u64::from(b.core.mmu_miss_cycles);
    let miss = u64::from(b.core.miss_cycles) + extra + b.l2_hit();
    for level in 0..=2u32 {
        let walk = u64::from(level + 1) * b.l2_hit();
        let m = body("sta %g0, [%g0] (24); nop").init(&mmu_on(level)).run();
        assert_eq!(m.core(Meter::ItlbHold), walk, "level {level}");
        let flush = u64::from(b.core.flush_cycles);
        assert_eq!(m.cycles, 2 + flush + walk + miss, "level {level}");
    }
}

#[test]
fn the_first_store_to_a_page_walks_to_set_m() {
    // UM 1.7 p. 84: the walk writes R and M back. The TLB has the page, without M: one read for each
    // level again, then the write, which the pipeline waits for (estimate), then the store.
    let b = Book::gr740();
    let clean = format!(
        "set {}, %g1; set {}, %g2; st %g2, [%g1]",
        TABLES + 0x400,
        0xbe
    );
    let m = cold_data("st %g0, [%o0]; nop")
        .init(&mmu_on(1))
        .ready(&clean)
        .ready("sta %g0, [%g0] (24); ld [%o0], %g1")
        .run();
    let walk = 2 * b.l2_hit() + b.store_done();
    assert_eq!(
        (m.core(Meter::DtlbMisses), m.core(Meter::DtlbHold)),
        (1, walk)
    );
    assert_eq!(m.cycles, 2 + walk);
}

#[test]
fn flushes() {
    // Estimate: one cycle per line index of a way, 128. Only the data cache (ASI 0x11): the code
    // goes on. STA 1.
    let b = Book::gr740();
    let flush = u64::from(b.core.flush_cycles);
    let m = body("sta %g0, [%g0] (17); nop").run();
    assert_eq!((m.cycles, m.core(Meter::FlushCycles)), (2 + flush, flush));
    // Both (FLUSH, ASI 0x10, 0x13, 0x18, CCR.FI and FD): the next instruction is a miss. It lies in
    // the half line of the flush, as does the end.
    let miss = u64::from(b.core.miss_cycles) + b.l2_hit();
    let both = |flush: &str| {
        let text = format!("ba there; nop; .align 32; there: {flush}; nop");
        body(&text)
            .init("set 0x0081000f, %o1; set 0x00e1000f, %o2; set 0x00a1000f, %o3\n")
            .run()
    };
    for how in [
        "flush %g0",
        "sta %g0, [%g0] (16)",
        "sta %g0, [%g0] (19)",
        "sta %g0, [%g0] (24)",
        "sta %o2, [%g0] (2)", // CCR.FD and FI
        "sta %o3, [%g0] (2)", // CCR.FI
    ] {
        let m = both(how);
        assert_eq!(m.core(Meter::FlushCycles), flush, "{how}");
        assert_eq!(m.cycles, 2 + 1 + flush + miss + 1, "{how}");
    }
    // A write of CCR that flushes nothing costs its cycle.
    assert_eq!(both("sta %o1, [%g0] (2)").cycles, 4);
}

#[test]
fn a_frozen_data_cache() {
    // UM 1.7 p. 77: it serves hits and keeps nothing new.
    let b = Book::gr740();
    let stall = u64::from(b.core.miss_cycles) + b.l2_hit();
    let frozen = cold_data("ld [%o0], %o1; ld [%o0], %o1")
        .ready("set 0x00810007, %g1; sta %g1, [%g0] (2)") // CCR.DCS = 01
        .run();
    assert_eq!(
        (frozen.cycles, frozen.core(Meter::DCacheMisses)),
        (2 * (1 + stall), 2)
    );
    let warm = cold_data("ld [%o0], %o1; ld [%o0], %o1")
        .init("set 0x00810007, %o5; set 0x0081000f, %o4\n")
        .ready("sta %o4, [%g0] (2); ld [%o0], %g1; sta %o5, [%g0] (2)")
        .run();
    assert_eq!((warm.cycles, warm.core(Meter::DCacheHits)), (2, 2));
}
