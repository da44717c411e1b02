//! Counters of Epiphany cores, judged: what is right passes, every planted defect is seen.

use crate::common::fact;
use std::sync::Arc;
use trueboard_core::fact::{FactKind, Source};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_cpu_epiphany::meters::{METERS, Meter};
use trueboard_judge::{Cause, Counters, Decoder, Epiphany, Verdict, Window};

const CONFIG: u32 = 0xf0400;
const CTIMER: [u32; 2] = [0xf0438, 0xf043c];
const MESHCFG: u32 = 0xf0700;
const CLK: u32 = 1;
/// Base ticks of a cycle.
const TICKS: u64 = 2;

/// Firmware on core 1 of two.
struct Bench {
    judge: Counters,
    meters: Meters,
    cycle: u64,
    core: u8,
}

impl Bench {
    fn new() -> Bench {
        let unit = |core| -> Arc<dyn Decoder> {
            Arc::new(Epiphany::new(core, format!("core{core}"), TICKS, &METERS).unwrap())
        };
        Bench {
            judge: Counters::new(vec![unit(0), unit(1)], 1000, 0),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 3],
                ..Meters::default()
            },
            cycle: 100,
            core: 1,
        }
    }

    fn happens(&mut self, m: Meter, n: u64) -> &mut Bench {
        self.meters.cores[usize::from(self.core)].add(true, m, n);
        self
    }

    fn pass(&mut self, cycles: u64) -> &mut Bench {
        self.cycle += cycles;
        self
    }

    fn access(&mut self, kind: FactKind) {
        let f = fact(TICKS * self.cycle, Source::Core(self.core), kind);
        self.judge.access(&f, &self.meters);
    }

    fn write(&mut self, offset: u32, value: u32) -> &mut Bench {
        let (core, pc) = (self.core, 0x100);
        self.access(FactKind::RegWrite {
            core,
            pc,
            offset,
            value,
        });
        self
    }

    /// Both counters at their top, counting `events`.
    fn start(&mut self, events: [u32; 2]) -> &mut Bench {
        self.write(CTIMER[0], u32::MAX).write(CTIMER[1], u32::MAX);
        self.write(CONFIG, events[0] << 4 | events[1] << 8)
    }

    /// The window when counter `i` has come down by `down`.
    fn read(&mut self, i: usize, down: u32) -> Window {
        let (core, pc) = (self.core, 0x200);
        self.access(FactKind::RegRead {
            core,
            pc,
            offset: CTIMER[i],
            value: u32::MAX - down,
        });
        self.judge.report().windows.pop().expect("a window")
    }

    fn verdict(&mut self, i: usize, down: u32) -> Verdict {
        self.read(i, down).verdict
    }
}

#[test]
fn cycles_to_the_last_one() {
    let mut b = Bench::new();
    // What is written in a cycle holds from the next one on.
    b.start([CLK, CLK]).pass(50);
    for i in 0..2 {
        assert_eq!(b.verdict(i, 49), Verdict::Exact);
        for wrong in [0, 48, 50, 51, 98] {
            assert_eq!(b.verdict(i, wrong), Verdict::Wrong, "{i}: {wrong}");
        }
    }
    // Off: the cycle of the write is the last one.
    b.write(CONFIG, 0).pass(1000);
    assert_eq!(b.verdict(0, 50), Verdict::Exact);
    assert_eq!(b.verdict(0, 1050), Verdict::Wrong);
}

/// AR, CTIMER events; what 4, 7, 8 and C sum up is inferred from the vendor's example.
const EVENTS: &[(u32, &[Meter])] = &[
    (0x2, &[Meter::IdleCycles]),
    (0x4, &[Meter::IaluInstructions, Meter::LoadStores]),
    (0x5, &[Meter::FpInstructions]),
    (0x6, &[Meter::MultiIssue]),
    (0x7, &[Meter::RawLoad, Meter::StoreData]),
    (
        0x8,
        &[
            Meter::RawInt,
            Meter::RawLoad,
            Meter::RawExternal,
            Meter::RawFpu,
            Meter::Waw,
            Meter::FpuFlags,
        ],
    ),
    (0xa, &[Meter::FetchLost]),
    (0xb, &[Meter::BankLost]),
    (0xc, &[Meter::FetchOutside]),
    (0xd, &[Meter::RawExternal]),
];

