//! The question about causes of cycles.

use super::observe::{Asked, Causes, Why};
use crate::analysis::{Analysis, STACK_LIMIT, Subject, observer};
use crate::regions::matches;
use trueboard_core::duration::Budget;
use trueboard_core::observe::Observer;
use trueboard_core::time::Tick;

/// Which cycles are to be explained.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Those of this function and of what it calls; without one, all.
    pub function: Option<String>,
    /// Those of the function without what it calls.
    pub itself: bool,
    /// Each call of the function by itself as well, and the time between two.
    pub intervals: bool,
    /// Those of this core only.
    pub core: Option<u8>,
    /// Those behind this moment.
    pub from: Option<Budget>,
    /// Those up to this moment.
    pub to: Option<Budget>,
}

impl Question {
    /// The causes of these cycles in a run, up to here; none if they were not asked for.
    #[must_use]
    pub fn causes(run: &dyn Subject) -> Option<Causes> {
        Some(observer::<Why>(run)?.report(&*run.names()))
    }

    fn asked(&self, run: &dyn Subject) -> Result<Asked, String> {
        let tick = |b: Budget| Tick(b.ticks(run));
        let (from, to) = (self.from.map_or(Tick(0), tick), self.to.map(tick));
        if to.is_some_and(|to| to <= from) {
            return Err(
                "--from, --to: the window is empty: --to must be later than --from".to_owned(),
            );
        }
        if let Some(core) = self.core
            && let Some(none) = run.missing_core(core)
        {
            return Err(format!("--core {core}: {none}"));
        }
        let function = self.function.as_ref();
        Ok(Asked {
            function: function.map(|name| self.resolved(name, run)).transpose()?,
            itself: self.itself,
            intervals: self.intervals,
            core: self.core,
            from,
            to,
        })
    }

    /// The one function that `name` selects.
    fn resolved(&self, name: &str, run: &dyn Subject) -> Result<String, String> {
        let option = if self.intervals {
            "--late"
        } else {
            "--function"
        };
        let mut found = run.functions();
        if found.is_empty() {
            return Err(format!(
                "{option} {name}: the image has no symbols of functions; use one that was not stripped"
            ));
        }
        found.retain(|function| *function == name || matches(name, function));
        found.sort_unstable();
        found.dedup();
        match found.as_slice() {
            [] => Err(format!(
                "{option} {name}: the image has no function of this name{}",
                run.near(name)
            )),
            [one] => Ok((*one).to_owned()),
            several => Err(format!(
                "{option} {name}: {} functions match, {}; name one of them",
                several.len(),
                several[..several.len().min(4)].join(", ")
            )),
        }
    }
}

impl Analysis for Question {
    fn attach(
        &self,
        run: &dyn Subject,
        _: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String> {
        let asked = self.asked(run)?;
        let objects = run.objects().into_iter();
        let objects = objects.map(|(at, size, _)| (at, size)).collect();
        let (cores, masters) = (run.dictionaries(), run.masters());
        let why = Why::new(asked, &cores, objects, &masters, run.symbols(), STACK_LIMIT);
        Ok(vec![Box::new(why)])
    }

    fn boxed(&self) -> Box<dyn Analysis> {
        Box::new(self.clone())
    }
}
