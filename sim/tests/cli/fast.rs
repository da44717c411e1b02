//! Untimed spans and sample windows, as users meet them.

use crate::common::{holds, refused, run};
use conformance::{prebuilt, tiny};
use serde_json::Value;
use std::path::Path;
use trueboard_cpu_sparcv8::isa::Cond;

/// A run with these options: exit code, console and summary, and the report.
fn report(image: &str, more: &[&str]) -> (Option<i32>, String, Value) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("report.json");
    let path = path.to_str().expect("UTF-8");
    let said = run(&prebuilt(image), &[more, &["--report", path]].concat());
    let text = std::fs::read(path).unwrap_or_else(|e| panic!("{e}: {}", said.err));
    let report = serde_json::from_slice(&text).expect("JSON");
    (said.code, said.out, report)
}

fn number(v: &Value, path: &str) -> u64 {
    let found = v.pointer(path).and_then(Value::as_u64);
    found.unwrap_or_else(|| panic!("{path} of {v}"))
}

#[test]
fn a_report_says_which_span_is_untimed() {
    let (code, out, full) = report("lu", &[]);
    assert_eq!(code, Some(0));
    assert!(
        full.get("untimed").is_none() && !out.contains("untimed"),
        "{out}"
    );
    let (code, out, fast) = report("lu", &["--fast-until", "main", "--fast-warm", "100"]);
    assert_eq!(code, Some(0));
    holds(
        &out,
        &[
            "is untimed: memories beyond first-level caches answered at once",
            "of them timed, to warm caches)",
            "where core 0 came to `main`",
        ],
    );
    let span = fast.pointer("/untimed/0").expect("a span");
    assert_eq!(
        (&span["until"], number(span, "/core")),
        (&Value::from("main"), 0)
    );
    let warmed = number(span, "/warmed_instructions");
    assert!((80..=100).contains(&warmed), "{warmed}");
    assert!(number(span, "/warmed_from_ticks") < number(span, "/to_ticks"));
    // What is counted begins behind it, and nothing is lost.
    let before = number(span, "/cores/0/instructions");
    assert!(before > 200, "{before}");
    assert_eq!(number(span, "/instructions"), before);
    let ticks = |r: &Value| number(r, "/time/ticks");
    let core = |r: &Value, m: &str| number(r, &format!("/cores/0/{m}"));
    let rest = ticks(&fast) - number(span, "/to_ticks");
    let cycles = core(&fast, "cycles") + core(&fast, "idle_cycles");
    assert_eq!(2 * cycles, rest);
    assert!(ticks(&fast) < ticks(&full));
    // Other cores waited in the span, too.
    let idle = number(span, "/cores/1/idle_cycles") + number(span, "/cores/1/cycles");
    assert_eq!(2 * idle, number(span, "/to_ticks"));
}

#[test]
fn a_time_ends_a_span_as_well() {
    let (code, out, r) = report(
        "speed_memory",
        &["--fast-until", "20ms", "--fast-warm", "50_000"],
    );
    assert_eq!(code, Some(0));
    holds(
        &out,
        &[
            "0.000000 to 0.020000 s is untimed",
            "counted from 0.020000 s on: ",
        ],
    );
    let span = r.pointer("/untimed/0").expect("a span");
    // 50000 cycles at 250 MHz, and 500 MHz of ticks.
    let warm = number(span, "/to_ticks") - number(span, "/warmed_from_ticks");
    assert!(warm.abs_diff(100_000) < 200, "{warm}");
    assert_eq!(span.pointer("/core"), Some(&Value::Null));
}

/// A snapshot of the point goes on as the run does, with the mark.
#[test]
fn a_snapshot_of_the_point_goes_on_as_the_run() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let snap = dir.path().join("snapshot");
    let snap = snap.to_str().expect("UTF-8");
    for point in ["main", "2ms"] {
        let fast = ["--fast-until", point, "--fast-warm", "2000"];
        let (_, straight, expected) = report("lu", &fast);
        let (code, said, at_point) = report("lu", &[&fast[..], &["--save", snap]].concat());
        assert_eq!(code, Some(5), "{said}");
        assert_eq!(number(&at_point, "/cores/0/instructions"), 0);
        let (code, rest, report) = report("lu", &["--restore", snap]);
        assert_eq!(code, Some(0));
        assert!(report == expected, "{point}: the reports differ");
        let console = |text: &str| text.split("\n---").next().unwrap_or_default().to_owned();
        assert_eq!(console(&said) + &console(&rest), console(&straight));
    }
}

/// Traces, regions and profiles begin at the point.
#[test]
fn what_is_observed_begins_at_the_point() {
    let (_, _, full) = report("lu", &["--region", "lu_parallel", "--profile"]);
    let words = [
        "--fast-until",
        "lu_parallel",
        "--region",
        "lu_parallel",
        "--profile",
    ];
    let (_, _, fast) = report("lu", &words);
    // The call that led to the point is one of the function.
    let region = |r: &Value, m: &str| number(r, &format!("/regions/0/{m}"));
    for m in ["calls", "completed"] {
        assert_eq!((region(&fast, m), region(&full, m)), (1, 1), "{m}");
    }
    let off = region(&fast, "max_cycles").abs_diff(region(&full, "max_cycles"));
    assert!(off < region(&full, "max_cycles") / 200, "{off} cycles");
    assert!(
        fast["profile"][0]["contexts"].as_array().map(Vec::len)
            < full["profile"][0]["contexts"].as_array().map(Vec::len)
    );
}

