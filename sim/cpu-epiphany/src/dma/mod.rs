//! The DMA engine: two channels that move elements one by one, independent of the pipeline (AR, DMA).
//!
//! A step reads one element and writes it, or requests it and writes it on arrival. The board reminds the core when the
//! next step is due. A requested element is written even if the channel has changed by then: on the chip the answer is
//! a write that knows its destination.

pub(crate) mod channel;

use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::dma::channel::{Begins, bit, reg, state};
use crate::isa::special as sr;
use crate::memory::map::SRAM;
use crate::memory::tag;
use crate::memory::ways::Way;
use crate::state::irq;
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;
use trueboard_core::time::Tick;

/// Channel and register of a local address.
fn place(at: u32) -> (usize, usize) {
    let n = (at.wrapping_sub(sr::DMA0CONFIG) / 4) as usize;
    (n >> 3 & 1, n & 7)
}

impl Ecore {
    pub(crate) fn dma_register(&self, at: u32) -> u32 {
        let (c, r) = place(at);
        self.dma[c].shown(r, self.st.paused())
    }

    pub(crate) fn write_dma(&mut self, at: u32, v: u32, t: u64, cx: &mut RunCx<'_>) {
        let (c, r) = place(at);
        if self.dma[c].due == Some(t) {
            // What is written holds from the next cycle on.
            self.dma_step(c, self.tick(t + 1), cx);
        }
        match self.dma[c].write(r, v) {
            Begins::Nothing => {}
            Begins::Descriptor(at) => self.load_descriptor(c, at, t, cx),
            Begins::Transfer => self.begin_dma(c, t + 1, cx),
            Begins::Element => self.slave_element(c, t, cx),
        }
    }

    /// Takes a channel's registers from the descriptor at a local address.
    fn load_descriptor(&mut self, c: usize, at: u32, t: u64, cx: &mut RunCx<'_>) {
        let whole = at & 7 == 0 && at + 24 <= SRAM;
        let bytes = whole.then(|| cx.mem.peek(self.base() + u64::from(at), 24));
        if self.dma[c].load(at, bytes.flatten()) {
            let cycles = u64::from(self.params.dma.descriptor_cycles);
            self.begin_dma(c, t + cycles, cx);
        }
    }

    /// A channel is set up: its first step is in cycle `t`.
    fn begin_dma(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        if self.dma[c].begin() {
            self.dma_later(c, t, cx);
        }
    }

    /// The engine continues from cycle `t` on unless it is paused.
    pub(crate) fn resume_dma(&mut self, t: u64, cx: &mut RunCx<'_>) {
        for c in 0..2 {
            if !self.st.paused() && std::mem::take(&mut self.dma[c].held) {
                self.dma_later(c, t, cx);
            }
        }
    }

    fn dma_later(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        self.dma[c].due = Some(t);
        // Everybody else comes first in that cycle.
        cx.bus
            .remind(self.common.id, self.tick(t + 1), tag::DMA | c as u32);
        self.live.end(t + 1);
    }

    /// Channel `c` has nothing left to do from cycle `t` on, unless there is another descriptor.
    fn finish(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        let config = self.dma[c].regs[reg::CONFIG];
        self.dma[c].set_state(state::IDLE);
        if config & bit::IRQ != 0 {
            self.request(irq::DMA0 + c as u32, t);
        }
        if config & bit::CHAIN != 0 {
            self.load_descriptor(c, config >> 16, t, cx);
        }
    }

