//! The lab and its lessons.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Lab {
    #[command(subcommand)]
    pub command: Option<LabCommand>,
    /// An ELF file, or the name of a lesson
    pub subject: Option<String>,
    /// The board, if the image is for several
    #[arg(long)]
    pub board: Option<String>,
    /// Set a value of the board file, as `trueboard run` does
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// Write a value into a variable before the start
    #[arg(long = "poke", value_name = "SYMBOL=VALUE")]
    pub pokes: Vec<String>,
    /// Cores that get the image and start at once, as 0-15
    #[arg(long, value_name = "FIRST-LAST")]
    pub cores: Option<String>,
    /// A variant of a lesson's image
    #[arg(long)]
    pub variant: Option<String>,
    /// Let GDB drive the run that the lab shows, as often as one attaches here: HOST:PORT or unix:PATH
    #[arg(long, value_name = "ADDR", conflicts_with = "web")]
    pub gdb: Option<String>,
    /// The kind of cores that GDB sees; the default is that of the first core with an image
    #[arg(long, value_name = "KIND", requires = "gdb")]
    pub gdb_cores: Option<String>,
    /// Serve the lab as a page for a browser, in place of the terminal: at HOST:PORT, or :PORT of this machine
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = ":8275")]
    pub web: Option<String>,
    /// The folder of that page, which sim/web/build has made, in place of the one in the program
    #[arg(long, value_name = "DIR", requires = "web")]
    pub page: Option<PathBuf>,
}

#[derive(Subcommand)]
pub enum LabCommand {
    /// List the lessons
    List(LabList),
    /// Do a lesson without a terminal, and check it
    Check(LabCheck),
}

#[derive(Args)]
pub struct LabList {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct LabCheck {
    /// The lesson: its name, or a file LESSON.ron
    pub name: String,
    /// What a student hands in: a JSON file with set, poke, variant and answers
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// An answer
    #[arg(long = "answer", value_name = "NAME=VALUE")]
    pub answer: Vec<String>,
    /// Set a value of the board file
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// Write a value into a variable before the start
    #[arg(long = "poke", value_name = "SYMBOL=VALUE")]
    pub pokes: Vec<String>,
    /// A variant of the lesson's image
    #[arg(long)]
    pub variant: Option<String>,
    /// Print JSON, for a grade book
    #[arg(long)]
    pub json: bool,
}
