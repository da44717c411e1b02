//! The profile of a run: what every function did and cost, by the calls that led to it.
//!
//! A core is followed by its shadow stack. Between two changes of the stack all that the core's meters
//! count belongs to one *context*: the function on top together with all callers below it. What a function
//! costs with its callees is the sum over the contexts at and above it.

mod contexts;
mod instructions;
mod lengths;
mod periods;
mod report;

pub use instructions::{CodeNames, CoreInstructions, Instruction, Instructions};
pub use lengths::{ByLength, Lengths, Unrecorded};
pub use periods::{Periods, TOLERANCE_PERCENT};
pub use report::{Context, ContextKind, CoreProfile, Executions, Names};

use contexts::Contexts;
use trueboard_core::fact::FactKind;
use trueboard_core::meter::{Accounts, CoreBank, Dictionary};
use trueboard_core::observe::{Kinds, Observer};
use trueboard_core::time::Tick;

/// Follows calls, traps and interrupts of all cores, and charges their meters to contexts.
///
/// With [`ByLength`] each execution's length is recorded too, which medians are made of.
pub struct Profile<L = Unrecorded> {
    cores: Vec<Core<L>>,
}

struct Core<L> {
    dictionary: &'static Dictionary,
    contexts: Contexts<L>,
}

impl Profile {
    /// Follows the cores that have the meters of these dictionaries, calls up to `stack_limit` deep.
    pub fn new(cores: &[&'static Dictionary], stack_limit: usize) -> Profile {
        Profile::recording(cores, stack_limit)
    }
}

impl Profile<ByLength> {
    /// As [`Profile::new`], and records the length of each execution.
    pub fn with_lengths(cores: &[&'static Dictionary], stack_limit: usize) -> Profile<ByLength> {
        Profile::recording(cores, stack_limit)
    }
}

impl<L: Lengths> Profile<L> {
    fn recording(cores: &[&'static Dictionary], stack_limit: usize) -> Profile<L> {
        let core = |&dictionary: &&'static Dictionary| Core {
            dictionary,
            contexts: Contexts::new(stack_limit),
        };
        Profile {
            cores: cores.iter().map(core).collect(),
        }
    }

    /// The profile of core `core`, whose clock stands at `at` with these meters and accounts; none if it has never
    /// executed anything, or is no core of the board.
    pub fn report(
        &self,
        core: u8,
        at: Tick,
        (meters, accounts): (&CoreBank, &Accounts),
        names: &dyn Names,
    ) -> Option<CoreProfile> {
        let c = self.cores.get(usize::from(core))?;
        let contexts = c.contexts.own(at, &|id| accounts.sums(id, meters));
        let middle = |group: u32| c.contexts.lengths.middle(group);
        let executions = &c.contexts.executions;
        report::report(core, &contexts, (executions, &middle), c.dictionary, names)
    }
}

impl<L: Lengths> Observer for Profile<L> {
    fn kinds(&self) -> Kinds {
        Kinds::ACCOUNTS
    }

    fn account(&mut self, core: u8, at: Tick, kind: &FactKind) -> Option<u32> {
        let c = self.cores.get_mut(usize::from(core))?;
        c.contexts.step(at, kind)
    }

    fn account_call(&mut self, core: u8, at: Tick, from: u64, to: u64) -> Option<u32> {
        let c = self.cores.get_mut(usize::from(core))?;
        c.contexts.call(at, from, to)
    }

    fn account_return(&mut self, core: u8, at: Tick, from: u64, to: u64) -> Option<u32> {
        let c = self.cores.get_mut(usize::from(core))?;
        c.contexts.ret(at, from, to)
    }
}
