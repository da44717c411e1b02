//! Gets the numbers: runs images and micro-programs of one board, each once, and looks into
//! reports, consoles and records.

use crate::accuracy::figures::{Figures, Number, Record};
use crate::accuracy::micro;
use crate::accuracy::network;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use trueboard_board::PokeValue;
use trueboard_board::{BoardModel, open_board};

/// A run that is over.
struct Done {
    report: Value,
    console: String,
}

/// The numbers of one board.
pub struct Numbers<'a> {
    figures: &'a Figures,
    records: &'a BTreeMap<String, Record>,
    board: BoardModel,
    runs: RefCell<BTreeMap<String, Done>>,
    values: RefCell<BTreeMap<String, f64>>,
}

impl<'a> Numbers<'a> {
    /// Nothing is run yet.
    ///
    /// # Errors
    /// When there is no such board.
    pub fn new(
        figures: &'a Figures,
        records: &'a BTreeMap<String, Record>,
    ) -> Result<Self, String> {
        Ok(Numbers {
            figures,
            records,
            board: open_board(&figures.board, &[]).map_err(|e| e.to_string())?,
            runs: RefCell::default(),
            values: RefCell::default(),
        })
    }

    /// A named value.
    ///
    /// # Errors
    /// When it is not there, or what it is made of cannot be had.
    pub fn value(&self, name: &str) -> Result<f64, String> {
        if let Some(&v) = self.values.borrow().get(name) {
            return Ok(v);
        }
        let number = self.figures.values.get(name);
        let number = number.ok_or_else(|| format!("there is no value `{name}`"))?;
        let v = self
            .number(number)
            .map_err(|e| format!("value `{name}`: {e}"))?;
        self.values.borrow_mut().insert(name.to_owned(), v);
        Ok(v)
    }

    /// Any number.
    ///
    /// # Errors
    /// As of [`Numbers::value`].
    pub fn number(&self, n: &Number) -> Result<f64, String> {
        Ok(match n {
            Number::Is(v) => *v,
            Number::Value(name) => self.value(name)?,
            Number::Sum(parts) => {
                let numbers = parts.iter().map(|p| self.number(p));
                numbers.sum::<Result<f64, _>>()?
            }
            Number::Difference(a, b) => self.number(a)? - self.number(b)?,
            Number::Product(a, b) => self.number(a)? * self.number(b)?,
            Number::Quotient(a, b) => self.number(a)? / self.number(b)?,
            Number::Micro(name) => micro::cycles(&self.board, name)?,
            Number::Network(packets) => network::cycles(&self.board, packets)?,
            Number::Console { run, line, nth } => {
                self.in_run(run, |d| console_number(&d.console, line, *nth))?
            }
            Number::ChecksPassed(run) => self.in_run(run, |d| {
                let mut lines = d.console.lines();
                let said = lines.find_map(|l| l.strip_suffix(" checks passed, 0 failed"));
                let n = said.and_then(|n| n.parse().ok());
                n.ok_or_else(|| format!("{run}: not all checks passed"))
            })?,
            Number::Report { run, at } => self.reported(run, at)?,
            Number::Deviation { run, from, at } => {
                self.reported(run, at)? / self.reported(from, at)? - 1.0
            }
            Number::Recorded { record, meter } => {
                let r = self.record(record)?;
                r.meters.get(meter).copied().unwrap_or(0) as f64 / r.rounds as f64
            }
            Number::PowerRunning(cores) => self.running(*cores)?.mw,
            Number::DieRunning(cores) => self.running(*cores)?.die_c,
            Number::PowerAnchor(n) => {
                let rows = trueboard_power::anchors(self.power()?);
                rows.get(*n).ok_or("there is no such point")?.model_mw
            }
        })
    }

