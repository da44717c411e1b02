//! `trueboard profile`.

use super::Example;
use super::{Failure, check, files, options, print, print_json};
use crate::cli::shared::answer::ANSWER;
use crate::cli::shared::firmware::Firmware;
use crate::cli::shared::followed::Followed;
use crate::paint::{Look, shown};
use crate::text::Table;
use clap::Args;
use std::path::PathBuf;
use trueboard::analysis::profile::code::Grain;
use trueboard::profile::{Profiled, Request, Rows, profile};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    (
        "What each function costs",
        "trueboard profile lu.elf --board gr740 --top 10",
    ),
    (
        "And each line",
        "trueboard profile lu.elf --board gr740 --by line",
    ),
    (
        "For KCachegrind",
        "trueboard profile lu.elf --board gr740 --format callgrind -o callgrind.out",
    ),
];

/// The run is the directory or the report of `trueboard run --profile`, or an image that is run now.
#[derive(Args)]
pub struct Profile {
    #[command(flatten)]
    pub firmware: Firmware,
    /// What a row is about. Lines and instructions take a run in single steps
    #[arg(long, value_enum, default_value = "function", value_name = "WHAT")]
    pub by: ProfileBy,
    /// Rows by thread, caller and function: calls, times, periods and their violations, read misses
    #[arg(long, conflicts_with_all = ["stack", "by_core"])]
    pub real_time: bool,
    /// With --real-time: the median of the times of each function's executions, too
    #[arg(long, requires = "real_time")]
    pub median: bool,
    /// Add a column for each part of the CPI stack, in percent of the function's own cycles
    #[arg(long)]
    pub stack: bool,
    /// Tell the cores apart
    #[arg(long)]
    pub by_core: bool,
    /// Only what this core executed
    #[arg(long, value_name = "N")]
    pub core: Option<u8>,
    /// Only functions whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub function: Option<String>,
    /// Sort by this column: numbers with the largest first, names by the alphabet
    #[arg(long, value_name = "COLUMN")]
    pub sort: Option<String>,
    /// Show these columns, in this order
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Show this many rows
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,
    /// The form of the answer
    #[arg(long, help_heading = ANSWER, value_enum, default_value = "table", conflicts_with_all = ["json", "csv"])]
    pub format: ProfileFormat,
    /// Print JSON: --format json
    #[arg(long, help_heading = ANSWER, conflicts_with = "csv")]
    pub json: bool,
    /// Print comma-separated values: --format csv
    #[arg(long, help_heading = ANSWER)]
    pub csv: bool,
    /// The meter that folded stacks and speedscope show
    #[arg(long, value_name = "METER", default_value = "cycles")]
    pub meter: String,
    /// Where the answer goes; default is standard output
    #[arg(long, short, value_name = "FILE", alias = "output")]
    pub out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ProfileBy {
    /// A function, or the handler of a trap or interrupt
    Function,
    /// A line of source code; code without one is a row for each function
    Line,
    /// An instruction
    Instruction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ProfileFormat {
    /// Columns of text
    Table,
    /// An array of objects
    Json,
    /// Comma-separated values
    Csv,
    /// Folded stacks, a line for each, for programs that draw flame graphs
    Folded,
    /// For KCachegrind and callgrind_annotate
    Callgrind,
    /// For speedscope.app
    Speedscope,
    /// Coverage of lines, functions and branches, as lcov's tracefile
    Lcov,
    /// Coverage in Cobertura's XML
    Cobertura,
}

pub fn run(a: &Profile) -> Result<u8, Failure> {
    refuse_rows_of_stacks(a)?;
    let mut files = files::of_runs(&a.firmware, None);
    a.out.iter().for_each(|path| files.writes("--out", path));
    check(&files)?;
    files::have_folder(a.out.as_deref())?;
    if a.is_coverage() {
        return crate::cli::shared::coverage::profile(a);
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
    let format = match (a.json, a.csv) {
        (true, _) => ProfileFormat::Json,
        (_, true) => ProfileFormat::Csv,
        _ => a.format,
    };
    let text = match format {
        ProfileFormat::Table => {
            let sheet = rows()?;
            let text = Table::of(&sheet).to_string();
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
        Some(path) => files::write(path, shown(&text, Look::FILE).as_bytes()),
        None => print(&text),
    }
}

fn json(value: &serde_json::Value) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|e| Failure::input(format!("profile: {e}")))
}
