//! Facts in CTF: one stream per core, one for the devices and one for the board. No fact is ever discarded.

use super::classes::{self, id};
use super::folder::Folder;
use super::names::Names;
use super::stream::Number;
use super::{Head, Stream};
use crate::context::TraceContext;
use crate::write::sink::{Budget, Sink};
use crate::write::{Access, Backend, TraceError};
use std::path::Path;
use trueboard_analyses::stack::{Change, FrameKind, ShadowStack};
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;
use trueboard_ctf::Packet;

/// Bytes of events after which a packet is closed.
const PACKET: usize = 60 * 1024;

pub(crate) struct Ctf {
    cx: TraceContext,
    budget: Budget,
    metadata: Sink,
    /// It declares events of tasks.
    has_tasks: bool,
    cores: Vec<(Facts, ShadowStack)>,
    names: Names,
    devices: Facts,
    board: Facts,
}

impl Ctf {
    pub(crate) fn create(dir: &Path, cx: &TraceContext) -> Result<Ctf, TraceError> {
        let mut folder = Folder::begin(dir)?;
        let mut budget = Budget(cx.options.max_bytes);
        let mut metadata = Sink::create(&folder.file("metadata")?)?;
        metadata.put(classes::text(cx).as_bytes());
        metadata.flush(&mut budget)?;
        let mut core = |(i, _): (usize, _)| {
            let name = format!("stream_core_{i}");
            let stream = Facts::create(&folder.file(&name)?, classes::CORE, Some(i as u32))?;
            Ok((stream, ShadowStack::new(cx.options.stack_limit)))
        };
        let cores = cx.cores.iter().enumerate().map(&mut core);
        let cores = cores.collect::<Result<_, TraceError>>()?;
        Ok(Ctf {
            cores,
            names: Names::default(),
            devices: Facts::create(&folder.file("stream_devices")?, classes::DEVICES, None)?,
            board: Facts::create(&folder.file("stream_board")?, classes::BOARD, None)?,
            metadata,
            has_tasks: false,
            budget,
            cx: cx.clone(),
        })
    }

    fn core_fact(&mut self, fact: &Fact, id: u16) -> Result<(), TraceError> {
        let core = match fact.source {
            Source::Core(c) if usize::from(c) < self.cores.len() => c,
            other => return Err(TraceError::Unknown(self.cx.source(other).into_owned())),
        };
        let (_, stack) = &mut self.cores[usize::from(core)];
        if stack.step_top(&fact.kind).is_none() {
            stack.step(&fact.kind);
            self.switched(core, fact.at)?;
        }
        let (cx, names) = (&self.cx, &mut self.names);
        let (stream, stack) = &mut self.cores[usize::from(core)];
        let depth = stack.frames().len() as u32;
        let event = stream.event(id, fact.at, &mut self.budget)?;
        match fact.kind {
            FactKind::State(s) => event.u8(match s {
                CoreState::Held => 0,
                CoreState::Running => 1,
                CoreState::Idle => 2,
                CoreState::Error => 3,
            }),
            FactKind::Call { from, to } => event
                .put(&transfer(from, to, depth))
                .put(names.function(cx, core, to)),
            FactKind::Return { from, to } => event
                .put(&transfer(from, to, depth))
                .put(names.function(cx, core, from)),
            FactKind::Trap { tt, pc, to } => event
                .u16(tt)
                .u64(pc)
                .u64(to)
                .text(cx.trap_name(core, tt))
                .put(names.function(cx, core, pc)),
            FactKind::Interrupt { level, pc, to } => event
                .u8(level)
                .u64(pc)
                .u64(to)
                .put(names.function(cx, core, pc)),
            FactKind::TrapReturn { to } => event.u64(to).u32(depth),
            FactKind::Sent { key, to, bytes } => event.u64(key).u8(to).u32(bytes),
            FactKind::Received { key, from } => event.u64(key).u8(from),
            _ => event,
        };
        Ok(())
    }

    /// Names the task that continues, if the last fact changed it, and its calls so far.
    fn switched(&mut self, core: u8, at: Tick) -> Result<(), TraceError> {
        let (cx, names) = (&self.cx, &mut self.names);
        let (stream, stack) = &mut self.cores[usize::from(core)];
        let switch = |c: &Change| matches!(c, Change::Switch { .. });
        let Some(first) = stack.changes().iter().position(switch) else {
            return Ok(());
        };
        // Programs without tasks have traces without a word of them.
        if !std::mem::replace(&mut self.has_tasks, true) {
            self.metadata.put(classes::task_text().as_bytes());
            self.metadata.flush(&mut self.budget)?;
        }
        let outermost = stack.frames().first().map_or(0, |f| f.entry);
        let mut depth = 0;
        for change in stack.changes().iter().skip(first) {
            match *change {
                Change::Switch { task, new } => {
                    let event = stream.event(id::TASK, at, &mut self.budget)?;
                    let event = event.u32(task).u8(new.into());
                    event.put(names.function(cx, core, outermost));
                }
                // The outermost one begins with its task.
                Change::Enter(frame) if frame.kind == FrameKind::Function && depth > 0 => {
                    depth += 1;
                    let event = stream.event(id::CALL, at, &mut self.budget)?;
                    event
                        .put(&transfer(frame.site, frame.entry, depth))
                        .put(names.function(cx, core, frame.entry));
                }
                Change::Enter(_) => depth += 1,
                Change::Leave(_) => {}
            }
        }
        Ok(())
    }

