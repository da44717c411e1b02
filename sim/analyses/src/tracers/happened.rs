//! What a tracer in firmware should have recorded: calls and their ends, core by core, with the spans in which the tracer
//! read its clock. Found from calls and returns alone.
//!
//! A tracer reads its clock between its last call or return and the call of the function that keeps the record. Records
//! that it makes between two events of the program belong to either of them.

use std::collections::BTreeMap;

/// The functions of a tracer.
#[derive(Clone, Copy, Debug)]
pub struct Tracer {
    /// The function that keeps a record; its caller has read the clock before.
    pub keeps: &'static str,
    /// How names of its other functions begin. Calls of these are none of the program.
    pub own: &'static [&'static str],
    /// The function that all interrupt handlers are called by.
    pub handler: &'static str,
}

/// The tracer with Extrae's calls (`firmware/gr740/extrae`).
pub const EXTRAE: Tracer = Tracer {
    keeps: "extrae_add",
    own: &["extrae_", "Extrae_", "__cyg_profile_func_"],
    handler: "trap_dispatch",
};

/// An event of a core that concerns calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control<'a> {
    /// A function is called; so many are open then.
    Call {
        /// The number of open functions and handlers, with this one.
        depth: usize,
        /// Its name.
        function: &'a str,
    },
    /// A function returns, or a handler ends; so many are open then.
    Return {
        /// The number of open functions and handlers.
        depth: usize,
    },
    /// A handler begins.
    Handler,
}

/// On which side of an event the tracer makes its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before it: a caller records a call, a callee its end.
    Before,
    /// Behind it.
    After,
}

/// A call, or its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// The function; of an end [`end_of`] it.
    pub what: String,
    /// Picoseconds.
    pub at: i64,
    /// When the tracer read its clock for it, where that is known beforehand.
    pub span: Option<(i64, i64)>,
    /// Of a call, when it ended; of an end, when the call was.
    other: Option<i64>,
    /// Which stretch of the tracer's records ends here.
    stretch: usize,
    /// It is inside of an interrupt handler.
    handled: bool,
}

/// What is said of the end of a call.
#[must_use]
pub fn end_of(function: &str) -> String {
    format!("end of {function}")
}

#[derive(Clone, Debug)]
struct Frame {
    /// Nothing for a handler that no call began.
    function: Option<String>,
    /// It belongs to an interrupt.
    handler: bool,
    /// The event of its call, if it should be recorded.
    event: Option<usize>,
}

/// A core.
#[derive(Clone, Debug)]
pub struct Happened {
    /// What should be recorded, in order.
    pub events: Vec<Event>,
    /// Events for which the tracer wrote no record, for lack of room; unknown of most tracers.
    pub dropped: Option<u64>,
    /// The tracer's records between two events of the program: when it read the clock for each.
    stretches: Vec<Vec<(i64, i64)>>,
    /// The last stretch is that behind the last event.
    fresh: bool,
    /// When interrupt handlers were running.
    handlers: Vec<(i64, i64)>,
    open: Vec<Frame>,
    handled_since: Option<i64>,
    last: i64,
    traced: bool,
}

impl Default for Happened {
    fn default() -> Happened {
        Happened {
            events: Vec::new(),
            dropped: None,
            stretches: vec![Vec::new()],
            fresh: false,
            handlers: Vec::new(),
            open: Vec::new(),
            handled_since: None,
            last: 0,
            traced: false,
        }
    }
}

impl Event {
    /// Of an event of which it is known beforehand when the tracer read its clock, if it did.
    #[must_use]
    pub fn read(what: &str, at: i64, span: Option<(i64, i64)>) -> Event {
        Event {
            what: what.to_owned(),
            at,
            span,
            ..Event::default()
        }
    }
}

impl Happened {
    /// A core with these events; the tracer wrote no record of `dropped` others, if that is known.
    #[must_use]
    pub fn of(events: Vec<Event>, dropped: Option<u64>) -> Happened {
        Happened {
            events,
            dropped,
            ..Happened::default()
        }
    }

    /// The spans in which the tracer read its clock for the record of an event, if it made one that is known. Of a tracer
    /// whose functions are unknown it is the time between a call and its end.
    #[must_use]
    pub fn spans(&self, event: &Event, side: Side) -> Vec<(i64, i64)> {
        if let Some(span) = event.span {
            return vec![span];
        }
        if event.handled {
            return Vec::new();
        }
        if !self.is_traced() {
            let inside = match side {
                Side::After => event
                    .other
                    .filter(|end| *end >= event.at)
                    .map(|end| (event.at, end)),
                Side::Before => event
                    .other
                    .filter(|call| *call <= event.at)
                    .map(|call| (call, event.at)),
            };
            return inside.into_iter().collect();
        }
        let at = event.stretch + usize::from(side == Side::After);
        self.stretches.get(at).cloned().unwrap_or_default()
    }

