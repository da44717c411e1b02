//! Meters, and the events that the counters of a board count.

use crate::Error;
use serde::Serialize;
use trueboard_board::core_meters;
use trueboard_board::describe::{CoreLine, CounterEvent, describe, unit_events};
use trueboard_board::{BoardModel, open_board};
use trueboard_core::meter::{BusMeter, CacheMeter, MASTER_DEFS, MeterDef, Unit};

/// A meter: what the simulator counts, whether firmware can or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Meter {
    /// Core, bus, bus master or cache.
    pub of: &'static str,
    /// Its name in reports.
    pub name: &'static str,
    /// The unit of its number.
    pub unit: Unit,
    /// The counted quantity, in a sentence.
    pub doc: &'static str,
}

/// An event that a statistics unit (L4STAT) counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Event {
    /// Its number in the unit's registers.
    pub id: u8,
    /// Its name.
    pub name: &'static str,
    /// The unit of its number.
    pub unit: Unit,
    /// The meter that counts it, too.
    pub meter: Option<&'static str>,
    /// The counted quantity, in a sentence.
    pub doc: &'static str,
}

/// Meters and counter events.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Dictionary {
    /// All meters; with a board, those that it has.
    pub meters: Vec<Meter>,
    /// Events of the statistics units of a board.
    pub pmu_events: Vec<Event>,
    /// Events of the counters inside the cores.
    pub core_counters: Vec<CoreCounters>,
}

/// Cores with equal counters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CoreCounters {
    /// Their names.
    pub cores: Vec<String>,
    /// Events of their counters.
    pub events: Vec<CounterEvent>,
}

/// The meters, and the events of the counters of `board` (name or `.ron` file).
///
/// # Errors
/// [`Error::Input`]: no such board, or a file that is no board.
pub fn events(board: Option<&str>) -> Result<Dictionary, Error> {
    let board = board.map(|b| open_board(b, &[])).transpose()?;
    let cores = match &board {
        Some(b) => describe(b)?.cores,
        None => Vec::new(),
    };
    let line = |of: &'static str, d: &'static MeterDef| Meter {
        of,
        name: d.name,
        unit: d.unit,
        doc: d.doc,
    };
    let of = |of: &'static str, defs: &'static [MeterDef]| defs.iter().map(move |d| line(of, d));
    let shared_caches = board.as_ref().is_none_or(|b| !b.file.caches.is_empty());
    let has = |name: &str| cores.is_empty() || cores.iter().any(|c| c.meters.contains(&name));
    Ok(Dictionary {
        meters: core_meters()
            .into_iter()
            .filter(|m| has(m.name))
            .map(|m| line("core", m))
            .chain(of("bus", BusMeter::DEFS))
            .chain(of("bus master", MASTER_DEFS))
            .chain(of("cache", CacheMeter::DEFS).filter(|_| shared_caches))
            .collect(),
        pmu_events: board.as_ref().map(of_units).unwrap_or_default(),
        core_counters: core_counters(cores),
    })
}

/// The counter events of the board's statistics units, if it has any.
pub(super) fn of_units(board: &BoardModel) -> Vec<Event> {
    let event = |e: &'static trueboard_periph_l4stat::Event| Event {
        id: e.id,
        name: e.name,
        unit: e.unit,
        meter: e.class.meter(),
        doc: e.doc,
    };
    unit_events(board).iter().map(event).collect()
}

/// The counters of `cores`, those with equal ones together.
fn core_counters(cores: Vec<CoreLine>) -> Vec<CoreCounters> {
    let mut out: Vec<CoreCounters> = Vec::new();
    for core in cores.into_iter().filter(|c| !c.counters.is_empty()) {
        match out.iter_mut().find(|o| o.events == core.counters) {
            Some(o) => o.cores.push(core.name),
            None => out.push(CoreCounters {
                cores: vec![core.name],
                events: core.counters,
            }),
        }
    }
    out
}
