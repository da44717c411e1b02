//! The DMA engine: two channels that move elements one by one, independent of the pipeline (AR, DMA).
//!
//! A step (`elements.rs`) reads one element and writes it, or asks for it and writes it when it comes.
//! The board reminds the core when the next step is due. Whatever was asked for is written, also when
//! the channel is idle or does something else by then: on the chip the answer is a write that knows
//! its destination.

mod elements;

use crate::code_pages::SRAM;
use crate::core::Ecore;
use crate::isa::special as sr;
use crate::memory::tag;
use crate::state::{config, irq};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
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
    /// With STARTUP, in place of what these bits are in a descriptor (the vendor's design
    /// verification, `igen/dma.h`): elements between two pauses, and 16 cycles of each pause.
    pub const BETWEEN_PAUSES_SHIFT: u32 = 4;
    /// See [`BETWEEN_PAUSES_SHIFT`].
    pub const PAUSE_SHIFT: u32 = 10;
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
    /// The cycle of the last one that moved an element.
    moved: Option<u64>,
    asked: VecDeque<Asked>,
    number: u16,
    throttle: Throttle,
    /// A step was due while the engine was paused.
    held: bool,
}

/// An element that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Asked {
    number: u16,
    destination: u32,
    bytes: u16,
    /// It is the last one of a message.
    message: bool,
}

/// Pauses of a channel, so that it leaves room for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Throttle {
    /// Elements between two pauses; 0 for no pauses.
    elements: u32,
    /// Cycles of a pause.
    cycles: u32,
    /// Elements since the last pause.
    moved: u32,
}

impl Throttle {
    /// As a write to CONFIG with STARTUP sets it.
    fn of(config: u32) -> Throttle {
        Throttle {
            elements: config >> bit::BETWEEN_PAUSES_SHIFT & 63,
            cycles: 16 * (config >> bit::PAUSE_SHIFT & 63),
            moved: 0,
        }
    }

    /// Cycles to pause behind one more element.
    fn pause(&mut self) -> u64 {
        self.moved += 1;
        if self.moved != self.elements {
            return 0;
        }
        self.moved = 0;
        self.cycles.into()
    }
}

impl Channel {
    /// It moves nothing and waits for nothing.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.state(), state::IDLE | state::ERROR)
    }

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
            if !self.dma_paused() && std::mem::take(&mut self.dma[c].held) {
                self.dma_later(c, t, cx);
            }
        }
    }

    fn dma_later(&mut self, c: usize, t: u64, cx: &mut RunCx<'_>) {
        self.dma[c].due = Some(t);
        // Everybody else comes first in that cycle.
        cx.bus
            .remind(self.id, self.tick(t + 1), tag::DMA | c as u32);
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
