//! Turns: an access that has to wait for its turn leaves everything as it is. Cache instructions,
//! windows of other cores, snapshots.

use super::*;
use crate::memory::CacheOp;
use crate::meters::Meter as M;
use trueboard_core::cpu::PeerAccess;

fn state(b: &Bench) -> Vec<u8> {
    trueboard_core::snapshot::to_bytes(&b.side)
}

#[test]
fn not_in_turn_nothing_changes() {
    let mut b = Bench::cached(params());
    b.limits(100, 50);
    let before = state(&b);
    for va in [REMOTE, LMU, FLASH_CACHED] {
        assert_eq!(b.load(va, 4, 100), Err(Fault::Sync));
        assert_eq!(b.fetch(va, 100), Err(Fault::Sync));
    }
    assert_eq!(b.store(LMU, 4, 100, 1), Err(Fault::Sync));
    assert_eq!(b.store(LMU_CACHED, 4, 100, 1), Err(Fault::Sync));
    assert_eq!(b.load(DEVICE, 4, 50), Err(Fault::Sync));
    assert_eq!(b.add_one(OWN, 50), Err(Fault::Sync));
    assert_eq!(b.add_one(DEVICE, 50), Err(Fault::Sync));
    b.settled = false;
    assert_eq!(b.load(COUNTER, 4, 49), Err(Fault::Settle));
    assert_eq!(state(&b), before);
    assert_eq!(b.chip.log, []);
    assert_eq!(b.metered([M::PcacheMisses]), [0]);
    assert_eq!(b.load(DEVICE, 4, 49), Ok((0, 7)));
    // Private work goes on.
    assert_eq!((b.reads(OWN, 100), b.writes(OWN, 100)), (0, 0));
    assert!(b.load(LMU_CACHED, 4, 99).is_ok());
    assert_eq!(b.reads(LMU_CACHED, 120), 0);
}

/// The transfer of a posted store is made when it is the core's turn for its start, if that is
/// in a later slice then.
#[test]
fn posted_stores_wait_for_their_turn() {
    let mut b = Bench::new();
    b.limits(10, 10);
    for cycle in 0..3 {
        assert_eq!(b.writes(REMOTE, cycle), 0);
    }
    let starts = |b: &Bench| b.chip.log.iter().map(|t| t.at.0).collect::<Vec<_>>();
    assert_eq!(starts(&b), [0, 8]);
    b.limits(16, 16);
    assert_eq!(starts(&b), [0, 8]);
    b.limits(17, 17);
    assert_eq!(starts(&b), [0, 8, 16]);
}

#[test]
fn cache_instructions() {
    let mut b = Bench::cached(params());
    let op = |by_index, write_back, invalidate| CacheOp {
        by_index,
        write_back,
        invalidate,
    };
    let go = |b: &mut Bench, va: u32, cycle: u64, op: CacheOp| {
        let a = b.access(va, 4, cycle);
        b.on(|s, cx, _| s.cache_op(cx, a, op))
    };
    b.writes(LMU_CACHED, 0);
    // Written back and kept: a line takes 10 cycles.
    assert_eq!(
        go(&mut b, LMU_CACHED + 4, 100, op(false, true, false)),
        Ok(9)
    );
    assert_eq!(
        go(&mut b, LMU_CACHED + 4, 200, op(false, true, false)),
        Ok(0)
    );
    assert_eq!(b.reads(LMU_CACHED, 300), 0);
    b.writes(LMU_CACHED, 400);
    assert_eq!(go(&mut b, LMU_CACHED, 500, op(false, true, true)), Ok(9));
    assert_eq!(b.reads(LMU_CACHED, 600), 11);
    // By index: set 0, way 0 or 1.
    b.writes(LMU_CACHED, 700);
    let stalls = [0, 1].map(|way| {
        go(
            &mut b,
            way,
            800 + 100 * u64::from(way),
            op(true, true, true),
        )
    });
    assert_eq!(stalls.map(Result::unwrap).iter().sum::<u64>(), 9);
    assert_eq!(b.reads(LMU_CACHED, 1000), 11);
    // Thrown away.
    b.writes(LMU_CACHED, 1100);
    assert_eq!(go(&mut b, LMU_CACHED, 1200, op(false, false, true)), Ok(0));
    b.limits(0, 0);
    assert_eq!(b.load(LMU_CACHED, 4, 1300), Err(Fault::Sync));
}

#[test]
fn registers_of_other_cores() {
    let mut b = Bench::new();
    let peer = |write| {
        Fault::Peer(PeerAccess {
            core: 2,
            offset: 0xFE08,
            write,
        })
    };
    let pc = 0xF885_FE08;
    assert_eq!(b.load(pc, 4, 0), Err(peer(None)));
    b.answer = Some(Ok(0x1234));
    assert_eq!(b.load(pc, 4, 0), Ok((0x1234, 6)));
    assert_eq!(
        b.store(pc, 4, 10, 0x8000_0000),
        Err(peer(Some(0x8000_0000)))
    );
    b.answer = Some(Err(BusFault::Unmapped));
    assert_eq!(b.store(pc, 4, 10, 0x8000_0000), Err(trap(4, 3)));
    // Not its own, and words only.
    assert_eq!(b.load(0xF883_FE08, 4, 20), Err(trap(4, 2)));
    assert_eq!(b.side.csfr(0x9010), Some(1 << 18));
    assert_eq!(b.load(pc, 2, 30), Err(trap(4, 2)));
    assert_eq!(b.add_one(pc, 30), Err(trap(4, 2)));
    b.limits(100, 30);
    assert_eq!(b.load(pc, 4, 30), Err(Fault::Sync));
}

#[test]
fn snapshots_go_on_alike() {
    let mut b = Bench::cached(params());
    b.writes(LMU_CACHED, 0);
    b.fetches(FLASH_CACHED, 0);
    b.fetches(FLASH_CACHED + 8, 40);
    b.writes(REMOTE, 30);
    let saved = state(&b);
    let mut other: MemSide = trueboard_core::snapshot::from_bytes(&saved).unwrap();
    std::mem::swap(&mut b.side, &mut other);
    b.limits(u64::MAX, u64::MAX);
    assert_eq!(state(&b), saved);
    assert_eq!((b.fetches(FLASH_CACHED + 16, 50), b.reads(OWN, 50)), (0, 0));
    assert_eq!(b.reads(LMU_CACHED, 50), 0);
}
