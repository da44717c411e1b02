//! Counters judged: faithful values are found exact, planted defects are found.

use crate::common::STAT;
use crate::common::bench::{Bench, CL, EL, EN, LOADS, SUPERVISOR, USER, verdict};
use trueboard_core::meter::{BusMeter, CacheMeter};
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::Meter;
use trueboard_judge::{Cause, Quantity, Verdict, WindowReport};

#[test]
fn a_faithful_count_is_exact_and_says_where_it_was_taken() {
    let mut b = Bench::new();
    b.loads(2, 77).write(0x84, EN | LOADS | 2).write(0x04, 0);
    b.loads(2, 500).loads(1, 9);
    let w = b.read(0x04, 500);
    assert_eq!(verdict(&w), (Verdict::Exact, Some(500), &[][..]));
    assert_eq!((w.counter, w.event, w.core), (1, 0x39, Some(2)));
    assert_eq!(w.event_name, "loads");
    assert_eq!((w.opened_at_tick, w.opened_pc), (20, 0x4004));
    assert_eq!((w.closed_at_tick, w.closed_pc), (30, 0x4abc));
    assert_eq!((w.expected, w.difference), (Some(500), Some(0)));
}

#[test]
fn a_wrong_value_is_noticed_by_one() {
    for seen in [499, 501, 0, u32::MAX] {
        let mut b = Bench::new();
        b.write(0x80, EN | LOADS).loads(0, 500);
        let w = b.read(0x00, seen);
        assert_eq!(w.verdict, Verdict::Wrong, "{seen}");
        assert_eq!(w.difference, Some(i64::from(seen) - 500));
        let tally = &b.report().events[0];
        assert_eq!((tally.windows, tally.wrong), (1, 1));
    }
}

#[test]
fn reads_do_not_begin_a_window_and_clears_do() {
    let mut b = Bench::new();
    b.write(0x80, EN | LOADS).loads(0, 5);
    assert_eq!(b.read(0x00, 5).opened_at_tick, 10);
    b.loads(0, 5);
    assert_eq!(
        verdict(&b.read(0x00, 10)),
        (Verdict::Exact, Some(10), &[][..])
    );
    b.write(0x00, 0).loads(0, 3);
    let w = b.read(0x00, 3);
    assert_eq!((w.verdict, w.opened_at_tick), (Verdict::Exact, 40));
}

#[test]
fn each_mode_filter() {
    for (filter, truth, mode) in [
        (0, 12, None),
        (SUPERVISOR, 5, Some("supervisor")),
        (USER, 7, Some("user")),
        (SUPERVISOR | USER, 12, None),
    ] {
        let mut b = Bench::new();
        b.write(0x80, EN | LOADS | filter);
        b.meters.cores[0].add(true, Meter::Loads, 5);
        b.meters.cores[0].add(false, Meter::Loads, 7);
        let w = b.read(0x00, truth);
        assert_eq!((w.verdict, w.mode.as_deref()), (Verdict::Exact, mode));
        // A unit that ignores the filter, or applies the other one, is found out.
        assert_eq!(b.read(0x00, 19 - truth).verdict, Verdict::Wrong);
    }
}

#[test]
fn what_happens_after_the_stop_is_not_asked_for_and_the_event_is_remembered() {
    let mut b = Bench::new();
    b.write(0x80, EN | LOADS).loads(0, 5);
    b.write(0x80, 0).loads(0, 100);
    let w = b.read(0x00, 5);
    assert_eq!((w.verdict, w.event), (Verdict::Exact, 0x39));
    assert_eq!(b.read(0x00, 105).verdict, Verdict::Wrong);
}

#[test]
fn a_pause_belongs_to_the_window() {
    let mut b = Bench::new();
    b.write(0x80, EN | LOADS).loads(0, 5);
    b.write(0x80, 0).loads(0, 100);
    b.write(0x80, EN | LOADS).loads(0, 2);
    let w = b.read(0x00, 7);
    let causes = &[Cause::PartlyEnabled][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(107), causes));
    assert_eq!(w.opened_at_tick, 10);
}

