//! The tracer of the GR740 (`docs/user/howto/extrae.md`): its trace is well formed, and what is in it is what
//! happened.

use crate::common::{json, say};
use conformance::{prebuilt, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// `(begin, end, state)`, in ns.
pub type State = (u64, u64, u64);

/// What a `.prv` holds.
#[derive(Default)]
pub struct Trace {
    pub end: u64,
    /// By thread, from 1.
    pub states: BTreeMap<u64, Vec<State>>,
    /// By type: time, thread, value.
    pub events: BTreeMap<u64, Vec<(u64, u64, u64)>>,
    /// From a task to one that depends on it.
    pub arrows: Vec<(u64, u64)>,
}

const PARALLEL: u64 = 60_000_001;
const BARRIER: u64 = 60_000_005;
const JOIN: u64 = 60_000_016;
const OUTLINED: u64 = 60_000_018;
const USER_FUNCTION: u64 = 60_000_019;
const TASK_RUN: u64 = 60_000_023;
const TASK_MADE: u64 = 60_000_024;
const HEAP: u64 = 47_000_002;
const TEMPERATURE: u64 = 47_000_003;
const POWER: u64 = 47_000_004;
const STACK: u64 = 47_000_001;
const INSTRUCTIONS: u64 = 72_000_017;
const BUS: u64 = 72_000_024;
const SAMPLE: u64 = 30_000_000;

impl Trace {
    /// Every line is of a known kind, in order of time and within the trace; the states of a thread
    /// lie end to end; arrows go forward.
    #[track_caller]
    pub fn parse(text: &str) -> Trace {
        let mut lines = text.lines();
        let header = lines.next().expect("a header");
        let rest = header.strip_prefix("#Paraver (01/01/2026 at 00:00):");
        let (end, rest) = rest.and_then(|r| r.split_once("_ns:")).expect(header);
        assert_eq!(rest, "1(4):1:1(4:1),0");
        let mut t = Trace {
            end: end.parse().expect("a number"),
            ..Trace::default()
        };
        let mut last = 0;
        for line in lines.filter(|l| !l.starts_with('#')) {
            let n: Vec<u64> = line
                .split(':')
                .map(|n| n.parse().expect("a number"))
                .collect();
            let thread = n[4];
            assert_eq!(n[1..4], [thread, 1, 1], "thread n runs on core n: {line}");
            assert!(
                n[5] >= last && n[5] <= t.end,
                "not in order of time: {line}"
            );
            last = n[5];
            match n[0] {
                1 => t.states.entry(thread).or_default().push((n[5], n[6], n[7])),
                2 => {
                    assert_eq!(n.len() % 2, 0, "{line}");
                    for pair in n[6..].chunks(2) {
                        let of = t.events.entry(pair[0]).or_default();
                        of.push((n[5], thread, pair[1]));
                    }
                }
                3 => {
                    assert!(n.len() == 15 && n[5] <= n[11], "back in time: {line}");
                    t.arrows.push((n[13], n[14]));
                }
                _ => panic!("no kind of line: {line}"),
            }
        }
        for (thread, states) in &t.states {
            assert!(states.windows(2).all(|s| s[0].1 == s[1].0), "{thread}");
            assert_eq!(states.first().map(|s| s.0), Some(0));
            assert_eq!(states.last().map(|s| s.1), Some(t.end));
            assert!(
                states
                    .iter()
                    .all(|s| [0, 1, 5, 7, 12, 15, 30, 31].contains(&s.2))
            );
        }
        t
    }

    pub fn of(&self, kind: u64) -> &[(u64, u64, u64)] {
        self.events.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// How many events of a thread have a value other than 0.
    fn begun(&self, kind: u64, thread: u64) -> usize {
        let mine = |e: &&(u64, u64, u64)| e.1 == thread && e.2 != 0;
        self.of(kind).iter().filter(mine).count()
    }

    fn values(&self, kind: u64) -> Vec<u64> {
        self.of(kind).iter().map(|e| e.2).collect()
    }

    /// Parts of the parallel region in which each thread is in state 1.
    fn use_of_region(&self) -> Vec<f64> {
        let region = self.of(PARALLEL);
        let (begin, end) = (region[0].0, region[1].0);
        let share = |states: &Vec<State>| {
            let within = |s: &State| s.1.min(end).saturating_sub(s.0.max(begin));
            let ran = states.iter().filter(|s| s.2 == 1).map(within).sum::<u64>();
            ran as f64 / (end - begin) as f64
        };
        self.states.values().map(share).collect()
    }
}

/// Runs an image with its second UART as the console: the trace in the archive, all names in it,
/// and the report.
#[track_caller]
fn traced(image: &str, more: &[&str]) -> (Trace, Value) {
    traced_as(image, image, more)
}

/// The same of an image whose files are called otherwise.
#[track_caller]
fn traced_as(image: &str, program: &str, more: &[&str]) -> (Trace, Value) {
    let (files, report) = archive(image, program, more);
    let trace = Trace::parse(&files["prv"]);
    for kind in trace.events.keys() {
        let labelled = files["pcf"].contains(&format!("    {kind}    "));
        assert!(labelled, "{kind} has no label");
    }
    (trace, report)
}

/// The three files of the trace that an image wrote, by their endings, and the report.
#[track_caller]
pub fn archive(image: &str, program: &str, more: &[&str]) -> (BTreeMap<String, String>, Value) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (report, tar) = (dir.path().join("report.json"), dir.path().join("trace.tar"));
    let elf = prebuilt(image);
    let mut words = vec![
        "run",
        elf.to_str().expect("UTF-8"),
        "--board",
        "gr740",
        "-q",
    ];
    words.extend(["--set", "devices.uart0.console=false"]);
    words.extend(["--set", "devices.uart1.console=true"]);
    words.extend(["--console", tar.to_str().expect("UTF-8")]);
    words.extend(["--report", report.to_str().expect("UTF-8")]);
    words.extend(more);
    let said = say(&words);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let files = untar(&std::fs::read(&tar).expect("the trace"));
    let name = |ending: &str| format!("{program}.{ending}");
    let names: Vec<_> = files.keys().cloned().collect();
    assert_eq!(names, [name("pcf"), name("prv"), name("row")]);
    let ending = |(name, text): (String, String)| (name[program.len() + 1..].to_owned(), text);
    (files.into_iter().map(ending).collect(), json(&report))
}

/// The files of an archive.
fn untar(bytes: &[u8]) -> BTreeMap<String, String> {
    let text = |b: &[u8]| {
        let b = b.split(|&c| c == 0).next().unwrap_or_default();
        String::from_utf8(b.to_vec()).expect("text")
    };
    let mut files = BTreeMap::new();
    let mut at = 0;
    while bytes[at] != 0 {
        let header = &bytes[at..at + 512];
        assert_eq!(&header[257..265], b"ustar\x0000");
        let size = usize::from_str_radix(&text(&header[124..136]), 8).expect("a size");
        let sum = u32::from_str_radix(&text(&header[148..154]), 8).expect("a sum");
        let blank = header.iter().enumerate();
        let blank = blank.map(|(i, &b)| {
            if (148..156).contains(&i) {
                32
            } else {
                u32::from(b)
            }
        });
        assert_eq!(blank.sum::<u32>(), sum);
        let file = &bytes[at + 512..at + 512 + size];
        files.insert(text(&header[..100]), text(file));
        at += 512 + size.next_multiple_of(512);
    }
    files
}

/// Calls of the functions that match, on a core.
pub fn of(report: &Value, part: &str, core: u64) -> usize {
    let regions = report["regions"].as_array().expect("regions");
    let mine = regions
        .iter()
        .filter(|r| r["core"] == core && r["name"].as_str().is_some_and(|n| n.contains(part)));
    let calls: u64 = mine.map(|r| r["calls"].as_u64().expect("calls")).sum();
    usize::try_from(calls).expect("a number")
}

/// So many counters were read, and none showed anything else than what had happened.
#[track_caller]
fn counters_are_true(report: &Value, counters: usize) {
    let events = report["windows"]["events"].as_array().expect("counters");
    assert_eq!(events.len(), counters);
    for e in events {
        assert_eq!(e["wrong"], 0, "{e}");
    }
}

#[test]
fn loops_are_traced_as_they_ran() {
    let regions = [
        "--region",
        "GOMP_barrier",
        "--region",
        "*_omp_fn*",
        "--region",
        "on_tick",
    ];
    let (trace, report) = traced("lu_for_extrae", &regions);
    counters_are_true(&report, 16);
    assert_eq!(trace.values(PARALLEL), [3, 0]);
    for core in 0..4 {
        let thread = core + 1;
        assert_eq!(trace.begun(OUTLINED, thread), of(&report, "_omp_fn", core));
        // Barriers of the program, those of loops' ends (of eight, one of each three has none), and
        // the one that ends the region, which the runtime reaches by itself.
        let barriers = trace.begun(BARRIER, thread) + trace.begun(JOIN, thread) - 8 + 1;
        assert_eq!(barriers, of(&report, "GOMP_barrier", core));
    }
    let samples = of(&report, "on_tick", 0);
    assert_eq!(trace.of(SAMPLE).len(), 4 * samples);
    assert_eq!(trace.of(POWER).len(), samples);
    let heap = trace.values(HEAP);
    assert_eq!((heap.iter().max(), heap.last()), (Some(&83_200), Some(&0)));
    assert!(
        trace
            .values(TEMPERATURE)
            .iter()
            .all(|t| (53_000..=54_000).contains(t))
    );
    // The spreadsheet's way: 321.81 mW, and 180.87 mW for each core in use. It does not see that a
    // core that spins takes what a core that works takes.
    let shares = trace.use_of_region();
    let estimate = 321.81 + 180.87 * shares.iter().sum::<f64>();
    assert!((700.0..860.0).contains(&estimate), "{estimate}");
    // A worker's stack: its own, and the frames of the tracer.
    for thread in 2..=4 {
        let mine = trace.of(STACK).iter().filter(|e| e.1 == thread);
        let deepest = mine.map(|e| e.2).max().expect("events");
        assert!((900..2000).contains(&deepest), "{deepest}");
    }
}

#[test]
fn the_graph_of_tasks_is_that_of_the_matrix() {
    let (trace, report) = traced("lu_tasks_extrae", &["--region", "make_tasks._omp_fn*"]);
    counters_are_true(&report, 16);
    let made: usize = (1..=4).map(|t| trace.begun(TASK_MADE, t)).sum();
    assert_eq!(made, 39);
    for core in 0..4 {
        let ran = of(&report, "_omp_fn", core);
        assert_eq!(trace.begun(TASK_RUN, core + 1), ran, "core {core}");
    }
    let edges: BTreeSet<_> = trace.arrows.iter().copied().collect();
    assert_eq!((edges.len(), trace.arrows.len()), (70, 70));
    // Tasks are numbered as they are made, so that no edge leads to a smaller number.
    let mut level = BTreeMap::from_iter((1..=39).map(|id| (id, 1)));
    for to in 1..=39 {
        let before = edges.iter().filter(|e| e.1 == to).map(|e| level[&e.0] + 1);
        let mine = before.max().unwrap_or(1);
        level.insert(to, mine);
    }
    let depth = level.values().max().copied().expect("tasks");
    let width = (1..=depth)
        .map(|l| level.values().filter(|&&m| m == l).count())
        .max();
    assert_eq!((depth, width), (13, Some(9)));
}

#[test]
fn critical_sections_are_lock_states() {
    let (trace, report) = traced("loops_extrae", &["--region", "GOMP_critical_start"]);
    for core in 0..4 {
        let mine = trace.of(60_000_007).iter().filter(|e| e.1 == core + 1);
        let taken = mine.filter(|e| e.2 == 6).count();
        assert_eq!(taken, of(&report, "GOMP_critical_start", core));
    }
}

/// The mean of bus use between samples, in percent, and how many there are.
fn bus_use(trace: &Trace) -> (f64, usize) {
    let samples: Vec<u64> = trace
        .of(SAMPLE)
        .iter()
        .filter(|e| e.1 == 1)
        .map(|e| e.0)
        .collect();
    let (first, last) = (samples[0], samples[samples.len() - 1]);
    let used = trace
        .of(BUS)
        .iter()
        .filter(|e| e.1 == 1 && first < e.0 && e.0 <= last);
    let used: u64 = used.map(|e| e.2).sum();
    (
        100.0 * used as f64 / ((last - first) as f64 / 4.0),
        samples.len(),
    )
}

#[test]
fn long_sampling_periods_say_as_much_for_less() {
    let [short, long] = ["proc_extrae", "proc_extrae_250"].map(|image| {
        let (trace, report) = traced(image, &["--region", "on_tick"]);
        counters_are_true(&report, 16);
        let total: u64 = trace.values(INSTRUCTIONS).iter().sum();
        assert!(total > 0);
        let regions = report["regions"].as_array().expect("regions");
        let cost = regions[0]["meters"]["cycles"].as_f64().expect("cycles");
        let (mean, samples) = bus_use(&trace);
        (mean, samples, 100.0 * cost / (trace.end as f64 / 4.0))
    });
    assert_eq!((short.1, long.1), (260, 10));
    assert!((short.0 - long.0).abs() < 0.05, "{short:?} {long:?}");
    assert!(short.2 < 0.25 && long.2 < 0.015, "{short:?} {long:?}");
    assert!(short.2 > 15.0 * long.2, "{short:?} {long:?}");
}

/// What the die has at the sensor's reads, and what the sensor shows, in thousandths of a degree.
fn die(report: &Value) -> Vec<(u64, u64)> {
    let reads = report["sensors"]["reads"].as_array().expect("reads").iter();
    let of = |r: &Value| {
        let truth = r["truth_mc"].as_u64().expect("a temperature");
        (truth, 1000 * r["measured_c"].as_u64().expect("degrees"))
    };
    reads.map(of).collect()
}

/// The die cools while one core works on the serial factorisation, and while all sleep between two phases; the
/// trace has both dips, as the sensor shows them.
#[test]
fn the_die_cools_while_cores_idle() {
    let set = ["--poke", "lu_phases=2", "--poke", "lu_factorisations=2"];
    let (trace, report) = traced("lu_idle_extrae", &set);
    counters_are_true(&report, 8);
    let (seen, die) = (trace.of(TEMPERATURE), die(&report));
    assert_eq!(
        trace.values(TEMPERATURE),
        die.iter().map(|d| d.1).collect::<Vec<_>>()
    );
    assert!(die.iter().all(|d| d.0.abs_diff(d.1) <= 500), "{die:?}");
    let mut steps = seen.to_vec();
    steps.dedup_by_key(|s| s.2);
    let degrees: Vec<u64> = steps.iter().map(|s| s.2 / 1000).collect();
    assert!(degrees.starts_with(&[54, 53, 54, 53]), "{degrees:?}");
    // The first dip begins in front of the first region; the second one in the pause.
    let regions = trace.of(PARALLEL);
    assert_eq!(regions.len(), 2 * 2 * 2);
    assert!(steps[1].0 < regions[0].0);
    let pause = trace.states[&1]
        .iter()
        .find(|s| s.2 == 0 && s.1 - s.0 > 149_000_000)
        .expect("150 ms");
    assert!(pause.0 < steps[3].0 && steps[3].0 < pause.1);
    // How deep they are: from the warmest die before to the coldest one.
    let at = |t: u64| seen.iter().take_while(|s| s.0 < t).count();
    let depth = |from: u64, to: u64| {
        let part = &die[at(from)..at(to)];
        let warmest = part.iter().map(|d| d.0).max().expect("reads");
        warmest - part.iter().map(|d| d.0).min().expect("reads")
    };
    let (one_works, all_sleep) = (depth(0, regions[0].0), depth(regions[0].0, trace.end));
    assert!((600..750).contains(&one_works), "{one_works}");
    assert!((850..1000).contains(&all_sleep), "{all_sleep}");
}

/// What an environment sets, a run sets: with the period of `proc_extrae_250` the image has its samples, under
/// another name and with other counters.
#[test]
fn variables_are_set_in_an_image_as_it_is() {
    let set = [
        "--poke",
        "EXTRAE_SAMPLING_PERIOD=\"250000\"",
        "--poke",
        "EXTRAE_PROGRAM_NAME=\"rare\"",
        "--poke",
        "EXTRAE_COUNTERS=\"11\"",
    ];
    let (trace, report) = traced_as("proc_extrae_set", "rare", &set);
    counters_are_true(&report, 4);
    let samples = |trace: &Trace| trace.of(SAMPLE).iter().filter(|e| e.1 == 1).count();
    assert_eq!(samples(&trace), 10);
    assert!(!trace.values(INSTRUCTIONS).is_empty());
    assert!(trace.values(BUS).is_empty());
    let (trace, _) = traced("proc_extrae_set", &[]);
    assert_eq!(samples(&trace), 260);
    assert!(!trace.values(BUS).is_empty());
    let image = prebuilt("proc_extrae_set");
    let long = format!("EXTRAE_PROGRAM_NAME=\"{}\"", "n".repeat(48));
    let said = say(&[
        "run",
        image.to_str().expect("UTF-8"),
        "--board",
        "gr740",
        "--poke",
        &long,
    ]);
    assert_eq!(said.code, Some(3));
    assert!(
        said.err.contains("`EXTRAE_PROGRAM_NAME` has room for 48"),
        "{}",
        said.err
    );
    let said = say(&[
        "run",
        image.to_str().expect("UTF-8"),
        "--board",
        "gr740",
        "--poke",
        "EXTRAE_ON=0",
    ]);
    assert!(said.err.contains("is no number (48 bytes)"), "{}", said.err);
}

/// What the compiler intercepts is what was called, by thread and function, each beginning with an end; a list of
/// functions leaves the others out.
#[test]
fn functions_that_the_compiler_intercepts_are_recorded() {
    let functions = ["fibonacci", "leaf", "on_all_cores", "wrapped"];
    let mut regions = Vec::new();
    for f in functions {
        regions.extend(["--region", f]);
    }
    let (files, report) = archive("functions_extrae", "functions_extrae", &regions);
    counters_are_true(&report, 16);
    let trace = Trace::parse(&files["prv"]);
    let labels = |pcf: &str, kind: u64| -> BTreeMap<u64, String> {
        let of = pcf
            .split_once(&format!("    {kind}    "))
            .expect("a label")
            .1;
        let lines = of.lines().skip(2).take_while(|l| !l.is_empty());
        let pair = |l: &str| {
            let (value, name) = l.split_once("    ").expect("a value");
            (value.parse().expect("a number"), name.to_owned())
        };
        lines.map(pair).collect()
    };
    let (names, lines) = (
        labels(&files["pcf"], USER_FUNCTION),
        labels(&files["pcf"], USER_FUNCTION + 100),
    );
    assert_eq!(names.len(), lines.len(), "{names:?} {lines:?}");
    for f in functions {
        let value = names.iter().find(|(_, name)| *name == f).expect(f).0;
        assert!(lines[value].contains("/apps/functions/"), "{lines:?}");
        for core in 0..4 {
            let mine = trace.of(USER_FUNCTION).iter();
            let mine = mine.filter(|e| e.1 == core + 1 && e.2 == *value).count();
            assert_eq!(mine, of(&report, f, core), "{f} on {core}");
        }
    }
    let begun: usize = (1..=4).map(|t| trace.begun(USER_FUNCTION, t)).sum();
    assert_eq!(2 * begun, trace.of(USER_FUNCTION).len());
    let listed = ["--poke", "EXTRAE_FUNCTIONS=\"leaf,on_all_cores\""];
    let (files, _) = archive("functions_extrae", "functions_extrae", &listed);
    let names = labels(&files["pcf"], USER_FUNCTION);
    let names: Vec<_> = names.values().map(String::as_str).collect();
    assert_eq!(names, ["End", "on_all_cores", "leaf", "wrapped"]);
}

#[test]
fn the_page_names_all_images() {
    let page = std::fs::read_to_string(root().join("docs/user/howto/extrae.md")).expect("the page");
    for image in ["lu_for", "lu_tasks", "loops", "proc", "functions"] {
        assert!(page.contains(&format!("`{image}_extrae`")), "{image}");
    }
}
