//! The request for executed instructions and branches.

use super::observe::Branches;
use crate::analysis::{Analysis, Subject};
use crate::profile::request::each_instruction;
use trueboard_core::observe::Observer;

/// Meters that count how branches went, on cores that have them.
pub const METERED: [&str; 2] = ["branches", "branches_taken"];

/// How often every instruction was executed, and how every branch went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request;

impl Analysis for Request {
    fn attach(
        &self,
        run: &dyn Subject,
        _: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String> {
        let mut observers = each_instruction(run);
        let cores = run.dictionaries();
        let has = |name: &str| {
            let mut all = cores.iter();
            all.all(|d| d.defs.iter().any(|def| def.name == name))
        };
        if !METERED.iter().all(|name| has(name)) {
            observers.push(Box::new(Branches::new(cores.len())));
        }
        Ok(observers)
    }

    fn boxed(&self) -> Box<dyn Analysis> {
        Box::new(*self)
    }
}
