//! How a command prints its answer, and JUnit XML of it: the options of all commands that have one.

use crate::cli::{Failure, print, print_json};
use clap::Args;
use quick_junit::TestSuite;
use serde::Serialize;
use std::path::PathBuf;
use trueboard::analysis::sheet::Sheet;
use trueboard::internals::board::files::Files;

/// Heading of these options in help texts.
pub const ANSWER: &str = "The answer";

/// The form of an answer.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Answer {
    /// The form of the answer
    #[arg(
        long,
        help_heading = ANSWER,
        value_enum,
        default_value = "table",
        conflicts_with_all = ["json", "csv"]
    )]
    format: Form,
    /// Print JSON: --format json
    #[arg(long, help_heading = ANSWER, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values: --format csv
    #[arg(long, help_heading = ANSWER)]
    csv: bool,
}

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// Tables and lines for people
    #[default]
    Table,
    /// All of the answer
    Json,
    /// A row for each of its main elements, under the names that these have in JSON
    Csv,
}

impl Answer {
    /// The form that the options choose.
    pub fn form(self) -> Form {
        match (self.json, self.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            _ => self.format,
        }
    }

    /// Prints `value`: as `table` says, as JSON, or the elements of its arrays at the paths `rows` as comma-separated
    /// values; [`Sheet::flattened`] describes the paths.
    pub fn print(
        self,
        value: &impl Serialize,
        rows: &[&str],
        table: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        self.print_as(value, table, || {
            let sheet = Sheet::flattened(value, rows);
            Ok(sheet
                .map_err(|e| Failure::input(format!("CSV: {e}")))?
                .csv())
        })
    }

    /// Prints `value` as `table` or `csv` says, or as JSON.
    pub fn print_as(
        self,
        value: &impl Serialize,
        table: impl FnOnce() -> String,
        csv: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<(), Failure> {
        match self.form() {
            Form::Table => print(&table()),
            Form::Json => print_json(value),
            Form::Csv => print(&csv()?),
        }
    }
}

/// Where the verdicts of a command go, for continuous integration.
#[derive(Args, Clone, Debug, Default)]
pub struct Verdicts {
    /// Write the verdicts as JUnit XML
    #[arg(long, help_heading = ANSWER, value_name = "FILE")]
    junit: Option<PathBuf>,
}

impl Verdicts {
    /// Adds the file to those that a command writes.
    pub fn files(&self, files: &mut Files) {
        let path = self.junit.iter();
        path.for_each(|path| files.writes("--junit", path));
    }

    /// The folder of the file is there.
    pub fn have_folder(&self) -> Result<(), Failure> {
        super::files::have_folder(self.junit.as_deref())
    }

    /// Writes the suites, if that was asked for.
    pub fn write(&self, suites: impl FnOnce() -> Vec<TestSuite>) -> Result<(), Failure> {
        let Some(path) = &self.junit else {
            return Ok(());
        };
        let text = super::junit::xml(suites())?;
        super::files::write(path, text.as_bytes())
    }
}
