//! Facts for Perfetto.
//!
//! Every core has a track of functions and handlers (nested slices) and a track of its state. Each further task has a
//! track of its own, on which functions continue while the task waits. Messages between cores are flows from slice to
//! slice. Every device has a track of register accesses, lines and console text. Use of buses, power and temperature
//! are counters. Addresses are text: readers keep numbers as doubles.

use super::json::{Arguments, Json, Label, Mark, callee, quoted, slices};
use super::sink::Budget;
use super::timeline::{Happening, Timeline};
use super::{Access, Backend, TraceError};
use crate::context::TraceContext;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use trueboard_analyses::stack::{Change, Frame, FrameKind};
use trueboard_core::device::DevId;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;

/// Tracks of cores come first, those of devices follow from here on.
const DEVICES: u32 = 1000;
/// Longest console line before it is shown without its end.
const CONSOLE_LINE: usize = 256;
/// Tracks of tasks, by core and number, from here on: behind those of devices.
const TASKS: u32 = 1 << 17;
/// Tracks of tasks of one core.
const MOST_TASKS: u32 = 1 << 16;

/// What a core executes by tasks.
#[derive(Default)]
struct Tasks {
    now: u32,
    /// Functions and handlers that are open of this task.
    open: usize,
    /// Tracks of the other cores.
    others: BTreeMap<u32, usize>,
    /// Tasks with named tracks: the name of the function that was entered first.
    named: BTreeSet<u32>,
}

impl Tasks {
    /// The track of a task: that of the core for what it began with.
    fn track(row: usize, task: u32) -> u32 {
        match task {
            0 => slices(row),
            task => TASKS + MOST_TASKS * row as u32 + (task & (MOST_TASKS - 1)),
        }
    }
}

pub(crate) struct Perfetto {
    cx: TraceContext,
    json: Json,
    timeline: Timeline,
    /// Room for what a fact means.
    happenings: Vec<Happening>,
    /// Functions as JSON has them, by core and address.
    callees: FxHashMap<(u8, u64), String>,
    tasks: Vec<Tasks>,
    console: BTreeMap<Source, Vec<u8>>,
}

