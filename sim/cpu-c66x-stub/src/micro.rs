//! What services are made of: steps that each need the core's turn at most once. A service (putting a
//! message, say) is a list of them; interrupts come between two.

use crate::core::{StubCore, Wait};
use crate::memory::{set_word, word};
use crate::meters::Meter;
use crate::run::{Go, Limits};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{BusFault, Op, Txn};
use trueboard_core::cpu::{RunCx, Stop};

/// Bytes that a transfer moves at most: a line of the second-level cache.
const LINE: u32 = 128;

/// What a list operation was for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Then {
    /// A message for the task, with variables for its payload.
    Receive(u16, Vec<u8>),
    /// A packet to be drained, and how many go back together.
    Drain(u16, u32),
    /// A new message of this heap.
    Message(u16),
    /// A block to be kept.
    Slot(u16, u8),
    /// A packet for the tracer.
    Packet,
}

/// What a core notifies another one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Notification {
    Message,
    Interrupt,
    /// An exchange of this number begins.
    Begin(u32),
    /// The answer of this number to an exchange.
    Answer(u32),
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Micro {
    /// So many cycles, which belong to this meter.
    Cost(u64, Meter),
    /// Masks interrupts, or not.
    Mask(bool),
    /// The tracer begins or ends.
    Traced(bool),
    /// Enters a gate: a word that is 0 while it is free.
    Gate(u32),
    /// Leaves it.
    Ungate(u32),
    /// Moves bytes between the core and shared memory.
    Touch { at: u32, bytes: u32, write: bool },
    /// Reads a device register.
    IoRead(u32),
    /// Writes a device register.
    IoWrite(u32, u32),
    /// Lets tasks go on that wait for messages of a queue.
    Wake(u16),
    /// Continues when a queue has a message.
    Look(u16, Then),
    /// Takes the first message out of a queue.
    Take(u16),
    /// Takes a block out of a heap.
    TakeBlock(u16),
    /// Puts a block back.
    GiveBlock(u16, u32),
    /// Uses what was taken.
    Took(Then),
    /// A message is traced: it is about to be put, or was got.
    MessageEvent { put: bool, message: u32 },
    /// Puts the payload of the task's message into variables.
    Received(Vec<u8>),
    /// Writes header and payload of a message.
    Compose {
        message: u32,
        queue: u16,
        reply: Option<u16>,
        words: Vec<u64>,
    },
    /// Puts a message to the end of a queue.
    Link(u16, u32),
    /// Leaves for a core what it will be interrupted for.
    Notify(u8, Notification),
    /// Marks a queue as created.
    Created(u16),
    /// Continues when a queue was created.
    Opened(u16),
    /// Stores 8 bytes.
    Store(u32, u64),
    /// Waits for a time.
    Sleep(u64),
    /// Takes from a semaphore.
    Pend(u8),
    /// Continues when the register that was read is 0 in these bits; reads it again otherwise.
    Ready(u32, u32),
    /// Waits for answer number `n` of a core, at most until a cycle.
    Answered { from: u8, n: u32, until: u64 },
    /// What the interrupt register said, is handled.
    Sources,
    /// A notification by a core is handled.
    Notified(u8),
    /// A step of an exchange, of which a core notified, is handled.
    Exchanged(u8),
    /// The interrupt that the GIC said, is handled.
    Acknowledged,
    /// Tasks go on that another CPU has found to be woken.
    Rescheduled,
    /// Interrupts the CPU with a task that waits for messages of a queue, if there is one.
    WakeElsewhere(u16),
    /// Tasks at their time continue.
    Timer,
    /// A tracepoint begins: the counter is read.
    Stamp(u16, Vec<u64>),
    /// A tracepoint needs a new packet.
    NeedPacket(u16, u64, Vec<u64>),
    /// The packet is opened.
    OpenPacket(u64),
    /// The record is written.
    Record(u16, u64, Vec<u64>),
    /// The packet is closed.
    ClosePacket(Option<u64>),
    /// The closed packet is put into a message, which goes to the queue.
    HandOver,
    /// The closed packet is appended to the core's own stream.
    Append,
    /// A packet that has come is appended to the stream of its tracer.
    Drained(u32, u32),
    /// Prints.
    Print(String),
    /// The tracepoint of a switch of tasks begins.
    StampInHook(u16, Vec<u64>),
    /// It needs a new packet.
    NeedPacketInHook(u16, u64, Vec<u64>),
    /// The switch itself, to this task or to none; interrupts were masked since it was decided.
    Switch(Option<u8>),
}

