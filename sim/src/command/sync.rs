//! `trueboard sync`: traces with clocks of their own, brought to one clock.

mod picture;
mod text;

use super::{Failure, check, print, print_json};
use crate::cli::{ClockOwner, Sync, SyncMethod};
use crate::say;
use trueboard::board::files::{Files, write_whole};
use trueboard::clocksync::batch;
use trueboard::clocksync::kinds::{Kind, parse};
use trueboard::clocksync::network::Method;
use trueboard::sync::{Owner, Request, synchronise};

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
    check(&files)?;
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
        write_whole(path, text.as_bytes())
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))?;
    }
    for note in &answer.report.notes {
        say::message(note);
    }
    if a.json {
        print_json(&answer)?;
    } else {
        print(&text::text(&answer.report))?;
    }
    Ok(if answer.complete { 0 } else { INCOMPLETE })
}
