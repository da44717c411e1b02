//! Sensor reads judged.

use crate::common::{STAT, fact};
use trueboard_core::fact::{FactKind, Source};
use trueboard_judge::{SensorCause, SensorUnit, SensorWindow, Sensors};

const ON: u32 = 625 << 16 | 0x83;

fn sensor(limit: usize) -> Sensors {
    let unit = SensorUnit {
        device: STAT,
        name: "thsens0".into(),
        ticks_per_cycle: 1,
    };
    Sensors::new(vec![unit], limit)
}

fn control(s: &mut Sensors, value: u32) {
    let kind = FactKind::RegWrite {
        core: 0,
        pc: 0,
        offset: 0,
        value,
    };
    s.access(&fact(0, Source::Device(STAT), kind), 25_000);
}

fn read(s: &mut Sensors, at: u64, value: u32, die_mc: i64) -> SensorWindow {
    let kind = FactKind::RegRead {
        core: 1,
        pc: 0x4000,
        offset: 4,
        value,
    };
    s.access(&fact(at, Source::Device(STAT), kind), die_mc);
    s.report().reads.pop().expect("a read")
}

#[test]
fn rounding_old_samples_and_wrong_ones() {
    let mut s = sensor(100);
    control(&mut s, ON);
    // The other fields of the status register are not the temperature.
    let w = read(&mut s, 100, 0x7f00_0200 | 54, 53_600);
    assert_eq!(
        (w.measured_c, w.truth_mc, w.difference_mc),
        (54, 53_600, 400)
    );
    assert_eq!(w.cause, Some(SensorCause::Rounding));
    s.temperature(1000, 60_000);
    assert_eq!(
        read(&mut s, 2000, 54, 60_000).cause,
        Some(SensorCause::OlderSample)
    );
    // A conversion takes 25 * 625 cycles; afterwards the old value is no excuse.
    assert_eq!(read(&mut s, 20_000, 54, 60_000).cause, None);
    assert_eq!(s.report().wrong, 1);
}

#[test]
fn off_and_out_of_range() {
    let mut s = sensor(100);
    assert_eq!(
        read(&mut s, 10, 0, 30_000).cause,
        Some(SensorCause::NotRunning)
    );
    assert_eq!(s.report().max_difference_mc, 0);
    control(&mut s, ON);
    assert_eq!(
        read(&mut s, 20, 0, -20_000).cause,
        Some(SensorCause::OutOfRange)
    );
    assert_eq!(
        read(&mut s, 30, 127, 150_000).cause,
        Some(SensorCause::OutOfRange)
    );
}

#[test]
fn reads_are_bounded() {
    let mut s = sensor(1);
    control(&mut s, ON);
    for i in 0..3 {
        read(&mut s, i, 25, 25_000);
    }
    assert_eq!((s.report().reads.len(), s.report().left_out), (1, 2));
}
