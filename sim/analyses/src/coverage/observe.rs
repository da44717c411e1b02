//! What of the images' code was executed, and how often each branch was taken, for cores whose meters do not tell.

use std::collections::BTreeMap;
use trueboard_core::observe::{Branch, Kinds, Observer};
use trueboard_core::time::Tick;

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

/// Follows the branches of all cores.
pub struct Branches {
    /// By core and address.
    cores: Vec<BTreeMap<u64, Outcomes>>,
}

impl Branches {
    /// Follows so many cores.
    #[must_use]
    pub fn new(cores: usize) -> Branches {
        Branches {
            cores: vec![BTreeMap::new(); cores],
        }
    }

    /// The branches that core `core` executed, by address.
    #[must_use]
    pub fn of(&self, core: u8) -> Option<&BTreeMap<u64, Outcomes>> {
        self.cores.get(usize::from(core))
    }
}

impl Observer for Branches {
    fn kinds(&self) -> Kinds {
        Kinds::BRANCH
    }

    fn branch(&mut self, core: u8, _at: Tick, branch: &Branch) {
        let Some(core) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let outcomes = core.entry(branch.from).or_default();
        match branch.taken {
            true => outcomes.taken += 1,
            false => outcomes.not_taken += 1,
        }
    }
}