/// What a step must wait for.
enum Needs {
    Nothing,
    Shared,
    Turn,
}

impl Micro {
    fn needs(&self) -> Needs {
        match self {
            Micro::Cost(..) | Micro::Mask(_) | Micro::Traced(_) => Needs::Nothing,
            Micro::Stamp(..) | Micro::OpenPacket(_) | Micro::Record(..) => Needs::Nothing,
            Micro::StampInHook(..) => Needs::Nothing,
            Micro::ClosePacket(_) | Micro::Pend(_) | Micro::Took(_) => Needs::Nothing,
            Micro::Touch { .. } => Needs::Shared,
            _ => Needs::Turn,
        }
    }
}

impl StubCore {
    /// Puts `micros` before what is left to be done.
    pub(crate) fn first(&mut self, micros: Vec<Micro>) {
        if let Some(c) = self.context_mut() {
            for m in micros.into_iter().rev() {
                c.micro.push_front(m);
            }
        }
    }

    /// Does the next step of the service under way.
    ///
    /// # Errors
    /// Why the core cannot go on.
    pub(crate) fn micro(&mut self, cx: &mut RunCx<'_>, l: &Limits) -> Result<Go, String> {
        let (cycle, next) = (self.cycle, self.context_mut().map(|c| &mut c.micro));
        let Some(next) = next else {
            return Ok(Go::On);
        };
        let turn = match next.front().map(Micro::needs) {
            Some(Needs::Shared) => cycle < l.shared,
            Some(Needs::Turn) => cycle < l.sync,
            _ => true,
        };
        if !turn {
            return Ok(Go::Stop(Stop::Sync));
        }
        let Some(micro) = next.pop_front() else {
            return Ok(Go::On);
        };
        match micro {
            Micro::Cost(cycles, m) => {
                let now = cycles.min(l.until.saturating_sub(cycle));
                if now < cycles {
                    next.push_front(Micro::Cost(cycles - now, m));
                }
                self.spend(now, m);
            }
            Micro::Mask(on) => self.with_context(|c| c.masked = on),
            Micro::Traced(on) => self.with_context(|c| c.tracing = on),
            Micro::Touch { at, bytes, write } => {
                let now = bytes.min(LINE);
                if now < bytes {
                    next.push_front(Micro::Touch {
                        at: at.wrapping_add(now),
                        bytes: bytes - now,
                        write,
                    });
                }
                self.transfer(at, now, if write { Op::Write } else { Op::Read }, cx)?;
            }
            Micro::Gate(at) => {
                let owner = word(cx.mem, at)?;
                self.transfer(at, 4, Op::Rmw, cx)?;
                if owner == 0 {
                    set_word(cx.mem, at, u32::from(self.id) + 1)?;
                } else {
                    let retry = Micro::Cost(self.params.costs.gate_retry, Meter::SyncCycles);
                    self.first(vec![retry, Micro::Gate(at)]);
                }
            }
            Micro::Ungate(at) => {
                set_word(cx.mem, at, 0)?;
                self.transfer(at, 4, Op::Write, cx)?;
            }
            Micro::IoRead(at) => return self.register(at, None, cx),
            Micro::IoWrite(at, value) => return self.register(at, Some(value), cx),
            Micro::Store(at, value) => {
                set_word(cx.mem, at, value as u32)?;
                set_word(cx.mem, at + 4, (value >> 32) as u32)?;
                self.transfer(at, 8, Op::Write, cx)?;
            }
            Micro::Sleep(until) => self.wait(Wait::Until(until), cx),
            Micro::Pend(s) => {
                let count = self.semaphores.get_mut(usize::from(s));
                match count {
                    Some(n) if *n > 0 => *n -= 1,
                    _ => {
                        self.first(vec![Micro::Pend(s)]);
                        self.wait(Wait::Semaphore(s), cx);
                    }
                }
            }
            Micro::Ready(at, bits) => {
                if self.io & bits != 0 {
                    self.first(vec![Micro::IoRead(at), Micro::Ready(at, bits)]);
                }
            }
            Micro::Answered { from, n, until } => self.await_answer(from, n, until, cx),
            Micro::Print(text) => cx.bus.print(self.id, self.tick(), text.as_bytes()),
            Micro::Sources => self.sources(),
            Micro::Notified(from) => self.notified(from, cx)?,
            Micro::Exchanged(from) => self.exchanged(from, cx)?,
            Micro::Acknowledged => self.acknowledged(),
            Micro::Rescheduled => self.rescheduled(cx)?,
            Micro::WakeElsewhere(q) => self.wake_elsewhere(q, cx)?,
            Micro::Timer => self.wake_sleepers(),
            Micro::Stamp(event, values) => self.stamp(event, values, false),
            Micro::StampInHook(event, values) => self.stamp(event, values, true),
            Micro::NeedPacket(event, at, values) => {
                self.need_packet(event, at, values, false, cx)?;
            }
            Micro::NeedPacketInHook(event, at, values) => {
                self.need_packet(event, at, values, true, cx)?;
            }
            Micro::Switch(to) => {
                self.with_context(|c| c.masked = false);
                self.switch(to, None, cx);
            }
            Micro::OpenPacket(at) => self.open_packet(at),
            Micro::Record(event, at, values) => self.record(event, at, &values),
            Micro::ClosePacket(at) => self.close_packet(at),
            Micro::HandOver => self.hand_over(cx)?,
            Micro::Append => self.append(cx),
            Micro::MessageEvent { put, message } => self.message_event(put, message, cx)?,
            Micro::Received(into) => self.received(&into, cx)?,
            other => self.message_step(other, cx)?,
        }
        Ok(Go::On)
    }

