//! Runs the programs of the suite, without and with a defect.

use super::answer::{Class, Verdict};
use super::defects::{Effect, Injector, Mutation, Recorder, Seen};
use super::request::{Noticing, Request};
use crate::control::Control;
use crate::engine::each;
use crate::error::Error;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use trueboard_board::asked;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{BoardModel, Budget, Report, Session};
use trueboard_core::interpose::{Interpose, Register};
use trueboard_judge::Verdict as Verdicts;

/// Simulated time that a program may take without a defect.
const DEFAULT_BUDGET: &str = "10s";
/// How many times as long it may take with one, before it counts as hung.
const PATIENCE: u128 = 4;

/// A program of the suite, as it runs without a defect.
pub struct Program {
    /// Name of its file, without the ending.
    pub name: String,
    firmware: asked::Program,
    /// Time that it may take.
    patience: Budget,
    /// The counters and clocks that it accesses.
    accesses: BTreeSet<Register>,
    /// What it prints.
    console: Vec<u8>,
}

/// How a program ran.
struct Ran {
    report: Report,
    console: Vec<u8>,
}

pub struct Suite<'a> {
    board: BoardModel,
    cores: usize,
    programs: Vec<asked::Program>,
    ways: Vec<Noticing>,
    control: &'a Control<'a>,
}

impl<'a> Suite<'a> {
    pub fn open(request: &Request, control: &'a Control<'a>) -> Result<Suite<'a>, Error> {
        let firmware = request.firmware.clone().ending(DEFAULT_BUDGET);
        let (board, cores) = firmware.open()?;
        let alone = |path: &PathBuf| asked::Program {
            elf: vec![path.clone()],
            ..firmware.clone()
        };
        let mut programs: Vec<asked::Program> = firmware.elf.iter().map(alone).collect();
        if programs.is_empty() {
            programs.push(firmware);
        }
        Ok(Suite {
            board,
            cores,
            programs,
            ways: request.noticed_by.clone(),
            control,
        })
    }

    pub fn board(&self) -> &BoardModel {
        &self.board
    }

    fn execute(
        &self,
        firmware: &asked::Program,
        patience: Option<Budget>,
        between: Box<dyn Interpose>,
    ) -> Result<Ran, Error> {
        let mut options = firmware.options(self.cores)?;
        options.until = patience.or(options.until);
        let mut session = Session::new(&self.board, options)?;
        session.interpose(between);
        let mut console = Vec::new();
        let report = session.run(&mut console, &self.control.stop);
        Ok(Ran { report, console })
    }

    /// Runs each program as the board is; none if it was stopped.
    pub fn without_defect(&self, threads: usize) -> Result<Option<Vec<Program>>, Error> {
        let quiet = Control {
            progress: None,
            ..self.control.clone()
        };
        let done = each(&self.programs, threads, &quiet, |one| self.measure(one))?;
        done.map(|all| all.into_iter().collect()).transpose()
    }

    fn measure(&self, firmware: &asked::Program) -> Result<Program, Error> {
        let recorder = Recorder::default();
        let ran = self.execute(firmware, None, Box::new(recorder.clone()))?;
        let place = firmware.named();
        let report = ran.report;
        if report.outcome.kind != OutcomeKind::Success {
            return Err(Error::input(format!(
                "{}: does not succeed without a defect: {}; give programs that end with status 0 within \
                 {} of simulated time",
                place.display(),
                report.outcome.detail,
                firmware.until.as_deref().unwrap_or(DEFAULT_BUDGET)
            )));
        }
        if let Some(wrong) = first_wrong(&report).filter(|_| self.looks(Noticing::Compare)) {
            return Err(Error::input(format!(
                "{}: the comparison of measured beside true fails without a defect: {wrong}; leave `compare` out of \
                 --noticed-by, or the program out of the suite",
                place.display()
            )));
        }
        let ticks = u128::from(report.time.ticks);
        let picoseconds = ticks * 1_000_000_000_000 / u128::from(report.time.hz.max(1));
        let name = place.file_stem().unwrap_or_default();
        Ok(Program {
            name: name.to_string_lossy().into_owned(),
            firmware: firmware.clone(),
            patience: Budget::Picoseconds(picoseconds * PATIENCE),
            accesses: recorder.registers(),
            console: ran.console,
        })
    }

    fn looks(&self, way: Noticing) -> bool {
        self.ways.contains(&way)
    }

    /// How a run of `program` with a defect is noticed, and by what.
    fn noticed(&self, program: &Program, ran: &Ran) -> Option<(Class, String)> {
        let outcome = &ran.report.outcome;
        let class = match outcome.kind {
            OutcomeKind::Success => None,
            OutcomeKind::Failure => self.looks(Noticing::Tests).then_some(Class::Tests),
            OutcomeKind::Crash | OutcomeKind::Strict | OutcomeKind::WatchdogReset => {
                Some(Class::Crashed)
            }
            _ => Some(Class::Hung),
        };
        if let Some(class) = class {
            return Some((class, outcome.detail.clone()));
        }
        if self.looks(Noticing::Console) && ran.console != program.console {
            return Some((Class::Console, first_line(&program.console, &ran.console)));
        }
        let wrong = self
            .looks(Noticing::Compare)
            .then(|| first_wrong(&ran.report));
        wrong.flatten().map(|wrong| (Class::Compare, wrong))
    }

    /// What becomes of `mutation`: the programs run in order until one notices. A program that accesses none of the
    /// registers runs as it does without the defect.
    pub fn verdict(&self, programs: &[Program], mutation: &Mutation) -> Result<Verdict, Error> {
        let seen = Arc::new(Seen::default());
        for p in programs {
            if !p.accesses.iter().any(|&at| mutation.place.holds(at)) {
                continue;
            }
            let injector = Injector::new(mutation, seen.clone());
            let ran = self.execute(&p.firmware, Some(p.patience), Box::new(injector))?;
            if let Some((class, detail)) = self.noticed(p, &ran) {
                return Ok(Verdict {
                    by: Some(p.name.clone()),
                    detail: Some(detail),
                    ..verdict(mutation, class)
                });
            }
        }
        let effect = seen.effect();
        let class = match (effect.reached(), effect.changed()) {
            (false, _) => Class::NotReached,
            (true, false) => Class::NoEffect,
            (true, true) => Class::Survived,
        };
        Ok(Verdict {
            changed: (class == Class::Survived).then(|| changed(&effect)),
            ..verdict(mutation, class)
        })
    }
}

