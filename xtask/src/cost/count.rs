//! One count. Of a stretch: two runs under callgrind that begin at one snapshot and differ in their length. What they
//! have in common, the start of the program and the warming up of its caches, is in neither number of the difference.

use crate::cost::subjects::{FOLDER, Part, Subject};
use std::path::Path;
use std::process::{Command, Stdio};

/// What one run took.
struct Run {
    host: u64,
    simulated: u64,
}

/// Of `subject`, executed by `program`: host instructions per simulated one, or millions of host instructions.
///
/// # Errors
/// When callgrind, or the program, fails, or the stretch has no instructions.
pub fn count(program: &Path, subject: &Subject) -> Result<f64, String> {
    let named = |e: String| format!("{}: {e}", subject.name);
    let all = |words| under_callgrind(program, words).map(|host| host as f64 / 1e6);
    match subject.part {
        Part::Stretch { board, from, to } => {
            stretch(program, board, subject.words, (from, to)).map_err(named)
        }
        Part::Command => all(subject.words).map_err(named),
        Part::Runs { fewer, more } => {
            let few = all(fewer).map_err(named)?;
            Ok((all(subject.words).map_err(named)? - few) / f64::from(more))
        }
    }
}

/// Host instructions per simulated one of a stretch of a run on `board`.
fn stretch(
    program: &Path,
    board: &str,
    words: &[&str],
    (from, to): (u64, u64),
) -> Result<f64, String> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let snapshot = dir.path().join("snapshot");
    // The way to the stretch is nobody's cost. Checks begin at reset: of them both runs go all the way.
    let from_reset = words.contains(&"--check");
    if !from_reset {
        let mut way = Command::new(program);
        arguments(&mut way, board, words, from, dir.path());
        finish(way.arg("--save").arg(&snapshot))?;
    }
    let snapshot = (!from_reset).then_some(snapshot.as_path());
    let warm = from + (to - from) / 4;
    let short = run(program, board, words, snapshot, warm)?;
    let long = run(program, board, words, snapshot, to)?;
    match long.simulated.checked_sub(short.simulated) {
        Some(simulated @ 1..) if long.host > short.host => {
            Ok((long.host - short.host) as f64 / simulated as f64)
        }
        _ => Err(format!("no instructions between cycles {warm} and {to}")),
    }
}

/// The words of a run up to `until` that writes into `folder`.
fn arguments(command: &mut Command, board: &str, words: &[&str], until: u64, folder: &Path) {
    command
        .args(["run", "--board", board, "--quiet"])
        .args(["--console", "none", "--until", &until.to_string()])
        .args(in_folder(words, folder))
        .arg("--out")
        .arg(folder);
}

/// The words with the name of a folder in them.
fn in_folder(words: &[&str], folder: &Path) -> Vec<String> {
    let name = folder.to_string_lossy();
    words.iter().map(|w| w.replace(FOLDER, &name)).collect()
}

/// Runs a program to the end of its budget.
fn finish(command: &mut Command) -> Result<(), String> {
    command.current_dir(conformance::root());
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|e| {
        let name = command.get_program().to_string_lossy();
        format!("{name}: {e}")
    })?;
    // 5: the budget ran out, as it should.
    match output.status.code() {
        Some(0 | 5) => Ok(()),
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// `program` under callgrind, whose counts go into `counts`.
fn callgrind(program: &Path, counts: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--tool=callgrind"])
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .arg(program);
    command
}

/// Host instructions of a whole command.
fn under_callgrind(program: &Path, words: &[&str]) -> Result<u64, String> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let counts = dir.path().join("callgrind");
    finish(callgrind(program, &counts).args(in_folder(words, dir.path())))?;
    host(&counts)
}

/// What a file of callgrind sums up.
fn host(counts: &Path) -> Result<u64, String> {
    let text = std::fs::read_to_string(counts).map_err(|e| e.to_string())?;
    summary(&text).ok_or_else(|| "callgrind's file has no summary".to_owned())
}

/// Goes on from `snapshot`, or begins at reset, until cycle `until`, under callgrind.
fn run(
    program: &Path,
    board: &str,
    words: &[&str],
    snapshot: Option<&Path>,
    until: u64,
) -> Result<Run, String> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (counts, report) = (dir.path().join("callgrind"), dir.path().join("report.json"));
    let mut command = callgrind(program, &counts);
    arguments(&mut command, board, words, until, dir.path());
    if let Some(snapshot) = snapshot {
        command.arg("--restore").arg(snapshot);
    }
    finish(&mut command)?;
    let text = std::fs::read_to_string(&report).map_err(|e| e.to_string())?;
    let report: serde_json::Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let simulated = instructions(&report).ok_or("the report has no cores")?;
    let host = host(&counts)?;
    Ok(Run { host, simulated })
}

/// Instructions of all cores.
fn instructions(report: &serde_json::Value) -> Option<u64> {
    let cores = report.get("cores")?.as_array()?;
    cores
        .iter()
        .map(|c| c.get("instructions")?.as_u64())
        .sum::<Option<u64>>()
}

/// The sum in a file of callgrind, which counts nothing but instructions.
fn summary(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|l| {
        l.strip_prefix("summary:")
            .or_else(|| l.strip_prefix("totals:"))
    })?;
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_found_in_a_file_of_callgrind() {
        let text = "version: 1\nevents: Ir\nsummary: 1234\n\nfn=(1)\n1 2\ntotals: 1234\n";
        assert_eq!(summary(text), Some(1234));
        assert_eq!(summary("version: 1\n"), None);
    }

    #[test]
    fn instructions_are_those_of_all_cores() {
        let report = serde_json::json!({"cores": [{"instructions": 3}, {"instructions": 4}]});
        assert_eq!(instructions(&report), Some(7));
        assert_eq!(instructions(&serde_json::json!({})), None);
    }
}