    fn other_fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        let cx = &self.cx;
        let name = cx.source(fact.source);
        let (devices, board, budget) = (&mut self.devices, &mut self.board, &mut self.budget);
        if let Some(a) = Access::of(&fact.kind) {
            let id = if a.read { id::REG_READ } else { id::REG_WRITE };
            devices
                .event(id, fact.at, budget)?
                .text(&name)
                .text(&cx.register(fact.source, a.offset))
                .u32(a.offset)
                .u32(a.value)
                .u8(a.core)
                .u64(a.pc)
                .text(&cx.function(a.core, a.pc));
            return Ok(());
        }
        match fact.kind {
            FactKind::Line { pin, level } => devices
                .event(id::LINE, fact.at, budget)?
                .text(&name)
                .u16(pin)
                .u8(level.into()),
            FactKind::Console { byte } => devices
                .event(id::CONSOLE, fact.at, budget)?
                .text(&name)
                .u8(byte),
            FactKind::BusUse { used, cycles } => board
                .event(id::BUS_USE, fact.at, budget)?
                .text(&name)
                .u64(used)
                .u64(cycles),
            FactKind::Power { uw } => board.event(id::POWER, fact.at, budget)?.text(&name).u64(uw),
            FactKind::Temperature { mc } => board
                .event(id::TEMPERATURE, fact.at, budget)?
                .text(&name)
                .u64(mc as u64),
            _ => return Ok(()),
        };
        Ok(())
    }

    fn streams(&mut self) -> impl Iterator<Item = &mut Facts> {
        self.cores
            .iter_mut()
            .map(|(s, _)| s)
            .chain([&mut self.devices, &mut self.board])
    }
}

impl Backend for Ctf {
    fn size(&self) -> u64 {
        let cores = self.cores.iter().map(|(s, _)| s);
        let all = cores.chain([&self.devices, &self.board]);
        all.map(|s| s.stream.size()).sum()
    }

    fn fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        if let (FactKind::Stack { .. }, Source::Core(core)) = (fact.kind, fact.source)
            && let Some((_, stack)) = self.cores.get_mut(usize::from(core))
        {
            // It decides how deep calls are, and in which task.
            stack.step(&fact.kind);
            return self.switched(core, fact.at);
        }
        match core_event(&fact.kind) {
            Some(id) => self.core_fact(fact, id),
            None => self.other_fact(fact),
        }
    }

    /// The last packet of every stream, with or without events, reaches to the end of the run:
    /// readers learn from it that nothing happened later.
    fn finish(&mut self, end: Tick) -> Result<(), TraceError> {
        let mut budget = self.budget;
        self.streams()
            .try_for_each(|s| s.close_packet(Some(end), &mut budget))
    }

    /// Streams hold whole packets only, so there is nothing to repair; what the other streams
    /// still hold in memory may fit.
    fn mend(&mut self) {
        let mut budget = self.budget;
        for s in self.streams() {
            let _ = s.close_packet(None, &mut budget);
        }
    }
}

/// The id of an event in a core's stream.
fn core_event(kind: &FactKind) -> Option<u16> {
    Some(match kind {
        FactKind::State(_) => id::CORE_STATE,
        FactKind::Call { .. } => id::CALL,
        FactKind::Return { .. } => id::RETURN,
        FactKind::Trap { .. } => id::TRAP,
        FactKind::Interrupt { .. } => id::INTERRUPT,
        FactKind::TrapReturn { .. } => id::TRAP_RETURN,
        FactKind::Sent { .. } => id::SENT,
        FactKind::Received { .. } => id::RECEIVED,
        _ => return None,
    })
}

/// One stream.
struct Facts {
    stream: Stream,
    head: Head,
    /// The time up to which it says what happened.
    last: Tick,
}

impl Facts {
    fn create(path: &Path, class: u32, cpu: Option<u32>) -> Result<Facts, TraceError> {
        let mut head = Head {
            class: Number::Of32(class),
            timed: true,
            ..Head::default()
        };
        if let Some(cpu) = cpu {
            head.context.u32(cpu);
        }
        let mut stream = Stream::create(path)?;
        stream.open(&head, (None, None));
        Ok(Facts {
            stream,
            head,
            last: Tick(0),
        })
    }

    /// Begins an event; the answer takes its fields in order.
    fn event(&mut self, id: u16, at: Tick, budget: &mut Budget) -> Result<&mut Packet, TraceError> {
        if self.stream.filled() >= PACKET {
            self.close_packet(None, budget)?;
        }
        self.stream.stretch(at.0);
        self.last = at;
        let mut head = [0; 10];
        head[..2].copy_from_slice(&id.to_le_bytes());
        head[2..].copy_from_slice(&at.0.to_le_bytes());
        Ok(self.stream.events().put(&head))
    }

    /// Writes the packet, if it has events or is the last one (`until` is given).
    fn close_packet(&mut self, until: Option<Tick>, budget: &mut Budget) -> Result<(), TraceError> {
        if self.stream.filled() == 0 && until.is_none() {
            return Ok(());
        }
        if self.stream.filled() == 0 {
            self.stream.stretch(self.last.0);
        }
        self.last = until.unwrap_or(self.last);
        self.stream.stretch(self.last.0);
        let done = self.stream.close(budget);
        self.head.sequence += 1;
        self.stream.open(&self.head, (None, None));
        done
    }
}

/// Two addresses and a depth in one piece: what most events hold.
#[inline]
fn transfer(from: u64, to: u64, depth: u32) -> [u8; 20] {
    let mut fields = [0; 20];
    fields[..8].copy_from_slice(&from.to_le_bytes());
    fields[8..16].copy_from_slice(&to.to_le_bytes());
    fields[16..].copy_from_slice(&depth.to_le_bytes());
    fields
}
