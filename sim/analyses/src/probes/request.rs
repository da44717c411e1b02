//! The request to follow functions call by call.

use super::observe::Probes;
use crate::analysis::{Analysis, STACK_LIMIT, Subject};
use crate::regions::matches;
use trueboard_core::observe::Observer;

/// Functions that are followed call by call: patterns of names.
#[derive(Clone, Debug, Default)]
pub struct Request(pub Vec<String>);

impl Analysis for Request {
    fn check(&self, run: &dyn Subject) -> Result<(), String> {
        let functions = run.functions();
        let known = |pattern: &str| functions.iter().any(|name| matches(pattern, name));
        match self.0.iter().find(|pattern| !known(pattern)) {
            Some(name) => Err(format!(
                "--probe {name}: no function of the images matches{}",
                run.near(name)
            )),
            None => Ok(()),
        }
    }

    fn attach(
        &self,
        run: &dyn Subject,
        _: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String> {
        if self.0.is_empty() {
            return Ok(Vec::new());
        }
        let patterns = self.0.clone();
        let followed = Probes::new(patterns, run.symbols(), run.dictionaries(), STACK_LIMIT);
        Ok(vec![Box::new(followed)])
    }

    fn boxed(&self) -> Box<dyn Analysis> {
        Box::new(self.clone())
    }
}
