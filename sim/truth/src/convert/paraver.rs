//! Paraver: a thread per row. Functions and states as in [`crate::write`]; every other event is a
//! type of its own, with the value 1, and a type per field of its payload with the field's value.
//! Texts are numbered and named in the `.pcf`.

use super::rows::{Happening, Rows, origin};
use super::{ConvertError, each};
use crate::read::ctf::{Defect, Event, Label, Trace, Type, Value};
use crate::write::pcf::{self, Numbers};
use crate::write::sink::{Budget, Sink};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

const BEFORE_END: &str = "#Paraver (01/01/2000 at 00:00):";
/// User functions, as Extrae numbers them.
const FUNCTION: u32 = 60_000_019;
/// Classes of events from here, so many numbers for each.
const EVENTS: u32 = 48_000_000;
const PER_EVENT: u32 = 100;
/// States that are not Paraver's own from here.
const OTHER_STATE: u8 = 40;

const STATES: &[pcf::State] = &[
    (0, "Idle", "{117,195,255}"),
    (1, "Running", "{0,0,255}"),
    (2, "Not created", "{255,255,255}"),
    (32, "Error mode", "{255,0,0}"),
    (OTHER_STATE, "Other", "{192,224,0}"),
];

pub(super) fn convert(
    trace: &Trace,
    out: &Path,
    damaged: &mut dyn FnMut(Defect),
) -> Result<u64, ConvertError> {
    // The header has the number of rows: the trace is read twice.
    let mut rows = Rows::new(trace);
    let mut first = None;
    each(trace, &mut |_| (), &mut |event| {
        rows.row(event);
        first.get_or_insert(event.ns());
        Ok(())
    })?;
    rows.sort();
    let mut p = Paraver {
        sink: Sink::create(&out.with_extension("prv"))?,
        origin: origin(trace, first.unwrap_or(0)),
        functions: Numbers::default(),
        classes: BTreeMap::new(),
        open: vec![(0, None); rows.rows.len()],
        last: 0,
    };
    p.head(&rows);
    let events = each(trace, damaged, &mut |event| {
        let (row, happening) = rows.step(event);
        p.event(row, event, &happening)
    })?;
    p.finish()?;
    pcf::replace(&out.with_extension("pcf"), &p.labels())?;
    pcf::replace(&out.with_extension("row"), &row_names(&rows))?;
    Ok(events)
}

struct Paraver {
    sink: Sink,
    origin: i128,
    functions: Numbers,
    /// Number of each class of events by stream class and id, its name, and its fields with how
    /// their values are named.
    classes: BTreeMap<(u64, u64), Class>,
    /// Of every row: where the end of its open state stands, and that state.
    open: Vec<(u64, Option<u8>)>,
    last: u128,
}

struct Class {
    base: u32,
    name: String,
    fields: Vec<(String, Names)>,
}

/// How the values of a field are named.
enum Names {
    None,
    Texts(Numbers),
    Labels(Vec<(u64, String)>),
}

impl Paraver {
    fn head(&mut self, rows: &Rows) {
        let n = rows.rows.len().max(1);
        let head = format!("{BEFORE_END}{:020}_ns:1({n}):1:1({n}:1),0\n", 0);
        self.sink.put(head.as_bytes());
        // Until an event says otherwise a row is running.
        for row in 0..rows.rows.len() {
            self.open_state(row, 0, 1);
        }
    }

    fn open_state(&mut self, row: usize, at: u128, state: u8) {
        let head = format!("1:{0}:1:1:{0}:{at}:", row + 1);
        if let Some(open) = self.open.get_mut(row) {
            *open = (self.sink.pos() + head.len() as u64, Some(state));
        }
        self.sink
            .put(format!("{head}{at:020}:{state}\n").as_bytes());
    }

    fn state(&mut self, row: usize, at: u128, state: u8) -> Result<(), ConvertError> {
        if let Some(&(end, open)) = self.open.get(row) {
            if open == Some(state) {
                return Ok(());
            }
            self.sink.patch(end, format!("{at:020}").as_bytes())?;
        }
        self.open_state(row, at, state);
        Ok(())
    }

