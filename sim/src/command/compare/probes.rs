//! `trueboard compare --probe`: what tracepoints and reads of counters cost, inside and in what the run loses, from two
//! runs: one as it is, one in which they cost nothing.

use super::junit;
use super::probes_text::text;
use crate::cli::Compare;
use crate::command::{Failure, options, print, print_json};
use quick_junit::TestSuite;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use trueboard::analysis::probes::{Core, Costs, costs};
use trueboard::board::report::OutcomeKind;
use trueboard::board::{BoardModel, HandOut, Options, Report, Session};

/// Functions of OpenMP runtimes that hand out the chunks of loops, of GCC and of Clang.
const HAND_OUT: [&str; 5] = [
    "GOMP_loop_*_start",
    "GOMP_loop_*_next",
    "GOMP_loop_start",
    "__kmpc_dispatch_next_*",
    "GOMP_sections*next",
];

/// What is printed.
#[derive(Serialize)]
pub struct Output {
    images: Vec<String>,
    #[serde(flatten)]
    pub costs: Costs,
    /// Functions that probes alone call: they cost nothing in the second run either.
    pub own: Vec<String>,
    /// Functions that probes alone call and that wait for time to pass: they cost in both runs.
    pub waiting: Vec<String>,
    /// Functions that others call too, and that cost in both runs.
    pub shared: Vec<String>,
    /// What was forced.
    pub replay: Option<Replay>,
    /// Percent of the run with probes that cost nothing.
    pub lost_percent: f64,
    /// That is no more than `--most-lost`.
    pub passes: bool,
}

/// The hand-out of chunks of the first run, in the second one.
#[derive(Serialize)]
pub struct Replay {
    /// Calls that handed out, by core.
    pub calls: Vec<u64>,
    /// Cores that came too early, how often.
    pub delays: u64,
    /// Cycles that they were delayed by in all, which are in the second run.
    pub delay_cycles: u64,
    /// The first call that could not be made in its order.
    pub lost_at: Option<usize>,
}

/// A run, and what was followed in it.
struct Ran {
    report: Report,
    cores: Vec<Core>,
    callees: (Vec<String>, Vec<String>),
    order: Vec<u8>,
    delays: (u64, u64),
    lost: Option<usize>,
    ticks_per_cycle: u64,
}

pub fn run(a: &Compare) -> Result<u8, Failure> {
    let most = a
        .most_lost
        .as_deref()
        .map(|most| options::percent("--most-lost", most))
        .transpose()?;
    let firmware = a.firmware.clone().ending(super::BUDGET);
    let (board, cores) = options::open(&firmware, true)?;
    let plain = options::firmware(&firmware, cores)?;
    let hand_out = |order| {
        let functions = match a.hand_out.is_empty() {
            true => HAND_OUT.map(str::to_owned).to_vec(),
            false => a.hand_out.clone(),
        };
        a.replay.then_some(HandOut { functions, order })
    };
    let with = ran(
        &board,
        Options {
            probes: a.probe.clone(),
            hand_out: hand_out(None),
            ..plain.clone()
        },
    )?;
    if with.cores.iter().all(|c| c.calls.is_empty()) {
        return Err(Failure::input(format!(
            "--probe {}: no function of this name was called; `trueboard profile` lists those that were",
            a.probe.join(", ")
        )));
    }
    let (mut own, shared) = with.callees;
    let mut waiting = Vec::new();
    let without = loop {
        let options = Options {
            probes: a.probe.clone(),
            free: a.probe.iter().chain(&a.free).cloned().collect(),
            free_optional: own.clone(),
            hand_out: hand_out(Some(with.order.clone())),
            ..plain.clone()
        };
        match ran(&board, options) {
            Ok(ran) => break ran,
            // Without time it would wait for ever.
            Err(NotRun { within, failure }) => match own.iter().position(|f| *f == within) {
                Some(place) => waiting.push(own.remove(place)),
                None => return Err(failure),
            },
        }
    };
    let costs = costs(&with.cores, &without.cores);
    let of_core = |core: u8| with.order.iter().filter(|&&c| c == core).count() as u64;
    let replay = a.replay.then(|| Replay {
        calls: (0..with.cores.len() as u8).map(of_core).collect(),
        delays: without.delays.0,
        delay_cycles: without.delays.1 / without.ticks_per_cycle,
        lost_at: without.lost,
    });
    let (took, free) = costs.run.unwrap_or((0, 0));
    let output = Output {
        images: with.report.images.iter().map(|i| i.path.clone()).collect(),
        lost_percent: (took as f64 - free as f64) / free.max(1) as f64 * 100.0,
        passes: most.is_none_or(|most| took <= free || !most.exceeded(took, free)),
        costs,
        own,
        waiting,
        shared,
        replay,
    };
    if let Some(path) = &a.junit {
        junit::write(path, &as_junit(&output)?)?;
    }
    if a.json {
        print_json(&output)?;
    } else {
        print(&text(&output))?;
    }
    Ok(u8::from(!output.passes))
}

