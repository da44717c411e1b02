//! Rows that viewers draw from events: a row per stream, or per thread where events name one, with nested functions and
//! successive states.
//!
//! Two events make a function when they are `call` and `return`, or when their names differ only in the ending:
//! `entry`, `enter` or `begin` against `exit`, `leave` or `end` (`lttng_ust_cyg_profile:func_entry` and `…:func_exit`,
//! `phase_begin` and `phase_end`). An event `task` with a number `task` switches to the row of that task; 0 is the
//! initial task. With `new` the task begins, with the function that the event names. An event `task_switch` with
//! addresses of functions in its fields `from` and `to`, 0 for idle, sets the state.

use super::Naming;
use crate::read::ctf::{Event, FieldView, Metadata, Trace, Type};
use std::borrow::Cow;
use std::collections::BTreeMap;

const BEGINS: [&str; 4] = ["entry", "enter", "begin", "call"];
const ENDS: [&str; 4] = ["exit", "leave", "end", "return"];
/// Fields that name a function, by text and by address.
const NAMES: [&str; 3] = ["function", "name", "func"];
const ADDRESSES: [&str; 3] = ["addr", "to", "fn"];
/// The event of a task that continues, and its fields.
const TASK: &str = "task";
const NEW: &str = "new";
/// The event of a switch of tasks.
const SWITCH: &str = "task_switch";
/// Fields of the context of a stream's events that tell threads from each other.
const THREADS: [&str; 4] = ["vtid", "tid", "thread", "task"];

/// What an event means on its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Happening {
    /// So many functions end, and this one begins.
    Enter(usize, String),
    /// So many functions end.
    Leave(usize),
    /// The state of the row from here on, and whether it had one before.
    State(String, bool),
    /// Another task runs: the one before, this one, and whether the row had a state before.
    Switch(String, String, bool),
    /// An event at one moment.
    Moment,
}

#[derive(Clone, Debug)]
enum Role {
    /// The name where events have none.
    Enter(String),
    Leave,
    Task,
    Switch,
    Moment,
}

/// A row.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub name: String,
    /// Functions that are open, outermost first.
    pub stack: Vec<Open>,
    pub state: Option<String>,
}

/// A function that is open.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub name: String,
    /// Levels of the stack from its begin on, where events say that.
    depth: Option<u64>,
}

impl Row {
    /// The place of the first function that cannot be open with so many levels of the stack.
    fn first_deeper(&self, levels: u64) -> usize {
        let deeper = |f: &Open| f.depth.is_some_and(|d| d > levels);
        self.stack
            .iter()
            .position(deeper)
            .unwrap_or(self.stack.len())
    }
}

