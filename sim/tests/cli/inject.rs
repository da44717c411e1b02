//! `trueboard inject`.

use crate::common::{holds, refused, say, spawn, until};
use std::collections::BTreeMap;
use std::path::Path;

fn firmware(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    let file = root.join("firmware/prebuilt/gr740").join(name);
    file.display().to_string()
}

/// The words of a campaign into a small image.
fn words(more: &[&str]) -> Vec<String> {
    let mut words = vec!["inject".to_owned(), firmware("hello.elf")];
    words.extend(["--board", "gr740"].map(str::to_owned));
    words.extend(more.iter().map(|w| (*w).to_owned()));
    words
}

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(dir).expect("the folder");
    let file = |e: std::io::Result<std::fs::DirEntry>| {
        let e = e.expect("an entry");
        let bytes = std::fs::read(e.path()).expect("a file");
        (e.file_name().to_string_lossy().into_owned(), bytes)
    };
    entries.map(file).collect()
}

fn lines(path: &Path) -> usize {
    let text = std::fs::read(path).unwrap_or_default();
    text.iter().filter(|b| **b == b'\n').count()
}

#[test]
fn classes_add_up_and_are_those_of_each_injection() {
    let places = [
        "--faults",
        "registers,memory:.text",
        "--count",
        "60",
        "--unprotected",
    ];
    let text = say(&words(&places));
    assert_eq!(text.code, Some(0), "{}", text.err);
    let json = say(&words(&[&places[..], &["--json"]].concat()));
    let study: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    let mut of_each = BTreeMap::new();
    for i in study["injections"].as_array().expect("a list") {
        let word = |field: &str| i[field].as_str().expect("a word").to_owned();
        *of_each.entry((word("place"), word("class"))).or_insert(0) += 1;
    }
    let rows = text.out.lines().map(|l| l.split_whitespace().collect());
    let rows: Vec<Vec<&str>> = rows.filter(|r: &Vec<&str>| r.len() == 9).collect();
    for place in ["registers", "memory:.text", "all"] {
        let mut sum = 0;
        for row in rows.iter().filter(|r| r[0] == place) {
            let hits: usize = row[2].parse().expect("a number");
            sum += hits;
            let key = (place.to_owned(), row[1].to_owned());
            assert!(place == "all" || of_each.get(&key).copied().unwrap_or(0) == hits);
            let share: f64 = row[3].parse().expect("a number");
            let all = if place == "all" { 60.0 } else { 30.0 };
            assert!((share - 100.0 * hits as f64 / all).abs() < 0.006, "{row:?}");
            let end = |i: usize| row[i].parse::<f64>().expect("a number");
            assert!(end(5) <= share && share <= end(7), "{row:?}");
        }
        assert_eq!(sum, if place == "all" { 60 } else { 30 }, "{}", text.out);
    }
    let classes: Vec<&str> = of_each.keys().map(|k| k.1.as_str()).collect();
    assert!(classes.contains(&"masked"), "{classes:?}");
    assert!(
        classes.contains(&"crash") || classes.contains(&"detected"),
        "{classes:?}"
    );
}

