//! What is noted of basic blocks for those who check programs: see [`crate::checked_blocks`].

use std::cell::Cell;
use trueboard_engine::checks;

/// Register windows for which a block has a number of its own; more share them.
const WINDOWS: usize = 8;
/// In the upper bits of what is kept of a block and a window: which of those that share it.
const SHARED: u32 = 30;

/// What those who check programs call a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckerIds {
    /// By window: its number, 0 without one.
    by_window: [Cell<u32>; WINDOWS],
    annuls: bool,
}

impl CheckerIds {
    /// Of a block with a delay slot that may be annulled, or not.
    pub fn new(annuls: bool) -> CheckerIds {
        CheckerIds {
            annuls,
            ..CheckerIds::default()
        }
    }

    /// Its delay slot may be annulled.
    #[inline(always)]
    pub fn annuls(&self) -> bool {
        self.annuls
    }

    /// That of the block in window `cwp`.
    #[inline(always)]
    pub fn in_window(&self, cwp: u8) -> Option<u32> {
        let kept = self.by_window[usize::from(cwp) % WINDOWS].get();
        let number = kept & ((1 << SHARED) - 1);
        let same = kept >> SHARED == u32::from(cwp) / WINDOWS as u32;
        (number != 0 && same).then_some(number)
    }

    /// Keeps that of the block in window `cwp`. False if it is none to be kept.
    pub fn keep(&self, cwp: u8, number: u32) -> bool {
        let kept = number | (u32::from(cwp) / WINDOWS as u32) << SHARED;
        self.by_window[usize::from(cwp) % WINDOWS].set(kept);
        number != 0 && number < 1 << SHARED
    }
}

/// What is noted of the block being executed.
#[derive(Default)]
pub(crate) struct Noted {
    /// Blocks are those that note.
    pub on: bool,
    pub block: checks::Noted,
    /// Where the block begins.
    pub entry: u32,
    /// Where the instruction under way accesses memory, and when the one before it had ended.
    pub address: u32,
    pub before: u64,
    /// The delay slot was executed.
    pub slot: bool,
}
