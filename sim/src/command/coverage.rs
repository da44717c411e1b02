//! Coverage of source code: `trueboard profile --format lcov|cobertura`, `trueboard test --coverage`.

use super::{Failure, options, print};
use crate::cli::{Profile, ProfileFormat};
use crate::say;
use crate::stop::Stop;
use std::path::Path;
use trueboard::analysis::coverage::{Coverage, Share};
use trueboard::board::files::write_whole;
use trueboard::board::{Options, Session};

/// The files that `--coverage DIR` writes, beside each other.
pub const FILES: [&str; 2] = ["lcov.info", "cobertura.xml"];

/// Runs the firmware and prints its coverage; answers the run's exit code.
pub fn profile(a: &Profile) -> Result<u8, Failure> {
    if a.firmware
        .elf
        .iter()
        .any(|p| super::profile::is_recorded(p))
    {
        return Err(Failure::usage(
            "--format lcov and cobertura need lines that were not executed, which a recorded run does not have: give the \
             image",
        ));
    }
    let (board, cores) = options::open(&a.firmware, true)?;
    let stop = Stop::default();
    let options = Options {
        coverage: true,
        stopped: stop.cause.clone(),
        ..options::firmware(&a.firmware, cores)?
    };
    let mut session = Session::new(&board, options)?;
    stop.listen();
    let report = session.run(&mut std::io::sink(), &stop.asked);
    let code = report.outcome.kind.exit_code();
    if code != 0 {
        say::message(&report.outcome.detail);
    }
    let mut coverage = Coverage::default();
    coverage.add(&session.coverage());
    let text = match a.format {
        ProfileFormat::Cobertura => coverage.cobertura(),
        _ => coverage.lcov(),
    };
    say::message(&summary(&coverage)?);
    match &a.out {
        Some(path) => write(path, &text)?,
        None => print(&text)?,
    }
    Ok(code)
}

/// Writes the coverage of tests into a folder.
pub fn keep(dir: &Path, coverage: &Coverage) -> Result<(), Failure> {
    std::fs::create_dir_all(dir)
        .map_err(|e| Failure::input(format!("{}: cannot be made: {e}", dir.display())))?;
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
pub fn summary(coverage: &Coverage) -> Result<String, Failure> {
    if coverage.is_empty() {
        return Err(Failure::input(
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

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_whole(path, text.as_bytes())
        .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
}