/// The rows of a trace, in order of appearance.
#[derive(Clone)]
pub(crate) struct Rows<'a> {
    pub rows: Vec<Row>,
    by_key: BTreeMap<(usize, Option<String>), usize>,
    /// By class of streams and of events.
    roles: BTreeMap<(u64, u64), Role>,
    streams: Vec<String>,
    /// By stream: the task under way and its function, if that is not what the stream began with.
    tasks: BTreeMap<usize, (String, String)>,
    naming: Naming<'a>,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(trace: &Trace, naming: Naming<'a>) -> Rows<'a> {
        Rows {
            rows: Vec::new(),
            by_key: BTreeMap::new(),
            roles: roles(&trace.metadata),
            streams: trace.streams.iter().map(|s| s.name.clone()).collect(),
            tasks: BTreeMap::new(),
            naming,
        }
    }

    /// The row of an event.
    pub(crate) fn row(&mut self, event: &Event) -> usize {
        let stream = event.stream();
        let role = self.roles.get(&(event.packet.class.id, event.id()));
        if let Some((Role::Task, task)) = role.zip(task_number(event)) {
            match task {
                0 => self.tasks.remove(&stream),
                _ => {
                    let function = event.field("function").and_then(|f| f.text());
                    let function = function.unwrap_or_default().into_owned();
                    self.tasks.insert(stream, (task.to_string(), function))
                }
            };
        }
        let thread = THREADS.iter().find_map(|t| event.context_text(t));
        // States are those of the core.
        let of_task = self.tasks.get(&stream);
        let of_task = of_task.filter(|_| state(event).is_none());
        let key = (stream, thread.or_else(|| Some(of_task?.0.clone())));
        if let Some(&row) = self.by_key.get(&key) {
            return row;
        }
        let stream = self.streams.get(stream).map_or("", String::as_str);
        let name = match (&key.1, of_task) {
            (Some(task), Some((number, function))) if task == number => {
                format!("{stream} task {task}: {function}")
            }
            (Some(thread), _) => format!("{stream} thread {thread}"),
            (None, _) => stream.to_owned(),
        };
        self.rows.push(Row {
            name,
            stack: Vec::new(),
            state: None,
        });
        self.by_key.insert(key, self.rows.len() - 1);
        self.rows.len() - 1
    }

    /// Puts the rows in the order of their streams and threads; none may have an open function.
    pub(crate) fn sort(&mut self) {
        let at = self.by_key.values_mut().zip(0..);
        let order = at.map(|(row, new)| std::mem::replace(row, new));
        let sorted: Vec<Row> = order.filter_map(|i| self.rows.get(i).cloned()).collect();
        self.rows = sorted;
        self.tasks.clear();
    }

    /// What an event means, and on which row.
    pub(crate) fn step(&mut self, event: &Event) -> (usize, Happening) {
        let at = self.row(event);
        let role = self.roles.get(&(event.packet.class.id, event.id()));
        let role = role.unwrap_or(&Role::Moment);
        let stream = self.streams.get(event.stream()).map_or("", String::as_str);
        let function = |event| function(event, stream, self.naming);
        let Some(row) = self.rows.get_mut(at) else {
            return (at, Happening::Moment);
        };
        let happening = match role {
            Role::Enter(stem) => {
                let name = function(event).unwrap_or_else(|| stem.clone());
                let depth = depth(event);
                // Functions that a foreign return has ended.
                let open = row.stack.len();
                let left = depth.map_or(open, |d| row.first_deeper(d.saturating_sub(1)));
                row.stack.truncate(left);
                row.stack.push(Open {
                    name: name.clone(),
                    depth,
                });
                Happening::Enter(open - left, name)
            }
            Role::Leave => {
                let open = row.stack.len();
                let named = function(event);
                let named = named.and_then(|n| row.stack.iter().rposition(|f| f.name == n));
                let deeper = depth(event).map(|d| row.first_deeper(d));
                // One that is known is left with all that is above it, and those below that jumped there; else the newest.
                let left = match (named, deeper) {
                    (Some(named), Some(deeper)) => named.min(deeper),
                    (Some(left), None) | (None, Some(left)) => left,
                    (None, None) => open.saturating_sub(1),
                };
                row.stack.truncate(left);
                match open - left {
                    0 => Happening::Moment,
                    n => Happening::Leave(n),
                }
            }
            Role::Task if event.field(NEW).and_then(|f| f.unsigned()) == Some(1) => {
                let name = function(event).unwrap_or_default();
                let first = Open {
                    name: name.clone(),
                    depth: Some(1),
                };
                let ended = std::mem::replace(&mut row.stack, vec![first]);
                Happening::Enter(ended.len(), name)
            }
            Role::Task => Happening::Moment,
            Role::Switch => {
                let task = |field| task(event, field, stream, self.naming);
                match task("from").zip(task("to")) {
                    Some((from, to)) => {
                        let before = row.state.replace(to.clone());
                        Happening::Switch(from, to, before.is_some())
                    }
                    None => Happening::Moment,
                }
            }
            Role::Moment => match state(event) {
                Some(state) => {
                    let before = row.state.replace(state.clone());
                    Happening::State(state, before.is_some())
                }
                None => Happening::Moment,
            },
        };
        (at, happening)
    }
}

