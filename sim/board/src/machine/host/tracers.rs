//! Follows the tracers of cores whose packets a host drains: their events and clocks, from calls and timer accesses. It
//! reads facts only.

use crate::machine::Machine;
use crate::machine::host::clocks::Counters;
use std::sync::Arc;
use trueboard_analyses::Symbols;
use trueboard_analyses::tracers::observe::{Traced, Tracers};
use trueboard_core::fact::{Fact, Source};
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Clock;
use trueboard_trace::TraceOptions;

/// Tracers and their clocks.
pub(crate) struct Followed {
    /// The counters that tracers have their time from.
    pub counters: Counters,
    tracers: Tracers,
    /// Of each core.
    clocks: Vec<Clock>,
}

impl Followed {
    /// If a host drains traces. The machine makes facts from now on.
    pub fn new(m: &mut Machine, symbols: Arc<dyn Symbols>) -> Option<Followed> {
        if m.host.as_ref()?.drained.is_empty() {
            return None;
        }
        m.listen();
        let limit = TraceOptions::default().stack_limit;
        Some(Followed {
            counters: Counters::default(),
            tracers: Tracers::new(symbols, m.info.len(), limit),
            clocks: m.info.iter().map(|i| i.clock).collect(),
        })
    }

    /// Takes facts in, of each core in the order of time.
    pub fn happened(&mut self, facts: &[Fact]) {
        for fact in facts {
            let Source::Core(core) = fact.source else {
                continue;
            };
            self.tracers.happened(core, &fact.kind);
            let clock = self.clocks.get(usize::from(core));
            if let Some(shown) = clock.and_then(|&c| self.counters.access(fact, c)) {
                self.tracers.read(core, shown);
            }
        }
    }

    /// What the tracer of `core` did.
    pub fn traced(&self, core: u8) -> Option<&Traced> {
        self.tracers.traced(core)
    }

    /// What is known so far, for a snapshot.
    pub fn save(&self) -> Vec<u8> {
        to_bytes(&(&self.counters, self.tracers.save()))
    }

    /// Continues from the state of [`Followed::save`].
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (counters, tracers): (Counters, Vec<u8>) = from_bytes(bytes)?;
        self.counters = counters;
        self.tracers.load(&tracers)
    }
}
