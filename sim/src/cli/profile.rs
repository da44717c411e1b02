//! What functions cost, and why.

use super::Firmware;
use clap::Args;
use std::path::PathBuf;

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
    #[arg(long, value_enum, default_value = "table")]
    pub format: ProfileFormat,
    /// Print JSON: --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// The meter that folded stacks and speedscope show
    #[arg(long, value_name = "METER", default_value = "cycles")]
    pub meter: String,
    /// Where the answer goes; default is standard output
    #[arg(long, short, value_name = "FILE", visible_alias = "output")]
    pub out: Option<PathBuf>,
}

/// The run is an image that is run now, or the directory or report of `trueboard run --profile-instructions`, which
/// holds no addresses of data, evictors and owners of buses.
#[derive(Args)]
pub struct Why {
    #[command(flatten)]
    pub firmware: Firmware,
    /// The cycles of this function and of all that it calls
    #[arg(long, value_name = "NAME", conflicts_with = "late")]
    pub function: Option<String>,
    /// Only what the function executes itself
    #[arg(long, requires = "function")]
    pub itself: bool,
    /// Calls of this function that begin late, or take longer than the others: what they have more
    #[arg(long, value_name = "FUNCTION", conflicts_with_all = ["against", "from", "to"])]
    pub late: Option<String>,
    /// The period that --late holds calls against; by default the mean of the intervals before
    #[arg(long, value_name = "CYCLES|TIME", requires = "late")]
    pub period: Option<String>,
    /// Only what this core does
    #[arg(long, value_name = "N")]
    pub core: Option<u8>,
    /// Only what comes behind this moment
    #[arg(long, value_name = "CYCLES|TIME")]
    pub from: Option<String>,
    /// Only what comes up to this moment
    #[arg(long, value_name = "CYCLES|TIME")]
    pub to: Option<String>,
    /// What the run has more than this one: an image, or a recorded run
    #[arg(long, value_name = "RUN|ELF")]
    pub against: Option<PathBuf>,
    /// Override a value of the board file for the image of --against only
    #[arg(long, value_name = "PATH=VALUE", requires = "against")]
    pub against_set: Vec<String>,
    /// What a cause is about
    #[arg(long, value_enum, default_value = "function", value_name = "WHAT")]
    pub by: ProfileBy,
    /// Show this many causes; the others are one line
    #[arg(long, value_name = "N", default_value = "10")]
    pub top: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
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
