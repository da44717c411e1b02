//! Requests for the costs of functions and of instructions.

use super::observe::{ByLength, Instructions, Lengths, Profile};
use crate::analysis::{Analysis, Results, STACK_LIMIT, Subject, observer};
use trueboard_core::meter::Accounts;
use trueboard_core::observe::Observer;

/// What every function costs, by its callers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Functions {
    /// Record how long each execution of a function takes, for medians.
    pub lengths: bool,
}

impl Analysis for Functions {
    fn attach(
        &self,
        run: &dyn Subject,
        _: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String> {
        let cores = run.dictionaries();
        Ok(vec![match self.lengths {
            true => Box::new(Profile::with_lengths(&cores, STACK_LIMIT)),
            false => Box::new(Profile::new(&cores, STACK_LIMIT)),
        }])
    }

    fn result(&self, run: &dyn Subject, results: &mut Results) {
        match self.lengths {
            true => functions::<ByLength>(run, results),
            false => functions::<super::observe::Unrecorded>(run, results),
        }
    }

    fn boxed(&self) -> Box<dyn Analysis> {
        Box::new(*self)
    }
}

fn functions<L: Lengths + 'static>(run: &dyn Subject, results: &mut Results)
where
    Profile<L>: Observer,
{
    let Some(profile) = observer::<Profile<L>>(run) else {
        return;
    };
    let names = run.names();
    // All of a core that nothing happened on is the first context.
    let untouched = Accounts::default();
    let cores = (0..).zip(&run.meters().cores);
    let reports = cores.filter_map(|(core, bank)| {
        let (now, accounts) = run.core(core);
        let accounts = accounts.unwrap_or(&untouched);
        profile.report(core, now, (bank, accounts), &*names)
    });
    results.profile = Some(reports.collect());
}

/// What every instruction costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct EachInstruction;

impl Analysis for EachInstruction {
    fn attach(
        &self,
        run: &dyn Subject,
        _: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String> {
        Ok(each_instruction(run))
    }

    fn result(&self, run: &dyn Subject, results: &mut Results) {
        let Some(followed) = observer::<Instructions>(run) else {
            return;
        };
        let names = run.names();
        let cores = (0..).zip(&run.meters().cores);
        let reports = cores.filter_map(|(i, bank)| followed.report(i, bank, &*names));
        results.instructions = Some(reports.collect());
    }

    fn boxed(&self) -> Box<dyn Analysis> {
        Box::new(*self)
    }
}

/// The observer of instructions, unless one is attached.
pub(crate) fn each_instruction(run: &dyn Subject) -> Vec<Box<dyn Observer>> {
    match observer::<Instructions>(run) {
        Some(_) => Vec::new(),
        None => vec![Box::new(Instructions::new(&run.dictionaries()))],
    }
}
