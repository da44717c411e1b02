//! Energy by code: each function is charged what its core's meters counted while it was on top of the stack, and a
//! core's part of the fixed terms for the time that passed. So all functions of all cores have the energy of the run.

use crate::profile::Costs;
use crate::profile::observe::{Context, CoreProfile};
use crate::regions::matches;
use serde::Serialize;
use std::collections::BTreeMap;

/// Meters that shares are made of.
const CYCLES: &str = "cycles";

/// What a count costs.
pub struct Tariff {
    /// Nanojoules for each count of a core's meter, by its name.
    pub terms: Vec<(String, f64)>,
    /// Microjoules of the fixed terms for a base tick of one core.
    pub tick_uj: f64,
}

impl Tariff {
    /// Microjoules of these costs on one core.
    #[must_use]
    pub fn uj(&self, costs: &Costs) -> f64 {
        let nj = |(meter, nj): &(String, f64)| costs.meter(meter) as f64 * nj;
        self.terms.iter().map(nj).sum::<f64>() * 1e-3 + costs.ticks as f64 * self.tick_uj
    }
}

/// A function's energy on all cores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FunctionEnergy {
    /// Its name.
    pub function: String,
    /// Cycles that cores ran in it.
    pub cycles: u64,
    /// Base ticks in which it was on top of a core's stack.
    pub ticks: u64,
    /// Microjoules.
    pub uj: f64,
}

/// What a core did in the run, or in a region.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoreShare {
    /// Time and meters.
    pub costs: Costs,
    /// Cycles that it ran in functions that wait.
    pub waiting: u64,
}

/// Functions in order of their energy; each only for what it executes itself.
#[must_use]
pub fn functions(profiles: &[CoreProfile], tariff: &Tariff) -> Vec<FunctionEnergy> {
    let mut found: BTreeMap<&str, Costs> = BTreeMap::new();
    for c in profiles.iter().flat_map(|p| &p.contexts) {
        found.entry(&c.name).or_default().add_own(c);
    }
    let rows = found.into_iter().filter(|(_, c)| c.ticks != 0);
    let mut rows: Vec<FunctionEnergy> = rows
        .map(|(name, costs)| FunctionEnergy {
            function: name.to_owned(),
            cycles: costs.meter(CYCLES),
            ticks: costs.ticks,
            uj: tariff.uj(&costs),
        })
        .collect();
    rows.sort_by(|a, b| {
        b.uj.total_cmp(&a.uj)
            .then_with(|| a.function.cmp(&b.function))
    });
    rows
}

/// What the core of a profile did in functions that match `region`, with all that they call; all that it did without
/// one. Waiting is what it ran in functions that match one of `waits`, and in what these call, up to a task or the body
/// of a region of OpenMP.
#[must_use]
pub fn share(profile: &CoreProfile, region: Option<&str>, waits: &[String]) -> CoreShare {
    let mut share = CoreShare::default();
    for (i, c) in profile.contexts.iter().enumerate() {
        let inside = |p: &str| callers(profile, i).any(|c| matches(p, &c.name));
        if !region.is_none_or(inside) {
            continue;
        }
        share.costs.add_own(c);
        let first = callers(profile, i)
            .map(|c| (is_body(&c.name), waits.iter().any(|w| matches(w, &c.name))))
            .find(|(body, waits)| *body || *waits);
        if first.is_some_and(|(body, _)| !body) {
            share.waiting += c.meters.get(CYCLES).copied().unwrap_or(0);
        }
    }
    share
}

/// The code of a parallel region, or of a task.
fn is_body(name: &str) -> bool {
    name.contains("._omp_fn.") || name.contains(".omp_outlined") || name.contains(".omp_task_entry")
}

/// A context and its callers, the innermost first.
fn callers(profile: &CoreProfile, place: usize) -> impl Iterator<Item = &Context> {
    let first = profile.contexts.get(place);
    std::iter::successors(first, |c| profile.contexts.get(c.caller? as usize))
}
