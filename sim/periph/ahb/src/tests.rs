//! Grants, waits and meters against a slave with chosen latencies. A cycle is 2 ticks; times in
//! the comments are cycles.

mod fairness;
mod reference;

use super::*;
use trueboard_core::bus::Served;

const CYCLE: u64 = 2;

fn params() -> Params {
    Params {
        width_bytes: 16,
        address_cycles: 1,
        handover_cycles: 1,
        register_cycles: 4,
    }
}

/// A slave that the address tells what to do: bits 7:0 cycles to the first beat, bit 8 SPLIT for
/// reads. Writes take one cycle.
#[derive(Clone, Serialize, Deserialize)]
struct Slave;

impl Slave {
    fn answer(t: &Txn, at: Tick) -> Timing {
        let (latency, split) = (t.pa & 0xff, t.pa & 0x100 != 0);
        let more = u64::from(t.bytes.div_ceil(16)) - 1;
        let (first, done, freed, split) = match t.op {
            Op::Write => (1, 2, 1, false),
            Op::Rmw => (latency, latency, latency, false),
            _ if split => (latency, latency + 3 * more, 2, true),
            _ => (latency, latency + more, latency + more, false),
        };
        Timing {
            granted: at,
            first: at + first * CYCLE,
            done: at + done * CYCLE,
            freed: at + freed * CYCLE,
            split,
            served_by: Served::Memory,
        }
    }
}

impl Stage for Slave {
    fn access(
        &mut self,
        t: &Txn,
        at: Tick,
        _below: &mut Below<'_>,
        _meters: &mut Meters,
    ) -> Timing {
        Slave::answer(t, at)
    }
    fn holds(&self, t: &Txn, at: Tick, _end: bool) -> Option<u64> {
        Some(Slave::answer(t, at).freed.since(at))
    }
    fn device(&mut self) -> &mut dyn Device {
        self
    }
    fn device_ref(&self) -> &dyn Device {
        self
    }
}

impl Device for Slave {
    fn kind(&self) -> &'static str {
        "slave"
    }
    trueboard_core::no_registers!();

    fn reset(&mut self, _phase: ResetPhase, _cx: &mut Cx<'_>) {}
    serde_state!();
}

/// A bus with the slave below it.
struct Rig {
    ahb: Ahb,
    slave: Vec<Box<dyn Stage>>,
    meters: Meters,
}

impl Rig {
    fn new() -> Rig {
        let mut ahb = Ahb::new(params(), Clock::new(CYCLE), 0);
        ahb.record(true);
        Rig {
            ahb,
            slave: vec![Box::new(Slave)],
            meters: Meters {
                buses: vec![BusBank::new()],
                ..Meters::default()
            },
        }
    }

    /// (granted, first, done) in cycles.
    fn go(&mut self, master: u8, at: u64, op: Op, bytes: u16, pa: u64) -> (u64, u64, u64) {
        let t = Txn {
            master,
            at: Tick(at * CYCLE),
            pa,
            bytes,
            op,
            line: bytes == 32,
            uncached: false,
            pc: 0,
        };
        let mut below = Below::new(&mut self.slave, &[0]);
        let x = self.ahb.access(&t, t.at, &mut below, &mut self.meters);
        (x.granted.0 / CYCLE, x.first.0 / CYCLE, x.done.0 / CYCLE)
    }

    fn settled(&mut self, cycles: u64) -> &BusBank {
        self.ahb.settle(Tick(cycles * CYCLE), &mut self.meters);
        &self.meters.buses[0]
    }
}

#[test]
fn a_line_holds_the_bus_from_grant_to_last_beat() {
    let mut r = Rig::new();
    // Address 0-1, first beat at 1 + 5 = 6, second beat at 7.
    assert_eq!(r.go(0, 0, Op::Read, 32, 5), (0, 6, 7));
    // The same master needs no hand-over.
    assert_eq!(r.go(0, 7, Op::Read, 32, 5), (7, 13, 14));
    let b = r.settled(20);
    assert_eq!((b.get(BusMeter::Used), b.get(BusMeter::Idle)), (14, 6));
    assert_eq!((b.get(BusMeter::NonSeq), b.get(BusMeter::Seq)), (2, 2));
    assert_eq!((b.get(BusMeter::Reads), b.get(BusMeter::Quad)), (4, 4));
    assert_eq!(b.get(BusMeter::WaitStates), 14 - 4);
    assert_eq!(b.get(BusMeter::Waits), 0);
}

