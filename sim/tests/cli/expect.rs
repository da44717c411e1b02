//! Expectations: a small library of counters in eight builds, two of which are right (`firmware/gr740/apps/pmc.c`), is held
//! against what happened. What it told and what is true is known here in a second way: from its console, and from the
//! regions of an ordinary run.

use crate::common::{Said, holds, json, refused, say};
use conformance::{prebuilt, root};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file in a folder of its own.
fn file(text: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("expect.ron");
    fs::write(&path, text).expect("it can be written");
    (dir, path)
}

fn compared(image: &Path, board: &str, list: &str, more: &[&str]) -> Said {
    let (_dir, path) = file(list);
    let image = image.to_str().expect("UTF-8");
    let path = path.to_str().expect("UTF-8");
    let mut words = vec!["compare", image, "--board", board, "--expect", path];
    words.extend(more);
    say(&words)
}

fn of_pmc(build: &str, list: &str, more: &[&str]) -> Said {
    compared(&prebuilt(build), "gr740", list, more)
}

/// The three results of the second measurement, in the three places where a value may be.
const SECOND: &str = r#"[
    (value: "results[3]", is: "cycles", of: "work", call: 2, within: "0.5%"),
    (value: "return of pmc_stop", nth: 5, is: "instructions", of: "work", call: 2, within: 40),
    (value: "console: step 16: *, # read misses", is: "dcache_read_misses", of: "work", call: 2),
]"#;

/// The numbers in a line of the console that begins so.
fn numbers(console: &str, begin: &str) -> Vec<i128> {
    let line = console.lines().find_map(|l| l.strip_prefix(begin));
    let words = line.expect("the line").split([' ', ':', ',']);
    words.filter_map(|w| w.parse().ok()).collect()
}

/// What the library printed of its second measurement, and what `work` did in its second call: the region's sums
/// less those of a run that ends between the two calls.
fn in_a_second_way(build: &str) -> (Vec<i128>, Vec<i128>) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let to = dir.path().join("report.json");
    let (image, to) = (prebuilt(build), to.to_str().expect("UTF-8").to_owned());
    let image = image.to_str().expect("UTF-8");
    let run = |more: &[&str]| {
        let mut words = vec!["run", image, "--board", "gr740", "--region", "work"];
        words.extend(["--quiet", "--report", &to]);
        words.extend(more);
        let said = say(&words);
        (said, json(Path::new(&to))["regions"][0].clone())
    };
    let (said, whole) = run(&[]);
    assert_eq!(whole["completed"], 2, "{}", said.err);
    let told = numbers(&said.out, "step 16");
    let (_, first) = run(&["--until", "400us"]);
    assert_eq!(
        (&first["completed"], &first["unfinished"]),
        (&1.into(), &0.into())
    );
    let meter =
        |r: &serde_json::Value, name: &str| i128::from(r["meters"][name].as_u64().unwrap_or(0));
    let of = |name: &str| meter(&whole, name) - meter(&first, name);
    let truth = ["cycles", "instructions", "dcache_read_misses"].map(of);
    (told, truth.to_vec())
}

#[test]
fn a_right_library_passes_with_and_without_a_preset() {
    for build in ["pmc", "pmc_preset"] {
        let said = of_pmc(build, SECOND, &["--json"]);
        assert_eq!(said.code, Some(0), "{build}: {}{}", said.out, said.err);
        let out: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        let (told, truth) = in_a_second_way(build);
        for (i, e) in out["expectations"]
            .as_array()
            .expect("a list")
            .iter()
            .enumerate()
        {
            assert_eq!(e["returned"], told[i] as u64, "{build}: {e}");
            assert_eq!(e["expected"], truth[i] as u64, "{build}: {e}");
            assert_eq!(e["difference"], (told[i] - truth[i]) as i64, "{build}: {e}");
            assert_eq!(
                (&e["met"], &e["causes"]),
                (&true.into(), &serde_json::json!([]))
            );
        }
        // 8192 numbers of 4 bytes in steps of 64: each one is in a line of its own that is not there any more.
        assert_eq!(truth[2], 8192);
    }
}

