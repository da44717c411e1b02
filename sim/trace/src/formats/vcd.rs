//! Value Change Dump (IEEE 1364, clause 18): a run as signals, for GTKWave and Surfer.
//!
//! The times are picoseconds. A module per core has its state, the function and the handler that it executes, the
//! level of the interrupt that it handles, its task and the number of its messages. A module per bus has its use in
//! percent. A module per device has its output lines, the registers that firmware accessed and the last line of the
//! console. Power and temperature are signals of the board. States and names are strings, as GTKWave added them to the
//! format.
//!
//! A signal is declared with its first value, in room that the header keeps for declarations. The file is complete at
//! every moment. What finds no room in the header is shown by the string `more`, as `module.signal=value`.

use crate::context::TraceContext;
use crate::convert::rows::{Happening as Of, Row, Rows, origin};
use crate::convert::{ConvertError, Naming, each};
use crate::read::ctf::{Defect, Trace};
use crate::write::sink::{Budget, Sink};
use crate::write::timeline::{Happening, Timeline};
use crate::write::{Access, Backend, TraceError};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_analyses::stack::{Frame, FrameKind};
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;

/// Bytes of the header for declarations: about a thousand signals.
const ROOM: usize = 64 * 1024;
/// Longest console line before it is shown without its end.
const CONSOLE_LINE: usize = 256;
/// The signal of those without a declaration.
const MORE: (&str, &str) = ("", "more");

/// A value of a signal.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Bit(bool),
    /// A vector of so many bits; negative numbers are two's complements.
    Bits(u8, i128),
    /// A real number, in decimal.
    Real(String),
    Text(String),
}

impl Value {
    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    /// Type and width in a declaration.
    fn kind(&self) -> String {
        match self {
            Value::Bit(_) => "wire 1".to_owned(),
            Value::Bits(width, _) => format!("reg {width}"),
            Value::Real(_) => "real 64".to_owned(),
            Value::Text(_) => "string 1".to_owned(),
        }
    }

    /// The change of the signal `id` to this value.
    fn change(&self, id: &str) -> String {
        match self {
            Value::Bit(level) => format!("{}{id}\n", u8::from(*level)),
            Value::Bits(width, n) => {
                let n = *n as u128 & (u128::MAX >> (128 - u32::from((*width).clamp(1, 128))));
                format!("b{n:b} {id}\n")
            }
            Value::Real(n) => format!("r{n} {id}\n"),
            Value::Text(text) => format!("s{} {id}\n", word(text)),
        }
    }

    /// The value as `more` shows it.
    fn shown(&self) -> String {
        match self {
            Value::Bit(level) => u8::from(*level).to_string(),
            Value::Bits(_, n) => n.to_string(),
            Value::Real(n) => n.clone(),
            Value::Text(text) => text.clone(),
        }
    }
}

/// A text without white space, which would end the value.
fn word(text: &str) -> String {
    match text {
        "" => "-".to_owned(),
        text => text
            .chars()
            .map(|c| match c {
                c if c.is_whitespace() || c.is_control() => '_',
                c => c,
            })
            .collect(),
    }
}

/// A name as all readers take it in a declaration: letters, digits and `_`.
fn identifier(name: &str) -> String {
    let letters = name.trim_end_matches(']').chars();
    let letters = letters.map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    match letters.collect::<String>() {
        none if none.is_empty() => "_".to_owned(),
        name => name,
    }
}

/// The code of signal number `n`: printable characters, the shortest first.
fn code(mut n: usize) -> String {
    let mut text = String::new();
    loop {
        text.push(char::from(b'!' + (n % 94) as u8));
        n /= 94;
        if n == 0 {
            return text;
        }
        n -= 1;
    }
}

/// A signal.
struct Signal {
    /// None of one without a declaration.
    id: Option<String>,
    value: Value,
}

/// The file: a header that grows into its room, and changes of values.
struct Dump {
    sink: Sink,
    budget: Budget,
    /// Where the next declaration is written, and how many bytes are left there.
    header: (u64, usize),
    /// The time that was written last.
    at: Option<u64>,
    /// By module and name.
    signals: BTreeMap<(String, String), Signal>,
    /// Signals with a declaration.
    declared: usize,
}