    /// Whether the core was in an interrupt handler.
    #[must_use]
    pub fn handled(&self, at: i64) -> bool {
        let i = self.handlers.partition_point(|h| h.0 <= at);
        let in_one = |h: &(i64, i64)| at <= h.1;
        i.checked_sub(1)
            .and_then(|i| self.handlers.get(i))
            .is_some_and(in_one)
            || self.handled_since.is_some_and(|since| since <= at)
    }

    /// A function that keeps records was called.
    #[must_use]
    pub fn is_traced(&self) -> bool {
        self.traced
    }

    fn in_handler(&self) -> bool {
        self.handled_since.is_some()
    }

    /// Closes frames, which ends their calls; the innermost first.
    fn close(&mut self, at: i64, depth: usize) {
        while self.open.len() > depth
            && let Some(frame) = self.open.pop()
        {
            if frame.handler && !self.open.iter().any(|f| f.handler) {
                let since = self.handled_since.take();
                self.handlers.extend(since.map(|since| (since, at)));
            }
            if let Some(i) = frame.event
                && let Some(call) = self.events.get_mut(i)
            {
                call.other = Some(at);
                let (called, what) = (call.at, end_of(&call.what));
                self.event(at, what, Some(called));
            }
        }
    }

    fn event(&mut self, at: i64, what: String, other: Option<i64>) {
        let handled = self.in_handler();
        self.events.push(Event {
            what,
            at,
            span: None,
            other,
            stretch: self.stretches.len() - 1,
            handled,
        });
        if !handled {
            self.stretches.push(Vec::new());
            self.fresh = true;
        }
    }

    /// The tracer keeps a record, for which it read its clock since the last call or return.
    fn keep(&mut self, at: i64) {
        let span = (self.last, at);
        self.traced = true;
        if !self.in_handler()
            && let Some(stretch) = self.stretches.last_mut()
        {
            stretch.push(span);
        }
    }

    /// Something of the program happens: what the tracer records from now on belongs to it.
    fn boundary(&mut self) {
        let used = self.fresh || self.stretches.last().is_none_or(|s| !s.is_empty());
        if used && !self.in_handler() {
            self.stretches.push(Vec::new());
            self.fresh = false;
        }
    }

    fn enter_handler(&mut self, at: i64) {
        self.open.push(Frame {
            function: None,
            handler: true,
            event: None,
        });
        self.handled_since.get_or_insert(at);
    }
}

/// Follows the cores of a run.
pub struct Following<'a> {
    tracer: Tracer,
    wanted: &'a dyn Fn(&str, &str) -> Option<String>,
    cores: BTreeMap<u8, Happened>,
}

