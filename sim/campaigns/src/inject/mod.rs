//! Injections: what becomes of firmware when bits flip and parts fail.
//!
//! ```
//! use trueboard_campaigns::inject::{Class, Request, run};
//! use trueboard_campaigns::{Control, Program};
//!
//! # let image = concat!(env!("CARGO_MANIFEST_DIR"), "/../../firmware/prebuilt/gr740/hello.elf");
//! let program = Program::new("gr740", image);
//! // 20 bits, anywhere in the program, at any time of its run.
//! let mut request = Request::new(program, vec!["memory".to_owned()]);
//! request.count = Some(20);
//! let done = run(&request, &Control::default())?;
//! let study = done.answer().expect("nobody stopped it");
//! assert_eq!(study.injections.len(), 20);
//! let masked = study.injections.iter().filter(|i| i.class == Class::Masked);
//! println!("{} of 20 had no effect", masked.count());
//! # Ok::<(), trueboard_campaigns::Error>(())
//! ```

mod class;
mod devices;
mod draw;
mod golden;
mod one;
mod place;
mod spec;
mod story;

pub use class::{Class, wilson};
pub use spec::Request;

use crate::control::{Control, Done};
use crate::engine::{self, Execution, Journal, RUNS, journal_in, key};
use crate::error::Error;
use draw::{Entry, Faults};
use golden::Golden;
use one::Verdict;
use serde::Serialize;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use trueboard_board::Session;
use trueboard_board::files::write_whole;

/// Of the form of [`Study`].
const SCHEMA: &str = "trueboard-inject-1";

/// An injection, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Injection {
    /// The place of its entry in [`Request::faults`].
    #[serde(skip)]
    pub group: usize,
    /// Where it was asked for.
    pub place: String,
    /// The fault, as an entry of [`Request::faults`] names it, without its time.
    pub fault: String,
    /// When it came, in nanoseconds of simulated time.
    pub at_ns: f64,
    /// What became of it.
    pub class: Class,
    /// That in a sentence.
    pub detail: String,
}

/// All injections of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Study {
    /// Of the form in which this is.
    pub schema: &'static str,
    /// The board.
    pub board: String,
    /// See [`Request::seed`].
    pub seed: u64,
    /// In the order in which they were drawn.
    pub injections: Vec<Injection>,
    /// What a single injection did, step by step, where [`Request::story`] asks for it.
    #[serde(skip)]
    pub story: Option<String>,
}

/// Carries out a campaign of injections.
///
/// # Errors
/// Firmware, faults or a folder of results that cannot be used.
pub fn run(request: &Request, control: &Control<'_>) -> Result<Done<Study>, Error> {
    let fast = request.fast.span()?;
    request.check()?;
    let mut files = request.program.files();
    if let Some(dir) = &request.out {
        files.writes("--out", &dir.join(RUNS));
    }
    files.check().map_err(Error::Usage)?;
    let Some((board, golden, mut base)) = Golden::run(request, fast, control)? else {
        return Ok(Done::Stopped { begun: false });
    };
    let unprotected = request.unprotected;
    let entries = request.faults.iter();
    let entries = entries.map(|t| Entry::parse(t, &golden, base.machine(), unprotected));
    let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
    let faults = draw::all(request, &entries, &golden, base.machine())?;
    let mut keys = Vec::new();
    for fault in (0..faults.len()).map_while(|n| faults.get(n)) {
        if control.stopped() {
            return Ok(Done::Stopped { begun: false });
        }
        keys.push(key(&(&golden.identity, fault)));
    }
    let mut journal = journal(request, &keys)?;
    let boards = Boards::new(&mut base, request.jobs, faults.len())?;
    let work = Work {
        request,
        golden: &golden,
        faults: &faults,
        keys: &keys,
    };
    execute(&work, &boards, &mut journal, control)?.then(|()| {
        let mut injections = Vec::new();
        for (n, k) in keys.iter().enumerate() {
            let Some(f) = faults.get(n) else {
                continue;
            };
            let Some(v) = journal.get::<Verdict>(k)? else {
                continue;
            };
            injections.push(Injection {
                group: f.group,
                place: entries
                    .get(f.group)
                    .map_or_else(String::new, |e| e.place.clone()),
                fault: f.name.clone(),
                at_ns: f.at.0 as f64 * 1e9 / golden.base_hz as f64,
                class: v.class,
                detail: v.detail,
            });
        }
        if let Some(dir) = &request.out {
            keep(dir, &keys, &mut journal)?;
        }
        Ok(Study {
            schema: SCHEMA,
            board: board.file.name.clone(),
            seed: request.seed,
            injections,
            story: story(&work, &mut journal, &mut base)?,
        })
    })
}