impl Dump {
    fn create(path: &Path, title: &str, budget: Budget) -> Result<Dump, TraceError> {
        let mut sink = Sink::create(path)?;
        sink.put_fmt(format_args!(
            "$version Trueboard $end\n$timescale 1 ps $end\n$scope module {} $end\n",
            identifier(title)
        ));
        let header = (sink.pos(), ROOM);
        // A long line is slow in some editors.
        let blank = [b" ".repeat(127).as_slice(), b"\n"].concat();
        (0..ROOM / 128).for_each(|_| sink.put(&blank));
        sink.put(b"$upscope $end\n$enddefinitions $end\n");
        let mut dump = Dump {
            sink,
            budget,
            header,
            at: None,
            signals: BTreeMap::new(),
            declared: 0,
        };
        let (module, name) = MORE;
        let none = Value::text("");
        let id = dump.declare(module, name, &none, 0)?;
        let more = (module.to_owned(), name.to_owned());
        dump.signals.insert(more, Signal { id, value: none });
        dump.sink.flush(&mut dump.budget)?;
        Ok(dump)
    }

    /// Declares a signal; its code, or none if `reserve` bytes would not stay for others.
    fn declare(
        &mut self,
        module: &str,
        name: &str,
        value: &Value,
        reserve: usize,
    ) -> Result<Option<String>, TraceError> {
        let id = code(self.declared);
        let mut text = format!("$var {} {id} {} $end\n", value.kind(), identifier(name));
        if !module.is_empty() {
            // A line each: simple readers read by lines.
            text = format!(
                "$scope module {} $end\n{text}$upscope $end\n",
                identifier(module)
            );
        }
        let (at, left) = self.header;
        if text.len() + reserve > left {
            return Ok(None);
        }
        self.sink.patch(at, text.as_bytes())?;
        self.header = (at + text.len() as u64, left - text.len());
        self.declared += 1;
        Ok(Some(id))
    }

    /// A signal has this value from `ps` on.
    fn set(&mut self, ps: u64, module: &str, name: &str, value: Value) -> Result<(), TraceError> {
        let key = (module.to_owned(), name.to_owned());
        if !self.signals.contains_key(&key) {
            let id = self.declare(module, name, &value, 0)?;
            let value = value.clone();
            self.signals.insert(key, Signal { id, value });
        } else if let Some(signal) = self.signals.get_mut(&key) {
            if signal.value == value {
                return Ok(());
            }
            signal.value = value.clone();
        }
        let key = (module.to_owned(), name.to_owned());
        match self.signals.get(&key).and_then(|s| s.id.clone()) {
            Some(id) => self.change(ps, &value.change(&id)),
            None => {
                let dot = if module.is_empty() { "" } else { "." };
                let text = format!("{module}{dot}{name}={}", value.shown());
                self.change(ps, &Value::Text(text).change(&code(0)))
            }
        }
    }

    fn change(&mut self, ps: u64, text: &str) -> Result<(), TraceError> {
        self.advance(ps);
        self.sink.put(text.as_bytes());
        match self.sink.full() {
            true => self.sink.flush(&mut self.budget),
            false => Ok(()),
        }
    }

    fn advance(&mut self, ps: u64) {
        if self.at.is_none_or(|at| at < ps) {
            self.at = Some(ps);
            self.sink.put_fmt(format_args!("#{ps}\n"));
        }
    }

    fn finish(&mut self, ps: u64) -> Result<(), TraceError> {
        self.advance(ps);
        self.sink.flush(&mut self.budget)
    }
}

/// What is kept of a core.
#[derive(Clone, Copy, Default)]
struct Counts {
    sent: u32,
    received: u32,
}

/// The writer.
pub(super) struct Vcd {
    cx: TraceContext,
    dump: Dump,
    timeline: Timeline,
    /// Room for what a fact means.
    happenings: Vec<Happening>,
    counts: Vec<Counts>,
    /// Names of functions, by core and address.
    functions: FxHashMap<(u8, u64), String>,
    console: BTreeMap<Source, Vec<u8>>,
}

impl Vcd {
    pub fn create(path: &Path, cx: &TraceContext) -> Result<Vcd, TraceError> {
        Ok(Vcd {
            dump: Dump::create(path, &cx.board, Budget(cx.options.max_bytes))?,
            timeline: Timeline::new(cx),
            happenings: Vec::new(),
            counts: vec![Counts::default(); cx.cores.len()],
            functions: FxHashMap::default(),
            console: BTreeMap::new(),
            cx: cx.clone(),
        })
    }

    fn ps(&self, at: Tick) -> u64 {
        let ps = u128::from(at.0) * 1_000_000_000_000 / u128::from(self.cx.base_hz.max(1));
        u64::try_from(ps).unwrap_or(u64::MAX)
    }

