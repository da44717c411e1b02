//! What `compare` prints, and its exit codes.

use crate::common::{Said, refused, say};
use conformance::{prebuilt, root};

fn compare(words: &[&str]) -> Said {
    let demo = prebuilt("epapi_demo");
    let mut all = vec!["compare", demo.to_str().expect("UTF-8")];
    all.extend(words);
    say(&all)
}

#[test]
fn an_image_is_run_and_its_measurements_are_told() {
    let said = compare(&["--board", "gr740"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("PAPI_BR_INS (work)"), "{}", said.out);
}

/// A report in which a register showed one less than the truth.
#[test]
fn a_wrong_register_is_told_and_fails() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    let demo = prebuilt("epapi_demo");
    let demo = demo.to_str().expect("UTF-8");
    let run = ["run", demo, "--board", "gr740", "--quiet", "--out", out];
    assert_eq!(say(&run).code, Some(0));
    assert_eq!(say(&["compare", out]).code, Some(0));
    let file = dir.path().join("report.json");
    let text = std::fs::read_to_string(&file).expect("a report");
    let mut report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let seen = &mut report["windows"]["windows"][0]["measured"];
    *seen = (seen.as_u64().expect("a count") - 1).into();
    std::fs::write(&file, report.to_string()).expect("it can be written");
    let said = say(&["compare", out]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.out.contains("beyond tolerance"), "{}", said.out);
    assert_eq!(say(&["compare", out, "--tolerance", "1%"]).code, Some(0));
}

#[test]
fn figures_of_the_users_own() {
    let figures = root().join("models/published/epapi-thesis.ron");
    let text = std::fs::read_to_string(figures).expect("it is there");
    let text = text.replacen(
        "\"branches\", variant: \"ePAPI\"",
        "\"work\", variant: \"ePAPI\"",
        1,
    );
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("mine.ron");
    std::fs::write(&file, text).expect("it can be written");
    let file = file.to_str().expect("UTF-8");
    let shown = compare(&["--board", "gr740", "--against", file]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert!(shown.out.contains("4_001_004"), "{}", shown.out);
    let judged = [
        "--board",
        "gr740",
        "--against",
        file,
        "--against-tolerance",
        "2%",
    ];
    assert_eq!(compare(&judged).code, Some(1));
}

#[test]
fn what_it_cannot_use() {
    let demo = prebuilt("epapi_demo");
    let demo = demo.to_str().expect("UTF-8");
    refused(&say(&["compare", demo]), 2, &["--board"]);
    refused(&say(&["compare", "nowhere"]), 3, &["nowhere"]);
    let words = ["compare", demo, "--board", "gr740", "--tolerance", "little"];
    refused(&say(&words), 2, &["little", "2%"]);
    let words = ["compare", demo, "--board", "gr740", "--against", "nobody"];
    refused(&say(&words), 3, &["nobody"]);
}
