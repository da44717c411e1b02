//! Tests: firmware that runs, and what is held of how it ended, what it printed, its numbers and its readings.

mod check;
pub(crate) mod opened;
mod recorded;
pub(crate) mod spec;

use crate::control::{Control, Done};
use crate::engine::each;
use crate::error::Error;
use crate::expect;
use check::{Found, Recorded};
use opened::{Opened, dialogue, open};
use serde::Serialize;
use spec::{Spec, Test};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use trueboard_analyses::coverage::Coverage;
use trueboard_analyses::expect::Judged;
use trueboard_analyses::regions::matches;
use trueboard_board::asked::host_time;
use trueboard_board::dialogue::Dialogue;
use trueboard_board::files::{Files, write_whole};
use trueboard_board::findings::ChecksReport;
use trueboard_board::{NotThere, Report, Session, StopCause};

/// Simulated time after which a test without a budget ends: firmware may run away.
const DEFAULT_BUDGET: &str = "1s";
/// Lines of the console that a failure shows, the last ones.
const CONSOLE_LINES: usize = 20;

/// What the test of a specification that cannot be used is called: its tests are not known.
const NO_TEST: &str = "(specification)";

/// Tests that are asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Files of tests (RON); `docs/user/howto/test.md` has their form.
    pub specs: Vec<PathBuf>,
    /// Only tests whose name matches, a pattern with `*` and `?`.
    pub only: Option<String>,
    /// Record the numbers that `recorded_within` is about, beside each specification.
    pub update: bool,
    /// The folder that has report and console of each test in a folder of its name; none keeps nothing.
    pub out: Option<PathBuf>,
    /// Find out which code the tests cover.
    pub coverage: bool,
    /// Time of the host after which a test ends whose specification has no `timeout`; none is no limit.
    pub timeout: Option<Duration>,
    /// Tests that run at a time; 0: one for each processor of the host.
    pub jobs: usize,
}

impl Request {
    /// All tests of these files.
    #[must_use]
    pub fn new(specs: Vec<PathBuf>) -> Request {
        Request {
            specs,
            ..Request::default()
        }
    }

    /// The files that the tests read: specifications, and what is recorded beside them.
    #[must_use]
    pub fn files(&self) -> Files {
        let mut files = Files::default();
        for path in &self.specs {
            files.reads("the specification", path);
            files.reads("recorded numbers", &recorded::place(path));
        }
        files
    }
}

/// What became of a test.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The specification.
    pub spec: String,
    /// Its name there; of a specification that cannot be used, `(specification)`.
    pub name: String,
    /// All that is expected of it holds.
    pub passed: bool,
    /// Why the test could not be run or judged: what it names cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// A line for everything that does not hold.
    pub failures: Vec<String>,
    /// What the firmware's library told, beside what happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expectations: Vec<Judged>,
    /// Simulated time.
    pub seconds: f64,
    /// Time of the host. It differs from run to run, so the answer in JSON is without it.
    #[serde(skip)]
    pub host: Duration,
    /// The end of the console, of a test that failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub console: String,
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
            host: Duration::ZERO,
            console: String::new(),
        }
    }
}

/// What became of all tests.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Of each test, in the order of the specifications.
    pub verdicts: Vec<Verdict>,
    /// Why no test was run: each verdict is of a specification that cannot be used, and says why.
    pub unusable: Option<Error>,
    /// What they cover, where that was asked for.
    pub coverage: Option<Coverage>,
}

impl Answer {
    /// The exit code of the command: 3 if a test could not be run or judged, 1 if one did not pass, 0 otherwise.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self.verdicts.iter().any(|v| v.error.is_some()) {
            true => Error::input("").exit_code(),
            false => u8::from(!self.verdicts.iter().all(|v| v.passed)),
        }
    }
}

