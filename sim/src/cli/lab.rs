//! The lab and its lessons.

use super::Firmware;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(mut_arg("elf", |a| a.value_name("SUBJECT").help("Firmware images, or the name of a lesson")))]
#[command(mut_arg("on", |a| a.alias("cores")))]
pub struct Lab {
    #[command(subcommand)]
    pub command: Option<LabCommand>,
    #[command(flatten)]
    pub firmware: Firmware,
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
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Write a value into a variable before the start
    #[arg(long, value_name = "SYMBOL=VALUE")]
    pub poke: Vec<String>,
    /// A variant of the lesson's image
    #[arg(long)]
    pub variant: Option<String>,
    /// Print JSON, for a grade book
    #[arg(long)]
    pub json: bool,
}
