//! The profile of a run: what every function did and cost, by the calls that led to it.
//!
//! A core is followed by its shadow stack. Between two changes of the stack all that the core's meters
//! count belongs to one *context*: the function on top together with all callers below it. What a function
//! costs with its callees is the sum over the contexts at and above it.

mod contexts;
mod instructions;
mod periods;
mod report;

pub use instructions::{CodeNames, CoreInstructions, Instruction, Instructions};
pub use periods::{Periods, TOLERANCE_PERCENT};
pub use report::{Context, ContextKind, CoreProfile, Executions, Names};

use crate::stack::{Change, ShadowStack};
use contexts::Contexts;
use trueboard_core::fact::FactKind;
use trueboard_core::meter::{CoreBank, Dictionary};
use trueboard_core::observe::{Kinds, Observer, Running};
use trueboard_core::time::Tick;

/// Follows calls, traps and interrupts of all cores, and charges their meters to contexts.
pub struct Profile {
    cores: Vec<Core>,
}

struct Core {
    stack: ShadowStack,
    dictionary: &'static Dictionary,
    /// Changes of the stack that wait for the meters of their moment: one, as usual, or several.
    change: Option<Change>,
    changes: Vec<Change>,
    contexts: Contexts,
}

impl Profile {
    /// Follows the cores that have the meters of these dictionaries, calls up to `stack_limit` deep.
    pub fn new(cores: &[&'static Dictionary], stack_limit: usize) -> Profile {
        let core = |&dictionary: &&'static Dictionary| Core {
            stack: ShadowStack::new(stack_limit),
            dictionary,
            change: None,
            changes: Vec::new(),
            contexts: Contexts::new(),
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
        let contexts = c.contexts.own(at, meters, c.dictionary);
        report::report(core, &contexts, &c.contexts.executions, c.dictionary, names)
    }
}

impl Core {
    #[inline]
    fn apply(&mut self, change: &Change, at: Tick, meters: &Running<'_>) {
        match change {
            Change::Enter(frame) => self.contexts.enter(at, frame, meters),
            Change::Leave(_) => self.contexts.leave(at, meters),
        }
    }
}

impl Observer for Profile {
    fn kinds(&self) -> Kinds {
        Kinds::CONTROL
    }

    fn happened(&mut self, core: u8, kind: &FactKind) -> bool {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return false;
        };
        c.change = c.stack.step_top(kind);
        if c.change.is_some() {
            return true;
        }
        c.changes.clear();
        c.changes.extend_from_slice(c.stack.step(kind));
        !c.changes.is_empty()
    }

    fn measured(&mut self, core: u8, at: Tick, meters: &Running<'_>) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        if let Some(change) = c.change.take() {
            return c.apply(&change, at, meters);
        }
        for change in std::mem::take(&mut c.changes) {
            c.apply(&change, at, meters);
        }
    }
}
