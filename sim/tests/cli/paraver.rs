//! The traces that firmware writes, as Paraver reads them: what `paramedir` asks of the three files, and that what it
//! computed of them (`docs/user/howto/extrae.md`) is what is in them and what happened.

use crate::common::say;
use crate::extrae::{Trace, archive, of};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const STATES: [&str; 9] = [
    "Idle",
    "Running",
    "Synchronization",
    "Scheduling and Fork/Join",
    "I/O",
    "Tracing Disabled",
    "Others",
    "Allocating memory",
    "Freeing memory",
];

/// What a `.pcf` names: states, and by type of event its label and those of its values.
#[derive(Default)]
struct Labels {
    states: BTreeMap<u64, String>,
    types: BTreeMap<u64, BTreeMap<u64, String>>,
}

impl Labels {
    /// Reads as Paraver does: a section begins with its name alone on a line, and goes on to the next one.
    #[track_caller]
    fn parse(text: &str) -> Labels {
        let mut found = Labels::default();
        let (mut section, mut kind) = ("", None);
        for line in text.lines().filter(|l| !l.is_empty()) {
            // Paraver strips a line's blanks, and fails if nothing else is there.
            assert!(!line.trim().is_empty(), "a line of blanks only");
            let known = [
                "DEFAULT_OPTIONS",
                "DEFAULT_SEMANTIC",
                "STATES",
                "EVENT_TYPE",
                "VALUES",
            ];
            if let Some(name) = known.into_iter().find(|n| *n == line) {
                section = name;
                continue;
            }
            let (number, label) = line.split_once(' ').expect(line);
            let label = label.trim().to_owned();
            let number = || number.parse::<u64>().expect(line);
            match section {
                "STATES" => drop(found.states.insert(number(), label)),
                // The first column is a colour.
                "EVENT_TYPE" => {
                    let (of, label) = label.split_once(' ').expect(line);
                    assert!(number() < 16 && !label.trim().is_empty(), "{line}");
                    let of = of.parse().expect(line);
                    assert!(
                        found.types.insert(of, BTreeMap::new()).is_none(),
                        "{of} twice"
                    );
                    kind = Some(of);
                }
                "VALUES" => {
                    let of = kind.and_then(|k| found.types.get_mut(&k)).expect("a type");
                    of.insert(number(), label);
                }
                _ => {}
            }
        }
        found
    }
}

/// The levels of a `.row` with the names of their objects.
#[track_caller]
fn levels(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut lines = text.lines().filter(|l| !l.is_empty());
    let mut found = BTreeMap::new();
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split(' ').collect();
        let ["LEVEL", level, "SIZE", n] = words[..] else {
            panic!("{line}")
        };
        let names = lines.by_ref().take(n.parse().expect("a number"));
        found.insert(
            level.to_owned(),
            names.map(str::to_owned).collect::<Vec<_>>(),
        );
        assert_eq!(found[level].len().to_string(), n, "{level}");
    }
    found
}

/// The trace of an image, if Paraver finds a label for all that is in it.
#[track_caller]
fn read(image: &str, regions: &[&str]) -> (Trace, Labels, Value) {
    let more: Vec<&str> = regions.iter().flat_map(|r| ["--region", *r]).collect();
    let (files, report) = archive(image, image, &more);
    let (trace, labels) = (Trace::parse(&files["prv"]), Labels::parse(&files["pcf"]));
    let names: Vec<&str> = labels.states.values().map(String::as_str).collect();
    assert_eq!(names, STATES);
    for state in trace.states.values().flatten() {
        assert!(labels.states.contains_key(&state.2), "state {}", state.2);
    }
    for (kind, events) in &trace.events {
        let values = labels
            .types
            .get(kind)
            .unwrap_or_else(|| panic!("{kind} has no label"));
        let bare: BTreeSet<u64> = events
            .iter()
            .map(|e| e.2)
            .filter(|v| !values.contains_key(v))
            .collect();
        assert!(
            values.is_empty() || bare.is_empty(),
            "{kind}: no label for {bare:?}"
        );
    }
    let rows = levels(&files["row"]);
    assert_eq!(rows["NODE"], ["gr740"]);
    for (level, begin) in [("CPU", "0"), ("THREAD", "THREAD 1.1.")] {
        assert_eq!(rows[level].len(), trace.states.len(), "{level}");
        assert!(rows[level].iter().all(|n| n.starts_with(begin)), "{rows:?}");
    }
    (trace, labels, report)
}

