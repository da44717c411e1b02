use super::*;
use trueboard_board::report::OutcomeKind;

/// A run on so many cores that took so long.
fn run(cores: u32, input: &str, seconds: f64, warnings: &[&str]) -> (Job, RunResult) {
    let point = [
        ("image", "lu"),
        ("input", input),
        ("cores", &cores.to_string()),
    ];
    let result = RunResult {
        outcome: OutcomeKind::Success,
        detail: String::new(),
        seconds,
        ticks: 0,
        hz: 1,
        cycles: 0,
        energy_uj: None,
        meters: Default::default(),
        regions: Vec::new(),
        gaps: None,
        problems: Vec::new(),
        warnings: warnings.iter().map(|&w| w.to_owned()).collect(),
    };
    (Job::of(&point, cores), result)
}

fn values(runs: &[(Job, RunResult)], q: Quantity, input: usize) -> Vec<Option<f64>> {
    let pairs: Vec<_> = runs.iter().map(|(j, r)| (j, r)).collect();
    let groups = groups(&pairs);
    let group = &groups[0];
    let value = |&c: &u32| group.value(q, WHOLE, input, c);
    group.cores.iter().map(value).collect()
}

#[test]
fn with_one_core_ratios_are_over_it() {
    let runs = [
        run(1, "a", 12.0, &[]),
        run(2, "a", 8.0, &[]),
        run(4, "a", 6.0, &[]),
    ];
    let speed_up = values(&runs, Quantity::SpeedUp, 0);
    assert_eq!(speed_up, [Some(1.0), Some(1.5), Some(2.0)]);
    let efficiency = values(&runs, Quantity::Efficiency, 0);
    assert_eq!(efficiency, [Some(1.0), Some(0.75), Some(0.5)]);
}

#[test]
fn without_one_core_the_fewest_are_the_base_and_no_efficiency_is_known() {
    let runs = [run(4, "a", 6.0, &[]), run(2, "a", 8.0, &[])];
    let speed_up = values(&runs, Quantity::SpeedUp, 0);
    assert_eq!(speed_up, [Some(1.0), Some(8.0 / 6.0)]);
    assert_eq!(values(&runs, Quantity::Efficiency, 0), [None, None]);
}

#[test]
fn each_input_has_its_own_base() {
    let runs = [
        run(1, "a", 8.0, &[]),
        run(2, "a", 4.0, &[]),
        run(2, "b", 10.0, &[]),
        run(4, "b", 5.0, &[]),
    ];
    assert_eq!(
        values(&runs, Quantity::Efficiency, 0),
        [Some(1.0), Some(1.0), None]
    );
    assert_eq!(
        values(&runs, Quantity::SpeedUp, 1),
        [None, Some(1.0), Some(2.0)]
    );
    assert_eq!(values(&runs, Quantity::Efficiency, 1), [None, None, None]);
    let pairs: Vec<_> = runs.iter().map(|(j, r)| (j, r)).collect();
    let group = &groups(&pairs)[0];
    assert!(group.lacks_one_core());
    assert_eq!(
        (group.base(WHOLE, 0), group.base(WHOLE, 1)),
        (Some(1), Some(2))
    );
}

#[test]
fn warnings_are_told_once_for_a_number_of_cores() {
    let runs = [
        run(5, "a", 1.0, &["idle"]),
        run(5, "b", 1.0, &["idle", "late"]),
        run(1, "a", 1.0, &[]),
    ];
    let pairs: Vec<_> = runs.iter().map(|(j, r)| (j, r)).collect();
    let found = groups(&pairs)[0].warnings();
    let both = vec!["a".to_owned(), "b".to_owned()];
    let expected = [
        (5, "idle".to_owned(), both),
        (5, "late".to_owned(), vec!["b".to_owned()]),
    ];
    assert_eq!(found, expected);
}