    fn event(
        &mut self,
        row: usize,
        event: &Event,
        happening: &Happening,
    ) -> Result<(), ConvertError> {
        // Times before the origin cannot be said.
        let ns = event.ns().saturating_sub(self.origin).max(0).unsigned_abs();
        self.last = self.last.max(ns);
        let mut line = format!("2:{0}:1:1:{0}:{ns}", row + 1);
        match happening {
            Happening::State(name, _) => return self.state(row, ns, state_number(name)),
            Happening::Enter(name) => {
                let value = self.functions.of(name);
                let _ = write!(line, ":{FUNCTION}:{value}");
            }
            Happening::Leave(n) => {
                for _ in 0..*n {
                    let _ = write!(line, ":{FUNCTION}:0");
                }
            }
            Happening::Moment => self.moment(&mut line, event),
        }
        line.push('\n');
        self.sink.put(line.as_bytes());
        if self.sink.full() {
            self.sink.flush(&mut Budget(None))?;
        }
        Ok(())
    }

    fn moment(&mut self, line: &mut String, event: &Event) {
        let next = self.classes.len() as u32;
        let key = (event.packet.class.id, event.id());
        let class = self.classes.entry(key).or_insert_with(|| Class {
            base: EVENTS.saturating_add(next.saturating_mul(PER_EVENT)),
            name: event.name().to_owned(),
            fields: event
                .payload()
                .map(|f| (f.name.to_owned(), names(f.ty)))
                .collect(),
        });
        let _ = write!(line, ":{}:1", class.base);
        let fields = event.payload().zip(&mut class.fields);
        for (i, (f, (_, names))) in (1..PER_EVENT).zip(fields) {
            let value = match (f.value, names) {
                (Value::Text(t), Names::Texts(numbers)) => i128::from(numbers.of(t)),
                // Parts of a unit are lost: values are integers.
                (Value::Float(v), _) => *v as i128,
                (other, _) => match other.integer() {
                    Some(v) => v,
                    None => continue,
                },
            };
            // Values are signed 64-bit numbers.
            let _ = write!(line, ":{}:{}", class.base + i, value as i64);
        }
    }

    fn finish(&mut self) -> Result<(), ConvertError> {
        let end = format!("{:020}", self.last);
        self.sink.patch(BEFORE_END.len() as u64, end.as_bytes())?;
        for (at, _) in std::mem::take(&mut self.open) {
            self.sink.patch(at, end.as_bytes())?;
        }
        Ok(self.sink.flush(&mut Budget(None))?)
    }

    fn labels(&self) -> String {
        let mut s = pcf::head(STATES);
        let numbered = |n: &Numbers| (1u64..).zip(n.names.iter().cloned()).collect::<Vec<_>>();
        let mut functions = vec![(0, "End".to_owned())];
        functions.extend(numbered(&self.functions));
        pcf::block(&mut s, &[(0, FUNCTION, "User function")], &functions);
        for class in self.classes.values() {
            let one = [(1, class.name.clone())];
            pcf::block(&mut s, &[(6, class.base, &class.name)], &one);
            for (i, (name, values)) in (1..PER_EVENT).zip(&class.fields) {
                let name = format!("{}: {name}", class.name);
                let values = match values {
                    Names::None => Vec::new(),
                    Names::Texts(numbers) => numbered(numbers),
                    Names::Labels(labels) => labels.clone(),
                };
                pcf::block(&mut s, &[(6, class.base + i, &name)], &values);
            }
        }
        s
    }
}

/// Of an enumeration those values that the `.pcf` can have.
fn names(ty: &Type) -> Names {
    let label = |l: &Label| {
        let value = u64::try_from(l.first).ok()?;
        (value <= i32::MAX as u64).then(|| (value, l.name.clone()))
    };
    match ty {
        Type::Enum(e) => Names::Labels(e.labels.iter().filter_map(label).collect()),
        Type::Text => Names::Texts(Numbers::default()),
        Type::Array(a) if a.of.is_character() => Names::Texts(Numbers::default()),
        _ => Names::None,
    }
}

fn state_number(name: &str) -> u8 {
    match name.to_ascii_lowercase().as_str() {
        "idle" => 0,
        "running" => 1,
        "held" => 2,
        "error" => 32,
        _ => OTHER_STATE,
    }
}

fn row_names(rows: &Rows) -> String {
    let n = rows.rows.len();
    let mut s = String::new();
    for level in ["CPU", "THREAD"] {
        let _ = writeln!(s, "LEVEL {level} SIZE {n}");
        for row in &rows.rows {
            let _ = writeln!(s, "{}", pcf::label(&row.name));
        }
        s.push('\n');
    }
    s
}