#[test]
fn a_measurement_on_top_of_one_that_was_read_has_not_been_cleared() {
    let mut b = Bench::new();
    b.write(0x80, EN | LOADS).loads(0, 5);
    b.write(0x80, 0).read(0x00, 5);
    b.loads(0, 100).write(0x80, EN | LOADS).loads(0, 2);
    let w = b.read(0x00, 7);
    let causes = &[Cause::NotCleared][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(2), causes));
    assert_eq!(w.opened_at_tick, 40);
    b.write(0x00, 0).loads(0, 3);
    assert_eq!(b.read(0x00, 3).verdict, Verdict::Exact);
}

#[test]
fn a_counter_that_was_never_enabled_is_shown_with_what_it_missed() {
    let mut b = Bench::new();
    b.write(0x80, LOADS).loads(0, 9);
    let w = b.read(0x00, 0);
    let causes = &[Cause::NeverEnabled][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(9), causes));
    // Another event is selected, and again not enabled: what is left is of loads.
    b.write(0x80, EN | LOADS).loads(0, 4);
    b.write(0x80, 0x11 << 4);
    b.meters.cores[0].add(true, Meter::Instructions, 70);
    let w = b.read(0x00, 4);
    let causes = &[Cause::SelectionChanged, Cause::NeverEnabled][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(70), causes));
    assert_eq!(w.event, 0x11);
}

/// A zero that could not have been anything else is no exact measurement.
#[test]
fn a_filter_that_nothing_passes_is_named() {
    for (control, cause) in [
        (LOADS | USER, Cause::ModeNotEntered),
        (LOADS | 1, Cause::CoreStopped),
        (LOADS | 9, Cause::NoSuchCore),
        (0x44 << 4 | USER | 9, Cause::MasterSilent),
        (0x74 << 4 | USER | 2, Cause::MasterSilent),
        (0x89 << 4, Cause::MasterSilent),
        (0x82 << 4 | USER | 3, Cause::NeverMatches),
        (0x63 << 4, Cause::NotModelled),
    ] {
        let mut b = Bench::new();
        b.write(0x80, EN | control);
        // Core 0 works in supervisor mode, master 2 on the processor bus.
        b.meters.cores[0].add(true, Meter::Cycles, 50);
        b.meters.cores[0].add(true, Meter::Loads, 5);
        b.meters.buses[0].used[2] += 10;
        b.meters.buses[0].add_for(2, BusMeter::Reads, 3);
        let w = b.read(0x00, 0);
        let found = (Verdict::Explained, Some(0), &[cause][..]);
        assert_eq!(verdict(&w), found, "{control:#x}");
        assert_eq!(b.read(0x00, 1).verdict, Verdict::Wrong);
    }
    // Without the filter the same zero is a measurement.
    let mut b = Bench::new();
    b.write(0x80, EN | LOADS);
    b.meters.cores[0].add(true, Meter::Cycles, 50);
    assert_eq!(b.read(0x00, 0).verdict, Verdict::Exact);
}

#[test]
fn a_granted_master_is_named_by_the_event_and_not_by_the_low_bits() {
    let mut b = Bench::new();
    b.write(0x80, EN | 0x82 << 4);
    b.meters.buses[0].used[2] += 10;
    b.meters.buses[0].used[0] += 3;
    let w = b.read(0x00, 10);
    assert_eq!((w.verdict, w.master), (Verdict::Exact, Some(2)));
}

#[test]
fn idle_cycles_belong_to_no_master() {
    let mut b = Bench::new();
    b.write(0x80, EN | USER | 0x40 << 4 | 1);
    b.meters.buses[0].add(BusMeter::Idle, 10);
    let w = b.read(0x00, 10);
    let causes = &[Cause::NotMetered][..];
    assert_eq!(verdict(&w), (Verdict::NotJudged, None, causes));
}

#[test]
fn a_second_register_that_latched_nothing_is_no_measurement() {
    let mut b = Bench::new();
    b.write(0x80, EN | LOADS).loads(0, 8).read(0x00, 8);
    let w = b.read(0x100, 0);
    let causes = &[Cause::NotLatched][..];
    assert_eq!(verdict(&w), (Verdict::NotJudged, None, causes));
    assert_eq!(b.read(0x100, 8).verdict, Verdict::Wrong);
    b.write(0x100, 77);
    assert_eq!(b.read(0x100, 77).verdict, Verdict::NotJudged);
    // What was latched of another event.
    b.write(0x80, EN | CL | LOADS).read(0x00, 8);
    b.write(0x80, EN | 0x11 << 4);
    let w = b.read(0x100, 8);
    assert_eq!(w.causes, [Cause::SelectionChanged]);
    assert_eq!((w.verdict, w.truth), (Verdict::NotJudged, None));
}

