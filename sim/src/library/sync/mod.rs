//! Traces with clocks of their own, mapped to one reference clock: [`synchronise`].
//! `docs/user/howto/synchronisation.md` defines the terms; [`crate::internals::clocksync`] has the algorithms.

mod emit;
mod load;

use crate::Error;
use crate::run::read;
use load::{Loaded, Source};
use serde::Serialize;
use std::path::PathBuf;
use trueboard_board::did_you_mean;
use trueboard_clocksync::kinds::{Kind, usual};
use trueboard_clocksync::network::{Clock, Method, Network};
use trueboard_clocksync::pairs::Pairs;
use trueboard_clocksync::report::{NamedClock, Report};
use trueboard_clocksync::true_clocks::TrueClocks;
use trueboard_clocksync::{Quality, batch, truth};

/// The owner of a clock: a clock of the metadata, or a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// Each clock that the metadata of a trace has.
    #[default]
    Trace,
    /// Each stream.
    Stream,
}

/// A question: traces to map to one clock.
#[derive(Clone, Debug)]
pub struct Request {
    /// Directories of traces in CTF.
    pub traces: Vec<PathBuf>,
    /// The owner of a clock: a clock of the metadata, or a stream.
    pub clocks: Owner,
    /// The clock that all are brought to; the one with the most pairs if nothing is said.
    pub reference: Option<String>,
    /// Which events are causes and effects; the usual ones if there are none.
    pub kinds: Vec<Kind>,
    /// How the line between two clocks is found.
    pub method: Method,
    /// A file of true clocks, which the answer is held against.
    pub truth: Option<PathBuf>,
    /// Where all traces are written as one, on the reference.
    pub out: Option<PathBuf>,
}

impl Request {
    /// Brings these traces to one clock.
    #[must_use]
    pub fn new(traces: Vec<PathBuf>) -> Request {
        Request {
            traces,
            clocks: Owner::default(),
            reference: None,
            kinds: Vec::new(),
            method: Method::Batch(batch::Method::Mean),
            truth: None,
            out: None,
        }
    }
}

/// The clocks with their relations.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub struct Synchronised {
    /// The report about the clocks.
    pub report: Report,
    /// Lines between clocks, and the way of each to the reference.
    #[serde(skip)]
    pub network: Network,
    /// The clocks, in the order in which the network numbers them.
    #[serde(skip)]
    pub clocks: Vec<NamedClock>,
    /// Each clock could be brought to the reference, and is known well.
    #[serde(skip)]
    pub complete: bool,
}

/// Brings traces to one clock. `say` gets a line for everything that cannot be read, and for each event that is left
/// out of the merged trace.
///
/// # Errors
/// Traces or files that cannot be used, a reference that is none of their clocks, and traces without pairs.
pub fn synchronise(a: &Request, say: &mut dyn FnMut(&str)) -> Result<Synchronised, Error> {
    let kinds = match a.kinds.as_slice() {
        [] => usual(),
        named => named.to_vec(),
    };
    let loaded = Loaded::open(&a.traces, a.clocks, &kinds)?;
    loaded.damage.iter().for_each(|line| say(line));
    let sources = &loaded.sources;
    let root = a.reference.as_deref().map(|r| named(r, sources));
    let root = root.transpose()?;
    let pairs = Pairs::find(loaded.marks.clone());
    if pairs.pairs.is_empty() {
        return Err(no_pairs(&loaded, &kinds));
    }
    let clocks: Vec<Clock> = sources.iter().map(Source::clock).collect();
    let network = Network::new(&clocks, &pairs.pairs, root, a.method).map_err(|far| {
        Error::Unusable(format!(
            "{}: time stamps too far apart",
            sources[far.0].name
        ))
    })?;
    let named: Vec<NamedClock> = sources.iter().map(Source::named).collect();
    let mut report = Report::new(&named, &clocks, &network, &pairs);
    if let Some(path) = &a.truth {
        let place = path.display().to_string();
        let file = TrueClocks::parse(&read(path)?)
            .map_err(|e| Error::Unusable(format!("{place}: {e}")))?;
        let known = (&clocks[..], &network, a.method);
        truth::add(&mut report, (&place, &file), &named, known);
    }
    if let Some(dir) = &a.out {
        report.merged = Some(emit::write(dir, &loaded, &network, &pairs.pairs, say)?);
    }
    let good =
        |link: Option<usize>| link.is_none_or(|l| network.links[l].quality <= Quality::Approximate);
    let complete =
        network.to_root.iter().all(Option::is_some) && network.by.iter().all(|l| good(*l));
    Ok(Synchronised {
        report,
        network,
        clocks: named,
        complete,
    })
}

/// The number of the clock of this name.
fn named(name: &str, sources: &[Source]) -> Result<usize, Error> {
    sources.iter().position(|s| s.name == name).ok_or_else(|| {
        let names: Vec<&str> = sources.iter().map(|s| s.name.as_str()).collect();
        let near = did_you_mean(name, names.iter().copied());
        Error::Unusable(format!(
            "--reference {name}: there is no such clock{near}; there are {}",
            names.join(", ")
        ))
    })
}

fn no_pairs(loaded: &Loaded, kinds: &[Kind]) -> Error {
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
    Error::Unusable(format!(
        "no pairs of {}: {found}; name others with --pairs, or clocks with --clocks stream",
        kinds.join(", ")
    ))
}
