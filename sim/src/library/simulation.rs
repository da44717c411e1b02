//! A run.

use crate::{Core, CoreMut, Time};
use std::sync::atomic::AtomicBool;
use trueboard_board::report::Outcome;
use trueboard_board::{Back, Checkpoint, Ended, Machine, Pause, Report, Session, Stops};
use trueboard_core::observe::Observer;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

/// Base ticks of a piece of a run that stops at breakpoints.
const PIECE: u64 = 500_000;

/// A board with firmware on it, at some point of its run. It does what it did before: the same setup gives the
/// same run, however it is cut into pieces, looked at, forked, or put back.
pub struct Simulation {
    session: Session,
    console: Vec<u8>,
}

impl Simulation {
    pub(crate) fn new(session: Session) -> Simulation {
        Simulation {
            session,
            console: Vec::new(),
        }
    }

    /// Runs until the firmware ends, nothing is left to happen, or the budget is used up
    /// ([`Ended::Paused`]). Firmware that runs for ever and has no budget never comes back.
    pub fn run(&mut self) -> Ended {
        self.session
            .go_on(None, &mut self.console, &AtomicBool::new(false))
    }

    /// Runs until a point of time, or the end.
    pub fn run_until(&mut self, time: Time) -> Ended {
        let until = time.on(self.session.machine());
        self.session
            .go_on(Some(until), &mut self.console, &AtomicBool::new(false))
    }

    /// Runs until one of `stops`, a point of time, or the end. Stops change nothing of the run.
    pub fn run_to(&mut self, stops: &Stops, time: Time) -> Pause {
        let until = time.on(self.session.machine());
        self.session.run_to(until, stops, &mut self.console)
    }

    /// Runs a short piece of what [`Simulation::run_until`] runs, some milliseconds of simulated time, for
    /// programs that look after something else in between. [`Ended::Paused`] until the run is over, also where
    /// `time` is [reached](Simulation::reached).
    pub fn run_piece(&mut self, time: Time) -> Ended {
        let until = time.on(self.session.machine());
        self.session
            .go_on(Some(until), &mut self.console, &AtomicBool::new(true))
    }

    /// Runs a short piece of what [`Simulation::run_to`] runs, as [`Simulation::run_piece`] does.
    pub fn run_piece_to(&mut self, stops: &Stops, time: Time) -> Pause {
        let piece = self.now().saturating_add(PIECE);
        let until = Tick(self.ticks(time).min(piece));
        self.session.run_to(until, stops, &mut self.console)
    }

    /// True when the board has come to a point of time, or to the end of its budget.
    #[must_use]
    pub fn reached(&self, time: Time) -> bool {
        self.now() >= self.ticks(time) || self.session.out_of_budget()
    }

    /// The point of time that is so much later than where the run [stands](Simulation::stands_at).
    #[must_use]
    pub fn from_now(&self, span: Time) -> Time {
        Time::ticks(self.stands_at().saturating_add(self.ticks(span)))
    }

    /// The latest time that any core has reached, in base ticks. Others may be behind: at a breakpoint of a core
    /// that ran ahead, [`Simulation::now`] is what all of them have behind them.
    #[must_use]
    pub fn stands_at(&self) -> u64 {
        self.machine().end_time().0
    }

    /// A point of time in base ticks of the board.
    #[must_use]
    pub fn ticks(&self, time: Time) -> u64 {
        time.on(self.machine()).0
    }

    /// Lets one core execute one instruction, and the others what comes before it.
    pub fn step(&mut self, core: u8) -> Pause {
        let stops = Stops {
            step: Some(core),
            ..Stops::default()
        };
        self.run_to(&stops, Time::END)
    }

    /// Records the run from now on, to go back in it by [`Simulation::step_back`] and
    /// [`Simulation::run_back`]. False when that cannot be: with traces, regions, a profile or a host's
    /// script.
    pub fn record(&mut self) -> bool {
        self.session.record()
    }

    /// [`Simulation::record`], with checkpoints in at most so many bytes of memory, beside the first and the last one.
    /// The fewer there are, the longer it takes to go back.
    pub fn record_within(&mut self, bytes: u64) -> bool {
        self.session.record_within(bytes)
    }

