//! `trueboard sync`: traces with clocks of their own, brought to one clock.

mod picture;
mod text;

use super::Example;
use super::{Failure, check};
use crate::cli::files;
use crate::cli::shared::answer::{Answer, Verdicts};
use crate::cli::shared::junit::case;
use crate::say;
use clap::Args;
use quick_junit::TestSuite;
use std::path::PathBuf;
use trueboard::internals::board::files::Files;
use trueboard::internals::clocksync::batch;
use trueboard::internals::clocksync::kinds::{Kind, parse};
use trueboard::internals::clocksync::network::Method;
use trueboard::sync::{Owner, Request, synchronise};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[(
    "Two traces on one clock",
    "trueboard sync node0/ctf node1/ctf --out merged",
)];

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
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Draw the hulls: distance of messages from the answer over time, a panel for every two clocks
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub answer: Answer,
    #[command(flatten)]
    pub verdicts: Verdicts,
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

/// Exit code when a clock could not be synchronised.
const INCOMPLETE: u8 = 1;

pub fn run(a: &Sync) -> Result<u8, Failure> {
    let mut files = Files::default();
    let traces = a.traces.iter();
    traces.for_each(|t| files.reads("a trace that is read,", t));
    if let Some(truth) = &a.truth {
        files.reads("--truth", truth);
    }
    if let Some(dir) = &a.out {
        files.fills("--out", dir);
    }
    if let Some(picture) = &a.svg {
        files.writes("--svg", picture);
    }
    a.verdicts.files(&mut files);
    check(&files)?;
    a.verdicts.have_folder()?;
    let kind = |text: &String| parse(text).map_err(|e| Failure::usage(e.to_string()));
    let kinds: Vec<Kind> = a.pairs.iter().map(kind).collect::<Result<_, _>>()?;
    let request = Request {
        traces: a.traces.clone(),
        clocks: match a.clocks {
            ClockOwner::Trace => Owner::Trace,
            ClockOwner::Stream => Owner::Stream,
        },
        reference: a.reference.clone(),
        kinds,
        method: match a.method {
            SyncMethod::Hull => Method::Batch(batch::Method::Mean),
            SyncMethod::Bisector => Method::Batch(batch::Method::Bisector),
            SyncMethod::Streaming => Method::Streaming,
        },
        truth: a.truth.clone(),
        out: a.out.clone(),
    };
    let answer = synchronise(&request, &mut |line| say::message(line))?;
    if let Some(path) = &a.svg {
        let text = picture::svg(&answer.network.links, &answer.clocks)?;
        files::write(path, text.as_bytes())?;
    }
    for note in &answer.report.notes {
        say::message(note);
    }
    a.verdicts.write(|| vec![suite(&answer.report)])?;
    a.answer
        .print(&answer, &["clocks", "links"], || text::text(&answer.report))?;
    Ok(if answer.complete { 0 } else { INCOMPLETE })
}

/// A case for each clock, which fails if it could not be brought to the reference.
fn suite(report: &trueboard::internals::clocksync::report::Report) -> TestSuite {
    let mut suite = TestSuite::new(format!("clocks on {}", report.reference));
    for clock in &report.clocks {
        let text = (!clock.synchronised).then(|| "no messages lead to the reference".to_owned());
        suite.add_test_case(case(&clock.name, text));
    }
    suite
}
