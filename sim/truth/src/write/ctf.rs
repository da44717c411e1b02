//! Common Trace Format 1.8: a directory with `metadata`, one stream per core, one for the devices
//! and one for the board. Specification: CTF 1.8.3, sections 4 (types), 5 (packets), 6 (events).
//!
//! A stream grows by whole packets, so the trace is valid whenever the run ends. Nothing is ever
//! discarded.

use super::ctf_metadata::{self as metadata, id};
use super::folder::Folder;
use super::names::Names;
use super::sink::{Budget, Sink};
use super::{Backend, TraceError};
use crate::context::TraceContext;
use crate::stack::ShadowStack;
use std::path::Path;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;

pub(super) const MAGIC: u32 = 0xc1fc_1fc1;
/// Bytes of events after which a packet is closed.
const PACKET: usize = 60 * 1024;

pub(super) struct Ctf {
    cx: TraceContext,
    budget: Budget,
    cores: Vec<(Stream, ShadowStack)>,
    names: Names,
    devices: Stream,
    board: Stream,
}

impl Ctf {
    pub(super) fn create(dir: &Path, cx: &TraceContext) -> Result<Ctf, TraceError> {
        let mut folder = Folder::begin(dir)?;
        let mut budget = Budget(cx.options.max_bytes);
        let mut metadata = Sink::create(&folder.file("metadata")?)?;
        metadata.put(metadata::text(cx).as_bytes());
        metadata.flush(&mut budget)?;
        let mut core = |(i, _): (usize, _)| {
            let name = format!("stream_core_{i}");
            let stream = Stream::create(&folder.file(&name)?, metadata::CORE, Some(i as u32))?;
            Ok((stream, ShadowStack::new(cx.options.stack_limit)))
        };
        let cores = cx.cores.iter().enumerate().map(&mut core);
        let cores = cores.collect::<Result<_, TraceError>>()?;
        Ok(Ctf {
            cores,
            names: Names::default(),
            devices: Stream::create(&folder.file("stream_devices")?, metadata::DEVICES, None)?,
            board: Stream::create(&folder.file("stream_board")?, metadata::BOARD, None)?,
            budget,
            cx: cx.clone(),
        })
    }

