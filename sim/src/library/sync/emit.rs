//! All traces as one, on the reference clock.

use super::load::Loaded;
use crate::Error;
use std::path::Path;
use trueboard_clocksync::affine::{Affine, Converter, whole};
use trueboard_clocksync::merge::merge;
use trueboard_clocksync::network::Network;
use trueboard_clocksync::pairs::Pair;
use trueboard_clocksync::report::Merged;
use trueboard_trace::read::ctf::Clock;
use trueboard_trace::write::retimed::Retimed;

/// Writes the trace; `say` gets a line for each event that is left out. Its clock is the reference, subdivided so that it ticks at least as fast as
/// every other one: no two events become simultaneous by conversion alone.
pub fn write(
    dir: &Path,
    loaded: &Loaded,
    network: &Network,
    pairs: &[Pair],
    say: &mut dyn FnMut(&str),
) -> Result<Merged, Error> {
    let root = &loaded.sources[network.root];
    let fastest = loaded
        .sources
        .iter()
        .map(|s| s.clock.freq)
        .max()
        .unwrap_or(1);
    let parts = fastest.div_ceil(root.clock.freq.max(1));
    let too_far = |name: &str| {
        Error::Unusable(format!(
            "{name}: its times do not fit into 63 bits of the reference clock"
        ))
    };
    let mut times = Vec::new();
    for (source, line) in loaded.sources.iter().zip(&network.to_root) {
        let line = match line {
            Some(line) => line.clone(),
            // Nothing is known but what the metadata says.
            None => source
                .ns()
                .then(&root.ns().inverse().unwrap_or_else(Affine::identity)),
        };
        let finer = line.then(&Affine {
            slope: whole(parts),
            offset: whole(0),
        });
        let converter = Converter::new(&finer);
        let convert = |v: &i64| converter.as_ref().and_then(|c| c.convert(*v));
        let converted: Option<Vec<i64>> = source.values.iter().map(convert).collect();
        times.push(converted.ok_or_else(|| too_far(&source.name))?);
    }
    let merged = merge(&times, pairs);
    for e in &merged.events {
        times[e.clock][e.index] = e.time;
    }
    // Values of a clock are not negative: it begins at the first event if that is before its 0.
    let origin = i128::from(root.origin) * i128::from(parts);
    let first = merged
        .events
        .iter()
        .map(|e| i128::from(e.time))
        .min()
        .unwrap_or(0);
    let shift = (-(origin + first)).max(0);
    let offset = i128::from(root.clock.offset) * i128::from(parts) - shift;
    let clock = Clock {
        description: match parts {
            1 => format!("clock of {}", root.name),
            _ => format!("clock of {}, each tick in {parts} parts", root.name),
        },
        freq: root
            .clock
            .freq
            .checked_mul(parts)
            .ok_or_else(|| too_far(&root.name))?,
        offset: i64::try_from(offset).map_err(|_| too_far(&root.name))?,
        ..root.clock.clone()
    };
    let names = loaded.trace_names();
    let traces: Vec<_> = names.into_iter().zip(&loaded.traces).collect();
    let fail = |e: trueboard_trace::TraceError| Error::Unusable(e.to_string());
    let mut out = Retimed::create(dir, &clock, &traces).map_err(fail)?;
    let mut next = vec![0; times.len()];
    for (number, trace) in loaded.traces.iter().enumerate() {
        // What cannot be read was reported when the trace was read first.
        for event in trace.events().flatten() {
            let Some(source) = loaded.source(number, &event) else {
                continue;
            };
            let Some(&time) = times[source].get(next[source]) else {
                return Err(Error::Unusable(format!(
                    "{}: the trace grew while it was read; wait until its writer has ended",
                    trace.path.display()
                )));
            };
            next[source] += 1;
            let time = u64::try_from(i128::from(time) + origin + shift);
            let time = time.map_err(|_| too_far(&loaded.sources[source].name))?;
            if let Some(why) = out.event(number, &event, time).map_err(fail)? {
                let (name, event) = (&loaded.sources[source].name, event.name());
                say(&format!("{name}: event `{event}`: {why}; it is left out"));
            }
        }
    }
    out.finish().map_err(fail)?;
    Ok(Merged {
        events: merged.events.len(),
        hz: clock.freq,
        moved: merged.moved,
        farthest_ns: merged.farthest as f64 * 1e9 / clock.freq as f64,
        contradictions: merged.contradictions,
    })
}
