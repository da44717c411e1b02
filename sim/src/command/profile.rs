//! `trueboard profile`.

use super::followed::Followed;
use super::{Failure, check, files, options, print, print_json};
use crate::cli::{Profile, ProfileBy, ProfileFormat};
use crate::paint::{Look, shown};
use crate::text::Table;
use trueboard::analysis::profile::code::Grain;
use trueboard::analysis::sheet::{Cell, Sheet};
use trueboard::board::files::write_whole;
pub use trueboard::is_recorded;
use trueboard::profile::{Profiled, Request, Rows, profile};

pub fn run(a: &Profile) -> Result<u8, Failure> {
    refuse_rows_of_stacks(a)?;
    let files = files::of_profile(a);
    check(&files)?;
    files::have_folder(a.out.as_deref())?;
    if a.is_coverage() {
        return super::coverage::profile(a);
    }
    let request = Request {
        run: options::run(&a.firmware, a.firmware.elf.first())?,
        functions: a.needs_functions(),
        by: a.grain(),
        lengths: a.median,
        core: a.core,
    };
    let profiled = profile(&request, &Followed::default())?;
    answer(a, &profiled)?;
    Ok(profiled.exit_code)
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

fn answer(a: &Profile, profiled: &Profiled) -> Result<(), Failure> {
    let rows = || {
        profiled.rows(&Rows {
            real_time: a.real_time,
            median: a.median,
            stack: a.stack,
            by_core: a.by_core,
            function: a.function.clone(),
            sort: a.sort.clone(),
            columns: a.columns.clone(),
            top: a.top,
        })
    };
    let format = if a.json {
        ProfileFormat::Json
    } else {
        a.format
    };
    let text = match format {
        ProfileFormat::Table => {
            let sheet = rows()?;
            let text = table(&sheet);
            if a.real_time || a.out.is_some() {
                text
            } else {
                text + &format!("\n{}: {} rows\n", profiled.title(), sheet.rows().len())
            }
        }
        ProfileFormat::Json if a.out.is_none() => {
            return print_json(&rows()?.json());
        }
        ProfileFormat::Json => json(&rows()?.json())?,
        ProfileFormat::Csv => rows()?.csv(),
        ProfileFormat::Folded => profiled.folded(&a.meter)?,
        ProfileFormat::Callgrind => profiled.callgrind(),
        ProfileFormat::Speedscope => json(&profiled.speedscope(&a.meter)?)?,
        // Answered above.
        ProfileFormat::Lcov | ProfileFormat::Cobertura => String::new(),
    };
    match &a.out {
        Some(path) => write_whole(path, shown(&text, Look::FILE).as_bytes())
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display()))),
        None => print(&text),
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

fn json(value: &serde_json::Value) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|e| Failure::input(format!("profile: {e}")))
}