/// What a single injection did, where that is asked for.
fn story(
    work: &Work<'_>,
    journal: &mut Journal,
    base: &mut Session,
) -> Result<Option<String>, Error> {
    let (Some(fault), [one], true) = (work.faults.get(0), work.keys, work.request.story) else {
        return Ok(None);
    };
    let Some(verdict) = journal.get::<Verdict>(one)? else {
        return Ok(None);
    };
    let lines = story::lines(work.golden, &mut fork(base)?, &fault, &verdict);
    lines.map(Some).map_err(Error::Input)
}

/// The results that there are. Those of another campaign are left alone.
fn journal(request: &Request, keys: &[String]) -> Result<Journal, Error> {
    let out = request.out.as_deref();
    let journal = journal_in(out, &request.engine)?;
    match (journal.strangers(keys), out) {
        (0, _) | (_, None) => Ok(journal),
        (n, Some(dir)) => Err(Error::input(format!(
            "{}: {n} results are of another campaign: of another image, board, fault, seed or setting, a greater \
             --count, or another version of the program; give another folder, or remove this one",
            dir.join(RUNS).display()
        ))),
    }
}

/// What is to be run.
struct Work<'a> {
    request: &'a Request,
    golden: &'a Golden,
    faults: &'a Faults<'a>,
    keys: &'a [String],
}

/// A board for each thread, which goes from injection to injection.
struct Boards(Mutex<Vec<Session>>, usize);

impl Boards {
    /// For so many threads (0: one for each processor), but not more than there are runs.
    fn new(base: &mut Session, threads: usize, runs: usize) -> Result<Boards, Error> {
        let wanted = engine::threads(threads)?.min(runs.max(1));
        let forks = (0..wanted).map(|_| fork(base));
        Ok(Boards(Mutex::new(forks.collect::<Result<_, _>>()?), wanted))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A session to run with faults in.
fn fork(base: &mut Session) -> Result<Session, Error> {
    let fork = base.fork();
    fork.map_err(|e| Error::input(format!("the run cannot be forked: {e}")))
}

/// Runs what is not in the journal yet.
fn execute(
    work: &Work<'_>,
    boards: &Boards,
    journal: &mut Journal,
    control: &Control<'_>,
) -> Result<Done<()>, Error> {
    let failed = Mutex::new(None);
    let one = |n: usize| {
        let fault = work.faults.get(n)?;
        let mut session = boards.lock().pop()?;
        let patience = work.request.patience;
        let done = one::run(work.golden, &mut session, &fault, patience, &control.stop);
        boards.lock().push(session);
        done.unwrap_or_else(|e| {
            let mut first = failed.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(Error::input(format!("{}: {e}", fault.name)));
            None
        })
    };
    let execution = Execution {
        engine: &work.request.engine,
        out: work.request.out.as_deref(),
        threads: boards.1,
        control,
    };
    let done = engine::execute(&execution, journal, work.keys, one)?;
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(e) => Err(e),
        None => Ok(done),
    }
}

/// Writes the results in the order of the injections, whatever the order in which they came.
fn keep(dir: &Path, keys: &[String], journal: &mut Journal) -> Result<(), Error> {
    let mut records = Vec::new();
    journal.copy(keys, &mut records)?;
    let path = dir.join(RUNS);
    write_whole(&path, &records)
        .map_err(|e| Error::input(format!("{}: cannot be written: {e}", path.display())))
}
