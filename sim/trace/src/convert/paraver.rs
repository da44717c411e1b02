//! Paraver: a thread per row. Functions and states as in [`crate::write`]. Every other event is a type of its own with
//! the value 1, and each field of its payload a type with the field's value. Texts are numbered, and the `.pcf` names
//! them.

use super::rows::{Happening, Rows, origin};
use super::{ConvertError, Naming, each};
use crate::read::ctf::{Defect, Event, Label, Trace, Type, Value};
use crate::write::pcf::{self, Numbers};
use crate::write::prv::{FUNCTION, Prv};
use crate::write::sink::Budget;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Classes of events from here, so many numbers for each.
const EVENTS: u32 = 48_000_000;
const PER_EVENT: u32 = 100;
const RUNNING: u8 = 1;
/// States that are not Paraver's own.
const OTHER: pcf::State = (40, "Other", "{192,224,0}");

pub(crate) fn convert(
    trace: &Trace,
    out: &Path,
    naming: Naming<'_>,
    damaged: &mut dyn FnMut(Defect),
) -> Result<u64, ConvertError> {
    // The header has the number of rows: the trace is read twice.
    let mut rows = Rows::new(trace, naming);
    let mut first = None;
    each(trace, &mut |_| (), &mut |event| {
        rows.row(event);
        first.get_or_insert(event.ns());
        Ok(())
    })?;
    rows.sort();
    // Until an event says otherwise a row is running.
    let (prv, n) = (out.with_extension("prv"), rows.rows.len());
    let mut p = Paraver {
        prv: Prv::create(&prv, Budget(None), n, RUNNING, 1)?,
        origin: origin(trace, first.unwrap_or(0)),
        functions: Numbers::default(),
        classes: BTreeMap::new(),
    };
    let events = each(trace, damaged, &mut |event| {
        let (row, happening) = rows.step(event);
        p.event(row, event, &happening)
    })?;
    p.prv.finish()?;
    pcf::replace(&out.with_extension("pcf"), &p.labels())?;
    pcf::replace(&out.with_extension("row"), &row_names(&rows))?;
    Ok(events)
}

struct Paraver {
    prv: Prv,
    origin: i128,
    functions: Numbers,
    /// Number of each class of events by stream class and id, its name, and its fields with how
    /// their values are named.
    classes: BTreeMap<(u64, u64), Class>,
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
    fn event(
        &mut self,
        row: usize,
        event: &Event,
        happening: &Happening,
    ) -> Result<(), ConvertError> {
        // Times before the origin cannot be said.
        let ns = event.ns().saturating_sub(self.origin).max(0);
        let ns = u64::try_from(ns).unwrap_or(u64::MAX);
        self.prv.advance(ns)?;
        let pairs = match happening {
            Happening::State(name, _) => return self.state(row, ns, state_number(name)),
            Happening::Switch(from, to, _) => {
                // Which task runs is in the event.
                self.state(row, ns, u8::from(to != "idle"))?;
                self.switch(event, from, to)
            }
            Happening::Leave(n) => vec![(FUNCTION, 0); *n],
            Happening::Enter(ended, name) => {
                let mut pairs = vec![(FUNCTION, 0); *ended];
                pairs.push((FUNCTION, self.functions.of(name) as i64));
                pairs
            }
            Happening::Moment => self.moment(event),
        };
        self.prv.event(Some(row), ns, &pairs);
        Ok(())
    }

    fn state(&mut self, row: usize, ns: u64, state: u8) -> Result<(), ConvertError> {
        if self.prv.open(row).is_none_or(|(open, _)| open != state) {
            self.prv.state(row, ns, state)?;
        }
        Ok(())
    }

    /// The types of a switch of tasks; its fields are names.
    fn switch(&mut self, event: &Event, from: &str, to: &str) -> Vec<(u32, i64)> {
        let class = self.class(event);
        let mut pairs = vec![(class.base, 1)];
        for (i, (name, names)) in (1..PER_EVENT).zip(&mut class.fields) {
            let task = match name.as_str() {
                "from" => from,
                "to" => to,
                _ => continue,
            };
            if !matches!(names, Names::Texts(_)) {
                *names = Names::Texts(Numbers::default());
            }
            if let Names::Texts(numbers) = names {
                pairs.push((class.base + i, numbers.of(task) as i64));
            }
        }
        pairs
    }

    fn class(&mut self, event: &Event) -> &mut Class {
        let next = self.classes.len() as u32;
        let key = (event.packet.class.id, event.id());
        self.classes.entry(key).or_insert_with(|| Class {
            base: EVENTS.saturating_add(next.saturating_mul(PER_EVENT)),
            name: event.name().to_owned(),
            fields: event
                .payload()
                .map(|f| (f.name.to_owned(), names(f.ty)))
                .collect(),
        })
    }

    /// The type of an event and those of its fields, with their values.
    fn moment(&mut self, event: &Event) -> Vec<(u32, i64)> {
        let class = self.class(event);
        let mut pairs = vec![(class.base, 1)];
        let fields = event.payload().zip(&mut class.fields);
        for (i, (f, (_, names))) in (1..PER_EVENT).zip(fields) {
            let value = match (f.value, names) {
                (Value::Text(_), Names::Texts(numbers)) => {
                    i128::from(numbers.of(&f.text().unwrap_or_default()))
                }
                // Parts of a unit are lost: values are integers.
                (Value::Float(v), _) => *v as i128,
                (other, _) => match other.integer() {
                    Some(v) => v,
                    None => continue,
                },
            };
            // Values are signed 64-bit numbers.
            pairs.push((class.base + i, value as i64));
        }
        pairs
    }

    fn labels(&self) -> String {
        let mut s = pcf::head(&[pcf::STATES, &[OTHER]].concat());
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
        _ => OTHER.0,
    }
}

fn row_names(rows: &Rows<'_>) -> String {
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
