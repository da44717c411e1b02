//! A run under the eyes of its user.

use crate::command::Stop;
use crate::setup::Setup;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use trueboard_board::{
    BoardModel, Budget, InputError, Machine, Session, Source, Stops, Watchpoint, open_board_from,
};

use trueboard_core::time::Tick;

/// A board with firmware on it, its time line, and what its user has chosen.
pub struct Lab {
    pub(crate) setup: Setup,
    pub(crate) board: BoardModel,
    pub(crate) session: Session,
    /// Texts of source files, by name.
    pub(crate) sources: BTreeMap<String, String>,
    /// All that came out of the console; going back takes from it.
    pub(crate) console: Vec<u8>,
    /// Why the run cannot go back.
    pub(crate) not_recorded: Option<String>,
    pub(crate) core: u8,
    pub(crate) stop: Stop,
    /// Breakpoints as the user has written them, with their addresses.
    pub(crate) breakpoints: BTreeMap<u64, String>,
    /// Watched memory by the address that the user has, and as all masters see it.
    pub(crate) watched: BTreeMap<u64, Watchpoint>,
    /// The latest tick that was reached.
    pub(crate) latest: u64,
    /// Registers of each core before the last command.
    pub(crate) before: Vec<Vec<u64>>,
    /// Who drives in place of the lab, as a refusal.
    pub(crate) driven: Option<String>,
    /// A face has seen the run's position.
    pub(crate) seen: bool,
}

impl Lab {
    /// A lab of what `setup` describes, with the files that it names.
    ///
    /// # Errors
    /// [`InputError`]: a board, an image or a value that cannot be used, with place, cause and remedy.
    pub fn open(setup: Setup, files: impl Source + 'static) -> Result<Lab, InputError> {
        let mut board = open_board_from(Arc::new(files), &setup.board, &setup.sets)?;
        if let Some(workload) = &setup.workload {
            board.describe(workload)?;
        }
        let options = setup.options().map_err(InputError::Request)?;
        let session = Session::new(&board, options)?;
        let mut lab = Lab {
            setup,
            board,
            session,
            sources: BTreeMap::new(),
            console: Vec::new(),
            not_recorded: None,
            core: 0,
            stop: Stop::default(),
            breakpoints: BTreeMap::new(),
            watched: BTreeMap::new(),
            latest: 0,
            before: Vec::new(),
            driven: None,
            seen: false,
        };
        lab.begin();
        Ok(lab)
    }

    /// Hands over the text of a source file. Its name is a path, or the end of one, of the debug information.
    pub fn add_source(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.sources.insert(name.into(), text.into());
    }

    /// What the lab was opened with.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The machine.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        self.session.machine()
    }

    /// The report of the run up to here.
    #[must_use]
    pub fn report(&mut self) -> trueboard_board::Report {
        self.session.report_so_far()
    }

    /// Runs up to the end or to `until`, whatever breakpoints there are.
    pub fn run_headless(&mut self, until: Budget) {
        let end = Tick(until.ticks(self.session.machine()));
        let never = AtomicBool::new(false);
        self.session.go_on(Some(end), &mut self.console, &never);
    }

    /// What came out of the console up to here.
    #[must_use]
    pub fn console(&self) -> &[u8] {
        let printed = usize::try_from(self.session.printed()).unwrap_or(usize::MAX);
        self.console.get(..printed).unwrap_or(&self.console)
    }

    /// Begins a new session's time line.
    pub(crate) fn begin(&mut self) {
        self.console.clear();
        self.stop = Stop::default();
        self.latest = 0;
        self.session.machine_mut().keep_power();
        self.not_recorded = (!self.session.record())
            .then(|| "this run cannot go back: a host's script is part of it".to_owned());
        self.note_registers();
    }

    /// Registers as they are now, to show what the next command changes.
    pub(crate) fn note_registers(&mut self) {
        let m = self.session.machine();
        let of = |core: u8| {
            let names = m.registers(core).len();
            (0..names).map(|i| m.register(core, i)).collect()
        };
        self.before = (0..m.core_count() as u8).map(of).collect();
    }

    /// The time of the chosen core, in base ticks.
    pub(crate) fn stands_at(&self) -> u64 {
        self.session.machine().core_stands_at(self.core).0
    }

    /// Notes how far the run has come.
    pub(crate) fn note_latest(&mut self) {
        let now = self.session.machine().end_time().0;
        self.latest = self.latest.max(now);
    }

    /// A change of the machine has made the recording useless: the past begins here.
    pub(crate) fn keep_a_past(&mut self) {
        if self.not_recorded.is_none() && self.session.recorded(0).is_empty() {
            self.session.record();
        }
    }

    /// Where commands stop.
    pub(crate) fn stops(&self) -> Stops {
        Stops {
            breakpoints: self.breakpoints.keys().copied().collect(),
            watched: self.watched.values().copied().collect(),
            ..Stops::default()
        }
    }
}
