//! PAPI's presets on a board, and the tightness of bounds in a run.

use super::events::of_units;
use crate::{Error, read_report};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_analyses::presets::{Preset, Presets, Support};
use trueboard_board::describe::{CoreLine, describe};
use trueboard_board::report::CoreReport;
use trueboard_board::{BoardModel, built_in, names as built_in_names, open_board};

/// The presets, and the bounds of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PresetsOf {
    /// Each preset, with its support by the counters of the board.
    pub presets: Vec<Preset>,
    /// Of a run: what the presets with an upper bound only are worth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<Bound>,
}

/// A bound by the events of one core, beside the true count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Bound {
    /// The preset.
    pub preset: String,
    /// The core.
    pub of: String,
    /// The events that form the bound as a sum.
    pub events: String,
    /// That sum.
    pub bound: i128,
    /// The true count, where a meter has it.
    #[serde(rename = "true")]
    pub truth: Option<i128>,
}

/// Meters by the names of events, for a core.
type Meters = BTreeMap<String, String>;

/// PAPI's presets on `board`; with a recorded run `of` it, the bounds, too.
///
/// # Errors
/// No such board, no table of presets for it, or a run of another board.
pub fn presets(board: &str, of: Option<&Path>) -> Result<PresetsOf, Error> {
    let board = open_board(board, &[])?;
    let name = &board.file.name;
    let Some(text) = built_in(&format!("presets/{name}.ron")) else {
        let known = built_in_names("presets").join(", ");
        return Err(Error::Unusable(format!(
            "--presets: there is no table of presets for {name}; there are: {known}"
        )));
    };
    let all = Presets::parse(text);
    let all = all.map_err(|e| Error::Unusable(format!("models/presets/{name}.ron: {e}")))?;
    let by_core = events(&board)?;
    let wrong = |(preset, name): (&str, &str)| {
        Error::Unusable(format!(
            "models/presets/{}.ron: {preset}: no event or meter is called `{name}`",
            all.board
        ))
    };
    let cores = describe(&board)?.cores;
    let event = |e: &str| by_core.values().any(|m| m.contains_key(e));
    let meter = |m: &str| cores.iter().any(|c| c.meters.contains(&m));
    if let Some(unknown) = all.unknown(event, meter).next() {
        return Err(wrong(unknown));
    }
    let bounds = match of {
        Some(path) => bounds(&board, &all, &by_core, path)?,
        None => Vec::new(),
    };
    Ok(PresetsOf {
        presets: all.presets,
        bounds,
    })
}

/// The events that each core's counters have, with their meters.
fn events(board: &BoardModel) -> Result<BTreeMap<String, Meters>, Error> {
    let unit: Meters = of_units(board)
        .into_iter()
        .map(|e| {
            let meter = e.meter.unwrap_or_default();
            (format!("{:#04x}", e.id), meter.to_owned())
        })
        .collect();
    let of = |c: CoreLine| {
        let own = c.counters.into_iter().flat_map(|e| {
            let meter = e.meter;
            // CCNT and ICNT count one thing each.
            let register = e
                .code
                .is_none()
                .then(|| (e.counter.to_owned(), meter.clone()));
            [Some((e.name.to_owned(), meter)), register]
        });
        let mut all = unit.clone();
        all.extend(own.flatten());
        (c.name, all)
    };
    Ok(describe(board)?.cores.into_iter().map(of).collect())
}

/// Every bound on every core of a run that has done something.
fn bounds(
    board: &BoardModel,
    all: &Presets,
    by_core: &BTreeMap<String, Meters>,
    path: &Path,
) -> Result<Vec<Bound>, Error> {
    let r = read_report(path)?;
    if r.board != board.file.name {
        return Err(Error::Unusable(format!(
            "--presets {}: a run of {}, not of {}",
            path.display(),
            r.board,
            board.file.name
        )));
    }
    let bounds = all.presets.iter().filter(|p| p.support == Support::Bound);
    let cores = || r.cores.iter().filter(|c| c.instructions > 0);
    let line = |p: &Preset, c: &CoreReport| {
        let meters = by_core.get(&c.name)?;
        let meter = |m: &str| c.meters.get(m).copied();
        let events = p.events_on(&c.name);
        let bound = events.value(|e| meter(meters.get(e)?))?;
        (!events.is_empty()).then(|| Bound {
            preset: p.name.clone(),
            of: c.name.clone(),
            events: events.to_string(),
            bound,
            truth: p.truth(meter),
        })
    };
    let lines = bounds.flat_map(|p| cores().filter_map(move |c| line(p, c)));
    Ok(lines.collect())
}
