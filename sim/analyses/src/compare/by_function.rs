//! Two runs by function: of each function, by name, what it cost in the one and in the other, and what the run lost
//! by it.

use super::measured::Tolerance;
use crate::profile::CYCLES;
use crate::profile::functions::functions;
use crate::profile::observe::CoreProfile;
use serde::Serialize;
use std::collections::BTreeMap;

/// The profiles of a run, and the core that ended it.
#[derive(Clone, Copy, Debug)]
pub struct Profiled<'a> {
    /// Those of all cores.
    pub profiles: &'a [CoreProfile],
    /// The core whose cycles are the length of the run.
    pub ended_by: u8,
}

/// What a function cost in a run, on all cores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spent {
    /// Entries.
    pub calls: u64,
    /// Cycles in the function itself.
    pub own: u64,
    /// Cycles with all that it called, and with what interrupted it.
    pub inside: u64,
    /// Cycles in the function itself on the core that ended the run.
    pub of_run: u64,
}

/// A function in both runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Matched {
    /// Its name, which is that of both.
    pub name: String,
    /// Here; `None` when this run did not enter it.
    pub here: Option<Spent>,
    /// In the other run; `None` when that one did not enter it.
    pub against: Option<Spent>,
    /// Cycles that this run lost by it: more in the function itself on the core that ended the run. Negative if it
    /// gained them.
    pub lost: i64,
    /// It takes more cycles inside a call than the tolerance allows.
    pub beyond: bool,
}

/// Two runs by function.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ByFunction {
    /// All functions that either run entered, those by which most was lost or gained first.
    pub functions: Vec<Matched>,
    /// Cycles of the core that ended the run: here and in the other run. They differ by the sum of what was lost.
    pub run: (u64, u64),
}

impl ByFunction {
    /// Functions that are beyond the tolerance.
    pub fn beyond(&self) -> impl Iterator<Item = &Matched> {
        self.functions.iter().filter(|f| f.beyond)
    }
}

/// Matches the functions of two runs by their names. One that both runs called is beyond the tolerance if a call of it
/// takes so much longer, on average, than in the other run; one that only a run has is not judged: a tracer that was
/// added is not slower than before.
#[must_use]
pub fn by_function(here: Profiled, against: Profiled, tolerance: Tolerance) -> ByFunction {
    let (a, b) = (spent(here), spent(against));
    let mut rows: BTreeMap<&str, (Option<Spent>, Option<Spent>)> = BTreeMap::new();
    for (name, s) in &a {
        rows.entry(name).or_default().0 = Some(*s);
    }
    for (name, s) in &b {
        rows.entry(name).or_default().1 = Some(*s);
    }
    let matched = |(name, (here, against)): (&str, (Option<Spent>, Option<Spent>))| Matched {
        name: name.to_owned(),
        lost: signed(here.unwrap_or_default().of_run) - signed(against.unwrap_or_default().of_run),
        beyond: here
            .zip(against)
            .is_some_and(|(a, b)| slower(a, b, tolerance)),
        here,
        against,
    };
    let mut rows: Vec<Matched> = rows.into_iter().map(matched).collect();
    rows.sort_by_key(|f| std::cmp::Reverse(f.lost.unsigned_abs()));
    let length = |all: &BTreeMap<String, Spent>| all.values().map(|s| s.of_run).sum();
    ByFunction {
        functions: rows,
        run: (length(&a), length(&b)),
    }
}

/// A call takes longer than in the other run, by more than is allowed.
fn slower(here: Spent, against: Spent, tolerance: Tolerance) -> bool {
    if here.calls == 0 || against.calls == 0 {
        return false;
    }
    let (a, b) = (here.inside / here.calls, against.inside / against.calls);
    a > b && tolerance.exceeded(a, b)
}

fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

fn spent(run: Profiled) -> BTreeMap<String, Spent> {
    let mut found: BTreeMap<String, Spent> = BTreeMap::new();
    for f in functions(run.profiles, true) {
        let s = found.entry(f.name).or_default();
        let own = f.own.meter(CYCLES);
        s.calls += f.calls;
        s.own += own;
        s.inside += f.total.meter(CYCLES);
        if f.core == Some(run.ended_by) {
            s.of_run += own;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::recursive;

    fn run(profiles: &[CoreProfile]) -> Profiled<'_> {
        Profiled {
            profiles,
            ended_by: 0,
        }
    }

    #[test]
    fn losses_sum_up_and_only_slower_calls_are_beyond() {
        let old = [recursive()];
        let mut new = [recursive()];
        let f = new[0].contexts.iter_mut().find(|c| c.name == "f");
        let f = f.expect("a function f");
        *f.meters.get_mut(CYCLES).expect("cycles") += 30;
        let zero = Tolerance { ppm: 0 };
        let d = by_function(run(&new), run(&old), zero);
        let lost: i64 = d.functions.iter().map(|f| f.lost).sum();
        assert_eq!((lost, d.run.0 - d.run.1), (30, 30));
        assert_eq!(d.functions[0].name, "f");
        let beyond: Vec<_> = d.beyond().map(|f| f.name.as_str()).collect();
        // What calls it is slower as well.
        assert!(
            beyond.contains(&"f") && beyond.contains(&"main"),
            "{beyond:?}"
        );
        assert_eq!(by_function(run(&old), run(&new), zero).beyond().count(), 0);
        let wide = Tolerance { ppm: 1_000_000 };
        assert_eq!(by_function(run(&new), run(&old), wide).beyond().count(), 0);
    }

    #[test]
    fn a_function_of_one_run_only_is_not_judged() {
        let old = [recursive()];
        let mut new = [recursive()];
        for c in &mut new[0].contexts {
            c.name = c.name.replace('f', "g");
        }
        let d = by_function(run(&new), run(&old), Tolerance { ppm: 0 });
        let of = |name: &str| {
            d.functions
                .iter()
                .find(|f| f.name == name)
                .expect("it is there")
        };
        assert!(of("g").against.is_none() && of("f").here.is_none());
        assert_eq!((of("g").lost, of("f").lost), (50, -50));
        assert_eq!(d.beyond().count(), 0);
    }
}
