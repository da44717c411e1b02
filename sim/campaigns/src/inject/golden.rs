//! The run without a fault: how it ends, and checkpoints of it from which the runs with faults begin.

use super::spec::{Request, UNTIL, VERSION};
use crate::control::Control;
use crate::engine::key;
use crate::error::Error;
use crate::program;
use trueboard_analyses::regions::matches;
use trueboard_board::asked::budget;
use trueboard_board::report::{Outcome, OutcomeKind};
use trueboard_board::{
    BoardModel, Budget, BudgetError, Checkpoint, Ended, FastForward, Machine, Options, SOURCES,
    Session, did_you_mean,
};
use trueboard_core::time::Tick;

/// Checkpoints of a run, about.
const POINTS: u64 = 100;

/// A moment of the run.
pub struct Point {
    /// The run stops at its first decision at or after this.
    pub at: Tick,
    /// How far the core that is furthest has come there. A core that runs alone goes on for long between decisions.
    pub reached: Tick,
    pub state: Checkpoint,
    /// Bytes that had come out of the console.
    pub printed: usize,
}

/// See the module.
pub struct Golden {
    pub points: Vec<Point>,
    /// Where faults can come first: at reset, or at the end of the untimed span.
    pub begin: Tick,
    pub end: Tick,
    pub console: Vec<u8>,
    pub outcome: Outcome,
    /// What identifies it: models, board, images, settings.
    pub identity: String,
    /// Symbol, address and contents at the end of what is compared.
    pub declared: Vec<(String, u64, Vec<u8>)>,
    /// Lines of the console that are not compared.
    ignore: Vec<String>,
    /// Base ticks in a second.
    pub base_hz: u64,
}

impl Golden {
    /// Runs the firmware; the session is one to fork from. None when it was stopped.
    pub fn run(
        request: &Request,
        fast: Option<FastForward>,
        control: &Control<'_>,
    ) -> Result<Option<(BoardModel, Golden, Session)>, Error> {
        let program = &request.program;
        let (board, cores) = program.open()?;
        let until = program.until.as_deref().unwrap_or(UNTIL);
        let limit = budget("--until", until)?;
        let named = fast.as_ref().map(|f| (f.text.clone(), f.warm));
        let options = Options {
            // The run goes on from here by itself.
            until: None,
            // The untimed span ends when the campaign is stopped.
            fast: fast.map(|fast| FastForward {
                stop: control.stop.clone(),
                ..fast
            }),
            ..program.options(cores)?
        };
        let mut session = Session::new(&board, options)?;
        // What an untimed span has printed is the same in all runs.
        let m = session.machine_mut();
        drop(m.take_console());
        let begin = match named {
            Some(_) => m.end_time(),
            None => Tick(0),
        };
        let first = m.checkpoint();
        let limit = Tick(limit.ticks(session.machine()));
        let mut console = Vec::new();
        let ended = session.go_on(Some(limit), &mut console, &control.stop);
        if control.stopped() {
            return Ok(None);
        }
        let outcome = session.outcome();
        if ended == Ended::Paused {
            return Err(Error::input(format!(
                "the run without a fault is not over after {until}; give more time: --until"
            )));
        }
        if !matches!(outcome.kind, OutcomeKind::Success | OutcomeKind::Failure) {
            return Err(Error::input(format!(
                "the run without a fault does not end by itself: {}",
                outcome.detail
            )));
        }
        let end = session.machine().end_time();
        let declared = declared(&session, &request.expect_memory)?;
        let settings = (
            &program.set,
            &program.poke,
            program::input(program)?,
            &request.expect_memory,
            &request.ignore,
        );
        let identity = key(&(
            (
                SOURCES,
                board.file.fingerprint(),
                format!("{:?}", board.power),
            ),
            (
                session.images(),
                settings,
                request.patience.to_bits(),
                request.unprotected,
                named,
            ),
            VERSION,
        ));
        let mut golden = Golden {
            points: Vec::new(),
            begin,
            end,
            console: Vec::new(),
            outcome,
            identity,
            declared,
            ignore: request.ignore.clone(),
            base_hz: session.machine().base_hz,
        };
        golden.note_points(&mut session, &first, &console)?;
        golden.console = console;
        Ok(Some((board, golden, session)))
    }

