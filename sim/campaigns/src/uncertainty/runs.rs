//! The runs of a study: each is the program with some constants at other values.

use super::constants::Varied;
use super::request::Request;
use crate::control::Control;
use crate::engine::{self, Journal, key};
use crate::error::Error;
use crate::program;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Mutex;
use trueboard_analyses::uncertainty::Point;
use trueboard_board::asked;
use trueboard_board::misses::{DATA_MISSES, INSTRUCTION_MISSES};
use trueboard_board::numbers::numbers;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{BoardModel, Options, Report, SOURCES, Session, did_you_mean};

/// Simulated time after which a run ends without `--until`.
const UNTIL: &str = "10s";
/// Of the form in which results are kept.
const VERSION: u32 = 1;
/// The time of a run, by its name here and in a report.
pub const TIME: &str = "run.nanoseconds";
/// Its energy.
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
    /// The board.
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
    /// Of a program that is ready to run.
    pub(super) fn of(
        board: &BoardModel,
        session: &Session,
        p: &asked::Program,
    ) -> Result<Identity, Error> {
        Ok(Identity {
            board: board.file.name.clone(),
            models: key(&(
                SOURCES,
                board.file.fingerprint(),
                format!("{:?}", board.power),
            )),
            images: session.images(),
            poke: p.poke.clone(),
            input: program::input(p)?,
        })
    }
}

/// The program, and what is asked about it.
struct Program<'a> {
    request: &'a Request,
    constants: &'a [Varied],
    /// What runs, with an end.
    firmware: asked::Program,
    control: &'a Control<'a>,
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
    fn session(&self, point: &Point, execute: bool) -> Result<(BoardModel, Session), Error> {
        let mut firmware = self.firmware.clone();
        firmware.set.extend(self.sets(point));
        let (board, cores) = firmware.open()?;
        let mut fast = self.request.fast.span()?;
        if let Some(fast) = &mut fast {
            fast.stop = self.control.stop.clone();
        }
        let options = Options {
            fast: fast.filter(|_| execute),
            ..firmware.options(cores)?
        };
        let session = Session::new(&board, options)?;
        Ok((board, session))
    }

    /// What identifies a run: the sources of this program's models, board, power model, images, and all settings.
    fn key(&self, point: &Point) -> Result<String, Error> {
        let (board, session) = self.session(point, false)?;
        let identity = Identity::of(&board, &session, &self.firmware)?;
        let fast = (&self.request.fast.until, &self.request.fast.warm);
        Ok(key(&(
            identity,
            &self.firmware.until,
            fast,
            &self.request.meters,
            VERSION,
        )))
    }

    fn execute(&self, point: &Point) -> Result<Option<RunResult>, Error> {
        let (_, mut session) = self.session(point, true)?;
        let report = session.run(&mut std::io::sink(), &self.control.stop);
        if self.control.stopped() {
            return Ok(None);
        }
        Ok(Some(RunResult {
            outcome: report.outcome.kind,
            detail: report.outcome.detail.clone(),
            meters: meters(&report, &self.request.meters)?,
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
    /// The program of `request` with these constants; results that the journal has are taken from there.
    pub fn new(
        request: &'a Request,
        constants: &'a [Varied],
        journal: Journal,
        control: &'a Control<'a>,
    ) -> Runs<'a> {
        let program = Program {
            request,
            constants,
            firmware: request.program.clone().ending(UNTIL),
            control,
        };
        Runs {
            program,
            journal,
            keys: Vec::new(),
        }
    }

    /// The overrides that make a point.
    pub fn sets(&self, point: &Point) -> Vec<String> {
        self.program.sets(point)
    }

    /// What is run with all constants at their values.
    pub fn identity(&self) -> Result<Identity, Error> {
        let p = &self.program;
        let (board, session) = p.session(&vec![None; p.constants.len()], false)?;
        Identity::of(&board, &session, &p.firmware)
    }

    /// The results at these points, in order; none if it was stopped.
    pub fn results(&mut self, points: &[Point]) -> Result<Option<Vec<RunResult>>, Error> {
        let program = &self.program;
        let threads = program.request.jobs;
        let keys = engine::parallel(points, threads, |p| program.key(p))?;
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
        let stop = &program.control.stop;
        let tell = |progress| program.control.tell(progress);
        let complete = engine::run(&mut self.journal, &keys, threads, stop, tell, work)?;
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
    pub fn records(&mut self) -> Result<Vec<u8>, Error> {
        let mut records = Vec::new();
        self.journal.copy(&self.keys, &mut records)?;
        Ok(records)
    }
}

/// The numbers that a study is about: time, energy, cycles of each core, misses, and those that are asked for.
pub fn meters(report: &Report, wanted: &[String]) -> Result<BTreeMap<String, u64>, Error> {
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
            return Err(Error::input(format!(
                "--meter {name}: the run has none of this name{near}"
            )));
        };
        found.insert(name.clone(), value);
    }
    Ok(found)
}
