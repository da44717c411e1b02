//! [`Simulation`]: a run that a program drives.

use crate::{Core, CoreMut, StopReason, Time, Until};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use trueboard_board::report::Outcome;
use trueboard_board::{Checkpoint, Machine, NotThere, Report, Session, Stops};
use trueboard_core::fact::CoreState;
use trueboard_core::observe::Observer;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

/// Base ticks of a piece of a run that stops at breakpoints.
const PIECE: u64 = 500_000;

/// A board with its firmware, at a point of its run. Runs are deterministic: equal setups give equal runs. Pieces,
/// reads of state, forks and restored checkpoints do not change a run.
pub struct Simulation {
    session: Session,
    console: Vec<u8>,
}

/// The error of [`Simulation::record`]: the run has observers whose state no checkpoint contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotRecordable;

impl fmt::Display for NotRecordable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the run cannot be recorded: it has traces, regions, a profile or a host's script; start it without them",
        )
    }
}

impl std::error::Error for NotRecordable {}

fn recorded(done: bool) -> Result<(), NotRecordable> {
    if done { Ok(()) } else { Err(NotRecordable) }
}

impl fmt::Debug for Simulation {
    /// Formats board and time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation")
            .field("board", &self.machine().name)
            .field("now", &self.now())
            .finish_non_exhaustive()
    }
}

impl Simulation {
    pub(crate) fn new(session: Session) -> Simulation {
        Simulation {
            session,
            console: Vec::new(),
        }
    }

    /// Runs to a [`Time`], to one of some [`Stops`], or to [whichever comes first](Until::first). Stops change nothing
    /// of the run. A breakpoint at an address that no core executes stops none.
    ///
    /// [`StopReason::Time`] with [`Time::END`] says that the budget is used up. Firmware that runs for ever and has no
    /// budget never comes back from there.
    ///
    /// # Errors
    /// [`NotThere`], with nothing done: a core to be stepped that the board does not have or that is held, or watched
    /// bytes that are in no memory and no device. A [`Time`] alone gives none.
    pub fn run<U: Into<Until>>(&mut self, until: U) -> Result<StopReason, NotThere> {
        let Until { stops, time, slice } = until.into();
        self.can_stop(&stops)?;
        let end = time.on(self.session.machine());
        let reason = if stops.is_empty() {
            let one_piece = AtomicBool::new(slice);
            let ended = self.session.go_on(Some(end), &mut self.console, &one_piece);
            ended.into()
        } else {
            let piece = self.now().saturating_add(PIECE);
            let end = if slice { end.min(Tick(piece)) } else { end };
            self.session.run_to(end, &stops, &mut self.console).into()
        };
        Ok(match reason {
            StopReason::Time if slice && !self.is_past(time) => StopReason::Slice,
            reason => reason,
        })
    }

    /// Checks that the run has all that `stops` names.
    fn can_stop(&self, stops: &Stops) -> Result<(), NotThere> {
        if let Some(core) = stops.step
            && self.core(core)?.state() == CoreState::Held
        {
            let name = self.core(core)?.name();
            return Err(NotThere(format!(
                "core {name} has no instruction to step over: it is held, until another core or the host starts it"
            )));
        }
        self.can_watch(stops)
    }

    /// Checks that the run has the memory that `stops` watches.
    fn can_watch(&self, stops: &Stops) -> Result<(), NotThere> {
        let mut watched = stops.watched.iter();
        match watched.find(|w| !self.machine().can_watch(w.at, w.len)) {
            None => Ok(()),
            Some(w) => Err(NotThere(format!(
                "{} has no memory and no device for the {} watched bytes at {:#x}",
                self.machine().name,
                w.len,
                w.at
            ))),
        }
    }

    /// Checks that the board has a core of this number.
    fn known_core(&self, number: u8) -> Result<u8, NotThere> {
        match self.machine().core_count() {
            cores if usize::from(number) < cores => Ok(number),
            cores => Err(NotThere::core(&self.machine().name, number, cores)),
        }
    }

    /// True when the board has come to a point of time, or to the end of its budget.
    #[must_use]
    pub fn is_past(&self, time: Time) -> bool {
        self.now() >= self.ticks(time) || self.session.out_of_budget()
    }

