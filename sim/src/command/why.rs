//! `trueboard why`.

mod text;

use super::profile::is_recorded;
use super::progress::Progress;
use super::{Failure, check, files, options, print, print_json};
use crate::cli::{ProfileBy, Why};
use crate::say;
use crate::stop::Stop;
use serde::Serialize;
use std::path::Path;
use trueboard::analysis::why::observe::Causes;
use trueboard::analysis::why::{
    self, Answer, Changes, Grain, Late, Side, answer, changes, late, rows_of_instructions,
};
use trueboard::board::{Budget, CoreKind, NotThere, Options, Question, Report, Session};

/// A run, and what made the cycles that are asked about.
struct Explained {
    /// What runs, on which board.
    title: String,
    board: String,
    /// Hashes of its images.
    images: Vec<String>,
    /// By core.
    kinds: Vec<Option<&'static CoreKind>>,
    /// Base ticks of a second, and of a cycle of the first core.
    hz: u64,
    cycle_ticks: u64,
    causes: Causes,
    /// It was recorded: nothing is known of what lies behind stalls.
    recorded: bool,
    code: u8,
}

impl Explained {
    /// The kind of a core.
    fn kind(&self, core: u8) -> why::CoreKind {
        match self.kinds.get(usize::from(core)) {
            Some(Some(kind)) => why::CoreKind {
                name: kind.name,
                meters: Some(kind.meters),
            },
            _ => why::CoreKind::default(),
        }
    }
}

/// What the command answers, as JSON.
#[derive(Serialize)]
struct Output {
    run: String,
    board: String,
    subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Answer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<Changes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    late: Option<Late>,
    notes: Vec<String>,
}

pub fn run(a: &Why) -> Result<u8, Failure> {
    check(&files::of_why(a))?;
    if a.function.is_none()
        && a.late.is_none()
        && a.core.is_none()
        && a.from.is_none()
        && a.to.is_none()
    {
        let text = "nothing is asked: name --function, --core, --from and --to, or --late";
        if a.against.is_none() {
            return Err(Failure::usage(text));
        }
    }
    let this = explain(a, None)?;
    let other = match &a.against {
        Some(other) => Some(explain(a, Some(other))?),
        None => None,
    };
    let output = match &other {
        Some(other) => difference(a, &this, other)?,
        None => alone(a, &this)?,
    };
    match a.json {
        true => print_json(&output)?,
        false => print(&text::text(&output, a.top, this.hz))?,
    }
    Ok(this.code)
}

/// The run itself, or the `other` one of `--against`.
fn explain(a: &Why, other: Option<&Path>) -> Result<Explained, Failure> {
    let recorded = match other {
        Some(path) => is_recorded(path).then_some(path),
        None => {
            let first = a.firmware.elf.first().map(std::path::PathBuf::as_path);
            first.filter(|path| is_recorded(path))
        }
    };
    match recorded {
        Some(path) => of_report(a, path),
        None => of_image(a, other),
    }
}

/// What a report has of the cycles.
fn of_report(a: &Why, path: &Path) -> Result<Explained, Failure> {
    let place = path.display();
    if let Some(option) = [
        ("--late", a.late.is_some()),
        ("--from", a.from.is_some()),
        ("--to", a.to.is_some()),
    ]
    .iter()
    .find_map(|(option, given)| given.then_some(option))
    {
        return Err(Failure::usage(format!(
            "{option}: {place} is a recorded run, which holds sums over its whole time: give the image"
        )));
    }
    let report = super::compare::report(path)?;
    let Some(cores) = &report.instructions else {
        return Err(Failure::input(format!(
            "{place}: the run was not profiled by instruction: run it with --profile-instructions"
        )));
    };
    if let Some(core) = a
        .core
        .filter(|&core| usize::from(core) >= report.cores.len())
    {
        let none = NotThere::core(&report.board, core, report.cores.len());
        return Err(Failure::input(format!("--core {core}: {none}")));
    }
    if let Some(function) = &a.function {
        let executed = cores.iter().flat_map(|c| &c.instructions);
        let names = executed.map(|i| i.function.as_str());
        NotThere::unless_matched("--function", function, "function that was executed", names)?;
    }
    let rows = rows_of_instructions(cores, a.function.as_deref(), a.core);
    if rows.is_empty() {
        let what = match &a.function {
            Some(f) => format!("--function {f}: nothing of it was executed"),
            None => "nothing was executed".to_owned(),
        };
        return Err(Failure::input(format!("{place}: {what}")));
    }
    let calls = 0;
    let causes = Causes {
        rows,
        calls,
        ..Causes::default()
    };
    Ok(explained(&report, causes, true, 0))
}

