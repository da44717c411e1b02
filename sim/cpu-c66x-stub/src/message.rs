//! MessageQ and heaps: real headers and lists in shared memory, each list behind a gate.

use crate::core::{StubCore, Wait};
use crate::layout::{
    HEADER, PACKET, core_name, core_of_cpu, heap, host_cpu, message, processor_of, queue,
};
use crate::memory::{set_bytes, set_word, word};
use crate::meters::Meter;
use crate::micro::{Micro, Notification, Then};
use crate::op::Op;
use crate::program::Program;
use trueboard_core::cpu::RunCx;

/// Bytes of a descriptor of a queue or heap.
const DESCRIPTOR: u32 = 32;

fn work(cycles: u64) -> Micro {
    Micro::Cost(cycles, Meter::IssueCycles)
}

/// `micros` with interrupts masked.
fn masked(micros: Vec<Micro>) -> Vec<Micro> {
    let mut all = vec![Micro::Mask(true)];
    all.extend(micros);
    all.push(Micro::Mask(false));
    all
}

impl StubCore {
    pub(crate) fn queue_at(&self, q: u16) -> (u32, u8) {
        let queues = self.program.as_ref().map(|p| &p.layout.queues);
        let at = queues.and_then(|all| all.get(usize::from(q)));
        at.map_or((0, 0), |q| (q.at, q.home))
    }

    fn heap_at(&self, h: u16) -> u32 {
        let heaps = self.program.as_ref().map(|p| &p.layout.heaps);
        let at = heaps.and_then(|all| all.get(usize::from(h)));
        at.map_or(0, |h| h.at)
    }

    /// Takes the first message of a queue, behind its gate.
    pub(crate) fn take(&self, q: u16) -> Vec<Micro> {
        let (at, _) = self.queue_at(q);
        self.gated(at, Micro::Take(q))
    }

    /// Takes a block of a heap, behind its gate.
    pub(crate) fn take_block(&self, h: u16) -> Vec<Micro> {
        self.gated(self.heap_at(h), Micro::TakeBlock(h))
    }

    fn gated(&self, at: u32, what: Micro) -> Vec<Micro> {
        let touch = |write| Micro::Touch {
            at,
            bytes: DESCRIPTOR,
            write,
        };
        vec![
            Micro::Gate(at),
            touch(false),
            what,
            touch(true),
            Micro::Ungate(at),
        ]
    }

    /// Puts a composed message to a queue, and notifies the core that reads it.
    pub(crate) fn link(&self, q: u16, message: u32) -> Vec<Micro> {
        let (at, home) = self.queue_at(q);
        let mut all = self.gated(at, Micro::Link(q, message));
        if home == self.id {
            all.push(Micro::Wake(q));
        } else if processor_of(home) == processor_of(self.id) {
            all.push(Micro::WakeElsewhere(q));
        } else {
            all.extend(self.notification(home, Notification::Message));
        }
        all
    }

    /// Composes a message of `bytes` and puts it.
    fn put(&self, message: u32, q: u16, reply: Option<u16>, words: Vec<u64>) -> Vec<Micro> {
        let bytes = HEADER + 4 * words.len() as u32;
        let mut all = vec![
            work(self.params.costs.message_put),
            Micro::Compose {
                message,
                queue: q,
                reply,
                words,
            },
            Micro::Touch {
                at: message,
                bytes,
                write: true,
            },
            Micro::MessageEvent { put: true, message },
        ];
        all.extend(masked(self.link(q, message)));
        all
    }

    fn own_message(&self, what: &str) -> Result<u32, String> {
        match self.context().map_or(0, |c| c.message) {
            0 => Err(format!("{what}: it has no message; Alloc or Get one first")),
            m => Ok(m),
        }
    }

