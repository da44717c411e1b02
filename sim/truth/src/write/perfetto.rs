//! JSON in the array form of the Chrome "Trace Event Format", which the Perfetto UI loads: the
//! closing bracket is optional there, so a trace is loadable wherever it was cut at a line.
//!
//! Every core has a track of functions and handlers (nested slices) and a track of its state; messages
//! between cores are flows from slice to slice;
//! every device a track of register accesses, lines and console text; use of buses, power and
//! temperature are counters. Times are microseconds with exactly three decimals, from ticks by
//! integer arithmetic. Addresses are text: readers keep numbers as doubles.

use super::messages::Messages;
use super::sink::{Budget, Sink};
use super::{Backend, TraceError};
use crate::context::TraceContext;
use crate::stack::{Change, Frame, FrameKind, ShadowStack};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use trueboard_core::device::DevId;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;

/// Thread ids: cores count by two (functions, state), devices follow.
const DEVICE_TID: u32 = 1000;
/// Longest console line before it is shown without its end.
const CONSOLE_LINE: usize = 256;

pub(super) struct Perfetto {
    cx: TraceContext,
    sink: Sink,
    budget: Budget,
    cores: Vec<Core>,
    console: BTreeMap<Source, Vec<u8>>,
    messages: Messages,
    /// The line in the making.
    line: String,
}

struct Core {
    stack: ShadowStack,
    state: Option<CoreState>,
}

impl Perfetto {
    pub(super) fn create(path: &Path, cx: &TraceContext) -> Result<Perfetto, TraceError> {
        let core = |_: &String| Core {
            stack: ShadowStack::new(cx.options.stack_limit),
            state: None,
        };
        let mut p = Perfetto {
            sink: Sink::create(path)?,
            budget: Budget(cx.options.max_bytes),
            cores: cx.cores.iter().map(core).collect(),
            console: BTreeMap::new(),
            messages: Messages::default(),
            line: String::new(),
            cx: cx.clone(),
        };
        p.sink.put(b"[\n");
        let mut tracks = vec![("process_name", 0, cx.board.clone())];
        for (i, name) in cx.cores.iter().enumerate() {
            tracks.push(("thread_name", function_tid(i as u8), name.clone()));
            tracks.push((
                "thread_name",
                function_tid(i as u8) + 1,
                format!("{name} state"),
            ));
        }
        for d in &cx.devices {
            tracks.push(("thread_name", device_tid(d.id), d.name.clone()));
        }
        for (i, (what, tid, name)) in tracks.iter().enumerate() {
            let comma = if i == 0 { "" } else { ",\n" };
            let line = format!(
                r#"{comma}{{"ph":"M","pid":1,"tid":{tid},"name":"{what}","args":{{"name":{}}}}}"#,
                quoted(name)
            );
            p.sink.put(line.as_bytes());
        }
        Ok(p)
    }

    /// Adds one event; `tail` is its members after the time, each with a comma before it.
    fn event(&mut self, ph: char, at: Tick, tid: u32, tail: &str) -> Result<(), TraceError> {
        let ns = self.cx.ns(at);
        self.line.clear();
        // Writing to a string cannot fail.
        let _ = write!(
            self.line,
            ",\n{{\"ph\":\"{ph}\",\"pid\":1,\"tid\":{tid},\"ts\":{}.{:03}{tail}}}",
            ns / 1000,
            ns % 1000
        );
        self.sink.put(self.line.as_bytes());
        if self.sink.full() {
            self.sink.flush(&mut self.budget)?;
        }
        Ok(())
    }

    fn core_fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        let core = match fact.source {
            Source::Core(c) if usize::from(c) < self.cores.len() => c,
            other => return Err(TraceError::Unknown(self.cx.source(other).into_owned())),
        };
        let tid = function_tid(core);
        if let FactKind::State(state) = fact.kind {
            if self.cores[usize::from(core)].state.replace(state).is_some() {
                self.event('E', fact.at, tid + 1, "")?;
            }
            let name = state_name(state);
            return self.event(
                'B',
                fact.at,
                tid + 1,
                &format!(r#","name":"{name}","cat":"state""#),
            );
        }
        match fact.kind {
            FactKind::Sent { key, to, .. } => {
                let n = self.messages.sent(core, to, key);
                return self.event('s', fact.at, tid, &flow(n));
            }
            FactKind::Received { key, from } => {
                let Some(n) = self.messages.received(from, core, key) else {
                    return Ok(());
                };
                // It ends in the slice that it stands in, not in the next one.
                let tail = format!("{},\"bp\":\"e\"", flow(n));
                return self.event('f', fact.at, tid, &tail);
            }
            _ => {}
        }
        let changes = self.cores[usize::from(core)]
            .stack
            .step(&fact.kind)
            .to_vec();
        changes.iter().try_for_each(|change| match change {
            Change::Leave(_) => self.event('E', fact.at, tid, ""),
            Change::Enter(frame) => {
                let tail = self.slice(core, frame);
                self.event('B', fact.at, tid, &tail)
            }
        })
    }

