//! Coverage of source code: `trueboard profile --format lcov|cobertura`, `trueboard test --coverage`.

use super::engine;
use crate::cli::files;
use crate::cli::profile::Profile;
use crate::cli::profile::ProfileFormat;
use crate::cli::{Failure, print};
use crate::say;
use crate::stop::Stop;
use std::path::Path;
use trueboard::analysis::coverage::Coverage;
use trueboard::campaigns::coverage;
pub use trueboard::campaigns::coverage::FILES;

/// Runs the firmware and prints its coverage; answers the run's exit code.
pub fn profile(a: &Profile) -> Result<u8, Failure> {
    if a.firmware.elf.iter().any(|p| trueboard::is_recorded(p)) {
        return Err(Failure::usage(
            "--format lcov and cobertura need lines that were not executed, which a recorded run does not have: give the \
             image",
        ));
    }
    let stop = Stop::default();
    stop.listen();
    let answer = coverage::run(&a.firmware.asked(), &engine::control(&stop, &|_| ()))?;
    let code = answer.outcome.kind.exit_code();
    if code != 0 {
        say::message(&answer.outcome.detail);
    }
    let text = match a.format {
        ProfileFormat::Cobertura => answer.coverage.cobertura(),
        _ => answer.coverage.lcov(),
    };
    say::message(&summary(&answer.coverage)?);
    match &a.out {
        Some(path) => files::write(path, text.as_bytes())?,
        None => print(&text)?,
    }
    Ok(code)
}

/// Writes the coverage of tests into a folder.
pub fn keep(dir: &Path, covered: &Coverage) -> Result<(), Failure> {
    Ok(coverage::keep(dir, covered)?)
}

/// The shares in a line.
pub fn summary(covered: &Coverage) -> Result<String, Failure> {
    Ok(coverage::summary(covered)?)
}
