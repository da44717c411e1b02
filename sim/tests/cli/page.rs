//! `trueboard run --html`: one page that needs nothing else, says what the report says, and is the same each time.

use crate::common::{json, refused, run, say};
use conformance::tiny::{G1, G2, Tiny, exit, ld, nop, set};
use conformance::{prebuilt, skipped};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The data in a page.
fn data(page: &str) -> Value {
    let open = "<script type=\"application/json\" id=\"data\">";
    let from = page.find(open).expect("data") + open.len();
    let to = from + page[from..].find("</script>").expect("its end");
    serde_json::from_str(&page[from..to]).expect("JSON")
}

/// A page of LU, and the report of the run.
fn of_lu(dir: &Path) -> (String, Value) {
    let (page, report) = (dir.join("lu.html"), dir.join("lu.json"));
    let outputs = ["--html", text(&page), "--report", text(&report)];
    let said = run(
        &prebuilt("lu"),
        &[&outputs[..], &["--console", "none"]].concat(),
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
    (fs::read_to_string(&page).expect("the page"), json(&report))
}

#[test]
fn a_page_has_the_totals_of_the_report_and_needs_nothing_else() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (page, report) = of_lu(dir.path());
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    for other in [
        "http:", "https:", " src=", " href=", "url(", "@import", "fetch(",
    ] {
        assert!(
            !page.contains(other),
            "it refers to something outside: {other}"
        );
    }
    let data = data(&page);
    for (core, of) in data["cores"].as_array().expect("cores").iter().enumerate() {
        let truth = &report["cores"][core];
        for (name, meter) in [
            ("cycles", "cycles"),
            ("instructions", "instructions"),
            ("idle", "idle_cycles"),
        ] {
            assert_eq!(of[name], truth[meter], "{name} of core {core}");
        }
    }
    let reads: usize = (data["readings"]["rows"]
        .as_array()
        .expect("counters")
        .iter())
    .map(|row| row["reads"].as_array().expect("reads").len())
    .sum();
    let windows = report["windows"]["windows"].as_array().expect("windows");
    assert_eq!(reads, windows.len());
    assert_eq!(data["end"], report["time"]["ticks"]);
    assert_eq!(
        of_lu(dir.path()).0,
        page,
        "the same run makes the same page"
    );
}

/// Digits in groups of three, from the right.
fn grouped(n: i64) -> String {
    let digits = n.to_string().into_bytes();
    let groups = digits.rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Without a script a page has what the report has of each counter: reads, measured, true, how they differ, and the
/// verdicts.
#[test]
fn a_page_has_the_counters_of_the_report_as_a_table() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (page, report) = (dir.path().join("page.html"), dir.path().join("report.json"));
    let outputs = ["--html", text(&page), "--report", text(&report)];
    let quiet = ["--console", "none", "--quiet"];
    run(&prebuilt("events"), &[&outputs[..], &quiet].concat());
    let (page, report) = (fs::read_to_string(&page).expect("the page"), json(&report));
    let events = report["windows"]["events"].as_array().expect("counters");
    let rows: Vec<&str> = page.split("<tr data-counter=").skip(1).collect();
    assert_eq!(rows.len(), events.len());
    let mut differ = 0;
    for (row, event) in rows.iter().zip(events) {
        let cells = row.split("<td class=\"n\">").skip(1);
        let cells: Vec<&str> = cells.filter_map(|c| c.split('<').next()).collect();
        let number = |name: &str| event[name].as_i64().expect("a count");
        let counts = [
            "windows",
            "measured",
            "truth",
            "exact",
            "explained",
            "wrong",
            "not_judged",
        ];
        let mut wanted: Vec<String> = counts.iter().map(|name| grouped(number(name))).collect();
        let more = number("measured") - number("truth");
        let sign = if more > 0 { "+" } else { "" };
        wanted.insert(3, format!("{sign}{more}"));
        differ += usize::from(more != 0);
        assert_eq!(cells, wanted, "{event}");
    }
    assert!(differ > 0, "some counter shows what did not happen");
    // In the data a verdict is a number.
    let verdicts = ["exact", "explained", "wrong", "not_judged"];
    let wanted = verdicts.map(|v| events.iter().filter_map(|e| e[v].as_u64()).sum::<u64>());
    let mut found = [0; 4];
    for row in data(&page)["readings"]["rows"].as_array().expect("rows") {
        for read in row["reads"].as_array().expect("reads") {
            found[read[4].as_u64().expect("a verdict") as usize] += 1;
        }
    }
    assert_eq!(found, wanted);
}

