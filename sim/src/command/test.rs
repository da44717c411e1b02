//! `trueboard test`.

mod check;
mod junit;
mod recorded;
mod spec;

use super::{Failure, INPUT, coverage, expect, options, print, print_json};
use crate::cli::{Firmware, Test as Args};
use crate::paint::{Meaning, paint};
use crate::say;
use check::{Found, Recorded};
use serde::Serialize;
use spec::{Spec, Test};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use trueboard::analysis::coverage::Coverage;
use trueboard::analysis::expect::Judged;
use trueboard::analysis::regions::{Selector, matches};
use trueboard::board::files::{Files, write_whole};
use trueboard::board::{NotThere, Options, Report, Session};
use trueboard_campaign::parallel;

/// Simulated time after which a test without a budget ends: firmware may run away.
const DEFAULT_BUDGET: &str = "10s";
/// Lines of the console that a failure shows, the last ones.
const CONSOLE_LINES: usize = 20;

/// What JUnit XML calls the test case of a specification that cannot be used: its tests are not known.
const NO_TEST: &str = "(specification)";

/// What became of a test.
#[derive(Clone, Debug, Serialize)]
struct Verdict {
    spec: String,
    name: String,
    passed: bool,
    /// Why the test could not be run or judged: what it names cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// A line for everything that does not hold.
    failures: Vec<String>,
    /// What the firmware's library told, beside what happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expectations: Vec<Judged>,
    /// Simulated time.
    seconds: f64,
    /// The end of the console, of a test that failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    console: String,
}

impl Verdict {
    /// A test that names what cannot be used.
    fn error(spec: &Path, name: &str, why: &str) -> Verdict {
        Verdict {
            spec: spec.display().to_string(),
            name: name.to_owned(),
            passed: false,
            error: Some(why.to_owned()),
            failures: Vec::new(),
            expectations: Vec::new(),
            seconds: 0.0,
            console: String::new(),
        }
    }
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
    for (dir, name) in a
        .coverage
        .iter()
        .flat_map(|d| coverage::FILES.map(|n| (d, n)))
    {
        files.writes("--coverage", &dir.join(name));
    }
    super::check(&files)?;
    super::files::have_folder(a.junit.as_deref())?;
    let least = a.coverage_least.as_deref();
    let least = least.map(|p| options::percent("--coverage-least", p));
    let least = least.transpose()?;
    let covered = a.coverage.as_ref().map(|_| Mutex::new(Coverage::default()));
    let mut specs = Vec::new();
    let mut unusable = Vec::new();
    for path in &a.spec {
        match spec::read(path).and_then(|spec| Ok((spec, recorded::read(path)?))) {
            Ok((spec, recorded)) => specs.push((path, spec, recorded)),
            Err(e) => unusable.push((path, e)),
        }
    }
    // No test of any of them is run then, but who reads the results is told.
    if !unusable.is_empty() {
        let error = |(path, e): &(&PathBuf, Failure)| Verdict::error(path, NO_TEST, &e.text);
        keep_junit(a, &unusable.iter().map(error).collect::<Vec<_>>())?;
        let texts: Vec<String> = unusable.into_iter().map(|(_, e)| e.text).collect();
        return Err(Failure::input(texts.join("; ")));
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
        let pattern = a.only.as_deref().unwrap_or_default();
        let names = specs.iter().flat_map(|(_, spec, _)| &spec.tests);
        NotThere::unless_matched("--only", pattern, "test", names.map(|t| t.name.as_str()))?;
    }
    if a.out.is_some() {
        folders(
            jobs.iter()
                .map(|(path, _, test, _)| (path.as_path(), test.name.as_str())),
        )?;
    }
    let done = parallel(&jobs, a.jobs.unwrap_or(0), |(path, spec, test, figures)| {
        one(a, path, spec, test, (figures, covered.as_ref()))
    })?;
    let mut verdicts = Vec::new();
    let mut numbers = Vec::new();
    for ((path, _, test, _), result) in jobs.iter().zip(done) {
        verdicts.push(match result {
            Ok((verdict, found)) => {
                numbers.push((verdict.spec.clone(), verdict.name.clone(), found));
                verdict
            }
            Err(e) => Verdict::error(path, &test.name, &e.text),
        });
    }
    if a.update {
        for (path, _, recorded) in specs {
            let of = path.display().to_string();
            let new = numbers.iter().filter(|n| n.0 == of);
            let new = new.map(|(_, name, found)| (name.clone(), found.clone()));
            recorded::write(path, recorded, new)?;
        }
    }
    keep_junit(a, &verdicts)?;
    if a.json {
        print_json(&verdicts)?;
    } else {
        print(&text(&verdicts))?;
    }
    let mut little = false;
    if let (Some(dir), Some(covered)) = (&a.coverage, covered) {
        let covered = covered.into_inner().unwrap_or_else(PoisonError::into_inner);
        say::message(&coverage::summary(&covered)?);
        coverage::keep(dir, &covered)?;
        let lines = covered.shares().lines.percent();
        little = least.is_some_and(|least| lines * 10_000.0 < least.ppm as f64);
        if little {
            say::message(&format!(
                "coverage: {lines:.1} % of the lines are fewer than --coverage-least {}",
                a.coverage_least.as_deref().unwrap_or_default()
            ));
        }
    }
    Ok(match verdicts.iter().any(|v| v.error.is_some()) {
        true => INPUT,
        false => u8::from(little || !verdicts.iter().all(|v| v.passed)),
    })
}