    /// The step of channel `c` that is due in the cycle that ends at `end`.
    pub(crate) fn dma_step(&mut self, c: usize, end: Tick, cx: &mut RunCx<'_>) {
        let c = c & 1;
        let Some(t) = self.dma[c].due.filter(|&t| self.tick(t + 1) == end) else {
            return;
        };
        if self.st.paused() {
            self.dma[c].held = true;
            return;
        }
        // Channel 0 has priority.
        if c == 1 && [self.dma[0].due, self.dma[0].moved].contains(&Some(t)) {
            self.dma_later(c, t + 1, cx);
            return;
        }
        let bytes = self.dma[c].bytes();
        let (source, destination) = self.dma[c].addresses();
        let way = match (source >> 20, destination >> 20) {
            (0, 0) => None,
            (0, _) => Some(self.way(destination.into(), Op::Write)),
            _ => Some(Way::Read),
        };
        let free = way.map_or(0, |w| self.outside.free[w as usize]);
        if free > t {
            self.dma_later(c, free, cx);
            return;
        }
        // Within the core it reads and writes; what comes from elsewhere the mesh writes.
        let inside = source >> 20 == 0 && destination >> 20 == 0 && self.is_busy(destination, t);
        if inside || source >> 20 == 0 && self.is_busy(source, t) {
            self.dma_later(c, t + 1, cx);
            return;
        }
        self.counts.add(Counted::DmaElements, 1);
        self.dma[c].moved = Some(t);
        let mut next = t + u64::from(self.params.dma.element_cycles);
        let (last, message) = self.dma[c].advance();
        let free = if source >> 20 == 0 {
            let value = self.dma_read(source, bytes, t, cx);
            self.dma_write((destination, bytes), (value, message), t, cx)
        } else {
            let number = self.dma[c].ask((destination, bytes), message);
            let tag = tag::DMA | (c as u32) << 16 | u32::from(number);
            self.dma_send((source, bytes, Op::Read), (0, tag), Way::Read, t, cx)
        };
        next = next.max(free);
        next += self.dma[c].throttle.pause();
        if !last {
            self.dma_later(c, next, cx);
            return;
        }
        self.dma[c].due = None;
        if self.dma[c].has(bit::MESSAGE) && !self.dma[c].asked.is_empty() {
            self.dma[c].set_state(state::LAST);
        } else {
            self.finish(c, t + 1, cx);
        }
    }

    /// The bank of `address` is used in cycle `t`, which is over for the core.
    fn is_busy(&mut self, address: u32, t: u64) -> bool {
        let (banks, l) = self.banks();
        banks.are_busy(address, t, l)
    }

    /// The reply to read `number` of channel `c` comes in cycle `t`.
    pub(crate) fn dma_answer(
        &mut self,
        (c, number): (usize, u16),
        value: u64,
        t: u64,
        cx: &mut RunCx<'_>,
    ) {
        let Some((asked, done)) = self.dma[c & 1].answered(number) else {
            return;
        };
        let to = (asked.destination, asked.bytes);
        if asked.destination < SRAM {
            self.reach(asked.destination, t, true);
        }
        self.dma_write(to, (value, asked.message), t, cx);
        if done {
            self.finish(c & 1, t + 1, cx);
        }
    }

    /// One element for a channel in slave mode.
    fn slave_element(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        let channel = &mut self.dma[c];
        let value = u64::from(channel.regs[reg::AUTO1]) << 32 | u64::from(channel.regs[reg::AUTO0]);
        let (bytes, (_, destination)) = (channel.bytes(), channel.addresses());
        let (last, message) = channel.advance();
        self.counts.add(Counted::DmaElements, 1);
        self.dma_write((destination, bytes), (value, message), t, cx);
        if last {
            self.finish(c, t + 1, cx);
        }
    }

    fn dma_read(&mut self, address: u32, bytes: u16, t: u64, cx: &mut RunCx<'_>) -> u64 {
        if address >= SRAM {
            return 0;
        }
        self.touched.reach(address, t, false);
        self.sram_bytes(address, bytes, cx)
    }

    /// Writes an element, the last one of a `message` or another one; the answer is when the way
    /// there is free again. The engine does not reach the core's own registers (AR, arbitration).
    fn dma_write(
        &mut self,
        (address, bytes): (u32, u16),
        (value, message): (u64, bool),
        t: u64,
        cx: &mut RunCx<'_>,
    ) -> u64 {
        if address < SRAM {
            if !self.protected(address, (self.common.id, 0), cx) {
                self.touched.reach(address, t, true);
                self.put_bytes(address, bytes, value, cx);
            }
            return t;
        }
        if address >> 20 == 0 {
            return t;
        }
        let way = self.way(address.into(), Op::Write);
        let tag = if message { tag::MESSAGE } else { 0 };
        let to = (address, bytes, Op::Write);
        self.dma_send(to, (value, tag), way, t, cx)
    }

    /// Sends a packet of the engine in cycle `t`; the answer is when its way is free again.
    fn dma_send(
        &mut self,
        (address, bytes, op): (u32, u16, Op),
        content: (u64, u32),
        way: Way,
        t: u64,
        cx: &mut RunCx<'_>,
    ) -> u64 {
        let timing = self.send(t, (address.into(), bytes, op), content, true, cx);
        self.live.end(self.cycle_of(timing.done));
        self.sent(way, t, &timing)
    }
}