impl Perfetto {
    pub(crate) fn create(path: &Path, cx: &TraceContext) -> Result<Perfetto, TraceError> {
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
            timeline: Timeline::new(cx),
            happenings: Vec::new(),
            callees: FxHashMap::default(),
            tasks: cx.cores.iter().map(|_| Tasks::default()).collect(),
            console: BTreeMap::new(),
            cx: cx.clone(),
        })
    }

    fn mark(&mut self, at: Tick, track: u32, mark: Mark<'_>) -> Result<(), TraceError> {
        self.json.mark(self.cx.ns(at).into(), track, mark)
    }

    fn instant(&mut self, at: Tick, of: Source, label: Label<'_>) -> Result<(), TraceError> {
        self.mark(at, track(of), Mark::Instant(label))
    }

    fn core_fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        match self.timeline.step_top(fact) {
            Some((core, Change::Enter(frame))) => return self.enter(fact.at, core, &frame),
            Some((core, Change::Leave(_))) => return self.leave(fact.at, core.into()),
            _ => {}
        }
        let mut happenings = std::mem::take(&mut self.happenings);
        let core = self.timeline.step(fact, &self.cx, &mut happenings)?;
        let row = usize::from(core);
        let done = happenings.drain(..).try_for_each(|happening| {
            let task = self.tasks[row].now;
            let mark = match happening {
                Happening::State(state, before) => {
                    let at = self.cx.ns(fact.at).into();
                    let name = state_name(state);
                    return self.json.state(at, row, name, before.is_some());
                }
                Happening::Enter(frame) => return self.enter(fact.at, core, &frame),
                Happening::Leave(_) => return self.leave(fact.at, row),
                Happening::Switch { task, new } => {
                    let tasks = &mut self.tasks[row];
                    let left = std::mem::replace(&mut tasks.now, task);
                    tasks.others.insert(left, tasks.open);
                    tasks.open = tasks.others.remove(&task).unwrap_or(0);
                    return match new {
                        true => self.end_open(fact.at, row),
                        false => Ok(()),
                    };
                }
                Happening::Sent { number, .. } => Mark::Sent(number),
                Happening::Received(number) => Mark::Received(number),
            };
            self.mark(fact.at, Tasks::track(row, task), mark)
        });
        self.happenings = happenings;
        done
    }

    fn leave(&mut self, at: Tick, row: usize) -> Result<(), TraceError> {
        let tasks = &mut self.tasks[row];
        tasks.open = tasks.open.saturating_sub(1);
        let track = Tasks::track(row, tasks.now);
        self.json.end_slice(self.cx.ns(at), track)
    }

    /// Ends what is open of the task under way.
    fn end_open(&mut self, at: Tick, row: usize) -> Result<(), TraceError> {
        let open = std::mem::take(&mut self.tasks[row].open);
        let track = Tasks::track(row, self.tasks[row].now);
        let at = self.cx.ns(at);
        (0..open).try_for_each(|_| self.json.end_slice(at, track))
    }

    fn enter(&mut self, at: Tick, core: u8, frame: &Frame) -> Result<(), TraceError> {
        let row = usize::from(core);
        let task = self.tasks[row].now;
        let track = Tasks::track(row, task);
        self.tasks[row].open += 1;
        if task != 0 && self.tasks[row].named.insert(task) {
            let of = self.cx.source(Source::Core(core)).into_owned();
            let (name, _) = named(&self.cx, core, frame);
            self.json
                .name_track(track, &format!("{of} task {task}: {name}"))?;
        }
        let at = self.cx.ns(at);
        let cx = &self.cx;
        let made = || {
            let (name, category) = named(cx, core, frame);
            callee(&name, category, frame.entry)
        };
        if frame.kind != FrameKind::Function {
            let handler = made();
            return self.json.call(at, track, &handler, frame.site);
        }
        let place = (core, frame.entry);
        let function = match self.callees.get(&place) {
            Some(known) => known,
            None => self.callees.entry(place).or_insert_with(made),
        };
        self.json.call(at, track, function, frame.site)
    }

    fn access(&mut self, fact: &Fact, a: Access) -> Result<(), TraceError> {
        let what = if a.read { "read" } else { "write" };
        let name = format!("{what} {}", self.cx.register(fact.source, a.offset));
        let arguments = format!(
            r#"{{"core":{},"offset":"{:#x}","value":{},"pc":"{:#x}","function":{}}}"#,
            a.core,
            a.offset,
            a.value,
            a.pc,
            quoted(&self.cx.function(a.core, a.pc)),
        );
        let label = (&*name, "register", Arguments::Object(&arguments));
        self.instant(fact.at, fact.source, label)
    }

    fn counter(
        &mut self,
        fact: &Fact,
        what: &str,
        unit: &str,
        value: &str,
    ) -> Result<(), TraceError> {
        let name = format!("{} {what}", self.cx.source(fact.source));
        let arguments = format!(r#"{{"{unit}":{value}}}"#);
        self.mark(
            fact.at,
            0,
            Mark::Counter((&name, "", Arguments::Object(&arguments))),
        )
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
        let text = text.trim_end_matches('\r');
        self.instant(at, source, (text, "console", Arguments::No))
    }
}

impl Backend for Perfetto {
    fn size(&self) -> u64 {
        self.json.size()
    }

    fn fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        if let Some(access) = Access::of(&fact.kind) {
            return self.access(fact, access);
        }
        match fact.kind {
            FactKind::Line { pin, level } => {
                let name = format!("line {pin} = {}", u8::from(level));
                self.instant(fact.at, fact.source, (&name, "line", Arguments::No))
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
        let states: Vec<bool> = self.timeline.states().collect();
        for (row, state) in states.into_iter().enumerate() {
            let tasks = &mut self.tasks[row];
            let mut open = std::mem::take(&mut tasks.others);
            open.insert(tasks.now, tasks.open);
            for (task, n) in open {
                (self.tasks[row].now, self.tasks[row].open) = (task, n);
                self.end_open(end, row)?;
            }
            self.json.close_row(at, row, 0, state)?;
        }
        self.json.finish()
    }

    fn mend(&mut self) {
        self.json.mend();
    }
}

/// What a function or handler is called, and its category.
fn named(cx: &TraceContext, core: u8, frame: &Frame) -> (String, &'static str) {
    match frame.kind {
        FrameKind::Function => (cx.function(core, frame.entry).into_owned(), "function"),
        FrameKind::Trap(tt) => (cx.trap(core, tt), "trap"),
        FrameKind::Interrupt(level) => (format!("interrupt {level}"), "interrupt"),
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
