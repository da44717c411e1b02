//! `trueboard profile`.

use super::progress::Progress;
use super::{Failure, check, files, options, print, print_json};
use crate::cli::{Profile, ProfileBy, ProfileFormat};
use crate::paint::{Look, shown};
use crate::say;
use crate::stop::Stop;
use crate::text::Table;
use std::path::Path;
use trueboard::analysis::profile::code::{self, Grain};
use trueboard::analysis::profile::observe::{CoreInstructions, CoreProfile};
use trueboard::analysis::profile::{callgrind, folded, functions, real_time, speedscope};
use trueboard::analysis::regions::matches;
use trueboard::analysis::sheet::{Cell, Sheet, UnknownColumn};
use trueboard::board::files::write_whole;
use trueboard::board::{NotThere, Options, Report, Session, did_you_mean};

pub fn run(a: &Profile) -> Result<u8, Failure> {
    refuse_rows_of_stacks(a)?;
    let files = files::of_profile(a);
    check(&files)?;
    files::have_folder(a.out.as_deref())?;
    if a.is_coverage() {
        return super::coverage::profile(a);
    }
    let (report, code) = match recorded(a) {
        Some(path) => (super::compare::report(path)?, 0),
        None => run_now(a)?,
    };
    let cores = report.cores.len();
    if let Some(core) = a.core.filter(|&core| usize::from(core) >= cores) {
        let none = NotThere::core(&report.board, core, cores);
        return Err(Failure::input(format!("--core {core}: {none}")));
    }
    let profiled = Profiled {
        functions: wanted(a, a.needs_functions(), report.profile.as_deref(), |p| {
            p.core
        })?,
        code: wanted(
            a,
            a.grain().is_some(),
            report.instructions.as_deref(),
            |p| p.core,
        )?,
    };
    answer(a, &report, &profiled)?;
    Ok(code)
}

/// What is asked for of the profile of a run.
struct Profiled {
    functions: Vec<CoreProfile>,
    code: Vec<CoreInstructions>,
}

/// The profiles of the cores that are asked for; none if they are not `needed`.
fn wanted<T: Clone>(
    a: &Profile,
    needed: bool,
    profiles: Option<&[T]>,
    core: impl Fn(&T) -> u8,
) -> Result<Vec<T>, Failure> {
    if !needed {
        return Ok(Vec::new());
    }
    let Some(profiles) = profiles else {
        let options = match a.grain() {
            None => "--profile",
            Some(_) => "--profile --profile-instructions",
        };
        return Err(Failure::input(format!(
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
        return Err(Failure::input(text));
    }
    Ok(profiles)
}

impl Profile {
    /// What a row is about, unless that is a function.
    fn grain(&self) -> Option<Grain> {
        match self.by {
            ProfileBy::Function => None,
            ProfileBy::Line => Some(Grain::Line),
            ProfileBy::Instruction => Some(Grain::Instruction),
        }
    }

    /// Coverage is wanted, of which a row is no part.
    fn is_coverage(&self) -> bool {
        !self.json && matches!(self.format, ProfileFormat::Lcov | ProfileFormat::Cobertura)
    }

    /// Calls are wanted.
    fn needs_functions(&self) -> bool {
        self.by == ProfileBy::Function || self.format == ProfileFormat::Callgrind
    }
}

/// Stacks have no rows: options that choose, sort or extend rows are refused with them.
fn refuse_rows_of_stacks(a: &Profile) -> Result<(), Failure> {
    use ProfileFormat::{Callgrind, Cobertura, Folded, Lcov, Speedscope};
    let of_rows = [
        ("--real-time", a.real_time),
        ("--stack", a.stack),
        ("--by-core", a.by_core),
        ("--function", a.function.is_some()),
        ("--sort", a.sort.is_some()),
        ("--columns", !a.columns.is_empty()),
        ("--top", a.top.is_some()),
    ];
    if a.by != ProfileBy::Function
        && (a.real_time || matches!(a.format, Folded | Speedscope | Lcov | Cobertura))
    {
        let text = "--by line and --by instruction have no stacks of calls: choose --format table, json, csv or \
                    callgrind, without --real-time";
        return Err(Failure::usage(text.to_owned()));
    }
    let stacks = matches!(a.format, Folded | Callgrind | Speedscope | Lcov | Cobertura);
    match of_rows.iter().find(|(_, given)| stacks && *given) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::usage(format!(
            "{option} is about rows, and this --format has none: leave it out, or choose table, json or csv"
        ))),
    }
}

/// The run that was recorded, if it is not an image.
fn recorded(a: &Profile) -> Option<&Path> {
    let first = a.firmware.elf.first()?;
    is_recorded(first).then_some(first)
}

/// It is the directory or the report of a run.
pub fn is_recorded(run: &Path) -> bool {
    run.is_dir() || run.extension().is_some_and(|e| e == "json")
}

/// Runs the firmware, and profiles it; answers its exit code as well.
fn run_now(a: &Profile) -> Result<(Report, u8), Failure> {
    let (board, cores) = options::open(&a.firmware, true)?;
    let stop = Stop::default();
    let options = Options {
        profile: a.needs_functions(),
        lengths: a.median,
        instructions: a.grain().is_some(),
        stopped: stop.cause.clone(),
        ..options::firmware(&a.firmware, cores)?
    };
    let mut session = Session::new(&board, options)?;
    if let Some(progress) = Progress::on_terminal(session.budget_ends()) {
        session.observe(Box::new(progress.show()));
    }
    stop.listen();
    let report = session.run(&mut std::io::sink(), &stop.asked);
    say::no_status();
    let code = report.outcome.kind.exit_code();
    if code != 0 {
        say::message(&report.outcome.detail);
    }
    Ok((report, code))
}

fn answer(a: &Profile, report: &Report, profiled: &Profiled) -> Result<(), Failure> {
    let profiles = &profiled.functions;
    let firmware: Vec<&str> = report.images.iter().map(|i| i.path.as_str()).collect();
    let title = format!("{} on {}", firmware.join(", "), report.board);
    let format = if a.json {
        ProfileFormat::Json
    } else {
        a.format
    };
    let text = match format {
        ProfileFormat::Table => {
            let sheet = sheet(a, report, profiled)?;
            let text = table(&sheet);
            if a.real_time || a.out.is_some() {
                text
            } else {
                text + &format!("\n{title}: {} rows\n", sheet.rows().len())
            }
        }
        ProfileFormat::Json if a.out.is_none() => {
            return print_json(&sheet(a, report, profiled)?.json());
        }
        ProfileFormat::Json => json(&sheet(a, report, profiled)?.json())?,
        ProfileFormat::Csv => sheet(a, report, profiled)?.csv(),
        ProfileFormat::Folded => stacks(a, profiles)?,
        ProfileFormat::Callgrind => callgrind::callgrind(profiles, &profiled.code, &title),
        ProfileFormat::Speedscope => {
            stacks(a, profiles)?;
            json(&speedscope::speedscope(profiles, &a.meter, &title))?
        }
        // Answered above.
        ProfileFormat::Lcov | ProfileFormat::Cobertura => String::new(),
    };
    match &a.out {
        Some(path) => write_whole(path, shown(&text, Look::FILE).as_bytes())
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display()))),
        None => print(&text),
    }
}