/// Writes the results as JUnit XML, where that was asked for.
fn keep_junit(a: &Args, verdicts: &[Verdict]) -> Result<(), Failure> {
    match &a.junit {
        Some(path) => write(path, &junit::xml(verdicts)?),
        None => Ok(()),
    }
}

/// The longest name of a file, in bytes, on the file systems of Linux.
const LONGEST_NAME: usize = 255;

/// Each test has a folder of its own below that of `--out`: its name is no way to another place, and no test of another
/// specification has it.
fn folders<'a>(tests: impl Iterator<Item = (&'a Path, &'a str)>) -> Result<(), Failure> {
    let mut taken: BTreeMap<String, &Path> = BTreeMap::new();
    for (spec, name) in tests {
        let odd = |c: char| c == '/' || c == '\\' || c.is_control();
        if matches!(name, "" | "." | "..") || name.contains(odd) || name.len() > LONGEST_NAME {
            return Err(Failure::input(format!(
                "{}: test `{}`: with --out a name is that of a folder, so it has no `/`, no `\\`, no control character and \
                 {LONGEST_NAME} bytes at most, and is not empty, `.` or `..`; give it another name",
                spec.display(),
                name.escape_debug()
            )));
        }
        // File systems of some hosts take small and capital letters for one.
        if let Some(other) = taken.insert(name.to_lowercase(), spec) {
            return Err(Failure::input(format!(
                "{}: test `{name}`: with --out each test has a folder by its name, and one of {} has this one; give it \
                 another name",
                spec.display(),
                other.display()
            )));
        }
    }
    Ok(())
}

