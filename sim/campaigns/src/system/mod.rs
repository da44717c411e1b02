//! Systems: boards on one time base, linked by serial lines and pins.
//!
//! The boards run in windows of simulated time, none longer than the shortest delay of a link. What a board sends in a
//! window arrives behind it, so all arrivals of a window are known when it begins. They come at their exact times, and
//! no result depends on the order in which the boards run.

mod spec;

use crate::control::{Control, Done};
use crate::error::Error;
use crate::expect;
use crate::test::opened::{Opened, open};
use crate::test::spec::Spec as Tests;
use crate::test::{Ran, Verdict, judge};
use spec::{Spec, Way, read};
use std::path::{Path, PathBuf};
use trueboard_board::files::Files;
use trueboard_board::linked::{End, Passing};
use trueboard_board::{BoardModel, Ended, Report, Session};
use trueboard_core::time::Tick;

/// The simulated time after which a system without `until` ends.
const DEFAULT_BUDGET: &str = "1s";
const PICOSECONDS: u128 = 1_000_000_000_000;

/// A system to run.
#[derive(Clone, Debug)]
pub struct Request {
    /// The specification (RON); `docs/user/howto/system.md` has its form.
    pub spec: PathBuf,
    /// The folder that has report and console of each board in a folder of its name; none keeps nothing.
    pub out: Option<PathBuf>,
}

impl Request {
    /// The files that the run reads.
    #[must_use]
    pub fn files(&self) -> Files {
        let mut files = Files::default();
        files.reads("the specification", &self.spec);
        files
    }
}

/// What a system did.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Of each board, in the order of the specification.
    pub verdicts: Vec<Verdict>,
    /// Of each board, as well.
    pub reports: Vec<Report>,
}

impl Answer {
    /// 0 if all boards did what is expected of them, 1 otherwise.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        u8::from(!self.verdicts.iter().all(|v| v.passed))
    }
}

/// A board of the system.
struct Part {
    board: BoardModel,
    session: Session,
    console: Vec<u8>,
    /// Bytes of the console that were shown.
    shown: usize,
    ended: bool,
    /// The number of the way for each source of the board, in order.
    ways: Vec<usize>,
}

/// Runs a system. `show` receives what each console sends, by the board's number.
///
/// # Errors
/// A specification that cannot be used, a board or an image that cannot be opened, and an end of a link that the board
/// does not have.
pub fn run(
    request: &Request,
    control: &Control<'_>,
    show: &mut dyn FnMut(&str, &[u8]),
) -> Result<Done<Answer>, Error> {
    request.files().check().map_err(Error::Usage)?;
    let path = &request.spec;
    let (spec, ways) = read(path)?;
    let mut parts = opened(path, &spec, &ways)?;
    let delays = ways.iter().map(|way| way.delay);
    let window = delays.min().unwrap_or(PICOSECONDS);
    let mut end = 0;
    while parts.iter().any(|p| !p.ended) && !control.stopped() {
        end += window;
        for part in parts.iter_mut().filter(|p| !p.ended) {
            part.advance(end, control);
        }
        for (part, test) in parts.iter_mut().zip(&spec.boards) {
            part.show(&test.name, show);
        }
        pass(&mut parts, &ways);
        let quiet = |part: &mut Part| {
            part.ended
                || part.session.is_idle() && part.session.linked().is_none_or(|l| l.is_quiet())
        };
        // Nothing can come any more, so that each board may say that nothing is left.
        if parts.iter_mut().all(quiet) {
            for part in parts.iter_mut().filter(|p| !p.ended) {
                part.session.unlink();
                part.advance(end + window, control);
                part.ended = true;
            }
        }
    }
    let mut answer = Answer {
        verdicts: Vec::new(),
        reports: Vec::new(),
    };
    let stopped = control.stopped();
    for (mut part, test) in parts.into_iter().zip(&spec.boards) {
        let report = part.session.finish();
        part.show(&test.name, show);
        let console = &part.console;
        let judged = expect::verdicts(&test.expect, &part.board, &part.session, &report, console);
        let ran = Ran {
            report,
            judged,
            unfinished: None,
        };
        let (verdict, report) = judge(path, test, ran, console, request.out.as_deref())?;
        answer.verdicts.push(verdict);
        answer.reports.push(report);
    }
    Ok(match stopped {
        true => Done::Stopped { begun: true },
        false => Done::All(answer),
    })
}

