//! A file in the array form of the "Trace Event Format", which the Perfetto UI and `chrome://tracing` load. Its closing
//! bracket is optional, so a trace that was cut at a line still loads.
//!
//! A row of a trace has a track of nested slices, and a track of its state. Times are microseconds with exactly three
//! decimals.

use super::TraceError;
use super::sink::{Budget, Sink};
use std::path::Path;

/// The file.
pub(crate) struct Json {
    sink: Sink,
    budget: Budget,
    first: bool,
    /// How an event of a track begins that was the last one to begin a slice, or to end one, up to its time.
    heads: [(u32, Vec<u8>); 2],
}

/// An event of a track.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark<'a> {
    /// A slice begins.
    Begin(Label<'a>),
    /// The innermost slice ends.
    End,
    /// An event at one moment.
    Instant(Label<'a>),
    /// A counter has a value, which is in the arguments.
    Counter(Label<'a>),
    /// A message of this number, which no other has, leaves in the slice that is open.
    Sent(u64),
    /// It arrives there.
    Received(u64),
}

/// What an event says: its name, its category and its arguments. What is empty is not there.
pub(crate) type Label<'a> = (&'a str, &'a str, Arguments<'a>);

/// Arguments of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arguments<'a> {
    /// None.
    No,
    /// A JSON object.
    Object(&'a str),
}

const NOTHING: Label<'_> = ("", "", Arguments::No);
const MESSAGE: Label<'_> = ("message", "message", Arguments::No);

/// What an event says of a function or handler that begins at `entry`, up to where it was called from. Most calls are of
/// functions that were called before: their text is made once.
pub(crate) fn callee(name: &str, category: &str, entry: u64) -> String {
    let name = quoted(name);
    format!(r#","name":{name},"cat":"{category}","args":{{"entry":"{entry:#x}","from":""#)
}

impl Json {
    pub(crate) fn create(path: &Path, budget: Budget) -> Result<Json, TraceError> {
        Ok(Json {
            sink: Sink::create(path)?,
            budget,
            first: true,
            heads: [b'B', b'E'].map(|phase| (0, head_of(phase, 0))),
        })
    }

    /// Bytes so far.
    pub(crate) fn size(&self) -> u64 {
        self.sink.pos()
    }

    /// Names the process that all tracks belong to.
    pub(crate) fn name_process(&mut self, name: &str) -> Result<(), TraceError> {
        self.metadata(0, "process_name", name)
    }

    /// Names a track.
    pub(crate) fn name_track(&mut self, track: u32, name: &str) -> Result<(), TraceError> {
        self.metadata(track, "thread_name", name)
    }

    /// Names the two tracks of a row.
    pub(crate) fn name_row(&mut self, row: usize, name: &str) -> Result<(), TraceError> {
        self.name_track(slices(row), name)?;
        self.name_track(states(row), &format!("{name} state"))
    }

    fn metadata(&mut self, track: u32, what: &str, name: &str) -> Result<(), TraceError> {
        let name = quoted(name);
        self.begin();
        self.sink.put_fmt(format_args!(
            r#"{{"ph":"M","pid":1,"tid":{track},"name":"{what}","args":{{"name":{name}}}}}"#
        ));
        self.end()
    }

    /// Adds an event at a time in ns.
    pub(crate) fn mark(&mut self, at: i128, track: u32, mark: Mark<'_>) -> Result<(), TraceError> {
        let (phase, (name, category, arguments)) = match mark {
            Mark::Begin(l) => (b'B', l),
            Mark::End => (b'E', NOTHING),
            Mark::Instant(l) => (b'i', l),
            Mark::Counter(l) => (b'C', l),
            Mark::Sent(_) => (b's', MESSAGE),
            Mark::Received(_) => (b'f', MESSAGE),
        };
        self.begin();
        let (sink, ns) = (&mut self.sink, at.unsigned_abs());
        sink.put(&head_of(phase, track));
        if at < 0 {
            sink.put(b"-");
        }
        // Numbers of 64 bits take the host a tenth of the time.
        let thousandths = match u64::try_from(ns) {
            Ok(ns) => {
                sink.put_number(ns / 1000);
                ns % 1000
            }
            Err(_) => {
                sink.put_number(ns / 1000);
                (ns % 1000) as u64
            }
        };
        sink.put(&decimals(thousandths));
        match mark {
            Mark::End => {
                sink.put(b"}");
                return self.end();
            }
            Mark::Instant(_) => sink.put(br#","s":"t""#),
            _ => {}
        }
        sink.put(br#","name":"#);
        sink.put_quoted(name);
        if !category.is_empty() {
            sink.put(br#","cat":""#);
            sink.put(category.as_bytes());
            sink.put(b"\"");
        }
        match arguments {
            Arguments::No => {}
            Arguments::Object(object) => {
                sink.put(br#","args":"#);
                sink.put(object.as_bytes());
            }
        }
        if let Mark::Sent(n) | Mark::Received(n) = mark {
            sink.put(br#","id":"#);
            sink.put_number(n);
        }
        if let Mark::Received(_) = mark {
            // It ends in its own slice, not in the next one.
            sink.put(br#","bp":"e""#);
        }
        sink.put(b"}");
        self.end()
    }

    /// A function or handler begins on a track at a time in ns: its [`callee`], and where it was called from.
    pub(crate) fn call(
        &mut self,
        at: u64,
        track: u32,
        callee: &str,
        from: u64,
    ) -> Result<(), TraceError> {
        self.nested(at, track, 0);
        self.sink.put(callee.as_bytes());
        self.sink.put_hex(from);
        self.sink.put(br#""}}"#);
        self.end()
    }

    /// The innermost slice of a track ends at a time in ns.
    pub(crate) fn end_slice(&mut self, at: u64, track: u32) -> Result<(), TraceError> {
        self.nested(at, track, 1);
        self.sink.put(b"}");
        self.end()
    }

    /// An event follows that begins a slice, for `kind` 0, or ends one, for 1: as far as its time. Most events are
    /// such, and of the track of the one before.
    fn nested(&mut self, at: u64, track: u32, kind: usize) {
        self.begin();
        let (of, head) = &mut self.heads[kind & 1];
        if *of != track {
            *of = track;
            *head = head_of([b'B', b'E'][kind & 1], track);
        }
        self.sink.put(head);
        self.sink.put_number(at / 1000);
        self.sink.put(&decimals(at % 1000));
    }

    /// The state of a row from here on; `before` says whether it had one.
    pub(crate) fn state(
        &mut self,
        at: i128,
        row: usize,
        name: &str,
        before: bool,
    ) -> Result<(), TraceError> {
        if before {
            self.mark(at, states(row), Mark::End)?;
        }
        self.mark(at, states(row), Mark::Begin((name, "state", Arguments::No)))
    }

    /// Ends what is open of a row, so that it is drawn to the end: so many slices, and a state.
    pub(crate) fn close_row(
        &mut self,
        at: i128,
        row: usize,
        open: usize,
        state: bool,
    ) -> Result<(), TraceError> {
        (0..open).try_for_each(|_| self.mark(at, slices(row), Mark::End))?;
        (0..usize::from(state)).try_for_each(|_| self.mark(at, states(row), Mark::End))
    }

    /// An event follows.
    fn begin(&mut self) {
        self.sink.put(if self.first { b"[\n" } else { b",\n" });
        self.first = false;
    }

    /// It is there.
    fn end(&mut self) -> Result<(), TraceError> {
        match self.sink.full() {
            true => self.sink.flush(&mut self.budget),
            false => Ok(()),
        }
    }

    /// Ends the file.
    pub(crate) fn finish(&mut self) -> Result<(), TraceError> {
        self.sink.put(if self.first { b"[\n]\n" } else { b"\n]\n" });
        self.sink.flush(&mut self.budget)
    }

    /// Repairs the file after an error: it ends behind a whole event, which the format accepts.
    pub(crate) fn mend(&mut self) {
        let _ = self.sink.flush(&mut self.budget);
    }
}

/// How an event of a track begins, up to its time.
fn head_of(phase: u8, track: u32) -> Vec<u8> {
    let phase = char::from(phase);
    format!(r#"{{"ph":"{phase}","pid":1,"tid":{track},"ts":"#).into_bytes()
}

/// Thousandths behind a point.
fn decimals(thousandths: u64) -> [u8; 4] {
    let n = thousandths as u32;
    let digit = |n: u32| b'0' + (n % 10) as u8;
    [b'.', digit(n / 100), digit(n / 10), digit(n)]
}

/// The track of a row's slices.
pub(crate) fn slices(row: usize) -> u32 {
    1 + 2 * row as u32
}

/// The track of a row's states.
fn states(row: usize) -> u32 {
    slices(row) + 1
}

/// A JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
