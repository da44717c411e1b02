//! Counters of TriCore cores, judged: what is right passes, every planted defect is seen.

use crate::common::fact;
use std::sync::Arc;
use trueboard_core::fact::{FactKind, Source};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_cpu_tricore::meters::{METERS, Meter};
use trueboard_judge::{Cause, CoreType, Counters, Decoder, Tricore, Verdict, Window, WindowReport};

const CCTRL: u32 = 0xfc00;
const CCNT: u32 = 0xfc04;
const ICNT: u32 = 0xfc08;
const M1CNT: u32 = 0xfc0c;
const M2CNT: u32 = 0xfc10;
const M3CNT: u32 = 0xfc14;
const CE: u32 = 2;
const SOVF: u32 = 1 << 31;

/// Firmware on core 1, which is a TC1.6P; core 0 is a TC1.6E.
struct Bench {
    judge: Counters,
    meters: Meters,
    now: u64,
    core: u8,
}

impl Bench {
    fn new() -> Bench {
        let unit = |core, kind| -> Arc<dyn Decoder> {
            Arc::new(Tricore::new(core, format!("cpu{core}"), kind, &METERS).unwrap())
        };
        Bench {
            judge: Counters::new(
                vec![
                    unit(0, CoreType::Efficiency),
                    unit(1, CoreType::Performance),
                ],
                1000,
                0,
            ),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 3],
                buses: Vec::new(),
                caches: Vec::new(),
            },
            now: 0,
            core: 1,
        }
    }

    fn on(core: u8) -> Bench {
        Bench {
            core,
            ..Bench::new()
        }
    }

    fn happens(&mut self, m: Meter, n: u64) -> &mut Bench {
        self.meters.cores[usize::from(self.core)].add(true, m, n);
        self
    }

    /// An instruction of one cycle retires.
    fn retire(&mut self, n: u64) -> &mut Bench {
        self.happens(Meter::Instructions, n)
            .happens(Meter::Cycles, n)
    }

    /// An instruction that accesses a register; `late`: with effect when it has retired.
    fn access(&mut self, kind: FactKind, late: bool) -> &mut Bench {
        self.now += 10;
        self.retire(u64::from(late));
        let f = fact(self.now, Source::Core(self.core), kind);
        self.judge.access(&f, &self.meters);
        self.retire(u64::from(!late))
    }

    /// MTCR.
    fn write(&mut self, offset: u32, value: u32) -> &mut Bench {
        let late = offset != CCTRL || value & CE != 0;
        self.access(self.written(offset, value), late)
    }

    /// A debug event, as a write of its register.
    fn event(&mut self, offset: u32, value: u32) -> &mut Bench {
        self.access(self.written(offset, value), false)
    }

    fn written(&self, offset: u32, value: u32) -> FactKind {
        FactKind::RegWrite {
            core: self.core,
            pc: 0x8000_0000 + self.now,
            offset,
            value,
        }
    }

    /// MFCR, which shows `value`.
    fn read(&mut self, offset: u32, value: u32) -> Window {
        let (core, pc) = (self.core, 0x8000_0abc);
        let read = FactKind::RegRead {
            core,
            pc,
            offset,
            value,
        };
        self.access(read, false);
        self.report().windows.pop().expect("a window")
    }

    fn report(&self) -> WindowReport {
        self.judge.report()
    }
}

fn verdict(w: &Window) -> (Verdict, Option<u64>, &[Cause]) {
    (w.verdict, w.truth, &w.causes)
}

#[test]
fn neither_mtcr_is_counted() {
    let mut b = Bench::new();
    b.retire(100).write(CCTRL, CE).retire(7).write(CCTRL, 0);
    b.retire(20);
    let w = b.read(ICNT, 7);
    assert_eq!(verdict(&w), (Verdict::Exact, Some(7), &[][..]));
    assert_eq!((w.event, w.event_name.as_str()), (1, "INSTRUCTION_COUNT"));
    assert_eq!((w.device.as_str(), w.core, w.counter), ("cpu1", Some(1), 1));
    assert_eq!(b.read(CCNT, 7).verdict, Verdict::Exact);
    for wrong in [6, 8, 9, 27] {
        assert_eq!(b.read(ICNT, wrong).verdict, Verdict::Wrong, "{wrong}");
        assert_eq!(b.read(CCNT, wrong).verdict, Verdict::Wrong, "{wrong}");
    }
}

#[test]
fn a_running_counter_is_read_without_the_reader() {
    let mut b = Bench::new();
    b.write(CCTRL, CE).retire(3);
    assert_eq!(b.read(ICNT, 3).verdict, Verdict::Exact);
    assert_eq!(b.read(ICNT, 4).verdict, Verdict::Exact);
    assert_eq!(b.read(ICNT, 6).verdict, Verdict::Wrong);
    // Written while it runs: the MTCR is in what was before.
    b.write(ICNT, 0).retire(5);
    assert_eq!(b.read(ICNT, 5).verdict, Verdict::Exact);
    // CCTRL written again, enabled as before: the MTCR is counted.
    b.write(ICNT, 0).retire(5).write(CCTRL, CE | 3 << 2);
    assert_eq!(b.read(ICNT, 6).verdict, Verdict::Exact);
}