    /// Runs it once more, and takes checkpoints.
    fn note_points(
        &mut self,
        session: &mut Session,
        first: &Checkpoint,
        console: &[u8],
    ) -> Result<(), Error> {
        let wrong = |e| Error::input(format!("the run cannot be repeated: {e}"));
        session.machine_mut().restore(first).map_err(wrong)?;
        let step = ((self.end.0 - self.begin.0) / POINTS).max(1);
        let mut printed = Vec::new();
        let never = std::sync::atomic::AtomicBool::new(false);
        let mut at = self.begin.0;
        loop {
            self.points.push(Point {
                at: Tick(at),
                reached: session.machine().end_time(),
                state: session.machine_mut().checkpoint(),
                printed: printed.len(),
            });
            at += step;
            let ended = session.go_on(Some(Tick(at)), &mut printed, &never);
            if ended != Ended::Paused {
                break;
            }
        }
        if printed != console {
            return Err(wrong(trueboard_core::snapshot::SnapshotError::new(
                "its console differs",
            )));
        }
        Ok(())
    }

    /// The last checkpoint that no core has left behind at a time.
    pub fn before(&self, at: Tick) -> usize {
        self.points
            .partition_point(|p| p.reached <= at)
            .saturating_sub(1)
    }

    /// True when a console is that of the run, but for lines that are not compared.
    pub fn same_console(&self, console: &[u8]) -> bool {
        let plain = self.ignore.is_empty();
        console == self.console || !plain && self.compared(console) == self.compared(&self.console)
    }

    /// True when a console begins as that of the run does up to a point.
    pub fn same_so_far(&self, point: &Point, console: &[u8]) -> bool {
        let begun = self.console.get(..point.printed).unwrap_or_default();
        console == begun
    }

    fn compared(&self, console: &[u8]) -> Vec<String> {
        let text = String::from_utf8_lossy(console);
        let lines = text
            .lines()
            .filter(|l| !self.ignore.iter().any(|p| matches(p, l)));
        lines.map(str::to_owned).collect()
    }

    /// A time, in base ticks.
    pub fn ticks(text: &str, m: &Machine) -> Result<Tick, Error> {
        let amount: Budget = text
            .parse()
            .map_err(|e: BudgetError| Error::usage(e.to_string()))?;
        Ok(Tick(amount.ticks(m)))
    }
}

/// The memory that is compared.
fn declared(session: &Session, check: &[String]) -> Result<Vec<(String, u64, Vec<u8>)>, Error> {
    let m = session.machine();
    let one = |text: &String| {
        let (name, bytes) = text
            .split_once(':')
            .map_or((text.as_str(), None), |(n, b)| (n, Some(b)));
        let cores = 0..m.core_count() as u8;
        let found = cores
            .filter(|&c| m.has_image(c))
            .find_map(|c| Some((c, m.image_of(c)?.symbol(name)?)));
        let Some((core, symbol)) = found else {
            let cores = (0..m.core_count() as u8).filter(|&c| m.has_image(c));
            let symbols = cores
                .filter_map(|c| m.image_of(c))
                .flat_map(|i| i.symbols());
            let near = did_you_mean(name, symbols.map(|s| s.name.as_str()));
            return Err(Error::input(format!(
                "--check {text}: no image has a symbol of this name{near}"
            )));
        };
        let len = match bytes.map(str::parse::<u64>) {
            None => symbol.size,
            Some(Ok(n)) => n,
            Some(Err(_)) => {
                return Err(Error::usage(format!(
                    "--check {text}: must be SYMBOL or SYMBOL:BYTES"
                )));
            }
        };
        let mut bytes = vec![0; usize::try_from(len.min(1 << 28)).unwrap_or(0)];
        let found = m.look(core, symbol.at, &mut bytes);
        if len == 0 || found < bytes.len() {
            return Err(Error::usage(format!(
                "--check {text}: {len} bytes at {:#x} are no memory; give the bytes: SYMBOL:BYTES",
                symbol.at
            )));
        }
        Ok((text.clone(), symbol.at, bytes))
    };
    check.iter().map(one).collect()
}
