//! The order of memory accesses (AR, memory chapter): what is kept, and what is not.

use super::*;

/// Write A, then write B elsewhere: the flag in the neighbour overtakes the data for a far core.
#[test]
fn writes_to_different_nodes_pass_each_other() {
    let mut rig = Rig::new();
    let data = rig.write(0, 100, sram(15, 0));
    let flag = rig.write(0, 101, sram(1, 0));
    assert!(flag.done < data.done);
}

/// A read looks at memory before the core's own older writes are there: it returns what was before.
#[test]
fn a_read_passes_writes_that_wait_for_the_link() {
    let sent = |mut rig: Rig| {
        rig.write(0, 100, DRAM + 0x100);
        (rig.write(0, 101, DRAM), rig.read(0, 102, DRAM))
    };
    let (write, read) = sent(Rig::weak());
    assert!(read.done < write.done);
    // By default it goes on behind them.
    let (write, read) = sent(Rig::new());
    assert!(read.done >= write.done && read.first > read.done);
    // Alone on the link the write is there first.
    let mut rig = Rig::weak();
    let write = rig.write(0, 100, DRAM);
    let read = rig.read(0, 101, DRAM);
    assert!(read.done > write.done);
}

/// On the chip, too, when the links of the writes are busy with those of others.
#[test]
fn a_read_passes_writes_that_wait_in_the_mesh() {
    let mut rig = Rig::new();
    for core in [1, 2, 4, 5, 8, 9, 10] {
        for i in 0..8 {
            rig.write(core, 90 + i, sram(0, 8 * i));
        }
    }
    let write = rig.write(6, 100, sram(0, 0));
    let read = rig.read(6, 101, sram(0, 0));
    assert!(read.done < write.done, "{read:?} {write:?}");
}

/// Writes of one core to one node arrive in order, and so do requests of reads and their answers,
/// whatever else is going on.
#[test]
fn order_from_node_to_node_is_kept() {
    let mut rig = Rig::new();
    let mut n = 1u64;
    let mut random = |below: u64| {
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (n >> 33) % below
    };
    // Cores may send when they have room, in the order of the board's time.
    let mut last = [[[(Tick(0), Tick(0)); 17]; 16]; 2];
    let mut room = [[Tick(0); 3]; 16];
    for now in 0..20_000u64 {
        for core in 0..16 {
            let to = random(17) as usize;
            let op = if random(5) == 0 { Op::Read } else { Op::Write };
            let net = match (op, to) {
                (Op::Read, _) => 1,
                (_, 16) => 2,
                _ => 0,
            };
            if random(3) == 0 || room[core][net] > Tick(2 * now) {
                continue;
            }
            let pa = if to == 16 { DRAM } else { sram(to as u64, 0) };
            let t = rig.send(txn(core as u8, now, pa, op));
            room[core][net] = t.freed;
            assert!(t.granted >= Tick(2 * now) && t.done > t.granted);
            let before = &mut last[usize::from(op == Op::Read)][core][to];
            // Reads that wait for the same write look at memory at one time, in the order of sending.
            assert!(t.done >= before.0, "{op:?} from {core} to {to} at {now}");
            if op == Op::Read {
                assert!(t.first >= before.1 && t.first > t.done);
            }
            *before = (t.done, t.first);
        }
    }
}
