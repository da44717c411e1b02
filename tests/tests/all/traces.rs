//! Traces of whole runs are read by the tools that they are for; what is free stays right.

use conformance::{board_of, golden, on_boot_core, prebuilt, run, skipped, usual};
use std::path::Path;
use std::process::Command;
use trueboard_board::{Options, Report};
use trueboard_trace::Format;

fn traced(name: &str, format: Format, path: &Path) -> Options {
    let mut options = usual(name);
    options.traces = vec![(format, path.to_owned())];
    options
}

#[test]
fn babeltrace_reads_ctf() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (name, called) in [
        ("hello", "main"),
        ("events", "main"),
        ("tc275/events", "main"),
        ("parallella/ctimer", "_main"),
        ("parallella/scripts/hello", "_main"),
        ("keystone2/sobel", "sobel"),
    ] {
        let path = dir.path().join(name.replace('/', "-"));
        run(&board_of(name, &[]), traced(name, Format::Ctf, &path));
        let Ok(out) = Command::new("babeltrace2").arg(&path).output() else {
            return skipped("babeltrace2 is not installed (apt-get install babeltrace2)");
        };
        let complaints = String::from_utf8_lossy(&out.stderr);
        assert!(
            out.status.success() && complaints.is_empty(),
            "{complaints}"
        );
        let text = String::from_utf8(out.stdout).expect("UTF-8");
        assert!(
            text.contains("call:") && text.contains(&format!("function = \"{called}\"")),
            "{name}"
        );
        // The workload prints nothing.
        let prints = !name.starts_with("keystone2");
        assert_eq!(text.contains("console:"), prints, "{name}");
        assert_eq!(
            text.contains("reg_read:"),
            name.ends_with("events") || name.ends_with("ctimer"),
            "{name}"
        );
    }
}

#[test]
fn perfetto_is_json_with_nested_slices() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for name in [
        "omp",
        "tc275/interrupts",
        "parallella/interrupts",
        "parallella/scripts/trace_demo",
        "keystone2/sobel",
    ] {
        let path = dir.path().join("trace.json");
        run(&board_of(name, &[]), traced(name, Format::Perfetto, &path));
        nested(name, &path);
    }
}

/// Every slice that ends has begun, and the trace is no small one.
fn nested(name: &str, path: &Path) {
    let text = std::fs::read_to_string(path).expect("there is a trace");
    let trace: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let events = trace.as_array().expect("an array");
    assert!(events.len() > 500, "{name}: {} events", events.len());
    let mut open = std::collections::BTreeMap::new();
    for e in events {
        let track = (e["pid"].to_string(), e["tid"].to_string());
        let depth: &mut i64 = open.entry(track).or_default();
        match e["ph"].as_str() {
            Some("B") => *depth += 1,
            Some("E") => *depth -= 1,
            Some(_) => {}
            None => panic!("an event without phase: {e}"),
        }
        assert!(*depth >= 0, "an end without begin: {e}");
    }
}

#[test]
fn paraver_has_a_header_and_ordered_records() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (name, cores) in [
        ("events", 4),
        ("tc275/events", 3),
        ("parallella/interrupts", 17),
        ("parallella/scripts/trace_demo", 17),
        ("keystone2/sobel", 12),
    ] {
        let path = dir.path().join("trace.prv");
        let options = traced(name, Format::Paraver, &path);
        let report = run(&board_of(name, &[]), options).report;
        ordered(&report, cores, &path);
    }
}

fn ordered(report: &Report, cores: usize, path: &Path) {
    let text = std::fs::read_to_string(path).expect("there is a trace");
    let mut lines = text.lines();
    let header = lines.next().expect("a header");
    assert!(
        header.starts_with("#Paraver (")
            && header.contains(&format!("_ns:1({cores}):1:1({cores}:1)")),
        "{header}"
    );
    let end: u128 = header
        .split(':')
        .find_map(|f| f.strip_suffix("_ns").or(f.split_once("_ns").map(|x| x.0)))
        .and_then(|n| {
            n.trim_start_matches(|c: char| !c.is_ascii_digit())
                .parse()
                .ok()
        })
        .unwrap_or_else(|| panic!("no end in {header}"));
    let ticks = u128::from(report.time.ticks);
    assert_eq!(end, ticks * 1_000_000_000 / u128::from(report.time.hz));
    let mut last = 0;
    for line in lines {
        let fields: Vec<u128> = line
            .split(':')
            .map(|f| f.parse().unwrap_or_else(|_| panic!("no number in {line}")))
            .collect();
        let begin = fields[5];
        assert!(begin >= last && begin <= end, "out of order: {line}");
        match fields[0] {
            1 => assert!(
                fields.len() == 8 && fields[6] >= begin && fields[6] <= end,
                "{line}"
            ),
            2 => assert!(
                fields.len() >= 8 && fields.len().is_multiple_of(2),
                "{line}"
            ),
            3 => assert!(
                fields.len() == 15 && (begin..=end).contains(&fields[12]),
                "{line}"
            ),
            _ => panic!("unknown record {line}"),
        }
        last = begin;
    }
    for other in ["pcf", "row"] {
        assert!(path.with_extension(other).exists(), "{other}");
    }
}

/// With its measuring code free, firmware measures as truly as before, and its observer is gone.
#[test]
fn a_free_observer_leaves_true_windows() {
    for (name, observer) in [
        ("lu", "l4stat_*"),
        ("events", "l4stat_*"),
        ("tc275/epapi_demo", "EPAPI_record*"),
    ] {
        let board = board_of(name, &[]);
        let plain = run(&board, on_boot_core(prebuilt(name)));
        let mut options = on_boot_core(prebuilt(name));
        options.free = vec![observer.to_owned()];
        let free = run(&board, options);
        let new: Vec<String> = golden::windows(&free.report);
        assert!(new.is_empty(), "{name}:\n{}", new.join("\n"));
        let accounts = golden::accounts(&free.report);
        assert!(accounts.is_empty(), "{name}: {}", accounts.join("\n"));
        let total =
            |r: &conformance::Run| -> u64 { r.report.cores.iter().map(|c| c.instructions).sum() };
        assert!(total(&free) < total(&plain), "{name}");
        if name == "lu" {
            let complaints = golden::complaints(name, &free);
            assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        }
    }
}
