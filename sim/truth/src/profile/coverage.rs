//! What of the images' code was executed.

/// How often a conditional branch went each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// It was taken.
    pub taken: u64,
    /// Execution went on behind it.
    pub not_taken: u64,
}

/// An instruction that belongs to a line of source code, executed or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The address by which its image knows it.
    pub at: u64,
    /// Path of the source file, as the debug information has it.
    pub file: String,
    /// Line in that file, from 1.
    pub line: u32,
    /// The function that it is in; nothing if no symbol says so.
    pub function: String,
    /// It is the first of that function.
    pub entry: bool,
    /// Executions, by all cores that run the image.
    pub count: u64,
    /// Of a conditional branch: how often it went each way; zeros where it was not executed.
    pub branch: Option<Outcomes>,
}
