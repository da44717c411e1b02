//! The DMA engine: two channels that move elements one by one, independent of the pipeline (AR, DMA).
//!
//! A step reads one element and writes it, or asks for it and writes it when it comes. The board
//! reminds the core when the next step is due. Not modelled: throttling.

use crate::code::SRAM;
use crate::core::Ecore;
use crate::isa::special as sr;
use crate::memory::tag;
use crate::meters::Event;
use crate::outside::Way;
use crate::state::{config, irq};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;

/// DMAxCONFIG.
mod bit {
    pub const ENABLE: u32 = 1;
    pub const MASTER: u32 = 1 << 1;
    pub const CHAIN: u32 = 1 << 2;
    pub const STARTUP: u32 = 1 << 3;
    pub const IRQ: u32 = 1 << 4;
    pub const SIZE_SHIFT: u32 = 5;
    pub const MESSAGE: u32 = 1 << 10;
    /// Strides are shifted left by 16 bits: inner source and destination, outer source and
    /// destination.
    pub const SHIFTS: [u32; 4] = [1 << 12, 1 << 13, 1 << 14, 1 << 15];
}

/// DMAxSTATUS\[3:0\].
mod state {
    pub const IDLE: u32 = 0;
    pub const ACTIVE: u32 = 5;
    pub const SLAVE: u32 = 6;
    pub const LAST: u32 = 0xa;
    pub const PAUSED: u32 = 0xb;
    pub const ERROR: u32 = 0xd;
}

/// Registers of a channel by their places.
mod reg {
    pub const CONFIG: usize = 0;
    pub const STRIDE: usize = 1;
    pub const COUNT: usize = 2;
    pub const SRC: usize = 3;
    pub const DST: usize = 4;
    pub const AUTO0: usize = 5;
    pub const AUTO1: usize = 6;
    pub const STATUS: usize = 7;
}

/// One channel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Channel {
    regs: [u32; 8],
    /// Outer strides, of the descriptor.
    outer: u32,
    /// What the inner count begins with.
    inner: u32,
    /// The cycle of the next step.
    due: Option<u64>,
    /// Elements asked for, by number: where they go.
    asked: VecDeque<(u16, u32)>,
    number: u16,
    /// All elements are asked for.
    ending: bool,
}

impl Channel {
    fn state(&self) -> u32 {
        self.regs[reg::STATUS] & 15
    }

    fn set_state(&mut self, state: u32) {
        self.regs[reg::STATUS] = self.regs[reg::STATUS] & !15 | state;
    }

    fn has(&self, bit: u32) -> bool {
        self.regs[reg::CONFIG] & bit != 0
    }

    fn bytes(&self) -> u16 {
        1 << (self.regs[reg::CONFIG] >> bit::SIZE_SHIFT & 3)
    }

    /// Goes on to the next element. True when that was the last one.
    fn advance(&mut self) -> bool {
        let (inner, outer) = (self.regs[reg::COUNT] & 0xffff, self.regs[reg::COUNT] >> 16);
        let left = inner.saturating_sub(1);
        let (strides, shifts, inner, outer) = if left != 0 {
            let shifts = [bit::SHIFTS[0], bit::SHIFTS[1]];
            (self.regs[reg::STRIDE], shifts, left, outer)
        } else {
            let shifts = [bit::SHIFTS[2], bit::SHIFTS[3]];
            (self.outer, shifts, self.inner, outer.saturating_sub(1))
        };
        let [source, destination] = [(strides, shifts[0]), (strides >> 16, shifts[1])]
            .map(|(s, shift)| (s as u16 as i16 as u32) << if self.has(shift) { 16 } else { 0 });
        self.regs[reg::SRC] = self.regs[reg::SRC].wrapping_add(source);
        self.regs[reg::DST] = self.regs[reg::DST].wrapping_add(destination);
        self.regs[reg::COUNT] = outer << 16 | inner;
        outer == 0
    }
}

/// Channel and register of a local address.
fn place(at: u32) -> (usize, usize) {
    let n = (at.wrapping_sub(sr::DMA0CONFIG) / 4) as usize;
    (n >> 3 & 1, n & 7)
}