#[test]
fn a_waiter_is_charged_to_the_owner() {
    let mut r = Rig::new();
    r.go(0, 0, Op::Read, 32, 5); // 0-7
    // Master 1 asks at 2, waits for the owner up to 7 and for the hand-over up to 8.
    assert_eq!(r.go(1, 2, Op::Read, 32, 5), (8, 14, 15));
    // Master 2 asks at 3: 4 cycles of master 0, then 8-15 of master 1 with a hand-over on both
    // sides. The hand-overs are charged to the one that it follows, master 1.
    assert_eq!(r.go(2, 3, Op::Read, 8, 5), (16, 22, 22));
    let b = r.settled(30);
    assert_eq!(b.waited[..3], [0, 6, 13]);
    assert_eq!(b.waited_for[1][..3], [6, 0, 0]);
    assert_eq!(b.waited_for[2][..3], [4, 9, 0]);
    assert_eq!(b.get(BusMeter::Waits), 19);
    assert_eq!(b.used[..3], [7, 7, 6]);
}

#[test]
fn an_idle_bus_changes_hands_for_free() {
    let mut r = Rig::new();
    r.go(0, 0, Op::Write, 4, 0); // 0-2
    assert_eq!(r.go(1, 3, Op::Write, 4, 0), (3, 5, 6));
    // Right behind, the hand-over shows.
    assert_eq!(r.go(2, 5, Op::Write, 1, 0), (6, 8, 9));
    let b = r.settled(10);
    assert_eq!((b.get(BusMeter::Word), b.get(BusMeter::Byte)), (2, 1));
    assert_eq!(b.get(BusMeter::Writes), 3);
}

#[test]
fn split_frees_the_bus_until_the_data() {
    let mut r = Rig::new();
    // Address 0-1, SPLIT response 1-3; the slave is ready at 1 + 30 = 31, its last part at 34.
    // The address is repeated 31-32, the first beat ends at 33, the last one at 34 + 2 = 36.
    assert_eq!(r.go(0, 0, Op::Read, 32, 0x100 + 30), (0, 33, 36));
    // Another master's transfer fits in between, after the hand-over: 4-11.
    assert_eq!(r.go(1, 2, Op::Read, 32, 5), (4, 10, 11));
    // This one would end at 27 + 7 = 34, beyond the reservation: it goes behind, at 36 + 1.
    assert_eq!(r.go(1, 27, Op::Read, 32, 5), (37, 43, 44));
    let b = r.settled(50);
    assert_eq!(b.get(BusMeter::Split), 1);
    assert_eq!(b.get(BusMeter::SplitDelay), 28);
    assert_eq!(b.get(BusMeter::Used), 3 + 5 + 7 + 7);
    // Of the 10 cycles from 27, the bus was master 0's in 31-36; the gap is charged to it too.
    assert_eq!(b.waited_for[1][0], 2 + 10);
    // A transfer that was split counts once.
    assert_eq!((b.get(BusMeter::NonSeq), b.get(BusMeter::Seq)), (3, 3));
}

#[test]
fn a_locked_access_keeps_the_bus_over_read_and_write() {
    let mut r = Rig::new();
    // Read: address 0-1, data at 6. Write: address 6-7, taken at 8, done at 9.
    assert_eq!(r.go(0, 0, Op::Rmw, 4, 5), (0, 6, 9));
    assert_eq!(r.go(1, 1, Op::Write, 4, 0).0, 10);
    let b = r.settled(20);
    assert_eq!(b.get(BusMeter::Locked), 9);
    assert_eq!((b.get(BusMeter::Reads), b.get(BusMeter::Writes)), (1, 2));
    assert_eq!(b.get(BusMeter::NonSeq), 3);
    // It never goes in front of a reservation, since a miss may take any time.
    r.go(0, 20, Op::Read, 16, 0x100 + 30); // data phase 51-53
    assert_eq!(r.go(1, 30, Op::Rmw, 4, 5).0, 54);
}

#[test]
fn beats_are_booked_per_master() {
    let mut r = Rig::new();
    r.go(0, 0, Op::Read, 32, 5);
    r.go(2, 20, Op::Write, 4, 0);
    r.go(2, 40, Op::Rmw, 4, 5);
    r.go(3, 60, Op::Read, 16, 0x100 + 30);
    let b = r.settled(200);
    let parts = |m| b.parts(m)[..4].to_vec();
    assert_eq!(parts(BusMeter::NonSeq), [1, 0, 3, 1]);
    assert_eq!(parts(BusMeter::Seq), [1, 0, 0, 0]);
    assert_eq!(parts(BusMeter::Word), [0, 0, 3, 0]);
    assert_eq!(parts(BusMeter::Split), [0, 0, 0, 1]);
    for m in ATTRIBUTED {
        assert_eq!(b.parts(m).iter().sum::<u64>(), b.get(m));
    }
}