fn verdict(mutation: &Mutation, class: Class) -> Verdict {
    Verdict {
        mutation: mutation.name.clone(),
        kind: mutation.kind.clone(),
        class,
        by: None,
        detail: None,
        changed: None,
        argued: None,
    }
}

/// What a defect changed that nothing noticed.
fn changed(e: &Effect) -> String {
    let first = e.first.map_or(String::new(), |c| {
        let with = c.with.map_or("lost".to_owned(), |v| format!("{v:#x}"));
        format!("; first {:#x}: {with}", c.value)
    });
    format!(
        "{} of {} reads and {} of {} writes changed{first}",
        e.reads_changed, e.reads, e.writes_changed, e.writes
    )
}

/// The first read of a counter, a clock or a sensor that the judge finds wrong.
fn first_wrong(report: &Report) -> Option<String> {
    let all = &report.windows;
    let window = all.windows.iter().find(|w| w.verdict == Verdicts::Wrong);
    let window = window.map(|w| {
        let must = w.expected.map_or("-".to_owned(), |e| e.to_string());
        format!(
            "{} counter {} reads {}, must {must}",
            w.device, w.counter, w.measured
        )
    });
    let tally = all.events.iter().find(|e| e.wrong != 0);
    let window = window.or_else(|| tally.map(|e| format!("{} {}", e.device, e.event_name)));
    let clock = all.clocks.iter().find(|c| c.wrong != 0).map(|c| {
        let read = c.first_wrong.as_ref();
        let read = read.map_or(String::new(), |r| {
            format!(": reads {}, must {}", r.measured, r.expected)
        });
        format!("{} {}{read}", c.device, c.register)
    });
    let sensor = (report.sensors.wrong != 0).then(|| "a read of the sensor".to_owned());
    window.or(clock).or(sensor)
}

/// The first line of the console that differs.
fn first_line(without: &[u8], with: &[u8]) -> String {
    let (a, b) = (
        String::from_utf8_lossy(without),
        String::from_utf8_lossy(with),
    );
    let (mut a, mut b) = (a.lines(), b.lines());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return "the ends of lines differ".to_owned(),
            (x, y) if x == y => {}
            (x, y) => {
                let text = |line: Option<&str>| line.unwrap_or("nothing").trim().to_owned();
                return format!("prints `{}`, without the defect `{}`", text(y), text(x));
            }
        }
    }
}