    /// Ops that are about messages, queues and heaps.
    pub(crate) fn message_op(&mut self, op: &Op, program: &Program) -> Result<(), String> {
        let costs = self.params.costs;
        let micros = match op {
            Op::Create(q) => vec![work(costs.queue_open), Micro::Created(*q)],
            Op::Open(q) => vec![work(costs.queue_open), Micro::Opened(*q)],
            Op::Alloc(h) => {
                let mut all = vec![work(costs.message_alloc)];
                all.extend(masked(self.take_block(*h)));
                all.push(Micro::Took(Then::Message(*h)));
                all
            }
            Op::Put {
                queue,
                words,
                reply,
            } => {
                let m = self.own_message("Put")?;
                let words = words.iter().map(|v| self.value(*v)).collect();
                self.with_context(|c| c.message = 0);
                self.put(m, *queue, *reply, words)
            }
            Op::Reply(words) => {
                let m = self.own_message("Reply")?;
                let words = words.iter().map(|v| self.value(*v)).collect();
                self.with_context(|c| c.message = 0);
                // The queue is the one that the message names, which is looked up when it is composed.
                self.reply(m, words)
            }
            Op::Get { queue, into } => {
                vec![Micro::Look(*queue, Then::Receive(*queue, into.clone()))]
            }
            Op::Free => {
                let m = self.own_message("Free")?;
                self.with_context(|c| c.message = 0);
                self.free(m, costs.message_free, program)?
            }
            Op::HeapAlloc(h, slot) => {
                let mut all = vec![work(costs.heap)];
                all.extend(masked(self.take_block(*h)));
                all.push(Micro::Took(Then::Slot(*h, *slot)));
                all
            }
            Op::HeapFree(slot) => {
                let at = self.block(*slot)?;
                if let Some(b) = self.blocks.get_mut(usize::from(*slot)) {
                    *b = 0;
                }
                self.free(at, costs.heap, program)?
            }
            Op::Read(slot, bytes) | Op::Write(slot, bytes) => {
                let at = self.block(*slot)?;
                let heap = program.layout.heap_of(at);
                let size = heap.map_or(0, |h| program.layout.heaps[h].block);
                if *bytes > size {
                    return Err(format!("{bytes} bytes of a block that has {size}"));
                }
                vec![Micro::Touch {
                    at,
                    bytes: *bytes,
                    write: matches!(op, Op::Write(..)),
                }]
            }
            _ => Vec::new(),
        };
        self.first(micros);
        Ok(())
    }

    fn block(&self, slot: u8) -> Result<u32, String> {
        match self.blocks.get(usize::from(slot)) {
            Some(&at) if at != 0 => Ok(at),
            _ => Err("this block is not allocated; HeapAlloc it first".to_owned()),
        }
    }

    fn free(&self, at: u32, cost: u64, program: &Program) -> Result<Vec<Micro>, String> {
        let Some(h) = program.layout.heap_of(at) else {
            return Err(format!("{at:#x} is no block of a heap"));
        };
        let mut all = vec![work(cost)];
        all.extend(masked(
            self.gated(program.layout.heaps[h].at, Micro::GiveBlock(h as u16, at)),
        ));
        Ok(all)
    }

    fn reply(&self, m: u32, words: Vec<u64>) -> Vec<Micro> {
        // `u16::MAX` is no queue: the one that the header names is found when it is this micro's turn.
        vec![Micro::Compose {
            message: m,
            queue: u16::MAX,
            reply: None,
            words,
        }]
    }

    /// The queue that the header of `m` names as the one for replies.
    fn reply_queue(&self, m: u32, cx: &RunCx<'_>) -> Result<u16, String> {
        let id = word(cx.mem, m + message::REPLY)?;
        let program = self.program.as_ref();
        let q = program.and_then(|p| p.layout.queue_of(id));
        q.map(|q| q as u16)
            .ok_or_else(|| "the message names no queue for replies".to_owned())
    }

