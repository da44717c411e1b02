//! What is noted of basic blocks for those who check programs: see [`crate::checked_blocks`].

use trueboard_core::observe::DynamicEvent;
use trueboard_core::time::Clock;

/// What is noted of the block being executed.
#[derive(Clone, Default)]
pub(crate) struct Noted {
    /// Blocks were forgotten, which the checks do not know yet.
    pub forgotten: bool,
    pub seen: Vec<DynamicEvent>,
}

/// The number of a block for those who check programs, and what it depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The number; 0 without one.
    pub number: u32,
    /// The address at which it begins.
    pub pc: u32,
    /// The program cache is asked for it.
    pub cached: bool,
}

/// A core, as it is reported.
#[derive(Clone, Copy)]
pub(crate) struct Reporter {
    pub id: u8,
    pub clock: Clock,
}
