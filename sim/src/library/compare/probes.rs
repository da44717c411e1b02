//! Cost of tracepoints and reads of counters, inside them and in time that the run loses. Two runs show it: an
//! ordinary run, and a run in which the probes have no cost.

use super::images;
use crate::Error;
use crate::run::{AtItsEnd, Begun, Firmware, Follow};
use serde::Serialize;
use trueboard_analyses::Tolerance;
use trueboard_analyses::probes::observe;
use trueboard_analyses::probes::request;
use trueboard_analyses::probes::{Core, Costs, costs};
use trueboard_board::report::OutcomeKind;
use trueboard_board::{Analyses, BoardModel, HandOut, Options, Report};

/// Functions of OpenMP runtimes that hand out the chunks of loops, of GCC and of Clang.
const HAND_OUT: [&str; 5] = [
    "GOMP_loop_*_start",
    "GOMP_loop_*_next",
    "GOMP_loop_start",
    "__kmpc_dispatch_next_*",
    "GOMP_sections*next",
];

/// A question about the cost of probes.
#[derive(Clone)]
pub struct ProbesRequest {
    /// The firmware.
    pub firmware: Firmware,
    /// Patterns of the functions with which the program measures itself.
    pub probes: Vec<String>,
    /// Patterns of functions that cost nothing in the second run either.
    pub free: Vec<String>,
    /// The second run hands out the chunks of loops as the first one did.
    pub replay: bool,
    /// Patterns of the functions that hand them out; those of the usual OpenMP runtimes if there are none.
    pub hand_out: Vec<String>,
    /// How much the run may lose; nothing is judged if nothing is said.
    pub most_lost: Option<Tolerance>,
}

impl ProbesRequest {
    /// A question about probes that are still to be named.
    #[must_use]
    pub fn new(firmware: Firmware) -> ProbesRequest {
        ProbesRequest {
            firmware,
            probes: Vec::new(),
            free: Vec::new(),
            replay: false,
            hand_out: Vec::new(),
            most_lost: None,
        }
    }
}

/// The cost of probes.
#[derive(Clone, Debug, Serialize)]
pub struct Probes {
    /// Images of the run.
    pub images: Vec<String>,
    /// By probe and core, and of the run.
    #[serde(flatten)]
    pub costs: Costs,
    /// Functions that probes alone call: they cost nothing in the second run either.
    pub own: Vec<String>,
    /// Functions that probes alone call and that wait for time to pass: they cost in both runs.
    pub waiting: Vec<String>,
    /// Functions that others call too, and that cost in both runs.
    pub shared: Vec<String>,
    /// The replayed hand-out of chunks, if it was requested.
    pub replay: Option<Replay>,
    /// Percent of the run with probes that cost nothing.
    pub lost_percent: f64,
    /// Whether the loss is within its limit.
    pub passes: bool,
}

/// The hand-out of chunks of the first run, in the second one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

/// A run with its observed calls.
struct Ran {
    report: Report,
    cores: Vec<Core>,
    callees: (Vec<String>, Vec<String>),
    order: Vec<u8>,
    delays: (u64, u64),
    lost: Option<usize>,
    ticks_per_cycle: u64,
}

/// Runs the firmware twice, and measures the cost of its probes.
///
/// # Errors
/// Firmware that cannot be used or does not come to its end, and probes none of which is called.
pub fn probes(a: &ProbesRequest, follow: &dyn Follow) -> Result<Probes, Error> {
    let board = &*a.firmware.board;
    let plain = &a.firmware.options;
    let hand_out = |order| {
        let functions = match a.hand_out.is_empty() {
            true => HAND_OUT.map(str::to_owned).to_vec(),
            false => a.hand_out.clone(),
        };
        a.replay.then_some(HandOut { functions, order })
    };
    let with = ran(
        board,
        Options {
            analyses: Analyses::one(request::Request(a.probes.clone())),
            hand_out: hand_out(None),
            ..plain.clone()
        },
        follow,
    )?;
    if with.cores.iter().all(|c| c.calls.is_empty()) {
        return Err(Error::Unusable(format!(
            "--probe {}: no function of this name was called; `trueboard profile` lists those that were",
            a.probes.join(", ")
        )));
    }
    let (mut own, shared) = with.callees;
    let mut waiting = Vec::new();
    let without = loop {
        let options = Options {
            analyses: Analyses::one(request::Request(a.probes.clone())),
            free: a.probes.iter().chain(&a.free).cloned().collect(),
            free_optional: own.clone(),
            hand_out: hand_out(Some(with.order.clone())),
            ..plain.clone()
        };
        match ran(board, options, follow) {
            Ok(ran) => break ran,
            // Without time it would wait for ever.
            Err(NotRun { within, error }) => match own.iter().position(|f| *f == within) {
                Some(place) => waiting.push(own.remove(place)),
                None => return Err(error),
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
    Ok(Probes {
        images: images(&with.report),
        lost_percent: (took as f64 - free as f64) / free.max(1) as f64 * 100.0,
        passes: a
            .most_lost
            .is_none_or(|most| took <= free || !most.exceeded(took, free)),
        costs,
        own,
        waiting,
        shared,
        replay,
    })
}

/// A run that did not come to its end.
struct NotRun {
    /// The function in which it stopped, if that is known.
    within: String,
    error: Error,
}

impl From<Error> for NotRun {
    fn from(error: Error) -> NotRun {
        NotRun {
            within: String::new(),
            error,
        }
    }
}

impl From<NotRun> for Error {
    fn from(e: NotRun) -> Error {
        e.error
    }
}

/// Runs the firmware and records the calls of its probes.
fn ran(board: &BoardModel, options: Options, follow: &dyn Follow) -> Result<Ran, NotRun> {
    let begun = Begun::new(board, options, follow).map_err(Error::from)?;
    let over = begun.run(AtItsEnd::Fails, follow);
    let (session, report) = (over.session, over.report);
    let kind = report.outcome.kind;
    let Some(probes) = session.machine().observer::<observe::Probes>() else {
        return Err(Error::Unusable("nothing was followed".to_owned()).into());
    };
    if !matches!(kind, OutcomeKind::Success | OutcomeKind::NothingLeft) {
        let at = report.outcome.core.zip(report.outcome.pc);
        let within = at.and_then(|(core, pc)| probes.function_at(core, pc));
        return Err(NotRun {
            within: within.unwrap_or_default().to_owned(),
            error: Error::Run {
                kind,
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
