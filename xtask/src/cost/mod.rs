//! Host instructions per simulated instruction, counted by callgrind: what time measurements cannot
//! hold on a shared machine, repeatable to a fraction of a percent. `recorded.ron` has those of the release
//! profile, `gate.ron` those of the profile that `./test` builds with.

mod count;
mod subjects;

use crate::turn::turn;
use clap::Args;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
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
    #[arg(long, default_value_os_t = recorded())]
    file: PathBuf,
    /// Records the counts in place of comparing them.
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

/// What was recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Recorded {
    /// The compiler of the program that was counted: another one makes other code.
    rustc: String,
    /// Host instructions per simulated instruction.
    counts: BTreeMap<String, f64>,
}

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

fn recorded() -> PathBuf {
    conformance::root().join("tests/cost/recorded.ron")
}

/// False when something became dearer.
fn work(arguments: &Arguments) -> Result<bool, String> {
    let program = arguments
        .program
        .canonicalize()
        .map_err(|e| format!("{}: {e}", arguments.program.display()))?;
    let recorded = match read(&arguments.file) {
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
        write(&arguments.file, &Recorded { rustc, counts: all })?;
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

fn read(path: &Path) -> Result<Recorded, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    ron::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, recorded: &Recorded) -> Result<(), String> {
    let mut rounded = recorded.clone();
    for count in rounded.counts.values_mut() {
        *count = (*count * 10.0).round() / 10.0;
    }
    let text = ron::ser::to_string_pretty(&rounded, ron::ser::PrettyConfig::default());
    let text = text.map_err(|e| e.to_string())? + "\n";
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
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
