//! `trueboard sync`: traces with clocks of their own, brought to one clock.

mod emit;
mod hulls;
mod kinds;
mod load;
mod picture;
mod report;
mod truth;

use super::{Failure, check, print, print_json};
use crate::cli::{Sync, SyncMethod};
use crate::say;
use load::{Loaded, Source};
use report::Report;
use trueboard::board::did_you_mean;
use trueboard::board::files::{Files, write_whole};
use trueboard::clocksync::Quality;
use trueboard::clocksync::batch;
use trueboard::clocksync::network::{Clock, Method, Network};
use trueboard::clocksync::pairs::Pairs;

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
    let kinds = match a.pairs.as_slice() {
        [] => kinds::usual(),
        named => named
            .iter()
            .map(|p| kinds::parse(p))
            .collect::<Result<_, _>>()?,
    };
    let loaded = Loaded::open(&a.traces, a.clocks, &kinds)?;
    for line in &loaded.damage {
        say::message(line);
    }
    let sources = &loaded.sources;
    let root = a
        .reference
        .as_deref()
        .map(|r| named(r, sources))
        .transpose()?;
    let pairs = Pairs::find(loaded.marks.clone());
    if pairs.pairs.is_empty() {
        return Err(no_pairs(&loaded, &kinds));
    }
    let clocks: Vec<Clock> = sources.iter().map(Source::clock).collect();
    let method = match a.method {
        SyncMethod::Hull => Method::Batch(batch::Method::Mean),
        SyncMethod::Bisector => Method::Batch(batch::Method::Bisector),
        SyncMethod::Streaming => Method::Streaming,
    };
    let network = Network::new(&clocks, &pairs.pairs, root, method).map_err(|far| {
        Failure::input(format!(
            "{}: time stamps too far apart",
            sources[far.0].name
        ))
    })?;
    let mut report = Report::new(&loaded, &clocks, &network, &pairs);
    if let Some(path) = &a.truth {
        truth::add(&mut report, path, &loaded, (&clocks, &network, method))?;
    }
    if let Some(dir) = &a.out {
        report.merged = Some(emit::write(dir, &loaded, &network, &pairs.pairs)?);
    }
    if let Some(path) = &a.svg {
        let text = picture::svg(&network.links, sources)?;
        write_whole(path, text.as_bytes())
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))?;
    }
    for note in &report.notes {
        say::message(note);
    }
    if a.json {
        print_json(&report)?;
    } else {
        print(&report::text(&report))?;
    }
    let good =
        |link: Option<usize>| link.is_none_or(|l| network.links[l].quality <= Quality::Approximate);
    let complete =
        network.to_root.iter().all(Option::is_some) && network.by.iter().all(|l| good(*l));
    Ok(if complete { 0 } else { INCOMPLETE })
}

/// The number of the clock of this name.
fn named(name: &str, sources: &[Source]) -> Result<usize, Failure> {
    sources.iter().position(|s| s.name == name).ok_or_else(|| {
        let names: Vec<&str> = sources.iter().map(|s| s.name.as_str()).collect();
        let near = did_you_mean(name, names.iter().copied());
        Failure::input(format!(
            "--reference {name}: there is no such clock{near}; there are {}",
            names.join(", ")
        ))
    })
}

fn no_pairs(loaded: &Loaded, kinds: &[kinds::Kind]) -> Failure {
    let kinds: Vec<String> = kinds
        .iter()
        .map(|k| format!("{} → {}", k.cause, k.effect))
        .collect();
    let found = match (loaded.marks.len(), loaded.sources.len()) {
        (_, 0) => "the traces have no events".to_owned(),
        (_, 1) => format!("all events are on one clock, {}", loaded.sources[0].name),
        (0, _) => "there are no such events".to_owned(),
        (n, _) => format!("the keys of {n} such events match on no two clocks"),
    };
    Failure::input(format!(
        "no pairs of {}: {found}; name others with --pairs, or clocks with --clocks stream",
        kinds.join(", ")
    ))
}