/// Numbers of a column: base64 of integers by seven bits, the lowest first.
fn unpacked(column: &Value) -> Vec<u64> {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = column.as_str().expect("a column").trim_end_matches('=');
    let bits: String = text
        .chars()
        .map(|c| format!("{:06b}", digits.find(c).expect("a digit")))
        .collect();
    let bytes = bits.as_bytes().chunks_exact(8);
    let bytes = bytes.map(|b| u64::from_str_radix(&String::from_utf8_lossy(b), 2).expect("bits"));
    let (mut numbers, mut n, mut shift) = (Vec::new(), 0, 0);
    for byte in bytes {
        n |= (byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            numbers.push(n);
            (n, shift) = (0, 0);
        }
    }
    numbers
}

/// What is drawn of a core is a tree, each node with its caller before it; what a core does has a number.
#[test]
fn contexts_of_a_page_have_their_callers_and_kinds() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (page, _) = of_lu(dir.path());
    let data = data(&page);
    let texts = data["texts"].as_array().expect("texts");
    let mut seen = std::collections::BTreeSet::new();
    for core in data["cores"].as_array().expect("cores") {
        let [callers, kinds, names] = ["callers", "kinds", "names"].map(|c| unpacked(&core[c]));
        assert!(callers.len() == kinds.len() && kinds.len() == names.len());
        for (i, &caller) in callers.iter().enumerate() {
            let name = texts[names[i] as usize].as_str().expect("a name");
            let kind = match name {
                "(start)" => 0,
                "(asleep)" => 4,
                "(held)" => 5,
                "(error)" => 6,
                n if n.starts_with("trap ") => 2,
                n if n.starts_with("interrupt ") => 3,
                _ => 1,
            };
            assert_eq!(kinds[i], kind, "{name}");
            // 0: nobody.
            assert!(
                caller <= i as u64 && (caller == 0) == (i == 0),
                "{i}: {caller}"
            );
            seen.insert(kind);
        }
    }
    assert!([0, 1, 4, 5].iter().all(|k| seen.contains(k)), "{seen:?}");
}

#[test]
fn a_run_does_the_same_with_a_page() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (_, mut with) = of_lu(dir.path());
    let plain = dir.path().join("plain.json");
    let said = run(
        &prebuilt("lu"),
        &["--report", text(&plain), "--profile", "--console", "none"],
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(with.take(), json(&plain));
}

#[test]
fn a_page_is_an_output_like_others() {
    let elf = prebuilt("hello");
    let said = run(&elf, &["--html", text(&elf)]);
    refused(&said, 2, &["--html", "overwrite an input"]);
    let said = run(&elf, &["--html", "/nowhere/at/all.html"]);
    refused(&said, 3, &["/nowhere/at/all.html", "there is no folder"]);
}

#[test]
fn causes_are_in_a_page_of_a_run_by_instruction() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let page = dir.path().join("hello.html");
    let options = ["--html", text(&page), "--profile-instructions", "--quiet"];
    let said = run(&prebuilt("hello"), &options);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let data = data(&fs::read_to_string(&page).expect("the page"));
    let causes = data["why"]["causes"].as_array().expect("causes");
    let sum: u64 = causes.iter().filter_map(|c| c["cycles"].as_u64()).sum();
    assert_eq!(data["why"]["left_out"], 0);
    assert_eq!(data["why"]["cycles"], sum, "causes add up");
}

