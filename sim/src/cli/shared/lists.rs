//! Lists of names for help texts, made of the types that have them.

use trueboard::analysis::analysis::by_name;
use trueboard::internals::board::FactClass;
use trueboard::internals::check::Check;
use trueboard::internals::trace::{Format, Place};

/// The trace formats, in a help text.
pub fn formats() -> String {
    Format::list("or")
}

/// The places of traces by format, in a help text.
pub fn places() -> String {
    let place = |format: Format| match format.place() {
        Place::Directory => format!("a directory for {format}"),
        Place::Files([extension, ..]) => format!("a .{extension} file for {format}"),
        Place::Files([]) => format!("a file for {format}"),
    };
    let places: Vec<String> = Format::all().map(place).collect();
    format!("Where it goes: {}", places.join(", "))
}

/// The kinds of events in traces, in a help text.
pub fn events() -> String {
    FactClass::ALL
        .iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(",")
}

/// The checks of firmware, in a help text.
pub fn checks() -> String {
    Check::ALL.map(Check::name).join(",")
}

/// The analyses that are asked for by name, in a help text.
pub fn analyses() -> String {
    let all = by_name().map(|(row, _)| format!("{} ({})", row.name, row.about));
    all.collect::<Vec<_>>().join(", ")
}
