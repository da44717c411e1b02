//! What is noted of basic blocks for those who check programs: see [`crate::checked_blocks`].

use trueboard_engine::checks;

/// What is noted of the block being executed.
#[derive(Default)]
pub(crate) struct Noted {
    pub block: checks::Noted,
    /// Which of its instructions may change the stack pointer, a bit each.
    pub moves: u16,
}

/// The number of a block for those who check programs, and what is to be noted of it besides accesses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub number: u32,
    pub moves: u16,
}
