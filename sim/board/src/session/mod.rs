//! One run from loaded board to report: pieces of simulation, traces, console, budget, the end.

pub mod asked;
pub mod assemble;
pub mod checked;
pub mod describe;
pub mod dialogue;
pub(crate) mod image;
pub mod linked;
pub(crate) mod moment;
pub mod partner;

mod covered;
mod crash;
mod debugged;
mod end;
mod fast;
mod options;
mod past;
mod poke;
mod sampled;
mod setup;
pub(crate) mod skeleton;
mod streams;
mod subject;
mod trace;
mod variable;

use crate::files::write_whole;
use crate::machine::Machine;
use crate::machine::debug::Stops;
use crate::machine::debug::back::{self, Back, Past};
use crate::machine::debug::gate::Gate;
use crate::machine::debug::returns::Returns;
use crate::machine::ended::Ended;
use crate::machine::host::tracers::Followed;
use crate::machine::series::Series;
use crate::report::{Outcome, OutcomeKind, Report};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard_analyses::Analyses;
use trueboard_analyses::lanes::Lanes;
use trueboard_analyses::profile::observe::Names;
use trueboard_core::device::FolderChanges;
use trueboard_core::fact::Fact;
use trueboard_core::interpose::Interpose;
use trueboard_core::snapshot::{SnapshotError, to_bytes};
use trueboard_core::time::Tick;
use trueboard_trace::{Format, TraceWriter};

use partner::Met;
use streams::Streams;

pub use options::{FactClass, FastForward, FastPoint, Options, StopCause, WARM};
pub use poke::PokeValue;
pub use sampled::{Sampling, WINDOW};

/// A run that is set up.
pub struct Session {
    pub(crate) machine: Machine,
    options: Options,
    writers: Vec<(Format, Box<dyn TraceWriter>)>,
    /// What the cores execute, if that is followed.
    lanes: Option<Lanes>,
    /// What is known of tracers in firmware.
    tracers: Option<Followed>,
    /// Who gets which chunk of a loop, if that is recorded or forced.
    gate: Option<Gate>,
    /// What functions return, if that is kept.
    returns: Option<Returns>,
    image_cores: Vec<Vec<usize>>,
    /// Facts younger than what has been written, waiting for the slowest core.
    pending: Vec<Fact>,
    problems: Vec<String>,
    console_lost: bool,
    observer: Option<Observer>,
    streams: Streams,
    /// Traces that ended at their limit.
    short_traces: Vec<String>,
    pub(crate) past: Option<Past>,
    /// Console bytes that have come out up to now, and at most.
    printed: (u64, u64),
    /// Who is at the other end of serial lines.
    met: Option<Met>,
}

/// A callback that inspects the machine between pieces.
type Observer = Box<dyn FnMut(&Machine) + Send>;

/// Base ticks between two tests of budget, console and interruption.
const PIECE: u64 = 5_000_000;
/// Base ticks while facts are read: those of a piece stay in the host's caches. In step with the power grid of the
/// GR740, whose points are decisions anyway.
const PIECE_OF_FACTS: u64 = PIECE / 10;

impl Session {
    /// Keeps the memory of `symbol`, at the end, in the report, if an image has it.
    pub fn dump_if_there(&mut self, symbol: &str) {
        if self
            .machine
            .firmware
            .images
            .iter()
            .any(|i| i.symbol(symbol).is_some())
        {
            self.options.dumps.push((symbol.to_owned(), None));
        }
    }

    /// Runs to the end, the budget, or until `stop` is set; console bytes go to `console` as they
    /// come. Whatever happens, what was recorded is written, and there is a report.
    pub fn run(&mut self, console: &mut dyn Write, stop: &AtomicBool) -> Report {
        let ended = match self.go_on(None, console, stop) {
            Ended::Paused => None,
            ended => Some(ended),
        };
        self.end(ended, stop.load(Ordering::Relaxed))
    }

