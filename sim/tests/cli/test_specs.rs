//! `trueboard test`: what passes, what fails and how it is said, what is recorded, and what is no
//! specification.

use crate::common::{Said, holds, json, refused, say};
use conformance::{prebuilt, root};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with `hello.elf` and `lu.elf` of the GR740 and a specification of these tests.
fn folder(tests: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for image in ["hello", "lu"] {
        let to = dir.path().join(format!("{image}.elf"));
        fs::copy(prebuilt(image), to).expect("a copy");
    }
    let spec = dir.path().join("spec.ron");
    let text = format!("(board: \"gr740\", until: \"1s\", tests: [{tests}])");
    fs::write(&spec, text).expect("it can be written");
    (dir, spec)
}

fn test(spec: &Path, more: &[&str]) -> Said {
    let mut words = vec!["test", spec.to_str().expect("UTF-8")];
    words.extend(more);
    say(&words)
}

/// What the shipped tests say of the shipped images.
#[test]
fn the_shipped_tests_pass() {
    let said = test(&root().join("firmware/tests.ron"), &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    holds(&said.out, &["ok      hello", " passed, 0 failed"]);
}

#[test]
fn each_expectation_fails_by_itself() {
    for (expected, failure) in [
        ("status: 3", "status 0 where 3 was expected"),
        ("outcome: crash", "outcome success where crash was expected"),
        (
            "until: \"10us\"",
            "outcome budget where success was expected",
        ),
        (
            "console: [\"Hello\"]",
            "no line of the console matches `Hello`",
        ),
        (
            "console_without: [\"Hello*\"]",
            "a line of the console matches `Hello*`",
        ),
        ("readings_within: \"0\"", "read no counter"),
        (
            "bounds: [(of: \"cpu0.cycles\", at_most: 5)]",
            "is above 5, by ",
        ),
        (
            "bounds: [(of: \"cpu0.cycles\", at_least: 99999999)]",
            "is below 99999999",
        ),
        (
            "bounds: [(of: \"cpu0.cycles\", recorded_within: \"0\")]",
            "is not recorded: run with --update",
        ),
    ] {
        let (_dir, spec) = folder(&format!("(name: \"a\", image: \"hello.elf\", {expected})"));
        let said = test(&spec, &[]);
        assert_eq!(said.code, Some(1), "{expected}: {}{}", said.out, said.err);
        holds(&said.out, &["FAILED  a", failure, "0 passed, 1 failed"]);
    }
}

#[test]
fn what_is_expected_and_happens_passes() {
    let (_dir, spec) = folder(
        "(name: \"lu\", image: \"lu.elf\", status: 0, regions: [\"lu_parallel\"], readings_within: \"0\",
          console: [\"parallel*speed-up*\"], console_without: [\"*FAILED*\"], set: [\"clocks.cpu=100MHz\"],
          bounds: [(of: \"cpu0.cycles\", at_least: 17000000, at_most: 18000000),
                   (of: \"region lu_parallel on core 0.calls\", at_least: 1, at_most: 1)]),
         (name: \"hello, too short\", image: \"hello.elf\", until: \"1us\", outcome: budget)",
    );
    let said = test(&spec, &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    holds(
        &said.out,
        &[
            "ok      lu",
            "ok      hello, too short",
            "2 passed, 0 failed",
        ],
    );
}

#[test]
fn recorded_numbers_are_updated_and_held() {
    let (dir, spec) = folder(
        "(name: \"a\", image: \"hello.elf\", bounds: [(of: \"cpu0.cycles\", recorded_within: \"0\")]),
         (name: \"b\", image: \"hello.elf\")",
    );
    let said = test(&spec, &["--update"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let recorded = dir.path().join("spec.recorded.ron");
    let text = fs::read_to_string(&recorded).expect("it was written");
    holds(&text, &["\"a\"", "\"cpu0.cycles\""]);
    assert!(!text.contains("\"b\""), "{text}");
    assert_eq!(test(&spec, &[]).code, Some(0));
    let digits: String = text.chars().filter(char::is_ascii_digit).skip(1).collect();
    let other = text.replace(&digits, &format!("{digits}0"));
    fs::write(&recorded, other).expect("it can be written");
    let said = test(&spec, &[]);
    assert_eq!(said.code, Some(1));
    holds(&said.out, &["differs from the recorded", "more than 0"]);
    // Only the test that was run is recorded anew.
    assert_eq!(test(&spec, &["--update", "--only", "b"]).code, Some(0));
    assert_eq!(test(&spec, &[]).code, Some(1));
}

#[test]
fn results_are_equal_however_many_run_at_a_time() {
    let spec = root().join("firmware/tests.ron");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let [one, many] = ["one.xml", "many.xml"].map(|name| dir.path().join(name));
    let out = dir.path().join("out");
    let words = |path: &PathBuf, jobs| -> Vec<String> {
        let path = path.to_str().expect("UTF-8").to_owned();
        ["--json", "--jobs", jobs, "--junit"]
            .map(str::to_owned)
            .into_iter()
            .chain([path])
            .collect()
    };
    let run = |words: Vec<String>, more: &[&str]| {
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.extend(more);
        test(&spec, &words)
    };
    let alone = run(words(&one, "1"), &["--out", out.to_str().expect("UTF-8")]);
    let together = run(words(&many, "4"), &[]);
    assert_eq!(alone.out, together.out);
    let read = |path: &PathBuf| fs::read_to_string(path).expect("it was written");
    assert_eq!(read(&one), read(&many));
    holds(
        &read(&one),
        &["<testsuites", "failures=\"0\"", "name=\"hello\""],
    );
    assert_eq!(
        json(&out.join("hello/report.json"))["outcome"]["kind"],
        "success"
    );
    assert!(read(&out.join("hello/console.txt")).contains("Hello"));
}

#[test]
fn what_is_no_specification_is_refused() {
    let (_dir, spec) = folder("");
    refused(
        &test(&spec, &[]),
        3,
        &["spec.ron", "there is no test in it"],
    );
    let (_dir, spec) = folder("(name: \"a\"), (name: \"a\", image: \"x\", bounds: [(of: \"y\")])");
    let parts = [
        "two tests are called `a`",
        "test `a` runs nothing",
        "bounds nothing",
    ];
    refused(&test(&spec, &[]), 3, &parts);
    let (_dir, spec) = folder("(name: \"a\", imag: \"x\")");
    refused(&test(&spec, &[]), 3, &["spec.ron:1:", "imag"]);
    let (_dir, spec) = folder("(name: \"a\", image: \"none.elf\")");
    refused(&test(&spec, &[]), 3, &["test `a`", "none.elf"]);
    let (_dir, spec) =
        folder("(name: \"a\", image: \"hello.elf\", bounds: [(of: \"cpu0.cycels\", at_most: 1)])");
    refused(&test(&spec, &[]), 3, &["no meter `cycels`", "cycles"]);
    let (_dir, spec) =
        folder("(name: \"a\", image: \"hello.elf\", bounds: [(of: \"cpu7.cycles\", at_most: 1)])");
    refused(&test(&spec, &[]), 3, &["no place `cpu7`", "cpu0"]);
    let (_dir, spec) = folder("(name: \"a\", image: \"hello.elf\")");
    refused(&test(&spec, &["--only", "z"]), 2, &["--only z"]);
    let spec_ = spec.to_str().expect("UTF-8");
    let said = test(&spec, &["--junit", spec_]);
    refused(&said, 2, &["--junit", "overwrite an input"]);
    refused(
        &test(&spec, &["--junit", "nowhere/x"]),
        3,
        &["there is no folder"],
    );
    refused(&test(Path::new("nowhere.ron"), &[]), 3, &["nowhere.ron"]);
}
