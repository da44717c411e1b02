//! The runs of a study: each is the program with some constants at other values.

use super::constants::Varied;
use crate::cli::{Firmware, Uncertainty as Args};
use crate::command::misses::{DATA_MISSES, INSTRUCTION_MISSES};
use crate::command::numbers::numbers;
use crate::command::{Failure, options};
use crate::say;
use crate::stop::Stop;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use trueboard::analysis::uncertainty::Point;
use trueboard::board::report::OutcomeKind;
use trueboard::board::{BoardModel, Options, Report, SOURCES, Session, did_you_mean};
use trueboard_campaign::{Journal, Progress, key};

/// Simulated time after which a run ends without `--until`.
const UNTIL: &str = "10s";
/// Of the form in which results are kept.
const VERSION: u32 = 1;
/// Numbers of a run by their names here and in a report.
pub const TIME: &str = "run.nanoseconds";
pub const ENERGY: &str = "run.energy_nanojoules";

/// What a run did.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunResult {
    pub outcome: OutcomeKind,
    pub detail: String,
    pub meters: BTreeMap<String, u64>,
}

/// What was run, as `trueboard run --uncertainty` compares it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    pub board: String,
    /// Of the board with its power model and the sources of the models.
    pub models: String,
    /// SHA-256 of each.
    pub images: Vec<String>,
    /// Values of variables, as `--poke` has them.
    pub poke: Vec<String>,
    /// SHA-256 of what else the program reads, and of where its images are; none where that is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

impl Identity {
    pub fn of(board: &BoardModel, session: &Session, f: &Firmware) -> Result<Identity, Failure> {
        Ok(Identity {
            board: board.file.name.clone(),
            models: key(&(
                SOURCES,
                board.file.fingerprint(),
                format!("{:?}", board.power),
            )),
            images: session.images(),
            poke: f.poke.clone(),
            input: options::input(f)?,
        })
    }
}

/// The program, and what is asked about it.
struct Program<'a> {
    a: &'a Args,
    constants: &'a [Varied],
    firmware: Firmware,
    stop: &'a Stop,
}

impl Program<'_> {
    /// The overrides that make a point.
    fn sets(&self, point: &Point) -> Vec<String> {
        let places = self.constants.iter().zip(point);
        places
            .filter_map(|(c, place)| Some(c.at((*place)?)))
            .flatten()
            .collect()
    }

    /// The run at a point, with its untimed span behind it if it is to be executed.
    fn session(&self, point: &Point, execute: bool) -> Result<(BoardModel, Session), Failure> {
        let mut firmware = self.firmware.clone();
        firmware.set.extend(self.sets(point));
        let (board, cores) = options::open(&firmware, true)?;
        let mut fast = options::fast(&self.a.fast)?;
        if let Some(fast) = &mut fast {
            fast.stop = self.stop.asked.clone();
        }
        let options = Options {
            fast: fast.filter(|_| execute),
            ..options::firmware(&firmware, cores)?
        };
        let session = Session::new(&board, options)?;
        Ok((board, session))
    }

    /// What identifies a run: the sources of this program's models, board, power model, images, and all settings.
    fn key(&self, point: &Point) -> Result<String, Failure> {
        let (board, session) = self.session(point, false)?;
        let identity = Identity::of(&board, &session, &self.firmware)?;
        let fast = (&self.a.fast.fast_until, &self.a.fast.fast_warm);
        Ok(key(&(
            identity,
            &self.firmware.until,
            fast,
            &self.a.meter,
            VERSION,
        )))
    }

    fn execute(&self, point: &Point) -> Result<Option<RunResult>, Failure> {
        let (_, mut session) = self.session(point, true)?;
        let report = session.run(&mut std::io::sink(), &self.stop.asked);
        if self.stop.asked.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(RunResult {
            outcome: report.outcome.kind,
            detail: report.outcome.detail.clone(),
            meters: meters(&report, &self.a.meter)?,
        }))
    }
}

/// Executes runs, and keeps their results.
pub struct Runs<'a> {
    program: Program<'a>,
    journal: Journal,
    /// Keys in the order in which runs were asked for.
    keys: Vec<String>,
}

