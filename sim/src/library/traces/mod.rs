//! Traces in the Common Trace Format: [`check`] and [`convert`]. `docs/user/reference/traces.md` has the meaning of all
//! that; reading and writing are [`crate::internals::trace`].

mod symbols;

pub use symbols::Symbols;

use crate::Error;
use serde::Serialize;
use std::path::{Path, PathBuf};
use trueboard_trace::Format;
use trueboard_trace::convert as converters;
use trueboard_trace::read::ctf::{self, Defect, Summary, Trace};

/// Defects that are kept one by one; a stream that is wrong throughout has as many as events.
pub const ONE_BY_ONE: u64 = 100;

/// The result of a check.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Whether the trace has no defect.
    pub passes: bool,
    /// A summary of each stream.
    pub streams: Vec<Summary>,
    /// The first defects.
    pub defects: Vec<Found>,
    /// Number of further defects.
    #[serde(skip)]
    pub more: u64,
}

/// A defect and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The file.
    pub file: String,
    /// The packet, from 0.
    pub packet: u64,
    /// The byte in the file.
    pub byte: u64,
    /// The event in the stream, if it is one that is wrong.
    pub event: Option<u64>,
    /// Its name, if it has one.
    pub event_name: Option<String>,
    /// The defect, in a sentence.
    pub cause: String,
    /// The remedy.
    pub remedy: &'static str,
}

impl From<Defect> for Found {
    fn from(d: Defect) -> Found {
        let (event, name) = d.event.unzip();
        Found {
            file: d.file.display().to_string(),
            packet: d.packet,
            byte: d.byte,
            event,
            event_name: name.filter(|n| !n.is_empty()),
            cause: d.cause,
            remedy: d.remedy,
        }
    }
}

/// Checks the trace in a directory. `found` gets each of the first defects when it is found.
///
/// # Errors
/// It cannot be opened.
pub fn check(dir: &Path, found: &mut dyn FnMut(&Defect)) -> Result<Checked, Error> {
    let trace = Trace::open(dir)?;
    let mut defects = Vec::new();
    let mut count = 0;
    let streams = ctf::check(&trace, &mut |defect| {
        count += 1;
        if count <= ONE_BY_ONE {
            found(&defect);
            defects.push(defect.into());
        }
    })?;
    Ok(Checked {
        passes: count == 0,
        streams,
        defects,
        more: count.saturating_sub(ONE_BY_ONE),
    })
}

/// A trace to convert.
#[derive(Clone, Debug)]
pub struct ConvertRequest {
    /// The directory that it is in.
    pub dir: PathBuf,
    /// The format of the new one.
    pub format: Format,
    /// The path of the new trace.
    pub out: PathBuf,
    /// Images whose functions name addresses: `[STREAM=]IMAGE`.
    pub symbols: Vec<String>,
}

/// A trace that was converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Converted {
    /// Events that were written.
    pub events: u64,
    /// Streams that they are from.
    pub streams: usize,
    /// Whether some events could not be read.
    pub damaged: bool,
}

/// Converts a trace. `found` gets each defect when it is found; what can be read is converted.
///
/// # Errors
/// A trace or an image that cannot be used, a stream that the trace does not have, and output that cannot be written.
pub fn convert(a: &ConvertRequest, found: &mut dyn FnMut(&Defect)) -> Result<Converted, Error> {
    let trace = Trace::open(&a.dir)?;
    let symbols = Symbols::open(&a.symbols)?;
    symbols.fit(trace.streams.iter().map(|s| s.name.as_str()))?;
    let naming = |stream: &str, at| symbols.name(stream, at);
    let mut damaged = false;
    let events = converters::convert(&trace, a.format, &a.out, &naming, &mut |defect| {
        damaged = true;
        found(&defect);
    });
    Ok(Converted {
        events: events.map_err(|e| Error::Unusable(e.to_string()))?,
        streams: trace.streams.len(),
        damaged,
    })
}
