//! Stall cycles without contention, against the table of the user manual, the published latencies
//! of the TC27x, and counter readings of the same core types at 200 MHz.

use super::*;
use crate::meters::Meter as M;

#[test]
fn own_scratchpads_take_no_time() {
    let mut b = Bench::new();
    for va in [OWN, 0x6000_0000] {
        assert_eq!((b.reads(va, 0), b.writes(va, 0)), (0, 0));
        assert_eq!(b.add_one(va, 0), Ok((1, 0)));
    }
    assert_eq!((b.fetches(CODE, 0), b.fetches(0x6010_0000, 0)), (0, 0));
    assert_eq!(b.chip.log, []);
    assert_eq!(b.metered([M::DmemStall, M::PmemStall]), [0, 0]);
}

#[test]
fn reads_over_the_crossbar() {
    let mut b = Bench::new();
    // Measured: 5.02, 52.07; published: 10; recommended of 11.8 to 12.7: 12.
    let all = [(REMOTE, 5), (LMU, 10), (FLASH, 12), (DFLASH, 52)];
    for (i, (va, stall)) in all.into_iter().enumerate() {
        assert_eq!(b.reads(va, 1000 * i as u64), stall, "{va:#x}");
    }
    assert_eq!(b.metered([M::DmemStall]), [5 + 10 + 12 + 52]);
    // The own program scratchpad is no data memory: over the crossbar.
    assert_eq!(b.reads(CODE, 10_000), 5);
    // Words that are not in one double word take two beats.
    assert_eq!(b.reads(REMOTE + 6, 11_000), 6);
}

#[test]
fn fetches_over_the_crossbar() {
    let mut b = Bench::new();
    assert_eq!(b.fetches(REMOTE, 0), 5);
    assert_eq!(b.fetches(OWN, 100), 5);
    assert_eq!(b.fetches(LMU, 200), 11);
    assert_eq!(b.fetches(FLASH + 8, 300), 12);
    // The rest of the line streams in behind the group asked for, round the end of the line.
    assert_eq!(b.fetches(FLASH + 16, 313), 0);
    assert_eq!(b.fetches(FLASH, 314), 1);
    assert_eq!(b.fetches(FLASH + 24, 316), 0);
    // The line buffer has it still; a fetch elsewhere takes its place. Then the flash's own buffer
    // has it.
    assert_eq!(b.fetches(FLASH, 400), 0);
    assert_eq!(b.fetches(REMOTE, 500), 5);
    assert_eq!(b.fetches(FLASH, 600), 4);
    assert_eq!(
        b.metered([M::PmemStall, M::PcacheHits, M::PcacheMisses]),
        [5 + 5 + 11 + 12 + 1 + 5 + 4, 0, 0]
    );
}

#[test]
fn program_cache_counts_groups() {
    let mut b = Bench::cached(params());
    let line = |b: &mut Bench, at: u64| -> Vec<u64> {
        let mut cycle = at;
        let groups = (0..4).map(|i| {
            let stall = b.fetches(FLASH_CACHED + 8 * i, cycle);
            cycle += 1 + stall;
            stall
        });
        groups.collect()
    };
    assert_eq!(line(&mut b, 0), [12, 0, 0, 0]);
    assert_eq!(b.metered([M::PcacheHits, M::PcacheMisses]), [3, 1]);
    assert_eq!(line(&mut b, 100), [0, 0, 0, 0]);
    assert_eq!(b.metered([M::PcacheHits, M::PcacheMisses]), [4, 0]);
    // Two ways: a third line of the set takes the place of the one used least recently.
    for (at, far) in [(200, 0x2000), (300, 0x4000)] {
        assert_eq!(b.fetches(FLASH_CACHED + far, at), 12);
    }
    assert_eq!(b.fetches(FLASH_CACHED + 0x2000, 400), 0);
    assert_ne!(b.fetches(FLASH_CACHED, 500), 0);
    // PCON1.PCINV.
    b.side.set_csfr(0x9204, 1).unwrap();
    assert_ne!(b.fetches(FLASH_CACHED, 600), 0);
    assert_eq!(b.metered([M::PcacheHits, M::PcacheMisses]), [1, 4]);
}

