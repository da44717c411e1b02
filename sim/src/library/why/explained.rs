//! A run with the causes of its cycles.

use super::Request;
use crate::Error;
use crate::run::{AtItsEnd, Begun, Firmware, Follow, Run, read_report};
use std::path::Path;
use trueboard_analyses::why::observe::Causes;
use trueboard_analyses::why::{self, rows_of_instructions};
use trueboard_board::{Analyses, CoreKind, NotThere, Options, Question, Report};

/// A run with the causes of the requested cycles.
pub struct Explained {
    /// The firmware and its board.
    pub title: String,
    pub board: String,
    /// Hashes of its images.
    pub images: Vec<String>,
    /// By core.
    pub kinds: Vec<Option<&'static CoreKind>>,
    /// Base ticks of a second, and of a cycle of the first core.
    pub hz: u64,
    pub cycle_ticks: u64,
    pub causes: Causes,
    /// It was recorded: nothing is known of what lies behind stalls.
    pub recorded: bool,
    pub code: u8,
}

impl Explained {
    /// The kind of a core.
    pub fn kind(&self, core: u8) -> why::CoreKind {
        match self.kinds.get(usize::from(core)) {
            Some(Some(kind)) => why::CoreKind {
                name: kind.name,
                meters: Some(kind.meters),
            },
            _ => why::CoreKind::default(),
        }
    }
}

/// Explains the cycles of a run.
pub fn explain(a: &Request, run: &Run, follow: &dyn Follow) -> Result<Explained, Error> {
    match run {
        Run::Recorded(path) => of_report(a, path),
        Run::Now(firmware) => of_firmware(a, firmware, follow),
    }
}

/// Explains the cycles by a report.
fn of_report(a: &Request, path: &Path) -> Result<Explained, Error> {
    let place = path.display();
    if let Some(option) = [
        ("--late", a.late.is_some()),
        ("--from", a.from.is_some()),
        ("--to", a.to.is_some()),
    ]
    .iter()
    .find_map(|(option, given)| given.then_some(option))
    {
        return Err(Error::Request(format!(
            "{option}: {place} is a recorded run, which holds sums over its whole time: give the image"
        )));
    }
    let report = read_report(path)?;
    let Some(cores) = &report.instructions else {
        return Err(Error::Unusable(format!(
            "{place}: the run was not profiled by instruction: run it with --profile-instructions"
        )));
    };
    if let Some(core) = a
        .core
        .filter(|&core| usize::from(core) >= report.cores.len())
    {
        let none = NotThere::core(&report.board, core, report.cores.len());
        return Err(Error::Unusable(format!("--core {core}: {none}")));
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
        return Err(Error::Unusable(format!("{place}: {what}")));
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

/// Runs the firmware.
fn of_firmware(a: &Request, firmware: &Firmware, follow: &dyn Follow) -> Result<Explained, Error> {
    let [from, to] = [&a.from, &a.to].map(|moment| moment.as_ref().map(|m| m.at));
    let question = Question {
        function: a.function.clone().or_else(|| a.late.clone()),
        itself: a.itself || a.has_recorded(),
        intervals: a.late.is_some(),
        core: a.core,
        from,
        to,
    };
    let mut options = Options {
        analyses: Analyses::one(question),
        ..firmware.options.clone()
    };
    options.until = options.until.or(to);
    // That the time that was asked for has come is no failure.
    let at_its_end = match options.until {
        Some(_) => AtItsEnd::IsGood,
        None => AtItsEnd::Fails,
    };
    let over = Begun::new(&firmware.board, options, follow)?.run(at_its_end, follow);
    let causes = Question::causes(over.session.machine()).unwrap_or_default();
    let explained = explained(&over.report, causes, false, over.code);
    found(a, &explained)?;
    Ok(explained)
}

/// Refuses a run without cycles to explain.
fn found(a: &Request, e: &Explained) -> Result<(), Error> {
    let option = match (&a.function, &a.late) {
        (Some(f), _) => format!("--function {f}"),
        (None, Some(f)) => format!("--late {f}"),
        (None, None) => String::new(),
    };
    if !option.is_empty() && e.causes.calls == 0 {
        return Err(Error::Unusable(format!(
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
        return Err(Error::Unusable(format!("{}: {what}{window}", e.title)));
    }
    Ok(())
}
