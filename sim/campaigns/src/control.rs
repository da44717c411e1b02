//! Who follows a campaign, and ends it early.

use crate::engine::Progress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard_board::StopCause;

/// Who follows a campaign while it runs, and can end it; by default nobody.
#[derive(Clone, Default)]
pub struct Control<'a> {
    /// Ends the campaign in good order once it is set.
    pub stop: Arc<AtomicBool>,
    /// Why `stop` was set: runs that have reports name it there.
    pub cause: StopCause,
    /// Is told how many results there are, whenever one comes. Threads call it in turn.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl Control<'_> {
    /// The campaign was asked to end.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells how far it is.
    pub(crate) fn tell(&self, progress: Progress) {
        if let Some(tell) = self.progress {
            tell(progress);
        }
    }
}

/// How a campaign ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done<A> {
    /// All runs were made: what they answer.
    All(A),
    /// It was stopped.
    Stopped {
        /// Runs of the campaign had begun; where there is a folder of results, it has what was run.
        begun: bool,
    },
    /// This process is a worker, and its chunk of the runs is in its journal.
    Chunk,
}

impl<A> Done<A> {
    /// The answer, if all runs were made.
    pub fn answer(self) -> Option<A> {
        match self {
            Done::All(answer) => Some(answer),
            Done::Stopped { .. } | Done::Chunk => None,
        }
    }

    /// This, with another answer.
    pub(crate) fn then<B>(
        self,
        answer: impl FnOnce(A) -> Result<B, crate::Error>,
    ) -> Result<Done<B>, crate::Error> {
        Ok(match self {
            Done::All(a) => Done::All(answer(a)?),
            Done::Stopped { begun } => Done::Stopped { begun },
            Done::Chunk => Done::Chunk,
        })
    }
}