    fn set(&mut self, fact: &Fact, name: &str, value: Value) -> Result<(), TraceError> {
        let ps = self.ps(fact.at);
        let module = self.cx.source(fact.source);
        self.dump.set(ps, &module, name, value)
    }

    fn core_fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        let mut happenings = std::mem::take(&mut self.happenings);
        let core = self.timeline.step(fact, &self.cx, &mut happenings)?;
        let mut moved = false;
        for happening in happenings.drain(..) {
            match happening {
                Happening::State(state, _) => {
                    self.set(fact, "running", Value::Bit(state == CoreState::Running))?;
                    self.set(fact, "state", Value::text(state_name(state)))?;
                }
                Happening::Enter(_) | Happening::Leave(_) => moved = true,
                Happening::Switch { task, .. } => {
                    moved = true;
                    self.set(fact, "task", Value::Bits(32, task.into()))?;
                }
                Happening::Sent { .. } => {
                    let n = self.count(core, |c| &mut c.sent);
                    self.set(fact, "sent", Value::Bits(32, n.into()))?;
                }
                Happening::Received(_) => {
                    let n = self.count(core, |c| &mut c.received);
                    self.set(fact, "received", Value::Bits(32, n.into()))?;
                }
            }
        }
        self.happenings = happenings;
        if moved {
            self.place(fact, core)?;
        }
        Ok(())
    }

    fn count(&mut self, core: u8, of: fn(&mut Counts) -> &mut u32) -> u32 {
        let Some(counts) = self.counts.get_mut(usize::from(core)) else {
            return 0;
        };
        let n = of(counts);
        *n = n.wrapping_add(1);
        *n
    }

    /// Sets function, depth, handler and level of interrupt of a core by its stack.
    fn place(&mut self, fact: &Fact, core: u8) -> Result<(), TraceError> {
        let frames = self.timeline.frames(core);
        let depth = frames.len();
        let top = frames.last().copied();
        let handler = frames.iter().rev().find(|f| f.kind != FrameKind::Function);
        let handler = handler.copied();
        let level = frames.iter().rev().find_map(|f| match f.kind {
            FrameKind::Interrupt(level) => Some(level),
            _ => None,
        });
        let function = top.map_or(String::new(), |f| self.function(core, &f));
        self.set(fact, "function", Value::Text(function))?;
        self.set(fact, "depth", Value::Bits(16, depth as i128))?;
        let handler = handler.map_or(String::new(), |f| self.handler(core, &f));
        self.set(fact, "handler", Value::Text(handler))?;
        let level = level.unwrap_or(0).into();
        self.set(fact, "interrupt", Value::Bits(8, level))
    }

    fn function(&mut self, core: u8, frame: &Frame) -> String {
        let cx = &self.cx;
        let name = self.functions.entry((core, frame.entry));
        let name = name.or_insert_with(|| cx.function(core, frame.entry).into_owned());
        name.clone()
    }

    fn handler(&self, core: u8, frame: &Frame) -> String {
        match frame.kind {
            FrameKind::Function => String::new(),
            FrameKind::Trap(tt) => self.cx.trap(core, tt),
            FrameKind::Interrupt(level) => format!("interrupt {level}"),
        }
    }

    /// The console is shown a line at a time.
    fn console(&mut self, fact: &Fact, byte: u8) -> Result<(), TraceError> {
        let line = self.console.entry(fact.source).or_default();
        if byte != b'\n' {
            line.push(byte);
        }
        match byte == b'\n' || line.len() >= CONSOLE_LINE {
            true => self.show_console(fact.at, fact.source),
            false => Ok(()),
        }
    }

    fn show_console(&mut self, at: Tick, source: Source) -> Result<(), TraceError> {
        let bytes = self.console.remove(&source).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches('\r').to_owned();
        let (ps, module) = (self.ps(at), self.cx.source(source));
        self.dump.set(ps, &module, "console", Value::Text(text))
    }
}

impl Backend for Vcd {
    fn size(&self) -> u64 {
        self.dump.sink.pos()
    }

