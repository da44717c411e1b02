//! Lines in flight from memory. Their tags are valid from the moment of the miss; an earlier request for one waits for
//! its data.

use serde::{Deserialize, Serialize};
use trueboard_core::time::Tick;

/// One for each master that can have a split transfer.
const ROOM: usize = 8;

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Fills {
    /// Line number and when it is complete.
    list: [(u64, Tick); ROOM],
    next: usize,
    /// When all are complete.
    pub until: Tick,
}

impl Default for Fills {
    fn default() -> Fills {
        Fills {
            list: [(u64::MAX, Tick(0)); ROOM],
            next: 0,
            until: Tick(0),
        }
    }
}

impl Fills {
    /// Notes a fill; with more than there is room for, the oldest is forgotten.
    pub fn push(&mut self, line: u64, ready: Tick) {
        self.list[self.next] = (line, ready);
        self.next = (self.next + 1) % ROOM;
        self.until = self.until.max(ready);
    }

    /// When the line is complete, if that is after `at`.
    #[inline]
    pub fn pending(&self, line: u64, at: Tick) -> Option<Tick> {
        if self.until <= at {
            return None;
        }
        self.list
            .iter()
            .filter(|f| f.0 == line && f.1 > at)
            .map(|f| f.1)
            .max()
    }
}
