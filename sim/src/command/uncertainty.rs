//! `trueboard uncertainty`: how far results depend on the constants that the models estimate.

mod attach;
mod constants;
mod output;
mod runs;
mod study;

pub use attach::{attached, summary};

use super::{Failure, print, print_json};
use crate::cli::Uncertainty as Args;
use crate::paint::{Look, shown};
use crate::say;
use crate::stop::Stop;
use runs::Runs;
use std::path::Path;
use trueboard::board::files::write_whole;
use trueboard_campaign::Journal;

/// The file of results in the folder.
const RUNS: &str = "runs.jsonl";
/// The file that `trueboard run --uncertainty` takes.
const RESULT: &str = "uncertainty.json";

pub fn run(a: &Args) -> Result<u8, Failure> {
    let constants = constants::of(a)?;
    let mut files = super::files::of_runs(&a.firmware, None);
    if let Some(dir) = &a.out {
        for name in [RUNS, RESULT] {
            files.writes("--out", &dir.join(name));
        }
    }
    super::check(&files)?;
    let journal = match &a.out {
        None => Journal::memory(),
        Some(dir) => {
            std::fs::create_dir_all(dir)
                .map_err(|e| Failure::input(format!("{}: cannot be made: {e}", dir.display())))?;
            Journal::open(&dir.join(RUNS))?
        }
    };
    let stop = Stop::default();
    stop.listen();
    let mut runs = Runs::new(a, &constants, journal, &stop)?;
    let found = study::of(a, &constants, &mut runs);
    say::no_status();
    let Some(study) = found? else {
        let where_ = match &a.out {
            Some(dir) => format!(
                "what was run is in {}; the same command goes on",
                dir.display()
            ),
            None => "nothing was kept; give --out DIR to go on later".to_owned(),
        };
        say::message(&format!("the study was stopped: {where_}"));
        return Ok(stop.exit_code().unwrap_or(super::INPUT));
    };
    if let Some(dir) = &a.out {
        let write = |name: &str, bytes: &[u8]| {
            let path = dir.join(name);
            write_whole(&path, bytes)
                .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
        };
        write(RUNS, &runs.records()?)?;
        write(RESULT, json(&study)?.as_bytes())?;
        write("uncertainty.csv", output::csv(&study).as_bytes())?;
        write(
            "tables.txt",
            shown(&output::text(&study), Look::FILE).as_bytes(),
        )?;
    }
    if a.json {
        print_json(&study)?;
    } else if a.csv {
        print(&output::csv(&study))?;
    } else {
        print(&output::text(&study))?;
    }
    for f in &study.failed {
        say::message(&format!("{}: {}", f.set.join(" "), f.detail));
    }
    Ok(study.code)
}

fn json(study: &study::Study) -> Result<String, Failure> {
    serde_json::to_string_pretty(study)
        .map(|text| text + "\n")
        .map_err(|e| Failure::input(format!("{}: {e}", Path::new(RESULT).display())))
}