fn explained(report: &Report, causes: Causes, recorded: bool, code: u8) -> Explained {
    let firmware: Vec<&str> = report.images.iter().map(|i| i.path.as_str()).collect();
    Explained {
        title: firmware.join(", "),
        board: report.board.clone(),
        images: report.images.iter().map(|i| i.sha256.clone()).collect(),
        kinds: (report.cores.iter())
            .map(|c| CoreKind::of(&c.kind))
            .collect(),
        hz: report.time.hz,
        cycle_ticks: (report.cores.first()).map_or(1, |c| report.time.hz / c.clock_hz.max(1)),
        causes,
        recorded,
        code,
    }
}

/// Runs the image.
fn of_image(a: &Why, other: Option<&Path>) -> Result<Explained, Failure> {
    let mut board = &a.firmware;
    let changed;
    if let Some(other) = other {
        let mut firmware = a.firmware.clone();
        firmware.elf = vec![other.to_owned()];
        firmware.set.extend(a.against_set.iter().cloned());
        changed = firmware;
        board = &changed;
    }
    let (model, cores) = options::open(board, true)?;
    let moment = |t: &Option<String>| t.as_deref().map(options::budget).transpose();
    let (from, to) = (moment(&a.from)?, moment(&a.to)?);
    let beside_recorded = a.against.as_deref().is_some_and(is_recorded)
        || a.firmware.elf.first().is_some_and(|p| is_recorded(p));
    let question = Question {
        function: a.function.clone().or_else(|| a.late.clone()),
        itself: a.itself || beside_recorded,
        intervals: a.late.is_some(),
        core: a.core,
        from,
        to,
    };
    let stop = Stop::default();
    let mut options = Options {
        why: Some(question),
        stopped: stop.cause.clone(),
        ..options::firmware(board, cores)?
    };
    options.until = options.until.or(to);
    let ends_early = options.until.is_some();
    let mut session = Session::new(&model, options)?;
    if let Some(progress) = Progress::on_terminal(session.budget_ends()) {
        session.observe(Box::new(progress.show()));
    }
    stop.listen();
    let report = session.run(&mut std::io::sink(), &stop.asked);
    say::no_status();
    // That the time that was asked for has come is no failure.
    let mut code = report.outcome.kind.exit_code();
    if ends_early && report.outcome.kind == trueboard::OutcomeKind::Budget {
        code = 0;
    }
    if code != 0 {
        say::message(&report.outcome.detail);
    }
    let causes = session.causes().unwrap_or_default();
    let explained = explained(&report, causes, false, code);
    found(a, &explained)?;
    Ok(explained)
}

/// There is something to explain.
fn found(a: &Why, e: &Explained) -> Result<(), Failure> {
    let option = match (&a.function, &a.late) {
        (Some(f), _) => format!("--function {f}"),
        (None, Some(f)) => format!("--late {f}"),
        (None, None) => String::new(),
    };
    if !option.is_empty() && e.causes.calls == 0 {
        return Err(Failure::input(format!(
            "{option}: {} never calls it: it may be inlined into its callers, or be entered by a jump",
            e.title
        )));
    }
    if e.causes.rows.is_empty() && a.late.is_none() {
        let what = match a.core {
            Some(core) => format!("--core {core}: the core executes nothing"),
            None => "nothing is executed".to_owned(),
        };
        let window = match (&a.from, &a.to) {
            (None, None) => "",
            _ => " in this window of time: choose other --from and --to",
        };
        return Err(Failure::input(format!("{}: {what}{window}", e.title)));
    }
    Ok(())
}

fn subject(a: &Why) -> String {
    let mut words = match (&a.function, &a.late) {
        (Some(f), _) if a.itself => format!("{f} itself"),
        (Some(f), _) => format!("{f} with all that it calls"),
        (_, Some(f)) => format!("calls of {f}"),
        _ => "all".to_owned(),
    };
    if let Some(core) = a.core {
        words += &format!(" on core {core}");
    }
    if let Some(from) = &a.from {
        words += &format!(" from {from}");
    }
    if let Some(to) = &a.to {
        words += &format!(" to {to}");
    }
    words
}

