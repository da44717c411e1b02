//! Perfetto: a row per stream or thread with its functions as slices, a row with its states, and all other events as
//! instants with their fields. Numbers beyond 2^53 and hexadecimal ones are text, since readers keep numbers as
//! doubles.

use super::rows::{Happening, Rows, origin};
use super::{ConvertError, Naming, each};
use crate::read::ctf::{Base, Defect, Event, FieldView, Trace, Type};
use crate::write::TraceError as WriteError;
use crate::write::json::{Arguments, Json, Mark, quoted, slices};
use crate::write::sink::Budget;
use std::fmt::Write;
use std::path::Path;

/// Integers up to here are exact as doubles.
const EXACT: i128 = 1 << 53;

pub(crate) fn convert(
    trace: &Trace,
    out: &Path,
    naming: Naming<'_>,
    damaged: &mut dyn FnMut(Defect),
) -> Result<u64, ConvertError> {
    let mut json = Json::create(out, Budget(None))?;
    let mut rows = Rows::new(trace, naming);
    let mut named = 0;
    let mut begin = None;
    let mut last = 0;
    let events = each(trace, damaged, &mut |event| {
        let begin = *begin.get_or_insert_with(|| origin(trace, event.ns()));
        last = event.ns().saturating_sub(begin);
        let (row, happening) = rows.step(event);
        for (i, new) in rows.rows.iter().enumerate().skip(named) {
            json.name_row(i, &new.name)?;
        }
        named = rows.rows.len();
        Ok(put(&mut json, row, last, event, &happening)?)
    })?;
    // Slices that are still open are ended with the last event.
    for (i, row) in rows.rows.iter().enumerate() {
        json.close_row(last, i, row.stack.len(), row.state.is_some())?;
    }
    json.finish()?;
    Ok(events)
}

fn put(
    json: &mut Json,
    row: usize,
    at: i128,
    event: &Event,
    happening: &Happening,
) -> Result<(), WriteError> {
    match happening {
        Happening::Leave(n) => (0..*n).try_for_each(|_| json.mark(at, slices(row), Mark::End)),
        Happening::Enter(ended, name) => {
            (0..*ended).try_for_each(|_| json.mark(at, slices(row), Mark::End))?;
            let arguments = arguments(event);
            let label = (name.as_ref(), "", Arguments::Object(&arguments));
            json.mark(at, slices(row), Mark::Begin(label))
        }
        // The state before lasted to here; the first one has none before it.
        Happening::State(name, before) => json.state(at, row, name, *before),
        Happening::Switch(from, to, before) => {
            json.state(at, row, to, *before)?;
            let (from, to) = (quoted(from), quoted(to));
            let named = format!("{{\"from\":{from},\"to\":{to}}}");
            let label = (event.name(), "", Arguments::Object(&named));
            json.mark(at, slices(row), Mark::Instant(label))
        }
        Happening::Moment => {
            let arguments = arguments(event);
            let label = (event.name(), "", Arguments::Object(&arguments));
            json.mark(at, slices(row), Mark::Instant(label))
        }
    }
}

/// The payload as an object.
fn arguments(event: &Event) -> String {
    let mut s = String::from("{");
    for (i, f) in event.payload().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(s, "{comma}{}:{}", quoted(f.name), argument(&f));
    }
    s.push('}');
    s
}

fn argument(f: &FieldView<'_>) -> String {
    match (f.ty, f.integer()) {
        (Type::Int(i), Some(v)) if i.base == Base::Hexadecimal && v >= 0 => {
            format!("\"{v:#x}\"")
        }
        (Type::Int(_), Some(v)) if v.abs() > EXACT => format!("\"{v}\""),
        // A value that JSON cannot have is none.
        _ => serde_json::to_string(f).unwrap_or_else(|_| "null".to_owned()),
    }
}
