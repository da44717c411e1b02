//! Maximum durations: CD with EL=1 (event active) and EL=0 (inactive).

use super::{Bench, on};
use crate::{CD, CL, EL, EN};
use trueboard_core::device::Device;
use trueboard_core::meter::Watch;
use trueboard_cpu_sparcv8::meters::Meter;

fn high() -> u32 {
    on(0x0a, 1) | CD | EL
}

fn low() -> u32 {
    on(0x0a, 1) | CD
}

#[test]
fn watches_follow_enable_and_clock() {
    let mut b = Bench::new();
    assert!(b.dev.watches.is_empty());
    b.ctrl(0, high());
    b.ctrl(1, high());
    b.ctrl(2, on(0x0a, 1));
    let want = [Watch::Core {
        core: 1,
        meter: Meter::DCacheHold.into(),
        user: true,
        supervisor: true,
    }];
    assert_eq!(b.dev.watches, want);
    b.clock(false);
    assert!(b.dev.watches.is_empty());
    b.clock(true);
    assert_eq!(b.dev.watches, want);
    b.ctrl(0, 0);
    b.ctrl(1, high() & !EN);
    assert!(b.dev.watches.is_empty());
}

#[test]
fn longest_active_run_and_touching_pulses() {
    let mut b = Bench::new();
    b.ctrl(0, high());
    b.pulse(1010, 4);
    b.pulse(1020, 3);
    b.pulse(1023, 3);
    b.pulse(1027, 5);
    b.cycle = 1040;
    assert_eq!((b.csval(0), b.cval(0)), (6, 6));
    b.pulse(1038, 2);
    assert_eq!((b.csval(0), b.cval(0)), (6, 6));
}

#[test]
fn the_run_in_progress_shows() {
    let mut b = Bench::new();
    b.ctrl(0, high());
    b.pulse(1010, 40);
    b.cycle = 1051;
    assert_eq!((b.cval(0), b.csval(0)), (40, 40));
}

#[test]
fn longest_gap() {
    let mut b = Bench::new();
    b.ctrl(0, low());
    b.pulse(1007, 1);
    b.pulse(1008, 1);
    b.pulse(1020, 5);
    b.pulse(1027, 1);
    b.cycle = 1028;
    assert_eq!((b.csval(0), b.cval(0)), (11, 11));
    b.cycle = 1050;
    assert_eq!((b.csval(0), b.cval(0)), (22, 22));
}

#[test]
fn a_gap_without_any_event_grows_from_enable() {
    let mut b = Bench::new();
    b.ctrl(0, low());
    b.cycle = 1500;
    assert_eq!((b.csval(0), b.cval(0)), (500, 500));
}

#[test]
fn a_pulse_that_began_before_enable_is_clipped() {
    let mut b = Bench::new();
    b.ctrl(0, high());
    b.pulse(990, 15);
    b.cycle = 1010;
    assert_eq!(b.csval(0), 5);
}

#[test]
fn clear_on_read_begins_a_new_maximum() {
    let mut b = Bench::new();
    b.ctrl(0, high() | CL);
    b.pulse(1010, 9);
    b.pulse(1100, 4);
    b.cycle = 1104;
    assert_eq!(b.cval(0), 9);
    assert_eq!((b.cval(0), b.csval(0)), (0, 0));
    b.pulse(1110, 3);
    b.cycle = 1120;
    assert_eq!((b.csval(0), b.cval(0)), (3, 3));
}

#[test]
fn a_stopped_run_keeps_its_value_and_goes_on() {
    let mut b = Bench::new();
    b.ctrl(0, low());
    b.cycle = 1030;
    b.ctrl(0, low() & !EN);
    b.cycle = 2000;
    assert_eq!((b.cval(0), b.csval(0)), (30, 30));
    b.ctrl(0, low());
    b.cycle = 2005;
    assert_eq!(b.cval(0), 35);
    b.pulse(2010, 1);
    assert_eq!(b.csval(0), 40);
}

#[test]
fn software_clears_the_maximum() {
    let mut b = Bench::new();
    b.ctrl(0, high());
    b.pulse(1010, 9);
    b.cycle = 1020;
    b.write(0x100, 0);
    b.pulse(1030, 2);
    assert_eq!(b.csval(0), 2);
}

#[test]
fn pulses_do_not_reach_stopped_or_gated_counters() {
    let mut b = Bench::new();
    b.ctrl(0, high());
    let w = b.dev.watches[0];
    b.clock(false);
    b.dev.pulse(w, trueboard_core::time::Tick(2020), 50);
    b.clock(true);
    assert_eq!(b.csval(0), 0);
}

#[test]
fn a_pulse_from_before_does_not_end_a_gap() {
    let mut b = Bench::new();
    b.write(0, 7);
    b.ctrl(0, low());
    b.pulse(900, 50);
    b.cycle = 1003;
    assert_eq!(b.cval(0), 10, "the value written, and three cycles");
}
