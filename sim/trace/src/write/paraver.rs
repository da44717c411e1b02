//! Facts for Paraver: a row per core, as in traces of hardware. Where a core executes several tasks, an event names the
//! next task. The functions and handlers of the previous task end there, and those of the next begin again.

use super::paraver_labels::{Labels, ty};
use super::prv::Prv;
use super::sink::Budget;
use super::timeline::{Happening, Timeline};
use super::{Access, Backend, TraceError};
use crate::context::TraceContext;
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_analyses::stack::{Change, Frame, FrameKind, OfTask};
use trueboard_core::device::DevId;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;
use trueboard_judge::Register;
use trueboard_judge::l4stat::cctrl::{self, Control, Event};

pub(crate) struct Paraver {
    cx: TraceContext,
    prv: Prv,
    labels: Labels,
    timeline: Timeline,
    /// Room for what a fact means.
    happenings: Vec<Happening>,
    /// By row.
    tasks: Vec<Tasks>,
    units: BTreeMap<DevId, Unit>,
}

/// What a core executes by tasks.
#[derive(Clone, Default)]
struct Tasks {
    /// Functions and handlers that are open, outermost first: types and values.
    open: OfTask<Vec<(u32, u64)>>,
    /// The values that tell tasks.
    values: BTreeMap<u32, u64>,
}

/// What must be remembered of an L4STAT to show what its counters gained between two reads.
#[derive(Clone, Copy, Default)]
struct Unit {
    control: [u32; 16],
    /// The control register when the counter last was enabled: drivers disable it by writing 0.
    counted: [u32; 16],
    seen: [u32; 16],
}

impl Paraver {
    pub(crate) fn create(path: &Path, cx: &TraceContext) -> Result<Paraver, TraceError> {
        let (rows, budget) = (cx.cores.len(), Budget(cx.options.max_bytes));
        // Until a fact says otherwise a core is held.
        let held = state_number(CoreState::Held);
        let p = Paraver {
            prv: Prv::create(&path.with_extension("prv"), budget, rows, held, 2)?,
            labels: Labels::new(path, cx),
            timeline: Timeline::new(cx),
            happenings: Vec::new(),
            tasks: vec![Tasks::default(); rows],
            units: BTreeMap::new(),
            cx: cx.clone(),
        };
        p.labels.write()?;
        Ok(p)
    }

    /// A core's state from `at` on. Of states that begin together the last one counts.
    fn state(&mut self, core: u8, at: u64, state: CoreState) -> Result<(), TraceError> {
        let (row, state) = (usize::from(core), state_number(state));
        match self.prv.open(row) {
            Some((_, begin)) if begin == at => self.prv.correct_state(row, state),
            _ => self.prv.state(row, at, state),
        }
    }

    /// One event record; `core` is `None` for what no core does.
    fn event(&mut self, core: Option<u8>, at: u64, pairs: &[(u32, i64)]) {
        self.prv.event(core.map(usize::from), at, pairs);
    }

    fn core_fact(&mut self, fact: &Fact, at: u64) -> Result<(), TraceError> {
        match self.timeline.step_top(fact) {
            Some((core, Change::Enter(frame))) => {
                self.enter(core, at, &frame);
                return Ok(());
            }
            Some((core, Change::Leave(frame))) => {
                self.leave(core, at, &frame);
                return Ok(());
            }
            _ => {}
        }
        let mut happenings = std::mem::take(&mut self.happenings);
        let core = self.timeline.step(fact, &self.cx, &mut happenings)?;
        for happening in happenings.drain(..) {
            match happening {
                Happening::State(state, _) => self.state(core, at, state)?,
                Happening::Enter(frame) => self.enter(core, at, &frame),
                Happening::Leave(frame) => self.leave(core, at, &frame),
                Happening::Switch { task, new } => self.switch(core, at, task, new),
                Happening::Sent { number, to, bytes } => {
                    self.prv.sent(number, (core.into(), to.into()), at, bytes);
                }
                Happening::Received(number) => self.prv.received(number, at),
            }
        }
        self.happenings = happenings;
        Ok(())
    }

    fn enter(&mut self, core: u8, at: u64, frame: &Frame) {
        let (ty, value) = self.frame(core, frame);
        self.tasks[usize::from(core)].open.push((ty, value));
        self.event(Some(core), at, &[(ty, value as i64)]);
    }

    fn leave(&mut self, core: u8, at: u64, frame: &Frame) {
        let ty = match frame.kind {
            FrameKind::Function => ty::FUNCTION,
            FrameKind::Trap(_) => ty::TRAP,
            FrameKind::Interrupt(_) => ty::INTERRUPT,
        };
        self.tasks[usize::from(core)].open.pop();
        self.event(Some(core), at, &[(ty, 0)]);
    }

    /// Another task continues.
    fn switch(&mut self, core: u8, at: u64, task: u32, new: bool) {
        let row = usize::from(core);
        if new {
            let value = self.task_value(core, task);
            self.tasks[row].values.insert(task, value);
        }
        let Tasks { open, values } = &mut self.tasks[row];
        let ends = open.iter().rev().map(|&(ty, _)| (ty, 0));
        let mut pairs: Vec<(u32, i64)> = ends.collect();
        open.switch(task, new);
        let value = values.get(&task).copied().unwrap_or(0);
        pairs.push((ty::TASK, value as i64));
        pairs.extend(open.iter().map(|&(ty, value)| (ty, value as i64)));
        self.event(Some(core), at, &pairs);
    }

