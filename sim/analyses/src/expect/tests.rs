//! Windows and numbers by hand: which causes they prove, and which they do not.

use super::*;
use trueboard_judge::{Cause as Stood, Quantity, Verdict};

/// A read of counter 2 around a call from tick 100 to 1000, which showed 50 where 50 of it happened.
fn window(meter: &str) -> Window {
    Window {
        device: "unit".to_owned(),
        counter: 2,
        register: "CVAL2".to_owned(),
        quantity: Quantity::Count,
        event: 8,
        event_name: meter.to_owned(),
        core: Some(0),
        master: None,
        mode: None,
        opened_at_tick: 90,
        opened_pc: 0x10,
        closed_at_tick: 1010,
        closed_pc: 0x20,
        reader: 0,
        measured: 50,
        truth: Some(50),
        expected: Some(50),
        difference: Some(0),
        residual: Some(0),
        causes: Vec::new(),
        verdict: Verdict::Exact,
    }
}

/// The same read of another counter.
fn of_counter(counter: u8, meter: &str, measured: u32) -> Window {
    Window {
        counter,
        register: format!("CVAL{counter}"),
        measured,
        truth: Some(measured.into()),
        expected: Some(measured),
        ..window(meter)
    }
}

struct Told<'a> {
    windows: &'a [Window],
    /// What `misses` advanced in the call that is meant.
    truth: u64,
    calls: Vec<u64>,
    elsewhere: Vec<(u8, u64)>,
    call: Option<u64>,
    within: Within,
}

const NOTHING: Told<'static> = Told {
    windows: &[],
    truth: 40,
    calls: Vec::new(),
    elsewhere: Vec::new(),
    call: Some(1),
    within: Within::Count(0),
};

impl Told<'_> {
    /// The kinds and texts of the causes of this value.
    fn causes(&self, value: i128) -> Vec<(CauseKind, String)> {
        let expected = Expected {
            value: "v".to_owned(),
            meters: vec!["misses".to_owned()],
            region: "work".to_owned(),
            core: 0,
            call: self.call,
            within: self.within,
        };
        let judged = judge(
            &expected,
            &Evidence {
                returned: Number { value, bits: 32 },
                spans: vec![Span {
                    from: 100,
                    to: 1000,
                }],
                meters: [("misses", self.truth), ("loads", 700)].into(),
                calls: self.calls.clone(),
                elsewhere: self.elsewhere.clone(),
                windows: self.windows,
                codes: vec![8],
                meter_of: &|w: &Window| match w.event_name.as_str() {
                    "misses" => Some("misses"),
                    "loads" => Some("loads"),
                    _ => None,
                },
                place: &|_, _| None,
                hz: 1_000_000_000,
                ticks_per_cycle: 10,
            },
        );
        assert_eq!(judged.met, judged.failure().is_none());
        let causes = judged.causes.into_iter();
        causes.map(|c| (c.kind, c.text)).collect()
    }

    fn kinds(&self, value: i128) -> Vec<CauseKind> {
        self.causes(value).into_iter().map(|c| c.0).collect()
    }
}

#[test]
fn a_tolerance_is_a_number_or_a_part_of_what_happened() {
    let share = |ppm| Within::Share(Tolerance { ppm });
    assert!(Within::Count(2).holds(102, 100) && !Within::Count(2).holds(103, 100));
    assert!(share(20_000).holds(98, 100) && !share(20_000).holds(97, 100));
    assert!(Within::Count(5).holds(-2, 3) && !Within::Count(5).holds(-3, 3));
    assert!(!share(1_000_000).holds(-1, 100));
    assert_eq!(
        (share(1000).to_string(), share(0).to_string()),
        ("0.1%".into(), "0".into())
    );
}

#[test]
fn the_right_counter_explains_what_lies_around_the_region() {
    let told = Told {
        windows: &[window("misses")],
        ..NOTHING
    };
    assert_eq!(told.kinds(40), [], "what is met needs no cause");
    let causes = told.causes(50);
    assert_eq!(causes[0].0, CauseKind::Window);
    let text = "its window opened 1 cycles before the region was entered and was read 1 cycles after the region ended";
    assert!(causes[0].1.contains(text), "{}", causes[0].1);
    assert_eq!(told.kinds(51), [], "no counter showed it");
}

#[test]
fn what_a_counter_held_is_named_by_who_put_it_there() {
    let with = |change: &dyn Fn(&mut Window), value| {
        let mut w = window("misses");
        change(&mut w);
        let windows = [w];
        let told = Told {
            windows: &windows,
            ..NOTHING
        };
        told.causes(value)
    };
    // It showed 50, of which 40 are of the window.
    let held = |cause| {
        with(
            &move |w: &mut Window| {
                w.truth = Some(40);
                w.causes = vec![cause];
            },
            50,
        )
    };
    assert_eq!(held(Stood::Preset)[0].0, CauseKind::PresetKept);
    assert!(held(Stood::Preset)[0].1.contains("began at 0xa"));
    assert_eq!(held(Stood::NotCleared)[0].0, CauseKind::NotCleared);
    assert_eq!(held(Stood::SelectionChanged)[0].0, CauseKind::NotCleared);
    let off = |w: &mut Window| w.causes = vec![Stood::ClockGated];
    assert_eq!(with(&off, 50)[0].0, CauseKind::NotCounting);
    let user = |w: &mut Window| w.mode = Some("user".to_owned());
    assert_eq!(with(&user, 50)[0].0, CauseKind::Mode);
    let other = |w: &mut Window| w.core = Some(1);
    let causes = with(&other, 50);
    assert_eq!(causes[0].0, CauseKind::OtherCore);
    assert!(
        causes[0]
            .1
            .contains("misses of core 1 in place of core 0, from 0.090 us to 1.010 us")
    );
}

