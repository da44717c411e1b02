//! What passes a check and what does not, by hand: each bound from both sides.

use super::{Attempt, Grade, Lesson, check};
use std::path::Path;
use trueboard_board::Given;

/// The grade of a lesson of one task with these checks, for these answers.
fn graded(checks: &str, answers: &[(&str, &str)]) -> Grade {
    const IMAGE: &str = "gr740/hello.elf";
    let text = format!(
        "(title: \"t\", about: \"a\", board: \"gr740\", images: [(name: \"{IMAGE}\")], until: \"5ms\", \
         text: \"x\", change: \"c\", tasks: [(title: \"k\", text: \"x\", checks: [{checks}])])"
    );
    let lesson = Lesson::parse("by hand", &text).expect("a lesson");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../firmware/prebuilt");
    let mut files = Given::default();
    files.add(IMAGE, std::fs::read(path.join(IMAGE)).expect("an image"));
    let attempt = Attempt {
        answers: answers
            .iter()
            .map(|&(n, a)| (n.to_owned(), a.to_owned()))
            .collect(),
        ..Attempt::default()
    };
    check("by hand", &lesson, &attempt, files).expect("it runs")
}

/// Whether each check holds.
fn held(checks: &str, answers: &[(&str, &str)]) -> Vec<bool> {
    let grade = graded(checks, answers);
    let checks = grade.tasks.iter().flat_map(|t| &t.checks);
    checks.map(|c| c.passed).collect()
}

fn answer(is: &str, within: &str) -> String {
    format!(
        "Answer(name: \"n\", ask: \"?\", is: Value({is}), within_percent: {within}, look_at: \"l\")"
    )
}

#[test]
fn an_answer_passes_within_its_percent_and_no_farther() {
    for (given, passes) in [
        ("100", true),
        (" 1_05 ", true),
        ("95", true),
        ("105.01", false),
        ("94.99", false),
        ("-100", false),
        ("about 100", false),
        ("", false),
    ] {
        assert_eq!(
            held(&answer("100", "5"), &[("n", given)]),
            [passes],
            "{given}"
        );
    }
    // Of a negative number the percent is that of its size; without one only the number itself passes.
    assert_eq!(held(&answer("-200", "10"), &[("n", "-181")]), [true]);
    assert_eq!(held(&answer("-200", "10"), &[("n", "-179")]), [false]);
    assert_eq!(held(&answer("8", "0"), &[("n", "8")]), [true]);
    assert_eq!(held(&answer("8", "0"), &[("n", "8.001")]), [false]);
    assert_eq!(held(&answer("8", "0"), &[]), [false]);
}

#[test]
fn bounds_of_numbers_are_inclusive() {
    let number = |bounds: &str| format!("Number(of: Value(4000), {bounds} look_at: \"l\")");
    for (bounds, passes) in [
        ("at_least: 4000,", true),
        ("at_least: 4000.5,", false),
        ("at_most: 4000,", true),
        ("at_most: 3999.5,", false),
        ("at_least: 3999, at_most: 4001,", true),
        ("at_least: 4001, at_most: 5000,", false),
        ("", true),
    ] {
        assert_eq!(held(&number(bounds), &[]), [passes], "{bounds}");
    }
}

/// `hello` takes 33.9 microseconds.
#[test]
fn measures_have_their_units_and_quotients_their_order() {
    for (of, at_least, at_most) in [
        ("Ratio(Value(6), Value(3))", "2", "2"),
        ("Ratio(Value(3), Value(6))", "0.5", "0.5"),
        ("Microseconds", "33", "35"),
        ("Ratio(Microjoules, Microseconds)", "0.1", "20"),
    ] {
        let number =
            format!("Number(of: {of}, at_least: {at_least}, at_most: {at_most}, look_at: \"l\")");
        assert_eq!(held(&number, &[]), [true], "{of}");
    }
}

#[test]
fn a_word_counts_whatever_its_case_and_blanks() {
    let word = "Word(name: \"n\", ask: \"?\", is: [\"Dcache\", \"the cache\"], look_at: \"l\")";
    for (given, passes) in [
        ("dCACHE ", true),
        ("The Cache", true),
        ("cache", false),
        ("", false),
    ] {
        assert_eq!(held(word, &[("n", given)]), [passes], "{given}");
    }
}

#[test]
fn console_and_outcome_are_those_of_the_run() {
    let checks = "Console(contains: \"ello\", look_at: \"l\"), Console(contains: \"no such text\", look_at: \"l\"), \
                  Outcome(kind: \"success\", look_at: \"l\"), Outcome(kind: \"failure\", look_at: \"l\")";
    assert_eq!(held(checks, &[]), [true, false, true, false]);
}

#[test]
fn points_are_the_checks_that_hold_and_all_must() {
    let some = graded(
        &format!("{}, {}", answer("1", "0"), answer("2", "0")),
        &[("n", "2")],
    );
    assert_eq!((some.passed, some.points, some.of), (false, 1, 2));
    assert!(!some.tasks[0].passed);
    let checks = &some.tasks[0].checks;
    assert_eq!(
        checks[0].look_at.as_deref(),
        Some("l"),
        "advice where a check fails"
    );
    assert_eq!(checks[1].look_at, None);
    let all = graded(&answer("2", "0"), &[("n", "2")]);
    assert_eq!((all.passed, all.points, all.of), (true, 1, 1));
}
