//! A store that bus and cache serve without a detour is what it is otherwise.

use super::{MEMORY, Path};
use trueboard_core::bus::{Below, Op, Txn};
use trueboard_core::time::Tick;

/// A store by the short way, or by the other one where that does not serve it; true if it did.
fn store(p: &mut Path, t: &Txn) -> (Tick, bool) {
    let (bus, behind) = p.stages.split_at_mut(1);
    match bus[0].store_at_once(t, behind[0].as_mut(), &mut p.meters) {
        Some(done) => (done, true),
        None => (access(p, t), false),
    }
}

fn access(p: &mut Path, t: &Txn) -> Tick {
    Below::new(&mut p.stages, MEMORY)
        .access(t, &mut p.meters)
        .done
}

/// Everything that is to be the same.
fn state(p: &mut Path) -> (Vec<Vec<u8>>, trueboard_core::meter::Meters) {
    for s in &mut p.stages {
        s.settle(Tick(1 << 40), &mut p.meters);
    }
    let saved = p.stages.iter().map(|s| s.device_ref().save()).collect();
    (saved, p.meters.clone())
}

#[test]
fn the_short_way_makes_no_difference() {
    let mut x = 740u64;
    let mut below = |n: u64| {
        x = x
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (x >> 33) % n
    };
    let (mut short_ones, mut stores) = (0, 0);
    for _ in 0..20 {
        let (mut short, mut long) = (Path::new(), Path::new());
        let mut at = 0;
        let crowded = below(3);
        for _ in 0..2000 {
            at += below(if crowded == 0 { 4 } else { 40 });
            // Few lines, and those that share their sets.
            let pa = below(12) * 32 + below(6) * 0x8_0000;
            let mut t = Txn {
                master: below(4 * crowded + 1) as u8 & 3,
                at: Tick(2 * at),
                pa,
                bytes: 32,
                op: Op::Read,
                line: true,
                uncached: false,
                pc: 0,
            };
            if below(4) == 0 {
                assert_eq!(access(&mut short, &t), access(&mut long, &t));
                continue;
            }
            t.op = Op::Write;
            t.line = false;
            t.bytes = 1 << below(4);
            t.pa += below(32) / u64::from(t.bytes) * u64::from(t.bytes);
            let (done, at_once) = store(&mut short, &t);
            assert_eq!(done, access(&mut long, &t), "{t:?}");
            short_ones += u32::from(at_once);
            stores += 1;
        }
        assert!(state(&mut short) == state(&mut long));
    }
    assert!(
        short_ones > stores / 20 && short_ones < stores,
        "{short_ones} of {stores}"
    );
}