    /// Steps that are about messages, queues and heaps.
    pub(crate) fn message_step(&mut self, m: Micro, cx: &mut RunCx<'_>) -> Result<(), String> {
        match m {
            Micro::Wake(q) => {
                let (at, _) = self.queue_at(q);
                let waiting = word(cx.mem, at + queue::COUNT)? as usize;
                self.ready(waiting, |w| w == Wait::Queue(q));
                self.note_waiting(q, cx)?;
            }
            Micro::Look(q, then) => self.look_at(q, then, cx)?,
            Micro::Take(q) => {
                let taken = self.unlink(q, cx)?;
                self.with_context(|c| c.taken = taken);
            }
            Micro::TakeBlock(h) => {
                let at = self.heap_at(h);
                let block = word(cx.mem, at + heap::FREE)?;
                if block == 0 {
                    let program = self.program.as_ref();
                    let all = program.and_then(|p| p.layout.heaps.get(usize::from(h)));
                    let name = all.map_or("", |h| h.name.as_str());
                    return Err(format!("heap `{name}` has no free block; give it more"));
                }
                let left = word(cx.mem, at + heap::COUNT)?.saturating_sub(1);
                let least = word(cx.mem, at + heap::LEAST)?.min(left);
                let next = word(cx.mem, block)?;
                set_word(cx.mem, at + heap::FREE, next)?;
                set_word(cx.mem, at + heap::COUNT, left)?;
                set_word(cx.mem, at + heap::LEAST, least)?;
                self.with_context(|c| c.taken = block);
            }
            Micro::GiveBlock(h, block) => {
                let at = self.heap_at(h);
                let first = word(cx.mem, at + heap::FREE)?;
                let free = word(cx.mem, at + heap::COUNT)?.saturating_add(1);
                set_word(cx.mem, block, first)?;
                set_word(cx.mem, at + heap::FREE, block)?;
                set_word(cx.mem, at + heap::COUNT, free)?;
            }
            Micro::Took(then) => self.took(then),
            Micro::Compose {
                message,
                queue: u16::MAX,
                words,
                ..
            } => {
                let q = self.reply_queue(message, cx)?;
                self.first(self.put(message, q, None, words));
            }
            Micro::Compose {
                message: m,
                queue,
                reply,
                words,
            } => self.compose(m, queue, reply, &words, cx)?,
            Micro::Link(q, m) => self.link_now(q, m, cx)?,
            Micro::Notify(to, what) => self.notify(to, what, cx)?,
            Micro::Created(q) => {
                let (at, _) = self.queue_at(q);
                set_word(cx.mem, at + queue::CREATED, 1)?;
            }
            Micro::Opened(q) => {
                let (at, _) = self.queue_at(q);
                if word(cx.mem, at + queue::CREATED)? == 0 {
                    let costs = self.params.costs;
                    self.first(vec![work(costs.queue_open), Micro::Opened(q)]);
                    let retry = self.cycles_of_us(costs.open_retry_us);
                    self.wait(Wait::Until(self.cycle.saturating_add(retry)), cx);
                }
            }
            Micro::Drained(m, batch) => self.drained(m, batch, cx)?,
            _ => {}
        }
        Ok(())
    }

    /// Continues with `then` when the queue has a message; otherwise the task waits for one.
    fn look_at(&mut self, q: u16, then: Then, cx: &mut RunCx<'_>) -> Result<(), String> {
        let (at, _) = self.queue_at(q);
        if word(cx.mem, at + queue::COUNT)? == 0 {
            self.first(vec![Micro::Look(q, then)]);
            self.wait(Wait::Queue(q), cx);
            return self.note_waiting(q, cx);
        }
        let mut all = masked(self.take(q));
        all.push(Micro::Took(then));
        self.first(all);
        Ok(())
    }