    /// The value of a task that has begun, which is called by its function.
    fn task_value(&mut self, core: u8, task: u32) -> u64 {
        let of = self.cx.source(Source::Core(core));
        let begun = self.timeline.outermost(core);
        let name = begun.map(|frame| self.cx.function(core, frame.entry));
        let name = name.unwrap_or_default();
        self.labels.task(&format!("{of} task {task}: {name}"))
    }

    /// The type of a function or handler, and its value.
    fn frame(&mut self, core: u8, frame: &Frame) -> (u32, u64) {
        match frame.kind {
            FrameKind::Function => {
                let value = self.labels.function(core, frame.entry, &self.cx);
                (ty::FUNCTION, value)
            }
            FrameKind::Trap(tt) => (ty::TRAP, self.labels.trap(core, tt, &self.cx)),
            FrameKind::Interrupt(level) => (ty::INTERRUPT, u64::from(level)),
        }
    }

    fn access(&mut self, fact: &Fact, a: Access, at: u64) {
        let Source::Device(device) = fact.source else {
            return;
        };
        let known = (usize::from(a.core) < self.prv.rows()).then_some(a.core);
        let register = self.labels.register(fact.source, a.offset, &self.cx);
        let (ty_reg, ty_val) = if a.read {
            (ty::READ_REGISTER, ty::READ_VALUE)
        } else {
            (ty::WRITTEN_REGISTER, ty::WRITTEN_VALUE)
        };
        let pairs = [(ty_reg, register as i64), (ty_val, a.value.into())];
        self.event(known, at, &pairs);
        if self.cx.device(device).is_some_and(|d| d.kind == "l4stat") {
            self.counter_access(device, known, at, a);
        }
    }

    /// Shows a read of a counter as Extrae does: an event of the counter's type with the advance since the previous
    /// read, clear or preset.
    fn counter_access(
        &mut self,
        device: DevId,
        reader: Option<u8>,
        at: u64,
        Access {
            offset,
            value,
            read,
            ..
        }: Access,
    ) {
        let unit = self.units.entry(device).or_default();
        match cctrl::register(offset) {
            Register::Control(i) if !read => {
                unit.control[i] = value;
                if Control(value).enabled() {
                    unit.counted[i] = value;
                }
            }
            Register::Value(i) => {
                let counted = Control(unit.counted[i]).selection();
                let gained = value.wrapping_sub(unit.seen[i]);
                let cleared = read && Control(unit.control[i]).clear_on_read();
                unit.seen[i] = if cleared { 0 } else { value };
                let Some(event) = Event::by_id(counted.event).filter(|_| read) else {
                    return;
                };
                // A counter of another core belongs into that core's row.
                let row = match usize::from(counted.who) {
                    who if event.is_of_a_core() && who < self.prv.rows() => Some(who as u8),
                    _ => reader,
                };
                let ty = self.labels.counter(counted.event, event.name);
                self.event(row, at, &[(ty, gained.into())]);
            }
            _ => {}
        }
    }
}

impl Backend for Paraver {
    fn size(&self) -> u64 {
        self.prv.size()
    }

    fn fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        let at = self.cx.ns(fact.at);
        self.prv.advance(at)?;
        if let Some(access) = Access::of(&fact.kind) {
            self.access(fact, access, at);
            return Ok(());
        }
        match fact.kind {
            FactKind::Line { pin, level } => {
                let name = format!("{} line {pin}", self.cx.source(fact.source));
                let ty = self.labels.own(ty::LINES, &name);
                self.event(None, at, &[(ty, level.into())]);
            }
            FactKind::Console { byte } => self.event(None, at, &[(ty::CONSOLE, byte.into())]),
            FactKind::BusUse { used, cycles } => {
                let name = format!("{} use [ppm]", self.cx.source(fact.source));
                let ty = self.labels.own(ty::BUSES, &name);
                let ppm = u128::from(used) * 1_000_000 / u128::from(cycles.max(1));
                self.event(None, at, &[(ty, ppm as i64)]);
            }
            FactKind::Power { uw } => self.event(self.row(fact), at, &[(ty::POWER, uw as i64)]),
            FactKind::Temperature { mc } => {
                self.event(self.row(fact), at, &[(ty::TEMPERATURE, mc)]);
            }
            _ => self.core_fact(fact, at)?,
        }
        Ok(())
    }

    fn finish(&mut self, end: Tick) -> Result<(), TraceError> {
        self.prv.advance(self.cx.ns(end))?;
        self.prv.finish()?;
        self.labels.write()
    }

    fn mend(&mut self) {
        self.prv.mend();
        let _ = self.labels.write();
    }
}

impl Paraver {
    fn row(&self, fact: &Fact) -> Option<u8> {
        match fact.source {
            Source::Core(c) if usize::from(c) < self.prv.rows() => Some(c),
            _ => None,
        }
    }
}

/// Paraver's standard numbers, and one of our own for error mode.
fn state_number(state: CoreState) -> u8 {
    match state {
        CoreState::Idle => 0,
        CoreState::Running => 1,
        CoreState::Held => 2,
        CoreState::Error => 32,
    }
}