#[test]
fn points_that_a_run_does_not_come_to() {
    let lu = prebuilt("lu");
    let cases: [(&[&str], i32, &[&str]); 9] = [
        (
            &["--fast-until", "mian"],
            3,
            &["no image has such a symbol", "did you mean `main`?"],
        ),
        (
            &["--fast-until", "5parsecs"],
            2,
            &["is no amount of simulated time"],
        ),
        (
            &["--fast-until", "5s"],
            3,
            &["did not come there", "ended it with status 0"],
        ),
        (
            &["--fast-until", "5s", "--until", "1ms"],
            3,
            &["the run ends before that"],
        ),
        (
            &["--fast-until", "exit", "--until", "1us"],
            3,
            &["did not come there", "--until"],
        ),
        (&["--fast-until", "main", "--strict"], 3, &["--strict"]),
        (&["--fast-warm", "7"], 2, &["is about --fast-until"]),
        (
            &["--fast-until", "main", "--fast-warm", "x"],
            2,
            &["must be a number of instructions"],
        ),
        (
            &["--fast-until", "main", "--check"],
            3,
            &["leave out --fast-until"],
        ),
    ];
    for (more, code, parts) in cases {
        refused(&run(&lu, more), code, parts);
    }
}

/// A function that is there, and that nothing calls.
#[test]
fn a_function_that_nothing_calls() {
    let said = run(&prebuilt("hello"), &["--fast-until", "trap_dispatch"]);
    refused(
        &said,
        3,
        &[
            "--fast-until trap_dispatch",
            "did not come there",
            "Give a point that it passes",
        ],
    );
}

#[test]
fn windows_estimate_the_time_of_a_run() {
    for (image, windows, length) in [
        ("speed_matmul", "20", "20000"),
        ("speed_loop", "10", "20000"),
    ] {
        let (_, _, full) = report(image, &[]);
        let words = [
            "--sample-windows",
            windows,
            "--window-length",
            length,
            "--fast-warm",
            "20000",
        ];
        let (code, out, r) = report(image, &words);
        assert_eq!(code, Some(0), "{out}");
        holds(
            &out,
            &[
                "sample windows of 20_000 instructions",
                "at 95 %",
                "counted in the windows:",
            ],
        );
        let s = r.get("sampling").expect("windows");
        let truth = number(&full, "/cores/0/cycles");
        let [least, most] = ["/least_cycles", "/most_cycles"].map(|p| number(s, p));
        assert!(
            (least..=most).contains(&truth),
            "{image}: {least} to {most}, in truth {truth}"
        );
        assert_eq!(
            number(s, "/instructions"),
            number(&full, "/cores/0/instructions")
        );
        let list = s["windows"].as_array().expect("windows");
        assert_eq!(list.len().to_string(), windows);
        let sum: u64 = list.iter().map(|w| number(w, "/instructions")).sum();
        assert_eq!(number(&r, "/cores/0/instructions"), sum);
    }
}

#[test]
fn windows_that_make_no_estimate() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let code = [tiny::branch(Cond::ALWAYS, 0), tiny::nop()];
    let endless = tiny::Tiny::new(&code).write(dir.path(), "endless");
    let lu = prebuilt("lu");
    let cases: [(&Path, &[&str], i32, &[&str]); 4] = [
        (&lu, &["--sample-windows", "1"], 2, &["2 windows at least"]),
        (
            &lu,
            &["--sample-windows", "9", "--window-length", "0"],
            2,
            &["at least 1 instruction"],
        ),
        (
            &lu,
            &["--sample-windows", "1000000"],
            3,
            &["ask for fewer or shorter ones", "or run it whole"],
        ),
        (
            &endless,
            &["--sample-windows", "4"],
            3,
            &["does not end by itself"],
        ),
    ];
    for (image, more, code, parts) in cases {
        refused(&run(image, more), code, parts);
    }
    let both = run(&lu, &["--sample-windows", "4", "--fast-until", "main"]);
    assert_eq!(both.code, Some(2), "{}", both.err);
}

/// A campaign of faults begins at the point, and refuses those before it.
#[test]
fn injections_begin_at_the_point() {
    let lu = prebuilt("lu").display().to_string();
    let inject = |more: &[&str]| {
        let words = [
            "inject",
            &lu,
            "--board",
            "gr740",
            "--faults",
            "registers",
            "--count",
            "6",
        ];
        crate::common::say(&[&words[..], &["--json"], more].concat())
    };
    let fast = ["--fast-until", "2ms", "--fast-warm", "1000"];
    let said = inject(&fast);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let study: Value = serde_json::from_str(&said.out).expect("JSON");
    let injections = study["injections"].as_array().expect("injections");
    assert_eq!(injections.len(), 6);
    for i in injections {
        let at = i["at_ns"].as_f64().expect("a time");
        assert!(at >= 2_000_000.0, "{at}");
    }
    let early = inject(&[&fast[..], &["--from", "1ms"]].concat());
    refused(&early, 2, &["--from 1ms", "is in the untimed span"]);
    assert_eq!(inject(&fast).out, said.out);
}