    /// The point of time that is so much later than where the run [stands](Simulation::latest_time).
    #[must_use]
    pub fn after(&self, span: Time) -> Time {
        Time::ticks(self.latest_time().saturating_add(self.ticks(span)))
    }

    /// The latest time that any core has reached, in base ticks. Others may be behind: at a breakpoint of a core
    /// that ran ahead, [`Simulation::now`] is what all of them have behind them.
    #[must_use]
    pub fn latest_time(&self) -> u64 {
        self.machine().end_time().0
    }

    /// A point of time in base ticks of the board.
    #[must_use]
    pub fn ticks(&self, time: Time) -> u64 {
        time.on(self.machine()).0
    }

    /// Lets one core execute one instruction, and the others what comes before it. A core that waits executes its one
    /// when something has woken it.
    ///
    /// # Errors
    /// [`NotThere`], with nothing done: the board has no such core, or the core is held.
    pub fn step(&mut self, core: u8) -> Result<StopReason, NotThere> {
        self.run(Stops {
            step: Some(core),
            ..Stops::default()
        })
    }

    /// Records the run from now on, to go back in it by [`Simulation::step_back`] and
    /// [`Simulation::run_back`].
    ///
    /// # Errors
    /// [`NotRecordable`], with nothing done.
    pub fn record(&mut self) -> Result<(), NotRecordable> {
        recorded(self.session.record())
    }

    /// [`Simulation::record`], with checkpoints in at most so many bytes of memory, beside the first and the last one.
    /// The fewer there are, the longer it takes to go back.
    ///
    /// # Errors
    /// [`NotRecordable`], with nothing done.
    pub fn record_within(&mut self, bytes: u64) -> Result<(), NotRecordable> {
        recorded(self.session.record_within(bytes))
    }

    /// How many checkpoints are kept to go back, and the bytes that they take.
    #[must_use]
    pub fn record_size(&self) -> (usize, u64) {
        self.session.record_size()
    }

    /// Goes back over the last instruction of a core; none when the run is not recorded. Changes by
    /// [`Simulation::core_mut`] begin a new past.
    ///
    /// # Errors
    /// [`NotThere`], with nothing done: the board has no such core.
    pub fn step_back(&mut self, core: u8) -> Result<Option<StopReason>, NotThere> {
        let core = self.known_core(core)?;
        Ok(self.session.step_back(core).map(StopReason::from))
    }

    /// Goes back to where one of `stops` stopped the run, or would have, the last time; none when the run is not
    /// recorded.
    ///
    /// # Errors
    /// [`NotThere`], with nothing done: watched bytes that are in no memory and no device.
    pub fn run_back(&mut self, stops: &Stops) -> Result<Option<StopReason>, NotThere> {
        self.can_watch(stops)?;
        Ok(self.session.run_back(stops).map(StopReason::from))
    }