#[test]
fn wrap_and_preset_are_explained() {
    let mut b = Bench::new();
    b.write(0x80, EN | LOADS).loads(0, (1 << 32) + 6);
    let w = b.read(0x00, 6);
    assert_eq!(
        verdict(&w),
        (
            Verdict::Explained,
            Some((1 << 32) + 6),
            &[Cause::Wrapped][..]
        )
    );
    assert_eq!(w.residual, Some(0));
    assert_eq!(b.read(0x00, u32::MAX).verdict, Verdict::Wrong, "saturated");

    b.write(0x00, 0xffff_fff0).loads(0, 0x20);
    let w = b.read(0x00, 0x10);
    assert_eq!(
        verdict(&w),
        (
            Verdict::Explained,
            Some(0x20),
            &[Cause::Wrapped, Cause::Preset][..]
        )
    );
    assert_eq!(b.read(0x00, 0x20).verdict, Verdict::Wrong, "preset lost");
}

#[test]
fn clear_on_read_latches() {
    let mut b = Bench::new();
    b.write(0x80, EN | CL | LOADS).loads(0, 8);
    assert_eq!(b.read(0x00, 8).verdict, Verdict::Exact);
    b.loads(0, 3);
    let latch = b.read(0x100, 8);
    assert_eq!(
        (latch.quantity, latch.verdict),
        (Quantity::Latched, Verdict::Exact)
    );
    assert_eq!(b.read(0x00, 3).verdict, Verdict::Exact);
    assert_eq!(b.read(0x100, 8).verdict, Verdict::Wrong, "the older latch");
    b.loads(0, 4);
    let w = b.read(0x00, 7);
    assert_eq!(w.verdict, Verdict::Wrong, "not cleared by the read");
}

#[test]
fn a_gated_clock_is_explained() {
    let mut b = Bench::new();
    b.write(0x80, EN | LOADS).loads(0, 5);
    b.judge.clock(STAT, Tick(b.now), false, &b.meters);
    b.loads(0, 100).write(0x00, 9);
    let w = b.read(0x00, 0);
    assert_eq!(
        verdict(&w),
        (Verdict::Explained, Some(105), &[Cause::ClockGated][..])
    );
    b.judge.clock(STAT, Tick(b.now), true, &b.meters);
    b.loads(0, 1);
    let w = b.read(0x00, 6);
    assert_eq!(
        verdict(&w),
        (Verdict::Explained, Some(106), &[Cause::ClockGated][..])
    );
    assert_eq!(
        b.read(0x00, 106).verdict,
        Verdict::Wrong,
        "counted without a clock"
    );
}

#[test]
fn the_event_that_is_selected_at_the_read_is_asked_for() {
    let mut b = Bench::new();
    b.write(0x80, EN | LOADS).loads(0, 5).loads(1, 50);
    b.write(0x80, EN | LOADS | 1).loads(1, 7);
    let w = b.read(0x00, 12);
    let causes = &[Cause::SelectionChanged][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(7), causes));
    assert_eq!((w.residual, w.opened_at_tick), (Some(0), 20));
    // Another mode is another selection as well; an unused bit is none.
    b.write(0x80, EN | LOADS | 1 | SUPERVISOR).loads(1, 2);
    assert_eq!(b.read(0x00, 14).truth, Some(2));
    b.write(0x80, EN | LOADS | 1 | SUPERVISOR | EL).loads(1, 2);
    assert_eq!(b.read(0x00, 16).truth, Some(4));
}