    /// How many checkpoints are kept to go back, and the bytes that they take.
    #[must_use]
    pub fn record_size(&self) -> (usize, u64) {
        self.session.record_size()
    }

    /// Goes back over the last instruction of a core; none when the run is not recorded. Changes by
    /// [`Simulation::core_mut`] begin a new past.
    pub fn step_back(&mut self, core: u8) -> Option<Back> {
        self.session.step_back(core)
    }

    /// Goes back to where one of `stops` stopped the run, or would have, the last time; none when the run is not
    /// recorded.
    pub fn run_back(&mut self, stops: &Stops) -> Option<Back> {
        self.session.run_back(stops)
    }

    /// The board's time in base ticks: nothing before it is left to happen.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.machine().now().0
    }

    /// Everything that came out of the console.
    #[must_use]
    pub fn console(&self) -> &[u8] {
        &self.console
    }

    /// Core number `number`.
    #[must_use]
    pub fn core(&self, number: u8) -> Core<'_> {
        Core {
            machine: self.session.machine(),
            number,
        }
    }

    /// Core number `number`, to be changed.
    pub fn core_mut(&mut self, number: u8) -> CoreMut<'_> {
        CoreMut {
            machine: self.session.machine_mut(),
            number,
        }
    }

    /// Bytes for the console's receiver, from now on; [`crate::Setup::stdin`] is for those that are there at
    /// reset. Begins a new past, as [`Simulation::core_mut`] does.
    pub fn type_in(&mut self, bytes: &[u8]) {
        self.session.machine_mut().type_in(bytes);
    }

    /// The cores, in the order of the board file.
    pub fn cores(&self) -> impl Iterator<Item = Core<'_>> {
        (0..self.machine().core_count() as u8).map(|number| self.core(number))
    }

    /// The address of a symbol of the first core's image; [`Core::symbol`] is for those of others.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.core(0).symbol(name).map(|s| s.at)
    }

    /// The machine: devices, meters, memories.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        self.session.machine()
    }

    /// Lets `observer` follow all cores from now on: calls, branches, accesses, stalls and whatever else of
    /// [`Kinds`](crate::core::observe::Kinds) it wants. What the run does stays the same. A fork has no observers.
    ///
    /// Where loads go, and how many of them miss, by 64 KiB:
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use std::collections::BTreeMap;
    /// use trueboard::core::observe::{Access, Kinds, Observer};
    /// use trueboard::core::time::Tick;
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
    /// run.run_until(Time::cycles(1_000_000));
    /// let loads = run.observer::<Loads>().ok_or("it observes")?;
    /// for (range, (loads, missed)) in &loads.0 {
    ///     println!("{range:#06x}0000: {loads} loads, {missed} missed");
    /// }
    /// let all: u64 = loads.0.values().map(|(loads, _)| loads).sum();
    /// let metered: u64 = run.cores().map(|c| c.meter("loads") - c.meter("io_reads")).sum();
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

    /// The run as it is now, to go back to and to fork from.
    #[must_use]
    pub fn checkpoint(&mut self) -> Checkpoint {
        self.session.machine_mut().checkpoint()
    }

    /// Goes back, or on, to a checkpoint. What the console showed stays as it is.
    ///
    /// # Errors
    /// When the checkpoint is of another board or of other images.
    pub fn restore(&mut self, to: &Checkpoint) -> Result<(), SnapshotError> {
        self.session.machine_mut().restore(to)
    }

    /// A second run that stands where this one stands. It writes no traces, and follows no regions and no profile.
    ///
    /// # Errors
    /// None of a run that began with [`crate::Setup::start`].
    pub fn fork(&mut self) -> Result<Simulation, SnapshotError> {
        Ok(Simulation {
            session: self.session.fork()?,
            console: self.console.clone(),
        })
    }

    /// How the run ended, or where it stands.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.session.outcome()
    }

    /// The report of the run up to here; the run can go on. Traces go on as well: [`Simulation::finish`]
    /// completes them.
    #[must_use]
    pub fn report(&mut self) -> Report {
        self.session.report_so_far()
    }

    /// Ends the run where it is; its report.
    #[must_use]
    pub fn finish(mut self) -> Report {
        self.session.finish()
    }
}