/// Measured over a walk through another core's scratchpad: 6.2 a clean miss, 15 to 16 a dirty one;
/// published for the LMU: 21 with a dirty line to be written first.
#[test]
fn data_cache_misses() {
    for (va, clean, dirty) in [(REMOTE, 6, 16), (LMU_CACHED, 11, 21)] {
        let mut b = Bench::cached(params());
        let at = |i: u32| va + 0x1000 * i;
        assert_eq!(b.reads(at(0), 0), clean);
        assert_eq!(b.reads(at(0) + 28, 100), 0);
        assert_eq!(b.writes(at(0), 200), 0);
        assert_eq!(b.writes(at(1), 300), clean);
        assert_eq!(b.reads(at(2), 400), dirty);
        assert_eq!(b.writes(at(3), 500), dirty);
        let hits_and_misses = [
            M::DataCacheHits,
            M::DataCacheMissesClean,
            M::DataCacheMissesDirty,
            M::DmemStall,
            M::DataCacheStoreHits,
            M::DataCacheStoreMisses,
            M::DmemStoreStall,
        ];
        let stall = 2 * (clean + dirty);
        let metered = b.metered(hits_and_misses);
        assert_eq!(metered, [2, 2, 2, stall, 1, 2, stall / 2]);
    }
}

/// The published kernel of hits and dirty misses: a store that misses, then a load of another word
/// of the line, which waits 4 cycles for the rest of the burst.
#[test]
fn a_hit_waits_for_the_rest_of_the_burst() {
    let waits = |off: u32, later: u64| {
        let mut b = Bench::cached(params());
        let stall = b.writes(LMU_CACHED, 0);
        b.reads(LMU_CACHED + off, stall + 1 + later)
    };
    assert_eq!([0, 8, 16, 24].map(|off| waits(off, 0)), [0, 2, 3, 4]);
    assert_eq!([3, 4, 5].map(|later| waits(24, later)), [1, 0, 0]);
}

/// What a block takes behind a store to the line: nothing while that arrives, or while loads are watched.
#[test]
fn a_store_leaves_its_line_to_loads_in_blocks() {
    let mut b = Bench::cached(params());
    let written_and_taken = |b: &mut Bench, at: u64| {
        let stall = b.writes(LMU_CACHED, at);
        let word = (LMU_CACHED + 24, 4);
        let now = at + stall + 1;
        b.on(|m, cx, tally| m.load_present(cx.mem, tally, word, now))
            .is_some()
    };
    // A miss, and a hit before the burst is over.
    let stall = b.writes(LMU_CACHED, 0);
    assert!(!written_and_taken(&mut b, stall + 1));
    assert!(written_and_taken(&mut b, stall + 100));
    b.on(|m, _, _| m.watch_reads(true));
    assert!(!written_and_taken(&mut b, stall + 200));
    b.on(|m, _, _| m.watch_reads(false));
    assert!(written_and_taken(&mut b, stall + 300));
}

/// Measured on the TC1.6E: 5.06 a miss, one in eight words, and stores drop the line.
#[test]
fn read_buffer() {
    let mut b = Bench::cached(scalar());
    let walk = |b: &mut Bench, at: u64| -> u64 {
        let words = 0..64;
        words
            .map(|i| b.reads(REMOTE + 4 * i, at + 20 * u64::from(i)))
            .sum()
    };
    assert_eq!(walk(&mut b, 0), 8 * 5);
    assert_eq!(b.metered([M::DrbHits, M::DrbMisses]), [56, 8]);
    // Four lines, the least recently used leaves.
    assert_eq!(b.reads(REMOTE + 0x80, 2000), 0);
    assert_eq!(b.reads(REMOTE + 0x60, 2100), 5);
    b.metered([]);
    for i in 0..8 {
        let at = 3000 + 100 * u64::from(i);
        assert_eq!(b.reads(REMOTE + 0x100 + 4 * i, at), 5);
        assert_eq!(b.writes(REMOTE + 0x100 + 4 * i, at + 50), 0);
    }
    assert_eq!(b.metered([M::DrbHits, M::DrbMisses]), [0, 8]);
}

