//! A lesson done, and graded.

use super::{Attempt, Check, Flip, Lesson, Measure};
use crate::lab::Lab;
use crate::place;
use serde::{Deserialize, Serialize};
use trueboard_board::{Budget, Given, Report, Upset};

/// The grade of a lesson: one entry a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Grade {
    /// The lesson.
    pub lesson: String,
    /// All checks hold.
    pub passed: bool,
    /// Checks that hold.
    pub points: usize,
    /// Checks.
    pub of: usize,
    /// By task.
    pub tasks: Vec<TaskGrade>,
}

/// The grade of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TaskGrade {
    /// Its title.
    pub title: String,
    /// All its checks hold.
    pub passed: bool,
    /// By check.
    pub checks: Vec<Checked>,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Checked {
    /// It holds.
    pub passed: bool,
    /// What was found.
    pub found: String,
    /// A hint, if it does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub look_at: Option<String>,
}

/// Runs a lesson as a student has left it, and checks it. `files` has its images.
///
/// # Errors
/// When the run cannot begin: a board value, a variable, a variant or the place of a fault that there is not.
pub fn check(
    name: &str,
    lesson: &Lesson,
    attempt: &Attempt,
    files: Given,
) -> Result<Grade, String> {
    let setup = lesson.setup(attempt)?;
    let mut lab = Lab::open(setup, files).map_err(|e| e.to_string())?;
    let until: Budget = lesson
        .until
        .parse()
        .map_err(|e| format!("lesson {name}: {e}"))?;
    for flip in &lesson.faults {
        strike(&mut lab, flip).map_err(|e| format!("lesson {name}: fault: {e}"))?;
    }
    lab.run_headless(until);
    let report = lab.report();
    let mut tasks = Vec::new();
    for task in &lesson.tasks {
        let checks: Vec<Checked> = task
            .checks
            .iter()
            .map(|c| checked(c, attempt, &lab, &report))
            .collect();
        tasks.push(TaskGrade {
            title: task.title.clone(),
            passed: checks.iter().all(|c| c.passed),
            checks,
        });
    }
    let all = tasks.iter().flat_map(|t| &t.checks);
    Ok(Grade {
        lesson: name.to_owned(),
        passed: all.clone().all(|c| c.passed),
        points: all.clone().filter(|c| c.passed).count(),
        of: all.count(),
        tasks,
    })
}

/// Runs up to the time of a fault, and lets it happen.
fn strike(lab: &mut Lab, flip: &Flip) -> Result<(), String> {
    let (address, _) = place::address(lab.machine(), 0, &flip.place)?;
    let at: Budget = flip.at.parse().map_err(|e| format!("at: {e}"))?;
    lab.run_headless(at);
    let bits = 1 << (flip.bit % 8);
    let cell = Upset::Cell { address, bits };
    lab.session_mut().machine_mut().upset(&cell).map(|_| ())
}

fn checked(check: &Check, attempt: &Attempt, lab: &Lab, report: &Report) -> Checked {
    let (passed, found, look_at) = match check {
        Check::Number {
            of,
            at_least,
            at_most,
            look_at,
        } => {
            let (passed, found) = number(of, (*at_least, *at_most), lab, report);
            (passed, found, look_at)
        }
        Check::Console { contains, look_at } => {
            let has = String::from_utf8_lossy(lab.console()).contains(contains.as_str());
            let not = if has { "" } else { "no " };
            (has, format!("the console has {not}`{contains}`"), look_at)
        }
        Check::Outcome { kind, look_at } => {
            let ended = serde_json::to_value(report.outcome.kind).unwrap_or_default();
            let holds = ended.as_str() == Some(kind.as_str());
            (
                holds,
                format!("the run ended: {}", report.outcome.detail),
                look_at,
            )
        }
        Check::Answer {
            name,
            is,
            within_percent,
            look_at,
            ..
        } => {
            let given = attempt.answers.get(name);
            let (passed, found) = match given {
                None => (false, format!("`{name}` is not answered")),
                Some(text) => answered(name, text, (is, *within_percent), lab, report),
            };
            (passed, found, look_at)
        }
        Check::Word {
            name, is, look_at, ..
        } => {
            let given = attempt.answers.get(name).map(|a| a.trim().to_lowercase());
            let passed = given
                .as_ref()
                .is_some_and(|given| is.iter().any(|right| right.to_lowercase() == *given));
            let found = match &given {
                None => format!("`{name}` is not answered"),
                Some(given) => format!("the answer to `{name}` is `{given}`"),
            };
            (passed, found, look_at)
        }
    };
    Checked {
        passed,
        found,
        look_at: (!passed).then(|| look_at.clone()),
    }
}

fn number(
    of: &Measure,
    (at_least, at_most): (Option<f64>, Option<f64>),
    lab: &Lab,
    report: &Report,
) -> (bool, String) {
    let value = match of.value(lab, report) {
        Ok(value) => value,
        Err(e) => return (false, e),
    };
    let bounds = match (at_least, at_most) {
        (Some(a), Some(b)) if a == b => format!("must be {a}"),
        (Some(a), Some(b)) => format!("must be {a} to {b}"),
        (Some(a), None) => format!("must be at least {a}"),
        (None, Some(b)) => format!("must be at most {b}"),
        (None, None) => "may be anything".to_owned(),
    };
    let holds = at_least.is_none_or(|a| value >= a) && at_most.is_none_or(|b| value <= b);
    let value = (value * 1000.0).round() / 1000.0;
    (holds, format!("{}: {value}, {bounds}", of.name()))
}

fn answered(
    name: &str,
    text: &str,
    (is, within): (&Measure, f64),
    lab: &Lab,
    report: &Report,
) -> (bool, String) {
    let found = format!("the answer to `{name}` is `{text}`");
    let Ok(given) = text.trim().replace('_', "").parse::<f64>() else {
        return (false, format!("{found}, which is no number"));
    };
    match is.value(lab, report) {
        Ok(right) => {
            let far = (given - right).abs();
            (far <= right.abs() * within / 100.0 + 1e-9, found)
        }
        Err(e) => (false, e),
    }
}