/// Time in a state by thread, as Paraver's `State As Is` with the statistic `Time`, in ns.
fn in_state(trace: &Trace, state: u64) -> Vec<u64> {
    let of = |s: &Vec<(u64, u64, u64)>| s.iter().filter(|s| s.2 == state).map(|s| s.1 - s.0).sum();
    trace.states.values().map(of).collect()
}

/// Stretches in which the last event of a type had a value, by thread: `Last Evt Val`.
fn last_value(trace: &Trace, kind: u64, thread: u64) -> Vec<(u64, u64, u64)> {
    let mine = trace.of(kind).iter().filter(|e| e.1 == thread);
    let mut found: Vec<(u64, u64, u64)> = mine.map(|e| (e.0, trace.end, e.2)).collect();
    for i in 1..found.len() {
        found[i - 1].1 = found[i].0;
    }
    found
}

/// Time of each thread with a value other than 0 and in state 1: Paraver's product of `Last Evt Val` and `Useful`, in ns.
fn useful(trace: &Trace, kind: u64) -> Vec<u64> {
    let of = |(thread, states): (&u64, &Vec<(u64, u64, u64)>)| {
        let valued = last_value(trace, kind, *thread);
        let within = |ran: &(u64, u64, u64)| {
            let valued = valued.iter().filter(|v| v.2 != 0);
            let both = valued.map(|v| ran.1.min(v.1).saturating_sub(ran.0.max(v.0)));
            both.sum::<u64>()
        };
        states.iter().filter(|s| s.2 == 1).map(within).sum()
    };
    trace.states.iter().map(of).collect()
}

/// Nanoseconds as microseconds, with two places.
fn us(ns: &[u64]) -> String {
    let all = ns.iter().map(|&ns| format!("{:.2}", ns as f64 / 1e3));
    all.collect::<Vec<_>>().join(", ")
}

/// Nanoseconds as milliseconds, with three places.
fn ms(ns: &[u64]) -> String {
    let all = ns.iter().map(|&ns| format!("{:.3}", ns as f64 / 1e6));
    all.collect::<Vec<_>>().join(", ")
}

/// Counts by thread.
fn counts(of: &[usize]) -> String {
    let all = of.iter().map(usize::to_string);
    all.collect::<Vec<_>>().join(", ")
}

/// The row of this number of the table of the published work has this text.
#[track_caller]
fn row_has(number: &str, text: &str) {
    line_has(&format!("| {number} |"), text);
}