#[test]
fn every_event_has_its_own_meter() {
    use Meter as M;
    let p: &[(u32, u32, u32, M)] = &[
        (M1CNT, 2, 0, M::IpDispatchStall),
        (M2CNT, 5, 0, M::LsDispatchStall),
        (M3CNT, 8, 0, M::LpDispatchStall),
        (M1CNT, 2, 1, M::PcacheHits),
        (M2CNT, 5, 1, M::PcacheMisses),
        (M3CNT, 8, 1, M::MultiIssue),
        (M1CNT, 2, 2, M::DataCacheHits),
        (M2CNT, 5, 2, M::DataCacheMissesClean),
        (M3CNT, 8, 2, M::DataCacheMissesDirty),
        (M1CNT, 2, 3, M::TotalBranch),
        (M2CNT, 5, 3, M::PmemStall),
        (M3CNT, 8, 3, M::DmemStall),
    ];
    let e: &[(u32, u32, u32, M)] = &[
        (M1CNT, 2, 0, M::IpDispatchStall),
        (M2CNT, 5, 0, M::LsDispatchStall),
        (M1CNT, 2, 1, M::PcacheHits),
        (M2CNT, 5, 1, M::PcacheMisses),
        (M1CNT, 2, 2, M::DrbHits),
        (M2CNT, 5, 2, M::DrbMisses),
        (M1CNT, 2, 3, M::TotalBranch),
        (M2CNT, 5, 3, M::PmemStall),
        (M3CNT, 8, 3, M::DmemStall),
    ];
    for (core, events) in [(1, p), (0, e)] {
        for (i, &(register, shift, code, meter)) in events.iter().enumerate() {
            let mut b = Bench::on(core);
            b.write(CCTRL, CE | code << shift);
            for (j, other) in events.iter().enumerate() {
                b.happens(other.3, 100 + j as u64);
            }
            b.write(CCTRL, 0);
            let seen = 100 + i as u32;
            let w = b.read(register, seen);
            assert_eq!(w.verdict, Verdict::Exact, "{meter:?}: {w:?}");
            assert_eq!(b.read(register, seen + 1).verdict, Verdict::Wrong);
        }
    }
}

#[test]
fn what_an_efficiency_core_lacks_stays_zero() {
    for code in 0..3 {
        let mut b = Bench::on(0);
        b.write(CCTRL, CE | code << 8).retire(10);
        b.happens(Meter::MultiIssue, 5);
        let w = b.read(M3CNT, 0);
        let causes = &[Cause::NothingSelected][..];
        assert_eq!(verdict(&w), (Verdict::Explained, Some(0), causes));
        assert_eq!(b.read(M3CNT, 5).verdict, Verdict::Wrong);
    }
}

#[test]
fn it_stands_still_while_disabled_and_is_not_cleared_by_a_start() {
    let mut b = Bench::new();
    b.write(CCTRL, CE | 3 << 2);
    b.happens(Meter::TotalBranch, 5).write(CCTRL, 0);
    b.happens(Meter::TotalBranch, 90);
    assert_eq!(b.read(M1CNT, 5).verdict, Verdict::Exact);
    assert_eq!(b.read(M1CNT, 95).verdict, Verdict::Wrong);
    b.write(CCTRL, CE | 3 << 2);
    b.happens(Meter::TotalBranch, 2);
    let w = b.read(M1CNT, 7);
    let causes = &[Cause::NotCleared][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(2), causes));
    // A pause without a read belongs to the window.
    b.write(M1CNT, 0).happens(Meter::TotalBranch, 1);
    b.write(CCTRL, 0).happens(Meter::TotalBranch, 30);
    b.write(CCTRL, CE | 3 << 2);
    b.happens(Meter::TotalBranch, 4);
    let w = b.read(M1CNT, 5);
    let causes = &[Cause::PartlyEnabled][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(35), causes));
}

#[test]
fn the_overflow_bit_sticks_until_the_register_is_written() {
    let mut b = Bench::new();
    b.write(M2CNT, 0x7fff_fffe).write(CCTRL, CE | 3 << 5);
    b.happens(Meter::PmemStall, 5).write(CCTRL, 0);
    let w = b.read(M2CNT, SOVF | 3);
    assert_eq!(
        verdict(&w),
        (Verdict::Explained, Some(5), &[Cause::Preset][..])
    );
    assert_eq!(b.read(M2CNT, 3).verdict, Verdict::Wrong, "not sticky");
    b.write(CCTRL, CE | 3 << 5);
    b.happens(Meter::PmemStall, 2).write(CCTRL, 0);
    let on_top = b.read(M2CNT, SOVF | 5).verdict;
    assert_eq!(on_top, Verdict::Explained, "sticky in the next window");
    b.write(M2CNT, 3);
    assert_eq!(b.read(M2CNT, 3).verdict, Verdict::Explained);
    assert_eq!(
        b.read(M2CNT, SOVF | 3).verdict,
        Verdict::Wrong,
        "too sticky"
    );
}

