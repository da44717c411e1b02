//! `trueboard test`.

mod check;
mod junit;
mod recorded;
mod spec;

use super::{Failure, options, print, print_json};
use crate::cli::{Firmware, Test as Args};
use crate::paint::{Meaning, paint};
use check::{Found, Recorded};
use serde::Serialize;
use spec::{Spec, Test};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use trueboard::board::files::{Files, write_whole};
use trueboard::board::{Options, Report, Session};
use trueboard::truth::region::{Selector, matches};
use trueboard_campaign::parallel;

/// Simulated time after which a test without a budget ends: firmware may run away.
const DEFAULT_BUDGET: &str = "10s";
/// Lines of the console that a failure shows, the last ones.
const CONSOLE_LINES: usize = 20;

/// What became of a test.
#[derive(Clone, Debug, Serialize)]
struct Verdict {
    spec: String,
    name: String,
    passed: bool,
    /// A line for everything that does not hold.
    failures: Vec<String>,
    /// Simulated time.
    seconds: f64,
    /// The end of the console, of a test that failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    console: String,
}

pub fn run(a: &Args) -> Result<u8, Failure> {
    let mut files = Files::default();
    for path in &a.spec {
        files.reads("the specification", path);
        files.reads("recorded numbers", &recorded::place(path));
    }
    a.junit
        .iter()
        .for_each(|path| files.writes("--junit", path));
    super::check(&files)?;
    super::files::have_folder(a.junit.as_deref())?;
    let mut specs = Vec::new();
    for path in &a.spec {
        specs.push((path, spec::read(path)?, recorded::read(path)?));
    }
    let wanted = |t: &Test| a.only.as_deref().is_none_or(|p| matches(p, &t.name));
    let mut jobs = Vec::new();
    for (path, spec, recorded) in &specs {
        for test in spec.tests.iter().filter(|t| wanted(t)) {
            let figures = recorded.get(&test.name).cloned().unwrap_or_default();
            jobs.push((*path, spec, test, figures));
        }
    }
    if jobs.is_empty() {
        let which = a.only.as_deref().unwrap_or_default();
        return Err(Failure::usage(format!(
            "--only {which}: no test is called so"
        )));
    }
    let done = parallel(&jobs, a.jobs.unwrap_or(0), |(path, spec, test, figures)| {
        one(a, path, spec, test, figures)
    })?;
    let mut verdicts = Vec::new();
    let mut numbers = Vec::new();
    for result in done {
        let (verdict, found) = result?;
        numbers.push((verdict.spec.clone(), verdict.name.clone(), found));
        verdicts.push(verdict);
    }
    if a.update {
        for (path, _, recorded) in specs {
            let of = path.display().to_string();
            let new = numbers.iter().filter(|n| n.0 == of);
            let new = new.map(|(_, name, found)| (name.clone(), found.clone()));
            recorded::write(path, recorded, new)?;
        }
    }
    if let Some(path) = &a.junit {
        write(path, &junit::xml(&verdicts)?)?;
    }
    if a.json {
        print_json(&verdicts)?;
    } else {
        print(&text(&verdicts))?;
    }
    Ok(u8::from(!verdicts.iter().all(|v| v.passed)))
}

/// Runs one test.
fn one(
    a: &Args,
    path: &Path,
    spec: &Spec,
    test: &Test,
    recorded: &Recorded,
) -> Result<(Verdict, Recorded), Failure> {
    let unusable = |e: Failure| Failure {
        text: format!("{}: test `{}`: {}", path.display(), test.name, e.text),
        ..e
    };
    let mut console = Vec::new();
    let report = execute(path, spec, test, &mut console).map_err(unusable)?;
    if let Some(dir) = &a.out {
        keep(&dir.join(&test.name), &report, &console)?;
    }
    let Found {
        mut failures,
        numbers,
    } = check::check(test, &report, &console, recorded).map_err(unusable)?;
    if a.update {
        failures = check::check(test, &report, &console, &numbers)
            .map_err(unusable)?
            .failures;
    }
    let shown = if failures.is_empty() {
        String::new()
    } else {
        tail(&console)
    };
    let verdict = Verdict {
        spec: path.display().to_string(),
        name: test.name.clone(),
        passed: failures.is_empty(),
        failures,
        seconds: report.time.seconds,
        console: shown,
    };
    Ok((verdict, numbers))
}

fn execute(
    path: &Path,
    spec: &Spec,
    test: &Test,
    console: &mut Vec<u8>,
) -> Result<Report, Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let at = |file: &PathBuf| folder.join(file);
    // A workload that is a file is named like one.
    let described = |name: &String| match name.ends_with(".ron") {
        true => folder.join(name).display().to_string(),
        false => name.clone(),
    };
    let images = test.images.iter();
    let firmware = Firmware {
        elf: test.image.iter().map(at).collect(),
        host: test.host.as_ref().map(at),
        board: test.board.as_ref().or(spec.board.as_ref()).map(described),
        image: images
            .map(|(cores, file)| format!("{cores}={}", at(file).display()))
            .collect(),
        workload: test.workload.as_ref().map(described),
        start: test.start.clone(),
        at: None,
        set: spec.set.iter().chain(&test.set).cloned().collect(),
    };
    let (board, cores) = options::open(&firmware, true)?;
    let until = test.until.as_deref().or(spec.until.as_deref());
    let until = until.unwrap_or(DEFAULT_BUDGET);
    let options = Options {
        until: Some(options::budget(until)?),
        stdin: test.stdin.clone().into_bytes(),
        regions: test.regions.iter().map(|r| Selector::named(r)).collect(),
        strict: test.strict,
        ..options::firmware(&firmware, cores)?
    };
    let mut session = Session::new(&board, options)?;
    Ok(session.run(console, &AtomicBool::new(false)))
}

fn keep(dir: &Path, report: &Report, console: &[u8]) -> Result<(), Failure> {
    std::fs::create_dir_all(dir)
        .map_err(|e| Failure::input(format!("{}: cannot be made: {e}", dir.display())))?;
    let text =
        serde_json::to_string_pretty(report).map_err(|e| Failure::input(format!("report: {e}")))?;
    write(&dir.join("report.json"), &(text + "\n"))?;
    write_whole(&dir.join("console.txt"), console)
        .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", dir.display())))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_whole(path, text.as_bytes())
        .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
}

fn tail(console: &[u8]) -> String {
    let text = String::from_utf8_lossy(console);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(CONSOLE_LINES)..].join("\n")
}

fn text(verdicts: &[Verdict]) -> String {
    let mut out = String::new();
    for v in verdicts {
        let word = if v.passed {
            paint(Meaning::Good, "ok    ")
        } else {
            paint(Meaning::Bad, "FAILED")
        };
        out += &format!("{word}  {}  ({:.6} s simulated)\n", v.name, v.seconds);
        for failure in &v.failures {
            out += &format!("        {failure}\n");
        }
        for line in v.console.lines() {
            out += &format!("        | {line}\n");
        }
    }
    let failed = verdicts.iter().filter(|v| !v.passed).count();
    out + &format!("{} passed, {failed} failed\n", verdicts.len() - failed)
}
