//! What is on its way between the core and memory: the line being fetched from, lines that are still
//! arriving, the store in the write buffer.

use serde::{Deserialize, Serialize};

/// Lines and stores on their way.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct InFlight {
    pub fetch: FetchState,
    pub dfill: FillState,
    /// The write buffer is free from this cycle on.
    pub wb_free: u64,
}

/// Where instructions are being taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FetchState {
    /// Virtual address of the bytes that can be taken without another full fetch; 1, which no address of
    /// an instruction agrees with, when there are none.
    pub(crate) tag: u32,
    /// Which address bits must agree with `tag`; always bit 0 too.
    pub(crate) mask: u32,
    /// Other lines can be taken by a look-up in the cache alone: the cache is on, no line is arriving, no
    /// translation, no watchpoint, no zero-cost code. Set by the last full fetch.
    pub(super) unhindered: bool,
    /// They could if no line were arriving.
    #[serde(skip)]
    pub(super) arriving: bool,
    /// The instruction that was fetched for itself alone and has not been executed: it is not fetched again
    /// when it is tried again.
    pub(crate) alone: Option<u32>,
    pub(super) fill: FillState,
}

/// A line on its way into a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FillState {
    /// Physical address of the line.
    pub(super) line: u64,
    /// The half of it that arrived first.
    pub(super) half: u64,
    /// Cycle in which all of it is there.
    pub(crate) done: u64,
}

impl Default for FetchState {
    fn default() -> FetchState {
        FetchState {
            tag: 1,
            mask: 1,
            unhindered: false,
            arriving: false,
            alone: None,
            fill: FillState::NONE,
        }
    }
}

impl FetchState {
    /// The next fetch is a full one.
    pub fn invalidate(&mut self) {
        self.tag = 1;
        self.unhindered = false;
        self.arriving = false;
    }

    /// Nothing is special about fetches here, and all of the line is there.
    #[inline(always)]
    pub fn is_unhindered(&self) -> bool {
        self.unhindered
    }

    /// Nothing is special about fetches here, though a line may be arriving.
    #[inline(always)]
    pub fn is_ordinary(&self) -> bool {
        self.unhindered || self.arriving
    }

    /// Nothing is special about fetches here but a line that is arriving.
    #[inline(always)]
    pub fn is_arriving(&self) -> bool {
        self.arriving
    }

    /// Takes the line of `pc`, a known hit, from now on.
    #[inline(always)]
    pub fn take_line(&mut self, pc: u32) {
        self.tag = pc;
    }

    /// Virtual address of the page of the line that was taken last.
    #[inline(always)]
    pub fn page(&self) -> u32 {
        self.tag & !0xfff
    }

    /// True when `pc` can be taken without another full fetch.
    #[inline(always)]
    pub fn covers(&self, pc: u32) -> bool {
        (pc ^ self.tag) & self.mask == 0
    }
}

impl Default for FillState {
    fn default() -> FillState {
        FillState::NONE
    }
}

impl FillState {
    pub(crate) const NONE: FillState = FillState {
        line: u64::MAX,
        half: 0,
        done: 0,
    };

    /// True while the line of `pa` is still arriving.
    pub(crate) fn awaits(&self, pa: u64, line_bytes: u64, cycle: u64) -> bool {
        cycle < self.done && pa & !(line_bytes - 1) == self.line
    }
}
