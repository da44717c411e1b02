//! What is noted of basic blocks for those who check programs: see [`crate::checked_blocks`].

use trueboard_core::observe::DynamicEvent;

/// What is noted of the block being executed.
#[derive(Clone, Default)]
pub(crate) struct Noted {
    pub seen: Vec<DynamicEvent>,
    pub number: u32,
    /// Which of its instructions may change the stack pointer, a bit each.
    pub moves: u16,
    /// The checks know that blocks found before were forgotten.
    pub announced: bool,
}

/// The number of a block for those who check programs, and what is to be noted of it besides accesses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub number: u32,
    pub moves: u16,
}
