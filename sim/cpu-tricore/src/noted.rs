//! What is kept of basic blocks for those who check programs: see [`crate::checked_blocks`].

/// The number of a block for those who check programs, and what it depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The number; 0 without one.
    pub number: u32,
    /// The address at which it begins.
    pub pc: u32,
    /// The program cache serves it.
    pub cached: bool,
}
