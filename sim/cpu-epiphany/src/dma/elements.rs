//! Elements of a DMA channel: each is read here, or asked for elsewhere and written when it comes.

use super::channel::{Asked, bit, reg, state};
use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::memory::map::SRAM;
use crate::memory::tag;
use crate::memory::ways::Way;
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;
use trueboard_core::time::Tick;

impl Ecore {
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
        let channel = &self.dma[c];
        let bytes = channel.bytes();
        let mask = !(u32::from(bytes) - 1);
        let (source, destination) = (channel.regs[reg::SRC] & mask, channel.regs[reg::DST] & mask);
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
        let inside = source >> 20 == 0 && destination >> 20 == 0 && self.bank_busy(destination, t);
        if inside || source >> 20 == 0 && self.bank_busy(source, t) {
            self.dma_later(c, t + 1, cx);
            return;
        }
        self.counts.add(Counted::DmaElements, 1);
        self.dma[c].moved = Some(t);
        let mut next = t + u64::from(self.params.dma.element_cycles);
        let last = self.dma[c].advance();
        if source >> 20 == 0 {
            let value = self.dma_read(source, bytes, t, cx);
            let message = last && self.dma[c].has(bit::MESSAGE);
            next = next.max(self.dma_write((destination, bytes), (value, message), t, cx));
        } else {
            let channel = &mut self.dma[c];
            let number = channel.number;
            channel.number = number.wrapping_add(1);
            channel.asked.push_back(Asked {
                number,
                destination,
                bytes,
                message: last && channel.has(bit::MESSAGE),
            });
            let tag = tag::DMA | (c as u32) << 16 | u32::from(number);
            let from = (source.into(), bytes, Op::Read);
            let timing = self.send(t, from, (0, tag), true, cx);
            let freed = self.cycle_of(timing.freed);
            self.outside.free[Way::Read as usize] = freed.max(t);
            next = next.max(freed);
            self.live.end(self.cycle_of(timing.done));
        }
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

    /// What channel `c` asked for as `number` is here in cycle `t`.
    pub(crate) fn dma_answer(
        &mut self,
        (c, number): (usize, u16),
        value: u64,
        t: u64,
        cx: &mut RunCx<'_>,
    ) {
        let channel = &mut self.dma[c & 1];
        let Some(i) = channel.asked.iter().position(|a| a.number == number) else {
            return;
        };
        let Some(asked) = channel.asked.remove(i) else {
            return;
        };
        let done = channel.state() == state::LAST && channel.asked.is_empty();
        let to = (asked.destination, asked.bytes);
        if asked.destination < SRAM {
            self.use_bank(asked.destination, t, true);
        }
        self.dma_write(to, (value, asked.message), t, cx);
        if done {
            self.finish(c & 1, t + 1, cx);
        }
    }

    /// One element for a channel in slave mode.
    pub(super) fn slave_element(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        let channel = &self.dma[c];
        let value = u64::from(channel.regs[reg::AUTO1]) << 32 | u64::from(channel.regs[reg::AUTO0]);
        let bytes = channel.bytes();
        let destination = channel.regs[reg::DST] & !(u32::from(bytes) - 1);
        self.counts.add(Counted::DmaElements, 1);
        let last = self.dma[c].advance();
        let message = last && self.dma[c].has(bit::MESSAGE);
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
        let to = (address.into(), bytes, Op::Write);
        let timing = self.send(t, to, (value, tag), true, cx);
        let freed = self.cycle_of(timing.freed).max(t);
        self.outside.free[way as usize] = freed;
        self.live.end(self.cycle_of(timing.done));
        freed
    }
}
