//! JSON in the array form of the "Trace Event Format", as [`crate::write`] has it: a row per
//! stream or thread with its functions as slices, a row with its states, all else as instants with
//! the fields of the payload. Numbers beyond 2^53 and hexadecimal ones are text, since readers
//! keep numbers as doubles.

use super::rows::{Happening, Rows, origin};
use super::{ConvertError, each};
use crate::read::ctf::{Base, Defect, Event, FieldView, Trace, Type};
use crate::write::sink::{Budget, Sink};
use std::fmt::Write;
use std::path::Path;

/// Integers up to here are exact as doubles.
const EXACT: i128 = 1 << 53;

pub(super) fn convert(
    trace: &Trace,
    out: &Path,
    damaged: &mut dyn FnMut(Defect),
) -> Result<u64, ConvertError> {
    let mut p = Perfetto {
        sink: Sink::create(out)?,
        line: String::new(),
        named: 0,
        first: true,
    };
    let mut rows = Rows::new(trace);
    let mut begin = None;
    let mut last = 0;
    let events = each(trace, damaged, &mut |event| {
        let begin = *begin.get_or_insert_with(|| origin(trace, event.ns()));
        last = event.ns().saturating_sub(begin);
        let (row, happening) = rows.step(event);
        p.name_rows(&rows)?;
        p.event(row, last, event, happening)
    })?;
    p.finish(&rows, last)?;
    Ok(events)
}

struct Perfetto {
    sink: Sink,
    line: String,
    /// Rows whose names were written.
    named: usize,
    first: bool,
}

impl Perfetto {
    fn put(&mut self, line: &str) -> Result<(), ConvertError> {
        self.sink.put(if self.first { b"[\n" } else { b",\n" });
        self.first = false;
        self.sink.put(line.as_bytes());
        if self.sink.full() {
            self.sink.flush(&mut Budget(None))?;
        }
        Ok(())
    }

    fn name_rows(&mut self, rows: &Rows) -> Result<(), ConvertError> {
        while let Some(row) = rows.rows.get(self.named) {
            for (tid, name) in [
                (tid(self.named), row.name.clone()),
                (tid(self.named) + 1, format!("{} state", row.name)),
            ] {
                let name = serde_json::Value::from(name);
                self.put(&format!(
                    r#"{{"ph":"M","pid":1,"tid":{tid},"name":"thread_name","args":{{"name":{name}}}}}"#
                ))?;
            }
            self.named += 1;
        }
        Ok(())
    }

    fn event(
        &mut self,
        row: usize,
        ns: i128,
        event: &Event,
        happening: Happening,
    ) -> Result<(), ConvertError> {
        let tid = tid(row);
        match happening {
            Happening::Enter(name) => {
                let tail = format!(
                    r#","name":{},"args":{}"#,
                    serde_json::Value::from(name),
                    arguments(event)
                );
                self.one('B', ns, tid, &tail)
            }
            Happening::Leave(n) => (0..n).try_for_each(|_| self.one('E', ns, tid, "")),
            Happening::State(name, before) => {
                let tail = format!(r#","name":{},"cat":"state""#, serde_json::Value::from(name));
                // The state before lasted to here; the first one has none before it.
                if before {
                    self.one('E', ns, tid + 1, "")?;
                }
                self.one('B', ns, tid + 1, &tail)
            }
            Happening::Moment => {
                let name = serde_json::Value::from(event.name());
                let tail = format!(r#","s":"t","name":{name},"args":{}"#, arguments(event));
                self.one('i', ns, tid, &tail)
            }
        }
    }

    fn one(&mut self, ph: char, ns: i128, tid: usize, tail: &str) -> Result<(), ConvertError> {
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        let sign = if ns < 0 { "-" } else { "" };
        let ns = ns.unsigned_abs();
        // Writing to a string cannot fail.
        let _ = write!(
            line,
            "{{\"ph\":\"{ph}\",\"pid\":1,\"tid\":{tid},\"ts\":{sign}{}.{:03}{tail}}}",
            ns / 1000,
            ns % 1000
        );
        let done = self.put(&line);
        self.line = line;
        done
    }

    /// Slices that are still open are ended with the last event.
    fn finish(mut self, rows: &Rows, last: i128) -> Result<(), ConvertError> {
        for (i, row) in rows.rows.iter().enumerate() {
            for _ in &row.stack {
                self.one('E', last, tid(i), "")?;
            }
            if row.state.is_some() {
                self.one('E', last, tid(i) + 1, "")?;
            }
        }
        self.sink.put(if self.first { b"[\n]\n" } else { b"\n]\n" });
        Ok(self.sink.flush(&mut Budget(None))?)
    }
}

fn tid(row: usize) -> usize {
    1 + 2 * row
}

/// The payload as an object.
fn arguments(event: &Event) -> String {
    let mut s = String::from("{");
    for (i, f) in event.payload().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(
            s,
            "{comma}{}:{}",
            serde_json::Value::from(f.name),
            argument(&f)
        );
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
