//! Traces and their clocks.

use super::lists;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
pub struct Trace {
    #[command(subcommand)]
    pub command: TraceCommand,
}

#[derive(Subcommand)]
pub enum TraceCommand {
    /// Print the events of all streams in order of time
    Cat(TraceCat),
    /// Tell everything that is wrong with a trace: event and byte, cause and remedy
    Check(TraceCheck),
    /// Convert a trace: CTF in a plain form, Paraver, JSON for Perfetto, or VCD for GTKWave
    Convert(TraceConvert),
}

#[derive(Args)]
pub struct TraceCat {
    /// The directory of the trace
    pub dir: PathBuf,
    /// One JSON object per event
    #[arg(long)]
    pub json: bool,
    /// Show values of the clock instead of seconds
    #[arg(long, conflicts_with = "json")]
    pub cycles: bool,
    /// Leave out what comes before: 1.5, 20ms, 3us (from the origin of the clock)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, alias = "begin")]
    pub from: Option<String>,
    /// Leave out what comes after
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, alias = "end")]
    pub to: Option<String>,
    /// Only events whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub event: Option<String>,
}

#[derive(Args)]
pub struct TraceCheck {
    /// The directory of the trace
    pub dir: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct TraceConvert {
    /// The directory of the trace
    pub dir: PathBuf,
    #[arg(long, value_name = "FORMAT", help = lists::formats())]
    pub to: String,
    #[arg(long, short, value_name = "PATH", help = lists::places())]
    pub out: PathBuf,
    /// Names for the addresses of functions, for all formats but ctf: an ELF file, or a description
    /// of stub cores (its name, or a .ron file); STREAM is a pattern of stream files. Repeatable
    #[arg(long, value_name = "[STREAM=]IMAGE")]
    pub symbols: Vec<String>,
}

#[derive(Args)]
pub struct Sync {
    /// Directories of CTF traces
    #[arg(required = true, value_name = "TRACE_DIR")]
    pub traces: Vec<PathBuf>,
    /// What has a clock of its own
    #[arg(long, value_name = "WHAT", value_enum, default_value = "trace")]
    pub clocks: ClockOwner,
    /// The clock that all are brought to; by default the one with messages to the most others
    #[arg(long, value_name = "NAME")]
    pub reference: Option<String>,
    /// Which events caused which: cause=EVENT,effect=EVENT,key=FIELD[+FIELD...]
    #[arg(long, value_name = "PAIRS")]
    pub pairs: Vec<String>,
    /// How the line between two clocks is chosen from those that are possible
    #[arg(long, value_name = "METHOD", value_enum, default_value = "hull")]
    pub method: SyncMethod,
    /// What the clocks really did (truth-clocks.json); adds the error of the answer
    #[arg(long, value_name = "FILE")]
    pub truth: Option<PathBuf>,
    /// Write all traces, on the reference clock, as one trace
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Draw the hulls: distance of messages from the answer over time, a panel for every two clocks
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ClockOwner {
    /// Each clock that a trace's metadata declares
    Trace,
    /// Each stream file: metadata shared by cores with counters of their own
    Stream,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum SyncMethod {
    /// Means of the two extreme lines
    Hull,
    /// The bisector of the two extreme lines
    Bisector,
    /// One message after the other, as Trace Compass
    Streaming,
}
