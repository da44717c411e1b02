//! Subjects of questions: recorded runs, and firmware that runs now.

use crate::{Error, Simulation};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fmt, io};
use trueboard_board::report::OutcomeKind;
use trueboard_board::{BoardModel, InputError, Options, Report, Session};

/// Firmware on an open board, with the options of its run. [`crate::Setup::open`] makes one.
#[derive(Clone)]
pub struct Firmware {
    /// What messages call it: the image, the host's script or the workload.
    pub name: PathBuf,
    /// The board.
    pub board: Arc<BoardModel>,
    /// Images, input and end.
    pub options: Options,
}

impl Firmware {
    /// Loads the images and boots.
    ///
    /// # Errors
    /// [`InputError`]: an image or a value that cannot be used.
    pub fn start(self) -> Result<Simulation, InputError> {
        Session::new(&self.board, self.options).map(Simulation::new)
    }
}

/// The run that a question is about.
#[derive(Clone)]
pub enum Run {
    /// One that was recorded: a report, or the directory of a run that has one.
    Recorded(PathBuf),
    /// Firmware that runs now.
    Now(Box<Firmware>),
}

impl From<Firmware> for Run {
    fn from(firmware: Firmware) -> Run {
        Run::Now(Box::new(firmware))
    }
}

impl Run {
    /// The name in messages.
    #[must_use]
    pub fn name(&self) -> &Path {
        match self {
            Run::Recorded(path) => path,
            Run::Now(firmware) => &firmware.name,
        }
    }

    /// Whether the run is made now, in contrast to a recorded run.
    #[must_use]
    pub fn is_now(&self) -> bool {
        matches!(self, Run::Now(_))
    }
}

/// Whether the path is the directory or the report of a run.
#[must_use]
pub fn is_recorded(run: &Path) -> bool {
    run.is_dir() || run.extension().is_some_and(|e| e == "json")
}

/// The report in a file, or in the directory of a run.
///
/// # Errors
/// The file cannot be read, or is no report.
pub fn read_report(path: &Path) -> Result<Report, Error> {
    let file = if path.is_dir() {
        path.join("report.json")
    } else {
        path.to_owned()
    };
    let text = read(&file)?;
    serde_json::from_str(&text)
        .map_err(|e| Error::Unusable(format!("{}: not a report: {e}", file.display())))
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, Error> {
    trueboard_files::read_text(path)
        .map_err(|e| Error::Unusable(format!("{}: {e}", path.display())))
}

/// An observer on the host of the runs that a question makes. Every method has a default; `()` observes nothing.
pub trait Follow {
    /// Called before a run begins with these options. The returned flag ends the run early when it is set.
    fn stop(&self, _options: &mut Options) -> Arc<AtomicBool> {
        Arc::default()
    }

    /// Called when the board has booted: observers may be added.
    fn begins(&self, _session: &mut Session) {}

    /// Called when the run is over, with its exit code: 0 for the requested end.
    fn ended(&self, _report: &Report, _code: u8) {}
}

impl Follow for () {}

/// A run that is over.
pub(crate) struct Over {
    pub session: Session,
    pub report: Report,
    /// Its exit code.
    pub code: u8,
}

/// Whether the end of simulated time that a run was given is a failure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtItsEnd {
    Fails,
    IsGood,
}

/// A session of these options on `board`, which is to run.
pub(crate) struct Begun {
    pub session: Session,
    stop: Arc<AtomicBool>,
}

impl Begun {
    pub fn new(
        board: &BoardModel,
        mut options: Options,
        follow: &dyn Follow,
    ) -> Result<Begun, InputError> {
        let stop = follow.stop(&mut options);
        let session = Session::new(board, options)?;
        Ok(Begun { session, stop })
    }

    /// Runs it to its end.
    pub fn run(self, at_its_end: AtItsEnd, follow: &dyn Follow) -> Over {
        self.run_into(&mut io::sink(), at_its_end, follow)
    }

    /// Runs it to its end; `console` gets what the firmware prints.
    pub fn run_into(
        mut self,
        console: &mut dyn io::Write,
        at_its_end: AtItsEnd,
        follow: &dyn Follow,
    ) -> Over {
        follow.begins(&mut self.session);
        let report = self.session.run(console, &self.stop);
        let kind = report.outcome.kind;
        let code = match kind {
            OutcomeKind::Budget if at_its_end == AtItsEnd::IsGood => 0,
            kind => kind.exit_code(),
        };
        follow.ended(&report, code);
        Over {
            session: self.session,
            report,
            code,
        }
    }
}

/// Refuses a run that was no success.
pub(crate) fn ended_well(what: &dyn fmt::Display, report: &Report) -> Result<(), Error> {
    match report.outcome.kind {
        kind if kind.exit_code() == 0 => Ok(()),
        kind => Err(Error::Run {
            kind,
            text: format!("{what}: {}", report.outcome.detail),
        }),
    }
}
