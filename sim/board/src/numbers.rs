//! All numbers of a report by place and meter, to be held against those of another run.

use crate::{Report, readings};
use std::collections::BTreeMap;
use trueboard_analyses::Numbers;

/// The numbers of `r`: time, cores (and their part in user mode), shared caches, buses (and their
/// masters), devices, regions, counters that firmware read, energy.
#[must_use]
pub fn numbers(r: &Report) -> Numbers {
    let mut all = Numbers::new();
    let nanoseconds = u128::from(r.timed_ticks()) * 1_000_000_000 / u128::from(r.time.hz.max(1));
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
        let user = &c.user_meters;
        all.insert(format!("{} in user mode", c.name), user.clone());
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
    for c in &r.windows.clocks {
        let meters = [
            ("reads", c.reads),
            ("measured", c.measured),
            ("true", c.truth),
        ];
        let meters = meters.map(|(n, v)| (n.to_owned(), v));
        let place = format!("clock {} {} of core {}", c.device, c.register, c.reader);
        all.insert(place, meters.into());
    }
    all
}

/// [`numbers`], with the zeros that a report leaves out: a core counts every one of its meters in user mode and in each
/// region. A meter that is not there is one that its place cannot have.
#[must_use]
pub fn complete(r: &Report) -> Numbers {
    let mut all = numbers(r);
    let regions = r.regions.iter();
    let regions = regions.map(|g| (format!("region {} on core {}", g.name, g.core), g.core));
    let modes = r
        .cores
        .iter()
        .map(|c| (format!("{} in user mode", c.name), c.id));
    for (place, core) in modes.chain(regions) {
        let (Some(meters), Some(core)) =
            (all.get_mut(&place), r.cores.iter().find(|c| c.id == core))
        else {
            continue;
        };
        for name in core.meters.keys() {
            meters.entry(name.clone()).or_insert(0);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::SCHEMA;
    use serde_json::json;
    use trueboard_judge::{SensorReport, WindowReport};

    #[test]
    fn every_part_of_a_report_has_its_place() {
        let core = json!({
            "id": 0, "name": "cpu0", "kind": "leon", "clock_hz": 1, "state": "running",
            "exit_status": null, "cycles": 9, "instructions": 7, "idle_cycles": 1,
            "meters": { "loads": 5 }, "user_meters": { "loads": 2 },
        });
        let bus = json!({
            "name": "ahb", "meters": { "busy": 3 },
            "used_cycles": [1, 2], "waited_cycles": [4, 0], "waited_for_cycles": [[0, 4], [0, 0]],
        });
        let report = json!({
            "schema": SCHEMA, "board": "b", "images": [], "dumps": {}, "warnings": [],
            "outcome": { "kind": "success", "status": 0, "core": 0, "pc": 0, "detail": "",
                "last_instructions": [] },
            "time": { "ticks": 3, "hz": 2, "seconds": 1.5 },
            "cores": [core], "buses": [bus], "memories": [], "regions": [],
            "caches": [{ "name": "l2", "meters": { "hits": 8 } }],
            "devices": [{ "name": "apbuart0", "meters": { "bytes": 6 } }],
            "windows": WindowReport::default(), "sensors": SensorReport::default(),
            "power": { "mean_mw": 1.0, "energy_uj": 1.5, "components_uj": {} },
            "temperature": null,
        });
        let r: Report = serde_json::from_value(report).expect("a report");
        let all = numbers(&r);
        let of = |place: &str, meter: &str| all[place].get(meter).copied();
        assert_eq!(of("cpu0", "loads"), Some(5));
        assert_eq!(of("cpu0", "cycles"), Some(9));
        assert_eq!(of("cpu0", "instructions"), Some(7));
        assert_eq!(of("cpu0", "idle_cycles"), Some(1));
        assert_eq!(of("cpu0 in user mode", "loads"), Some(2));
        assert_eq!(of("cpu0 in user mode", "cycles"), None);
        assert_eq!(of("l2", "hits"), Some(8));
        assert_eq!(of("apbuart0", "bytes"), Some(6));
        assert_eq!(of("ahb", "busy"), Some(3));
        assert_eq!(of("ahb master 0", "used_cycles"), Some(1));
        assert_eq!(of("ahb master 0", "waited_cycles"), Some(4));
        assert_eq!(of("ahb master 1", "used_cycles"), Some(2));
        assert_eq!(of("run", "nanoseconds"), Some(1_500_000_000));
        assert_eq!(of("run", "energy_nanojoules"), Some(1500));
        let mut r = r;
        r.cores[0].meters.insert("stores".to_owned(), 0);
        let all = complete(&r);
        let of = |place: &str, meter: &str| all[place].get(meter).copied();
        assert_eq!(of("cpu0 in user mode", "stores"), Some(0));
        assert_eq!(of("cpu0 in user mode", "loads"), Some(2));
        assert_eq!((of("apbuart0", "stores"), of("ahb", "loads")), (None, None));
    }
}