/// The line of the page of the published work that begins so has this text.
#[track_caller]
fn line_has(begin: &str, text: &str) {
    let page = conformance::root().join("docs/user/explanation/reproductions/extrae.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let line = page.lines().find(|l| l.starts_with(begin));
    let line = line.unwrap_or_else(|| panic!("no line begins with {begin}"));
    assert!(line.contains(text), "{begin} lacks\n{text}");
}

/// The page's table of views has these rows: view, image, figures of the trace, what happened.
#[track_caller]
fn on_the_page(rows: &[[&str; 4]]) {
    let row = |[view, image, seen, truth]: &[&str; 4]| {
        format!("| {view} | `{image}` | {seen} | {truth} |")
    };
    let page = std::fs::read_to_string(conformance::root().join("docs/user/howto/extrae.md"));
    let page = page.expect("the page");
    let rows = rows.iter().map(row);
    let lacks: Vec<String> = rows.filter(|r| !page.contains(r.as_str())).collect();
    assert!(
        lacks.is_empty(),
        "docs/user/howto/extrae.md lacks\n{}",
        lacks.join("\n")
    );
}

/// Nanoseconds that the functions that match took on a core.
fn took(report: &Value, part: &str, core: u64) -> u64 {
    let regions = report["regions"].as_array().expect("regions").iter();
    let mine = regions
        .filter(|r| r["core"] == core && r["name"].as_str().is_some_and(|n| n.contains(part)));
    mine.map(|r| 4 * r["meters"]["cycles"].as_u64().expect("cycles"))
        .sum()
}

const OUTLINED: u64 = 60_000_018;
const TASK_RUN: u64 = 60_000_023;
const ALLOCATION: u64 = 40_000_040;

/// The figures of Paraver's views, which `docs/user/howto/extrae.md` has, are those of the trace; and the trace is
/// what the simulator saw, up to what the tracer's own work takes.
#[test]
fn loops_are_what_the_simulator_saw() {
    let regions = [
        "*_omp_fn*",
        "__wrap_GOMP_barrier",
        "__wrap_malloc",
        "__wrap_free",
    ];
    let (trace, labels, report) = read("lu_for_extrae", &regions);
    for core in 0..4 {
        let inside = last_value(&trace, OUTLINED, core + 1);
        let inside: Vec<_> = inside.iter().filter(|v| v.2 != 0).collect();
        assert_eq!(inside.len(), of(&report, "_omp_fn", core));
        assert_eq!(
            labels.types[&OUTLINED][&inside[0].2],
            "factorise_for._omp_fn.0"
        );
        let (seen, truth) = (inside[0].1 - inside[0].0, took(&report, "_omp_fn", core));
        assert!(seen.abs_diff(truth) * 1000 < truth, "{seen} {truth}");
        let (seen, truth) = (in_state(&trace, 5), took(&report, "GOMP_barrier", core));
        let seen = seen[usize::try_from(core).expect("small")];
        assert!(seen.abs_diff(truth) * 50 < truth, "{seen} {truth}");
    }
    let calls = |value| trace.of(ALLOCATION).iter().filter(|e| e.2 == value).count();
    let (mallocs, frees) = (calls(1), calls(2));
    assert_eq!(mallocs, of(&report, "__wrap_malloc", 0));
    assert_eq!(frees, of(&report, "__wrap_free", 0));
    let image = "lu_for_extrae";
    let by_core = |part| (0..4).map(|c| took(&report, part, c)).collect::<Vec<_>>();
    let barriers = |s: &Vec<(u64, u64, u64)>| s.iter().filter(|s| s.2 == 5).count();
    let barriers: Vec<usize> = trace.states.values().map(barriers).collect();
    let called: Vec<usize> = (0..4).map(|c| of(&report, "GOMP_barrier", c)).collect();
    assert_eq!((barriers, called), (vec![24; 4], vec![24; 4]));
    let factorises: Vec<u64> = (1..=4)
        .map(|t| last_value(&trace, OUTLINED, t))
        .map(|of| of.iter().filter(|v| v.2 != 0).map(|v| v.1 - v.0).sum())
        .collect();
    on_the_page(&[
        [
            "`sched_fork_join`",
            image,
            &format!("{} µs", us(&in_state(&trace, 7))),
            "–",
        ],
        [
            "`parallel_functions_useful`",
            image,
            &format!("{} µs", us(&useful(&trace, OUTLINED))),
            "–",
        ],
        [
            "`State As Is`, time in state 5",
            image,
            &format!("{} µs", us(&in_state(&trace, 5))),
            &format!("`GOMP_barrier` {}", us(&by_core("GOMP_barrier"))),
        ],
        [
            "that window, bursts",
            image,
            &format!("24 a thread; states 30 and 31: {mallocs}, {frees}"),
            &format!("24 calls a core; {mallocs} of `malloc`, {frees} of `free`"),
        ],
        [
            "`Last Evt Val` of 60000018, time",
            image,
            &format!("`factorise_for._omp_fn.0` {} µs", us(&factorises)),
            &us(&by_core("_omp_fn")),
        ],
    ]);
    let useful = useful(&trace, OUTLINED);
    let shares = useful.iter().zip(&factorises);
    let shares = shares.map(|(&u, &all)| format!("{:.1}", 100.0 * u as f64 / all as f64));
    let shares = shares.collect::<Vec<_>>().join(", ");
    row_has(
        "E25",
        &format!(
            "`sched_fork_join` (state 7): {} µs a thread; `parallel_functions_useful` (60000018, state 1): {} µs",
            us(&in_state(&trace, 7)),
            us(&useful)
        ),
    );
    let states = (1..=4).map(|t| [0, 1, 5].map(|s| in_state(&trace, s)[t - 1]));
    let states: Vec<String> = states.map(|of| ms(&of)).collect();
    row_has(
        "E33",
        &format!(
            "ms in states 0, 1, 5: {}. In truth, barriers: {}",
            states.join("; "),
            ms(&by_core("GOMP_barrier"))
        ),
    );
    row_has(
        "E36",
        &format!(
            "`parallel_functions_useful`: {} µs a thread, {shares} % of the function's time",
            us(&useful)
        ),
    );
    line_has(
        "- **E36.**",
        &format!(
            "The function's time is {} µs; in truth {} µs.",
            us(&factorises),
            us(&by_core("_omp_fn"))
        ),
    );
    let sizes = trace.of(40_000_041).iter().map(|e| e.2);
    assert_eq!(sizes.sum::<u64>(), 57_344);
}

#[test]
fn tasks_are_what_paramedir_computes() {
    let (trace, labels, report) = read("lu_tasks_extrae", &["make_tasks._omp_fn*"]);
    let names = &labels.types[&TASK_RUN];
    for core in 0..4 {
        for (value, name) in names.iter().filter(|(_, n)| n.starts_with("make_tasks")) {
            let ran = last_value(&trace, TASK_RUN, core + 1);
            let ran: Vec<_> = ran.iter().filter(|v| v.2 == *value).collect();
            assert_eq!(ran.len(), of(&report, name, core), "{name} on core {core}");
            let (seen, truth) = (
                ran.iter().map(|v| v.1 - v.0).sum::<u64>(),
                took(&report, name, core),
            );
            assert!(
                seen >= truth && (seen - truth) * 20 <= seen,
                "{name}: {seen} {truth}"
            );
        }
    }
    assert_eq!(trace.arrows.len(), 70);
    let image = "lu_tasks_extrae";
    let most = "make_tasks._omp_fn.3";
    let (value, _) = names.iter().find(|(_, n)| *n == most).expect(most);
    let ran = |t| {
        let all = last_value(&trace, TASK_RUN, t).into_iter();
        all.filter(|v| v.2 == *value).collect::<Vec<_>>()
    };
    let bursts: Vec<usize> = (1..=4).map(|t| ran(t).len()).collect();
    let called: Vec<usize> = (0..4).map(|c| of(&report, most, c)).collect();
    let times: Vec<u64> = (1..=4)
        .map(|t| ran(t).iter().map(|v| v.1 - v.0).sum())
        .collect();
    let truth: Vec<u64> = (0..4).map(|c| took(&report, most, c)).collect();
    on_the_page(&[
        [
            "`Last Evt Val` of 60000023, bursts",
            image,
            &format!("`{most}` {}", counts(&bursts)),
            &counts(&called),
        ],
        [
            "that window, time",
            image,
            &format!("{} µs", us(&times)),
            &us(&truth),
        ],
    ]);
}

#[test]
fn parallel_functions_are_what_paramedir_computes() {
    let (trace, labels, report) = read("proc_extrae_250", &["*_omp_fn*"]);
    let names: Vec<_> = labels.types[&OUTLINED]
        .iter()
        .filter(|(v, _)| **v != 0)
        .collect();
    assert_eq!(names.len(), 4);
    for core in 0..4 {
        for (value, name) in &names {
            let ran = last_value(&trace, OUTLINED, core + 1);
            let ran: Vec<_> = ran.iter().filter(|v| v.2 == **value).collect();
            assert_eq!((ran.len(), of(&report, name, core)), (26, 26), "{name}");
            let (seen, truth) = (
                ran.iter().map(|v| v.1 - v.0).sum::<u64>(),
                took(&report, name, core),
            );
            assert!(
                seen >= truth && (seen - truth) * 20 <= seen,
                "{name}: {seen} {truth}"
            );
        }
    }
    let (value, most) = names
        .iter()
        .find(|(_, n)| n.starts_with("smoothing."))
        .expect("a loop");
    let times: Vec<u64> = (1..=4)
        .map(|t| last_value(&trace, OUTLINED, t))
        .map(|all| {
            all.iter()
                .filter(|v| v.2 == **value)
                .map(|v| v.1 - v.0)
                .sum()
        })
        .collect();
    let truth: Vec<u64> = (0..4).map(|c| took(&report, most, c)).collect();
    on_the_page(&[[
        "that window",
        "proc_extrae_250",
        &format!("`{most}` {} µs, 26 bursts a thread", us(&times)),
        &format!("{}; 26 calls a core", us(&truth)),
    ]]);
}

/// Runs an image with `--out` and the calls, and puts the files of its own trace beside; the folder, and the trace.
fn with_calls(image: &str) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8").to_owned();
    let (files, _) = archive(
        image,
        image,
        &["--out", &out, "--trace", "ctf", "--events", "calls"],
    );
    for (ending, text) in files {
        let path = dir.path().join(format!("{image}.{ending}"));
        std::fs::write(path, text).expect("it can be written");
    }
    let trace = dir.path().join(format!("{image}.prv"));
    let trace = trace.to_str().expect("UTF-8").to_owned();
    (dir, trace)
}

