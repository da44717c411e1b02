//! A channel of the DMA engine: its registers, and what it is about.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// DMAxCONFIG.
pub(super) mod bit {
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
pub(super) mod state {
    pub const IDLE: u32 = 0;
    pub const ACTIVE: u32 = 5;
    pub const SLAVE: u32 = 6;
    pub const LAST: u32 = 0xa;
    pub const PAUSED: u32 = 0xb;
    pub const ERROR: u32 = 0xd;
}

/// Registers of a channel by their places.
pub(super) mod reg {
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
    pub(super) regs: [u32; 8],
    /// Outer strides, of the descriptor.
    pub(super) outer: u32,
    /// What the inner count begins with.
    pub(super) inner: u32,
    /// The cycle of the next step.
    pub(super) due: Option<u64>,
    /// The cycle of the last one that moved an element.
    pub(super) moved: Option<u64>,
    pub(super) asked: VecDeque<Asked>,
    pub(super) number: u16,
    pub(super) throttle: Throttle,
    /// A step was due while the engine was paused.
    pub(super) held: bool,
}

/// A requested element.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Asked {
    pub(super) number: u16,
    pub(super) destination: u32,
    pub(super) bytes: u16,
    /// It is the last one of a message.
    pub(super) message: bool,
}

/// What a write to a register of a channel begins.
pub(super) enum Begins {
    Nothing,
    /// The descriptor at this local address is loaded.
    Descriptor(u32),
    /// A transfer.
    Transfer,
    /// An element, in slave mode.
    Element,
}

/// Pauses of a channel, so that it leaves room for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Throttle {
    /// Elements between two pauses; 0 for no pauses.
    elements: u32,
    /// Cycles of a pause.
    cycles: u32,
    /// Elements since the last pause.
    pub(super) moved: u32,
}

impl Throttle {
    /// As a write to CONFIG with STARTUP sets it.
    pub(super) fn of(config: u32) -> Throttle {
        Throttle {
            elements: config >> bit::BETWEEN_PAUSES_SHIFT & 63,
            cycles: 16 * (config >> bit::PAUSE_SHIFT & 63),
            moved: 0,
        }
    }

    /// Cycles to pause behind one more element.
    pub(super) fn pause(&mut self) -> u64 {
        self.moved += 1;
        if self.moved != self.elements {
            return 0;
        }
        self.moved = 0;
        self.cycles.into()
    }
}

impl Channel {
    /// True in the states IDLE and ERROR.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.state(), state::IDLE | state::ERROR)
    }

    pub(super) fn state(&self) -> u32 {
        self.regs[reg::STATUS] & 15
    }

    pub(super) fn set_state(&mut self, state: u32) {
        self.regs[reg::STATUS] = self.regs[reg::STATUS] & !15 | state;
    }

    pub(super) fn has(&self, bit: u32) -> bool {
        self.regs[reg::CONFIG] & bit != 0
    }

    pub(super) fn bytes(&self) -> u16 {
        1 << (self.regs[reg::CONFIG] >> bit::SIZE_SHIFT & 3)
    }

    /// Source and destination of the element.
    pub(super) fn addresses(&self) -> (u32, u32) {
        let mask = !(u32::from(self.bytes()) - 1);
        (self.regs[reg::SRC] & mask, self.regs[reg::DST] & mask)
    }

    /// What register `r` shows; `paused`: the engine is.
    pub(super) fn shown(&self, r: usize, paused: bool) -> u32 {
        if r == reg::STATUS && paused && self.state() == state::ACTIVE {
            return self.regs[r] & !15 | state::PAUSED;
        }
        self.regs[r]
    }

    /// Writes register `r`: what that begins.
    pub(super) fn write(&mut self, r: usize, v: u32) -> Begins {
        self.regs[r] = v;
        match r {
            reg::CONFIG => {
                self.due = None;
                self.throttle = Throttle::default();
                if v & bit::STARTUP != 0 {
                    self.throttle = Throttle::of(v);
                    return Begins::Descriptor(v >> 16);
                }
                if v & bit::ENABLE != 0 {
                    self.outer = self.regs[reg::STRIDE];
                    return Begins::Transfer;
                }
                self.set_state(state::IDLE);
            }
            reg::AUTO0 | reg::AUTO1 => {
                if r == reg::AUTO0 {
                    // A word is on both halves of the bus: the vendor's register test finds it in both
                    // registers. The upper half of a double word comes after it.
                    self.regs[reg::AUTO1] = v;
                }
                // A double word ends with its upper half.
                let whole = (r == reg::AUTO1) == (self.bytes() == 8);
                if whole && self.state() == state::SLAVE {
                    return Begins::Element;
                }
            }
            _ => {}
        }
        Begins::Nothing
    }

    /// Takes the registers from `descriptor`, which is at local address `at`. False when that is none, or is not enabled.
    pub(super) fn load(&mut self, at: u32, descriptor: Option<&[u8]>) -> bool {
        if let Some(bytes) = descriptor {
            let mut words = [0; 6];
            for (word, b) in words.iter_mut().zip(bytes.as_chunks().0) {
                *word = u32::from_le_bytes(*b);
            }
            let [config, inner, count, outer, source, destination] = words;
            self.regs[reg::CONFIG] = config;
            self.regs[reg::STRIDE] = inner;
            self.regs[reg::COUNT] = count;
            self.regs[reg::SRC] = source;
            self.regs[reg::DST] = destination;
            self.regs[reg::STATUS] = at << 16;
            self.outer = outer;
        }
        let loaded = descriptor.is_some() && self.has(bit::ENABLE);
        if !loaded {
            self.set_state(state::ERROR);
        }
        loaded
    }

    /// It is set up. True when it steps by itself.
    pub(super) fn begin(&mut self) -> bool {
        self.inner = self.regs[reg::COUNT] & 0xffff;
        let state = if self.inner == 0 || self.regs[reg::COUNT] >> 16 == 0 {
            state::ERROR
        } else if self.has(bit::MASTER) {
            state::ACTIVE
        } else {
            state::SLAVE
        };
        self.set_state(state);
        state == state::ACTIVE
    }

    /// Enters the read of an element, and its destination, as outstanding; answers its number, which the reply carries.
    pub(super) fn ask(&mut self, (destination, bytes): (u32, u16), message: bool) -> u16 {
        let number = self.number;
        self.number = number.wrapping_add(1);
        self.asked.push_back(Asked {
            number,
            destination,
            bytes,
            message,
        });
        number
    }

    /// The reply to read `number` has come: the destination of the element, and whether the transfer is complete.
    pub(super) fn answered(&mut self, number: u16) -> Option<(Asked, bool)> {
        let i = self.asked.iter().position(|a| a.number == number)?;
        let asked = self.asked.remove(i)?;
        let done = self.state() == state::LAST && self.asked.is_empty();
        Some((asked, done))
    }

    /// Advances to the next element. Returns whether this was the last one, and the last one of a message.
    pub(super) fn advance(&mut self) -> (bool, bool) {
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
        let last = outer == 0;
        (last, last && self.has(bit::MESSAGE))
    }
}
