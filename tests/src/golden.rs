//! What must hold for every run of an image. Checks answer complaints, so that tests can show that
//! each of them notices its defect.

use crate::Run;
use trueboard_board::report::{BusReport, CoreReport, OutcomeKind, PartReport};
use trueboard_board::{CoreKind, Report, core_meters};
use trueboard_judge::Verdict;

/// Everything that is wrong with a run that should have been a success.
pub fn complaints(name: &str, run: &Run) -> Vec<String> {
    let mut out = outcome(&run.report);
    out.extend(console(name, &run.console));
    out.extend(accounts(&run.report));
    out.extend(windows(&run.report));
    out
}

/// The firmware said success.
pub fn outcome(r: &Report) -> Vec<String> {
    let good = r.outcome.kind == OutcomeKind::Success && r.outcome.status == Some(0);
    complain(good, || format!("outcome: {}", r.outcome.detail))
}

/// The cores of the TC275 in the order in which they get to say something.
const TC275_HELLO: [&str; 5] = [
    "Hello from the TC275",
    "cpu1: TC1.6P",
    "cpu0: TC1.6E",
    "cpu2: TC1.6P",
    "3 cores are up",
];

/// The firmware's own checks passed, and it made some.
pub fn console(name: &str, text: &str) -> Vec<String> {
    let greeting: &[&str] = match name {
        "hello" | "gr740/hello" => &["Hello from the GR740", "cpu 0 of 4"],
        "tc275/hello" => &TC275_HELLO,
        "gr740/peers" => &["set role of each board: 1 asks, 2 answers"],
        "gr740/monitor" => &["gr740> 42", "gr740> "],
        _ => &[],
    };
    if !greeting.is_empty() {
        let good = text.lines().eq(greeting.iter().copied());
        return complain(good, || format!("console: {text:?}"));
    }
    // What the small library told is judged by `trueboard compare --expect`, not by the program itself.
    if name.starts_with("gr740/pmc") {
        let told = text.lines().filter(|l| l.starts_with("step ")).count();
        return complain(told == 2, || format!("console: {text:?}"));
    }
    let mut out: Vec<String> = text
        .lines()
        .filter(|l| l.contains("FAIL"))
        .map(|l| format!("console: {}", l.trim()))
        .collect();
    let passed = text.lines().rev().find_map(|l| {
        l.strip_suffix(" checks passed, 0 failed")
            .and_then(|n| n.parse::<u32>().ok())
    });
    out.extend(complain(passed.is_some_and(|n| n > 0), || {
        "console: no line `N checks passed, 0 failed`".to_owned()
    }));
    out
}

/// No judged window is wrong, and what is explained has an explanation.
pub fn windows(r: &Report) -> Vec<String> {
    let mut out = Vec::new();
    for e in &r.windows.events {
        let known = e.exact + e.explained + e.wrong + e.not_judged;
        out.extend(complain(known == e.windows && e.wrong == 0, || {
            format!(
                "windows: event {:#04x} {}: {} of {} reads wrong, residual up to {}",
                e.event, e.event_name, e.wrong, e.windows, e.max_residual
            )
        }));
    }
    for w in &r.windows.windows {
        let good = match w.verdict {
            Verdict::Exact => w.difference == Some(0),
            Verdict::Explained | Verdict::NotJudged => !w.causes.is_empty(),
            Verdict::Wrong => false,
        };
        out.extend(complain(good, || {
            format!(
                "window: {} counter {} event {:#04x} {} read at pc {:#x} tick {}: measured {}, \
                 truth {:?}, residual {:?}, causes {:?}, {:?}",
                w.device,
                w.counter,
                w.event,
                w.event_name,
                w.closed_pc,
                w.closed_at_tick,
                w.measured,
                w.truth,
                w.residual,
                w.causes,
                w.verdict
            )
        }));
    }
    out
}

/// The meters add up.
pub fn accounts(r: &Report) -> Vec<String> {
    let mut out: Vec<String> = r.cores.iter().flat_map(|c| core(r, c)).collect();
    out.extend(r.buses.iter().flat_map(|b| bus(r, b)));
    out.extend(r.caches.iter().flat_map(cache));
    out
}