/// Every meter advances by a number of its own, so that a wrong one is seen.
fn everything_happens(b: &mut Bench) -> impl Fn(&[Meter]) -> u32 + use<> {
    for (i, &m) in Meter::ALL.iter().enumerate() {
        b.happens(m, 1 + 3 * i as u64 * i as u64);
    }
    let alone = |m: &Meter| {
        let i = Meter::ALL.iter().position(|x| x == m).expect("a meter") as u32;
        1 + 3 * i * i
    };
    move |meters| meters.iter().map(alone).sum()
}

#[test]
fn every_event_has_its_own_meters() {
    for &(event, meters) in EVENTS {
        let mut b = Bench::new();
        b.start([event, event]);
        let count = everything_happens(&mut b)(meters);
        b.pass(10);
        for i in 0..2 {
            assert_eq!(b.verdict(i, count), Verdict::Exact, "{event:#x}");
            for wrong in [count - 1, count + 1, 0] {
                assert_eq!(b.verdict(i, wrong), Verdict::Wrong, "{event:#x}");
            }
        }
    }
}

/// AR, MESHCFG: event 0 in bits 11:8, event 1 in bits 7:4.
#[test]
fn mesh_events_are_those_that_meshcfg_selects() {
    use Meter as M;
    let codes: &[(u32, &[Meter])] = &[
        (3, &[M::MeshCoreWait]),
        (4, &[M::MeshSouthWait]),
        (5, &[M::MeshNorthWait]),
        (6, &[M::MeshWestWait]),
        (7, &[M::MeshEastWait]),
        (8, &[M::MeshSouthWait, M::MeshEastWait]),
        (9, &[M::MeshNorthWait, M::MeshWestWait]),
        (10, &[M::MeshSouthAccess]),
        (11, &[M::MeshNorthAccess]),
        (12, &[M::MeshWestAccess]),
        (13, &[M::MeshEastAccess]),
        (14, &[M::MeshCoreAccess]),
    ];
    for (n, &(code, meters)) in codes.iter().enumerate() {
        let (other, others) = codes[(n + 5) % codes.len()];
        let mut b = Bench::new();
        b.write(MESHCFG, code << 8 | other << 4).start([0xe, 0xf]);
        let counts = everything_happens(&mut b);
        let counts = [counts(meters), counts(others)];
        b.pass(10);
        for i in 0..2 {
            assert_eq!(b.verdict(i, counts[i]), Verdict::Exact, "{code} {other}");
            // The two events exchanged, as a wrong field would have it.
            assert_eq!(b.verdict(i, counts[1 - i]), Verdict::Wrong, "{code}");
            assert_eq!(b.verdict(i, counts[i] + 1), Verdict::Wrong, "{code}");
        }
    }
}

#[test]
fn it_stops_at_zero_and_never_wraps() {
    let mut b = Bench::new();
    b.start([5, 0]).write(CTIMER[0], 10);
    b.happens(Meter::FpInstructions, 25).pass(9);
    let read = |b: &mut Bench, value| {
        let (core, pc, offset) = (1, 0, CTIMER[0]);
        b.access(FactKind::RegRead {
            core,
            pc,
            offset,
            value,
        });
        b.judge.report().windows.pop().expect("a window")
    };
    let w = read(&mut b, 0);
    assert_eq!((w.verdict, w.truth), (Verdict::Explained, Some(25)));
    assert_eq!(w.causes, [Cause::Wrapped]);
    for wrong in [1, 10, 0u32.wrapping_sub(15)] {
        assert_eq!(read(&mut b, wrong).verdict, Verdict::Wrong, "{wrong}");
    }
}

