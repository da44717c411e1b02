//! Code and power, without a run or with one.

use super::Firmware;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Disasm {
    /// The image
    pub elf: PathBuf,
    /// Board whose processor it is for; by default one that runs such images
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub board: Option<String>,
    /// Only functions whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["section", "range"])]
    pub function: Option<String>,
    /// A section of the image, with or without symbols
    #[arg(long, value_name = "NAME", conflicts_with = "range")]
    pub section: Option<String>,
    /// From one address up to another: 0x1000..0x1040
    #[arg(long, value_name = "FROM..TO")]
    pub range: Option<String>,
    /// Where a raw binary is loaded
    #[arg(long, value_name = "ADDRESS")]
    pub at: Option<String>,
}

/// Instead of an image, the name of a board or its .ron file: the power model without a run.
#[derive(Args)]
pub struct Power {
    #[command(flatten)]
    pub firmware: Firmware,
    /// Shares of time in which the cores run, for the spreadsheet: one for each core, or one for all
    #[arg(long = "use", value_name = "PERCENT,…", value_delimiter = ',')]
    pub usage: Vec<f64>,
    /// The clock of the cores for the spreadsheet; by default that of the run, or of the model
    #[arg(long, value_name = "MHZ")]
    pub clock: Option<f64>,
    /// Only what comes behind this moment
    #[arg(long, value_name = "CYCLES|TIME")]
    pub from: Option<String>,
    /// Only what comes up to this moment
    #[arg(long, value_name = "CYCLES|TIME")]
    pub to: Option<String>,
    /// The power in functions of this name (pattern with * and ?), with all that they call
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["from", "to"])]
    pub region: Vec<String>,
    /// Functions in which a core waits, which is no use (pattern); by default barriers and waits of OpenMP
    #[arg(long, value_name = "PATTERN")]
    pub waits: Vec<String>,
    /// Intervals of power over time, for --csv and --json; by default the grid of the power model
    #[arg(long, value_name = "CYCLES|TIME")]
    pub every: Option<String>,
    /// Show this many functions
    #[arg(long, value_name = "N", default_value = "10")]
    pub top: usize,
    /// Print power over time as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