    /// Runs to the end, to `until`, the budget, or until `stop` is set; console bytes go to `console` as they
    /// come.
    pub fn go_on(
        &mut self,
        until: Option<Tick>,
        console: &mut dyn Write,
        stop: &AtomicBool,
    ) -> Ended {
        let ticks = if self.writers.is_empty() && self.lanes.is_none() && self.tracers.is_none() {
            PIECE
        } else {
            PIECE_OF_FACTS
        };
        loop {
            self.note_past();
            let meeting = self.next_meeting();
            let piece = self.piece_end(ticks).min(until.unwrap_or(Tick::NEVER));
            let piece = piece.min(meeting);
            let ended = match (&mut self.gate, &mut self.returns) {
                (None, None) => self.machine.run(piece),
                (Some(gate), _) => self.machine.run_halting(piece, gate),
                (None, Some(returns)) => self.machine.run_halting(piece, returns),
            };
            self.hand_out(console);
            if ended == Ended::Nothing && self.goes_on_by_partner() {
                continue;
            }
            // A run that is stopped while it waits for its partner has not ended.
            if ended == Ended::Nothing && self.met.is_some() && stop.load(Ordering::Relaxed) {
                self.machine.wake();
                return Ended::Paused;
            }
            if ended != Ended::Paused {
                return ended;
            }
            self.meet(meeting);
            if let Some(look) = &mut self.observer {
                look(&self.machine);
            }
            // At times that do not depend on the length of pieces, so observers change nothing.
            let end = self.budget_ticks().map_or(Tick::NEVER, Tick);
            if piece.0.is_multiple_of(PIECE)
                && self.machine.goes_nowhere(end)
                && !self.goes_on_by_partner()
                && !(self.met.is_some() && stop.load(Ordering::Relaxed))
            {
                self.machine.ended = Some(Ended::Nothing);
                return Ended::Nothing;
            }
            let there = until.is_some_and(|until| self.machine.now() >= until);
            if there || self.budget_used() || stop.load(Ordering::Relaxed) {
                return Ended::Paused;
            }
        }
    }

    /// A second run at the position of this one, with its budget. It writes nothing and observes nothing: no traces,
    /// streams, regions, profile or snapshots.
    ///
    /// # Errors
    /// As [`Machine::fork_at`].
    pub fn fork(&mut self) -> Result<Session, SnapshotError> {
        let machine = self.machine.fork()?;
        let options = Options {
            traces: Vec::new(),
            lanes: false,
            analyses: Analyses::default(),
            returns: Vec::new(),
            checks: None,
            save: None,
            streams: None,
            stopped: StopCause::default(),
            ..self.options.clone()
        };
        Ok(Session::bare(machine, options, self.image_cores.clone()))
    }

    /// A run without observers.
    fn bare(machine: Machine, options: Options, image_cores: Vec<Vec<usize>>) -> Session {
        Session {
            machine,
            options,
            writers: Vec::new(),
            lanes: None,
            tracers: None,
            gate: None,
            returns: None,
            image_cores,
            pending: Vec::new(),
            problems: Vec::new(),
            console_lost: false,
            observer: None,
            streams: Streams::nowhere(),
            short_traces: Vec::new(),
            past: None,
            printed: (0, 0),
            met: None,
        }
    }

    /// Completes a run, and reports on it.
    pub(crate) fn end(&mut self, ended: Option<Ended>, interrupted: bool) -> Report {
        if let Some(path) = self.options.save.clone() {
            let saved = self.save(&path, ended.is_some());
            self.problems.extend(saved.err());
        }
        self.machine.finish();
        self.pass_on(true);
        if let Some(text) =
            crate::machine::host::clocks::truth(&self.machine, self.tracers.as_ref())
        {
            let name = "truth-clocks.json".to_owned();
            self.machine
                .fabric
                .outside
                .streams
                .insert(name, text.into_bytes());
        }
        self.keep_streams();
        let outcome = match ended {
            Some(e) => self.outcome_of(&e),
            None if interrupted => self.interrupted(),
            None => self.simple(OutcomeKind::Budget, "the budget ran out"),
        };
        self.report(outcome)
    }