#[test]
fn the_event_that_is_selected_at_the_read_is_asked_for() {
    let mut b = Bench::new();
    b.start([5, 0]);
    b.happens(Meter::FpInstructions, 4).pass(1);
    b.write(CONFIG, 6 << 4);
    b.happens(Meter::FpInstructions, 100);
    b.happens(Meter::MultiIssue, 3).pass(1);
    let w = b.read(0, 7);
    assert_eq!((w.verdict, w.truth), (Verdict::Explained, Some(3)));
    assert_eq!(w.causes, [Cause::SelectionChanged]);
    assert_eq!(b.verdict(0, 107), Verdict::Wrong);
    // Off, read and on again without a new value: what was counted is still there.
    b.write(CONFIG, 0).pass(1);
    b.read(0, 7);
    b.write(CONFIG, 6 << 4).pass(1);
    b.happens(Meter::MultiIssue, 2).pass(1);
    let w = b.read(0, 9);
    assert_eq!(
        (w.truth, &w.causes[..]),
        (Some(2), &[Cause::NotCleared][..])
    );
}

/// MESHCFG decides what a mesh event is, and another code there is another event.
#[test]
fn another_mesh_code_is_another_event() {
    let mut b = Bench::new();
    b.write(MESHCFG, 3 << 8).start([0xe, 0xf]);
    b.happens(Meter::MeshCoreWait, 4).pass(1);
    // The other event's field: nothing to this one.
    b.write(MESHCFG, 3 << 8 | 5 << 4).pass(1);
    assert_eq!(b.verdict(0, 4), Verdict::Exact);
    b.write(MESHCFG, 4 << 8).pass(1);
    b.happens(Meter::MeshSouthWait, 2).pass(1);
    let w = b.read(0, 6);
    assert_eq!(
        (w.truth, &w.causes[..]),
        (Some(2), &[Cause::SelectionChanged][..])
    );
}

#[test]
fn reads_of_a_counter_that_nobody_started_are_shown() {
    let mut b = Bench::new();
    b.write(CTIMER[0], u32::MAX).pass(50);
    let w = b.read(0, 0);
    assert_eq!(w.verdict, Verdict::Explained);
    assert!(w.causes.contains(&Cause::NeverEnabled), "{w:?}");
    assert_eq!(b.verdict(0, 1), Verdict::Wrong);
}

/// CONFIG[24]: with it, cycles in which a debugger holds the core are not counted.
#[test]
fn cycles_of_a_halted_core_count_unless_config_says_otherwise() {
    const DBGPAUSE: u32 = 1 << 24;
    for (config, cycles) in [(0, 99), (DBGPAUSE, 69)] {
        let mut b = Bench::new();
        b.write(CTIMER[0], u32::MAX)
            .write(CONFIG, config | CLK << 4);
        b.happens(Meter::HaltedCycles, 30).pass(100);
        assert_eq!(b.verdict(0, cycles), Verdict::Exact, "{config:#x}");
    }
}

#[test]
fn cores_have_counters_of_their_own() {
    let mut b = Bench::new();
    b.start([5, 0]);
    b.happens(Meter::FpInstructions, 9).pass(1);
    b.core = 0;
    b.start([5, 0]);
    b.happens(Meter::FpInstructions, 2).pass(1);
    assert_eq!(b.verdict(0, 2), Verdict::Exact);
    b.core = 1;
    assert_eq!(b.verdict(0, 9), Verdict::Exact);
    // Reserved events are not judged; nor is a core that is none of the units.
    b.start([9, 3]).pass(5);
    let w = b.read(0, 5);
    assert_eq!(w.verdict, Verdict::NotJudged);
    assert_eq!(w.causes, [Cause::UnknownEvent]);
    b.core = 2;
    let before = b.judge.report().windows.len();
    b.start([CLK, CLK]);
    b.read(0, 1);
    assert_eq!(b.judge.report().windows.len(), before);
}
