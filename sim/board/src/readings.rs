//! What reports call the counters that firmware read, and where it read them.

use crate::Report;
use trueboard_judge::{EventTally, Quantity};

/// Where an instruction of a core is, with its function if the report knows it.
#[must_use]
pub fn place(r: &Report, core: u8, pc: u64) -> String {
    let found = r.places.iter().find(|p| (p.core, p.pc) == (core, pc));
    found.map_or_else(|| format!("{pc:#010x}"), |p| p.place.clone())
}

/// The name of a core.
#[must_use]
pub fn core(r: &Report, id: u8) -> String {
    let found = r.cores.iter().find(|c| c.id == id);
    found.map_or_else(|| format!("core {id}"), |c| c.name.clone())
}

/// A counter; those inside a core are named by their register alone, the core stands beside it.
#[must_use]
pub fn counter(r: &Report, device: &str, register: &str) -> String {
    if r.cores.iter().any(|c| c.name == device) {
        register.to_owned()
    } else {
        format!("{device} {register}")
    }
}

/// The core or master that is counted.
#[must_use]
pub fn of(r: &Report, e: &EventTally) -> String {
    match (e.core, e.master) {
        (Some(id), _) => core(r, id),
        (None, Some(master)) => format!("master {master}"),
        (None, None) => "-".to_owned(),
    }
}

/// What is counted besides plain events, in brackets.
#[must_use]
pub fn quantity(q: Quantity) -> &'static str {
    match q {
        Quantity::Count => "",
        Quantity::Latched => " (latched)",
        Quantity::CurrentRun => " (current run)",
        Quantity::LongestRun => " (longest run)",
    }
}

/// Names a counter and what it counted.
#[must_use]
pub fn label(r: &Report, e: &EventTally) -> String {
    let mode = e
        .mode
        .as_ref()
        .map_or(String::new(), |m| format!(" in {m} mode"));
    format!(
        "counter {} {}{} of {}{mode}",
        counter(r, &e.device, &e.register),
        e.event_name,
        quantity(e.quantity),
        of(r, e)
    )
}
