//! `trueboard power`: what a board's power model says by itself, and what a run used.

mod output;

use super::Example;
use super::{Failure, options};
use crate::cli::shared::answer::Answer;
use crate::cli::shared::firmware::Firmware;
use crate::cli::shared::followed::Followed;
use clap::Args;
use trueboard::energy::{BoardRequest, RunRequest, of_board, of_run};
use trueboard::internals::board::board_names;

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    (
        "What a run takes, by component and function",
        "trueboard power lu.elf --board gr740",
    ),
    ("The power model by itself", "trueboard power gr740"),
];

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
    /// Intervals of power over time, for JSON and comma-separated values; by default the grid of the power model
    #[arg(long, value_name = "CYCLES|TIME")]
    pub every: Option<String>,
    /// Show this many functions
    #[arg(long, value_name = "N", default_value = "10")]
    pub top: usize,
    #[command(flatten)]
    pub answer: Answer,
}

pub fn run(a: &Power) -> Result<u8, Failure> {
    if let Some(board) = board_alone(a) {
        return alone(a, board);
    }
    let firmware = options::opened(&a.firmware)?;
    let moment = |option: &str, text: &Option<String>| {
        let text = text.as_deref();
        text.map(|t| options::budget(option, t)).transpose()
    };
    let request = RunRequest {
        firmware,
        every: moment("--every", &a.every)?,
        from: moment("--from", &a.from)?,
        to: moment("--to", &a.to)?,
        regions: a.region.clone(),
        waits: a.waits.clone(),
        usage: a.usage.clone(),
        clock_mhz: a.clock,
    };
    let measured = of_run(&request, &Followed::default())?;
    let table = || output::text(&measured, a.top);
    a.answer
        .print_as(&measured, table, || Ok(output::csv(&measured)))?;
    Ok(measured.exit_code)
}

/// The power model without a run.
fn alone(a: &Power, board: String) -> Result<u8, Failure> {
    if let Some(option) = option_of_run(a) {
        return Err(Failure::usage(format!(
            "{option} is about a run, and {board} is a board: give an image, and the board by --board"
        )));
    }
    let answer = of_board(&BoardRequest {
        board,
        set: a.firmware.set.clone(),
        usage: a.usage.clone(),
        clock_mhz: a.clock,
    })?;
    let rows = ["running", "anchors", "components"];
    a.answer
        .print(&answer, &rows, || output::of_board(&answer))?;
    Ok(0)
}

/// The board, if that is what the only argument names: also a bare word that no file is called, since whoever writes
/// one means a board.
fn board_alone(a: &Power) -> Option<String> {
    let [first] = a.firmware.elf.as_slice() else {
        return None;
    };
    let name = first.display().to_string();
    let bare = !name.contains(['/', '.']) && a.firmware.board.is_none() && !first.exists();
    (name.ends_with(".ron") || board_names().contains(&name) || bare).then_some(name)
}

/// An option that is about a run.
fn option_of_run(a: &Power) -> Option<&'static str> {
    let given = [
        ("--from", a.from.is_some()),
        ("--to", a.to.is_some()),
        ("--region", !a.region.is_empty()),
        ("--waits", !a.waits.is_empty()),
        ("--every", a.every.is_some()),
    ];
    let own = given.iter().find(|g| g.1).map(|g| g.0);
    a.firmware.given(&["--set"]).or(own)
}