/// It was read before the region and went on: who subtracts is right, who does not has it too.
#[test]
fn a_counter_that_goes_on_was_not_cleared() {
    let before = Window {
        closed_at_tick: 95,
        measured: 10,
        truth: Some(10),
        expected: Some(10),
        ..window("misses")
    };
    let windows = [before, window("misses")];
    let told = Told {
        windows: &windows,
        truth: 39,
        ..NOTHING
    };
    let causes = told.causes(50);
    assert_eq!(causes[0].0, CauseKind::NotCleared);
    assert!(causes[0].1.contains("it stood at 10"), "{}", causes[0].1);
    assert!(
        causes[0].1.contains("Without it: 40, 1 more than happened"),
        "{}",
        causes[0].1
    );
    assert_eq!(
        told.kinds(40),
        [CauseKind::Window],
        "end less start, one too many"
    );
}

#[test]
fn another_event_is_a_cause_and_a_zero_by_chance_is_none() {
    let event = [of_counter(2, "loads", 7)];
    let told = Told {
        windows: &event,
        ..NOTHING
    };
    let causes = told.causes(7);
    assert_eq!(causes[0].0, CauseKind::WrongEvent);
    assert!(
        causes[0].1.contains("counted loads (event 0x08), from"),
        "{}",
        causes[0].1
    );
    assert!(
        causes[0].1.ends_with("; misses is event 0x08"),
        "{}",
        causes[0].1
    );
    let swapped = [of_counter(1, "loads", 7), of_counter(2, "misses", 41)];
    let told = Told {
        windows: &swapped,
        ..NOTHING
    };
    let causes = told.causes(7);
    assert_eq!(causes[0].0, CauseKind::OtherCounter);
    assert!(
        causes[0]
            .1
            .contains("misses was counted by CVAL2, which showed 41"),
        "{}",
        causes[0].1
    );
    let nothing = [of_counter(1, "loads", 0), of_counter(2, "stores", 0)];
    let told = Told {
        windows: &nothing,
        ..NOTHING
    };
    assert_eq!(told.kinds(0), []);
    let told = Told {
        windows: &nothing[..1],
        ..NOTHING
    };
    assert_eq!(told.kinds(0), [CauseKind::WrongEvent]);
}

#[test]
fn too_few_bits_and_a_wrong_sign() {
    let n = 0x0001_9abc;
    let windows = [of_counter(2, "misses", n)];
    let told = Told {
        windows: &windows,
        truth: 105_000,
        ..NOTHING
    };
    for (value, kind) in [
        (0x9abc, CauseKind::Width),
        (0xbc, CauseKind::Width),
        (0xffff_9abc, CauseKind::Sign),
        (-0x6544, CauseKind::Sign),
        (0xffff_ffbc, CauseKind::Sign),
        (0xfffe_6544, CauseKind::Sign),
        (-0x1_9abc, CauseKind::Sign),
    ] {
        assert_eq!(told.kinds(value), [kind], "{value:#x}");
    }
    // Without a counter: what happened, within a tolerance that is much less than 2^16.
    let told = Told {
        truth: 65_536 * 3 + 7,
        within: Within::Count(2),
        ..NOTHING
    };
    assert_eq!(told.kinds(9), [CauseKind::Width]);
    assert_eq!(told.kinds(10), []);
    let wide = Told {
        within: Within::Count(2000),
        ..told
    };
    assert_eq!(wide.kinds(9), []);
}

#[test]
fn other_true_numbers() {
    let told = Told {
        calls: vec![40, 30, 20],
        ..NOTHING
    };
    assert_eq!(told.kinds(30), [CauseKind::OtherCall]);
    assert_eq!(told.kinds(90), [CauseKind::SeveralCalls]);
    assert_eq!(told.kinds(700), [CauseKind::OtherMeter]);
    assert_eq!(told.kinds(1), []);
    let told = Told {
        elsewhere: vec![(1, 33)],
        ..NOTHING
    };
    assert_eq!(told.kinds(33), [CauseKind::OtherCore]);
    // All that fit are listed.
    let told = Told {
        elsewhere: vec![(1, 700)],
        ..NOTHING
    };
    assert_eq!(
        told.kinds(700),
        [CauseKind::OtherCore, CauseKind::OtherMeter]
    );
    let all = Told {
        call: None,
        truth: 90,
        calls: vec![40, 30, 20],
        ..NOTHING
    };
    assert_eq!(
        all.kinds(70),
        [CauseKind::SeveralCalls],
        "the last one is missing"
    );
}