impl Ecore {
    pub(crate) fn dma_register(&self, at: u32) -> u32 {
        let (c, r) = place(at);
        let channel = &self.dma[c];
        if r == reg::STATUS && self.dma_paused() && channel.state() == state::ACTIVE {
            return channel.regs[r] & !15 | state::PAUSED;
        }
        channel.regs[r]
    }

    fn dma_paused(&self) -> bool {
        self.halted() && self.st.config & config::DBGPAUSE != 0
    }

    pub(crate) fn write_dma(&mut self, at: u32, v: u32, t: u64, cx: &mut RunCx<'_>) {
        let (c, r) = place(at);
        match r {
            reg::CONFIG => {
                self.dma[c].regs[r] = v;
                self.dma[c].due = None;
                self.dma[c].asked.clear();
                self.dma[c].ending = false;
                if v & bit::STARTUP != 0 {
                    self.load_descriptor(c, v >> 16, t, cx);
                } else if v & bit::ENABLE != 0 {
                    self.dma[c].outer = self.dma[c].regs[reg::STRIDE];
                    self.begin(c, t + 1, cx);
                } else {
                    self.dma[c].set_state(state::IDLE);
                }
            }
            reg::AUTO0 | reg::AUTO1 => {
                self.dma[c].regs[r] = v;
                if r == reg::AUTO0 {
                    // A word is on both halves of the bus: the vendor's register test finds it in both
                    // registers. The upper half of a double word comes after it.
                    self.dma[c].regs[reg::AUTO1] = v;
                }
                // A double word ends with its upper half.
                let whole = (r == reg::AUTO1) == (self.dma[c].bytes() == 8);
                if whole && self.dma[c].state() == state::SLAVE {
                    self.slave_element(c, t, cx);
                }
            }
            _ => self.dma[c].regs[r] = v,
        }
    }

