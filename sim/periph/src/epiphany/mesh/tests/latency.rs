//! What an idle network takes, for all pairs of nodes.

use super::*;

/// EX `emesh_read_latency`: 18 cycles and 3 for each hop, the core's own address included, for a
/// move, a load from the stack and one cycle's wait, the load, and the store that needs it and is
/// issued in the last cycle. So the load takes 14 until who needs it can be issued.
#[test]
fn a_remote_load_takes_14_cycles_and_3_a_hop() {
    for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
        let mut rig = Rig::new();
        for (op, at) in [(Op::Read, 100), (Op::Rmw, 200), (Op::Fetch, 300)] {
            let t = rig.send(txn(a as u8, at, sram(b, 0), op));
            let load = t.first.0 / 2 - at;
            let expected = 18 - 4 + 3 * hops(a, b);
            assert_eq!((load, t.first.0 % 2), (expected, 0), "{a} to {b}");
            assert_eq!((t.granted.0, t.freed.0), (2 * at, 2 * at));
            assert!(t.done < t.first);
        }
    }
}

/// AR, eMesh: 1.5 cycles from router to router and into the node.
#[test]
fn a_write_arrives_after_one_and_a_half_cycles_a_router() {
    for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
        let t = Rig::new().write(a as u8, 100, sram(b, 0));
        assert_eq!(t.done.0 - 200, 3 * (hops(a, b) + 1), "{a} to {b}");
        assert_eq!((t.granted.0, t.freed.0, t.first), (200, 200, Tick::NEVER));
    }
}

/// AR: 12 cycles from edge to edge of a chip of 64 cores, along a row.
#[test]
fn the_documents_own_example() {
    let mut p = board_params();
    (p.nodes, p.host_master) = ((8, 8), 64);
    let mut rig = Rig::with(&p);
    rig.meters.cores.resize(64, CoreBank::new(&METERS));
    let t = rig.write(0, 100, 0x80f0_0000);
    assert_eq!(t.done.0 - 200, 2 * 12);
}
