//! `trueboard events`: the dictionary.

use super::boards::{EventLine, pmu_events};
use super::{Failure, print, print_json};
use crate::cli::Events;
use serde::Serialize;
use std::fmt::Write;
use trueboard_board::open_board;
use trueboard_core::meter::{BusMeter, CacheMeter, CoreMeter, MASTER_DEFS, MeterDef, Unit};

#[derive(Serialize)]
struct Meter {
    of: &'static str,
    name: &'static str,
    unit: Unit,
    doc: &'static str,
}

#[derive(Serialize)]
struct Dictionary {
    meters: Vec<Meter>,
    pmu_events: Vec<EventLine>,
}

pub fn run(a: &Events) -> Result<u8, Failure> {
    let of = |of: &'static str, defs: &'static [MeterDef]| {
        defs.iter().map(move |d| Meter {
            of,
            name: d.name,
            unit: d.unit,
            doc: d.doc,
        })
    };
    let d = Dictionary {
        meters: of("core", CoreMeter::DEFS)
            .chain(of("bus", BusMeter::DEFS))
            .chain(of("bus master", MASTER_DEFS))
            .chain(of("cache", CacheMeter::DEFS))
            .collect(),
        pmu_events: match &a.board {
            Some(b) => pmu_events(&open_board(b, &[])?),
            None => Vec::new(),
        },
    };
    if a.json {
        print_json(&d)?;
        return Ok(0);
    }
    let mut s = String::new();
    let mut last = "";
    for m in &d.meters {
        if m.of != last {
            let _ = writeln!(
                s,
                "{}meters of a {}",
                if last.is_empty() { "" } else { "\n" },
                m.of
            );
            last = m.of;
        }
        let _ = writeln!(s, "  {} [{}]\n      {}", m.name, unit(m.unit), m.doc);
    }
    if !d.pmu_events.is_empty() {
        s += "\ncounter events (L4STAT)\n";
        for e in &d.pmu_events {
            let meter = e.meter.map_or(String::new(), |m| format!(", meter {m}"));
            let _ = writeln!(
                s,
                "  {:#04x} {} [{}{meter}]\n      {}",
                e.id,
                e.name,
                unit(e.unit),
                e.doc
            );
        }
    }
    print(&s)?;
    Ok(0)
}

fn unit(u: Unit) -> &'static str {
    match u {
        Unit::Count => "count",
        Unit::Cycles => "cycles",
        Unit::Bytes => "bytes",
    }
}