/// All calls are in the traces, in order; a trace in which one was taken out, one is there twice and two changed places is
/// noticed, with what and where.
#[test]
fn traces_of_firmware_are_complete() {
    for image in ["lu_for_extrae", "lu_tasks_extrae", "functions_extrae"] {
        let (dir, trace) = with_calls(image);
        let out = dir.path().to_str().expect("UTF-8");
        let compare = ["compare", out, "--firmware-trace", &trace];
        let said = say(&compare);
        assert_eq!(said.code, Some(0), "{image}: {}{}", said.out, said.err);
        assert!(
            said.out.contains("all calls are in the trace"),
            "{}",
            said.out
        );
        if image != "lu_for_extrae" {
            continue;
        }
        let whole = std::fs::read_to_string(&trace).expect("it is there");
        let lines: Vec<&str> = whole.lines().collect();
        let mallocs: Vec<usize> = (0..lines.len())
            .filter(|&i| lines[i].contains(":40000040:1:"))
            .collect();
        let parallel = lines
            .iter()
            .position(|l| l.contains(":60000001:3"))
            .expect("a region");
        let mut changed = lines.clone();
        changed.remove(mallocs[3]);
        std::fs::write(&trace, changed.join("\n")).expect("it can be written");
        let elsewhere = tempfile::tempdir().expect("a temporary directory");
        let junit = elsewhere.path().join("calls.xml");
        let junit = junit.to_str().expect("UTF-8");
        let said = say(&[&compare[..], &["--junit", junit]].concat());
        assert_eq!(said.code, Some(1), "{}", said.err);
        assert!(
            said.out.contains("\nmissing: __wrap_malloc, call ") && !said.out.contains("\nextra"),
            "{}",
            said.out
        );
        let xml = std::fs::read_to_string(junit).expect("it was written");
        assert!(
            xml.contains("56 happened, 55 recorded: 1 missing, 0 extra"),
            "{xml}"
        );
        let mut changed = lines.clone();
        changed.insert(parallel, lines[parallel]);
        std::fs::write(&trace, changed.join("\n")).expect("it can be written");
        let said = say(&compare);
        assert!(
            said.code == Some(1) && said.out.contains("\nextra: __wrap_GOMP_parallel, record "),
            "{}",
            said.out
        );
        // The last allocation before the region comes behind it.
        let mut changed = lines.clone();
        let last = mallocs
            .iter()
            .rposition(|&i| i < parallel)
            .expect("one before");
        let line = changed.remove(mallocs[last]);
        changed.insert(parallel, line);
        std::fs::write(&trace, changed.join("\n")).expect("it can be written");
        let said = say(&compare);
        assert!(
            said.code == Some(1) && said.out.contains("\nout of order: "),
            "{}",
            said.out
        );
    }
    let image = conformance::prebuilt("hello");
    let path = image.to_str().expect("UTF-8");
    let said = say(&["compare", "nowhere", "--firmware-trace", path]);
    assert_eq!(said.code, Some(3), "{}", said.err);
}

