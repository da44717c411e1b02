//! Facts for Perfetto.
//!
//! Every core has a track of functions and handlers (nested slices) and a track of its state; messages
//! between cores are flows from slice to slice; every device has a track of register accesses, lines and
//! console text; use of buses, power and temperature are counters. Addresses are text: readers keep
//! numbers as doubles.

use super::json::{Json, Label, Mark, quoted, slices};
use super::messages::Messages;
use super::sink::Budget;
use super::{Backend, TraceError};
use crate::context::TraceContext;
use crate::stack::{Change, Frame, FrameKind, ShadowStack};
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_core::device::DevId;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;

/// Tracks of cores come first, those of devices follow from here on.
const DEVICES: u32 = 1000;
/// Longest console line before it is shown without its end.
const CONSOLE_LINE: usize = 256;

pub(super) struct Perfetto {
    cx: TraceContext,
    json: Json,
    cores: Vec<Core>,
    console: BTreeMap<Source, Vec<u8>>,
    messages: Messages,
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
        let mut json = Json::create(path, Budget(cx.options.max_bytes))?;
        json.name_process(&cx.board)?;
        for (i, name) in cx.cores.iter().enumerate() {
            json.name_row(i, name)?;
        }
        for d in &cx.devices {
            json.name_track(device_track(d.id), &d.name)?;
        }
        Ok(Perfetto {
            json,
            cores: cx.cores.iter().map(core).collect(),
            console: BTreeMap::new(),
            messages: Messages::default(),
            cx: cx.clone(),
        })
    }

    fn mark(&mut self, at: Tick, track: u32, mark: Mark<'_>) -> Result<(), TraceError> {
        self.json.mark(self.cx.ns(at).into(), track, mark)
    }

    fn instant(
        &mut self,
        fact: (Tick, Source),
        category: &str,
        name: &str,
        arguments: Option<&str>,
    ) -> Result<(), TraceError> {
        let label = Label {
            name,
            category: Some(category),
            arguments,
        };
        self.mark(fact.0, track(fact.1), Mark::Instant(label))
    }

    fn core_fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        let core = match fact.source {
            Source::Core(c) if usize::from(c) < self.cores.len() => c,
            other => return Err(TraceError::Unknown(self.cx.source(other).into_owned())),
        };
        let row = usize::from(core);
        match fact.kind {
            FactKind::State(state) => {
                let before = self.cores[row].state.replace(state).is_some();
                let at = self.cx.ns(fact.at).into();
                return self.json.state(at, row, state_name(state), before);
            }
            FactKind::Sent { key, to, .. } => {
                let n = self.messages.sent(core, to, key);
                return self.mark(fact.at, slices(row), Mark::Sent(n));
            }
            FactKind::Received { key, from } => {
                return match self.messages.received(from, core, key) {
                    Some(n) => self.mark(fact.at, slices(row), Mark::Received(n)),
                    None => Ok(()),
                };
            }
            _ => {}
        }
        let changes = self.cores[row].stack.step(&fact.kind).to_vec();
        changes.iter().try_for_each(|change| match change {
            Change::Leave(_) => self.mark(fact.at, slices(row), Mark::End),
            Change::Enter(frame) => self.enter(fact.at, core, frame),
        })
    }

    fn enter(&mut self, at: Tick, core: u8, frame: &Frame) -> Result<(), TraceError> {
        let (name, category) = match frame.kind {
            FrameKind::Function => (self.cx.function(core, frame.entry).into_owned(), "function"),
            FrameKind::Trap(tt) => (self.cx.trap(tt), "trap"),
            FrameKind::Interrupt(level) => (format!("interrupt {level}"), "interrupt"),
        };
        let (entry, site) = (frame.entry, frame.site);
        let label = Label {
            name: &name,
            category: Some(category),
            arguments: Some(&format!(r#"{{"entry":"{entry:#x}","from":"{site:#x}"}}"#)),
        };
        self.mark(at, slices(core.into()), Mark::Begin(label))
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
        let name = format!("{what} {}", self.cx.register(fact.source, offset));
        let arguments = format!(
            r#"{{"core":{core},"offset":"{offset:#x}","value":{value},"pc":"{pc:#x}","function":{}}}"#,
            quoted(&self.cx.function(core, pc)),
        );
        self.instant((fact.at, fact.source), "register", &name, Some(&arguments))
    }

    fn counter(
        &mut self,
        fact: &Fact,
        what: &str,
        unit: &str,
        value: &str,
    ) -> Result<(), TraceError> {
        let label = Label {
            name: &format!("{} {what}", self.cx.source(fact.source)),
            category: None,
            arguments: Some(&format!(r#"{{"{unit}":{value}}}"#)),
        };
        self.mark(fact.at, 0, Mark::Counter(label))
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
        self.instant((at, source), "console", text.trim_end_matches('\r'), None)
    }
}

impl Backend for Perfetto {
    fn size(&self) -> u64 {
        self.json.size()
    }

    fn fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        match fact.kind {
            FactKind::RegRead { .. } | FactKind::RegWrite { .. } => self.access(fact),
            FactKind::Line { pin, level } => {
                let name = format!("line {pin} = {}", u8::from(level));
                self.instant((fact.at, fact.source), "line", &name, None)
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
        let at = self.cx.ns(end).into();
        for (row, c) in self.cores.iter().enumerate() {
            let open = c.stack.frames().len();
            self.json.close_row(at, row, open, c.state.is_some())?;
        }
        self.json.finish()
    }

    fn mend(&mut self) {
        self.json.mend();
    }
}

fn device_track(device: DevId) -> u32 {
    DEVICES + u32::from(device.0)
}

fn track(source: Source) -> u32 {
    match source {
        Source::Device(d) => device_track(d),
        Source::Core(c) => slices(c.into()),
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
