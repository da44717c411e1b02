//! `trueboard inject`: what becomes of firmware when bits flip and parts fail.

mod class;
mod devices;
mod draw;
mod golden;
mod one;
mod output;
mod place;
mod spec;
mod story;

use super::engine::{self, Done};
use super::{Failure, print, print_json};
use crate::cli::Inject as Args;
use crate::say;
use crate::stop::Stop;
use class::Class;
use draw::{Entry, Faults};
use golden::Golden;
use one::Verdict;
use serde::Serialize;
use spec::Spec;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use trueboard::board::Session;
use trueboard::board::files::write_whole;
use trueboard_campaign::{Journal, Progress, key};

/// Of what `--json` prints.
const SCHEMA: &str = "trueboard-inject-1";
/// The file of results in the folder.
const RUNS: &str = "runs.jsonl";

/// An injection, and what became of it.
#[derive(Clone, Debug, Serialize)]
struct Injection {
    #[serde(skip)]
    group: usize,
    place: String,
    fault: String,
    at_ns: f64,
    class: Class,
    detail: String,
}

/// All of them.
#[derive(Debug, Serialize)]
struct Study {
    schema: &'static str,
    board: String,
    seed: u64,
    injections: Vec<Injection>,
}

pub fn run(a: &Args) -> Result<u8, Failure> {
    let spec = Spec::of(a)?;
    let mut files = super::files::of_runs(&spec.firmware, None);
    if let Some(dir) = &a.out {
        files.writes("--out", &dir.join(RUNS));
    }
    super::check(&files)?;
    let stop = Stop::default();
    stop.listen();
    let Some((board, golden, mut base)) = Golden::run(&spec, &stop)? else {
        return Ok(stop.exit_code().unwrap_or(super::INPUT));
    };
    let entries = spec
        .faults
        .iter()
        .map(|t| Entry::parse(t, &golden, base.machine(), spec.unprotected));
    let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
    let faults = draw::all(&spec, &entries, &golden, base.machine())?;
    let mut keys = Vec::new();
    for fault in (0..faults.len()).map_while(|n| faults.get(n)) {
        if stop.asked.load(Ordering::Relaxed) {
            return Ok(stop.exit_code().unwrap_or(super::INPUT));
        }
        keys.push(key(&(&golden.identity, fault)));
    }
    let out = a.out.as_deref().filter(|_| a.engine.chunk.is_none());
    let mut journal = journal(out, &keys)?;
    let boards = Boards::new(&mut base, a.jobs.unwrap_or(0), faults.len())?;
    let work = Work {
        spec: &spec,
        golden: &golden,
        faults: &faults,
        keys: &keys,
    };
    let done = execute(a, &work, &boards, &mut journal, &stop)?;
    if done == Done::Chunk {
        return Ok(0);
    }
    if done == Done::Stopped {
        let kept = match &a.out {
            Some(dir) => format!(
                "what was run is in {}; the same command goes on",
                dir.display()
            ),
            None => "nothing was kept; give --out DIR to go on later".to_owned(),
        };
        say::message(&format!("the campaign was stopped: {kept}"));
        return Ok(stop.exit_code().unwrap_or(super::INPUT));
    }
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
    let study = Study {
        schema: SCHEMA,
        board: board.file.name.clone(),
        seed: spec.seed,
        injections,
    };
    if let Some(dir) = &a.out {
        keep(dir, &study, &keys, &mut journal)?;
    }
    if a.json {
        print_json(&study)?;
    } else if a.csv {
        print(&output::csv(&study.injections))?;
    } else if let (Some(fault), [one]) = (faults.get(0), keys.as_slice()) {
        let verdict = journal.get::<Verdict>(one)?;
        let mut session = fork(&mut base)?;
        if let Some(v) = verdict {
            let lines = story::lines(&golden, &mut session, &fault, &v);
            print(&lines.map_err(Failure::input)?)?;
        }
    } else {
        print(&output::text(&study))?;
    }
    Ok(0)
}

/// The results that there are. Those of another campaign are left alone.
fn journal(out: Option<&Path>, keys: &[String]) -> Result<Journal, Failure> {
    let Some(dir) = out else {
        return Ok(Journal::memory());
    };
    std::fs::create_dir_all(dir)
        .map_err(|e| Failure::input(format!("{}: cannot be made: {e}", dir.display())))?;
    let path = dir.join(RUNS);
    let journal = Journal::open(&path)?;
    match journal.strangers(keys) {
        0 => Ok(journal),
        n => Err(Failure::input(format!(
            "{}: {n} results are of another campaign: of another image, board, fault, seed or setting, a greater \
             --count, or another version of the program; give another folder, or remove this one",
            path.display()
        ))),
    }
}

/// What is to be run.
struct Work<'a> {
    spec: &'a Spec,
    golden: &'a Golden,
    faults: &'a Faults<'a>,
    keys: &'a [String],
}

/// A board for each thread, which goes from injection to injection.
struct Boards(Mutex<Vec<Session>>, usize);

impl Boards {
    /// For so many threads (0: one for each processor), but not more than there are runs.
    fn new(base: &mut Session, threads: usize, runs: usize) -> Result<Boards, Failure> {
        let wanted = trueboard_campaign::threads(threads)?.min(runs.max(1));
        let forks = (0..wanted).map(|_| fork(base));
        Ok(Boards(Mutex::new(forks.collect::<Result<_, _>>()?), wanted))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A session to run with faults in.
fn fork(base: &mut Session) -> Result<Session, Failure> {
    let fork = base.fork();
    fork.map_err(|e| Failure::input(format!("the run cannot be forked: {e}")))
}

/// Runs what is not in the journal yet.
fn execute(
    a: &Args,
    work: &Work<'_>,
    boards: &Boards,
    journal: &mut Journal,
    stop: &Stop,
) -> Result<Done, Failure> {
    let failed = Mutex::new(None);
    let one = |n: usize| {
        let fault = work.faults.get(n)?;
        let mut session = boards.lock().pop()?;
        let patience = work.spec.patience;
        let done = one::run(work.golden, &mut session, &fault, patience, &stop.asked);
        boards.lock().push(session);
        done.unwrap_or_else(|e| {
            let mut first = failed.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(Failure::input(format!("{}: {e}", fault.name)));
            None
        })
    };
    let campaign = engine::Campaign {
        args: &a.engine,
        out: a.out.as_deref(),
        threads: boards.1,
        stop,
    };
    let done = engine::run(&campaign, journal, work.keys, status, one)?;
    say::no_status();
    if let Some(e) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(e);
    }
    Ok(done)
}

/// A line on a terminal.
fn status(p: Progress) {
    if std::io::stderr().is_terminal() {
        say::status(&format!("trueboard: {} of {} injections", p.done, p.of));
    }
}

/// Writes everything that the results make into the folder; results in the order of the injections, whatever the order
/// in which they came.
fn keep(dir: &Path, study: &Study, keys: &[String], journal: &mut Journal) -> Result<(), Failure> {
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        write_whole(&path, bytes)
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
    };
    write("table.txt", output::text(study).as_bytes())?;
    write("injections.csv", output::csv(&study.injections).as_bytes())?;
    let mut records = Vec::new();
    journal.copy(keys, &mut records)?;
    write(RUNS, &records)
}
