//! What `compare` prints, and its exit codes.

use crate::common::{Said, json, refused, say};
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
    let mut report = json(&file);
    let seen = &mut report["windows"]["windows"][0]["measured"];
    *seen = (seen.as_u64().expect("a count") - 1).into();
    std::fs::write(&file, report.to_string()).expect("it can be written");
    let said = say(&["compare", out]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    for part in ["beyond tolerance", "read at 0x0000", " <", ">", "by cpu0"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    assert_eq!(say(&["compare", out, "--tolerance", "1%"]).code, Some(0));
}

/// A report in which a clock showed one tick too many.
#[test]
fn a_wrong_clock_is_told_and_fails() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = run_into(&dir, "run", "epapi_demo", &[]);
    let file = dir.path().join("run/report.json");
    let mut report = json(&file);
    let clock = &mut report["windows"]["clocks"][0];
    (clock["wrong"], clock["exact"]) = (1.into(), 0.into());
    clock["first_wrong"] = serde_json::json!({
        "at_tick": 7, "pc": 0x1234, "measured": 8, "expected": 7
    });
    std::fs::write(&file, report.to_string()).expect("it can be written");
    let said = say(&["compare", &out]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let wrong = "read at 0x00001234 by cpu0: measured 8, must show 7";
    assert!(said.out.contains(wrong), "{}", said.out);
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
    let far = compare(&judged);
    assert_eq!(far.code, Some(1));
    let named = "beyond --against-tolerance: PAPI_BR_INS (work), ePAPI: event";
    assert!(far.out.contains(named), "{}", far.out);
}

/// Runs an image of the GR740 into a directory of `dir`.
fn run_into(dir: &tempfile::TempDir, name: &str, image: &str, words: &[&str]) -> String {
    let out = dir.path().join(name);
    let out = out.to_str().expect("UTF-8").to_owned();
    let image = prebuilt(image);
    let image = image.to_str().expect("UTF-8");
    let mut all = vec!["run", image, "--board", "gr740", "--quiet", "--out", &out];
    all.extend(words);
    assert_eq!(say(&all).code, Some(0));
    out
}

#[test]
fn two_runs_are_held_against_each_other_number_by_number() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let region = ["--region", "main"];
    let one = run_into(&dir, "one", "epapi_demo", &region);
    let two = run_into(&dir, "two", "epapi_demo", &[]);
    let same = say(&["compare", &one, "--against", &one]);
    assert_eq!(same.code, Some(0), "{}{}", same.out, same.err);
    assert!(same.out.contains("0 of "), "{}", same.out);
    // A region that only one side has is a difference, from either side.
    for (a, b) in [(&one, &two), (&two, &one)] {
        let said = say(&["compare", a, "--against", b, "--tolerance", "100%"]);
        assert_eq!(said.code, Some(1), "{}", said.err);
        assert!(said.out.contains("region main"), "{}", said.out);
        assert!(said.out.contains("not there"), "{}", said.out);
    }
    // One number of one core.
    let file = dir.path().join("two/report.json");
    let text = std::fs::read_to_string(dir.path().join("one/report.json")).expect("a report");
    let mut report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let loads = &mut report["cores"][0]["meters"]["loads"];
    *loads = (loads.as_u64().expect("a count") * 10 / 9).into();
    std::fs::write(&file, report.to_string()).expect("it can be written");
    let with = |bounds: &[&str]| {
        let words = ["compare", &one, "--against", &two];
        say(&[&words[..], bounds].concat())
    };
    let said = with(&[]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(
        said.out.contains("loads") && said.out.contains("-10.00"),
        "{}",
        said.out
    );
    assert!(said.out.contains("1 beyond"), "{}", said.out);
    assert_eq!(with(&["--bound", "loads=11%"]).code, Some(0));
    assert_eq!(with(&["--bound", "cpu0.loads=11%"]).code, Some(0));
    assert_eq!(with(&["--bound", "cpu1.loads=11%"]).code, Some(1));
    refused(&with(&["--bound", "lodes=11%"]), 3, &["lodes"]);
    refused(&with(&["--bound", "loads"]), 2, &["METER=PERCENT"]);
    // Another board.
    report["board"] = "leon3-mini".into();
    std::fs::write(&file, report.to_string()).expect("it can be written");
    refused(&with(&[]), 3, &["of the board gr740", "of leon3-mini"]);
    // The reason why an image cannot be held against a run with regions.
    let demo = prebuilt("epapi_demo");
    let demo = demo.to_str().expect("UTF-8");
    let words = ["compare", demo, "--board", "gr740", "--against", &one];
    refused(&say(&words), 3, &["regions", "--region"]);
    // Other firmware.
    let other = run_into(&dir, "other", "hello", &region);
    let words = ["compare", &one, "--against", &other];
    refused(&say(&words), 3, &["firmware", "--other-firmware"]);
    let allowed = say(&[&words[..], &["--other-firmware"]].concat());
    assert_eq!(allowed.code, Some(1), "{}", allowed.err);
    // What firmware without counters leaves to compare.
    let nothing = say(&["compare", &other]);
    assert_eq!(nothing.code, Some(3), "{}", nothing.err);
    assert!(
        nothing.out.contains("no counter was read"),
        "{}",
        nothing.out
    );
    assert!(
        nothing.err.contains("nothing was compared"),
        "{}",
        nothing.err
    );
    let figures = say(&["compare", &other, "--against", "epapi-thesis"]);
    refused(&figures, 3, &["nothing was compared"]);
    // Options that would be ignored.
    refused(
        &say(&["compare", &one, "--board", "gr740"]),
        2,
        &["--board"],
    );
    refused(
        &say(&["compare", &one, "--bound", "a=0"]),
        2,
        &["--against"],
    );
    let words = ["compare", &one, "--against-tolerance", "2%"];
    refused(&say(&words), 2, &["figures"]);
}

#[test]
fn what_it_cannot_use() {
    let demo = prebuilt("epapi_demo");
    let demo = demo.to_str().expect("UTF-8");
    // One board alone fits the image.
    assert_eq!(say(&["compare", demo]).code, Some(0));
    refused(&say(&["compare", "nowhere"]), 3, &["nowhere"]);
    let words = ["compare", demo, "--board", "gr740", "--tolerance", "little"];
    refused(&say(&words), 2, &["little", "2%"]);
    let words = ["compare", demo, "--board", "gr740", "--against", "nobody"];
    refused(
        &say(&words),
        3,
        &["nobody", "(there are barectf-thesis, epapi-thesis)"],
    );
    let words = [
        "compare",
        demo,
        "--board",
        "gr740",
        "--against",
        "epapi-thesi",
    ];
    refused(&say(&words), 3, &["did you mean", "epapi-thesis"]);
}

#[test]
fn the_cost_of_tracing_stands_beside_its_published_table() {
    let said = say(&["compare", "--against", "barectf-thesis", "--json"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let answer: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let rows = answer["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let number = |of: &str| row[of].as_f64().expect("a number");
        let measured = row["point"]["here"].as_f64().expect("a number");
        // What the DSPs' own counters say is what their meters say, but for the two reads of the counter.
        assert!((measured - number("true_point")).abs() < 0.1, "{row}");
        assert!(number("tracer") + number("interrupts") < measured, "{row}");
        assert_eq!(row["events"], row["points"], "{row}");
    }
    let words = [
        "compare",
        "--against",
        "barectf-thesis",
        "--against-tolerance",
    ];
    let judged = |percent| say(&[&words[..], &[percent]].concat());
    assert_eq!(judged("6%").code, Some(0));
    let said = judged("5%");
    assert_eq!(said.code, Some(1), "{}", said.err);
    let beyond = "beyond --against-tolerance: sha256-every-5: ";
    assert!(said.out.contains(beyond), "{}", said.out);
    assert!(
        !said.out.contains("tolerance: sha256-every-1: "),
        "{}",
        said.out
    );
}

#[test]
fn a_table_of_overhead_that_cannot_be_used() {
    let run = ["compare", "out", "--against", "barectf-thesis"];
    refused(&say(&run), 2, &["give no run"]);
    refused(
        &say(&["compare", "--against", "epapi-thesis"]),
        2,
        &["give a run"],
    );
    let board = ["compare", "--against", "barectf-thesis", "--board", "gr740"];
    refused(&say(&board), 3, &["no workload of gr740"]);
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("mine.ron");
    let text = std::fs::read_to_string(root().join("models/published/barectf-thesis.ron"));
    let text = text.expect("the table");
    let mine = |of: &str, to: &str| {
        std::fs::write(&file, text.replace(of, to)).expect("it can be written");
        say(&["compare", "--against", file.to_str().expect("UTF-8")])
    };
    refused(&mine("\"dsp7\"]", "\"dsp9\"]"), 3, &["bare.dsp9"]);
    refused(&mine("hash_traced", "hash_twice"), 3, &["hash_twice"]);
    refused(
        &mine("points: 50,", "pints: 50,"),
        3,
        &["mine.ron", "pints"],
    );
}

/// What the probes of a program cost, as JSON.
fn probes(image: &str, words: &[&str]) -> serde_json::Value {
    let image = prebuilt(image);
    let mut all = vec![
        "compare",
        image.to_str().expect("UTF-8"),
        "--board",
        "gr740",
    ];
    all.extend(words);
    all.push("--json");
    let said = say(&all);
    assert_eq!(said.code, Some(0), "{}", said.err);
    serde_json::from_str(&said.out).expect("it is JSON")
}

#[test]
fn losses_of_probes_sum_up_to_what_the_run_lost() {
    let costs = probes("epapi_demo", &["--probe", "PAPI_start"]);
    let number = |v: &serde_json::Value| v.as_i64().expect("a number");
    let run = number(&costs["run"][0]) - number(&costs["run"][1]);
    let all = costs["probes"].as_array().expect("probes");
    let lost: i64 = all.iter().map(|p| number(&p["lost"]["sum"])).sum();
    let inside: i64 = all.iter().map(|p| number(&p["inside"]["sum"])).sum();
    let core = &costs["cores"][0];
    assert!(core["differs_at"].is_null(), "{core}");
    assert_eq!(lost + number(&core["before_first"]), run);
    assert!(run > 0 && inside > 0 && all.len() == 1);
}

/// A probe that a probe calls is a part of it in both runs.
#[test]
fn probes_that_call_each_other_are_matched() {
    let image = prebuilt("tc275/epapi_demo");
    let image = image.to_str().expect("UTF-8");
    let words = ["compare", image, "--board", "tc275", "--probe", "PAPI_*"];
    let said = say(&[&words[..], &["--json"]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let costs: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
    let number = |v: &serde_json::Value| v.as_i64().expect("a number");
    let core = &costs["cores"][0];
    assert!(core["differs_at"].is_null(), "{core}");
    assert_eq!(core["calls"][0], core["calls"][1]);
    let own = costs["own"].as_array().expect("names");
    assert!(own.iter().any(|f| f == "PAPI_add_event"), "{own:?}");
    let all = costs["probes"].as_array().expect("probes");
    let lost: i64 = all.iter().map(|p| number(&p["lost"]["sum"])).sum();
    let run = number(&costs["run"][0]) - number(&costs["run"][1]);
    assert_eq!(lost + number(&core["before_first"]), run);
    assert!(all.len() > 20 && run > 0);
}

#[test]
fn a_bound_of_what_probes_may_cost() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let junit = dir.path().join("probes.xml");
    let junit = junit.to_str().expect("UTF-8");
    let words = ["--board", "gr740", "--probe", "PAPI_*", "--junit", junit];
    let said = compare(&[&words[..], &["--most-lost", "0"]].concat());
    assert_eq!(said.code, Some(1), "{}", said.err);
    let xml = std::fs::read_to_string(junit).expect("it was written");
    assert!(xml.contains("<testcase name=\"PAPI_read\""), "{xml}");
    assert!(xml.contains("failures=\"1\""), "{xml}");
    let said = compare(&[&words[..], &["--most-lost", "1000%"]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
}

#[test]
fn probes_that_nobody_calls_are_refused() {
    let said = compare(&["--board", "gr740", "--probe", "nobody_*"]);
    refused(
        &said,
        3,
        &["--probe nobody_*: no function of the images matches"],
    );
    let said = compare(&["--board", "gr740", "--replay"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(said.err.contains("--probe"), "{}", said.err);
}

#[test]
fn what_was_compared_is_written_as_junit() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let junit = dir.path().join("compare.xml");
    let junit = junit.to_str().expect("UTF-8");
    let said = compare(&["--board", "gr740", "--junit", junit]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let xml = std::fs::read_to_string(junit).expect("it was written");
    assert!(
        xml.contains("l4stat CVAL0") && xml.contains("failures=\"0\""),
        "{xml}"
    );
}

/// Each way in which the library reads counters has a row; what it showed is what happened.
#[test]
fn reads_are_told_apart_by_the_function_that_made_them() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    let demo = root().join("firmware/prebuilt/tc275/epapi_demo.elf");
    let demo = demo.to_str().expect("UTF-8");
    let mut run = vec!["run", demo, "--board", "tc275", "--quiet", "--out", out];
    assert_eq!(say(&run).code, Some(0));
    let by = ["compare", out, "--by-reader", "PAPI_*", "--json"];
    refused(&say(&by), 3, &["no trace of calls", "--trace ctf"]);
    run.extend(["--trace", "ctf", "--events", "calls"]);
    assert_eq!(say(&run).code, Some(0));
    let said = say(&by);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let rows: Vec<serde_json::Value> = serde_json::from_str(&said.out).expect("JSON");
    let report = json(&dir.path().join("report.json"));
    let all = report["windows"]["windows"].as_array().expect("a list");
    let sum = |what: &str| -> u64 { rows.iter().filter_map(|r| r[what].as_u64()).sum() };
    assert_eq!(sum("reads"), all.len() as u64);
    assert_eq!(sum("exact"), all.len() as u64);
    let measured = all.iter().filter_map(|w| w["measured"].as_u64());
    assert_eq!(sum("measured"), measured.sum::<u64>());
    assert_eq!(sum("true"), sum("measured"));
    let row = |name: &str| rows.iter().find(|r| r["reader"] == name);
    for (way, reads) in [
        ("PAPI_read", 3),
        ("PAPI_read_counters", 2),
        ("PAPI_accum", 3),
        ("PAPI_accum_counters", 2),
        ("PAPI_read_ts", 3),
        ("PAPI_stop", 6),
        ("PAPI_stop_counters", 6),
    ] {
        let row = row(way).unwrap_or_else(|| panic!("{way}: {}", said.out));
        assert!(row["reads"].as_u64() >= Some(reads), "{row}");
    }
    // Where no function of this name is open it is the one that has the instruction.
    let said = say(&["compare", out, "--by-reader", "PAPI_stop*"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("\nepapi_counter  "), "{}", said.out);
    let said = say(&["compare", out, "--by-reader", "nobody"]);
    refused(
        &said,
        3,
        &["--by-reader nobody: no function that was called is called so"],
    );
    // With one read that was wrong, or that nobody judged, it is no success.
    for (verdict, code) in [("wrong", 1), ("not_judged", 3)] {
        let mut other = report.clone();
        other["windows"]["windows"][0]["verdict"] = verdict.into();
        let text = serde_json::to_string(&other).expect("JSON");
        std::fs::write(dir.path().join("report.json"), text).expect("written");
        assert_eq!(say(&by).code, Some(code), "{verdict}");
    }
}

/// A program without and with a tracer, function by function: what was lost sums up to what the core that ended the run
/// took more; functions that only one run has are marked.
#[test]
fn two_builds_are_compared_by_function() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let junit = dir.path().join("functions.xml");
    let junit = junit.to_str().expect("UTF-8");
    let (new, old) = (prebuilt("loops_extrae"), prebuilt("loops"));
    let (new, old) = (new.to_str().expect("UTF-8"), old.to_str().expect("UTF-8"));
    let both = [
        "compare",
        new,
        "--against",
        old,
        "--by-function",
        "--board",
        "gr740",
    ];
    let said = say(&[&both[..], &["--json", "--junit", junit]].concat());
    assert_eq!(said.code, Some(1), "{}", said.err);
    let found: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let rows = found["functions"].as_array().expect("functions");
    let lost: i64 = rows
        .iter()
        .map(|f| f["lost"].as_i64().expect("cycles"))
        .sum();
    let run = |image: &str, name: &str| {
        let report = dir.path().join(name);
        let path = report.to_str().expect("UTF-8");
        say(&[
            "run", image, "--board", "gr740", "--quiet", "--report", path,
        ]);
        let report = json(&report);
        let core = report["outcome"]["core"].as_u64().expect("a core") as usize;
        report["cores"][core]["meters"]["cycles"]
            .as_i64()
            .expect("cycles")
    };
    let (with, without) = (run(new, "new.json"), run(old, "old.json"));
    assert_eq!(found["run"], serde_json::json!([with, without]));
    assert_eq!(lost, with - without);
    let of = |name: &str| {
        let row = rows.iter().find(|f| f["name"] == name);
        row.unwrap_or_else(|| panic!("no {name}")).clone()
    };
    assert!(of("extrae_add")["against"].is_null());
    let turns = of("GOMP_critical_start");
    assert_eq!(turns["here"]["calls"], turns["against"]["calls"]);
    let xml = std::fs::read_to_string(junit).expect("it was written");
    assert!(
        xml.contains("name=\"GOMP_critical_start\"") && !xml.contains("extrae_add"),
        "{xml}"
    );
    let wide = say(&[&both[..], &["--tolerance", "10000%"]].concat());
    assert_eq!(wide.code, Some(0), "{}{}", wide.out, wide.err);
    for part in ["extrae_add", "new", "the run takes"] {
        assert!(wide.out.contains(part), "{part}: {}", wide.out);
    }
    // A run that was not profiled has no functions.
    let plain = run_into(&dir, "plain", "hello", &[]);
    let said = say(&["compare", &plain, "--against", &plain, "--by-function"]);
    assert!(
        said.code == Some(3) && said.err.contains("--profile"),
        "{}",
        said.err
    );
    let said = say(&[
        "compare",
        "--by-function",
        "--against",
        old,
        "--board",
        "gr740",
    ]);
    assert_eq!(said.code, Some(2), "{}", said.err);
}