    fn unlink(&mut self, q: u16, cx: &mut RunCx<'_>) -> Result<u32, String> {
        let (at, _) = self.queue_at(q);
        let m = word(cx.mem, at + queue::HEAD)?;
        if m == 0 {
            return Ok(0);
        }
        let next = word(cx.mem, m + message::NEXT)?;
        let count = word(cx.mem, at + queue::COUNT)?;
        set_word(cx.mem, at + queue::HEAD, next)?;
        if next == 0 {
            set_word(cx.mem, at + queue::TAIL, 0)?;
        } else {
            set_word(cx.mem, next + 4, 0)?;
        }
        set_word(cx.mem, at + queue::COUNT, count.saturating_sub(1))?;
        self.count(Meter::MessagesGot, 1);
        Ok(m)
    }

    fn link_now(&mut self, q: u16, m: u32, cx: &mut RunCx<'_>) -> Result<(), String> {
        let (at, _) = self.queue_at(q);
        let tail = word(cx.mem, at + queue::TAIL)?;
        let count = word(cx.mem, at + queue::COUNT)?;
        set_word(cx.mem, m + message::NEXT, 0)?;
        set_word(cx.mem, m + message::NEXT + 4, tail)?;
        if tail == 0 {
            set_word(cx.mem, at + queue::HEAD, m)?;
        } else {
            // The message before it is in another line of memory.
            set_word(cx.mem, tail + message::NEXT, m)?;
            self.first(vec![Micro::Touch {
                at: tail,
                bytes: 4,
                write: true,
            }]);
        }
        set_word(cx.mem, at + queue::TAIL, m)?;
        set_word(cx.mem, at + queue::COUNT, count.saturating_add(1))?;
        self.count(Meter::MessagesPut, 1);
        Ok(())
    }

    pub(crate) fn compose(
        &mut self,
        m: u32,
        q: u16,
        reply: Option<u16>,
        words: &[u64],
        cx: &mut RunCx<'_>,
    ) -> Result<(), String> {
        let Some(p) = self.program.clone() else {
            return Ok(());
        };
        let id = |q: u16| {
            let all = p.layout.queues.get(usize::from(q));
            all.map_or(u32::MAX, |q| q.id())
        };
        let heap = p.layout.heap_of(m).unwrap_or(0xffff);
        let block = p.layout.heaps.get(heap).map_or(0, |h| h.block);
        let bytes = HEADER + 4 * words.len() as u32;
        if bytes > block {
            return Err(format!(
                "a message of {bytes} bytes does not fit its block of {block}"
            ));
        }
        set_word(cx.mem, m + message::SIZE, bytes)?;
        set_word(cx.mem, m + message::FLAGS, 0)?;
        set_word(cx.mem, m + message::DST, id(q))?;
        set_word(cx.mem, m + message::REPLY, reply.map_or(u32::MAX, id))?;
        let src = u32::from(processor_of(self.id)) | (heap as u32) << 16;
        set_word(cx.mem, m + message::SRC, src)?;
        self.number(m, cx)?;
        for (i, w) in (0..).zip(words) {
            set_word(cx.mem, m + HEADER + 4 * i, *w as u32)?;
        }
        Ok(())
    }

    /// Gives a message the next number: MessageQ numbers what a processor puts, so CPUs of the host count
    /// together.
    fn number(&mut self, m: u32, cx: &mut RunCx<'_>) -> Result<(), String> {
        let at = self.program.as_ref().map(|p| p.layout.host_number());
        let next = match host_cpu(self.id).zip(at) {
            Some((cpu, at)) => {
                let next = (word(cx.mem, at)? as u16).wrapping_add(1);
                set_word(cx.mem, at, next.into())?;
                u32::from(cpu) << 16 | u32::from(next)
            }
            None => {
                self.puts = self.puts.wrapping_add(1);
                self.puts.into()
            }
        };
        set_word(cx.mem, m + message::SEQ, next)
    }