/// Each mistake: which expectations it breaks, the kind of its cause, and words of it with figures.
#[test]
fn each_mistake_is_found_and_named() {
    let of_all = [0, 1, 2].as_slice();
    for (build, broken, kind, words) in [
        (
            "pmc_event",
            &[2][..],
            "wrong_event",
            [
                "CVAL2 of l4stat",
                "counted icache_misses (event 0x00, ",
                "dcache_read_misses is event 0x08",
            ],
        ),
        (
            "pmc_uncleared",
            of_all,
            "not_cleared",
            [
                "was not cleared before the region: it stood at 1024",
                "12 % of what happened",
                "Without it: 8192, what happened in the region",
            ],
        ),
        (
            "pmc_narrow",
            &[0],
            "width",
            [
                "the lower 16 bits of 123",
                "what CVAL0 of l4stat showed",
                "pmc.c:",
            ],
        ),
        (
            "pmc_core",
            of_all,
            "other_core",
            [
                "it is what CVAL0 of l4stat showed",
                "counted cycles of core 1 in place of core 0",
                " us",
            ],
        ),
        (
            "pmc_sign",
            of_all,
            "sign",
            [
                "the negative (start less end, not end less start) of 8192",
                "what CVAL2 of l4stat showed",
                "pmc.c:",
            ],
        ),
        (
            "pmc_wrap",
            of_all,
            "preset_kept",
            [
                "CVAL2 of l4stat began at 0xfffff000",
                "as the library wrote it",
                "Less it, modulo 2^32: 8192, what happened in the region",
            ],
        ),
    ] {
        let said = of_pmc(build, SECOND, &["--json"]);
        assert_eq!(said.code, Some(1), "{build}: {}{}", said.out, said.err);
        let out: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        let (told, truth) = in_a_second_way(build);
        let mut text = String::new();
        for (i, e) in out["expectations"]
            .as_array()
            .expect("a list")
            .iter()
            .enumerate()
        {
            assert_eq!(e["returned"], told[i] as u64, "{build}: {e}");
            assert_eq!(e["expected"], truth[i] as u64, "{build}: {e}");
            assert_eq!(e["met"], !broken.contains(&i), "{build}: {e}");
            for cause in e["causes"].as_array().expect("a list") {
                assert_eq!(cause["kind"], kind, "{build}: {cause}");
                text += cause["text"].as_str().expect("a text");
                text.push('\n');
            }
        }
        assert_eq!(
            text.lines().count(),
            broken.len(),
            "{build}: one cause each: {text}"
        );
        holds(&text, &words);
        let said = of_pmc(build, SECOND, &[]);
        holds(&said.out, &["NOT MET", " is not "]);
        holds(&said.out, &words);
    }
}

