//! Tracepoints of barectf that were called, with the spans in which they read their clock: from the calls of a core and
//! the reads of its timer.
//!
//! A tracepoint of version 3 reads the clock between its entry and the header of its record, one of version 2 in that
//! header. Without such a read its stamp is of an earlier moment, and nothing is known of it.

use super::happened::{Control, Event, Happened};
use super::observe::{Role, Stamped};
use std::collections::BTreeMap;

/// A tracepoint that has not returned.
#[derive(Clone, Debug)]
struct Open {
    /// Levels of calls, with its own.
    depth: usize,
    what: String,
    /// When the timer was read first.
    read: Option<i64>,
    /// Its call among all.
    call: usize,
    /// The record whose header is being written, and the levels of that call.
    header: Option<(usize, usize)>,
}

#[derive(Clone, Debug, Default)]
struct Core {
    open: Vec<Open>,
    /// Records that were written.
    records: Vec<Event>,
    /// All calls, which are records where it is unknown which are.
    calls: Vec<Event>,
    records_known: bool,
}

impl Core {
    /// Calls end down to so many levels.
    fn close(&mut self, at: i64, depth: usize) {
        while self.open.last().is_some_and(|o| o.depth > depth)
            && let Some(o) = self.open.pop()
        {
            let read = o.read.map(|read| (read, at));
            if let Some(call) = self.calls.get_mut(o.call) {
                call.span = read;
            }
        }
        let open = self.open.last_mut();
        let ended = open.and_then(|o| o.header.take_if(|h| h.1 > depth));
        let record = ended.and_then(|(record, _)| self.records.get_mut(record));
        if let Some((_, to)) = record.and_then(|r| r.span.as_mut()) {
            *to = at;
        }
    }
}

/// Follows the tracepoints of all cores.
pub struct Tracepoints<'a> {
    events: &'a dyn Fn(&str) -> Option<String>,
    cores: BTreeMap<u8, Core>,
}

impl<'a> Tracepoints<'a> {
    /// Follows tracepoints; `events` says which event the function of a tracepoint records.
    #[must_use]
    pub fn new(events: &'a dyn Fn(&str) -> Option<String>) -> Tracepoints<'a> {
        Tracepoints {
            events,
            cores: BTreeMap::new(),
        }
    }

    /// Takes an event of a core, in order of time (picoseconds).
    pub fn step(&mut self, core: u8, at: i64, control: Control<'_>) {
        let c = self.cores.entry(core).or_default();
        let (depth, function) = match control {
            Control::Call { depth, function } => (depth, function),
            Control::Return { depth } => return c.close(at, depth),
            Control::Handler => return,
        };
        c.close(at, depth.saturating_sub(1));
        match Role::of(function) {
            Some(Role::Tracepoint) => {
                let Some(what) = (self.events)(function) else {
                    return;
                };
                c.calls.push(Event::read(&what, at, None));
                c.open.push(Open {
                    depth,
                    what,
                    read: None,
                    call: c.calls.len() - 1,
                    header: None,
                });
            }
            Some(Role::Init) => *c = Core::default(),
            Some(Role::Record(stamped)) => {
                c.records_known = true;
                let Some(o) = c.open.last_mut() else {
                    return;
                };
                let span = match stamped {
                    Stamped::Before => o.read.map(|read| (read, at)),
                    Stamped::Within => {
                        o.header = Some((c.records.len(), depth));
                        None
                    }
                };
                c.records.push(Event::read(&o.what, at, span));
            }
            None => {}
        }
    }

    /// The timer of a core's tracer was read.
    pub fn read(&mut self, core: u8, at: i64) {
        let Some(c) = self.cores.get_mut(&core) else {
            return;
        };
        let Some(o) = c.open.last_mut() else { return };
        o.read.get_or_insert(at);
        if let Some(record) = o.header.and_then(|(record, _)| c.records.get_mut(record)) {
            record.span.get_or_insert((at, at));
        }
    }

    /// What should be in the trace, by core.
    #[must_use]
    pub fn end(self) -> BTreeMap<u8, Happened> {
        let one = |(core, c): (u8, Core)| {
            let called = c.calls.len() as u64;
            let (events, dropped) = match c.records_known {
                true => {
                    let dropped = called.saturating_sub(c.records.len() as u64);
                    (c.records, Some(dropped))
                }
                false => (c.calls, None),
            };
            (core, Happened::of(events, dropped))
        };
        self.cores.into_iter().map(one).collect()
    }
}

/// Which of these events the function of a tracepoint records: `barectf_STREAM_trace_EVENT`.
pub fn event_of<'a>(function: &str, events: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let of = |e: &&str| {
        let rest = function.strip_suffix(*e);
        rest.is_some_and(|rest| rest.ends_with("_trace_"))
    };
    events.filter(of).max_by_key(|e| e.len())
}

#[cfg(test)]
mod tests {
    use super::super::happened::Side;
    use super::*;

    fn events(function: &str) -> Option<String> {
        event_of(function, ["work", "trace_work"].into_iter()).map(str::to_owned)
    }

    fn call(depth: usize, function: &str) -> Control<'_> {
        Control::Call { depth, function }
    }

    #[test]
    fn records_have_the_spans_of_their_clock_and_the_rest_was_dropped() {
        let mut t = Tracepoints::new(&events);
        let (trace, back) = ("_barectf_default_trace_work", |depth| Control::Return {
            depth,
        });
        t.step(0, 10, call(2, trace));
        t.read(0, 12);
        t.read(0, 13);
        t.step(0, 15, call(3, "__serialize_er_header_default"));
        t.step(0, 18, back(2));
        t.step(0, 20, back(1));
        t.step(0, 30, call(2, trace));
        t.step(0, 35, back(1));
        // Version 2 reads the clock in the header.
        t.step(0, 40, call(2, trace));
        t.read(0, 41);
        t.step(0, 42, call(3, "_serialize_stream_event_header_default"));
        t.read(0, 44);
        t.step(0, 47, back(2));
        t.step(0, 50, back(1));
        // Its clock is held: it was read before.
        t.step(0, 60, call(2, trace));
        t.step(0, 65, call(3, "__serialize_er_header_default"));
        t.step(0, 70, back(1));
        let h = t.end().remove(&0).expect("the core");
        let spans: Vec<_> = h.events.iter().map(|e| h.spans(e, Side::After)).collect();
        assert_eq!(spans, [vec![(12, 15)], vec![(44, 47)], vec![]]);
        assert_eq!(h.dropped, Some(1));
    }

    #[test]
    fn where_records_are_unknown_all_calls_are_some() {
        let mut t = Tracepoints::new(&events);
        t.step(0, 10, call(2, "_barectf_default_trace_work"));
        t.read(0, 12);
        t.step(0, 20, Control::Return { depth: 1 });
        let h = t.end().remove(&0).expect("the core");
        assert_eq!((h.events.len(), h.dropped), (1, None));
        assert_eq!(h.spans(&h.events[0], Side::After), [(12, 20)]);
    }

    #[test]
    fn names_of_events_may_hold_that_of_others() {
        let of = |f| events(f);
        assert_eq!(
            of("barectf_x_trace_trace_work").as_deref(),
            Some("trace_work")
        );
        assert_eq!(of("barectf_trace_demo_trace_work").as_deref(), Some("work"));
        assert_eq!(of("barectf_x_trace_rest"), None);
    }
}