    /// A record.
    ///
    /// # Errors
    /// When it was not made yet.
    pub fn record(&self, name: &str) -> Result<&'a Record, String> {
        let found = self.records.get(name);
        found.ok_or_else(|| {
            format!("`{name}` is not recorded; README.md of firmware/published tells how")
        })
    }

    /// Ticks that the reference run takes.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn reference_ticks(&self) -> Result<u64, String> {
        Ok(self.reported(&self.figures.reference, "time/ticks")? as u64)
    }

    /// The records made with another timing of the model.
    ///
    /// # Errors
    /// As of [`Numbers::reference_ticks`].
    pub fn outdated(&self) -> Result<Vec<&'a str>, String> {
        let now = self.reference_ticks()?;
        let old = self
            .records
            .iter()
            .filter(|(_, r)| r.reference_ticks != now);
        Ok(old.map(|(name, _)| name.as_str()).collect())
    }

    fn reported(&self, run: &str, at: &str) -> Result<f64, String> {
        let segments: Vec<&str> = at.split('/').collect();
        self.in_run(run, |d| {
            at_path(&d.report, &segments).ok_or_else(|| format!("{run}: no number at `{at}`"))
        })
    }

    fn power(&self) -> Result<&trueboard_power::PowerModel, String> {
        self.board
            .power
            .as_ref()
            .ok_or_else(|| "the board has no power model".to_owned())
    }

    fn running(&self, cores: u32) -> Result<trueboard_power::TableRow, String> {
        let all = self
            .board
            .file
            .cores
            .iter()
            .map(|g| u32::from(g.count))
            .sum();
        let power = self.power()?;
        let mut rows = trueboard_power::static_table(power, all, power.reference_hz()).into_iter();
        rows.find(|r| r.running == cores)
            .ok_or_else(|| format!("the board has no {cores} cores"))
    }

    fn in_run<T>(
        &self,
        name: &str,
        look: impl Fn(&Done) -> Result<T, String>,
    ) -> Result<T, String> {
        if !self.runs.borrow().contains_key(name) {
            let done = self.run(name)?;
            self.runs.borrow_mut().insert(name.to_owned(), done);
        }
        look(&self.runs.borrow()[name])
    }

    fn run(&self, name: &str) -> Result<Done, String> {
        let spec = self.figures.runs.get(name);
        let spec = spec.ok_or_else(|| format!("there is no run `{name}`"))?;
        let board = open_board(&self.figures.board, &spec.set).map_err(|e| e.to_string())?;
        let image = match spec.image.ends_with(".s") {
            true => format!("tests/accuracy/boards/{}", spec.image),
            false => format!(
                "firmware/prebuilt/{}/{}.elf",
                self.figures.board, spec.image
            ),
        };
        let mut options = conformance::on_boot_core(conformance::root().join(image));
        for text in &spec.poke {
            let poke = PokeValue::assignment(text);
            let poke = poke.ok_or_else(|| PokeValue::wrong_assignment(text))?;
            options.pokes.push(poke);
        }
        if !spec.cores.is_empty() {
            options.images[0].1.clone_from(&spec.cores);
            options.start.clone_from(&spec.cores);
        }
        let run = conformance::try_run(&board, options).map_err(|e| e.to_string())?;
        let status = run.report.outcome.status;
        if status != Some(0) && !(spec.may_fail && status.is_some()) {
            return Err(format!("run `{name}`: {}", run.report.outcome.detail));
        }
        Ok(Done {
            report: serde_json::to_value(&run.report).map_err(|e| e.to_string())?,
            console: run.console,
        })
    }
}

/// The n-th number of the first line that begins with `line`.
fn console_number(console: &str, line: &str, nth: usize) -> Result<f64, String> {
    let rest = console
        .lines()
        .find_map(|l| l.trim_start().strip_prefix(line))
        .ok_or_else(|| format!("no console line begins with `{line}`"))?;
    let words = rest.split(|c: char| !c.is_ascii_digit() && c != '.');
    words
        .filter_map(|w| w.parse().ok())
        .nth(nth)
        .ok_or_else(|| format!("console line `{line}` has fewer numbers"))
}

/// The number at a path; see [`Number::Report`].
fn at_path(v: &Value, segments: &[&str]) -> Option<f64> {
    let [first, rest @ ..] = segments else {
        return v.as_f64();
    };
    match v {
        // Of all that have it: a host has other meters than cores.
        Value::Array(items) if *first == "*" => {
            let there = items.iter().filter_map(|i| at_path(i, rest));
            there.reduce(|a, b| a + b)
        }
        Value::Array(items) => {
            let named = |i: &&Value| i.get("name").and_then(Value::as_str) == Some(first);
            let by_index = || items.get(first.parse::<usize>().ok()?);
            at_path(items.iter().find(named).or_else(by_index)?, rest)
        }
        _ => at_path(v.get(first)?, rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_sum_and_index() {
        let v =
            serde_json::json!({ "a": [{ "name": "x", "n": 1 }, { "name": "y", "n": 20, "o": 3 }] });
        let at = |p: &str| at_path(&v, &p.split('/').collect::<Vec<_>>());
        assert_eq!(at("a/*/n"), Some(21.0));
        assert_eq!(at("a/*/o"), Some(3.0));
        assert_eq!(at("a/y/n"), Some(20.0));
        assert_eq!(at("a/0/n"), Some(1.0));
        assert_eq!((at("a/z/n"), at("a/*/m"), at("b")), (None, None, None));
    }

    #[test]
    fn console_lines_by_their_beginning() {
        let text = "  4  219  x3.02\n   40 1 2\n";
        assert_eq!(console_number(text, "4 ", 1), Ok(3.02));
        assert_eq!(console_number(text, "40 ", 1), Ok(2.0));
        assert!(console_number(text, "4 ", 2).is_err());
        assert!(console_number(text, "5", 0).is_err());
    }
}
