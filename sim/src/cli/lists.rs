//! What is built in.

use clap::Args;
use std::path::PathBuf;

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
