//! Looking at a word again and again.

use crate::env::{Env, Want};
use crate::span::Span;
use crate::words::{ns_text, word};
use serde::{Deserialize, Serialize};
use trueboard_core::time::Tick;

/// When it is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Until {
    /// The word is this.
    Is(u32),
    /// It is this or more.
    AtLeast(u32),
}

impl Until {
    pub fn holds(self, word: u32) -> bool {
        match self {
            Until::Is(v) => word == v,
            Until::AtLeast(v) => word >= v,
        }
    }
}

/// A wait for a word.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Poll {
    pub at: u32,
    pub mask: u32,
    pub until: Until,
    /// Nap between two looks, 0 for none.
    pub every_ns: u64,
    pub timeout_ns: u64,
    /// What it is called, in messages.
    pub what: String,
}

/// How far a wait is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Polling {
    deadline: Tick,
    /// The word is being read.
    looking: bool,
}

impl Poll {
    /// The wait called `what`, not yet for a place.
    pub fn of(what: &str, mask: u32, until: Until, every: Option<Span>, timeout: Span) -> Poll {
        Poll {
            at: 0,
            mask,
            until,
            every_ns: every.unwrap_or_default().0,
            timeout_ns: timeout.0,
            what: what.to_owned(),
        }
    }

    pub fn begin(&self, env: &Env<'_>) -> Polling {
        Polling {
            deadline: env.deadline(self.timeout_ns),
            looking: false,
        }
    }

    pub fn go_on(&self, state: &mut Polling, got: &[u8], env: &mut Env<'_>) -> Want {
        let look = Want::Read {
            at: self.at,
            bytes: 4,
        };
        if !std::mem::replace(&mut state.looking, true) {
            return look;
        }
        let word = word(got, 0);
        if self.until.holds(word & self.mask) {
            return Want::Next;
        }
        if env.now >= state.deadline {
            env.fail(&format!(
                "{}: gave up after {}; the last value was {word:#x}",
                self.what,
                ns_text(self.timeout_ns)
            ));
            return Want::Next;
        }
        if self.every_ns == 0 {
            return look;
        }
        state.looking = false;
        Want::Nap { ns: self.every_ns }
    }
}