impl<'a> Following<'a> {
    /// Follows what `tracer` should record: `wanted` says what a call of a function by another one is called.
    #[must_use]
    pub fn new(tracer: Tracer, wanted: &'a dyn Fn(&str, &str) -> Option<String>) -> Following<'a> {
        Following {
            tracer,
            wanted,
            cores: BTreeMap::new(),
        }
    }

    /// Takes an event of a core, in order of time (picoseconds).
    pub fn step(&mut self, core: u8, at: i64, control: Control<'_>) {
        let c = self.cores.entry(core).or_default();
        let was_in_handler = c.in_handler();
        match control {
            Control::Call { depth, function } => {
                let below = depth.saturating_sub(1);
                c.close(at, below);
                // A level that no event told of is a handler's.
                while c.open.len() < below {
                    c.enter_handler(at);
                }
                let handler = function == self.tracer.handler;
                if handler {
                    c.handled_since.get_or_insert(at);
                }
                let caller = c.open.last().and_then(|f| f.function.as_deref());
                let wanted = (self.wanted)(function, caller.unwrap_or("?"));
                if function == self.tracer.keeps {
                    c.keep(at);
                } else if let Some(what) = wanted.clone() {
                    c.event(at, what, None);
                } else if !own(self.tracer, function) {
                    c.boundary();
                }
                c.open.push(Frame {
                    function: Some(function.to_owned()),
                    handler,
                    event: wanted.map(|_| c.events.len() - 1),
                });
            }
            Control::Return { depth } => {
                let names = c.open.get(depth..).unwrap_or_default();
                let names: Vec<&str> = names.iter().filter_map(|f| f.function.as_deref()).collect();
                let own = names.iter().all(|f| own(self.tracer, f));
                let events = c.events.len();
                c.close(at, depth);
                if !own && !was_in_handler && c.events.len() == events {
                    c.boundary();
                }
            }
            Control::Handler => c.enter_handler(at),
        }
        // The clock may have been read before a handler came.
        if !c.in_handler() && !was_in_handler {
            c.last = at;
        }
    }

    /// The cores.
    #[must_use]
    pub fn end(self) -> BTreeMap<u8, Happened> {
        self.cores
    }
}

fn own(tracer: Tracer, function: &str) -> bool {
    tracer.own.iter().any(|prefix| function.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(function: &str, _: &str) -> Option<String> {
        ["work", "body"]
            .contains(&function)
            .then(|| function.to_owned())
    }

    /// Steps of core 0, a nanosecond apart: `+f` calls, `-` returns, `!` begins a handler, `*` ends one.
    fn follow(text: &str) -> Happened {
        let mut f = Following::new(EXTRAE, &wanted);
        let mut depth = 0;
        for (i, word) in text.split(' ').enumerate() {
            let control = match word.strip_prefix('+') {
                Some(function) => {
                    depth += 1;
                    Control::Call { depth, function }
                }
                None if word == "!" => {
                    depth += 1;
                    Control::Handler
                }
                None => {
                    depth -= 1;
                    Control::Return { depth }
                }
            };
            f.step(0, 1000 * i as i64, control);
        }
        f.end().remove(&0).expect("the core")
    }

    #[test]
    fn a_record_belongs_to_the_events_beside_it() {
        // A wrapper records its call and its end, with a function of the program in between.
        let text = "+main +work +extrae_record +extrae_add - - +real - +extrae_record +extrae_add - - - +more -";
        let h = follow(text);
        let names: Vec<&str> = h.events.iter().map(|e| e.what.as_str()).collect();
        assert_eq!(names, ["work", "end of work"]);
        let [begin, end] = &h.events[..] else {
            panic!()
        };
        assert_eq!(h.spans(begin, Side::After), [(2000, 3000)]);
        assert_eq!(h.spans(begin, Side::Before), []);
        assert_eq!(h.spans(end, Side::Before), [(8000, 9000)]);
        assert_eq!(h.spans(end, Side::After), []);
        assert!(h.is_traced());
    }

    #[test]
    fn a_caller_records_before_and_behind() {
        let record = "+extrae_record +extrae_add - -";
        let h = follow(&format!(
            "+member {record} {record} +body +x - - {record} -"
        ));
        assert_eq!(
            h.spans(&h.events[0], Side::Before),
            [(1000, 2000), (5000, 6000)]
        );
        assert_eq!(h.spans(&h.events[1], Side::After), [(13000, 14000)]);
    }

    #[test]
    fn a_handler_keeps_its_records_and_ends_no_stretch() {
        let h = follow("+main +work ! +on_tick +extrae_add - - - +extrae_record +extrae_add - - -");
        assert_eq!(h.spans(&h.events[0], Side::After), [(8000, 9000)]);
        let in_it = [1, 2, 5, 7, 8].map(|us| h.handled(1000 * us));
        assert_eq!(in_it, [false, true, true, true, false]);
        // Without events of handlers the depth of their calls tells of them.
        let mut f = Following::new(EXTRAE, &wanted);
        let call = |depth, function| Control::Call { depth, function };
        f.step(0, 1, call(1, "main"));
        f.step(0, 2, call(3, "on_tick"));
        f.step(0, 3, call(4, "extrae_add"));
        f.step(0, 4, Control::Return { depth: 3 });
        f.step(0, 5, Control::Return { depth: 2 });
        f.step(0, 6, call(2, "x"));
        let h = f.end().remove(&0).expect("the core");
        assert!(h.is_traced() && h.handled(3) && !h.handled(7) && !h.handled(1));
        // A trace of calls alone does not count handlers as levels.
        let h = follow(
            "+main +work +trap_dispatch +on_tick +extrae_add - - - +extrae_record +extrae_add - - -",
        );
        assert_eq!(h.spans(&h.events[0], Side::After), [(8000, 9000)]);
        assert!(h.handled(4000) && !h.handled(8000));
        let h = follow("+main +work +extrae_record +trap_dispatch +on_tick - - +extrae_add - - -");
        assert_eq!(h.spans(&h.events[0], Side::After), [(2000, 7000)]);
    }

    #[test]
    fn a_return_past_several_functions_ends_them_all() {
        let mut f = Following::new(EXTRAE, &wanted);
        let call = |depth, function| Control::Call { depth, function };
        f.step(0, 1, call(1, "main"));
        f.step(0, 2, call(2, "work"));
        f.step(0, 3, call(3, "body"));
        f.step(0, 4, Control::Return { depth: 1 });
        let h = f.end().remove(&0).expect("the core");
        let names: Vec<&str> = h.events.iter().map(|e| e.what.as_str()).collect();
        assert_eq!(names, ["work", "body", "end of body", "end of work"]);
    }
}
