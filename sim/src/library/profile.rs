//! Cost of functions, lines and instructions: [`profile`]. `docs/user/howto/profile.md` defines the terms.

use crate::Error;
use crate::run::{AtItsEnd, Begun, Follow, Run, read_report};
use trueboard_analyses::profile::code::{self, Grain};
use trueboard_analyses::profile::observe::{CoreInstructions, CoreProfile};
use trueboard_analyses::profile::request::{EachInstruction, Functions};
use trueboard_analyses::profile::{callgrind, folded, functions, real_time, speedscope};
use trueboard_analyses::regions::matches;
use trueboard_analyses::sheet::{Cell, Sheet, UnknownColumn};
use trueboard_board::{Analyses, NotThere, Options, Report, did_you_mean};

/// A question: the run to profile, and the parts of the profile.
#[derive(Clone)]
pub struct Request {
    /// The run.
    pub run: Run,
    /// Whether to profile calls.
    pub functions: bool,
    /// Whether to profile lines or instructions.
    pub by: Option<Grain>,
    /// Whether to keep the length of each execution, for medians.
    pub lengths: bool,
    /// The core, if it is one alone.
    pub core: Option<u8>,
}

impl Request {
    /// A request for the cost of each function.
    #[must_use]
    pub fn new(run: Run) -> Request {
        Request {
            run,
            functions: true,
            by: None,
            lengths: false,
            core: None,
        }
    }
}

/// Rows and columns of a profile's table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Cycles of each function as times of executions.
    pub real_time: bool,
    /// With their medians.
    pub median: bool,
    /// With the parts of the CPI stack.
    pub stack: bool,
    /// A row for each core.
    pub by_core: bool,
    /// Pattern of the functions that are wanted.
    pub function: Option<String>,
    /// Column that sorts them.
    pub sort: Option<String>,
    /// Columns; all if there are none.
    pub columns: Vec<String>,
    /// The first ones alone.
    pub top: Option<usize>,
}

/// The profile of a run.
#[derive(Clone, Debug)]
pub struct Profiled {
    /// All that is known of the run.
    pub report: Report,
    /// By core: contexts of calls.
    pub functions: Vec<CoreProfile>,
    /// By core: instructions.
    pub code: Vec<CoreInstructions>,
    /// How the run ended; 0 of one that was recorded.
    pub exit_code: u8,
    by: Option<Grain>,
    recorded: bool,
}

/// Profiles a run.
///
/// # Errors
/// A run that cannot be used or was not profiled, a core that the board does not have, and one that executed nothing.
pub fn profile(a: &Request, follow: &dyn Follow) -> Result<Profiled, Error> {
    let (report, exit_code) = match &a.run {
        Run::Recorded(path) => (read_report(path)?, 0),
        Run::Now(firmware) => {
            let options = Options {
                analyses: Analyses::default()
                    .with_some(a.functions.then_some(Functions { lengths: a.lengths }))
                    .with_some(a.by.is_some().then_some(EachInstruction)),
                ..firmware.options.clone()
            };
            let begun = Begun::new(&firmware.board, options, follow)?;
            let over = begun.run(AtItsEnd::Fails, follow);
            (over.report, over.code)
        }
    };
    let cores = report.cores.len();
    if let Some(core) = a.core.filter(|&core| usize::from(core) >= cores) {
        let none = NotThere::core(&report.board, core, cores);
        return Err(Error::Unusable(format!("--core {core}: {none}")));
    }
    Ok(Profiled {
        functions: wanted(a, a.functions, report.profile.as_deref(), |p| p.core)?,
        code: wanted(a, a.by.is_some(), report.instructions.as_deref(), |p| {
            p.core
        })?,
        report,
        exit_code,
        by: a.by,
        recorded: !a.run.is_now(),
    })
}