#[test]
fn any_number_of_threads_and_kills_give_the_same_files() {
    let dir = tempfile::tempdir().unwrap();
    let out = |name: &str| dir.path().join(name).display().to_string();
    let campaign = |name: &str, jobs: &str| {
        let places = ["--faults", "registers,memory", "--count", "300"];
        let rest = ["--unprotected", "--jobs", jobs, "--out", &out(name)];
        words(&[&places[..], &rest].concat())
    };
    let one = say(&campaign("one", "1"));
    assert_eq!(one.code, Some(0), "{}", one.err);
    let two = say(&campaign("two", "2"));
    assert_eq!((two.code, &two.out), (Some(0), &one.out));
    let whole = files(&dir.path().join("one"));
    assert_eq!(
        whole.keys().collect::<Vec<_>>(),
        ["injections.csv", "runs.jsonl", "table.txt"]
    );
    assert!(whole == files(&dir.path().join("two")), "threads show");
    let runs = dir.path().join("killed/runs.jsonl");
    let mut killed_within = 0;
    for most in [1, 80, 160] {
        let words = campaign("killed", "2");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut child = spawn(&words);
        until("results come", || lines(&runs) >= most);
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        killed_within += usize::from(lines(&runs) < 300);
    }
    assert!(killed_within > 0, "no kill came before the end");
    let again = say(&campaign("killed", "1"));
    assert_eq!((again.code, &again.out), (Some(0), &one.out));
    assert!(whole == files(&dir.path().join("killed")), "kills show");
    // A torn line, as a kill in the middle of a write leaves it.
    let bytes = std::fs::read(&runs).unwrap();
    std::fs::write(&runs, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(say(&campaign("killed", "2")).code, Some(0));
    assert!(
        whole == files(&dir.path().join("killed")),
        "a torn line shows"
    );
}

#[test]
fn more_injections_go_on_from_fewer_and_others_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let to = dir.path().join("kept").display().to_string();
    let campaign = |more: &[&str]| {
        say(&words(
            &[&["--faults", "registers", "--out", &to], more].concat(),
        ))
    };
    assert_eq!(campaign(&["--count", "10"]).code, Some(0));
    let ten = std::fs::read(dir.path().join("kept/runs.jsonl")).unwrap();
    assert_eq!(campaign(&["--count", "20"]).code, Some(0));
    let twenty = std::fs::read(dir.path().join("kept/runs.jsonl")).unwrap();
    assert!(twenty.starts_with(&ten) && twenty.len() > ten.len());
    for other in [
        &["--count", "10"][..],
        &["--count", "20", "--seed", "2"],
        &["--count", "20", "--patience", "4"],
    ] {
        let said = campaign(other);
        refused(
            &said,
            3,
            &[
                "runs.jsonl",
                "results are of another campaign",
                "give another folder",
            ],
        );
        let now = std::fs::read(dir.path().join("kept/runs.jsonl")).unwrap();
        assert!(now == twenty, "results of another campaign were changed");
    }
}

#[test]
fn what_cannot_be_injected_is_said_before_anything_runs() {
    let no = |code: i32, more: &[&str], parts: &[&str]| refused(&say(&words(more)), code, parts);
    no(2, &[], &["say where faults come"]);
    for (place, cause) in [
        ("registerz", "did you mean `registers`?"),
        ("cpu0.o9", "cpu0 has no register o9"),
        ("cpu9", "no such place"),
        ("cpu0.g0", "g0 holds a constant"),
        ("cpu0.o0#32", "cpu0.o0 has bits 0 to 31"),
        ("cpu0.o0#x", "write bits as #3 or #3+4"),
        ("cpu0.o0@1x", "--faults cpu0.o0@1x: `1x` is no amount"),
        ("cpu0.o0@10s", "is past the end"),
        ("memory:0x70000000", "there is no memory at 0x70000000"),
        ("memory:0x0..0xfffffff0", "no memory of the board has all"),
        ("memory:0xffffffffffffffff", "there is no memory"),
        ("memory:0x20..0x10", "must be a range"),
        ("memory:nothing", "no image has a symbol or section nothing"),
        ("memory:", "name a symbol"),
        ("l2:0x70000000", "there is no memory"),
        ("device:gpt9", "did you mean `gpt0`?"),
        ("device:gpt0.NOTHING", "gpt0 has no register NOTHING"),
        ("bus-error:0x10", "there is no device at 0x10"),
        ("bus-error:gpt0.SCALER*0", "write how often as *3"),
        ("interrupt-lost:x", "name the line"),
        ("interrupt-stuck:99", "nothing drives line 99"),
        ("sensor:thsens.Status", "write what is shown"),
        ("sensor:thsens.Status=0x1ffffffff", "a number of 32 bits"),
        ("voltage:3", "no such kind of place"),
        ("l1d9", "name a core behind l1d or l1i"),
        ("memory:0x3#70", "has bits 0 to 63"),
    ] {
        no(2, &["--faults", place], &["--faults ", cause]);
    }
    let with = |option: &[&str], code: i32, cause: &str| {
        no(
            code,
            &[&["--faults", "registers"], option].concat(),
            &[cause],
        );
    };
    with(&["--count", "0"], 2, "--count 0: must be at least 1");
    with(&["--flips", "9"], 2, "--flips 9: must be from 1 to 8");
    with(&["--patience", "0.5"], 2, "must be from 1 to 1000");
    with(&["--patience", "nan"], 2, "must be from 1 to 1000");
    with(
        &["--from", "1s"],
        2,
        "--from 1s: 1000.000 ms is past the end",
    );
    with(&["--from", "x"], 2, "--from x: `x` is no amount");
    with(
        &["--from", "20us", "--to", "10us"],
        2,
        "--from must be before --to",
    );
    with(
        &["--check", "nothing"],
        3,
        "no image has a symbol of this name",
    );
    with(&["--check", "main:x"], 2, "must be SYMBOL or SYMBOL:BYTES");
    with(&["--until", "1us"], 3, "give more time: --until");
    with(&["--out", "/dev/null/x"], 3, "/dev/null/x: cannot be made");
    let wrong = ["inject", &firmware("hello.elf"), "--board", "parallella"];
    let said = say(&[&wrong[..], &["--faults", "registers"]].concat());
    refused(&said, 3, &["is for SPARC", "this core runs Epiphany"]);
}

