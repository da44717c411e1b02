//! The file of recorded runs: a line for each, its hashes as hexadecimal digits, so that a
//! difference of two versions shows which run differs in what.

use crate::golden::Runs;
use crate::golden::record::{Golden, POINTS};
use std::fmt::Write;
use std::path::Path;

const HEAD: &str = "\
# Golden runs, written by `cargo xtask golden --write`.
# subject mode report console traces | visible state at ten points | digest at ten points
";

/// Reads a file.
///
/// # Errors
/// With the place, when it cannot be read.
pub fn read(file: &Path) -> Result<Runs, String> {
    let at = |e: &dyn std::fmt::Display| format!("{}: {e}", file.display());
    let text = std::fs::read_to_string(file).map_err(|e| at(&e))?;
    parse(&text).map_err(|e| at(&e))
}

/// Writes a file.
///
/// # Errors
/// With the place, when it cannot be written.
pub fn write(file: &Path, runs: &Runs) -> Result<(), String> {
    std::fs::write(file, format(runs)).map_err(|e| format!("{}: {e}", file.display()))
}

/// The text of a file.
pub fn format(runs: &Runs) -> String {
    let mut out = HEAD.to_owned();
    for (name, run) in runs {
        let traces = match run.traces {
            Some(hash) => format!("{hash:016x}"),
            None => "-".to_owned(),
        };
        let points = |hashes: &[u64]| -> String {
            let hashes = hashes.iter().map(|h| format!(" {h:016x}"));
            hashes.collect()
        };
        let (states, digests) = (points(&run.states), points(&run.digests));
        let _ = writeln!(
            out,
            "{name} {:016x} {:016x} {traces} |{states} |{digests}",
            run.report, run.console
        );
    }
    out
}

/// The runs of a file's text.
///
/// # Errors
/// With the number of the line, when one is damaged.
pub fn parse(text: &str) -> Result<Runs, String> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.starts_with('#'));
    lines
        .map(|(i, line)| run(line).ok_or_else(|| format!("line {}: no golden run", i + 1)))
        .collect()
}

fn run(line: &str) -> Option<(String, Golden)> {
    let hash = |word: &str| u64::from_str_radix(word, 16).ok();
    let points = |part: &str| -> Option<Vec<u64>> {
        let hashes: Vec<u64> = part.split_whitespace().map(hash).collect::<Option<_>>()?;
        (hashes.len() == POINTS).then_some(hashes)
    };
    let parts: Vec<&str> = line.split('|').collect();
    let &[head, states, digests] = parts.as_slice() else {
        return None;
    };
    let words: Vec<&str> = head.split_whitespace().collect();
    let &[subject, mode, report, console, traces] = words.as_slice() else {
        return None;
    };
    let golden = Golden {
        report: hash(report)?,
        console: hash(console)?,
        traces: match traces {
            "-" => None,
            word => Some(hash(word)?),
        },
        states: points(states)?,
        digests: points(digests)?,
    };
    Some((format!("{subject} {mode}"), golden))
}
