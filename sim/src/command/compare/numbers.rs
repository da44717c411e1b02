//! All numbers of a report by place and meter, to be held against those of another run.

use crate::command::readings;
use std::collections::BTreeMap;
use trueboard_analysis::Numbers;
use trueboard_board::Report;

/// The numbers of `r`: time, cores (and their part in user mode), shared caches, buses (and their
/// masters), devices, regions, counters that firmware read, energy.
pub fn numbers(r: &Report) -> Numbers {
    let mut all = Numbers::new();
    let nanoseconds = u128::from(r.time.ticks) * 1_000_000_000 / u128::from(r.time.hz.max(1));
    let mut run = BTreeMap::from([(
        "nanoseconds".to_owned(),
        u64::try_from(nanoseconds).unwrap_or(u64::MAX),
    )]);
    if let Some(p) = &r.power {
        run.insert(
            "energy_nanojoules".to_owned(),
            (p.energy_uj * 1000.0).round() as u64,
        );
    }
    all.insert("run".to_owned(), run);
    for c in &r.cores {
        let mut meters = c.meters.clone();
        meters.insert("cycles".to_owned(), c.cycles);
        meters.insert("instructions".to_owned(), c.instructions);
        meters.insert("idle_cycles".to_owned(), c.idle_cycles);
        all.insert(c.name.clone(), meters);
        all.insert(format!("{} in user mode", c.name), c.user_meters.clone());
    }
    for p in r.caches.iter().chain(&r.devices) {
        all.insert(p.name.clone(), p.meters.clone());
    }
    for b in &r.buses {
        all.insert(b.name.clone(), b.meters.clone());
        for (i, (used, waited)) in b.used_cycles.iter().zip(&b.waited_cycles).enumerate() {
            let meters = [("used_cycles", *used), ("waited_cycles", *waited)];
            let meters = meters.map(|(n, v)| (n.to_owned(), v));
            all.insert(format!("{} master {i}", b.name), meters.into());
        }
    }
    for g in &r.regions {
        let mut meters = g.meters.clone();
        for (name, value) in [
            ("calls", g.calls),
            ("completed", g.completed),
            ("min_cycles", g.min_cycles),
            ("max_cycles", g.max_cycles),
        ] {
            meters.insert(name.to_owned(), value);
        }
        all.insert(format!("region {} on core {}", g.name, g.core), meters);
    }
    for e in &r.windows.events {
        let meters = [
            ("reads", e.windows),
            ("measured", e.measured),
            ("true", e.truth),
        ];
        let meters = meters.map(|(n, v)| (n.to_owned(), v));
        all.insert(readings::label(r, e), meters.into());
    }
    all
}