/// What the counters counted beside the region is what the judge of their reads says of it: the window is right.
#[test]
fn what_a_library_adds_around_the_region_is_named() {
    let list = r#"[(value: "results[0]", is: "cycles", of: "work", call: 1)]"#;
    let said = of_pmc("pmc", list, &["--json"]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let out: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let e = &out["expectations"][0];
    let more = e["difference"].as_i64().expect("a number");
    assert_eq!(e["causes"][0]["kind"], "window");
    let text = e["causes"][0]["text"].as_str().expect("a text");
    holds(
        text,
        &[
            "CVAL0 counted right",
            &format!("and {more} are of what lies around the region"),
        ],
    );
    // Two edges: what lies before and behind is all of it.
    let cycles: Vec<i64> = text
        .split(" cycles ")
        .filter_map(|part| part.rsplit(' ').next()?.parse().ok())
        .collect();
    assert_eq!(
        (cycles.len(), cycles.iter().sum::<i64>()),
        (2, more),
        "{text}"
    );
}

#[test]
fn calls_are_summed_unless_one_is_named() {
    let list = r#"[
        (value: "results[2]", is: "dcache_read_misses", of: "work"),
        (value: "results[2]", is: "dcache_read_misses", of: "work", call: 2),
        (value: "results[1]", is: "int_instructions + fp_instructions", of: "work", call: 1, within: "0.1%"),
        (value: "totals.of[2]", is: "dcache_read_misses", of: "work"),
        (value: "totals+28", is: "dcache_read_misses", of: "work"),
        (value: "totals.of[0]", is: "cycles", of: "work"),
        (value: "totals.measurements", is: "cycles", of: "work", within: "100%"),
    ]"#;
    let said = of_pmc("pmc", list, &["--json"]);
    let out: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let of = |i: usize, field: &str| out["expectations"][i][field].clone();
    assert_eq!(
        (of(0, "expected"), of(0, "met")),
        (9216.into(), false.into())
    );
    assert_eq!(of(0, "causes")[0]["kind"], "other_call");
    assert_eq!(of(1, "expected"), 8192);
    holds(
        of(1, "causes")[0]["text"].as_str().expect("a text"),
        &["it agrees with dcache_read_misses of call 1 of work, 1024"],
    );
    // 1024 and 8192 misses, in a field of 64 bits and in the low half of it.
    for i in [3, 4] {
        let told = (of(i, "returned"), of(i, "met"));
        assert_eq!(told, (9216.into(), true.into()));
    }
    assert_eq!(of(5, "causes")[0]["kind"], "window");
    assert_eq!(of(6, "returned"), 2, "a field of 16 bits");
    assert_eq!(
        (of(2, "met"), of(2, "is")),
        (true.into(), "int_instructions + fp_instructions".into())
    );
}

#[test]
fn what_is_not_there_is_refused() {
    let one = |text: &str| of_pmc("pmc", &format!("[({text})]"), &[]);
    for (list, parts) in [
        (
            r#"value: "resluts[0]", is: "cycles", of: "work""#,
            &["no image has a variable `resluts` (did you mean `results`?)"][..],
        ),
        (
            r#"value: "results[6]", is: "cycles", of: "work""#,
            &["there is no [6]: the array has 6 elements, [0] to [5]"],
        ),
        (
            r#"value: "results", is: "cycles", of: "work""#,
            &["results: it is an array of 6; name an element, [0]"],
        ),
        (
            r#"value: "totals", is: "cycles", of: "work""#,
            &["it is a structure; name a field: measurements, of"],
        ),
        (
            r#"value: "totals.fo[0]", is: "cycles", of: "work""#,
            &["there is no .fo; its fields are measurements, of"],
        ),
        (
            r#"value: "totals.measurements[1]", is: "cycles", of: "work""#,
            &["there is no [1]: it is no array"],
        ),
        (
            r#"value: "results[0].x", is: "cycles", of: "work""#,
            &["there is no .x: it is no structure"],
        ),
        (
            r#"value: "totals+28", type: u64, is: "cycles", of: "work""#,
            &["`totals` has 32 bytes: there is nothing of 8 bytes"],
        ),
        (
            r#"value: "results[0]", is: "cycels", of: "work""#,
            &[
                "core 0 has no meter `cycels` (did you mean `cycles`?); its meters are ",
                "dcache_read_misses",
            ],
        ),
        (
            r#"value: "results[0]", is: "cycles", of: "wrok""#,
            &["no function of the images matches `wrok` (did you mean `work`?)"],
        ),
        (
            r#"value: "results[0]", is: "cycles", of: "work", core: 7"#,
            &["gr740 has no core 7; its cores are 0 to 3"],
        ),
        (
            r#"value: "results[0]", is: "cycles", of: "work", core: 1"#,
            &["core 1 never entered `work`; entered were work on core 0"],
        ),
        (
            r#"value: "results[0]", is: "cycles", of: "work", call: 3"#,
            &["`call` is 3, and 2 calls of work ended"],
        ),
        (
            r#"value: "return of pmc_stpo", is: "cycles", of: "work""#,
            &["the images have no such function (did you mean `pmc_stop`?)"],
        ),
        (
            r#"value: "return of pmc_stop", is: "cycles", of: "work""#,
            &["6 calls of pmc_stop by core 0; give `nth`, from 1 on"],
        ),
        (
            r#"value: "return of pmc_stop", nth: 7, is: "cycles", of: "work""#,
            &["`nth` is 7, and 6 calls of pmc_stop by core 0"],
        ),
        (
            r#"value: "console: nothing #", is: "cycles", of: "work""#,
            &["no line of the console matches"],
        ),
    ] {
        refused(&one(list), 3, parts);
    }
}