#[test]
fn four_saturating_masters_share_evenly() {
    let mut r = Rig::new();
    let mut next = [0u64; 4];
    let mut served = [0u64; 4];
    for _ in 0..4000 {
        // The one that asks first; equal times in order of the masters.
        let m = (0..4).min_by_key(|&m| next[m]).unwrap();
        next[m] = r.go(m as u8, next[m], Op::Read, 32, 5).2;
        served[m] += 1;
    }
    assert_eq!(served, [1000; 4]);
    // 7 cycles each and a hand-over.
    assert_eq!(next.iter().max(), Some(&(4000 * 8 - 1)));
    let b = r.settled(32_000);
    assert_eq!(b.get(BusMeter::Used), 28_000);
    for m in 0..4 {
        assert_eq!(b.waited_for[m].iter().sum::<u64>(), b.waited[m]);
    }
}

#[test]
fn registers_at_the_end_of_the_route_take_five_cycles() {
    let mut r = Rig::new();
    let t = Txn {
        master: 0,
        at: Tick(0),
        pa: 0,
        bytes: 4,
        op: Op::Read,
        line: false,
        uncached: true,
        pc: 0,
    };
    let mut below = Below::new(&mut r.slave, &[]);
    let x = r.ahb.access(&t, t.at, &mut below, &mut r.meters);
    assert_eq!(x.first, Tick(5 * CYCLE));
}

#[test]
fn the_meters_do_not_depend_on_when_they_are_settled() {
    let run = |settle: bool| {
        let mut r = Rig::new();
        for i in 0..50 {
            r.go((i % 3) as u8, 3 * i, Op::Read, 32, 5);
            if settle {
                r.settled(3 * i);
            }
        }
        r.settled(1000);
        (r.meters.clone(), r.ahb.save())
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn state_is_saved_whole() {
    let mut r = Rig::new();
    r.go(0, 0, Op::Read, 32, 0x100 + 30);
    let mut other = Ahb::new(params(), Clock::new(CYCLE), 0);
    other.load(&r.ahb.save()).unwrap();
    assert_eq!(other, r.ahb);
}

/// AMBA 2.0, 3.12, and GR740 UM 2.9, ch. 35, event 0x4F. The delay is the slave's: from its SPLIT response
/// until it is ready, whatever the bus does then.
#[test]
fn split_delay_ends_when_the_slave_is_ready_not_when_the_bus_is_free() {
    let mut r = Rig::new();
    // Address 0-1, SPLIT 1-3, ready 31, data phase 31-36.
    assert_eq!(r.go(1, 0, Op::Read, 32, 0x100 + 30), (0, 33, 36));
    // Hand-over, address 4-5, SPLIT 5-7, ready 5 + 26 = 31; the bus is master 1's up to 36, hand-over,
    // the address again 37-38, the beats at 39 and 40.
    assert_eq!(r.go(0, 4, Op::Read, 32, 0x100 + 26), (4, 39, 40));
    let b = r.settled(50);
    assert_eq!(b.parts(BusMeter::SplitDelay)[..2], [31 - 7, 31 - 3]);
}

/// The data phase after a SPLIT is reserved from 31 on (see above). Seven cycles of another master and the
/// hand-over to the first one fit from 23 on, not from 24.
#[test]
fn the_hand_over_to_a_reservation_needs_its_cycle() {
    for (asked, granted) in [(23, 23), (24, 37)] {
        let mut r = Rig::new();
        r.go(0, 0, Op::Read, 32, 0x100 + 30);
        assert_eq!(r.go(1, asked, Op::Read, 32, 5).0, granted);
    }
}

/// Three cycles into a transfer of seven the bus has been used for three.
#[test]
fn cycles_that_have_not_passed_are_not_used() {
    let mut r = Rig::new();
    r.go(0, 0, Op::Read, 32, 5);
    assert_eq!(r.settled(3).get(BusMeter::Used), 3);
    let b = r.settled(10);
    assert_eq!((b.get(BusMeter::Used), b.get(BusMeter::Idle)), (7, 3));
}

/// Each size has its own meter, on a bus of 128 bits up to 16 bytes.
#[test]
fn beats_are_counted_by_their_size() {
    for (bytes, meter) in [
        (1, BusMeter::Byte),
        (2, BusMeter::Half),
        (4, BusMeter::Word),
        (8, BusMeter::Double),
        (16, BusMeter::Quad),
    ] {
        let mut r = Rig::new();
        r.go(0, 0, Op::Read, bytes, 5);
        let b = r.settled(20);
        assert_eq!((b.get(meter), b.get(BusMeter::Reads)), (1, 1), "{bytes}");
    }
}
