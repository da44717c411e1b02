//! One count: two runs under callgrind that begin at one snapshot and differ in their length. What they have in
//! common, the start of the program and the warming up of its caches, is in neither number of the difference.

use crate::cost::subjects::Subject;
use std::path::Path;
use std::process::{Command, Stdio};

/// What one run took.
struct Run {
    host: u64,
    simulated: u64,
}

/// Host instructions per simulated instruction of `subject`, executed by `program`.
///
/// # Errors
/// When callgrind, or the program, fails, or the stretch has no instructions.
pub fn count(program: &Path, subject: &Subject) -> Result<f64, String> {
    let (from, to) = subject.stretch;
    let dir = tempfile::tempdir().map_err(|e| format!("{}: {e}", subject.name))?;
    let snapshot = dir.path().join("snapshot");
    // The way to the stretch is nobody's cost. Checks begin at reset: of them both runs go all the way.
    let from_reset = subject.words.contains(&"--check");
    if !from_reset {
        let mut way = Command::new(program);
        arguments(&mut way, subject, from)
            .arg("--save")
            .arg(&snapshot)
            .arg("--out")
            .arg(dir.path().join("way"));
        finish(&mut way, subject)?;
    }
    let snapshot = (!from_reset).then_some(snapshot.as_path());
    let warm = from + (to - from) / 4;
    let short = run(program, subject, snapshot, warm)?;
    let long = run(program, subject, snapshot, to)?;
    match long.simulated.checked_sub(short.simulated) {
        Some(simulated @ 1..) if long.host > short.host => {
            Ok((long.host - short.host) as f64 / simulated as f64)
        }
        _ => Err(format!(
            "{}: no instructions between cycles {warm} and {to}",
            subject.name
        )),
    }
}

/// The words of a run up to `until`.
fn arguments<'a>(command: &'a mut Command, subject: &Subject, until: u64) -> &'a mut Command {
    command
        .current_dir(conformance::root())
        .args(["run", "--board", subject.board, "--quiet"])
        .args(["--console", "none"])
        .args(["--until", &until.to_string()])
        .args(subject.words)
}

/// Runs a program to the end of its budget.
fn finish(command: &mut Command, subject: &Subject) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|e| {
        let name = command.get_program().to_string_lossy();
        format!("{}: {name}: {e}", subject.name)
    })?;
    // 5: the budget ran out, as it should.
    match output.status.code() {
        Some(0 | 5) => Ok(()),
        _ => Err(format!(
            "{}: {}",
            subject.name,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// Goes on from `snapshot`, or begins at reset, until cycle `until`, under callgrind.
fn run(
    program: &Path,
    subject: &Subject,
    snapshot: Option<&Path>,
    until: u64,
) -> Result<Run, String> {
    let fail = |what: &dyn std::fmt::Display| format!("{}: {what}", subject.name);
    let dir = tempfile::tempdir().map_err(|e| fail(&e))?;
    let (counts, report) = (dir.path().join("callgrind"), dir.path().join("report.json"));
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--tool=callgrind"])
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .arg(program);
    arguments(&mut command, subject, until)
        .arg("--out")
        .arg(dir.path());
    if let Some(snapshot) = snapshot {
        command.arg("--restore").arg(snapshot);
    }
    finish(&mut command, subject)?;
    let text = std::fs::read_to_string(&counts).map_err(|e| fail(&e))?;
    let host = summary(&text).ok_or_else(|| fail(&"callgrind's file has no summary"))?;
    let text = std::fs::read_to_string(&report).map_err(|e| fail(&e))?;
    let report: serde_json::Value = serde_json::from_str(&text).map_err(|e| fail(&e))?;
    let simulated = instructions(&report).ok_or_else(|| fail(&"the report has no cores"))?;
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
