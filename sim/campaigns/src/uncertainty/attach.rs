//! A study in the report of a run: `trueboard run --uncertainty FILE`.

use super::runs::Identity;
use super::study::{SCHEMA, Study};
use crate::error::Error;
use std::path::Path;
use trueboard_board::asked::Program;
use trueboard_board::report::{Spread, UncertaintyReport};
use trueboard_board::{BoardModel, Session};

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
    program: &Program,
) -> Result<Attached, Error> {
    let place = path.display();
    let fail = |what: String| Error::input(format!("--uncertainty {place}: {what}"));
    let text =
        trueboard_files::read_text(path).map_err(|e| fail(format!("cannot be read: {e}")))?;
    let study: Study = serde_json::from_str(&text)
        .map_err(|e| fail(format!("is no result of `trueboard uncertainty`: {e}")))?;
    if study.schema != SCHEMA {
        return Err(fail(format!("is {}, and not {SCHEMA}", study.schema)));
    }
    let (of, run) = (&study.identity, Identity::of(board, session, program)?);
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
    #[must_use]
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