/// A run that did not come to its end.
struct NotRun {
    /// The function in which it stopped, if that is known.
    within: String,
    failure: Failure,
}

impl From<Failure> for NotRun {
    fn from(failure: Failure) -> NotRun {
        NotRun {
            within: String::new(),
            failure,
        }
    }
}

impl From<NotRun> for Failure {
    fn from(e: NotRun) -> Failure {
        e.failure
    }
}

/// Runs the firmware and keeps what its probes did.
fn ran(board: &BoardModel, options: Options) -> Result<Ran, NotRun> {
    let mut session = Session::new(board, options).map_err(Failure::from)?;
    let report = session.run(&mut std::io::sink(), &AtomicBool::new(false));
    let kind = report.outcome.kind;
    let Some(probes) = session.probes() else {
        return Err(Failure::input("nothing was followed".to_owned()).into());
    };
    if !matches!(kind, OutcomeKind::Success | OutcomeKind::NothingLeft) {
        let at = report.outcome.core.zip(report.outcome.pc);
        let within = at.and_then(|(core, pc)| probes.function_at(core, pc));
        return Err(NotRun {
            within: within.unwrap_or_default().to_owned(),
            failure: Failure {
                code: kind.exit_code(),
                text: report.outcome.detail.clone(),
            },
        });
    }
    let machine = session.machine();
    let ended_by = report.outcome.core.unwrap_or(0);
    let mut cores = Vec::new();
    for core in 0..machine.core_count() as u8 {
        let Some(dictionary) = machine.dictionary(core) else {
            continue;
        };
        let bank = machine.meters().cores.get(usize::from(core));
        cores.push(Core::observed(
            probes,
            (core, dictionary),
            machine.ticks_per_cycle(core),
            (machine.core_time(core), bank),
            core == ended_by,
        ));
    }
    let gate = session.gate();
    Ok(Ran {
        cores,
        callees: probes.callees(),
        order: gate.map_or_else(Vec::new, |g| g.order()),
        delays: gate.map_or((0, 0), |g| g.delays()),
        lost: gate.and_then(|g| g.lost()),
        ticks_per_cycle: machine.ticks_per_cycle(0),
        report,
    })
}

/// A case for each probe, and one for the run.
fn as_junit(o: &Output) -> Result<String, Failure> {
    let mut suite = TestSuite::new("probes");
    for p in &o.costs.probes {
        let mut case = junit::case(&p.name, None);
        case.set_system_out(format!(
            "inside: median {}, p95 {}, max {}; lost: median {}, p95 {}, max {} cycles",
            p.inside.median, p.inside.p95, p.inside.max, p.lost.median, p.lost.p95, p.lost.max
        ));
        suite.add_test_case(case);
    }
    let text = (!o.passes).then(|| format!("the run loses {:.3} %", o.lost_percent));
    suite.add_test_case(junit::case("the run loses no more than --most-lost", text));
    junit::xml(vec![suite])
}
