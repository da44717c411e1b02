//! The DMA engine: two channels that move elements one by one, independent of the pipeline (AR, DMA).
//!
//! A step (`elements.rs`) reads one element and writes it, or asks for it and writes it when it comes.
//! The board reminds the core when the next step is due. Whatever was asked for is written, also when
//! the channel is idle or does something else by then: on the chip the answer is a write that knows
//! its destination.

pub(crate) mod channel;
mod elements;

use crate::core::Ecore;
use crate::dma::channel::{Throttle, bit, reg, state};
use crate::isa::special as sr;
use crate::memory::map::SRAM;
use crate::memory::tag;
use crate::state::irq;
use trueboard_core::cpu::RunCx;

/// Channel and register of a local address.
fn place(at: u32) -> (usize, usize) {
    let n = (at.wrapping_sub(sr::DMA0CONFIG) / 4) as usize;
    (n >> 3 & 1, n & 7)
}

impl Ecore {
    pub(crate) fn dma_register(&self, at: u32) -> u32 {
        let (c, r) = place(at);
        let channel = &self.dma[c];
        if r == reg::STATUS && self.st.paused() && channel.state() == state::ACTIVE {
            return channel.regs[r] & !15 | state::PAUSED;
        }
        channel.regs[r]
    }

    pub(crate) fn write_dma(&mut self, at: u32, v: u32, t: u64, cx: &mut RunCx<'_>) {
        let (c, r) = place(at);
        if self.dma[c].due == Some(t) {
            // What is written holds from the next cycle on.
            self.dma_step(c, self.tick(t + 1), cx);
        }
        match r {
            reg::CONFIG => {
                self.dma[c].regs[r] = v;
                self.dma[c].due = None;
                self.dma[c].throttle = Throttle::default();
                if v & bit::STARTUP != 0 {
                    self.dma[c].throttle = Throttle::of(v);
                    self.load_descriptor(c, v >> 16, t, cx);
                } else if v & bit::ENABLE != 0 {
                    self.dma[c].outer = self.dma[c].regs[reg::STRIDE];
                    self.begin_dma(c, t + 1, cx);
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
        self.begin_dma(c, t + cycles, cx);
    }

    /// A channel is set up: its first step is in cycle `t`.
    fn begin_dma(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        let channel = &mut self.dma[c];
        channel.inner = channel.regs[reg::COUNT] & 0xffff;
        if channel.inner == 0 || channel.regs[reg::COUNT] >> 16 == 0 {
            channel.set_state(state::ERROR);
        } else if channel.has(bit::MASTER) {
            channel.set_state(state::ACTIVE);
            self.dma_later(c, t, cx);
        } else {
            channel.set_state(state::SLAVE);
        }
    }

    /// The engine goes on from cycle `t` on if nothing pauses it.
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
}
