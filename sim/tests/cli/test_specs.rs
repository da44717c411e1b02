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

/// `hello` takes 34 microseconds at 250 MHz, 56 at the 125 MHz of the test, and more than twice that at the 50 MHz of all.
#[test]
fn a_test_stands_above_its_specification() {
    let (_dir, spec) = folder("");
    let text = "(board: \"leon3-mini\", until: \"1us\", set: [\"clocks.cpu=50MHz\"], tests: [
        (name: \"own\", image: \"hello.elf\", board: \"gr740\", until: \"1s\", set: [\"clocks.cpu=125MHz\"],
         bounds: [(of: \"run.nanoseconds\", at_least: 50000, at_most: 65000)])])";
    fs::write(&spec, text).expect("it can be written");
    let said = test(&spec, &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
}

/// One command records each test beside its own specification.
#[test]
fn numbers_are_recorded_beside_their_specification() {
    let bound = "image: \"hello.elf\", bounds: [(of: \"cpu0.cycles\", recorded_within: \"0\")]";
    let [a, b] = ["a", "b"].map(|name| folder(&format!("(name: \"{name}\", {bound})")));
    let both = [a.1.to_str().expect("UTF-8"), b.1.to_str().expect("UTF-8")];
    let said = say(&["test", both[0], both[1], "--update"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    for ((dir, _), own, other) in [(&a, "\"a\"", "\"b\""), (&b, "\"b\"", "\"a\"")] {
        let recorded = fs::read_to_string(dir.path().join("spec.recorded.ron"));
        let recorded = recorded.expect("it was written");
        assert!(
            recorded.contains(own) && !recorded.contains(other),
            "{recorded}"
        );
    }
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

/// What one test names and cannot be used is an error of that test: the other tests run, and a CI job finds all of them
/// in JUnit XML.
#[test]
fn a_test_that_cannot_be_run_is_one_test_in_error() {
    let bound = |of: &str| format!("image: \"hello.elf\", bounds: [(of: \"{of}\", at_most: 1)]");
    for (unusable, parts) in [
        ("image: \"none.elf\"".to_owned(), &["none.elf"][..]),
        (
            "image: \"hello.elf\", board: \"gr470\"".to_owned(),
            &["did you mean `gr740`?"],
        ),
        (
            "image: \"hello.elf\", set: [\"clocks.cpux=1\"]".to_owned(),
            &["did you mean `cpu`?"],
        ),
        (
            "image: \"hello.elf\", start: \"9\"".to_owned(),
            &["has no core 9"],
        ),
        (
            "image: \"hello.elf\", until: \"soon\"".to_owned(),
            &["no amount of simulated time"],
        ),
        (
            "image: \"hello.elf\", regions: [\"mian\"]".to_owned(),
            &["did you mean `main`?"],
        ),
        (
            bound("cpu0.cycels"),
            &["no meter `cycels` (did you mean `cycles`?)"],
        ),
        (bound("cpu7.cycles"), &["no place `cpu7`", "cpu0"]),
    ] {
        let (dir, spec) = folder(&format!(
            "(name: \"bad\", {unusable}), (name: \"good\", image: \"hello.elf\"),
             (name: \"wrong\", image: \"hello.elf\", status: 3)"
        ));
        let junit = dir.path().join("junit.xml");
        let said = test(&spec, &["--junit", junit.to_str().expect("UTF-8")]);
        assert_eq!(said.code, Some(3), "{unusable}: {}{}", said.out, said.err);
        holds(
            &said.out,
            &[
                "ERROR   bad\n",
                "test `bad`: ",
                "ok      good",
                "FAILED  wrong",
                "1 passed, 1 failed, 1 in error",
            ],
        );
        holds(&said.out, parts);
        let xml = fs::read_to_string(&junit).expect("it was written");
        holds(
            &xml,
            &[
                "tests=\"3\"",
                "failures=\"1\"",
                "errors=\"1\"",
                "name=\"good\"",
                "<error ",
            ],
        );
        let numbers = test(&spec, &["--json"]);
        assert_eq!(numbers.code, Some(3));
        let all: serde_json::Value = serde_json::from_str(&numbers.out).expect("JSON");
        assert!(
            all[0]["error"].is_string() && all[1]["error"].is_null(),
            "{all}"
        );
    }
}

#[test]
fn a_specification_that_cannot_be_used_is_an_error_in_junit() {
    let (dir, spec) = folder("(name: \"a\", imag: \"x\")");
    let junit = dir.path().join("junit.xml");
    let said = test(&spec, &["--junit", junit.to_str().expect("UTF-8")]);
    refused(&said, 3, &["spec.ron:1:", "imag"]);
    let xml = fs::read_to_string(&junit).expect("it was written");
    holds(&xml, &["errors=\"1\"", "spec.ron:1:"]);
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
    let (_dir, spec) = folder("(name: \"a\", image: \"hello.elf\")");
    refused(&test(&spec, &["--only", "z"]), 3, &["--only z"]);
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

/// With `--out` each test has a folder by its name, below that folder and for itself.
#[test]
fn a_test_has_a_folder_of_its_own() {
    let around = tempfile::tempdir().expect("a temporary directory");
    let out = around.path().join("out");
    let out = out.to_str().expect("UTF-8");
    let one = |name: &str| folder(&format!("(name: \"{name}\", image: \"hello.elf\")"));
    for name in [
        "../x",
        "/tmp/trueboard-x",
        "",
        "a/b",
        "..",
        "a\\\\b",
        "a\\u{0}",
        "a\\nb",
    ] {
        let (_dir, spec) = one(name);
        let said = test(&spec, &["--out", out]);
        refused(
            &said,
            3,
            &["with --out a name is that of a folder", "another name"],
        );
        assert_eq!(
            fs::read_dir(around.path()).expect("a folder").count(),
            0,
            "{name}"
        );
    }
    // Without --out it is only a name.
    let (_dir, spec) = one("a/b");
    assert_eq!(test(&spec, &[]).code, Some(0));
    // One name in two specifications would be one folder.
    let ((_a, a), (_b, b)) = (one("hello"), one("hello"));
    let both = [a.to_str().expect("UTF-8"), b.to_str().expect("UTF-8")];
    let said = say(&["test", both[0], both[1], "--out", out]);
    refused(
        &said,
        3,
        &["test `hello`", "each test has a folder", both[0]],
    );
    let said = test(&a, &["--out", out]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report = json(&around.path().join("out/hello/report.json"));
    assert_eq!(report["outcome"]["kind"], "success");
}

/// What a place cannot have is no 0 that passes; what it has and did not count is.
#[test]
fn a_bound_of_what_its_place_cannot_have_is_refused() {
    let bound = |of: &str| {
        let image = conformance::prebuilt("hello");
        let text = format!(
            "(board: \"gr740\", tests: [(name: \"a\", image: {image:?}, regions: [\"main\"], bounds: [(of: \"{of}\", \
             at_most: 0)])])"
        );
        let dir = tempfile::tempdir().expect("a temporary directory");
        let spec = dir.path().join("spec.ron");
        std::fs::write(&spec, text).expect("it can be written");
        test(&spec, &[])
    };
    for (of, what) in [
        ("uart0.instructions", "`uart0` has no meter `instructions`"),
        ("l2.loads", "`l2` has no meter `loads`"),
        ("ahb.instructions", "no"),
        ("cpu0.bytes_sent", "`cpu0` has no meter"),
        ("cpu0 in user mode.write_hits", "has no meter"),
        ("region main on core 0.nanoseconds", "has no meter"),
        ("run.cycles", "(it has energy_nanojoules, nanoseconds)"),
    ] {
        let said = bound(of);
        assert_eq!(said.code, Some(3), "{of}: {}{}", said.out, said.err);
        assert!(said.out.contains(what), "{of}: {}", said.out);
    }
    for of in [
        "cpu0 in user mode.loads",
        "region main on core 0.fp_instructions",
        "cpu3.loads",
    ] {
        let said = bound(of);
        assert_eq!(said.code, Some(0), "{of}: {}{}", said.out, said.err);
    }
}

/// Findings of checks fail a test, each in a line with its place; accepted ones do not.
#[test]
fn checks_of_a_test_find_nothing_or_fail_it() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    fs::copy(
        prebuilt("faulty_races"),
        dir.path().join("faulty_races.elf"),
    )
    .expect("a copy");
    let image = prebuilt("faulty_races");
    let accepted = dir.path().join("accepted.ron");
    let words = ["run", image.to_str().expect("UTF-8"), "--board", "gr740"];
    let accept = ["--check=races", "--check-accept"];
    let file = [accepted.to_str().expect("UTF-8")];
    say(&[&words[..], &accept, &file].concat());
    let run = |more: &str| {
        let spec = dir.path().join("spec.ron");
        let test = format!("(name: \"races\", image: \"faulty_races.elf\", {more})");
        let text = format!("(board: \"gr740\", until: \"1s\", tests: [{test}])");
        fs::write(&spec, text).expect("it can be written");
        self::test(&spec, &[])
    };
    let said = run("check: \"races\"");
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    holds(&said.out, &["check races: 0x", "<"]);
    let said = run("check: \"races\", check_suppress: [\"accepted.ron\"]");
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let said = run("check: \"racse\"");
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    holds(
        &format!("{}{}", said.out, said.err),
        &["check", "`racse`", "did you mean `races`?"],
    );
    let said = run("check_suppress: [\"accepted.ron\"]");
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    let said = run("poke: [\"no_such_variable=1\"]");
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    holds(&format!("{}{}", said.out, said.err), &["no_such_variable"]);
}

/// The limit of the host's time ends a run between two of its pieces; the one test has failed, and other tests run.
#[test]
fn a_test_ends_when_its_time_on_the_host_is_over() {
    let (dir, spec) = folder(
        "(name: \"long\", image: \"lu.elf\", timeout: \"1ms\"), (name: \"short\", image: \"hello.elf\")",
    );
    let [xml, summary] = ["r.xml", "summary.md"].map(|n| dir.path().join(n).display().to_string());
    let said = test(
        &spec,
        &[
            "--timeout",
            "1h",
            "--junit",
            &xml,
            "--host-times",
            "--summary",
            &summary,
        ],
    );
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    holds(
        &said.out,
        &[
            "FAILED  long",
            "time",
            "ok      short",
            "1 passed, 1 failed",
        ],
    );
    let [xml, summary] =
        [xml, summary].map(|path| fs::read_to_string(path).expect("it was written"));
    holds(
        &xml,
        &[
            "<failure ",
            "type=\"failed\"",
            "classname=\"spec\"",
            "spec.ron\"",
        ],
    );
    holds(
        &summary,
        &[
            "### trueboard test: 1 passed, 1 failed",
            "| long | **failed** |",
            "| short | ok |",
        ],
    );
    let (_dir, spec) = folder("(name: \"a\", image: \"hello.elf\", timeout: \"soon\")");
    let said = test(&spec, &[]);
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    holds(&said.out, &["timeout soon", "no time of the host"]);
}

/// The kept report of a test with `profile` is one for `trueboard profile`.
#[test]
fn a_test_keeps_a_profile() {
    let (dir, spec) = folder(
        "(name: \"with\", image: \"hello.elf\", profile: true), (name: \"without\", image: \"hello.elf\")",
    );
    let out = dir.path().join("out").display().to_string();
    assert_eq!(test(&spec, &["--out", &out]).code, Some(0));
    let of = |name: &str| say(&["profile", &format!("{out}/{name}"), "--csv"]);
    let with = of("with");
    assert_eq!(with.code, Some(0), "{}", with.err);
    holds(&with.out, &["main,"]);
    assert_eq!(of("without").code, Some(3));
}