/// Names that end elements, of a function and of the file, are text in a page.
#[test]
fn no_name_ends_an_element_of_a_page() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let function = "</script><!--<i>&\"'";
    // A warning of a device that is not modelled names the function; what is called is drawn.
    let calls = [&set(0xff90_d000, G1)[..], &[ld(G1, G2), 0x4000_0002, nop()]].concat();
    let mut image = Tiny::new(&[&calls[..], &exit(0)].concat());
    let bytes = 4 * calls.len() as u32;
    let (at, all) = (image.functions[0].1, image.functions[0].2);
    image.functions[0] = (function.to_owned(), at, bytes);
    let called = (format!("called{function}"), at + bytes, all - bytes);
    image.functions.push(called.clone());
    let elf = image.write(dir.path(), "<b>&\"'");
    let out = dir.path().join("page.html");
    let said = run(&elf, &["--quiet", "--html", text(&out)]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let page = fs::read_to_string(&out).expect("the page");
    assert_eq!(
        page.matches("</script").count(),
        2,
        "of the data, of the scripts"
    );
    assert!(
        !page.contains("<b>") && !page.contains("<i>"),
        "no element of theirs"
    );
    assert!(page.contains("<h3>Warnings</h3>"), "{page}");
    let title = "&lt;b&gt;&amp;&quot;&#39;.elf on gr740";
    assert!(page.contains(&format!("{title} - Trueboard</title>")));
    assert!(page.contains(&format!("{title}</h1>")));
    let data = data(&page);
    let texts = data["texts"].as_array().expect("the data are whole");
    assert!(texts.contains(&Value::from(called.0)), "{texts:?}");
}

/// What a browser makes of a page.
fn in_browser(page: &Path) -> Option<String> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut found = names.iter().filter(|name| {
        let asked = Command::new(name).arg("--version").output();
        asked.is_ok_and(|o| o.status.success())
    });
    let profile = tempfile::tempdir().expect("a temporary directory");
    let out = assert_cmd::Command::new(found.next()?)
        .timeout(Duration::from_secs(60))
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(["--virtual-time-budget=4000", "--window-size=1400,2000"])
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser starts");
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// A number list of the page's body.
fn listed(dom: &str, name: &str) -> Vec<f64> {
    let open = format!("data-{name}=\"");
    let from = dom.find(&open).expect("the scripts have run to their end") + open.len();
    let list = dom[from..].split('"').next().unwrap_or_default();
    list.split(' ').filter_map(|n| n.parse().ok()).collect()
}

#[test]
fn a_browser_adds_up_what_the_report_has() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (_, report) = of_lu(dir.path());
    let Some(dom) = in_browser(&dir.path().join("lu.html")) else {
        return skipped("there is no chromium");
    };
    assert!(dom.contains("data-ready=\"yes\""), "a script has failed");
    let (awake, instructions) = (listed(&dom, "awake"), listed(&dom, "instructions"));
    for (i, core) in report["cores"]
        .as_array()
        .expect("cores")
        .iter()
        .enumerate()
    {
        let meter = |name: &str| core[name].as_f64().expect("a count");
        assert_eq!(instructions[i], meter("instructions"));
        // Two ticks a cycle; a core that is woken counts some cycles before it runs.
        let cycles = awake[i] / 2.0;
        let off = (cycles - meter("cycles")).abs();
        assert!(off <= 50.0, "core {i}: {cycles} awake, {core}");
    }
    assert!(dom.contains(">lu_update</button>"), "the profile is there");
}

#[test]
fn the_scripts_of_a_page_are_scripts() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("star.html");
    let script = conformance::root().join("firmware/parallella/scripts/hello.ron");
    let words = ["run", "--board", "parallella", "--host", text(&script)];
    let said = say(&[&words[..], &["--quiet", "--html", text(&out)]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let page = fs::read_to_string(&out).expect("the page");
    let from = page.rfind("<script>").expect("scripts") + "<script>".len();
    let to = page.rfind("</script>").expect("their end");
    let script = dir.path().join("page.js");
    fs::write(&script, &page[from..to]).expect("a copy");
    match Command::new("node").arg("--check").arg(&script).output() {
        Err(_) => skipped("there is no node"),
        Ok(o) => assert!(o.status.success(), "{}", String::from_utf8_lossy(&o.stderr)),
    }
}