    /// The core that has sent message `m`: of the host, the header has its CPU.
    pub(crate) fn sender(m: u32, cx: &RunCx<'_>) -> Result<u8, String> {
        let source = word(cx.mem, m + message::SRC)? as u8;
        let cpu = (word(cx.mem, m + message::SEQ)? >> 16) as u8;
        Ok(if source == 0 {
            core_of_cpu(cpu)
        } else {
            source
        })
    }

    /// Uses what a list operation gave.
    fn took(&mut self, then: Then) {
        let costs = self.params.costs;
        let taken = self.context().map_or(0, |c| c.taken);
        let read = |bytes| Micro::Touch {
            at: taken,
            bytes,
            write: false,
        };
        match then {
            // Another task was quicker.
            Then::Receive(q, into) if taken == 0 => {
                self.first(vec![Micro::Look(q, Then::Receive(q, into))]);
            }
            Then::Drain(q, batch) if taken == 0 => {
                self.first(vec![Micro::Look(q, Then::Drain(q, batch))]);
            }
            Then::Receive(_, into) => {
                self.with_context(|c| c.message = taken);
                let bytes = HEADER + 4 * into.len() as u32;
                self.first(vec![
                    work(costs.message_get),
                    read(bytes),
                    Micro::Received(into),
                    Micro::MessageEvent {
                        put: false,
                        message: taken,
                    },
                ]);
            }
            Then::Drain(_, batch) => self.first(vec![
                work(costs.message_get),
                read(HEADER + PACKET),
                work(costs.drain),
                Micro::Drained(taken, batch),
            ]),
            Then::Message(_) => self.with_context(|c| c.message = taken),
            Then::Slot(_, slot) => {
                if let Some(b) = self.blocks.get_mut(usize::from(slot)) {
                    *b = taken;
                }
            }
            Then::Packet => self.tracer.message = taken,
        }
    }

    /// Puts the payload of the message into variables.
    pub(crate) fn received(&mut self, into: &[u8], cx: &RunCx<'_>) -> Result<(), String> {
        let m = self.own_message("Get")?;
        for (i, v) in (0..).zip(into) {
            let w = word(cx.mem, m + HEADER + 4 * i)?;
            self.set_var(*v, w.into());
        }
        Ok(())
    }

    /// Appends a packet to the stream of its tracer, and gives packets back when there are enough.
    fn drained(&mut self, m: u32, batch: u32, cx: &mut RunCx<'_>) -> Result<(), String> {
        let from = StubCore::sender(m, cx)?;
        let bytes = cx.mem.peek((m + HEADER).into(), PACKET as usize);
        let bytes = bytes.map(<[u8]>::to_vec).unwrap_or_default();
        cx.bus
            .stream(&format!("{}/stream", core_name(from)), &bytes);
        let i = usize::from(from);
        if self.held.len() <= i {
            self.held.resize(i + 1, Vec::new());
        }
        self.held[i].push(m);
        if self.held[i].len() < batch as usize {
            return Ok(());
        }
        let back: Vec<u32> = std::mem::take(&mut self.held[i]);
        for m in back.into_iter().rev() {
            let q = self.reply_queue(m, cx)?;
            self.number(m, cx)?;
            let mut all = vec![work(self.params.costs.message_put)];
            all.extend(masked(self.link(q, m)));
            self.first(all);
        }
        Ok(())
    }

    /// Writes a closed packet and the header of its message.
    pub(crate) fn fill(&mut self, m: u32, cx: &mut RunCx<'_>) -> Result<(), String> {
        let tracer = self.program.as_ref().and_then(|p| p.tracer.as_ref());
        let Some((to, free)) = tracer.and_then(|t| t.to.zip(t.free)) else {
            return Ok(());
        };
        self.compose(m, to, Some(free), &[], cx)?;
        set_word(cx.mem, m + message::SIZE, HEADER + PACKET)?;
        let bytes = std::mem::take(&mut self.tracer.closed);
        set_bytes(cx.mem, m + HEADER, &bytes)
    }
}
