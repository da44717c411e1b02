//! The processors as the unit is wired to them: of each, the meter behind each event, found by its name once.

use crate::events::{Class, EVENTS};
use std::collections::BTreeMap;
use trueboard_core::meter::{CoreMeter, Dictionary, UnknownMeter};

/// The processors of a board, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Processors(Vec<BTreeMap<u8, CoreMeter>>);

impl Processors {
    /// Processors with these dictionaries. One of a kind that lacks the meter of an event, beside others that have
    /// it, is not wired to the unit for that event.
    ///
    /// # Errors
    /// The meters of events that none of the processors has.
    pub fn new(kinds: &[&Dictionary]) -> Result<Processors, Vec<UnknownMeter>> {
        let mut processors = vec![BTreeMap::new(); kinds.len()];
        let mut unknown = Vec::new();
        for event in EVENTS {
            let Class::Core(name) = event.class else {
                continue;
            };
            let found = kinds.iter().map(|kind| kind.need(name));
            let found: Vec<Result<CoreMeter, UnknownMeter>> = found.collect();
            if found.iter().all(Result::is_err) {
                unknown.extend(found.into_iter().find_map(Result::err));
                continue;
            }
            for (processor, meter) in processors.iter_mut().zip(found) {
                processor.extend(meter.ok().map(|meter| (event.id, meter)));
            }
        }
        match unknown.is_empty() {
            true => Ok(Processors(processors)),
            false => Err(unknown),
        }
    }

    /// The meter of `processor` behind event number `event`.
    pub(crate) fn meter(&self, processor: u8, event: u8) -> Option<CoreMeter> {
        self.0.get(usize::from(processor))?.get(&event).copied()
    }
}