/// The rows that were asked for.
fn sheet(a: &Profile, report: &Report, profiled: &Profiled) -> Result<Sheet, Failure> {
    let profiles = &profiled.functions;
    let wanted = |name: &str| a.function.as_deref().is_none_or(|p| matches(p, name));
    let mut sheet = if let Some(grain) = a.grain() {
        let rows = code::rows(&profiled.code, grain, a.by_core);
        code::sheet(&rows, &profiled.code, grain, a.stack)
    } else if a.real_time {
        let sheet = real_time::sheet(profiles, report.time.hz);
        let has_medians = sheet.columns().iter().any(|c| c == real_time::MEDIAN);
        if a.median && !has_medians && recorded(a).is_some() {
            return Err(Failure::input(
                "--median: no execution's length was recorded: run the firmware with --profile --profile-median",
            ));
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

impl From<UnknownColumn> for Failure {
    fn from(e: UnknownColumn) -> Failure {
        let near = did_you_mean(&e.name, e.known.iter().map(String::as_str));
        Failure::usage(format!("{e}{near}"))
    }
}

fn table(sheet: &Sheet) -> String {
    let text = |c: usize| {
        let mut cells = sheet.rows().iter().filter_map(|r| r.get(c));
        cells.all(|cell| matches!(cell, Cell::Text(_)))
    };
    let heading: Vec<&str> = sheet.columns().iter().map(String::as_str).collect();
    let mut table = Table::with_text_columns(&heading, text);
    for row in sheet.rows() {
        let cells: Vec<String> = row.iter().map(ToString::to_string).collect();
        table.row(&cells);
    }
    table.to_string()
}

/// The folded stacks of a meter that some context has.
fn stacks(a: &Profile, profiles: &[CoreProfile]) -> Result<String, Failure> {
    let stacks = folded::folded(profiles, &a.meter);
    if stacks.is_empty() {
        let contexts = profiles.iter().flat_map(|p| &p.contexts);
        let counted = contexts.flat_map(|c| c.meters.keys());
        let near = did_you_mean(&a.meter, counted.map(String::as_str));
        return Err(Failure::input(format!(
            "--meter {}: nothing was counted under this name{near}; `trueboard events` lists the meters",
            a.meter
        )));
    }
    Ok(stacks)
}

fn json(value: &serde_json::Value) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|e| Failure::input(format!("profile: {e}")))
}
