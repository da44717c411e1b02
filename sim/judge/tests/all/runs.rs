//! Longest runs judged: faithful values are found exact, planted defects are found.

use crate::common::STAT;
use crate::common::bench::{Bench, CD, EL, EN, LOADS, verdict};
use trueboard_core::meter::Watch;
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::Meter;
use trueboard_judge::{Cause, Quantity, Verdict};

fn loads_of(core: u8) -> Watch {
    Watch::Core {
        core,
        meter: Meter::Loads.into(),
        user: true,
        supervisor: true,
    }
}

/// Loads of core 0 for 10 and 25 cycles of two ticks, from ticks 30 and 100; read at tick 240.
fn runs(level: u32) -> Bench {
    let mut b = Bench::new();
    b.write(0x80, EN | CD | level | LOADS).write(0x100, 0);
    for (core, from, cycles) in [(0, 30, 10), (1, 50, 100), (0, 100, 20), (0, 140, 5)] {
        b.judge.pulse(STAT, loads_of(core), Tick(from), cycles);
    }
    for core in &mut b.meters.cores[..2] {
        core.add(true, Meter::Cycles, 100);
    }
    b.now = 230;
    b
}

#[test]
fn a_wrong_longest_run_is_noticed() {
    for (level, truth, current) in [(EL, 25, 0), (0, 45, 45)] {
        for seen in 0..120 {
            let w = runs(level).read(0x100, seen);
            let (verdict, residual) = (w.verdict, i64::from(seen) - i64::from(truth));
            assert_eq!(w.quantity, Quantity::LongestRun);
            assert_eq!(verdict == Verdict::Exact, seen == truth, "{seen}");
            assert_eq!(verdict == Verdict::Wrong, seen != truth, "{seen}");
            assert_eq!(w.residual, Some(residual));
        }
        let w = runs(level).read(0x00, current);
        assert_eq!(
            (w.quantity, w.verdict),
            (Quantity::CurrentRun, Verdict::Exact)
        );
        assert_eq!(runs(level).read(0x00, current + 1).verdict, Verdict::Wrong);
    }
}

#[test]
fn a_longest_run_left_by_an_earlier_measurement_is_explained() {
    let mut b = runs(EL);
    b.write(0x80, 0).write(0x80, EN | CD | EL | LOADS | 1);
    let w = b.read(0x100, 25);
    assert_eq!(
        verdict(&w),
        (
            Verdict::Explained,
            Some(0),
            &[Cause::CoreStopped, Cause::SelectionChanged][..]
        )
    );
    b.meters.cores[1].add(true, Meter::Cycles, 26);
    b.judge.pulse(STAT, loads_of(1), Tick(b.now), 26);
    assert_eq!(b.read(0x100, 26).verdict, Verdict::Exact);
    assert_eq!(b.read(0x100, 25).verdict, Verdict::Wrong);
}