/// What is no list of expectations is refused with file, line and key.
#[test]
fn a_mistake_in_the_list_is_told_with_its_place() {
    for (list, parts) in [
        (
            "[\n    (value: \"results[\", is: \"cycles\", of: \"work\"),\n]",
            &["expect.ron:2:", "`results[` names no value"][..],
        ),
        (
            "[\n    (value: \"a\", si: \"cycles\", of: \"work\"),\n]",
            &["expect.ron:2:", "`si`", "`is`"],
        ),
        (
            "[\n    (value: \"a\", is: \"cycles\"),\n]",
            &["expect.ron:2:", "`of`"],
        ),
        (
            "[(value: \"a\", is: \"cycles\", of: \"work\", within: \"5\")]",
            &["expect.ron:1:", "`within`: `5` is neither a share"],
        ),
        (
            "[(value: \"a\", is: \"cycles\", of: \"w*\")]",
            &["expect.ron:1:", "`w*` is no name of one region"],
        ),
        (
            "[(value: \"a\", type: u24, is: \"cycles\", of: \"w\")]",
            &["expect.ron:1:", "u24"],
        ),
        ("[]", &["nothing is expected"]),
    ] {
        refused(&of_pmc("pmc", list, &[]), 3, parts);
    }
    let image = prebuilt("pmc").display().to_string();
    let said = say(&["compare", &image, "--expect", "nowhere.ron"]);
    refused(&said, 3, &["nowhere.ron: cannot be read"]);
}

#[test]
fn junit_has_a_case_for_each_expectation() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let to = dir.path().join("junit.xml");
    let said = of_pmc(
        "pmc_event",
        SECOND,
        &["--junit", to.to_str().expect("UTF-8")],
    );
    assert_eq!(said.code, Some(1), "{}", said.err);
    let text = fs::read_to_string(&to).expect("it is written");
    holds(
        &text,
        &[
            "tests=\"3\" failures=\"1\"",
            "results[3] is cycles of work on core 0, call 2",
            "(event 0x00, instruction cache misses)",
        ],
    );
}

/// `test` has the same list; a report without expectations is what it was.
#[test]
fn tests_have_expectations() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let spec = dir.path().join("spec.ron");
    let image = |build: &str| prebuilt(build).display().to_string();
    let text = format!(
        "(board: \"gr740\", tests: [\n(name: \"right\", image: {:?}, expect: {SECOND}),\n\
         (name: \"event\", image: {:?}, expect: {SECOND}),\n(name: \"none\", image: {:?})])",
        image("pmc"),
        image("pmc_event"),
        image("pmc")
    );
    fs::write(&spec, text).expect("it can be written");
    let out = dir.path().join("out");
    let words = [
        "test",
        spec.to_str().expect("UTF-8"),
        "--out",
        out.to_str().expect("UTF-8"),
    ];
    let said = say(&words);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    holds(
        &said.out,
        &[
            "ok      right",
            "FAILED  event",
            "step 16: *, # read misses is 0, but dcache_read_misses of work on core 0, call 2 is 8192 (-100.00 %): it is what CVAL2",
            "2 passed, 1 failed",
        ],
    );
    let report = |test: &str| json(&out.join(test).join("report.json"));
    assert_eq!(report("event")["expectations"][2]["met"], false);
    let plain = report("none");
    assert!(plain.get("expectations").is_none());
    let (image, to) = (image("pmc"), dir.path().join("plain.json"));
    say(&[
        "run",
        &image,
        "--board",
        "gr740",
        "--quiet",
        "--report",
        to.to_str().expect("UTF-8"),
    ]);
    assert_eq!(plain, json(&to));
    let mut right = report("right");
    let fields = right.as_object_mut().expect("an object");
    assert!(fields.remove("expectations").is_some());
    fields.insert("regions".to_owned(), serde_json::json!([]));
    assert_eq!(right, plain, "who looks changes nothing");
}

