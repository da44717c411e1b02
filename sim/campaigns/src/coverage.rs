//! Coverage of source code: which lines, functions and branches a run executes.

use crate::control::Control;
use crate::error::Error;
use std::path::Path;
use trueboard_analyses::coverage::{Coverage, Share, request};
use trueboard_board::asked::Program;
use trueboard_board::files::write_whole;
use trueboard_board::report::Outcome;
use trueboard_board::{Analyses, Options, Session};

/// The files that [`keep`] writes, beside each other.
pub const FILES: [&str; 2] = ["lcov.info", "cobertura.xml"];

/// A run, and what it covers.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How it ended.
    pub outcome: Outcome,
    /// What it executed.
    pub coverage: Coverage,
}

/// Runs a program, and finds out what it covers.
///
/// # Errors
/// A program that cannot run.
pub fn run(program: &Program, control: &Control<'_>) -> Result<Answer, Error> {
    let (board, cores) = program.open()?;
    let options = Options {
        analyses: Analyses::one(request::Request),
        stopped: control.cause.clone(),
        ..program.options(cores)?
    };
    let mut session = Session::new(&board, options)?;
    let report = session.run(&mut std::io::sink(), &control.stop);
    let mut coverage = Coverage::default();
    coverage.add(&session.coverage());
    Ok(Answer {
        outcome: report.outcome,
        coverage,
    })
}

/// Writes coverage into a folder: [`FILES`].
///
/// # Errors
/// The folder cannot be made, or a file not be written.
pub fn keep(dir: &Path, coverage: &Coverage) -> Result<(), Error> {
    std::fs::create_dir_all(dir)
        .map_err(|e| Error::input(format!("{}: cannot be made: {e}", dir.display())))?;
    let texts = [coverage.lcov(), coverage.cobertura()];
    FILES
        .iter()
        .zip(texts)
        .try_for_each(|(name, text)| write(&dir.join(name), &text))
}

/// The shares in a line.
///
/// # Errors
/// No image has debug information: there is nothing to cover.
pub fn summary(coverage: &Coverage) -> Result<String, Error> {
    if coverage.is_empty() {
        return Err(Error::input(
            "coverage: no image has debug information with lines of source code; compile with -g",
        ));
    }
    let all = coverage.shares();
    let share =
        |what: &str, s: Share| format!("{what} {:.1} % ({} of {})", s.percent(), s.hit, s.of);
    Ok(format!(
        "coverage: {}, {}, {}",
        share("lines", all.lines),
        share("functions", all.functions),
        share("branches", all.branches)
    ))
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    write_whole(path, text.as_bytes())
        .map_err(|e| Error::input(format!("{}: cannot be written: {e}", path.display())))
}
