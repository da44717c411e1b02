//! Requests for regions and spans.

use super::spans::{Rule, Spans};
use super::{Regions, Selector, matches};
use crate::analysis::{Analysis, Results, STACK_LIMIT, Subject, observer};
use trueboard_core::observe::Observer;

/// Regions to follow.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Which.
    pub selectors: Vec<Selector>,
    /// Each call is kept by itself: [`Regions::calls`].
    pub each_call: bool,
}

impl Request {
    /// These regions; none if there are none.
    #[must_use]
    pub fn of(selectors: Vec<Selector>) -> Option<Request> {
        (!selectors.is_empty()).then_some(Request {
            selectors,
            each_call: false,
        })
    }
}

/// A function of `run` has a name that matches `pattern`.
fn known(run: &dyn Subject, pattern: &str) -> bool {
    run.functions().iter().any(|name| matches(pattern, name))
}

impl Analysis for Request {
    fn check(&self, run: &dyn Subject) -> Result<(), String> {
        for region in &self.selectors {
            let (text, names) = match region {
                Selector::Function(f) => (f.clone(), vec![f]),
                Selector::Between { begin, end } => (format!("{begin}..{end}"), vec![begin, end]),
            };
            if let Some(name) = names.into_iter().find(|n| !known(run, n)) {
                return Err(format!(
                    "--region {text}: no function of the images matches `{name}`{}",
                    run.near(name)
                ));
            }
        }
        Ok(())
    }

    fn attach(
        &self,
        run: &dyn Subject,
        past: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String> {
        if self.selectors.is_empty() {
            return Ok(Vec::new());
        }
        let mut regions = Regions::new(
            self.selectors.clone(),
            run.symbols(),
            run.dictionaries(),
            STACK_LIMIT,
        );
        if self.each_call {
            regions = regions.keeping_each();
        }
        if let Some(past) = past {
            let loaded = regions.load(past);
            loaded.map_err(|e| format!("--restore: {e}"))?;
        }
        Ok(vec![Box::new(regions)])
    }

    fn result(&self, run: &dyn Subject, results: &mut Results) {
        results.regions = observer(run).map_or_else(Vec::new, Regions::report);
    }

    fn save(&self, run: &dyn Subject) -> Option<Vec<u8>> {
        observer(run).map(Regions::save)
    }

    fn boxed(&self) -> Box<dyn Analysis> {
        Box::new(self.clone())
    }
}

/// Keep when each core was in which region: [`Spans::moments`].
impl Analysis for Rule {
    fn check(&self, run: &dyn Subject) -> Result<(), String> {
        if *self != Rule::Marks {
            return Ok(());
        }
        let marks = ["analyzer_start", "analyzer_stop"];
        match marks.into_iter().find(|name| !known(run, name)) {
            Some(name) => Err(format!(
                "regions between marks: the images have no function {name}; call it, or let regions be found"
            )),
            None => Ok(()),
        }
    }

    fn attach(
        &self,
        run: &dyn Subject,
        _: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String> {
        let cores = run.dictionaries().len();
        let spans = Spans::new(*self, run.symbols(), cores, STACK_LIMIT);
        Ok(vec![Box::new(spans)])
    }

    fn boxed(&self) -> Box<dyn Analysis> {
        Box::new(*self)
    }
}