/// The boards, linked.
fn opened(path: &Path, spec: &Spec, ways: &[Way]) -> Result<Vec<Part>, Error> {
    let defaults = Tests {
        until: Some(
            spec.until
                .clone()
                .unwrap_or_else(|| DEFAULT_BUDGET.to_owned()),
        ),
        ..Tests::default()
    };
    let mut parts = Vec::new();
    for (number, test) in spec.boards.iter().enumerate() {
        let unusable = |e: Error| {
            let (place, board, why) = (path.display(), &test.name, e.text());
            Error::input(format!("{place}: board `{board}`: {why}"))
        };
        let Opened {
            board, mut session, ..
        } = open(path, &defaults, test, false).map_err(unusable)?;
        let begin: Vec<usize> = (0..ways.len())
            .filter(|&w| ways[w].from.0 == number)
            .collect();
        let sources: Vec<End> = begin.iter().map(|&w| ways[w].from.1.clone()).collect();
        // The target of each way has the way's number; those of other boards are never named.
        let targets = ways.iter().filter(|way| way.to.0 == number);
        let targets: Vec<End> = targets.map(|way| way.to.1.clone()).collect();
        session
            .link(sources, targets)
            .map_err(|e| unusable(e.into()))?;
        parts.push(Part {
            board,
            session,
            console: Vec::new(),
            shown: 0,
            ended: false,
            ways: begin,
        });
    }
    Ok(parts)
}

/// Hands what was sent to the boards that it is for.
fn pass(parts: &mut [Part], ways: &[Way]) {
    let mut arrivals: Vec<Vec<Passing>> = parts.iter().map(|_| Vec::new()).collect();
    for number in 0..parts.len() {
        let part = &mut parts[number];
        let hz = part.session.machine().base_hz;
        let sent = part.session.linked().map(|l| l.take_sent());
        let sent = sent.unwrap_or_default();
        let begin = part.ways.clone();
        for passing in sent {
            let Some((w, way)) = begin.get(passing.end).map(|&w| (w, &ways[w])) else {
                continue;
            };
            let to = way.to.0;
            let there = parts[to].session.machine().base_hz;
            // The delay is at least a window, and the sum is rounded up: nothing arrives early.
            let picoseconds = u128::from(passing.at.0) * PICOSECONDS / u128::from(hz) + way.delay;
            let at = (picoseconds * u128::from(there)).div_ceil(PICOSECONDS);
            // Among the targets of its board.
            let end = ways[..w].iter().filter(|other| other.to.0 == to).count();
            arrivals[to].push(Passing {
                at: Tick(u64::try_from(at).unwrap_or(u64::MAX)),
                end,
                signal: passing.signal,
            });
        }
    }
    for (part, coming) in parts.iter_mut().zip(arrivals) {
        if let Some(linked) = part.session.linked() {
            linked.arrive(coming);
        }
    }
}

impl Part {
    /// Runs up to `end`, in picoseconds.
    fn advance(&mut self, end: u128, control: &Control<'_>) {
        let hz = u128::from(self.session.machine().base_hz);
        let until = Tick(u64::try_from(end * hz / PICOSECONDS).unwrap_or(u64::MAX));
        let ended = self
            .session
            .go_on(Some(until), &mut self.console, &control.stop);
        let budget = self.session.budget_ends();
        let over = budget.is_some_and(|budget| self.session.machine().now() >= budget);
        self.ended = ended != Ended::Paused || over;
    }

    fn show(&mut self, name: &str, show: &mut dyn FnMut(&str, &[u8])) {
        let fresh = &self.console[self.shown..];
        if !fresh.is_empty() {
            show(name, fresh);
        }
        self.shown = self.console.len();
    }
}
