//! What is built in.

use clap::Args;
use std::path::PathBuf;
use trueboard::analysis::analysis::by_name;
use trueboard::board::FactClass;
use trueboard::check::Check;
use trueboard::trace::{Format, Place};

#[derive(Args)]
pub struct Boards {
    /// A board's name, or a .ron file
    pub name: Option<String>,
    /// Print every path that --set takes, with its value
    #[arg(long, requires = "name")]
    pub paths: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Models {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Events {
    /// Add the counter events of this board (name or .ron file)
    pub board: Option<String>,
    /// PAPI's presets: how far the counters of the board have each; with a run, what the bounds are
    /// worth in it
    #[arg(long, value_name = "RUN", num_args = 0..=1, requires = "board")]
    pub presets: Option<Option<PathBuf>>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The trace formats, in a help text.
pub fn formats() -> String {
    Format::list("or")
}

/// The places of traces by format, in a help text.
pub fn places() -> String {
    let place = |format: Format| match format.place() {
        Place::Directory => format!("a directory for {format}"),
        Place::Files([extension, ..]) => format!("a .{extension} file for {format}"),
        Place::Files([]) => format!("a file for {format}"),
    };
    let places: Vec<String> = Format::all().map(place).collect();
    format!("Where it goes: {}", places.join(", "))
}

/// The kinds of events in traces, in a help text.
pub fn events() -> String {
    FactClass::ALL
        .iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(",")
}

/// The checks of firmware, in a help text.
pub fn checks() -> String {
    Check::ALL.map(Check::name).join(",")
}

/// The analyses that are asked for by name, in a help text.
pub fn analyses() -> String {
    let all = by_name().map(|(row, _)| format!("{} ({})", row.name, row.about));
    all.collect::<Vec<_>>().join(", ")
}