#[test]
fn bus_master_and_cache_events() {
    let mut b = Bench::new();
    let check = |b: &mut Bench, control: u32, truth: u32| {
        b.write(0x80, 0).write(0x80, EN | control).write(0x00, 0);
        let (bus, io) = b.meters.buses.split_at_mut(1);
        bus[0].add(BusMeter::Cycles, 100);
        bus[0].add(BusMeter::Used, 40);
        bus[0].used[3] += 30;
        bus[0].waited[3] += 27;
        bus[0].waited_for[3][3] += 7;
        bus[0].waited_for[3][1] += 20;
        bus[0].add(BusMeter::Locked, 2);
        io[0].add(BusMeter::Word, 6);
        b.meters.caches[0].add(CacheMeter::ReadMisses, 9);
        let w = b.read(0x00, truth);
        assert_eq!(w.verdict, Verdict::Exact, "{control:#x}: {w:?}");
        assert_eq!(b.read(0x00, truth + 1).verdict, Verdict::Wrong);
    };
    check(&mut b, 0x18 << 4, 40);
    check(&mut b, 0x17 << 4 | 3, 30);
    check(&mut b, 0x83 << 4 | 3, 30);
    check(&mut b, 0x93 << 4 | 3, 20);
    check(&mut b, 0x50 << 4, 2);
    check(&mut b, 0x78 << 4, 6);
    check(&mut b, 0x61 << 4, 9);
}

#[test]
fn a_master_filter_counts_one_master_and_a_wrong_count_is_noticed() {
    let mut b = Bench::new();
    for (bus, event) in [(0, 0x42), (1, 0x72)] {
        b.write(0x80, EN | USER | event << 4 | 3).write(0x00, 0);
        b.meters.buses[bus].add_for(3, BusMeter::NonSeq, 11);
        b.meters.buses[bus].add_for(2, BusMeter::NonSeq, 30);
        let w = b.read(0x00, 11);
        assert_eq!((w.verdict, w.master), (Verdict::Exact, Some(3)));
        for wrong in [41, 30, 10, 12, 0] {
            assert_eq!(b.read(0x00, wrong).verdict, Verdict::Wrong, "{wrong}");
        }
    }
}

#[test]
fn what_meters_do_not_know_is_not_judged() {
    let mut b = Bench::new();
    for (control, cause) in [
        (0x60 << 4 | USER, Cause::NotMetered),
        (0x18 << 4 | SUPERVISOR, Cause::NotMetered),
        (0x16 << 4, Cause::UnknownEvent),
    ] {
        b.write(0x80, EN | control).write(0x00, 0);
        let w = b.read(0x00, 1);
        assert_eq!(verdict(&w), (Verdict::NotJudged, None, &[cause][..]));
    }
}

#[test]
fn skew_excuses_other_cores_only_and_only_so_far() {
    let mut b = Bench::with(100, 50);
    b.write(0x80, EN | LOADS).write(0x84, EN | LOADS | 1);
    b.loads(0, 500).loads(1, 500);
    assert_eq!(b.read(0x00, 499).verdict, Verdict::Wrong);
    let w = b.read(0x04, 460);
    assert_eq!(
        verdict(&w),
        (Verdict::Explained, Some(500), &[Cause::Skew][..])
    );
    assert_eq!(b.read(0x04, 449).verdict, Verdict::Wrong);
}

#[test]
fn reads_of_a_counter_that_nobody_started_are_shown() {
    let mut b = Bench::new();
    b.meters.cores[0].add(true, Meter::Cycles, 9);
    let w = b.read(0x3c, 0);
    let causes = &[Cause::NeverEnabled][..];
    assert_eq!(verdict(&w), (Verdict::Explained, Some(0), causes));
    assert_eq!(b.read(0x3c, 1).verdict, Verdict::Wrong);
    b.judge.reset();
    assert_eq!(b.read(0x3c, 0).verdict, Verdict::Explained);
}

#[test]
fn windows_are_bounded_and_sums_are_not() {
    let mut b = Bench::with(2, 0);
    b.write(0x80, EN | LOADS).loads(0, 3);
    for _ in 0..5 {
        b.read(0x00, 3);
    }
    let r = b.report();
    assert_eq!((r.windows.len(), r.left_out), (2, 3));
    assert_eq!(
        (r.events[0].windows, r.events[0].exact, r.events[0].truth),
        (5, 5, 15)
    );
    let json = serde_json::to_string(&r).expect("json");
    assert!(json.contains(r#""verdict":"exact""#));
    assert_eq!(
        serde_json::from_str::<WindowReport>(&json).expect("back"),
        r
    );
}