    fn core_fact(&mut self, fact: &Fact, id: u16) -> Result<(), TraceError> {
        let cx = &self.cx;
        let core = match fact.source {
            Source::Core(c) if usize::from(c) < self.cores.len() => c,
            other => return Err(TraceError::Unknown(cx.source(other).into_owned())),
        };
        let (stream, stack) = &mut self.cores[usize::from(core)];
        let names = &mut self.names;
        stack.step(&fact.kind);
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
                .transfer(from, to, depth)
                .bytes(names.function(cx, core, to)),
            FactKind::Return { from, to } => event
                .transfer(from, to, depth)
                .bytes(names.function(cx, core, from)),
            FactKind::Trap { tt, pc, to } => event
                .u16(tt)
                .u64(pc)
                .u64(to)
                .text((cx.trap_name)(tt))
                .bytes(names.function(cx, core, pc)),
            FactKind::Interrupt { level, pc, to } => event
                .u8(level)
                .u64(pc)
                .u64(to)
                .bytes(names.function(cx, core, pc)),
            FactKind::TrapReturn { to } => event.u64(to).u32(depth),
            FactKind::Sent { key, to, bytes } => event.u64(key).u8(to).u32(bytes),
            FactKind::Received { key, from } => event.u64(key).u8(from),
            _ => event,
        };
        Ok(())
    }

    fn other_fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
        let cx = &self.cx;
        let name = cx.source(fact.source);
        let (devices, board, budget) = (&mut self.devices, &mut self.board, &mut self.budget);
        match fact.kind {
            FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            }
            | FactKind::RegWrite {
                core,
                pc,
                offset,
                value,
            } => {
                let read = matches!(fact.kind, FactKind::RegRead { .. });
                let id = if read { id::REG_READ } else { id::REG_WRITE };
                devices
                    .event(id, fact.at, budget)?
                    .text(&name)
                    .text(&cx.register(fact.source, offset))
                    .u32(offset)
                    .u32(value)
                    .u8(core)
                    .u64(pc)
                    .text(&cx.function(core, pc))
            }
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

    fn streams(&mut self) -> impl Iterator<Item = &mut Stream> {
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
        all.map(|s| s.sink.pos() + s.packet.len() as u64).sum()
    }

    fn fact(&mut self, fact: &Fact) -> Result<(), TraceError> {
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

/// The id of an event that stands in a core's stream.
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

/// One file of packets, and the packet in the making.
struct Stream {
    sink: Sink,
    class: u32,
    cpu: Option<u32>,
    begin: Option<Tick>,
    end: Tick,
    sequence: u64,
    /// Room for the head, then events.
    packet: Vec<u8>,
}

impl Stream {
    fn create(path: &Path, class: u32, cpu: Option<u32>) -> Result<Stream, TraceError> {
        let mut stream = Stream {
            sink: Sink::create(path)?,
            class,
            cpu,
            begin: None,
            end: Tick(0),
            sequence: 0,
            packet: Vec::new(),
        };
        stream.begin_packet();
        Ok(stream)
    }

    /// Bytes before the events: magic, stream_id, the six numbers of the context, cpu_id.
    fn head(&self) -> usize {
        8 + 6 * 8 + if self.cpu.is_some() { 4 } else { 0 }
    }

    fn begin_packet(&mut self) {
        self.packet.clear();
        self.packet.resize(self.head(), 0);
    }

    /// Begins an event; the answer takes its fields in order.
    fn event(&mut self, id: u16, at: Tick, budget: &mut Budget) -> Result<&mut Stream, TraceError> {
        if self.packet.len() >= self.head() + PACKET {
            self.close_packet(None, budget)?;
        }
        self.begin.get_or_insert(at);
        self.end = at;
        let mut head = [0; 10];
        head[..2].copy_from_slice(&id.to_le_bytes());
        head[2..].copy_from_slice(&at.0.to_le_bytes());
        Ok(self.bytes(&head))
    }

    /// Two addresses and a depth in one piece: what most events hold.
    #[inline]
    fn transfer(&mut self, from: u64, to: u64, depth: u32) -> &mut Stream {
        let mut fields = [0; 20];
        fields[..8].copy_from_slice(&from.to_le_bytes());
        fields[8..16].copy_from_slice(&to.to_le_bytes());
        fields[16..].copy_from_slice(&depth.to_le_bytes());
        self.bytes(&fields)
    }

    #[inline]
    fn bytes(&mut self, v: &[u8]) -> &mut Stream {
        self.packet.extend_from_slice(v);
        self
    }

    #[inline]
    fn u8(&mut self, v: u8) -> &mut Stream {
        self.bytes(&[v])
    }

    #[inline]
    fn u16(&mut self, v: u16) -> &mut Stream {
        self.bytes(&v.to_le_bytes())
    }

    #[inline]
    fn u32(&mut self, v: u32) -> &mut Stream {
        self.bytes(&v.to_le_bytes())
    }

    #[inline]
    fn u64(&mut self, v: u64) -> &mut Stream {
        self.bytes(&v.to_le_bytes())
    }

    fn text(&mut self, s: &str) -> &mut Stream {
        self.packet.extend(s.bytes().filter(|&b| b != 0));
        self.u8(0)
    }

    /// Writes the packet, if it has events or is the last one (`until` is given).
    fn close_packet(&mut self, until: Option<Tick>, budget: &mut Budget) -> Result<(), TraceError> {
        let head = self.head();
        if self.packet.len() == head && until.is_none() {
            return Ok(());
        }
        let end = until.unwrap_or(self.end);
        let begin = self.begin.take().unwrap_or(self.end);
        let bits = 8 * self.packet.len() as u64;
        let first = [MAGIC, self.class].into_iter().flat_map(u32::to_le_bytes);
        let numbers = [begin.0, end.0, bits, bits, 0, self.sequence];
        let cpu = self.cpu.into_iter().flat_map(u32::to_le_bytes);
        let bytes = first.chain(numbers.into_iter().flat_map(u64::to_le_bytes));
        for (place, byte) in self.packet.iter_mut().zip(bytes.chain(cpu)) {
            *place = byte;
        }
        self.sink.exchange(&mut self.packet);
        self.begin_packet();
        self.end = end;
        self.sequence += 1;
        self.sink.flush(budget)
    }
}