    /// Takes a channel's registers from the descriptor at a local address.
    fn load_descriptor(&mut self, c: usize, at: u32, t: u64, cx: &mut RunCx<'_>) {
        let whole = if at & 7 == 0 && at + 24 <= SRAM {
            cx.mem.peek(self.base() + u64::from(at), 24)
        } else {
            None
        };
        let Some(bytes) = whole else {
            self.dma[c].set_state(state::ERROR);
            return;
        };
        let mut words = [0; 6];
        for (word, b) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u32::from_le_bytes(*b);
        }
        let [config, inner, count, outer, source, destination] = words;
        let channel = &mut self.dma[c];
        channel.regs[reg::CONFIG] = config;
        channel.regs[reg::STRIDE] = inner;
        channel.regs[reg::COUNT] = count;
        channel.regs[reg::SRC] = source;
        channel.regs[reg::DST] = destination;
        channel.regs[reg::STATUS] = at << 16;
        channel.outer = outer;
        let cycles = u64::from(self.params.dma.descriptor_cycles);
        if config & bit::ENABLE == 0 {
            channel.set_state(state::ERROR);
            return;
        }
        self.begin(c, t + cycles, cx);
    }

    /// A channel is set up: its first step is in cycle `t`.
    fn begin(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        let channel = &mut self.dma[c];
        channel.inner = channel.regs[reg::COUNT] & 0xffff;
        channel.ending = false;
        if channel.inner == 0 || channel.regs[reg::COUNT] >> 16 == 0 {
            channel.set_state(state::ERROR);
        } else if channel.has(bit::MASTER) {
            channel.set_state(state::ACTIVE);
            self.dma_later(c, t, cx);
        } else {
            channel.set_state(state::SLAVE);
        }
    }

    fn dma_later(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        self.dma[c].due = Some(t);
        cx.bus.remind(self.id, self.tick(t), tag::DMA | c as u32);
        self.live.end(t);
    }

    /// The step of channel `c` that is due in cycle `t`.
    pub(crate) fn dma_step(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        let c = c & 1;
        if self.dma[c].due != Some(t) {
            return;
        }
        if self.dma_paused() {
            // It looks again until it may go on.
            self.dma_later(c, t + 8, cx);
            return;
        }
        // Channel 0 has priority.
        if c == 1 && self.dma[0].due == Some(t) {
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
        if source >> 20 == 0 && self.bank_busy(source, t) {
            self.dma_later(c, t + 1, cx);
            return;
        }
        self.counts.add(Event::DmaElements, 1);
        let mut next = t + u64::from(self.params.dma.element_cycles);
        let last = self.dma[c].advance();
        if source >> 20 == 0 {
            let value = self.dma_read(source, bytes, t, cx);
            next = next.max(self.dma_write(c, (destination, bytes), value, last, t, cx));
        } else {
            let number = self.dma[c].number;
            self.dma[c].number = number.wrapping_add(1);
            self.dma[c].asked.push_back((number, destination));
            let tag = tag::DMA | (c as u32) << 16 | u32::from(number);
            let from = (source.into(), bytes, Op::Read);
            let timing = self.send(t, from, (0, tag), true, cx);
            let freed = self.cycle_of(timing.freed);
            self.outside.free[Way::Read as usize] = freed.max(t);
            next = next.max(freed);
            self.live.end(self.cycle_of(timing.done));
        }
        if !last {
            self.dma_later(c, next, cx);
            return;
        }
        self.dma[c].due = None;
        self.dma[c].ending = true;
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
        let Some(i) = channel.asked.iter().position(|&(n, _)| n == number) else {
            return;
        };
        let Some((_, destination)) = channel.asked.remove(i) else {
            return;
        };
        let bytes = channel.bytes();
        let done = channel.ending && channel.asked.is_empty();
        self.dma_write(c & 1, (destination, bytes), value, done, t, cx);
        if done && self.dma[c & 1].state() == state::LAST {
            self.finish(c & 1, t + 1, cx);
        }
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

    /// One element for a channel in slave mode.
    fn slave_element(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        let channel = &self.dma[c];
        let value = u64::from(channel.regs[reg::AUTO1]) << 32 | u64::from(channel.regs[reg::AUTO0]);
        let bytes = channel.bytes();
        let destination = channel.regs[reg::DST] & !(u32::from(bytes) - 1);
        self.counts.add(Event::DmaElements, 1);
        let last = self.dma[c].advance();
        self.dma_write(c, (destination, bytes), value, last, t, cx);
        if last {
            self.finish(c, t + 1, cx);
        }
    }

    /// Everybody else comes before the DMA engine.
    fn bank_busy(&self, address: u32, t: u64) -> bool {
        let bank = (address >> 13 & 3) as usize;
        address < SRAM && (self.bank_used[bank] == t || self.banks[bank].at(t))
    }

    fn dma_read(&mut self, address: u32, bytes: u16, t: u64, cx: &mut RunCx<'_>) -> u64 {
        if address >= SRAM {
            return 0;
        }
        self.touched.reach(address, t, false);
        let mut value = [0; 8];
        let at = self.base() + u64::from(address);
        if let (Some(to), Some(from)) = (
            value.get_mut(..usize::from(bytes)),
            cx.mem.peek(at, usize::from(bytes)),
        ) {
            to.copy_from_slice(from);
        }
        u64::from_le_bytes(value)
    }

    /// Writes an element; the answer is when the way there is free again.
    fn dma_write(
        &mut self,
        c: usize,
        (address, bytes): (u32, u16),
        value: u64,
        last: bool,
        t: u64,
        cx: &mut RunCx<'_>,
    ) -> u64 {
        if address < SRAM {
            if !self.protected(address) {
                self.touched.reach(address, t, true);
                self.put_bytes(address, bytes, value, cx);
            }
            return t;
        }
        if address >> 20 == 0 {
            return t;
        }
        let way = self.way(address.into(), Op::Write);
        let message = last && self.dma[c].has(bit::MESSAGE);
        let tag = if message { tag::MESSAGE } else { 0 };
        let to = (address.into(), bytes, Op::Write);
        let timing = self.send(t, to, (value, tag), true, cx);
        let freed = self.cycle_of(timing.freed).max(t);
        self.outside.free[way as usize] = freed;
        self.live.end(self.cycle_of(timing.done));
        freed
    }
}
