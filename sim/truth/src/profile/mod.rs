//! The profile of a run: what every function did and cost, by the calls that led to it.
//!
//! A core is followed by its shadow stack. Between two changes of the stack all that the core's meters
//! count belongs to one *context*: the function on top together with all callers below it. What a function
//! costs with its callees is the sum over the contexts at and above it, so nothing is copied per call but
//! the meters of the last change.

mod contexts;
mod periods;
mod report;

pub use periods::{Periods, TOLERANCE_PERCENT};
pub use report::{Context, ContextKind, CoreProfile, Executions, Names};

use crate::stack::{Change, ShadowStack};
use contexts::Contexts;
use trueboard_core::fact::{CallObserver, FactKind};
use trueboard_core::meter::{CoreBank, Dictionary};
use trueboard_core::time::Tick;

/// Follows calls, traps and interrupts of all cores, and charges their meters to contexts.
pub struct Profile {
    cores: Vec<Core>,
}

struct Core {
    stack: ShadowStack,
    dictionary: &'static Dictionary,
    /// Changes of the stack that wait for the meters of their moment.
    due: Vec<Change>,
    contexts: Contexts,
}

impl Profile {
    /// Follows the cores that have the meters of these dictionaries, calls up to `stack_limit` deep.
    pub fn new(cores: &[&'static Dictionary], stack_limit: usize) -> Profile {
        let core = |&dictionary: &&'static Dictionary| Core {
            stack: ShadowStack::new(stack_limit),
            dictionary,
            due: Vec::new(),
            contexts: Contexts::new(dictionary),
        };
        Profile {
            cores: cores.iter().map(core).collect(),
        }
    }

    /// The profile of core `core`, whose clock stands at `at` with these meters; none if it has never
    /// executed anything, or is no core of the board.
    pub fn report(
        &self,
        core: u8,
        at: Tick,
        meters: &CoreBank,
        names: &dyn Names,
    ) -> Option<CoreProfile> {
        let c = self.cores.get(usize::from(core))?;
        let mut contexts = c.contexts.clone();
        contexts.charge(at, meters);
        report::report(core, &contexts, c.dictionary, names)
    }
}

impl CallObserver for Profile {
    fn happened(&mut self, core: u8, kind: &FactKind) -> bool {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return false;
        };
        c.due.clear();
        match c.stack.step_top(kind) {
            Some(change) => c.due.push(change),
            None => c.due.extend_from_slice(c.stack.step(kind)),
        }
        !c.due.is_empty()
    }

    fn measured(&mut self, core: u8, at: Tick, meters: &CoreBank) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        c.contexts.charge(at, meters);
        for change in c.due.drain(..) {
            match change {
                Change::Enter(frame) => c.contexts.enter(at, &frame),
                Change::Leave(_) => c.contexts.leave(at),
            }
        }
    }
}