    /// The board's time in base ticks: nothing before it is left to happen.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.machine().now().0
    }

    /// The board's time since reset, in whole nanoseconds.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let hz = u128::from(self.machine().base_hz.max(1));
        let ns = u128::from(self.now()) * 1_000_000_000 / hz;
        Duration::from_nanos(u64::try_from(ns).unwrap_or(u64::MAX))
    }

    /// All output of the console so far.
    #[must_use]
    pub fn console(&self) -> &[u8] {
        &self.console
    }

    /// Core number `number`, in the order of the board file, from 0.
    ///
    /// # Errors
    /// [`NotThere`]: the board has no such core.
    pub fn core(&self, number: u8) -> Result<Core<'_>, NotThere> {
        let number = self.known_core(number)?;
        Ok(Core {
            machine: self.session.machine(),
            number,
        })
    }

    /// Core number `number`, to be changed.
    ///
    /// # Errors
    /// [`NotThere`]: the board has no such core.
    pub fn core_mut(&mut self, number: u8) -> Result<CoreMut<'_>, NotThere> {
        let number = self.known_core(number)?;
        Ok(CoreMut {
            machine: self.session.machine_mut(),
            number,
        })
    }

    /// Bytes for the console's receiver, from now on; [`crate::Setup::stdin`] is for those that are there at
    /// reset. Begins a new past, as [`Simulation::core_mut`] does.
    pub fn type_in(&mut self, bytes: &[u8]) {
        self.session.machine_mut().type_in(bytes);
    }

    /// The cores, in the order of the board file.
    pub fn cores(&self) -> impl Iterator<Item = Core<'_>> {
        let machine = self.machine();
        (0..machine.core_count() as u8).map(move |number| Core { machine, number })
    }

    /// The address of a symbol of the first core's image; [`Core::symbol`] is for those of others.
    ///
    /// # Errors
    /// [`NotThere`]: that image has no symbol of this name.
    pub fn symbol(&self, name: &str) -> Result<u64, NotThere> {
        Ok(self.core(0)?.symbol(name)?.at)
    }

    /// The machine: devices, meters, memories.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        self.session.machine()
    }

    /// Lets `observer` follow all cores from now on: calls, branches, accesses, stalls and whatever else of
    /// [`Kinds`](crate::observe::Kinds) it wants. What the run does stays the same. A fork has no observers.
    ///
    /// Where loads go, and how many of them miss, by 64 KiB:
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use std::collections::BTreeMap;
    /// use trueboard::observe::{Access, Kinds, Observer, Tick};
    /// use trueboard::{Setup, Time};
    ///
    /// /// Loads and those that missed, by the upper half of their address.
    /// #[derive(Default)]
    /// struct Loads(BTreeMap<u64, (u64, u64)>);
    ///
    /// impl Observer for Loads {
    ///     fn kinds(&self) -> Kinds {
    ///         Kinds::ACCESS_MEMORY
    ///     }
    ///
    ///     fn access(&mut self, _core: u8, _at: Tick, access: &Access) {
    ///         if access.load {
    ///             let (loads, missed) = self.0.entry(access.address >> 16).or_default();
    ///             *loads += 1;
    ///             *missed += u64::from(access.missed);
    ///         }
    ///     }
    /// }
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../firmware/prebuilt/gr740/lu.elf");
    /// let mut run = Setup::board("gr740").image(path).start()?;
    /// run.observe(Loads::default());
    /// run.run(Time::cycles(1_000_000))?;
    /// let loads = run.observer::<Loads>().ok_or("it observes")?;
    /// for (range, (loads, missed)) in &loads.0 {
    ///     println!("{range:#06x}0000: {loads} loads, {missed} missed");
    /// }
    /// let all: u64 = loads.0.values().map(|(loads, _)| loads).sum();
    /// let mut metered = 0;
    /// for core in run.cores() {
    ///     metered += core.meter("loads")? - core.meter("io_reads")?;
    /// }
    /// assert_eq!(all, metered);
    /// # Ok(())
    /// # }
    /// ```
    pub fn observe<T: Observer>(&mut self, observer: T) {
        self.session.machine_mut().observe(Box::new(observer));
    }

    /// The first observer of type `T`.
    #[must_use]
    pub fn observer<T: Observer>(&self) -> Option<&T> {
        self.machine().observer()
    }

    /// 128 bits over the state of the machine, as hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        self.machine().digest()
    }

    /// A checkpoint of the present state, to go back to and to fork from.
    #[must_use]
    pub fn checkpoint(&mut self) -> Checkpoint {
        self.session.machine_mut().checkpoint()
    }

    /// Goes to an earlier or later checkpoint. The console keeps its output.
    ///
    /// # Errors
    /// When the checkpoint is of another board or of other images.
    pub fn restore(&mut self, to: &Checkpoint) -> Result<(), SnapshotError> {
        self.session.machine_mut().restore(to)
    }

    /// A second run in the present state of this run. The fork writes no traces, and follows no regions and no profile.
    ///
    /// # Errors
    /// None of a run that began with [`crate::Setup::start`].
    pub fn fork(&mut self) -> Result<Simulation, SnapshotError> {
        Ok(Simulation {
            session: self.session.fork()?,
            console: self.console.clone(),
        })
    }

    /// The outcome of the run; of an unfinished run, its present state.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.session.outcome()
    }

    /// The report of the run so far; the run can continue. Traces continue as well: [`Simulation::finish`]
    /// completes them.
    #[must_use]
    pub fn report(&mut self) -> Report {
        self.session.report_so_far()
    }

    /// Ends the run at its present time, and returns its report.
    #[must_use]
    pub fn finish(mut self) -> Report {
        self.session.finish()
    }
}