fn roles(metadata: &Metadata) -> BTreeMap<(u64, u64), Role> {
    let mut roles = BTreeMap::new();
    for s in &metadata.streams {
        let has = |stem: &str, ends: &[&str; 4], at: usize| {
            let wanted = ends.get(at).map(|end| format!("{stem}{end}"));
            s.events.values().any(|e| Some(&e.name) == wanted.as_ref())
        };
        for e in s.events.values() {
            let stem = |ends: &[&str; 4]| {
                let end = ends.iter().position(|end| e.name.ends_with(end))?;
                let stem = e.name.strip_suffix(ends.get(end)?)?;
                // `call` and `return` as whole names only: `syscall` ends otherwise.
                let part = stem.is_empty() || (end < 3 && stem.ends_with(['_', ':', '-', '.']));
                part.then_some(stem)
            };
            let paired = |stem: &str, ends| (0..4).any(|i| has(stem, ends, i));
            let role = if let Some(stem) = stem(&BEGINS).filter(|s| paired(s, &ENDS)) {
                let plain = stem.trim_end_matches(['_', ':', '-', '.']);
                Role::Enter(plain.to_owned())
            } else if stem(&ENDS).is_some_and(|s| paired(s, &BEGINS)) {
                Role::Leave
            } else if e.name == SWITCH {
                Role::Switch
            } else if e.name == TASK {
                Role::Task
            } else {
                Role::Moment
            };
            roles.insert((s.id, e.id), role);
        }
    }
    roles
}

/// The function that an event of a stream names.
fn function(event: &Event, stream: &str, naming: Naming<'_>) -> Option<String> {
    let text = |n: &&str| Some(event.field(n)?.text()?.into_owned());
    let address = |n: &&str| {
        let at = event.field(n)?.unsigned()?;
        Some(naming(stream, at).unwrap_or_else(|| format!("{at:#x}")))
    };
    NAMES
        .iter()
        .find_map(text)
        .or_else(|| ADDRESSES.iter().find_map(address))
}

/// How many levels the stack has behind a call or return.
fn depth(event: &Event) -> Option<u64> {
    let says = matches!(event.name(), "call" | "return");
    event.field("depth").filter(|_| says)?.unsigned()
}

/// The number of the task that continues, if the event names one, and whether it is new.
fn task_number(event: &Event) -> Option<u64> {
    event.field(NEW)?.unsigned()?;
    event.field(TASK)?.unsigned()
}

/// The task that a field of a switch names by the address of its function.
fn task(event: &Event, field: &str, stream: &str, naming: Naming<'_>) -> Option<String> {
    let at = event.field(field)?.unsigned()?;
    let name = || naming(stream, at).unwrap_or_else(|| format!("{at:#x}"));
    Some(if at == 0 { "idle".to_owned() } else { name() })
}

/// A state: an event with one enumeration called `state` as payload.
fn state(event: &Event) -> Option<String> {
    let mut fields = event.payload();
    let only = fields.next().filter(|f| f.name == "state")?;
    match (only.ty, fields.next()) {
        (Type::Enum(_), None) => Some(only.text().map_or("?".to_owned(), Cow::into_owned)),
        _ => None,
    }
}

impl Event {
    /// A field of the context of the stream's events, as text.
    fn context_text(&self, name: &str) -> Option<String> {
        let [_, (ty, value), _, _] = self.scopes();
        let field = FieldView::in_scope(ty, value, name)?;
        let text = field.text().map(Cow::into_owned);
        text.or_else(|| field.integer().map(|n| n.to_string()))
    }
}

/// The time from which a viewer counts: 0 where no clock has an offset, since the times are then
/// near it; else the earliest time, as viewers keep times as doubles.
pub(crate) fn origin(trace: &Trace, earliest: i128) -> i128 {
    let plain = |c: &crate::read::ctf::Clock| c.offset_s == 0 && c.offset == 0;
    if trace.metadata.clocks.iter().all(plain) {
        0
    } else {
        earliest
    }
}
