//! The OpenMP programs of the GR740: waits that spin and that sleep, other numbers of cores, inputs
//! by the bootstrap register, marks by name. What `docs/user/howto/openmp.md` says in tables is what comes out.

use crate::common::{holds, json, say};
use conformance::{prebuilt, root};
use serde_json::Value;

const IMAGES: [&str; 10] = [
    "omp_full",
    "omp_clang",
    "marks",
    "lu_for",
    "lu_tasks",
    "proc",
    "loops",
    "overhead",
    "tracker",
    "raytrace",
];

/// A run that succeeded: its console, and its report.
#[track_caller]
fn ran(image: &str, board: &str, more: &[&str]) -> (String, Value) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let to = dir.path().join("report.json");
    let image = prebuilt(image);
    let mut words = vec!["run", image.to_str().expect("UTF-8"), "--board", board];
    words.extend(["-q", "--report", to.to_str().expect("UTF-8")]);
    words.extend(more);
    let said = say(&words);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    holds(&said.out, &["checks passed, 0 failed"]);
    (said.out, json(&to))
}

/// On the GR740 with so many cores and these lines of the bootstrap register.
#[track_caller]
fn ran_with(image: &str, cores: usize, lines: u32, more: &[&str]) -> (String, Value) {
    let cores = format!("cores.cpu.count={cores}");
    let lines = format!("devices.bootstrap.params.bootstrap={lines}");
    let words = [&["--set", &cores, "--set", &lines], more].concat();
    ran(image, "gr740", &words)
}

/// The number between two texts.
#[track_caller]
fn number(text: &str, before: &str, after: &str) -> f64 {
    let rest = text.split_once(before).map(|(_, rest)| rest);
    let word = rest
        .and_then(|rest| rest.split_once(after))
        .map(|(word, _)| word);
    let n = word.and_then(|word| word.trim().parse().ok());
    n.unwrap_or_else(|| panic!("no number between `{before}` and `{after}`: {text}"))
}

#[track_caller]
fn page_has(line: &str) {
    let page = std::fs::read_to_string(root().join("docs/user/howto/openmp.md")).expect("the page");
    assert!(
        page.contains(line),
        "docs/user/howto/openmp.md must have: {line}"
    );
}

/// A meter of a function on each core.
fn of(report: &Value, function: &str, meter: &str) -> Vec<f64> {
    let regions = report["regions"].as_array().expect("regions");
    let mine = regions.iter().filter(|r| r["name"] == function);
    mine.map(|r| r["meters"][meter].as_f64().unwrap_or(0.0))
        .collect()
}

/// Cycles in which cores ran in the parallel region, and in which they ran outside of barriers, as
/// parts of all its cycles; and the mean of each.
fn shares(report: &Value) -> [(Vec<f64>, f64); 2] {
    let (ran, waited) = (
        of(report, "team_member", "cycles"),
        of(report, "GOMP_barrier", "cycles"),
    );
    let idle = of(report, "team_member", "idle_cycles");
    assert_eq!(ran.len(), 4);
    [0.0, 1.0].map(|of_barriers| {
        let parts = (0..4).map(|i| (ran[i] - of_barriers * waited[i]) / (ran[i] + idle[i]));
        let parts: Vec<f64> = parts.collect();
        let mean = parts.iter().sum::<f64>() / 4.0;
        (parts, mean)
    })
}

/// The published way to power: an offset, and so much for each core in use.
fn estimate(mean: f64) -> f64 {
    321.81 + 180.87 * 4.0 * mean
}

#[test]
fn sleeping_waits_save_what_spinning_ones_burn() {
    let regions = ["--region", "team_member", "--region", "GOMP_barrier"];
    let (spun, spin) = ran_with("lu_for", 4, 0, &regions);
    let (slept, sleep) = ran_with("lu_for", 4, 8, &regions);
    holds(&spun, &["waits spin"]);
    holds(&slept, &["waits sleep"]);
    let time = |report: &Value| report["time"]["ticks"].as_f64().expect("ticks");
    assert!((time(&sleep) / time(&spin) - 1.0).abs() < 0.01);
    let energy = |report: &Value| report["power"]["energy_uj"].as_f64().expect("an energy");
    assert!(energy(&sleep) < 0.93 * energy(&spin));
    let mut means = Vec::new();
    for (waits, report) in [("spin", &spin), ("sleep", &sleep)] {
        for (what, (parts, mean)) in ["running", "running outside of barriers"]
            .iter()
            .zip(shares(report))
        {
            let mut row = format!("| {waits} | {what} |");
            for part in parts.iter().chain([&mean]) {
                row += &format!(" {:.1} % |", 100.0 * part);
            }
            page_has(&row);
            means.push(mean);
        }
    }
    // Spinning cores run all the time, whatever they do; sleeping ones run when they are of use.
    assert!(means[0] > 0.999 && means[1] < 0.7, "{means:?}");
    assert!(
        (estimate(means[3]) / estimate(means[2]) - 1.0).abs() < 0.011,
        "{means:?}"
    );
    page_has(&format!(
        "says {:.0} mW for the spinning region",
        estimate(means[1])
    ));
}

