//! One run, and what is kept of it.

use super::SweepError;
use super::energy::Timeline;
use super::plan::{Job, Plan};
use super::regions::{self, Region};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard_analyses::Numbers;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{Ended, Pause, Report, Session, Stops, did_you_mean};
use trueboard_core::time::Tick;

/// Of the form in which results are kept.
pub const VERSION: u32 = 2;
/// Base ticks between two looks at what asks for the end.
const PIECE: u64 = 5_000_000;
/// Registers that hold the first argument of a function, by the names of the instruction sets.
const FIRST_ARGUMENT: [&str; 3] = ["o0", "d4", "r0"];

/// What a run did.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunResult {
    /// How it ended.
    pub outcome: OutcomeKind,
    /// That in a sentence.
    pub detail: String,
    /// Simulated time.
    pub seconds: f64,
    /// That time in base ticks.
    pub ticks: u64,
    /// Base ticks in a second.
    pub hz: u64,
    /// Of all cores together, running.
    pub cycles: u64,
    /// Of the whole run; none on a board without a power model.
    pub energy_uj: Option<f64>,
    /// The meters that the sweep names.
    pub meters: BTreeMap<String, u64>,
    /// Its regions, in the order in which they are entered.
    pub regions: Vec<Region>,
    /// What lies between outermost regions.
    pub gaps: Option<Region>,
    /// What is wrong with the regions.
    pub problems: Vec<String>,
    /// What the run warns of: that of its report, and cores that were asked for and not used.
    pub warnings: Vec<String>,
}

/// Executes a run; nothing if it was stopped. `numbers` makes places and meters of a report: those that the sweep
/// names have to be among them.
///
/// # Errors
/// A run that cannot begin, or a meter that it does not have.
pub fn execute(
    plan: &Plan,
    job: &Job,
    stop: &AtomicBool,
    numbers: impl Fn(&Report) -> Numbers,
) -> Result<Option<RunResult>, SweepError> {
    let (_, mut session) = plan.session(job)?;
    let mut console = std::io::sink();
    let mut arguments = vec![Vec::new(); session.machine().core_count()];
    let report = if plan.by_marks() {
        marked(&mut session, &mut arguments, stop)
    } else {
        session.run(&mut console, stop)
    };
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let timeline = Timeline::new(&session, &report);
    let found = regions::find(&session, &report, &arguments, &timeline);
    let unused = plan.asks_for_cores(job).then(|| report.unused_cores());
    let warnings = unused.flatten().into_iter();
    Ok(Some(RunResult {
        outcome: report.outcome.kind,
        detail: report.outcome.detail.clone(),
        seconds: report.time.seconds,
        ticks: report.time.ticks,
        hz: report.time.hz,
        cycles: report.cores.iter().map(|c| c.cycles).sum(),
        energy_uj: report.power.as_ref().map(|p| p.energy_uj),
        meters: meters(&numbers(&report), &plan.meters)?,
        regions: found.regions,
        gaps: found.gaps,
        problems: found.problems,
        warnings: warnings.chain(report.warnings).collect(),
    }))
}

/// Runs to the end, and notes the argument of each mark, by core, in order.
fn marked(session: &mut Session, arguments: &mut [Vec<u64>], stop: &AtomicBool) -> Report {
    let mut stops = Stops::default();
    for name in ["analyzer_start", "analyzer_stop"] {
        let image = session.machine().image_of(0);
        stops
            .breakpoints
            .extend(image.and_then(|i| i.symbol(name)).map(|s| s.at));
    }
    loop {
        let until = Tick(session.machine().now().0.saturating_add(PIECE));
        match session.run_to(until, &stops, &mut std::io::sink()) {
            Pause::Breakpoint { core } => {
                let m = session.machine();
                let mut names = m.registers(core).iter();
                let place = names.position(|r| FIRST_ARGUMENT.contains(&r.name));
                let argument = place.map_or(0, |i| m.register(core, i));
                if let Some(of_core) = arguments.get_mut(usize::from(core)) {
                    of_core.push(argument);
                }
            }
            Pause::Ended(Ended::Paused) if session.out_of_budget() => break,
            Pause::Ended(Ended::Paused) | Pause::Stepped { .. } | Pause::Watched { .. } => {}
            Pause::Ended(_) => break,
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    session.finish()
}

/// The meters that the specification names.
fn meters(all: &Numbers, wanted: &[String]) -> Result<BTreeMap<String, u64>, SweepError> {
    let mut found = BTreeMap::new();
    for name in wanted {
        let value = name
            .rsplit_once('.')
            .and_then(|(place, meter)| all.get(place)?.get(meter).copied());
        let Some(value) = value else {
            let known = all
                .iter()
                .flat_map(|(p, m)| m.keys().map(move |k| format!("{p}.{k}")));
            let known: Vec<String> = known.collect();
            let near = did_you_mean(name, known.iter().map(String::as_str));
            return Err(SweepError(format!(
                "meter `{name}`: the run has none of this name{near}"
            )));
        };
        found.insert(name.clone(), value);
    }
    Ok(found)
}