/// A run that ended too early is told as that, with what it did not come to.
#[test]
fn a_run_that_fails_is_no_wrong_list() {
    let said = of_pmc("pmc", SECOND, &["--until", "10us"]);
    refused(&said, 5, &["pmc.elf: the budget ran out"]);
    let (_dir, spec) = file(&format!(
        "(board: \"gr740\", until: \"10us\", tests: [(name: \"early\", image: {:?}, expect: {SECOND})])",
        prebuilt("pmc").display().to_string()
    ));
    let said = say(&["test", spec.to_str().expect("UTF-8")]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    holds(
        &said.out,
        &[
            "outcome budget where success was expected",
            "core 0 never entered `work`; no region of these expectations was entered",
            "0 passed, 1 failed",
        ],
    );
    let dir = tempfile::tempdir().expect("a temporary directory");
    let dir = dir.path().to_str().expect("UTF-8");
    let said = compared(Path::new(dir), "gr740", SECOND, &[]);
    refused(&said, 2, &["--expect is for images that are run now"]);
}

#[test]
fn the_schema_of_reports_knows_expectations() {
    let schema = json(&root().join("docs/user/reference/report.schema.json"));
    assert!(schema["properties"]["expectations"]["items"].is_object());
}

/// ePAPI on a TriCore: a record that it printed, of a region from the entry of one function to that of another. The
/// library starts and stops counters within the two functions.
#[test]
fn a_library_on_a_tricore_is_judged_as_well() {
    let of = |value: &str, is: &str, within: &str| {
        format!(
            "(value: {value:?}, is: {is:?}, of: \"PAPI_start..PAPI_stop\", core: 1, call: 9, within: {within})"
        )
    };
    let list = [
        of("console: work *PAPI_BR_INS *# * *", "total_branches", "3"),
        of("console: work *PAPI_BR_INS *1003 *# *", "cycles", "\"1%\""),
        of("console: work *PAPI_BR_INS *# * *", "cycles", "3"),
    ];
    let list = format!("[{}]", list.join(", "));
    let said = compared(&prebuilt("tc275/epapi_demo"), "tc275", &list, &["--json"]);
    let out: serde_json::Value = serde_json::from_str(&said.out).expect(&said.err);
    let of = |i: usize, field: &str| out["expectations"][i][field].clone();
    let text = |i: usize| of(i, "causes")[0]["text"].as_str().unwrap_or("").to_owned();
    assert_eq!(
        (of(0, "returned"), of(0, "met")),
        (1003.into(), false.into())
    );
    let outside = of(0, "expected").as_u64().expect("a number") - 1003;
    holds(
        &text(0),
        &[
            "M1CNT counted right, but not just the region: its window opened ",
            " cycles after the region was entered",
            &format!("and {outside} of the region lie outside of it"),
        ],
    );
    assert_eq!(
        (of(1, "returned"), of(1, "met")),
        (15_023.into(), true.into())
    );
    assert_eq!(of(2, "causes")[0]["kind"], "other_counter");
    holds(
        &text(2),
        &[
            "it is what M1CNT of cpu1 showed",
            "cycles was counted by CCNT, which showed 15023",
        ],
    );
}