#[test]
fn every_program_runs_on_eight_cores() {
    let board = root().join("firmware/gr740/boards/gr740-eight.ron");
    let board = board.to_str().expect("UTF-8");
    for image in IMAGES {
        let (console, report) = ran(image, board, &[]);
        let cores = report["cores"].as_array().expect("cores");
        assert_eq!(cores.len(), 8, "{image}");
        for core in cores {
            let n = core["instructions"].as_u64().expect("a count");
            assert!(n > 1000, "{image}: {core}");
        }
        if image != "marks" {
            holds(&console, &["8 cores"]);
        }
    }
}

#[test]
fn every_program_runs_on_fewer_cores_asleep_or_not() {
    for image in IMAGES {
        for cores in [1, 3] {
            for lines in [0, 8] {
                ran_with(image, cores, lines, &[]);
            }
        }
    }
}

/// Efficiency over 1 to 4 cores: cycles between two texts, as a row of the page.
fn row(image: &str, input: u32, what: &[[&str; 2]]) -> (String, Vec<f64>) {
    let cycles = |cores| {
        let (console, _) = ran_with(image, cores, input, &[]);
        let of = |[before, after]: &[&str; 2]| number(&console, before, after);
        what.iter().map(of).sum::<f64>()
    };
    let one = cycles(1);
    let efficiencies = (1..=4).map(|p| one / p as f64 / cycles(p));
    let efficiencies: Vec<f64> = efficiencies.collect();
    let cells = efficiencies.iter().map(|e| format!(" {e:.3} |"));
    (cells.collect(), efficiencies)
}

#[test]
fn efficiencies_are_those_of_the_page() {
    const REDUCTION: [&str; 2] = ["region 1, reduction", "cycles"];
    const CRITICAL: [&str; 2] = ["region 2, critical", "cycles"];
    const REPAIRED: [&str; 2] = ["region 3, repaired", "cycles"];
    const STORING: [&str; 2] = ["region 4, storing", "cycles"];
    let loops = |name: &str, what: &[[&str; 2]]| {
        let (cells, efficiencies) = row("loops", 1, what);
        page_has(&format!("| {name} |{cells}"));
        efficiencies
    };
    assert!(loops("region 1, reduction", &[REDUCTION])[3] > 0.95);
    for (i, e) in loops("region 2, critical", &[CRITICAL]).iter().enumerate() {
        let wanted = 1.0 / (i + 1) as f64;
        assert!((e / wanted - 1.0).abs() < 0.02, "{e} on {} cores", i + 1);
    }
    loops("regions 1 and 2", &[REDUCTION, CRITICAL]);
    assert!(loops("region 3, repaired", &[REPAIRED])[3] > 0.94);
    // The bus is full: three cores lose next to nothing, the fourth does.
    let storing = loops("region 4, storing", &[STORING]);
    assert!(storing[2] > 0.98 && storing[3] < 0.9, "{storing:?}");

    let inputs = |image: &str, what: [&str; 2]| {
        [1, 4].map(|input| {
            let (cells, efficiencies) = row(image, input, &[what]);
            page_has(&format!("| `{image}` | i{input} |{cells}"));
            efficiencies
        })
    };
    let tracker = inputs("tracker", ["track_all", "cycles"]);
    assert!(tracker.iter().flatten().all(|&e| e > 0.95), "{tracker:?}");
    let [small, large] = inputs("raytrace", ["region 1, all", "cycles"]);
    assert!(small.is_sorted_by(|a, b| a > b) && large.is_sorted_by(|a, b| a > b));
    assert!((1..4).all(|i| large[i] > small[i]), "{small:?} {large:?}");
}

/// Bus use in parts of a million, sampled in so many milliseconds.
fn bus_use(milliseconds: u32) -> Vec<f64> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("out");
    let sample = format!("{milliseconds}ms");
    let words = ["--out", out.to_str().expect("UTF-8"), "--trace", "paraver"];
    let more = ["--events", "bus", "--sample", &sample];
    ran("proc", "gr740", &[words, more].concat());
    let text = std::fs::read_to_string(out.join("paraver/trace.prv")).expect("a trace");
    let uses = text.lines().filter_map(|l| l.split_once(":47001000:"));
    uses.map(|(_, n)| n.parse().expect("a number")).collect()
}

