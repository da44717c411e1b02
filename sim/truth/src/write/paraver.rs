//! Paraver: a `.prv` of records with labels beside it. One application of one task, one thread
//! per core. Format: "Paraver trace file format" of the Barcelona Supercomputing Center.
//!
//! The file is valid at every moment: the end time in the header, the ends of open states and the
//! arrivals of messages have room for any number and are filled in whenever bytes go out; so records
//! stand in the order of their begin without waiting for their end. The date in the header is a constant, since equal
//! runs must give equal bytes.

use super::messages::Messages;
use super::paraver_labels::{Labels, ty};
use super::sink::{Budget, Sink};
use super::{Backend, TraceError};
use crate::context::TraceContext;
use crate::stack::{Change, FrameKind, ShadowStack};
use crate::windows::Register;
use crate::windows::l4stat::cctrl::{self, Control, Event};
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_core::device::DevId;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;

const BEFORE_END: &str = "#Paraver (01/01/2000 at 00:00):";

pub(super) struct Paraver {
    cx: TraceContext,
    sink: Sink,
    budget: Budget,
    labels: Labels,
    cores: Vec<Core>,
    units: BTreeMap<DevId, Unit>,
    messages: Messages,
    /// Where the times stand at which messages arrive that are on their way, by their numbers.
    under_way: BTreeMap<u64, u64>,
    /// Such places, and what is to be filled in once the arrival is safely in the file.
    arrived: Vec<(u64, u64)>,
    /// Time of the newest record, in ns.
    last: u64,
    /// Time of the newest record that is safely in the file.
    safe: u64,
}

struct Core {
    stack: ShadowStack,
    /// Where the end and the number of its open state stand, and when that began.
    end_at: u64,
    state_at: u64,
    begin: u64,
    /// Where the end of its newest state that is safely in the file stands.
    filed: u64,
    /// When that state ended, to be filled in once the state after it is in the file too.
    filed_end: Option<u64>,
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
    pub(super) fn create(path: &Path, cx: &TraceContext) -> Result<Paraver, TraceError> {
        let mut p = Paraver {
            sink: Sink::create(&path.with_extension("prv"))?,
            budget: Budget(cx.options.max_bytes),
            labels: Labels::new(path, cx),
            cores: Vec::new(),
            units: BTreeMap::new(),
            messages: Messages::default(),
            under_way: BTreeMap::new(),
            arrived: Vec::new(),
            last: 0,
            safe: 0,
            cx: cx.clone(),
        };
        let n = cx.cores.len().max(1);
        p.sink
            .put(format!("{BEFORE_END}{:020}_ns:1({n}):1:1({n}:1),0\n", 0).as_bytes());
        // Until a fact says otherwise a core is held.
        for core in 1..=cx.cores.len() {
            let mut new = Core {
                stack: ShadowStack::new(cx.options.stack_limit),
                end_at: 0,
                state_at: 0,
                begin: 0,
                filed: 0,
                filed_end: None,
            };
            open_state(&mut p.sink, &mut new, core, 0, CoreState::Held);
            p.cores.push(new);
        }
        p.flush()?;
        p.labels.write()?;
        Ok(p)
    }

    /// Sends bytes out, and makes header and open states agree with them.
    fn flush(&mut self) -> Result<(), TraceError> {
        self.sink.flush(&mut self.budget)?;
        self.safe = self.last;
        for c in &mut self.cores {
            if let Some(end) = c.filed_end.take() {
                self.sink.patch(c.filed, format!("{end:020}").as_bytes())?;
            }
            c.filed = c.end_at;
        }
        for (place, at) in self.arrived.drain(..) {
            let text = format!("{at:020}:{at:020}");
            self.sink.patch(place, text.as_bytes())?;
        }
        self.close(self.safe)
    }

