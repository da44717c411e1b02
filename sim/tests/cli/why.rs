//! `trueboard why`: bad questions get one clear line each; runs are held against each other.

use crate::common::say;
use conformance::prebuilt;
use serde_json::Value;

fn why(words: &[&str]) -> crate::common::Said {
    let hello = prebuilt("hello");
    let mut all = vec!["why", hello.to_str().expect("UTF-8"), "--board", "gr740"];
    all.extend(words);
    say(&all)
}

#[test]
fn bad_questions_get_one_line() {
    for (words, code, part) in [
        (&[][..], 2, "nothing is asked"),
        (&["--function", "mian"], 3, "did you mean `main`?"),
        (
            &["--function", "main", "--from", "2ms", "--to", "1ms"],
            3,
            "the window is empty",
        ),
        (&["--core", "9"], 3, "its cores are 0 to 3"),
        (
            &["--from", "1s", "--to", "2s"],
            3,
            "choose other --from and --to",
        ),
        (&["--late", "main"], 3, "a period needs three"),
        (
            &["--function", "main", "--from", "soon"],
            2,
            "no amount of simulated time",
        ),
    ] {
        let said = why(words);
        assert_eq!(said.code, Some(code), "{words:?}: {}", said.err);
        assert!(said.err.contains(part), "{words:?}: {}", said.err);
        assert_eq!(
            said.err.trim().lines().count(),
            1,
            "{words:?}: {}",
            said.err
        );
    }
}

#[test]
fn a_run_differs_from_another_one_by_what_was_changed() {
    let hello = prebuilt("hello");
    let said = why(&[
        "--core",
        "0",
        "--against",
        hello.to_str().expect("UTF-8"),
        "--json",
    ]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let same: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(same["changes"]["causes"].as_array().map(Vec::len), Some(0));
    assert_eq!(same["changes"]["before"], same["changes"]["after"]);
}
