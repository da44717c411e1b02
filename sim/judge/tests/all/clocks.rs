//! Reads of clocks judged, on sequences worked out by hand.

use crate::common::{STAT, fact};
use trueboard_core::fact::{FactKind, Source};
use trueboard_judge::{Cause, ClockKind, ClockRead, ClockReads, ClockUnit, Clocks};

const CORE: Source = Source::Core(0);
const UNIT: Source = Source::Device(STAT);

/// Its offset or number, and its name.
type Register = (u32, &'static str);

const ASR22: Register = (22, "ASR22");
const ASR23: Register = (23, "ASR23");
const TIMER_1: Register = (0x10, "TCNTVAL1");
const TIMER_2: Register = (0x20, "TCNTVAL2");
const TIM0: Register = (0x10, "TIM0");
const TIM2: Register = (0x18, "TIM2");
const TIM6: Register = (0x28, "TIM6");
const CAP: Register = (0x2c, "CAP");

/// A clock with four ticks to a cycle.
struct Bench(Source, Clocks);

impl Bench {
    fn new(source: Source, kind: ClockKind) -> Bench {
        let unit = ClockUnit {
            source,
            name: "clock".into(),
            ticks_per_cycle: 4,
            kind,
        };
        Bench(source, Clocks::new(vec![unit]))
    }

    fn write(&mut self, cycle: u64, offset: u32, value: u32) {
        let (core, pc) = (0, 0x4000);
        let kind = FactKind::RegWrite {
            core,
            pc,
            offset,
            value,
        };
        self.1.access(&fact(4 * cycle, self.0, kind));
    }

    /// A read, and what is known of the register afterwards.
    fn read(&mut self, cycle: u64, (offset, name): Register, value: u32) -> ClockReads {
        let (core, pc) = (1, 0x4000);
        let kind = FactKind::RegRead {
            core,
            pc,
            offset,
            value,
        };
        // Ticks within a cycle make no difference.
        self.1.access(&fact(4 * cycle + 3, self.0, kind));
        self.row(name)
    }

    fn row(&self, name: &str) -> ClockReads {
        let all = self.1.report();
        let row = all.into_iter().find(|r| r.register == name);
        row.expect("it was read")
    }
}

fn counts(r: &ClockReads) -> (u64, u64, u64, u64, u64) {
    (r.exact, r.explained, r.wrong, r.measured, r.truth)
}

#[test]
fn an_up_counter_shows_the_cycles() {
    let mut b = Bench::new(CORE, ClockKind::UpCounter);
    b.read(100, ASR23, 100);
    assert_eq!(counts(&b.read(160, ASR23, 160)), (2, 0, 0, 60, 60));
    // One off is wrong, and is named with its place.
    let r = b.read(200, ASR23, 201);
    assert_eq!(counts(&r), (2, 0, 1, 60, 60));
    let first = ClockRead {
        at_tick: 803,
        pc: 0x4000,
        measured: 201,
        expected: 200,
    };
    assert_eq!(r.first_wrong, Some(first));
    assert_eq!((r.device.as_str(), r.reader), ("clock", 1));
}

#[test]
fn a_clock_that_is_written_stopped_or_wraps_tells_no_time() {
    let mut b = Bench::new(CORE, ClockKind::UpCounter);
    b.read(100, ASR23, 100);
    b.write(150, 23, 7);
    let r = b.read(160, ASR23, 17);
    assert_eq!((counts(&r).1, &r.causes[..]), (1, &[Cause::Preset][..]));
    // It stands from 200 to 300, and goes on from 57.
    b.write(200, 22, 1 << 31);
    b.write(300, 22, 0);
    let r = b.read(310, ASR23, 67);
    assert_eq!(r.explained, 2);
    assert!(r.causes.contains(&Cause::Stopped), "{r:?}");
    assert_eq!((r.measured, r.truth), (50, 150));
    // Behind a whole turn the difference is too small by it.
    let mut b = Bench::new(CORE, ClockKind::UpCounter);
    b.read(5, ASR23, 5);
    let r = b.read(10 + (1 << 32), ASR23, 10);
    assert_eq!(counts(&r), (1, 1, 0, 5, 5 + (1 << 32)));
    assert_eq!(r.causes, [Cause::Wrapped]);
    assert_eq!(b.read(20 + (1 << 32), ASR22, 1).exact, 1);
}

/// Ten cycles to a tick: SRELOAD is 9. The prescaler begins at 0xffff.
#[test]
fn timers_count_ticks_down() {
    let kind = ClockKind::Gptimer {
        timers: 2,
        watchdog: Some(50),
    };
    let mut b = Bench::new(UNIT, kind);
    b.write(0, 4, 9);
    b.write(0, 0, 9);
    // The watchdog, timer 2, runs after reset: ticks in cycles 10, 20, and so on.
    assert_eq!(b.read(9, TIMER_2, 50).exact, 1);
    assert_eq!(counts(&b.read(10, TIMER_2, 49)), (2, 0, 0, 1, 1));
    // Timer 1 from 5 down to 0, again and again: EN, RS and LD in cycle 12.
    b.write(11, 0x14, 5);
    b.write(12, 0x18, 7);
    let timer_1 = |b: &mut Bench, cycle, value| b.read(cycle, TIMER_1, value);
    timer_1(&mut b, 15, 5);
    // Ticks in 20, 30, 40, 50 and 60 come to 0, that in 70 to 5 again.
    assert_eq!(counts(&timer_1(&mut b, 60, 0)), (2, 0, 0, 5, 5));
    assert_eq!(counts(&timer_1(&mut b, 70, 5)), (3, 0, 0, 6, 6));
    // A whole turn of six ticks.
    let r = timer_1(&mut b, 135, 5);
    assert_eq!(counts(&r), (3, 1, 0, 6, 12));
    assert_eq!(r.causes, [Cause::Wrapped]);
    // Stopped: the ticks of 140 and 150 are lost.
    b.write(136, 0x18, 2);
    let r = timer_1(&mut b, 155, 5);
    assert_eq!(
        (r.explained, &r.causes[..]),
        (2, &[Cause::Wrapped, Cause::Stopped][..])
    );
    assert_eq!(timer_1(&mut b, 156, 4).wrong, 1);
}

#[test]
fn a_timer_that_an_interrupt_sets_is_not_judged() {
    let kind = ClockKind::Gptimer {
        timers: 1,
        watchdog: None,
    };
    let mut b = Bench::new(UNIT, kind);
    b.write(0, 8, 1 << 12);
    let r = b.read(9, TIMER_1, 77);
    assert_eq!((r.not_judged, r.wrong), (1, 0));
}

#[test]
fn a_system_timer_is_seen_through_windows() {
    let mut b = Bench::new(UNIT, ClockKind::Stm);
    let far = 0x12_3456_789a;
    b.read(far, TIM0, 0x3456_789a);
    // The upper half as it was at that read.
    b.read(far + (1 << 32), CAP, 0x12);
    b.read(far + (1 << 32), TIM6, 0x13);
    b.read(far + (1 << 32), TIM2, 0x1334_5678);
    b.read(far + (1 << 32) + 0x200, TIM2, 0x1334_567a);
    assert_eq!(counts(&b.row("TIM2")), (2, 0, 0, 2, 2));
    for name in ["TIM0", "CAP", "TIM6"] {
        assert_eq!(b.row(name).exact, 1, "{name}");
    }
    // A reset of the kernel, by both bits.
    let at = 0x100_0000_0000;
    b.write(at, 0xf4, 1);
    b.write(at, 0xf0, 1);
    b.read(at + 64, TIM0, 64);
    let r = b.row("TIM0");
    assert_eq!((r.explained, r.wrong), (1, 0));
    assert_eq!(r.causes, [Cause::Wrapped, Cause::Preset]);
    // Stopped by CLC.DISR.
    b.write(at + 100, 0, 1);
    b.read(at + 500, TIM0, 100);
    assert_eq!(
        b.row("TIM0").causes,
        [Cause::Wrapped, Cause::Preset, Cause::Stopped]
    );
    assert_eq!(b.row("TIM0").wrong, 0);
}