impl<'a> Runs<'a> {
    /// The program of `a` with these constants; results that the journal has are taken from there.
    pub fn new(
        a: &'a Args,
        constants: &'a [Varied],
        journal: Journal,
        stop: &'a Stop,
    ) -> Result<Runs<'a>, Failure> {
        let program = Program {
            a,
            constants,
            firmware: a.firmware.clone().ending(UNTIL),
            stop,
        };
        Ok(Runs {
            program,
            journal,
            keys: Vec::new(),
        })
    }

    /// The overrides that make a point.
    pub fn sets(&self, point: &Point) -> Vec<String> {
        self.program.sets(point)
    }

    /// What is run with all constants at their values.
    pub fn identity(&self) -> Result<Identity, Failure> {
        let p = &self.program;
        let (board, session) = p.session(&vec![None; p.constants.len()], false)?;
        Identity::of(&board, &session, &p.firmware)
    }

    /// The results at these points, in order; none if it was stopped.
    pub fn results(&mut self, points: &[Point]) -> Result<Option<Vec<RunResult>>, Failure> {
        let program = &self.program;
        let threads = program.a.jobs.unwrap_or(0);
        let keys = trueboard_campaign::parallel(points, threads, |p| program.key(p))?;
        let keys: Vec<String> = keys.into_iter().collect::<Result<_, _>>()?;
        let failed = Mutex::new(None);
        let work = |place: usize| match program.execute(points.get(place)?) {
            Ok(result) => result,
            Err(e) => {
                let mut first = failed.lock().unwrap_or_else(|e| e.into_inner());
                first.get_or_insert(e);
                None
            }
        };
        let stop = &program.stop.asked;
        let complete =
            trueboard_campaign::run(&mut self.journal, &keys, threads, stop, status, work)?;
        if let Some(e) = failed.into_inner().unwrap_or_else(|e| e.into_inner()) {
            return Err(e);
        }
        if !complete {
            return Ok(None);
        }
        let mut results = Vec::new();
        for k in keys {
            results.extend(self.journal.get::<RunResult>(&k)?);
            if !self.keys.contains(&k) {
                self.keys.push(k);
            }
        }
        Ok(Some(results))
    }

    /// How many runs were made.
    pub fn made(&self) -> usize {
        self.keys.len()
    }

    /// All results as lines, in the order in which they were asked for.
    pub fn records(&mut self) -> Result<Vec<u8>, Failure> {
        let mut records = Vec::new();
        self.journal.copy(&self.keys, &mut records)?;
        Ok(records)
    }
}

/// A line on a terminal.
fn status(p: Progress) {
    if std::io::stderr().is_terminal() {
        say::status(&format!("trueboard: {} of {} runs", p.done, p.of));
    }
}

/// The numbers that a study is about: time, energy, cycles of each core, misses, and those that are asked for.
pub fn meters(report: &Report, wanted: &[String]) -> Result<BTreeMap<String, u64>, Failure> {
    let all = numbers(report);
    let find = |name: &str| {
        let (place, meter) = name.rsplit_once('.')?;
        let of = all.get(place)?;
        let known = all.values().any(|m| m.contains_key(meter));
        known.then(|| of.get(meter).copied().unwrap_or(0))
    };
    let mut found = BTreeMap::new();
    for name in [TIME, ENERGY] {
        found.extend(find(name).map(|v| (name.to_owned(), v)));
    }
    for c in report.cores.iter().filter(|c| c.instructions > 0) {
        found.insert(format!("{}.cycles", c.name), c.cycles);
    }
    for (name, of) in [
        ("instruction misses", INSTRUCTION_MISSES),
        ("data misses", DATA_MISSES),
    ] {
        let counts = report
            .cores
            .iter()
            .flat_map(|c| of.iter().filter_map(|&n| c.meters.get(n)));
        found.insert(name.to_owned(), counts.sum());
    }
    for c in &report.caches {
        let misses = c.meters.get("misses").copied().unwrap_or(0);
        found.insert(format!("{} misses", c.name), misses);
    }
    for name in wanted {
        let Some(value) = find(name) else {
            let known = all
                .iter()
                .flat_map(|(p, m)| m.keys().map(move |k| format!("{p}.{k}")));
            let known: Vec<String> = known.collect();
            let near = did_you_mean(name, known.iter().map(String::as_str));
            return Err(Failure::input(format!(
                "--meter {name}: the run has none of this name{near}"
            )));
        };
        found.insert(name.clone(), value);
    }
    Ok(found)
}