#[test]
fn a_stream_with_pauses_uses_little_of_the_bus() {
    for (milliseconds, samples) in [(10, 260), (250, 10)] {
        let all = bus_use(milliseconds);
        assert_eq!(all.len(), samples);
        let least = all.iter().copied().fold(f64::MAX, f64::min);
        let most = all.iter().copied().fold(0.0, f64::max);
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let [least, mean, most] = [least, mean, most].map(|ppm| ppm / 10_000.0);
        page_has(&format!(
            "| {milliseconds} ms | {samples} | {least:.2} % | {mean:.2} % | {most:.2} % |"
        ));
    }
}

#[test]
fn marks_are_read_by_name() {
    let words = ["--dump", "heap_most", "--dump", "heap_used"];
    let (console, report) = ran(
        "marks",
        "gr740",
        &[&words[..], &["--dump", "stack_most"]].concat(),
    );
    assert_eq!(report["dumps"]["heap_most"], "00100000");
    assert_eq!(report["dumps"]["heap_used"], "00000000");
    let stacks = report["dumps"]["stack_most"].as_str().expect("bytes");
    for core in 0..4 {
        let word = &stacks[8 * core..8 * core + 8];
        let bytes = u32::from_str_radix(word, 16).expect("a word");
        let line = console
            .lines()
            .find(|l| l.starts_with(&format!("stack of core {core}:")));
        let line = line.expect("a line for each core");
        assert!(line.ends_with(&format!("then {bytes}")), "{line}: {bytes}");
    }
}

/// The published operation of 10 ms, on as many cores as are published.
#[test]
fn a_pair_around_ten_milliseconds() {
    // Few pairs: on sixteen cores each of ten is a core's first, whose code is in no cache.
    for (cores, most) in [(1, 200.0), (16, 1000.0)] {
        let (console, report) = ran_with("overhead_long", cores, 0, &[]);
        holds(
            &console,
            &[&format!("Overhead of 10 pairs on {cores} cores")],
        );
        assert_eq!(report["cores"].as_array().map(Vec::len), Some(cores));
        let bare = number(&console, "bare     mean ", " median");
        assert!((2_499_000.0..2_502_000.0).contains(&bare), "{bare}");
        let pair = number(&console, "a pair: ", " cycles");
        assert!((60.0..most).contains(&pair), "{pair}");
        let percent = number(&console, "with pairs, ", " %");
        assert!((0.001..most / 10_000.0).contains(&percent), "{percent}");
    }
}

/// A pair of marks costs less than 1 % around an operation of 37 us, seen by the program and by a
/// run in which the marks are free.
#[test]
fn marks_cost_what_the_program_says() {
    let (console, _) = ran("overhead", "gr740", &[]);
    let said = number(&console, "with pairs, ", " %");
    let loop_paired = number(&console, " cycles, ", " with pairs");
    for cores in [1, 2, 4, 8] {
        let (console, _) = ran_with("overhead", cores, 0, &[]);
        let pair = number(&console, "a pair: ", " cycles");
        let percent = number(&console, "with pairs, ", " %");
        page_has(&format!("| {cores} | {pair:.1} | {percent:.3} % |"));
    }
    let (console, _) = ran("overhead", "gr740", &["--free", "analyzer_*"]);
    let free = number(&console, " cycles, ", " with pairs");
    let truth = (loop_paired / free - 1.0) * 100.0;
    assert!(
        (0.5..1.0).contains(&said) && (said - truth).abs() < 0.3,
        "{said} {truth}"
    );
}

/// What each thread has written to variables of its own, by hand: 1 + 2 + 3 + 4; ten times that in the next region; six
/// threads that add their numbers 1000 times to 100, and once more. Without %g7 all of them write to one place.
#[test]
fn threads_have_variables_of_their_own() {
    let image = prebuilt("thread_local");
    let said = say(&[
        "run",
        image.to_str().expect("UTF-8"),
        "--board",
        "gr740",
        "-q",
    ]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let threads: i32 = (0..6).map(|n| 100 + 1000 * n + n).sum();
    let expected = [
        format!("threadprivate: {}, then {}", 10, 100),
        format!("threads: {threads}, main: {}, wrong: 0", 7 + 1),
    ];
    holds(&said.out, &expected.each_ref().map(String::as_str));
}