/// Wires answer the core that asks alone: nothing of them can flip, and the campaign goes on.
#[test]
fn a_device_that_refuses_a_flip_ends_no_campaign() {
    let program = firmware("../parallella/trace_demo.elf");
    let words = ["inject", &program, "--board", "parallella"];
    let faults = ["--faults", "device:wires.MESHCFG", "--count", "3", "--json"];
    let said = say(&[&words[..], &faults].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let study: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
    let all = study["injections"].as_array().expect("a list");
    assert_eq!(all.len(), 3);
    for i in all {
        assert_eq!(i["class"], "masked", "{i}");
        let detail = i["detail"].as_str().unwrap_or_default();
        assert!(detail.contains("the device refuses"), "{i}");
    }
}

#[test]
fn a_bad_specification_is_named_with_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("spec.ron");
    let said = |text: &str, more: &[&str]| {
        std::fs::write(&path, text).expect("it can be written");
        let spec = path.display().to_string();
        say(&[&["inject", &spec], more].concat())
    };
    let image = firmware("hello.elf");
    let good = format!("(board: \"gr740\", image: \"{image}\", faults: [\"registers\"], count: 4)");
    assert_eq!(said(&good, &[]).code, Some(0));
    let three = |text: &str, cause: &str| refused(&said(text, &[]), 3, &["spec.ron", cause]);
    three("(", "spec.ron:1:");
    three(
        &good.replace("count: 4", "colour: 4"),
        "Unexpected field named `colour`",
    );
    three(&good.replace("count: 4", "count: -4"), "out of bounds");
    three(
        "(board: \"gr740\", faults: [\"registers\"])",
        "names no image",
    );
    let missing = said("(image: \"nothing.elf\", faults: [\"registers\"])", &[]);
    refused(&missing, 3, &["nothing.elf: cannot be read"]);
    refused(
        &said(&good.replace("count: 4", "count: 0"), &[]),
        2,
        &["--count 0"],
    );
    for beside in [
        ["--faults", "memory"],
        ["--board", "gr740"],
        ["--poke", "x=1"],
        ["--start", "1"],
        ["--from", "1us"],
    ] {
        refused(&said(&good, &beside), 2, &[beside[0], "beside", "spec.ron"]);
    }
}

/// A core that runs alone makes no decision of the scheduler for long, and yet is struck when it is said.
#[test]
fn a_fault_strikes_at_its_time() {
    let at = |time: &str| {
        let place = format!("cpu0.o0#3@{time}");
        let said = say(&words(&["--faults", &place, "--unprotected"]));
        assert_eq!(said.code, Some(0), "{}", said.err);
        let line = said.out.lines().find(|l| l.contains("stands at"));
        line.expect("where the core stands").trim().to_owned()
    };
    let places: std::collections::BTreeSet<String> = ["10us", "13us", "15us", "20us", "25us"]
        .map(|t| at(t).split_once("stands").expect("a place").1.to_owned())
        .into();
    assert!(places.len() >= 4, "{places:?}");
    // In the middle of the loop that clears memory, not at its end.
    assert!(at("11us").contains("_start+0x"), "{}", at("11us"));
    // A fault may come after all cores have done their last.
    let late = say(&words(&[
        "--faults",
        "interrupt-lost:1",
        "--count",
        "30",
        "--from",
        "34us",
    ]));
    assert_eq!(late.code, Some(0), "{}", late.err);
    holds(&late.out, &["30 injections into gr740"]);
}