#[test]
fn thirty_one_bits_and_no_more() {
    let mut b = Bench::new();
    b.write(CCTRL, CE | 3 << 8);
    b.happens(Meter::DmemStall, (1 << 31) + 9);
    // One wrap: the sticky bit is the 32nd.
    let w = b.read(M3CNT, SOVF | 9);
    assert_eq!(verdict(&w), (Verdict::Exact, Some((1 << 31) + 9), &[][..]));
    b.happens(Meter::DmemStall, 1 << 31);
    let w = b.read(M3CNT, SOVF | 9);
    assert_eq!(
        verdict(&w),
        (
            Verdict::Explained,
            Some((1 << 32) + 9),
            &[Cause::Wrapped][..]
        )
    );
    assert_eq!(b.read(M3CNT, 9).verdict, Verdict::Wrong);
}

#[test]
fn the_event_that_is_selected_at_the_read_is_asked_for() {
    let mut b = Bench::new();
    b.write(CCTRL, CE);
    b.happens(Meter::IpDispatchStall, 5);
    b.happens(Meter::TotalBranch, 50);
    b.write(CCTRL, CE | 3 << 2);
    b.happens(Meter::IpDispatchStall, 500);
    b.happens(Meter::TotalBranch, 7);
    let w = b.read(M1CNT, 12);
    let causes = &[Cause::SelectionChanged][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(7), causes));
}

#[test]
fn in_task_mode_without_an_event_nothing_could_be_counted() {
    let mut b = Bench::new();
    b.write(CCTRL, CE | 1).retire(7);
    let w = b.read(ICNT, 0);
    let causes = &[Cause::TaskMode][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(0), causes));
    assert_eq!(b.read(ICNT, 7).verdict, Verdict::Wrong);
}

#[test]
fn what_is_not_known_is_not_judged() {
    let mut b = Bench::new();
    b.write(CCTRL, CE | 5 << 2);
    let w = b.read(M1CNT, 1);
    let causes = &[Cause::UnknownEvent][..];
    assert_eq!(verdict(&w), (Verdict::NotJudged, None, causes));
    // Cleared and counting plainly, it is judged again.
    b.write(CCTRL, 0).write(M1CNT, 0).write(CCTRL, CE);
    b.happens(Meter::IpDispatchStall, 4);
    assert_eq!(b.read(M1CNT, 4).verdict, Verdict::Exact);
}

/// SWEVT and TRnEVT: CNT 1 starts, 2 stops, 3 does the other of the two.
#[test]
fn in_task_mode_debug_events_open_and_close() {
    let (start, stop, toggle) = (1 << 6, 2 << 6, 3 << 6);
    let mut b = Bench::new();
    b.write(CCTRL, CE | 1).retire(7);
    // The event's own instruction belongs to what comes after it.
    b.event(0xfd10, start).retire(5);
    b.event(0xf008, stop).retire(9);
    assert_eq!(b.read(ICNT, 6).verdict, Verdict::Exact);
    b.event(0xf038, toggle).retire(2);
    assert_eq!(b.read(ICNT, 9).verdict, Verdict::Exact);
    // What the address of a trigger is set to is no event; the reader and this MTCR are counted.
    b.event(0xf00c, stop).retire(1);
    assert_eq!(b.read(ICNT, 12).verdict, Verdict::Exact);
}

#[test]
fn cores_have_counters_of_their_own() {
    let mut b = Bench::new();
    b.write(CCTRL, CE).retire(10);
    b.core = 0;
    b.write(CCTRL, CE).retire(3);
    assert_eq!(b.read(ICNT, 3).verdict, Verdict::Exact);
    b.core = 1;
    assert_eq!(b.read(ICNT, 10).verdict, Verdict::Exact);
    b.core = 2;
    let before = b.report().windows.len();
    let read = FactKind::RegRead {
        core: 2,
        pc: 0,
        offset: ICNT,
        value: 1,
    };
    b.access(read, false);
    assert_eq!(b.report().windows.len(), before, "not one of the units");
}

#[test]
fn reads_of_a_counter_that_nobody_started_are_shown() {
    let mut b = Bench::new();
    b.retire(9);
    let w = b.read(CCNT, 0);
    let causes = &[Cause::NeverEnabled][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(9), causes));
    assert_eq!(b.read(CCNT, 1).verdict, Verdict::Wrong);
}