    pub(crate) fn with_context(&mut self, f: impl FnOnce(&mut crate::core::Context)) {
        if let Some(c) = self.context_mut() {
            f(c);
        }
    }

    fn txn(&self, at: u32, bytes: u32, op: Op) -> Txn {
        Txn {
            master: self.id,
            at: self.tick(),
            pa: at.into(),
            bytes: bytes as u16,
            op,
            line: false,
            uncached: true,
            pc: self.address(self.at_op()),
        }
    }

    /// Waits for a transfer to or from a memory.
    fn transfer(&mut self, at: u32, bytes: u32, op: Op, cx: &mut RunCx<'_>) -> Result<(), String> {
        if cx.mem.find(at.into(), bytes.into()).is_none() {
            return Err(format!("{at:#x} is in none of the board's memories"));
        }
        let timing = cx.bus.transfer(&self.txn(at, bytes, op), cx.meters);
        let done = if op == Op::Read {
            timing.done
        } else {
            timing.first
        };
        let cycles = self.clock.cycle_of(done).saturating_sub(self.cycle);
        self.spend(cycles.max(1), Meter::DataStalls);
        let m = if op.writes() {
            Meter::Stores
        } else {
            Meter::Loads
        };
        self.count(m, 1);
        Ok(())
    }

    /// Accesses a device register.
    pub(crate) fn register(
        &mut self,
        at: u32,
        write: Option<u32>,
        cx: &mut RunCx<'_>,
    ) -> Result<Go, String> {
        let op = if write.is_some() { Op::Write } else { Op::Read };
        let txn = self.txn(at, 4, op);
        let (answer, timing) = match write {
            None => {
                self.count(Meter::IoReads, 1);
                cx.bus.io_read(&txn, cx.meters)
            }
            Some(v) => {
                self.count(Meter::IoWrites, 1);
                let (answer, timing) = cx.bus.io_write(&txn, v.into(), cx.meters);
                (answer.map(|()| 0), timing)
            }
        };
        let cycles = self.clock.cycle_of(timing.first).saturating_sub(self.cycle);
        self.spend(cycles.max(1), Meter::DataStalls);
        match answer {
            Ok(value) => self.io = value as u32,
            Err(BusFault::Unmapped) => {
                return Err(format!(
                    "there is no register at {at:#x}; see `ipc` of the core"
                ));
            }
            Err(_) => return Err(format!("the register at {at:#x} refuses the access")),
        }
        Ok(Go::Stop(Stop::Yield))
    }
}
