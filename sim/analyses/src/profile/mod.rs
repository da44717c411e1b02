//! What a profile says: by function, by line and instruction, by thread and caller, and in the forms that other programs draw.

pub mod callgrind;
pub mod code;
pub mod folded;
pub mod functions;
pub mod observe;
pub mod real_time;
pub mod request;
pub mod speedscope;

use crate::profile::observe::{Context, CoreProfile};
use crate::sheet::Cell;
use std::collections::BTreeMap;

/// Meters of a core that a profile looks at by name.
pub(crate) const CYCLES: &str = "cycles";
/// See [`CYCLES`].
pub(crate) const INSTRUCTIONS: &str = "instructions";
/// The part of every stack in which an instruction was issued.
const ISSUE: &str = "issue_cycles";

/// Meters of data accesses and of those that missed, of the first cache that a core has: reads alone where the
/// core counts them apart.
const READS: [(&[&str], &[&str]); 2] = [
    (&["loads"], &["dcache_read_misses"]),
    (
        &["dcache_hits", "dcache_misses_clean", "dcache_misses_dirty"],
        &["dcache_misses_clean", "dcache_misses_dirty"],
    ),
];

/// What code costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// Base ticks, busy and idle.
    pub ticks: u64,
    /// Meters of the core by name.
    pub meters: BTreeMap<String, u64>,
}

impl Costs {
    /// The meter of this name.
    #[must_use]
    pub fn meter(&self, name: &str) -> u64 {
        self.meters.get(name).copied().unwrap_or(0)
    }

    /// Adds other costs.
    pub fn add(&mut self, other: &Costs) {
        self.add_meters(other.ticks, &other.meters);
    }

    /// Adds what a context costs by itself.
    pub fn add_own(&mut self, context: &Context) {
        self.add_meters(context.ticks, &context.meters);
    }

    fn add_meters(&mut self, ticks: u64, meters: &BTreeMap<String, u64>) {
        self.ticks += ticks;
        for (name, n) in meters {
            *self.meters.entry(name.clone()).or_default() += n;
        }
    }

    /// Cycles per instruction; 0 without an instruction.
    #[must_use]
    pub fn cpi(&self) -> f64 {
        trueboard_core::meter::cpi(self.meter(CYCLES), self.meter(INSTRUCTIONS)).unwrap_or(0.0)
    }

    /// How many of a hundred reads of data missed the first cache; 0 without a read. Reads and writes where the
    /// core does not count their misses apart.
    #[must_use]
    pub fn read_miss_percent(&self) -> f64 {
        let sum = |names: &[&str]| names.iter().map(|n| self.meter(n)).sum::<u64>();
        let counted = READS.iter().find(|(_, misses)| sum(misses) != 0);
        counted.map_or(0.0, |(reads, misses)| {
            100.0 * ratio(sum(misses), sum(reads))
        })
    }

    /// The part of the CPI stack, besides issue, that has most of the cycles, and its share of them in percent.
    #[must_use]
    pub fn largest_stall<'a>(
        &self,
        stack: impl IntoIterator<Item = &'a String>,
    ) -> Option<(&'a str, f64)> {
        let stalls = stack.into_iter().filter(|name| *name != ISSUE);
        let largest = stalls.max_by_key(|name| (self.meter(name), std::cmp::Reverse(*name)))?;
        let n = self.meter(largest);
        (n != 0).then(|| (largest.as_str(), 100.0 * ratio(n, self.meter(CYCLES))))
    }
}

/// What each context of a core costs together with all that it called, in the order of its contexts.
#[must_use]
pub fn inclusive(profile: &CoreProfile) -> Vec<Costs> {
    let mut costs: Vec<Costs> = profile
        .contexts
        .iter()
        .map(|c| {
            let mut own = Costs::default();
            own.add_own(c);
            own
        })
        .collect();
    // Callers come first.
    for (i, context) in profile.contexts.iter().enumerate().rev() {
        if let Some(caller) = context.caller.map(|c| c as usize).filter(|&c| c < i) {
            let (callers, called) = costs.split_at_mut(i);
            callers[caller].add(&called[0]);
        }
    }
    costs
}

/// The names on the stack of a context, the outermost first.
#[must_use]
pub fn path(profile: &CoreProfile, context: usize) -> Vec<usize> {
    let mut path = Vec::new();
    let mut next = Some(context);
    while let Some(i) = next {
        path.push(i);
        let caller = profile.contexts.get(i).and_then(|c| c.caller);
        next = caller.map(|c| c as usize).filter(|&c| c < i);
    }
    path.reverse();
    path
}

/// The names of the meters of all stacks, in the order in which they stand there.
fn stack_of(profiles: &[CoreProfile]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in profiles.iter().flat_map(|p| &p.stack) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a as f64 / b as f64 }
}

/// Base ticks as microseconds.
fn microseconds(ticks: f64, hz: u64) -> Cell {
    Cell::rounded(ticks * 1e6 / hz.max(1) as f64, 3)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::profile::observe::ContextKind;

    pub(crate) fn context(caller: Option<u32>, name: &str, cycles: u64) -> Context {
        let kind = match caller {
            None => ContextKind::Start,
            Some(_) => ContextKind::Function,
        };
        let meters = [
            (CYCLES, cycles),
            (INSTRUCTIONS, cycles / 2),
            (ISSUE, cycles / 2),
            ("dcache_hold_cycles", cycles / 2),
        ];
        Context {
            caller,
            kind,
            name: name.into(),
            entry: Some(0x100),
            source: Some("a.c:7".into()),
            calls: 1,
            ticks: 2 * cycles,
            meters: meters.map(|(n, v)| (n.to_owned(), v)).into(),
            executions: None,
        }
    }

    /// `main` calls `f`, which calls itself.
    pub(crate) fn recursive() -> CoreProfile {
        CoreProfile {
            core: 0,
            stack: vec![ISSUE.into(), "dcache_hold_cycles".into()],
            contexts: vec![
                context(None, "(start)", 10),
                context(Some(0), "main", 100),
                context(Some(1), "f", 20),
                context(Some(2), "f", 30),
            ],
            executions: Vec::new(),
        }
    }

    #[test]
    fn costs_with_callees_are_summed_from_the_leaves() {
        let p = recursive();
        let cycles: Vec<u64> = inclusive(&p).iter().map(|c| c.meter(CYCLES)).collect();
        assert_eq!(cycles, [160, 150, 50, 30]);
        assert_eq!(path(&p, 3), [0, 1, 2, 3]);
    }

    #[test]
    fn the_largest_stall_is_named_with_its_share() {
        let mut costs = Costs::default();
        costs.add_own(&context(None, "f", 100));
        let stack = recursive().stack;
        assert_eq!(
            costs.largest_stall(&stack),
            Some(("dcache_hold_cycles", 50.0))
        );
        assert_eq!(Costs::default().largest_stall(&stack), None);
        assert_eq!(costs.cpi(), 2.0);
    }

    #[test]
    fn the_rate_of_read_misses_is_of_reads() {
        let of = |meters: &[(&str, u64)]| Costs {
            ticks: 0,
            meters: meters.iter().map(|&(n, v)| (n.to_owned(), v)).collect(),
        };
        assert_eq!(
            of(&[("loads", 200), ("dcache_read_misses", 3)]).read_miss_percent(),
            1.5
        );
        let tricore = of(&[
            ("loads", 9),
            ("dcache_hits", 30),
            ("dcache_misses_dirty", 10),
        ]);
        assert_eq!(tricore.read_miss_percent(), 25.0);
        assert_eq!(of(&[("loads", 9)]).read_miss_percent(), 0.0);
    }
}