    fn slice(&self, core: u8, frame: &Frame) -> String {
        let (name, cat) = match frame.kind {
            FrameKind::Function => (self.cx.function(core, frame.entry).into_owned(), "function"),
            FrameKind::Trap(tt) => (self.cx.trap(tt), "trap"),
            FrameKind::Interrupt(level) => (format!("interrupt {level}"), "interrupt"),
        };
        format!(
            r#","name":{},"cat":"{cat}","args":{{"entry":"{:#x}","from":"{:#x}"}}"#,
            quoted(&name),
            frame.entry,
            frame.site
        )
    }

    fn access(&mut self, fact: &Fact) -> Result<(), TraceError> {
        let (what, core, pc, offset, value) = match fact.kind {
            FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            } => ("read", core, pc, offset, value),
            FactKind::RegWrite {
                core,
                pc,
                offset,
                value,
            } => ("write", core, pc, offset, value),
            _ => return Ok(()),
        };
        let tail = format!(
            r#","s":"t","name":{},"cat":"register","args":{{"core":{core},"offset":"{offset:#x}","value":{value},"pc":"{pc:#x}","function":{}}}"#,
            quoted(&format!("{what} {}", self.cx.register(fact.source, offset))),
            quoted(&self.cx.function(core, pc)),
        );
        self.event('i', fact.at, source_tid(fact.source), &tail)
    }

    fn counter(
        &mut self,
        fact: &Fact,
        what: &str,
        unit: &str,
        value: &str,
    ) -> Result<(), TraceError> {
        let name = quoted(&format!("{} {what}", self.cx.source(fact.source)));
        let tail = format!(r#","name":{name},"args":{{"{unit}":{value}}}"#);
        self.event('C', fact.at, 0, &tail)
    }

    /// Console bytes are shown a line at a time.
    fn console(&mut self, at: Tick, source: Source, byte: u8) -> Result<(), TraceError> {
        let line = self.console.entry(source).or_default();
        if byte != b'\n' {
            line.push(byte);
        }
        if byte == b'\n' || line.len() >= CONSOLE_LINE {
            self.show_console(at, source)?;
        }
        Ok(())
    }

    fn show_console(&mut self, at: Tick, source: Source) -> Result<(), TraceError> {
        let bytes = self.console.remove(&source).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let tail = format!(
            r#","s":"t","name":{},"cat":"console""#,
            quoted(text.trim_end_matches('\r'))
        );
        self.event('i', at, source_tid(source), &tail)
    }
}

impl Backend for Perfetto {
    fn size(&self) -> u64 {
        self.sink.pos()
    }

    fn fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        match fact.kind {
            FactKind::RegRead { .. } | FactKind::RegWrite { .. } => self.access(fact),
            FactKind::Line { pin, level } => {
                let tail = format!(
                    r#","s":"t","name":"line {pin} = {}","cat":"line""#,
                    u8::from(level)
                );
                self.event('i', fact.at, source_tid(fact.source), &tail)
            }
            FactKind::Console { byte } => self.console(fact.at, fact.source, byte),
            FactKind::BusUse { used, cycles } => {
                let ppm = u128::from(used) * 1_000_000 / u128::from(cycles.max(1));
                let percent = format!("{}.{:04}", ppm / 10_000, ppm % 10_000);
                self.counter(fact, "use", "percent", &percent)
            }
            FactKind::Power { uw } => self.counter(fact, "power", "microwatt", &uw.to_string()),
            FactKind::Temperature { mc } => {
                self.counter(fact, "temperature", "millidegree_c", &mc.to_string())
            }
            _ => self.core_fact(fact),
        }
    }

    /// Slices that are still open are ended, so that they are drawn to the end of the run.
    fn finish(&mut self, end: Tick) -> Result<(), TraceError> {
        let waiting: Vec<Source> = self.console.keys().copied().collect();
        for source in waiting {
            self.show_console(end, source)?;
        }
        for c in 0..self.cores.len() {
            let tid = function_tid(c as u8);
            for _ in 0..self.cores[c].stack.frames().len() {
                self.event('E', end, tid, "")?;
            }
            if self.cores[c].state.is_some() {
                self.event('E', end, tid + 1, "")?;
            }
        }
        self.sink.put(b"\n]\n");
        self.sink.flush(&mut self.budget)
    }

    /// The file ends behind a whole event, which is all that the format asks.
    fn mend(&mut self) {
        let _ = self.sink.flush(&mut self.budget);
    }
}

/// What ties the two ends of a message together.
fn flow(number: u64) -> String {
    format!(r#","name":"message","cat":"message","id":{number}"#)
}

fn function_tid(core: u8) -> u32 {
    1 + 2 * u32::from(core)
}

fn device_tid(device: DevId) -> u32 {
    DEVICE_TID + u32::from(device.0)
}

fn source_tid(source: Source) -> u32 {
    match source {
        Source::Device(d) => device_tid(d),
        Source::Core(c) => function_tid(c),
        Source::Bus(_) | Source::Board => 0,
    }
}

fn state_name(state: CoreState) -> &'static str {
    match state {
        CoreState::Held => "held",
        CoreState::Running => "running",
        CoreState::Idle => "idle",
        CoreState::Error => "error",
    }
}

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
