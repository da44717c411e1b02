//! When each core was in which region: executions from fork to join, or between marks, with the cycles that the core
//! had run at both ends. Unlike [`crate::regions`], which sums meters, this keeps a time line.

use crate::stack::{Change, ShadowStack};
use crate::symbols::Symbols;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use trueboard_core::fact::FactKind;
use trueboard_core::meter::CoreMeter;
use trueboard_core::observe::{Kinds, Observer, Running};
use trueboard_core::time::Tick;

/// What makes a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// What lies between fork and join of OpenMP: a call of `GOMP_parallel*` or `__kmpc_fork_call`, and on the other
    /// cores the outlined functions that it hands to them (`*._omp_fn.*`, `*.omp_outlined*`). With POSIX threads, what
    /// lies between the first `pthread_create` and the `pthread_join` after which all of its core are joined, and on
    /// the other cores what `start_thread` calls.
    Forks,
    /// What lies between `analyzer_start(n)` and `analyzer_stop(n)`.
    Marks,
}

/// What a core did at a point of its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// It entered a function that forks.
    Fork,
    /// It makes a thread.
    Create,
    /// It has joined one.
    Join,
    /// It entered the outlined function, or the function of a thread, of this name.
    Outlined(Arc<str>),
    /// It left one of these.
    Leave,
    /// It began a region; which one is its argument.
    Start,
    /// It ended one.
    Stop,
    /// It took an interrupt: if it slept, it sleeps no longer.
    Interrupt,
}

/// A point of a core's time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When, by the core's own time.
    pub at: Tick,
    /// The cycles that it had run until then; those in which it slept are not among them.
    pub cycles: u64,
    /// What happened.
    pub what: What,
}

/// Follows all cores.
pub struct Spans {
    rule: Rule,
    symbols: Arc<dyn Symbols>,
    cores: Vec<Core>,
}

/// What calls the function of a thread.
const THREAD: &str = "start_thread";

struct Core {
    stack: ShadowStack,
    /// By call site: it is in [`THREAD`].
    threads: FxHashMap<u64, bool>,
    roles: FxHashMap<u64, Option<What>>,
    due: Vec<What>,
    moments: Vec<Moment>,
}

impl Spans {
    /// Follows `cores` cores, calls up to `stack_limit` deep.
    #[must_use]
    pub fn new(rule: Rule, symbols: Arc<dyn Symbols>, cores: usize, stack_limit: usize) -> Spans {
        let core = || Core {
            stack: ShadowStack::new(stack_limit),
            threads: FxHashMap::default(),
            roles: FxHashMap::default(),
            due: Vec::new(),
            moments: Vec::new(),
        };
        Spans {
            rule,
            symbols,
            cores: std::iter::repeat_with(core).take(cores).collect(),
        }
    }

    /// The moments of each core, in order.
    pub fn moments(&self) -> impl Iterator<Item = &[Moment]> {
        self.cores.iter().map(|c| c.moments.as_slice())
    }
}

/// What entering a function of this name means.
fn role(rule: Rule, name: &str) -> Option<What> {
    match rule {
        Rule::Forks if name.starts_with("GOMP_parallel") || name == "__kmpc_fork_call" => {
            Some(What::Fork)
        }
        Rule::Forks if name.contains("._omp_fn.") || name.contains(".omp_outlined") => {
            Some(What::Outlined(name.into()))
        }
        Rule::Forks if name == "pthread_create" => Some(What::Create),
        Rule::Forks if name == "pthread_join" => Some(What::Join),
        Rule::Marks if name == "analyzer_start" => Some(What::Start),
        Rule::Marks if name == "analyzer_stop" => Some(What::Stop),
        _ => None,
    }
}

impl Observer for Spans {
    fn kinds(&self) -> Kinds {
        Kinds::CONTROL
    }

    fn happened(&mut self, core: u8, kind: &FactKind) -> bool {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return false;
        };
        c.due.clear();
        if matches!(kind, FactKind::Interrupt { .. }) {
            c.due.push(What::Interrupt);
        }
        for change in c.stack.step(kind) {
            let (frame, enters) = match change {
                Change::Enter(frame) => (frame, true),
                Change::Leave(frame) => (frame, false),
                Change::Switch { .. } => continue,
            };
            if frame.is_handler() {
                continue;
            }
            let known = c.roles.entry(frame.entry).or_insert_with(|| {
                // A call into the middle of a function is no entry of it.
                let named = self.symbols.function(core, frame.entry);
                named
                    .filter(|n| n.1 == 0)
                    .and_then(|n| role(self.rule, n.0))
            });
            match (known, enters) {
                // A thread is joined when the call is over.
                (Some(What::Join), true) => {}
                (Some(What::Join), false) => c.due.push(What::Join),
                (Some(what), true) => c.due.push(what.clone()),
                (Some(What::Fork | What::Outlined(_)), false) => c.due.push(What::Leave),
                (None, _) if self.rule == Rule::Forks => {
                    let symbols = &self.symbols;
                    let name = |at| symbols.function(core, at).map(|n| n.0);
                    // A suffix of the compiler's comes behind a point.
                    let is = |n: &str| n.split('.').next() == Some(THREAD);
                    let of = c.threads.entry(frame.site);
                    if *of.or_insert_with(|| name(frame.site).is_some_and(is)) {
                        let routine = name(frame.entry).unwrap_or("?");
                        c.due.push(match enters {
                            true => What::Outlined(routine.into()),
                            false => What::Leave,
                        });
                    }
                }
                _ => {}
            }
        }
        !c.due.is_empty()
    }

    fn measured(&mut self, core: u8, at: Tick, meters: &Running<'_>) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let meters = meters.meters();
        let cycles = meters.get(CoreMeter::CYCLES.place()).copied().unwrap_or(0);
        let moments = c.due.drain(..).map(|what| Moment { at, cycles, what });
        c.moments.extend(moments);
    }
}
