//! What concerns the program, not a board.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct New {
    /// gr740, leon3-mini, tc275 or parallella
    pub board: String,
    /// A folder that is new or empty
    pub dir: PathBuf,
}

/// Running firmware needs none of these tools; building, debugging and looking at traces needs some.
#[derive(Args)]
pub struct Doctor {
    /// Only tools for these purposes: a board, gdb, traces, …
    #[arg(value_name = "PURPOSE")]
    pub purposes: Vec<String>,
    /// Exit with 1 if one of the tools is missing
    #[arg(long)]
    pub need: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