fn notes(a: &Why, e: &Explained) -> Vec<String> {
    let mut notes = Vec::new();
    let c = &e.causes;
    if c.recursive > 0 {
        notes.push(format!(
            "{} of {} calls were made within another one; their cycles count once",
            c.recursive, c.calls
        ));
    }
    if e.recorded {
        notes.push(format!(
            "{} was recorded by instruction: it has what functions execute themselves, and nothing of data, evictors and owners of buses",
            e.title
        ));
    }
    if !a.json || !e.recorded {
        let mut said = Vec::new();
        for kind in e.kinds.iter().flatten() {
            let new = !said.contains(&kind.name);
            said.push(kind.name);
            notes.extend(kind.not_observed.filter(|_| new).map(str::to_owned));
        }
    }
    notes
}

fn grain(a: &Why) -> Grain {
    match a.by {
        ProfileBy::Function => Grain::Function,
        ProfileBy::Line => Grain::Line,
        ProfileBy::Instruction => Grain::Instruction,
    }
}

fn alone(a: &Why, this: &Explained) -> Result<Output, Failure> {
    let kinds = |core| this.kind(core);
    let mut output = Output {
        run: this.title.clone(),
        board: this.board.clone(),
        subject: subject(a),
        calls: (this.causes.calls > 0).then_some(this.causes.calls),
        against: None,
        answer: None,
        changes: None,
        late: None,
        notes: notes(a, this),
    };
    if let Some(function) = &a.late {
        let calls = this.causes.activations.len();
        if calls < 3 {
            return Err(Failure::input(format!(
                "--late {function}: {} of it ended, and a period needs three: run for longer",
                match calls {
                    1 => "1 call".to_owned(),
                    n => format!("{n} calls"),
                }
            )));
        }
        let period = a.period.as_deref().map(options::budget).transpose()?;
        let period = period.map(|p| ticks(p, this.hz, this.cycle_ticks));
        output.late = Some(late(&this.causes.activations, period, &kinds, grain(a)));
    } else {
        output.answer = Some(answer(&this.causes.rows, &kinds, grain(a)));
    }
    Ok(output)
}

/// A period in base ticks, of which a second has `hz` and a cycle of the first core `cycle`.
fn ticks(period: Budget, hz: u64, cycle: u64) -> u64 {
    match period {
        Budget::Cycles(n) => n.saturating_mul(cycle),
        Budget::Ticks(n) => n,
        Budget::Picoseconds(ps) => {
            u64::try_from(ps * u128::from(hz) / 1_000_000_000_000).unwrap_or(u64::MAX)
        }
    }
}

fn difference(a: &Why, this: &Explained, other: &Explained) -> Result<Output, Failure> {
    if this.board != other.board {
        return Err(Failure::usage(format!(
            "--against: {} ran on {}, {} on {}: only runs on one board can be compared",
            this.title, this.board, other.title, other.board
        )));
    }
    let kinds = |core| this.kind(core);
    let per_call = a.function.is_some()
        && this.causes.calls != other.causes.calls
        && this.causes.calls.min(other.causes.calls) > 0;
    let side = |e: &'_ Explained| if per_call { e.causes.calls } else { 1 };
    let (old, new) = (
        Side {
            rows: other.causes.rows.iter().collect(),
            calls: side(other),
        },
        Side {
            rows: this.causes.rows.iter().collect(),
            calls: side(this),
        },
    );
    if this.images != other.images && a.by != ProfileBy::Function {
        return Err(Failure::usage(
            "--by: lines and instructions of different images are different ones: leave it out",
        ));
    }
    let found = changes(&old, &new, &kinds, grain(a));
    let mut notes = notes(a, this);
    if per_call {
        notes.push(format!(
            "{} calls here and {} there: cycles are per call",
            this.causes.calls, other.causes.calls
        ));
    }
    if other.recorded {
        notes.push(format!(
            "{} was recorded by instruction: it has what functions execute themselves",
            other.title
        ));
    }
    Ok(Output {
        run: this.title.clone(),
        board: this.board.clone(),
        subject: subject(a),
        calls: None,
        against: Some(match a.against_set.as_slice() {
            [] => other.title.clone(),
            set => format!("{} with {}", other.title, set.join(", ")),
        }),
        answer: None,
        changes: Some(found),
        late: None,
        notes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The GR740 has 250 MHz and two base ticks in a cycle: a millisecond, in every unit.
    #[test]
    fn a_period_is_as_long_in_every_unit() {
        for text in ["250000", "1ms", "1000us", "0.001s"] {
            let period = options::budget(text).unwrap_or_else(|e| panic!("{text}: {}", e.text));
            assert_eq!(ticks(period, 500_000_000, 2), 500_000, "{text}");
        }
    }
}