    fn fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        if let Some(Access { offset, value, .. }) = Access::of(&fact.kind) {
            let name = self.cx.register(fact.source, offset);
            return self.set(fact, &name, Value::Bits(32, value.into()));
        }
        match fact.kind {
            FactKind::Line { pin, level } => {
                self.set(fact, &format!("line_{pin}"), Value::Bit(level))
            }
            FactKind::Console { byte } => self.console(fact, byte),
            FactKind::BusUse { used, cycles } => {
                let ppm = u128::from(used) * 1_000_000 / u128::from(cycles.max(1));
                let percent = format!("{}.{:04}", ppm / 10_000, ppm % 10_000);
                self.set(fact, "use_percent", Value::Real(percent))
            }
            FactKind::Power { uw } => {
                let watts = format!("{}.{:06}", uw / 1_000_000, uw % 1_000_000);
                self.set(fact, "power_w", Value::Real(watts))
            }
            FactKind::Temperature { mc } => {
                let sign = if mc < 0 { "-" } else { "" };
                let mc = mc.unsigned_abs();
                let degrees = format!("{sign}{}.{:03}", mc / 1000, mc % 1000);
                self.set(fact, "temperature_c", Value::Real(degrees))
            }
            _ => self.core_fact(fact),
        }
    }

    fn finish(&mut self, end: Tick) -> Result<(), TraceError> {
        let waiting: Vec<Source> = self.console.keys().copied().collect();
        for source in waiting {
            self.show_console(end, source)?;
        }
        self.dump.finish(self.ps(end))
    }

    /// Changes that wait are whole; what was the first error stays the one to report.
    fn mend(&mut self) {
        let _ = self.dump.sink.flush(&mut self.dump.budget);
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

/// A foreign trace as signals: a module per row with its state, the function under way, the depth of calls, and each
/// numeric field of the other events as `event_field`.
pub(super) fn convert(
    trace: &Trace,
    out: &Path,
    naming: Naming<'_>,
    damaged: &mut dyn FnMut(Defect),
) -> Result<u64, ConvertError> {
    let mut dump = Dump::create(out, "trace", Budget(None))?;
    let mut rows = Rows::new(trace, naming);
    let mut begin = None;
    let mut last = 0;
    let events = each(trace, damaged, &mut |event| {
        let begin = *begin.get_or_insert_with(|| origin(trace, event.ns()));
        // Times before the origin cannot be said.
        let ps = event.ns().saturating_sub(begin).max(0).saturating_mul(1000);
        // A stream whose clock is behind another one is drawn at the time that the file has reached.
        last = u64::try_from(ps).unwrap_or(u64::MAX).max(last);
        let (at, happening) = rows.step(event);
        let row = rows.rows.get(at);
        let module = row.map_or(String::new(), |row| row.name.clone());
        match happening {
            Of::Enter(..) | Of::Leave(_) => {
                let (name, depth) = row.map_or(("", 0), |row| (row.top(), row.stack.len()));
                dump.set(last, &module, "function", Value::text(name))?;
                dump.set(last, &module, "depth", Value::Bits(16, depth as i128))?;
            }
            Of::State(state, _) | Of::Switch(_, state, _) => {
                dump.set(last, &module, "state", Value::Text(state))?;
            }
            Of::Moment => {
                for field in event.payload() {
                    let name = format!("{}_{}", event.name(), field.name);
                    let value = match field.integer() {
                        Some(n) => Value::Bits(64, n),
                        None => match field.text() {
                            Some(text) => Value::Text(text.into_owned()),
                            None => continue,
                        },
                    };
                    dump.set(last, &module, &name, value)?;
                }
            }
        }
        Ok(())
    })?;
    dump.finish(last)?;
    Ok(events)
}

impl Row {
    /// The name of the innermost function, or nothing.
    fn top(&self) -> &str {
        self.stack.last().map_or("", |open| open.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_are_printable_and_differ() {
        let codes: BTreeSet<String> = (0..20_000).map(code).collect();
        assert_eq!(codes.len(), 20_000);
        let printable = |c: &String| c.bytes().all(|b| (b'!'..=b'~').contains(&b));
        assert!(codes.iter().all(printable));
    }

    #[test]
    fn signals_without_room_are_shown_by_more() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.vcd");
        let mut dump = Dump::create(&path, "b", Budget(None)).unwrap();
        for n in 0..3000 {
            dump.set(n, "device", &format!("line_{n}"), Value::Bit(true))
                .unwrap();
        }
        dump.finish(3000).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let declared = text.matches("$var wire 1 ").count();
        let more = text.matches("sdevice.line_").count();
        assert_eq!(declared + more, 3000);
        assert!(declared > 800 && more > 0, "{declared} declared");
    }
}