/// Lines of a trace, with what is done to them.
type Lines = Vec<String>;

/// The fields of an event record of a thread; nothing for other lines.
fn fields(line: &str, thread: u64) -> Option<Vec<u64>> {
    let fields: Option<Vec<u64>> = line.split(':').map(|f| f.parse().ok()).collect();
    fields.filter(|f| f[0] == 2 && f[4] == thread)
}

/// Changes the event records of a thread.
fn change(lines: &mut Lines, thread: u64, change: impl Fn(&mut [u64])) {
    for line in lines {
        if let Some(mut f) = fields(line, thread) {
            change(&mut f);
            let words: Vec<String> = f.iter().map(u64::to_string).collect();
            *line = words.join(":");
        }
    }
}

/// The lines of a thread with an event of this type and value.
fn places(lines: &Lines, thread: u64, event: &str) -> Vec<usize> {
    let has = |line: &String| {
        fields(line, thread).is_some() && format!("{line}:").contains(&format!(":{event}:"))
    };
    (0..lines.len()).filter(|&i| has(&lines[i])).collect()
}

/// What is planted, and what is said of it.
type Planted = (&'static str, fn(&mut Lines), &'static [&'static str]);

const PLANTED: &[Planted] = &[
    (
        "a thread 100 us late",
        |l| change(l, 3, |f| f[5] += 100_000),
        &[
            "core 2: its clock is 99.986 us late throughout (known to 0.0",
            "166 of 166 time stamps are wrong",
        ],
    ),
    (
        "a clock 200 ppm fast",
        |l| change(l, 3, |f| f[5] += f[5] / 5000),
        &[
            "core 2: its clock is 19",
            " ppm fast, and 3.8",
            " time stamps are wrong, by up to 5.0",
        ],
    ),
    (
        "instructions doubled",
        |l| {
            change(l, 2, |f| {
                for pair in f[6..].chunks_exact_mut(2) {
                    pair[1] *= 1 + u64::from(pair[0] == 72_000_017);
                }
            });
        },
        &[
            "core 1: instructions: 180 of 203 numbers are wrong",
            "(2.000 times)",
        ],
    ),
    (
        "a record missing",
        |l| drop(l.remove(places(l, 4, "60000005:1")[3])),
        &["missing: __wrap_GOMP_barrier, call "],
    ),
    (
        "the end of a call missing",
        |l| drop(l.remove(places(l, 4, "60000005:0")[3])),
        &["missing: end of __wrap_GOMP_barrier, call "],
    ),
    (
        "two records swapped",
        |l| {
            let at = [places(l, 1, "40000040:1")[7], places(l, 1, "40000040:2")[9]];
            l.swap(at[0], at[1]);
        },
        &[
            "out of order: __wrap_malloc, record ",
            "out of order: __wrap_free, record ",
        ],
    ),
    (
        "another function",
        |l| {
            change(l, 3, |f| {
                for pair in f[6..].chunks_exact_mut(2) {
                    if pair[0] == 60_000_018 && pair[1] > 0 {
                        pair[1] = 0x4242;
                    }
                }
            });
        },
        &["wrong function: record 1 of core 2 says 0x4242, and factorise_for._omp_fn.0 was called"],
    ),
    (
        "one record late",
        |l| {
            let at = places(l, 4, "60000005:1")[3];
            let mut f = fields(&l[at], 4).expect("a record");
            f[5] += 5000;
            l[at] = f.iter().map(u64::to_string).collect::<Vec<_>>().join(":");
        },
        &[
            "core 3: the time of record ",
            " (__wrap_GOMP_barrier) is 4.",
            " us late",
        ],
    ),
    (
        "the end of a thread lost",
        |l| {
            let mine: Vec<usize> = (0..l.len())
                .filter(|&i| fields(&l[i], 2).is_some())
                .collect();
            for i in mine.into_iter().rev().take(60) {
                l.remove(i);
            }
        },
        &["lost: ", " of core 1: its trace ends before them"],
    ),
];

/// Each planted mistake is found, in its own words and in no others.
#[test]
fn planted_mistakes_of_a_trace_are_found() {
    let (dir, trace) = with_calls("lu_for_extrae");
    let out = dir.path().to_str().expect("UTF-8");
    let compare = ["compare", out, "--firmware-trace", &trace];
    let right = say(&compare);
    assert_eq!(right.code, Some(0), "{}{}", right.out, right.err);
    let sums = [
        "all calls are in the trace, in their order, and nothing else is",
        "all time stamps are those at which the tracer read its clock",
        "all numbers of events are true, or explained by what the counter showed",
        "not compared: type 30000000 (116), ",
    ];
    crate::common::holds(&right.out, &sums);
    let whole = std::fs::read_to_string(&trace).expect("it is there");
    let words = [
        "\nmissing: ",
        "\nextra: ",
        "\nout of order: ",
        "\nwrong function: ",
        "\nlost: ",
        ": its clock is ",
        ": the time of record ",
        " numbers are wrong",
    ];
    for (what, plant, expected) in PLANTED {
        let mut lines: Lines = whole.lines().map(str::to_owned).collect();
        plant(&mut lines);
        std::fs::write(&trace, lines.join("\n")).expect("it can be written");
        let said = say(&compare);
        assert_eq!(said.code, Some(1), "{what}: {}{}", said.out, said.err);
        crate::common::holds(&said.out, expected);
        for word in words.iter().filter(|w| said.out.contains(**w)) {
            let tail = *what == "the end of a thread lost" && *word == "\nmissing: ";
            let meant = expected
                .iter()
                .any(|e| format!("\n{e}").contains(word) || e.contains(word));
            assert!(meant || tail, "{what}: {}", said.out);
        }
    }
}

/// The verdicts are cases of JUnit, one for each thread and subject.
#[test]
fn threads_and_subjects_are_cases() {
    let (dir, trace) = with_calls("lu_for_extrae");
    let out = dir.path().to_str().expect("UTF-8");
    let whole = std::fs::read_to_string(&trace).expect("it is there");
    let mut lines: Lines = whole.lines().map(str::to_owned).collect();
    change(&mut lines, 3, |f| f[5] += 100_000);
    std::fs::write(&trace, lines.join("\n")).expect("it can be written");
    let junit = dir.path().join("threads.xml");
    let junit = junit.to_str().expect("UTF-8");
    let said = say(&["compare", out, "--firmware-trace", &trace, "--junit", junit]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let xml = std::fs::read_to_string(junit).expect("it was written");
    for core in 0..4 {
        for subject in [
            "calls recorded",
            "order",
            "functions",
            "lost records",
            "time stamps",
            "instructions",
        ] {
            assert!(
                xml.contains(&format!("name=\"core {core}: {subject}\"")),
                "{core} {subject}"
            );
        }
    }
    assert_eq!(xml.matches("<failure").count(), 1, "{xml}");
    assert!(
        xml.contains("its clock is 99.986 us late throughout"),
        "{xml}"
    );
}

/// A tracer whose buffers are too small loses the end of each thread, and a trace without its zero is judged by the others.
#[test]
fn lost_records_and_a_trace_without_zero() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    let image = "proc_extrae_set";
    let more = [
        "--poke",
        "EXTRAE_BUFFER_SIZE=\"90\"",
        "--poke",
        "EXTRAE_SAMPLING_PERIOD=\"\"",
    ];
    let record = ["--out", out, "--trace", "ctf", "--events", "calls"];
    let (files, _) = archive(image, image, &[&more[..], &record].concat());
    for (ending, text) in files {
        let path = dir.path().join(format!("{image}.{ending}"));
        std::fs::write(path, text).expect("it can be written");
    }
    let trace = dir.path().join(format!("{image}.prv"));
    let at = trace.to_str().expect("UTF-8");
    let said = say(&["compare", out, "--firmware-trace", at]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    for core in 0..4 {
        let ends = format!(" of core {core}: its trace ends before them");
        assert!(said.out.contains(&ends), "{}", said.out);
    }
    assert!(
        said.out.contains("all time stamps are those"),
        "{}",
        said.out
    );
    let text = std::fs::read_to_string(&trace).expect("it is there");
    let without = text.lines().filter(|l| !l.starts_with("# cycles"));
    std::fs::write(&trace, without.collect::<Vec<_>>().join("\n")).expect("it can be written");
    let said = say(&["compare", out, "--firmware-trace", at]);
    assert!(
        said.out.contains("does not say when its time is 0"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("all time stamps are those"),
        "{}",
        said.out
    );
}
