//! The sensor on a bench, used as the public drivers use it.

use super::*;
use trueboard_core::device::{DevId, Effect, Warning};
use trueboard_core::event::EventQueue;
use trueboard_core::fact::FactBuf;
use trueboard_core::meter::Meters;
use trueboard_core::time::Clock;

const TICKS: u64 = 2;
const RUN: u32 = 625 << 16 | 3 << 2 | PDN | SRSTN | CLKEN;
/// 1 ms and 25 clocks of 400 kHz, in cycles of 250 MHz.
const FIRST: u64 = 250_000 + 25 * 625;

struct Bench {
    dev: TempSensor,
    queue: EventQueue,
    meters: Meters,
    facts: FactBuf,
    warnings: Vec<Warning>,
    effects: Vec<Effect>,
    cycle: u64,
    die_mc: i64,
}

impl Bench {
    fn new(st_scheme: bool) -> Bench {
        Bench {
            dev: TempSensor::new(Params {
                clock_hz: 250_000_000,
                st_scheme,
            }),
            queue: EventQueue::default(),
            meters: Meters::default(),
            facts: FactBuf::default(),
            warnings: Vec::new(),
            effects: Vec::new(),
            cycle: 5000,
            die_mc: 53_600,
        }
    }

    fn with<T>(&mut self, f: impl FnOnce(&mut TempSensor, &mut Cx<'_>) -> T) -> T {
        let mut cx = Cx {
            id: DevId(3),
            now: Tick(self.cycle * TICKS),
            clock: Clock::new(TICKS),
            queue: &mut self.queue,
            effects: &mut self.effects,
            meters: &self.meters,
            facts: &mut self.facts,
            accessor: None,
            die_mc: self.die_mc,
            warnings: &mut self.warnings,
        };
        f(&mut self.dev, &mut cx)
    }

    fn read(&mut self, off: u32) -> u32 {
        self.with(|d, cx| d.read(off, cx)).unwrap()
    }

    fn write(&mut self, off: u32, v: u32) {
        self.with(|d, cx| d.write(off, v, cx)).unwrap();
    }

    /// DATA and UPD.
    fn data(&mut self) -> (u32, bool) {
        let s = self.read(4);
        (s & 0x7f, s & UPD != 0)
    }

    /// Lets time pass, with the events that fall due.
    fn to(&mut self, cycle: u64) {
        while let Some(due) = self.queue.pop_due(Tick(cycle * TICKS)) {
            self.cycle = due.at.0 / TICKS;
            self.with(|d, cx| d.event(due.tag, cx));
        }
        self.cycle = cycle;
    }
}

#[test]
fn reset_values() {
    let mut b = Bench::new(false);
    let got: Vec<u32> = [0, 4, 8].map(|o| b.read(o)).to_vec();
    assert_eq!(got, MAP.iter().map(|d| d.reset).collect::<Vec<_>>());
    trueboard_core::regs::check_map(MAP).unwrap();
}

#[test]
fn first_result_after_a_millisecond_and_25_clocks() {
    let mut b = Bench::new(false);
    b.write(0, RUN);
    b.to(5000 + FIRST - 1);
    assert_eq!(b.data(), (0, false));
    b.to(5000 + FIRST);
    assert_eq!(b.data(), (54, true));
    assert_eq!(b.data(), (54, false), "reading STATUS clears UPD");
    b.die_mc = 20_400;
    b.to(5000 + FIRST + 15_624);
    assert_eq!(b.data(), (54, false));
    b.to(5000 + FIRST + 15_625);
    assert_eq!(b.data(), (20, true));
    assert!(b.queue.is_empty() && b.warnings.is_empty());
}

#[test]
fn field_by_field_start_counts_from_the_last_step() {
    let mut b = Bench::new(false);
    let mut ctrl = 0;
    for part in [625 << 16, 3 << 2, CLKEN, SRSTN] {
        ctrl |= part;
        b.write(0, ctrl);
        b.to(b.cycle + 400_000);
        assert_eq!(b.data(), (0, false));
    }
    b.write(0, ctrl | PDN);
    let start = b.cycle;
    b.to(start + FIRST - 1);
    assert_eq!(b.data(), (0, false));
    b.to(start + FIRST);
    assert_eq!(b.data(), (54, true));
}

#[test]
fn status_write_back_is_harmless() {
    let mut b = Bench::new(false);
    b.write(0, RUN);
    b.to(5000 + FIRST);
    let s = b.read(4);
    b.write(4, !s);
    assert_eq!(b.read(4) & 0x7f, 54);
}

#[test]
fn wrong_divider_converts_nothing_and_warns() {
    for (div, works) in [(499, false), (500, true), (1000, true), (1001, false)] {
        let mut b = Bench::new(false);
        b.write(0, div << 16 | PDN | SRSTN | CLKEN);
        b.to(10_000_000);
        assert_eq!(b.data().1, works, "DIV {div}");
        assert_eq!(b.warnings.len(), usize::from(!works));
    }
    let mut b = Bench::new(false);
    b.write(0, PDN | SRSTN | CLKEN);
    assert_eq!(b.warnings.len(), 1);
}

#[test]
fn each_missing_step_freezes_data() {
    for off in [PDN, SRSTN, CLKEN] {
        let mut b = Bench::new(false);
        b.write(0, RUN);
        b.to(1_000_000);
        b.write(0, RUN & !off);
        b.die_mc = 80_000;
        b.to(3_000_000);
        assert_eq!(b.data(), (54, false));
        b.write(0, RUN);
        b.to(3_000_000 + FIRST);
        assert_eq!(b.data(), (80, true));
    }
}

#[test]
fn changing_the_alarm_does_not_restart() {
    let mut b = Bench::new(false);
    b.write(0, RUN);
    b.to(5000 + FIRST - 1);
    b.write(0, RUN | ALEN);
    b.to(5000 + FIRST);
    assert_eq!(b.data(), (54, true));
}

#[test]
fn min_and_max_since_sensor_reset() {
    let mut b = Bench::new(false);
    b.write(0, RUN);
    for (cycle, mc) in [(1, 50_000), (2, 90_000), (3, 60_000)] {
        b.die_mc = mc;
        b.to(cycle * 1_000_000);
        b.read(4);
    }
    let s = b.read(4);
    assert_eq!((s >> 24 & 0x7f, s >> 16 & 0x7f, s & 0x7f), (90, 50, 60));
    b.write(0, RUN & !SRSTN);
    let s = b.read(4);
    assert_eq!((s >> 24 & 0x7f, s >> 16 & 0x7f), (0, 0x7f));
}

#[test]
fn alarm_looks_at_every_conversion() {
    let mut b = Bench::new(false);
    b.write(8, 70);
    b.write(0, RUN | ALEN);
    b.to(1_000_000);
    b.die_mc = 71_000;
    b.to(1_000_000 + 15_625);
    b.die_mc = 60_000;
    assert_ne!(b.dev.peek(4, Tick(0)).unwrap() & ALACT, 0);
    b.to(1_000_000 + 2 * 15_625);
    let s = b.read(4);
    assert_eq!((s & ALACT, s >> 24 & 0x7f), (0, 71));
    b.write(0, RUN);
    assert!(b.queue.is_empty());
}

#[test]
fn values_are_rounded_and_clamped() {
    for (mc, want) in [
        (53_499, 53),
        (53_500, 54),
        (-3_000, 0),
        (200_000, 127),
        (499, 0),
    ] {
        let mut b = Bench::new(false);
        b.die_mc = mc;
        b.write(0, RUN);
        b.to(1_000_000);
        assert_eq!(b.data().0, want);
    }
}

#[test]
fn other_st_sensors_scheme() {
    let mut b = Bench::new(true);
    b.write(0, RUN & !(0x1f << 2) | 18 << 2);
    b.to(1_000_000);
    assert_eq!(b.data().0, 54 - 20 + 2);
}

#[test]
fn gated_clock_stops_and_starts_anew() {
    let mut b = Bench::new(false);
    b.write(0, RUN);
    b.to(100_000);
    b.with(|d, cx| d.line(PIN_CLOCK, false, cx));
    b.to(1_000_000);
    b.with(|d, cx| d.line(PIN_CLOCK, true, cx));
    assert_eq!(b.data(), (0, false));
    b.to(1_000_000 + FIRST);
    assert_eq!(b.data(), (54, true));
}

#[test]
fn reserved_bits_and_unknown_offsets_warn() {
    let mut b = Bench::new(false);
    b.write(0, 1 << 9);
    b.write(8, 0x80);
    b.write(0xc, 1);
    assert_eq!(b.read(0xc), 0);
    assert_eq!(b.warnings.len(), 4);
    let bytes = b.dev.save();
    let mut other = Bench::new(true);
    other.dev.load(&bytes).unwrap();
    assert_eq!(other.dev, b.dev);
}

/// ALACT is set while DATA is above THRES, and only with ALEN (RTEMS `gr740-thsens-regs.h`; estimated).
#[test]
fn the_alarm_is_off_at_the_threshold_itself() {
    for (degrees, enable, alarm) in [(69, ALEN, 0), (70, ALEN, 0), (71, ALEN, ALACT), (71, 0, 0)] {
        let mut b = Bench::new(false);
        b.die_mc = degrees * 1000;
        b.write(8, 70);
        b.write(0, RUN | enable);
        b.to(1_000_000);
        assert_eq!(
            b.read(4) & ALACT,
            alarm,
            "{degrees} degrees, ALEN {enable:#x}"
        );
    }
}