fn core(r: &Report, c: &CoreReport) -> Vec<String> {
    let Some(kind) = CoreKind::of(&c.kind) else {
        return vec![format!("{}: no kind of core is called {}", c.name, c.kind)];
    };
    let names = core_meters();
    // A kind of core has some of them only.
    let has = |name: &str| {
        let known = names.iter().any(|d| d.name == name);
        assert!(known, "no kind of core has a meter `{name}`");
        c.meters.get(name).copied()
    };
    let meter = |name: &str| has(name).unwrap_or(u64::MAX);
    let stack = kind.meters.stack.iter();
    let stack: u64 = stack.map(|&m| meter(kind.meters.name(m))).sum();
    let elapsed =
        (u128::from(r.time.ticks) * u128::from(c.clock_hz) / u128::from(r.time.hz)) as u64;
    let alive = c.cycles + c.idle_cycles;
    let mut out = Vec::new();
    let mut equal = |what: &str, a: u64, b: u64| {
        out.extend(complain(a == b, || {
            format!("{}: {what}: {a}, should be {b}", c.name)
        }));
    };
    equal("sum of the CPI stack", stack, c.cycles);
    equal(
        "integer and FP instructions",
        meter("int_instructions").saturating_add(meter("fp_instructions")),
        c.instructions,
    );
    match has("multi_issue") {
        None => equal(
            "issue cycles",
            meter("issue_cycles"),
            c.instructions + meter("annulled"),
        ),
        // Two or three instructions share such a cycle.
        Some(multi) => {
            let single = meter("issue_cycles").saturating_sub(multi);
            let (two, three) = (single + 2 * multi, single + 3 * multi);
            out.extend(complain((two..=three).contains(&c.instructions), || {
                format!(
                    "{}: {} instructions, {two} to {three} were issued",
                    c.name, c.instructions
                )
            }));
        }
    }
    let at_most = [
        ("branches_taken", "branches"),
        ("branch_misses", "branches"),
        ("branches", "instructions"),
        ("load_stores", "instructions"),
        ("interrupts", "traps"),
        ("window_traps", "traps"),
        ("branches_taken", "total_branches"),
        ("branch_misses", "total_branches"),
        ("total_branches", "instructions"),
    ];
    for (less, more) in at_most {
        let (Some(a), Some(b)) = (has(less), has(more)) else {
            continue;
        };
        out.extend(complain(a <= b, || {
            format!("{}: more {} than {}", c.name, less, more)
        }));
    }
    // A running core may be some cycles short of the end, a waiting one is at it.
    let short = elapsed.wrapping_sub(alive);
    let allowed = if c.state == "running" { 1000 } else { 1 };
    out.extend(complain(short <= allowed, || {
        format!("{}: {alive} of {elapsed} cycles accounted for", c.name)
    }));
    out
}

fn bus(r: &Report, b: &BusReport) -> Vec<String> {
    let m = |name: &str| b.meters.get(name).copied().unwrap_or(u64::MAX);
    let sum = |names: &[&str]| names.iter().fold(0u64, |s, n| s.saturating_add(m(n)));
    let mut out = Vec::new();
    let mut equal = |what: String, a: u64, b2: u64| {
        out.extend(complain(a == b2, || {
            format!("{}: {what}: {a}, should be {b2}", b.name)
        }));
    };
    equal(
        "used and idle cycles".into(),
        sum(&["used_cycles", "idle_cycles"]),
        m("cycles"),
    );
    equal(
        "used cycles of all masters".into(),
        b.used_cycles.iter().sum(),
        m("used_cycles"),
    );
    equal(
        "wait cycles of all masters".into(),
        b.waited_cycles.iter().sum(),
        m("wait_cycles"),
    );
    for (i, row) in b.waited_for_cycles.iter().enumerate() {
        let waited = b.waited_cycles.get(i).copied().unwrap_or(u64::MAX);
        equal(
            format!("what master {i} waited for"),
            row.iter().sum(),
            waited,
        );
    }
    let beats = sum(&["reads", "writes"]);
    equal(
        "first and further beats".into(),
        sum(&["nonseq_transfers", "seq_transfers"]),
        beats,
    );
    let sizes =
        ["byte", "halfword", "word", "dword", "qword", "oword"].map(|s| format!("{s}_accesses"));
    let sizes: Vec<&str> = sizes.iter().map(String::as_str).collect();
    equal("beats of all sizes".into(), sum(&sizes), beats);
    out.extend(complain(m("cycles") <= r.time.ticks, || {
        format!("{}: more cycles than base ticks", b.name)
    }));
    out
}

fn cache(c: &PartReport) -> Vec<String> {
    let m = |name: &str| c.meters.get(name).copied().unwrap_or(u64::MAX);
    let mut out = Vec::new();
    let mut adds_up = |total: &str, parts: [&str; 2]| {
        let sum = m(parts[0]).saturating_add(m(parts[1]));
        out.extend(complain(sum == m(total), || {
            format!("{}: {total} {}, {parts:?} {sum}", c.name, m(total))
        }));
    };
    adds_up("accesses", ["hits", "misses"]);
    adds_up("hits", ["read_hits", "write_hits"]);
    adds_up("misses", ["read_misses", "write_misses"]);
    adds_up("bus_accesses", ["accesses", "uncached"]);
    out
}

fn complain(good: bool, text: impl FnOnce() -> String) -> Vec<String> {
    if good { Vec::new() } else { vec![text()] }
}
