//! Measures the programs whose images are not in the tree, and keeps what they did.

use crate::accuracy::figures::{Figures, Record};
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_analyses::regions::Selector;
use trueboard_board::{Options, open_board};

/// Measures every record of `figures` whose image lies in `dir`; the others stay as they are.
///
/// # Errors
/// When an image cannot be run, fails, or did not go through its region once.
pub fn record(
    figures: &Figures,
    dir: &Path,
    reference_ticks: u64,
    known: &mut BTreeMap<String, Record>,
) -> Result<(), String> {
    let board = open_board(&figures.board, &[]).map_err(|e| e.to_string())?;
    for (name, spec) in &figures.records {
        let image = dir.join(&spec.image);
        if !image.exists() {
            eprintln!("{name}: {} is not there, left as it is", image.display());
            continue;
        }
        let (begin, end) = spec.region.clone();
        let options = Options {
            analyses: conformance::regions(Selector::Between { begin, end }),
            ..conformance::on_boot_core(image)
        };
        let run = conformance::try_run(&board, options).map_err(|e| e.to_string())?;
        let outcome = &run.report.outcome;
        if outcome.status != Some(0) {
            return Err(format!("{name}: {}\n{}", outcome.detail, run.console));
        }
        let [region] = run.report.regions.as_slice() else {
            return Err(format!("{name}: its region was not entered"));
        };
        if region.completed != 1 {
            return Err(format!(
                "{name}: its region ended {} times",
                region.completed
            ));
        }
        let said = |what: &str| {
            let line = run.console.lines().find_map(|l| l.strip_prefix(what));
            let text = line.ok_or_else(|| format!("{name}: it does not print `{what}`"))?;
            Ok::<_, String>(text.trim_start_matches([' ', ':']).to_owned())
        };
        let mut compiler = said("Compiler version")?;
        // GCC's __VERSION__ is the bare number.
        if compiler.starts_with(|c: char| c.is_ascii_digit()) {
            compiler.insert_str(0, "GCC ");
        }
        let record = Record {
            sha256: run.report.images[0].sha256.clone(),
            compiler: format!("{compiler} {}", said("Compiler flags")?),
            reference_ticks,
            rounds: spec.rounds,
            meters: region.meters.clone(),
        };
        eprintln!("{name}: {} cycles", record.meters["cycles"]);
        known.insert(name.clone(), record);
    }
    Ok(())
}