/// Measured over 1024 iterations of 7 cycles with one store each: 0.97 stall cycles a store.
#[test]
fn posted_stores_are_limited() {
    let mut b = Bench::new();
    let mut cycle = 0;
    let mut stalls = 0;
    for i in 0..1024 {
        let stall = b.writes(REMOTE + 4 * i, cycle);
        stalls += stall;
        cycle += 7 + stall;
    }
    assert!((985..=1000).contains(&stalls), "{stalls}");
    // A load of the same memory comes behind the stores, one of another does not.
    let mut b = Bench::new();
    for i in 0..3 {
        assert_eq!(b.writes(REMOTE + 4 * i, u64::from(i)), 0);
    }
    // Transfers 0 to 7, 8 to 15, 16 to 23.
    assert_eq!(b.reads(LMU, 3), 10);
    assert_eq!(b.reads(REMOTE, 14), 23 - 14 + 5);
    let mut b = Bench::new();
    b.writes(REMOTE, 0);
    b.writes(REMOTE, 1);
    assert_eq!(b.on(|s, cx, _| s.complete_stores(cx, 2)), Ok(13));
    assert_eq!(b.on(|s, cx, _| s.complete_stores(cx, 15)), Ok(0));
}

#[test]
fn peripheral_bus() {
    let mut b = Bench::new();
    // fCPU = 2 fSPB: 7 stall cycles; writes are posted, and the bus takes the next when it can.
    assert_eq!(b.reads(DEVICE, 0), 7);
    assert_eq!(b.writes(DEVICE, 100), 0);
    assert_eq!(b.reads(DEVICE, 101), 7 + 7);
    assert_eq!(
        b.metered([M::IoReads, M::IoWrites, M::DmemStall, M::DmemStoreStall]),
        [2, 1, 21, 0]
    );
    assert!(b.side.take_touched() && !b.side.take_touched());
}

#[test]
fn atomics_and_contexts() {
    let mut b = Bench::new();
    assert_eq!(b.add_one(LMU, 0), Ok((0, 10)));
    assert_eq!(b.load(LMU, 4, 100), Ok((1, 10)));
    assert_eq!(b.metered([M::DmemStall, M::DmemStoreStall]), [20, 10]);
    let words = std::array::from_fn(|i| i as u32 * 0x0101_0101);
    let mut context = |va: u32, cycle: u64| {
        let a = b.access(va, 4, cycle);
        let saved = b.on(|s, cx, t| s.save_context(cx, t, a, &words));
        let a = b.access(va, 4, cycle + 1000);
        let (loaded, stall) = b.on(|s, cx, t| s.load_context(cx, t, a)).expect("a load");
        assert_eq!(loaded, words);
        (saved.expect("a save"), stall)
    };
    assert_eq!(context(OWN + 0x40, 1000), (0, 0));
    // Eight stores, the last of which finds room when the fourth is over: 7 + 3 * 8. Eight reads of
    // a double word, one after the other.
    assert_eq!(context(REMOTE + 0x40, 3000), (31, 8 * 6));
    assert_eq!(b.metered([M::DmemStall, M::DmemStoreStall]), [31 + 48, 31]);
}

/// Through the data cache an atomic exchange and the lines of a saved context are accesses of stores, those
/// of a loaded context are not.
#[test]
fn atomics_and_contexts_through_the_data_cache() {
    let mut b = Bench::cached(params());
    assert_eq!(b.add_one(LMU_CACHED, 0), Ok((0, 11)));
    assert_eq!(b.add_one(LMU_CACHED, 100), Ok((1, 0)));
    let of_stores = [
        M::DataCacheHits,
        M::DataCacheStoreHits,
        M::DataCacheMissesClean,
        M::DataCacheStoreMisses,
    ];
    assert_eq!(b.metered(of_stores), [1, 1, 1, 1]);
    let a = b.access(LMU_CACHED + 0x40, 4, 1000);
    b.on(|s, cx, t| s.save_context(cx, t, a, &[0; 16]))
        .expect("a save");
    let a = b.access(LMU_CACHED + 0x40, 4, 2000);
    b.on(|s, cx, t| s.load_context(cx, t, a)).expect("a load");
    assert_eq!(b.metered(of_stores), [2, 0, 2, 2]);
}