/// The profiles of the cores that are asked for; none if they are not `needed`.
fn wanted<T: Clone>(
    a: &Request,
    needed: bool,
    profiles: Option<&[T]>,
    core: impl Fn(&T) -> u8,
) -> Result<Vec<T>, Error> {
    if !needed {
        return Ok(Vec::new());
    }
    let Some(profiles) = profiles else {
        let options = match a.by {
            None => "--profile",
            Some(_) => "--profile --profile-instructions",
        };
        return Err(Error::Unusable(format!(
            "the run was not profiled: run it with {options}"
        )));
    };
    let profiles = profiles
        .iter()
        .filter(|p| a.core.is_none_or(|c| core(p) == c));
    let profiles: Vec<T> = profiles.cloned().collect();
    if profiles.is_empty() {
        let text = match a.core {
            Some(core) => format!("--core {core}: this core executed nothing"),
            None => "no core executed anything".to_owned(),
        };
        return Err(Error::Unusable(text));
    }
    Ok(profiles)
}

impl Profiled {
    /// The firmware and its board, for headings.
    #[must_use]
    pub fn title(&self) -> String {
        let firmware: Vec<&str> = self.report.images.iter().map(|i| i.path.as_str()).collect();
        format!("{} on {}", firmware.join(", "), self.report.board)
    }

    /// The profile as a table.
    ///
    /// # Errors
    /// A column or a function that is not there, and medians of a run that recorded none.
    pub fn rows(&self, a: &Rows) -> Result<Sheet, Error> {
        let profiles = &self.functions;
        let wanted = |name: &str| a.function.as_deref().is_none_or(|p| matches(p, name));
        let mut sheet = if let Some(grain) = self.by {
            let rows = code::rows(&self.code, grain, a.by_core);
            code::sheet(&rows, &self.code, grain, a.stack)
        } else if a.real_time {
            let sheet = real_time::sheet(profiles, self.report.time.hz);
            let has_medians = sheet.columns().iter().any(|c| c == real_time::MEDIAN);
            if a.median && !has_medians && self.recorded {
                let text = "--median: no execution's length was recorded: run the firmware with --profile --profile-median";
                return Err(Error::Unusable(text.to_owned()));
            }
            sheet
        } else {
            let rows = functions::functions(profiles, a.by_core);
            functions::sheet(&rows, profiles, a.stack)
        };
        let name = if a.real_time { "Name" } else { "function" };
        if let Some(pattern) = &a.function {
            let names = sheet.texts(name)?;
            NotThere::unless_matched("--function", pattern, "function that was executed", names)?;
        }
        sheet.retain(name, |cell| matches!(cell, Cell::Text(t) if wanted(t)))?;
        if let Some(column) = &a.sort {
            sheet.sort(column)?;
        }
        if !a.columns.is_empty() {
            sheet.select(&a.columns)?;
        }
        if let Some(top) = a.top {
            sheet.truncate(top);
        }
        Ok(sheet)
    }

    /// Folded stacks of a meter.
    ///
    /// # Errors
    /// Nothing was counted under its name.
    pub fn folded(&self, meter: &str) -> Result<String, Error> {
        let stacks = folded::folded(&self.functions, meter);
        if stacks.is_empty() {
            let contexts = self.functions.iter().flat_map(|p| &p.contexts);
            let counted = contexts.flat_map(|c| c.meters.keys());
            let near = did_you_mean(meter, counted.map(String::as_str));
            return Err(Error::Unusable(format!(
                "--meter {meter}: nothing was counted under this name{near}; `trueboard events` lists the meters"
            )));
        }
        Ok(stacks)
    }

    /// A file for callgrind's viewers.
    #[must_use]
    pub fn callgrind(&self) -> String {
        callgrind::callgrind(&self.functions, &self.code, &self.title())
    }

    /// A file for speedscope, of a meter.
    ///
    /// # Errors
    /// Nothing was counted under its name.
    pub fn speedscope(&self, meter: &str) -> Result<serde_json::Value, Error> {
        self.folded(meter)?;
        let title = self.title();
        Ok(speedscope::speedscope(&self.functions, meter, &title))
    }
}

impl From<UnknownColumn> for Error {
    fn from(e: UnknownColumn) -> Error {
        let near = did_you_mean(&e.name, e.known.iter().map(String::as_str));
        Error::Request(format!("{e}{near}"))
    }
}
