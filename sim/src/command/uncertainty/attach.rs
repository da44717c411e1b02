//! A study in the report of a run: `trueboard run --uncertainty FILE`.

use super::runs::{Identity, TIME};
use super::study::{SCHEMA, Study};
use crate::cli::Firmware;
use crate::command::Failure;
use std::fmt::Write;
use std::path::Path;
use trueboard::board::report::{Spread, UncertaintyReport};
use trueboard::board::{BoardModel, Report, Session};

/// A study that is of the run's program and board.
pub struct Attached(Study);

/// Reads a study for a run that is ready to begin.
///
/// # Errors
/// The file is no study, or one of another board, other models, other images or other variables.
pub fn attached(
    path: &Path,
    board: &BoardModel,
    session: &Session,
    firmware: &Firmware,
) -> Result<Attached, Failure> {
    let place = path.display();
    let fail = |what: String| Failure::input(format!("--uncertainty {place}: {what}"));
    let text =
        trueboard_files::read_text(path).map_err(|e| fail(format!("cannot be read: {e}")))?;
    let study: Study = serde_json::from_str(&text)
        .map_err(|e| fail(format!("is no result of `trueboard uncertainty`: {e}")))?;
    if study.schema != SCHEMA {
        return Err(fail(format!("is {}, and not {SCHEMA}", study.schema)));
    }
    let (of, run) = (&study.identity, Identity::of(board, session, firmware)?);
    if of.board != run.board {
        return Err(fail(format!(
            "is of board {}, and not {}",
            of.board, run.board
        )));
    }
    let other = [
        ("images, by their SHA-256", of.images != run.images),
        ("values of --poke", of.poke != run.poke),
        ("input, or cores of images", of.input != run.input),
        (
            "board values, or another version of the models",
            of.models != run.models,
        ),
    ];
    match other.iter().find(|o| o.1) {
        Some((what, _)) => Err(fail(format!(
            "is of other {what}: run `trueboard uncertainty` again with what runs now"
        ))),
        None => Ok(Attached(study)),
    }
}

impl Attached {
    /// As the report has it.
    pub fn report(&self) -> UncertaintyReport {
        let meters = self.0.meters.iter().map(|m| {
            let spread = Spread {
                low_percent: m.low_percent,
                high_percent: m.high_percent,
            };
            (m.meter.clone(), spread)
        });
        UncertaintyReport {
            constants: self.0.constants.len() as u64,
            runs: self.0.runs,
            meters: meters.collect(),
        }
    }
}

/// As the summary has it; nothing if it was not asked for.
pub fn summary(r: &Report) -> String {
    let Some(u) = &r.uncertainty else {
        return String::new();
    };
    let mut out = String::from("\n");
    for (name, s) in &u.meters {
        // The larger side, upwards: a bound that is said must hold.
        let most = s.high_percent.max(-s.low_percent);
        let shown = (most * 100.0).ceil() / 100.0;
        let name = if name == TIME { "time" } else { name };
        let _ = writeln!(out, "{name} \u{b1} {shown:.2} % from estimated constants");
    }
    out
}