/// Runs tests.
///
/// # Errors
/// A pattern that no test has, a name that cannot be that of a folder, or numbers that cannot be recorded. What a
/// single test names and cannot be used is an error of that test.
pub fn run(request: &Request, control: &Control<'_>) -> Result<Done<Answer>, Error> {
    request.files().check().map_err(Error::Usage)?;
    let covered = request.coverage.then(|| Mutex::new(Coverage::default()));
    let mut specs = Vec::new();
    let mut unusable = Vec::new();
    for path in &request.specs {
        match spec::read(path).and_then(|spec| Ok((spec, recorded::read(path)?))) {
            Ok((spec, recorded)) => specs.push((path, spec, recorded)),
            Err(e) => unusable.push((path, e)),
        }
    }
    // No test of any of them is run then, but who reads the results is told.
    if !unusable.is_empty() {
        let error = |(path, e): &(&PathBuf, Error)| Verdict::error(path, NO_TEST, e.text());
        let texts: Vec<&str> = unusable.iter().map(|(_, e)| e.text()).collect();
        return Ok(Done::All(Answer {
            verdicts: unusable.iter().map(error).collect(),
            unusable: Some(Error::input(texts.join("; "))),
            coverage: None,
        }));
    }
    let only = request.only.as_deref();
    let wanted = |t: &Test| only.is_none_or(|p| matches(p, &t.name));
    let mut jobs = Vec::new();
    for (path, spec, recorded) in &specs {
        for test in spec.tests.iter().filter(|t| wanted(t)) {
            let figures = recorded.get(&test.name).cloned().unwrap_or_default();
            jobs.push((*path, spec, test, figures));
        }
    }
    if jobs.is_empty() {
        let names = specs.iter().flat_map(|(_, spec, _)| &spec.tests);
        let names = names.map(|t| t.name.as_str());
        NotThere::unless_matched("--only", only.unwrap_or_default(), "test", names)?;
    }
    if request.out.is_some() {
        folders(
            jobs.iter()
                .map(|(path, _, test, _)| (path.as_path(), test.name.as_str())),
        )?;
    }
    let done = each(
        &jobs,
        request.jobs,
        control,
        |(path, spec, test, figures)| {
            one(
                request,
                path,
                spec,
                test,
                (figures, covered.as_ref()),
                control,
            )
        },
    )?;
    let Some(done) = done else {
        return Ok(Done::Stopped { begun: true });
    };
    let mut verdicts = Vec::new();
    let mut numbers = Vec::new();
    for ((path, _, test, _), result) in jobs.iter().zip(done) {
        verdicts.push(match result {
            Ok((verdict, found)) => {
                numbers.push((verdict.spec.clone(), verdict.name.clone(), found));
                verdict
            }
            Err(e) => Verdict::error(path, &test.name, e.text()),
        });
    }
    if request.update {
        for (path, _, recorded) in specs {
            let of = path.display().to_string();
            let new = numbers.iter().filter(|n| n.0 == of);
            let new = new.map(|(_, name, found)| (name.clone(), found.clone()));
            recorded::write(path, recorded, new)?;
        }
    }
    Ok(Done::All(Answer {
        verdicts,
        unusable: None,
        coverage: covered.map(|c| c.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }))
}

/// The longest name of a file, in bytes, on the file systems of Linux.
const LONGEST_NAME: usize = 255;

/// Each test has a folder of its own below that of `--out`: its name is no way to another place, and no test of another
/// specification has it.
fn folders<'a>(tests: impl Iterator<Item = (&'a Path, &'a str)>) -> Result<(), Error> {
    let mut taken: BTreeMap<String, &Path> = BTreeMap::new();
    for (spec, name) in tests {
        let odd = |c: char| c == '/' || c == '\\' || c.is_control();
        if matches!(name, "" | "." | "..") || name.contains(odd) || name.len() > LONGEST_NAME {
            return Err(Error::input(format!(
                "{}: test `{}`: with --out a name is that of a folder, so it has no `/`, no `\\`, no control character and \
                 {LONGEST_NAME} bytes at most, and is not empty, `.` or `..`; give it another name",
                spec.display(),
                name.escape_debug()
            )));
        }
        // File systems of some hosts take small and capital letters for one.
        if let Some(other) = taken.insert(name.to_lowercase(), spec) {
            return Err(Error::input(format!(
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
    request: &Request,
    path: &Path,
    spec: &Spec,
    test: &Test,
    (recorded, covered): (&Recorded, Option<&Mutex<Coverage>>),
    control: &Control<'_>,
) -> Result<(Verdict, Recorded), Error> {
    let unusable =
        |e: Error| e.said(|why| format!("{}: test `{}`: {why}", path.display(), test.name));
    let mut console = Vec::new();
    let limit = Limit {
        begun: Instant::now(),
        most: limit(request, spec, test).map_err(unusable)?,
    };
    let ran =
        execute(path, spec, test, &mut console, (covered, control, &limit)).map_err(unusable)?;
    let kept = Keeping {
        out: request.out.as_deref(),
        recorded,
        update: request.update,
    };
    let (verdict, numbers, _) = judged(path, test, ran, &console, &kept)?;
    let host = limit.begun.elapsed();
    Ok((Verdict { host, ..verdict }, numbers))
}

/// Where the outcome of a test goes, and what is recorded of it.
struct Keeping<'a> {
    out: Option<&'a Path>,
    recorded: &'a Recorded,
    update: bool,
}

/// The verdict of a run that stands in no recorded file, and its report.
///
/// # Errors
/// What is expected and cannot be judged.
pub(crate) fn judge(
    path: &Path,
    test: &Test,
    ran: Ran,
    console: &[u8],
    out: Option<&Path>,
) -> Result<(Verdict, Report), Error> {
    let kept = Keeping {
        out,
        recorded: &Recorded::new(),
        update: false,
    };
    let (verdict, _, report) = judged(path, test, ran, console, &kept)?;
    Ok((verdict, report))
}

fn judged(
    path: &Path,
    test: &Test,
    ran: Ran,
    console: &[u8],
    kept: &Keeping<'_>,
) -> Result<(Verdict, Recorded, Report), Error> {
    let unusable =
        |e: Error| e.said(|why| format!("{}: test `{}`: {why}", path.display(), test.name));
    let Ran {
        report,
        judged,
        unfinished,
    } = ran;
    let expectations = judged.as_deref().unwrap_or_default();
    if let Some(dir) = kept.out {
        let kept = Kept {
            report: &report,
            expectations,
        };
        keep(&dir.join(&test.name), &kept, console).map_err(unusable)?;
    }
    let Found {
        mut failures,
        numbers,
    } = check::check(test, &report, console, kept.recorded).map_err(unusable)?;
    if kept.update {
        failures = check::check(test, &report, console, &numbers)
            .map_err(unusable)?
            .failures;
    }
    failures.extend(unfinished);
    let found = report.checks.iter().flat_map(ChecksReport::by_check);
    failures.extend(found.flat_map(|(check, found)| {
        let line = move |text| format!("check {check}: {text}");
        found.into_iter().map(line)
    }));
    failures.extend(expectations.iter().filter_map(Judged::failure));
    let expectations = match judged {
        Ok(judged) => judged,
        // A run that has failed need not have come to what is expected of it.
        Err(e) if !failures.is_empty() => {
            failures.push(e.text().to_owned());
            Vec::new()
        }
        Err(e) => return Err(unusable(e)),
    };
    let shown = if failures.is_empty() {
        String::new()
    } else {
        tail(console)
    };
    let verdict = Verdict {
        spec: path.display().to_string(),
        name: test.name.clone(),
        passed: failures.is_empty(),
        error: None,
        failures,
        expectations,
        seconds: report.time.seconds,
        host: Duration::ZERO,
        console: shown,
    };
    Ok((verdict, numbers, report))
}

/// The limit of a test's time on the host.
struct Limit {
    begun: Instant,
    most: Option<Duration>,
}

impl Limit {
    /// The end of a run: that of the campaign, or of this time, for which `cause` then has the reason.
    fn stop(
        &self,
        campaign: &Arc<AtomicBool>,
        cause: &StopCause,
        session: &mut Session,
    ) -> Arc<AtomicBool> {
        let Some(most) = self.most else {
            return campaign.clone();
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (own, campaign, cause, begun) =
            (stop.clone(), campaign.clone(), cause.clone(), self.begun);
        session.observe(Box::new(move |_| {
            if begun.elapsed() >= most {
                cause.0.store(StopCause::HOST_TIME, Ordering::Relaxed);
                own.store(true, Ordering::Relaxed);
            } else if campaign.load(Ordering::Relaxed) {
                own.store(true, Ordering::Relaxed);
            }
        }));
        stop
    }
}

/// The time of the host that a test may take.
fn limit(request: &Request, spec: &Spec, test: &Test) -> Result<Option<Duration>, Error> {
    let text = test.timeout.as_deref().or(spec.timeout.as_deref());
    let own = text.map(|text| host_time("timeout", text)).transpose()?;
    Ok(own.or(request.timeout))
}

/// A test that has run.
pub(crate) struct Ran {
    pub report: Report,
    pub judged: Result<Vec<Judged>, Error>,
    /// Why its dialogue is not over.
    pub unfinished: Option<String>,
}

fn execute(
    path: &Path,
    spec: &Spec,
    test: &Test,
    console: &mut Vec<u8>,
    (covered, control, limit): (Option<&Mutex<Coverage>>, &Control<'_>, &Limit),
) -> Result<Ran, Error> {
    let Opened {
        board,
        mut session,
        cause,
    } = open(path, spec, test, covered.is_some())?;
    if !test.dialogue.is_empty() {
        let lines = test.dialogue.iter().filter_map(|turn| turn.line.clone());
        let lines: BTreeSet<String> = lines.collect();
        let dialogue = dialogue(test, &session)?;
        session.partner(Box::new(dialogue), lines.into_iter().collect())?;
    }
    let stop = limit.stop(&control.stop, &cause, &mut session);
    let report = session.run(console, &stop);
    let unfinished = session.partner_as().and_then(Dialogue::unfinished);
    let judged = expect::verdicts(&test.expect, &board, &session, &report, console);
    if let Some(all) = covered {
        // Executions add up: the order of the tests is of no account.
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        all.add(&session.coverage());
    }
    Ok(Ran {
        report,
        judged,
        unfinished,
    })
}

/// The report of a test that is kept.
#[derive(Serialize)]
struct Kept<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    expectations: &'a [Judged],
}

fn keep(dir: &Path, report: &Kept<'_>, console: &[u8]) -> Result<(), Error> {
    std::fs::create_dir_all(dir)
        .map_err(|e| Error::input(format!("{}: cannot be made: {e}", dir.display())))?;
    let text =
        serde_json::to_string_pretty(report).map_err(|e| Error::input(format!("report: {e}")))?;
    write(&dir.join("report.json"), &(text + "\n"))?;
    write_whole(&dir.join("console.txt"), console)
        .map_err(|e| Error::input(format!("{}: cannot be written: {e}", dir.display())))
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    write_whole(path, text.as_bytes())
        .map_err(|e| Error::input(format!("{}: cannot be written: {e}", path.display())))
}

fn tail(console: &[u8]) -> String {
    let text = String::from_utf8_lossy(console);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(CONSOLE_LINES)..].join("\n")
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
            let said = named(&["fine", name])
                .err()
                .map(|e| (e.exit_code(), e.text().to_owned()));
            assert!(
                said.is_some_and(|(code, text)| code == 3 && !text.contains('\n')),
                "{name:?}"
            );
        }
        assert!(named(&["a", "b", "a"]).is_err() && named(&["Lu", "lu"]).is_err());
        assert!(named(&["a", "...", "lu on four cores", "größe", &long[1..]]).is_ok());
    }
}
