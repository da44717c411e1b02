//! Host instructions per simulated instruction, counted by callgrind: what time measurements cannot
//! hold on a shared machine, repeatable to a fraction of a percent; and those of whole commands. `recorded.ron` has
//! those of the release profile, which `docs/contributing/speed.md` shows, `gate.ron` those of the profile that
//! `./test` builds with.

mod count;
pub mod record;
pub mod subjects;

use crate::turn::turn;
use clap::Args;
use rayon::prelude::*;
use record::Recorded;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use subjects::SUBJECTS;

/// Host instructions per simulated instruction.
///
/// Without an option they are compared with the recorded ones, and the exit code is 1 when one is
/// more than `--tolerance` percent dearer.
#[derive(Args)]
pub struct Arguments {
    /// The program to count.
    #[arg(long)]
    program: PathBuf,
    /// The recorded counts: those of the release profile, or tests/cost/gate.ron, those of the profile of `./test`.
    #[arg(long, default_value_os_t = record::release())]
    file: PathBuf,
    /// Records the counts in place of comparing them; those of the release profile go into
    /// docs/contributing/speed.md, too.
    #[arg(long)]
    write: bool,
    /// How many percent dearer than recorded is no failure.
    #[arg(long, default_value_t = 3.0)]
    tolerance: f64,
    /// Only subjects whose name contains this text; those recorded before stay.
    #[arg(long, default_value = "")]
    only: String,
    /// A third of the subjects, another one after each commit.
    #[arg(long, conflicts_with_all = ["write", "only"])]
    sample: bool,
}

/// Into how many parts the subjects are divided for a sample.
const PARTS: usize = 3;

/// Carries the command out; what went wrong is printed.
pub fn main(arguments: &Arguments) -> ExitCode {
    match work(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("cost: {e}");
            ExitCode::from(3)
        }
    }
}

/// False when something became dearer.
fn work(arguments: &Arguments) -> Result<bool, String> {
    let program = arguments
        .program
        .canonicalize()
        .map_err(|e| format!("{}: {e}", arguments.program.display()))?;
    let recorded = match record::read(&arguments.file) {
        Err(_) if arguments.write => Recorded::default(),
        recorded => recorded?,
    };
    let (now, sampled) = (turn(PARTS), arguments.sample);
    let counts: BTreeMap<String, f64> = SUBJECTS
        .par_iter()
        .enumerate()
        .filter(|(i, s)| s.name.contains(&arguments.only) && (!sampled || i % PARTS == now))
        .map(|(_, s)| Ok((s.name.to_owned(), count::count(&program, s)?)))
        .collect::<Result<_, String>>()?;
    let rustc = rustc()?;
    let rows = compare(&recorded.counts, &counts);
    for row in &rows {
        println!("{}", row.text);
    }
    if arguments.write {
        let mut all = match arguments.only.is_empty() {
            true => BTreeMap::new(),
            false => recorded.counts,
        };
        all.extend(counts);
        record::write(&arguments.file, &Recorded { rustc, counts: all })?;
        // The page has what is recorded of the release profile.
        if arguments.file == record::release() {
            crate::speed::write()?;
        }
        return Ok(true);
    }
    let dearer = rows
        .iter()
        .filter(|r| r.percent.is_none_or(|p| p > arguments.tolerance));
    let (dearer, all) = (dearer.count(), rows.len());
    println!(
        "cost: {all} counted, {dearer} more than {} % dearer than recorded",
        arguments.tolerance
    );
    if dearer != 0 && rustc != recorded.rustc {
        println!(
            "cost: recorded with {}, this is {rustc}: not a failure",
            recorded.rustc
        );
        return Ok(true);
    }
    Ok(dearer == 0)
}

/// A line of the table.
struct Row {
    text: String,
    /// Against what was recorded; none when nothing was.
    percent: Option<f64>,
}

fn compare(recorded: &BTreeMap<String, f64>, counts: &BTreeMap<String, f64>) -> Vec<Row> {
    let row = |(name, &count): (&String, &f64)| {
        let percent = recorded.get(name).map(|&r| (count / r - 1.0) * 100.0);
        let against = percent.map_or("not recorded".to_owned(), |p| format!("{p:+.1} %"));
        Row {
            text: format!("{name:32} {count:8.1} {against}"),
            percent,
        }
    };
    counts.iter().map(row).collect()
}

/// The compiler's version.
fn rustc() -> Result<String, String> {
    let output = Command::new("rustc").arg("--version").output();
    let output = output.map_err(|e| format!("rustc: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dearer_or_not_recorded_is_seen() {
        let map = |of: &[(&str, f64)]| -> BTreeMap<String, f64> {
            of.iter().map(|&(n, c)| (n.to_owned(), c)).collect()
        };
        let rows = compare(
            &map(&[("a", 100.0), ("b", 50.0)]),
            &map(&[("a", 105.0), ("b", 40.0), ("c", 1.0)]),
        );
        let percent: Vec<_> = rows.iter().map(|r| r.percent.map(f64::round)).collect();
        assert_eq!(percent, [Some(5.0), Some(-20.0), None]);
    }
}
