//! Runs the programs of the suite, without and with a defect.

use super::{Class, Verdict};
use crate::cli::{Firmware, Mutate as Args};
use crate::command::{Failure, options};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use trueboard::board::report::OutcomeKind;
use trueboard::board::{BoardModel, Budget, Options, Report, Session};
use trueboard::core::interpose::{Interpose, Register};
use trueboard_campaign::parallel;
use trueboard_mutation::{Injector, Mutation, Recorder, Seen};

/// Simulated time that a program may take without a defect.
const DEFAULT_BUDGET: &str = "10s";
/// How many times as long it may take with one, before it counts as hung.
const PATIENCE: u128 = 4;

/// A program of the suite, as it runs without a defect.
pub struct Program {
    /// Name of its file, without the ending.
    pub name: String,
    path: PathBuf,
    /// Time that it may take.
    patience: Budget,
    /// The counters and clocks that it accesses.
    accesses: BTreeSet<Register>,
}

pub struct Suite {
    board: BoardModel,
    cores: usize,
    firmware: Firmware,
    /// The cores that have each image, if these are not the boot core alone.
    on: Option<String>,
    paths: Vec<PathBuf>,
}

impl Suite {
    pub fn open(a: &Args) -> Result<Suite, Failure> {
        let firmware = Firmware {
            elf: a.suite.iter().take(1).cloned().collect(),
            host: None,
            board: a.board.clone(),
            image: Vec::new(),
            workload: None,
            start: a.start.clone(),
            at: None,
            set: a.set.clone(),
        };
        let (board, cores) = options::open(&firmware, true)?;
        let paths = a.suite.clone();
        Ok(Suite {
            board,
            cores,
            firmware,
            on: a.cores.clone(),
            paths,
        })
    }

    pub fn board(&self) -> &BoardModel {
        &self.board
    }

    fn execute(
        &self,
        path: &Path,
        until: Budget,
        between: Box<dyn Interpose>,
    ) -> Result<Report, Failure> {
        let mut firmware = self.firmware.clone();
        firmware.elf = vec![path.to_path_buf()];
        if let Some(cores) = &self.on {
            firmware.image = vec![format!("{cores}={}", path.display())];
            firmware.elf.clear();
        }
        let options = Options {
            until: Some(until),
            ..options::firmware(&firmware, self.cores)?
        };
        let mut session = Session::new(&self.board, options)?;
        session.interpose(between);
        Ok(session.run(&mut std::io::sink(), &AtomicBool::new(false)))
    }

    /// Runs each program as the board is.
    pub fn without_defect(&self, threads: usize) -> Result<Vec<Program>, Failure> {
        let done = parallel(&self.paths, threads, |path| self.measure(path))?;
        done.into_iter().collect()
    }

    fn measure(&self, path: &Path) -> Result<Program, Failure> {
        let recorder = Recorder::default();
        let budget = options::budget(DEFAULT_BUDGET)?;
        let report = self.execute(path, budget, Box::new(recorder.clone()))?;
        if report.outcome.kind != OutcomeKind::Success {
            return Err(Failure::input(format!(
                "{}: does not succeed without a defect: {}; give programs that end with status 0 within \
                 {DEFAULT_BUDGET} of simulated time",
                path.display(),
                report.outcome.detail
            )));
        }
        let ticks = u128::from(report.time.ticks);
        let picoseconds = ticks * 1_000_000_000_000 / u128::from(report.time.hz.max(1));
        let name = path.file_stem().unwrap_or_default();
        Ok(Program {
            name: name.to_string_lossy().into_owned(),
            path: path.to_path_buf(),
            patience: Budget::Picoseconds(picoseconds * PATIENCE),
            accesses: recorder.registers(),
        })
    }

    /// What becomes of `mutation`: the programs run in order until one notices. A program that accesses none of the
    /// registers runs as it does without the defect.
    pub fn verdict(&self, programs: &[Program], mutation: &Mutation) -> Result<Verdict, Failure> {
        let seen = Arc::new(Seen::default());
        for p in programs {
            if !p.accesses.iter().any(|&at| mutation.place.holds(at)) {
                continue;
            }
            let injector = Injector::new(mutation, seen.clone());
            let report = self.execute(&p.path, p.patience, Box::new(injector))?;
            let class = match report.outcome.kind {
                OutcomeKind::Success => continue,
                OutcomeKind::Failure => Class::Tests,
                OutcomeKind::Crash | OutcomeKind::Strict | OutcomeKind::WatchdogReset => {
                    Class::Crashed
                }
                _ => Class::Hung,
            };
            return Ok(Verdict {
                mutation: mutation.name.clone(),
                class,
                by: Some(p.name.clone()),
                detail: Some(report.outcome.detail),
            });
        }
        let class = match (seen.reached(), seen.changed()) {
            (false, _) => Class::NotReached,
            (true, false) => Class::NoEffect,
            (true, true) => Class::Survived,
        };
        Ok(Verdict {
            mutation: mutation.name.clone(),
            class,
            by: None,
            detail: None,
        })
    }
}