    /// The end of the run, or its position.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match &self.machine.ended {
            Some(ended) => self.outcome_of(ended),
            None if self.budget_used() => self.simple(OutcomeKind::Budget, "the budget ran out"),
            None => self.simple(OutcomeKind::Paused, "the run can go on"),
        }
    }

    /// The report of the run up to here. The run is not changed, and can go on.
    #[must_use]
    pub fn report_so_far(&mut self) -> Report {
        let here = self.machine.checkpoint();
        let outcome = self.outcome();
        self.machine.finish();
        let report = self.report(outcome);
        if self.machine.restore(&here).is_err() {
            unreachable!("the checkpoint is of this machine");
        }
        report
    }

    /// Writes a snapshot; the error is a line for the user.
    fn save(&self, path: &Path, over: bool) -> Result<(), String> {
        let refuse = |why: &str| Err(format!("--save {}: {why}", path.display()));
        if over {
            return refuse("nothing is saved, for the run is over; choose an earlier --until");
        }
        if self.machine.held.is_some() {
            return refuse("nothing is saved, for a debugger stopped a core; let it go on first");
        }
        let tracers = self.tracers.as_ref().map(Followed::save);
        let analyses = self.options.analyses.save(&self.machine);
        let observed = to_bytes(&(analyses, tracers));
        let streams = match self.streams.read_all() {
            Ok(streams) => streams,
            Err(e) => {
                return refuse(&format!(
                    "nothing is saved, for a stream cannot be read again: {e}"
                ));
            }
        };
        let bytes = self.machine.save_with(observed, streams);
        write_whole(path, &bytes).or_else(|e| refuse(&format!("cannot be written: {e}")))
    }

    /// Where a piece of `ticks` ends: at a multiple of it, at most at the budget.
    pub(crate) fn piece_end(&self, ticks: u64) -> Tick {
        let budget = self.budget_ticks().unwrap_or(u64::MAX);
        let next = (self.machine.now().0 / ticks).saturating_add(1);
        Tick(next.saturating_mul(ticks).min(budget))
    }

    /// Calls `look` with the machine between the pieces of [`Session::run`]. It cannot change the run.
    pub fn observe(&mut self, look: Box<dyn FnMut(&Machine) + Send>) {
        self.observer = Some(look);
    }

    /// Lets `between` stand between firmware and the registers that it accesses, from now on. A fork and what is
    /// restored from a snapshot go without it.
    pub fn interpose(&mut self, between: Box<dyn Interpose>) {
        self.machine.fabric.interposed = Some(between);
    }

    /// When the budget will be used up, if the run has one.
    #[must_use]
    pub fn budget_ends(&self) -> Option<Tick> {
        self.budget_ticks().map(Tick)
    }

    fn budget_ticks(&self) -> Option<u64> {
        self.options.until.map(|b| b.ticks(&self.machine))
    }

    pub(crate) fn budget_used(&self) -> bool {
        self.budget_ticks()
            .is_some_and(|b| self.machine.now().0 >= b)
    }

    /// Passes on what the last piece left: console bytes and facts.
    pub(crate) fn hand_out(&mut self, console: &mut dyn Write) {
        let bytes = self.machine.take_console();
        // After going back, what comes out again was seen before.
        let (now, most) = self.printed;
        let seen = usize::try_from(most - now).unwrap_or(usize::MAX);
        let fresh = bytes.get(seen..).unwrap_or_default();
        self.sent(fresh);
        let now = now + bytes.len() as u64;
        self.printed = (now, now.max(most));
        let sent = console.write_all(fresh).and_then(|()| console.flush());
        if let (Err(e), false) = (sent, self.console_lost) {
            self.console_lost = true;
            self.problems
                .push(format!("console: cannot be written: {e}"));
        }
        self.keep_streams();
        self.pass_on(false);
    }

    /// Takes a checkpoint of a recorded run, if one is due.
    pub(crate) fn note_past(&mut self) {
        if let Some(past) = &mut self.past {
            past.note(&mut self.machine, self.printed.0);
        }
    }

    /// Records the run from now on, to go back in it. False, with nothing done, when that cannot be: what is
    /// written to files, traces and streams, stays written.
    pub fn record(&mut self) -> bool {
        self.record_within(back::MEMORY)
    }

    /// [`Session::record`], with checkpoints in so many bytes of memory. The first and the last one stay in any case.
    pub fn record_within(&mut self, memory: u64) -> bool {
        let writes = !self.writers.is_empty() || self.lanes.is_some() || self.tracers.is_some();
        let o = &self.options;
        let observed = !o.analyses.is_empty() || o.checks.is_some();
        let follows = observed || self.machine.host.is_some() || self.met.is_some();
        if writes || follows || self.options.save.is_some() {
            return false;
        }
        let mut past = Past::new(PIECE / 10, memory);
        past.note(&mut self.machine, self.printed.0);
        self.past = Some(past);
        true
    }

    /// How many checkpoints of a recorded run there are, and the bytes that they take.
    #[must_use]
    pub fn record_size(&self) -> (usize, u64) {
        self.past.as_ref().map_or((0, 0), Past::size)
    }

    /// Goes back over the last instruction of `core`; none when the run is not recorded.
    pub fn step_back(&mut self, core: u8) -> Option<Back> {
        let mut past = self.past.take()?;
        let (back, printed) = past.step_back(&mut self.machine, core, self.printed.0);
        self.printed.0 = printed;
        self.past = Some(past);
        Some(back)
    }

    /// Goes back to where one of `stops` stopped the run, or would have, the last time; none when the run is not
    /// recorded.
    pub fn run_back(&mut self, stops: &Stops) -> Option<Back> {
        let mut past = self.past.take()?;
        let (back, printed) = past.run_back(&mut self.machine, stops, self.printed.0);
        self.printed.0 = printed;
        self.past = Some(past);
        Some(back)
    }

    /// Puts what the machine has left for the outside world where it belongs.
    fn keep_streams(&mut self) {
        let fresh = self.machine.take_streams();
        self.problems.extend(self.streams.add(fresh));
    }

    /// SHA-256 of each image of the run, as hexadecimal digits.
    #[must_use]
    pub fn images(&self) -> Vec<String> {
        let images = self.machine.firmware.images.iter();
        images.map(|i| i.sha256.clone()).collect()
    }

    /// True when firmware or the host has output for the outside world.
    pub fn left_streams(&self) -> bool {
        self.streams.any()
    }

    /// True when an output was lost: a trace or the console.
    pub fn lost_output(&self) -> bool {
        !self.problems.is_empty()
    }

    /// What the cores executed up to here, and numbers over time; `None` without [`Options::lanes`].
    #[must_use]
    pub fn lanes(&self) -> Option<(&Lanes, &Series)> {
        self.lanes.as_ref().zip(self.machine.series.as_deref())
    }

    /// Names of functions and traps.
    #[must_use]
    pub fn names(&self) -> Box<dyn Names + '_> {
        Box::new(subject::Named::new(&self.machine))
    }

    /// The core of each chunk of a loop, with [`Options::hand_out`].
    #[must_use]
    pub fn gate(&self) -> Option<&Gate> {
        self.gate.as_ref()
    }

    /// Return values of functions, with [`Options::returns`].
    #[must_use]
    pub fn returns(&self) -> Option<&Returns> {
        self.returns.as_ref()
    }

    /// What firmware has changed in the folder of the host on the network, if [`Options::network`] plugged one in.
    pub fn network_changes(&mut self) -> Option<FolderChanges<'_>> {
        self.machine.network_changes()
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }
}
