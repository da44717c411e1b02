//! How often each branch was taken, for cores whose meters do not tell.

use super::coverage::Outcomes;
use std::collections::BTreeMap;
use trueboard_core::observe::{Branch, Kinds, Observer};
use trueboard_core::time::Tick;

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