/// Runs one test. Whatever it names and cannot be used is an error of this test alone.
fn one(
    a: &Args,
    path: &Path,
    spec: &Spec,
    test: &Test,
    (recorded, covered): (&Recorded, Option<&Mutex<Coverage>>),
) -> Result<(Verdict, Recorded), Failure> {
    let unusable = |e: Failure| Failure {
        text: format!("{}: test `{}`: {}", path.display(), test.name, e.text),
        ..e
    };
    let mut console = Vec::new();
    let (report, judged) = execute(path, spec, test, &mut console, covered).map_err(unusable)?;
    let expectations = judged.as_deref().unwrap_or_default();
    if let Some(dir) = &a.out {
        let kept = Kept {
            report: &report,
            expectations,
        };
        keep(&dir.join(&test.name), &kept, &console).map_err(unusable)?;
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
    failures.extend(expectations.iter().filter_map(Judged::failure));
    let expectations = match judged {
        Ok(judged) => judged,
        // A run that has failed need not have come to what is expected of it.
        Err(e) if !failures.is_empty() => {
            failures.push(e.text);
            Vec::new()
        }
        Err(e) => return Err(unusable(e)),
    };
    let shown = if failures.is_empty() {
        String::new()
    } else {
        tail(&console)
    };
    let verdict = Verdict {
        spec: path.display().to_string(),
        name: test.name.clone(),
        passed: failures.is_empty(),
        error: None,
        failures,
        expectations,
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
    covered: Option<&Mutex<Coverage>>,
) -> Result<(Report, Result<Vec<Judged>, Failure>), Failure> {
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
        set: spec.set.iter().chain(&test.set).cloned().collect(),
        ..Firmware::default()
    };
    let (board, cores) = options::open(&firmware, true)?;
    let until = test.until.as_deref().or(spec.until.as_deref());
    let until = until.unwrap_or(DEFAULT_BUDGET);
    let mut options = Options {
        until: Some(options::budget(until)?),
        stdin: test.stdin.clone().into_bytes(),
        regions: test.regions.iter().map(|r| Selector::named(r)).collect(),
        strict: test.strict,
        coverage: covered.is_some(),
        ..options::firmware(&firmware, cores)?
    };
    expect::ask(&test.expect, &mut options);
    let mut session = Session::new(&board, options)?;
    expect::check(&test.expect, &session)?;
    let report = session.run(console, &AtomicBool::new(false));
    let judged = expect::verdicts(&test.expect, &board, &session, &report, console);
    if let Some(all) = covered {
        // Executions add up: the order of the tests is of no account.
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        all.add(&session.coverage());
    }
    Ok((report, judged))
}

/// The report of a test that is kept.
#[derive(Serialize)]
struct Kept<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    expectations: &'a [Judged],
}

fn keep(dir: &Path, report: &Kept<'_>, console: &[u8]) -> Result<(), Failure> {
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
        if let Some(why) = &v.error {
            let word = paint(Meaning::Bad, "ERROR ");
            out += &format!("{word}  {}\n        {why}\n", v.name);
            continue;
        }
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
    let passed = verdicts.iter().filter(|v| v.passed).count();
    let in_error = verdicts.iter().filter(|v| v.error.is_some()).count();
    let failed = verdicts.len() - passed - in_error;
    out += &format!("{passed} passed, {failed} failed");
    if in_error > 0 {
        out += &format!(", {in_error} in error");
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_shows_the_last_lines_of_the_console() {
        let lines =
            |from: u32, to: u32| -> Vec<String> { (from..=to).map(|n| n.to_string()).collect() };
        assert_eq!(
            tail(lines(1, 30).join("\n").as_bytes()),
            lines(11, 30).join("\n")
        );
        assert_eq!(tail(b"1\n2\n"), "1\n2");
        assert_eq!(tail(b""), "");
    }

    #[test]
    fn names_of_tests_are_names_of_folders() {
        let named = |names: &[&str]| folders(names.iter().map(|n| (Path::new("spec.ron"), *n)));
        let long = "n".repeat(256);
        for name in [
            "",
            ".",
            "..",
            "../x",
            "/x",
            "a/b",
            "a/",
            "a\\b",
            "a\0",
            "a\nb",
            long.as_str(),
        ] {
            let said = named(&["fine", name]).err().map(|e| (e.code, e.text));
            assert!(
                said.is_some_and(|(code, text)| code == 3 && !text.contains('\n')),
                "{name:?}"
            );
        }
        assert!(named(&["a", "b", "a"]).is_err() && named(&["Lu", "lu"]).is_err());
        assert!(named(&["a", "...", "lu on four cores", "größe", &long[1..]]).is_ok());
    }
}
