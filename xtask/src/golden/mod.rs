//! Golden runs: every prebuilt image, in the default and in the reference mode, as hashes of what
//! comes out. A refactoring leaves all of them; a commit that changes one changes behaviour, and
//! says why.
//!
//! The hashes prove that nothing changed, not that it is right.

mod file;
mod record;
mod subjects;

use crate::turn::turn;
use clap::Args;
use rayon::prelude::*;
use record::Golden;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use subjects::{Mode, subjects};

/// Golden runs of every prebuilt image.
///
/// Without an option the runs are compared with the recorded ones, and the exit code is 1 when one
/// differs.
#[derive(Args)]
pub struct Arguments {
    /// Records the runs in place of comparing them.
    #[arg(long)]
    write: bool,
    /// The file of the recorded runs.
    #[arg(long, default_value_os_t = recorded())]
    file: PathBuf,
    /// Only subjects whose name contains this text; those recorded before stay.
    #[arg(long, default_value = "")]
    only: String,
    /// Of the runs in lock-step a third, another one after each commit.
    #[arg(long, conflicts_with = "write")]
    sample: bool,
}

/// Into how many parts the runs in lock-step are divided for a sample.
const PARTS: usize = 3;

fn recorded() -> PathBuf {
    conformance::root().join("tests/golden/recorded.txt")
}

/// Carries the command out; what went wrong is printed.
pub fn main(arguments: &Arguments) -> ExitCode {
    match work(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("golden: {e}");
            ExitCode::from(3)
        }
    }
}

type Runs = BTreeMap<String, Golden>;

/// False when a run differs from the recorded one.
fn work(arguments: &Arguments) -> Result<bool, String> {
    let now = turn(PARTS);
    let left_out =
        |i: usize, mode: Mode| arguments.sample && mode == Mode::Reference && i / 2 % PARTS != now;
    let (left, wanted): (Vec<_>, Vec<_>) = subjects()
        .into_iter()
        .enumerate()
        .filter(|(_, (name, _))| name.contains(&arguments.only))
        .partition(|(i, (_, mode))| left_out(*i, *mode));
    let title = |name: &str, mode: Mode| format!("{name} {mode}");
    let runs: Runs = wanted
        .par_iter()
        .map(|(_, (name, mode))| (title(name, *mode), Golden::of(name, *mode)))
        .collect();
    let mut old = match file::read(&arguments.file) {
        Err(_) if arguments.write => Runs::new(),
        old => old?,
    };
    for (_, (name, mode)) in &left {
        old.remove(&title(name, *mode));
    }
    if arguments.write {
        let mut all = match arguments.only.is_empty() {
            true => Runs::new(),
            false => old,
        };
        let count = runs.len();
        all.extend(runs);
        file::write(&arguments.file, &all)?;
        println!("golden: recorded {count} runs");
        return Ok(true);
    }
    let differences = differences(&old, &runs, &arguments.only);
    for line in &differences {
        println!("golden: {line}");
    }
    let (differing, all) = (differences.len(), runs.len());
    println!("golden: {all} runs, {differing} differ from the recorded ones");
    Ok(differing == 0)
}

/// What differs, a line for each run.
fn differences(old: &Runs, new: &Runs, only: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, run) in new {
        match old.get(name) {
            None => lines.push(format!("{name}: not recorded")),
            Some(before) => {
                let parts = before.differences(run);
                if !parts.is_empty() {
                    lines.push(format!("{name}: another {}", parts.join(", ")));
                }
            }
        }
    }
    let gone = old
        .keys()
        .filter(|name| name.contains(only) && !new.contains_key(*name));
    lines.extend(gone.map(|name| format!("{name}: recorded, but not run")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs() -> Runs {
        let golden = Golden {
            report: 1,
            console: 2,
            traces: Some(3),
            states: (10..20).collect(),
            digests: (20..30).collect(),
        };
        let bare = Golden {
            traces: None,
            ..golden.clone()
        };
        [
            ("a default".to_owned(), golden),
            ("a reference".to_owned(), bare),
        ]
        .into()
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        assert_eq!(file::parse(&file::format(&runs())), Ok(runs()));
    }

    #[test]
    fn every_part_that_differs_is_named() {
        let mut new = runs();
        assert_eq!(differences(&runs(), &new, ""), Vec::<String>::new());
        let run = new.get_mut("a default").expect("it is there");
        run.console = 0;
        run.states[4] = 0;
        run.traces = Some(0);
        assert_eq!(
            differences(&runs(), &new, ""),
            ["a default: another console, traces, state at 5/10 of the run"]
        );
    }

    #[test]
    fn runs_that_are_missing_or_new_are_named() {
        let mut new = runs();
        let run = new.remove("a default").expect("it is there");
        new.insert("b default".to_owned(), run);
        assert_eq!(
            differences(&runs(), &new, ""),
            [
                "b default: not recorded",
                "a default: recorded, but not run"
            ]
        );
    }

    #[test]
    fn a_damaged_file_is_refused_with_its_line() {
        let text = file::format(&runs()).replace("000000000000001d", "x");
        let e = file::parse(&text).expect_err("x is no hash");
        assert_eq!(e, "line 3: no golden run");
    }
}