    /// Fills in the end of the trace and of the states that are open.
    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        let text = format!("{end:020}");
        self.sink.patch(BEFORE_END.len() as u64, text.as_bytes())?;
        self.cores
            .iter()
            .try_for_each(|c| self.sink.patch(c.filed, text.as_bytes()))
    }

    fn state(&mut self, core: u8, at: u64, state: CoreState) -> Result<(), TraceError> {
        let c = &mut self.cores[usize::from(core)];
        if c.begin == at {
            let number = format!("{:02}", state_number(state));
            return self.sink.patch(c.state_at, number.as_bytes());
        }
        if c.end_at == c.filed {
            c.filed_end = Some(at);
        } else {
            self.sink.patch(c.end_at, format!("{at:020}").as_bytes())?;
        }
        open_state(&mut self.sink, c, usize::from(core) + 1, at, state);
        Ok(())
    }

    /// One event record; `core` is `None` for what no core does, which stands in the first row.
    fn event(&mut self, core: Option<u8>, at: u64, pairs: &[(u32, u64)]) {
        let (cpu, thread) = match core {
            Some(c) => (u32::from(c) + 1, u32::from(c) + 1),
            None => (0, 1),
        };
        let mut line = format!("2:{cpu}:1:1:{thread}:{at}");
        for (ty, value) in pairs {
            // Values are signed 64-bit numbers.
            line += &format!(":{ty}:{}", *value as i64);
        }
        line.push('\n');
        self.sink.put(line.as_bytes());
    }

    /// A message from core to core. Until it arrives it ends where it begins.
    fn communication(&mut self, number: u64, (from, to): (u8, u8), at: u64, bytes: u32) {
        let (f, t) = (u32::from(from) + 1, u32::from(to) + 1);
        let head = format!("3:{f}:1:1:{f}:{at}:{at}:{t}:1:1:{t}:");
        let place = self.sink.pos() + head.len() as u64;
        self.under_way.insert(number, place);
        let line = format!("{head}{at:020}:{at:020}:{bytes}:{number}\n");
        self.sink.put(line.as_bytes());
    }

    fn core_fact(&mut self, fact: &Fact, at: u64) -> Result<(), TraceError> {
        let core = match fact.source {
            Source::Core(c) if usize::from(c) < self.cores.len() => c,
            other => return Err(TraceError::Unknown(self.cx.source(other).into_owned())),
        };
        if let FactKind::State(state) = fact.kind {
            return self.state(core, at, state);
        }
        match fact.kind {
            FactKind::Sent { key, to, bytes } => {
                let number = self.messages.sent(core, to, key);
                self.communication(number, (core, to), at, bytes);
            }
            FactKind::Received { key, from } => {
                if let Some(number) = self.messages.received(from, core, key)
                    && let Some(place) = self.under_way.remove(&number)
                {
                    self.arrived.push((place, at));
                }
            }
            _ => {}
        }
        let stack = &mut self.cores[usize::from(core)].stack;
        for change in stack.step(&fact.kind).to_vec() {
            let (frame, entered) = match change {
                Change::Enter(f) => (f, true),
                Change::Leave(f) => (f, false),
            };
            let (ty, value) = match frame.kind {
                FrameKind::Function => {
                    let name = self.cx.function(core, frame.entry);
                    (ty::FUNCTION, self.labels.function(&name))
                }
                FrameKind::Trap(tt) => (ty::TRAP, self.labels.trap(tt, &self.cx)),
                FrameKind::Interrupt(level) => (ty::INTERRUPT, u64::from(level)),
            };
            self.event(Some(core), at, &[(ty, if entered { value } else { 0 })]);
        }
        Ok(())
    }

    fn access(&mut self, fact: &Fact, at: u64) {
        let Source::Device(device) = fact.source else {
            return;
        };
        let (core, offset, value, read) = match fact.kind {
            FactKind::RegRead {
                core,
                offset,
                value,
                ..
            } => (core, offset, value, true),
            FactKind::RegWrite {
                core,
                offset,
                value,
                ..
            } => (core, offset, value, false),
            _ => return,
        };
        let known = (usize::from(core) < self.cores.len()).then_some(core);
        let register = self.labels.register(fact.source, offset, &self.cx);
        let (ty_reg, ty_val) = if read {
            (ty::READ_REGISTER, ty::READ_VALUE)
        } else {
            (ty::WRITTEN_REGISTER, ty::WRITTEN_VALUE)
        };
        self.event(known, at, &[(ty_reg, register), (ty_val, value.into())]);
        if self.cx.device(device).is_some_and(|d| d.kind == "l4stat") {
            self.counter_access(device, known, at, offset, value, read);
        }
    }

    /// Shows a read of a counter the way Extrae does: an event of the counter's own type whose
    /// value is what was gained since the read, clear or preset before.
    fn counter_access(
        &mut self,
        device: DevId,
        reader: Option<u8>,
        at: u64,
        offset: u32,
        value: u32,
        read: bool,
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
                    who if event.is_of_a_core() && who < self.cores.len() => Some(who as u8),
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
        self.sink.pos()
    }

    fn fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        let at = self.cx.ns(fact.at);
        self.last = at;
        match fact.kind {
            FactKind::RegRead { .. } | FactKind::RegWrite { .. } => self.access(fact, at),
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
                self.event(None, at, &[(ty, ppm as u64)]);
            }
            FactKind::Power { uw } => self.event(self.row(fact), at, &[(ty::POWER, uw)]),
            FactKind::Temperature { mc } => {
                self.event(self.row(fact), at, &[(ty::TEMPERATURE, mc as u64)]);
            }
            _ => self.core_fact(fact, at)?,
        }
        if self.sink.full() {
            self.flush()?;
        }
        Ok(())
    }

    fn finish(&mut self, end: Tick) -> Result<(), TraceError> {
        self.last = self.cx.ns(end);
        self.flush()?;
        self.labels.write()
    }

    /// Takes the trace back to the moment up to which it is complete. The first error is the one
    /// that is reported; these writes only replace bytes.
    fn mend(&mut self) {
        if self.sink.pending() {
            let _ = self.flush();
        }
        let _ = self.close(self.safe);
        let _ = self.labels.write();
    }
}

impl Paraver {
    fn row(&self, fact: &Fact) -> Option<u8> {
        match fact.source {
            Source::Core(c) if usize::from(c) < self.cores.len() => Some(c),
            _ => None,
        }
    }
}

fn open_state(sink: &mut Sink, core: &mut Core, number: usize, at: u64, state: CoreState) {
    let head = format!("1:{number}:1:1:{number}:{at}:");
    core.begin = at;
    core.end_at = sink.pos() + head.len() as u64;
    core.state_at = core.end_at + 21;
    sink.put(format!("{head}{at:020}:{:02}\n", state_number(state)).as_bytes());
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
