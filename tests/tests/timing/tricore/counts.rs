//! The same for the cores of the TC275: `tests/counts/tc275.ron`.

use super::bench::{Bench, Kind, Measured, body};
use crate::counts::{self, Counts, Devices, Tally};
use serde::Deserialize;
use std::collections::BTreeMap;
use trueboard_cpu_tricore::meters::METERS;

/// A program and what its body and the MFCR behind it count on a TC1.6P (core 1) and on a TC1.6E
/// (core 0).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default)]
    init: Vec<String>,
    #[serde(default)]
    ready: Vec<String>,
    body: String,
    #[serde(default)]
    after: String,
    #[serde(default)]
    more: Vec<String>,
    /// Code elsewhere.
    #[serde(default)]
    at: Vec<(u32, String)>,
    p: Option<Expected>,
    e: Option<Expected>,
}

/// See [`Case`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// All of the core.
    core: Option<Counts>,
    /// Of it, in user mode.
    #[serde(default)]
    user: Counts,
    /// Some of it, where not all is derived; buses are not looked at then.
    #[serde(default)]
    some: Counts,
    /// All of a slave's port of the crossbar, without its cycles: those that are not used are idle.
    #[serde(default)]
    buses: BTreeMap<String, Counts>,
    /// Of the master that the core's data side is there, for the first of them.
    #[serde(default)]
    master: Counts,
    /// Cycles for which that one waited, by owner.
    #[serde(default)]
    waited_for_cycles: BTreeMap<usize, u64>,
    /// All of some devices.
    #[serde(default)]
    devices: Devices,
}

impl Case {
    fn bench(&self) -> Bench {
        let mut bench = body(&self.body).after(&self.after);
        for text in &self.init {
            bench = bench.init(text);
        }
        for text in &self.ready {
            bench = bench.ready(text);
        }
        for text in &self.more {
            bench = bench.more(text);
        }
        for (address, text) in &self.at {
            bench = bench.at(*address, text);
        }
        bench
    }
}

impl Expected {
    fn hold(&self, name: &str, kinds: &BTreeMap<String, String>, m: &Measured, tally: &mut Tally) {
        let (before, after) = (&m.before, &m.after);
        let found = counts::core(&METERS, before, after, m.core, false);
        let of_the_board: Vec<String> = conformance::board_of("tc275/none", &[]).file.buses;
        if let Some(expected) = &self.core {
            tally.all(name, "core", expected, &found);
            tally.all(
                name,
                "user",
                &self.user,
                &counts::core(&METERS, before, after, m.core, true),
            );
            for (n, bus) in of_the_board.iter().enumerate() {
                let mut expected = self.buses.get(bus).cloned().unwrap_or_default();
                let used = expected.get("used_cycles").copied().unwrap_or(0);
                let elapsed = m.cycles + 1;
                let idle =
                    counts::advanced([("idle_cycles".to_owned(), elapsed - used)].into_iter());
                expected.extend(idle);
                expected.insert("cycles".to_owned(), elapsed);
                tally.all(
                    &format!("{name}: {bus}"),
                    "bus",
                    &expected,
                    &counts::bus(before, after, n),
                );
            }
        }
        tally.some(name, "core", &self.some, &found);
        if let Some(bus) = self.buses.keys().next() {
            let n = of_the_board
                .iter()
                .position(|b| b == bus)
                .expect("the board has it");
            let (row, owners) = counts::master(before, after, n, 2 * m.core);
            tally.all(name, "master", &self.master, &row);
            for (owner, found) in owners.into_iter().enumerate() {
                let expected = self.waited_for_cycles.get(&owner).copied().unwrap_or(0);
                let count = |n| counts::advanced([("waited_for_cycles".to_owned(), n)].into_iter());
                tally.all(
                    &format!("{name}, owner {owner}"),
                    "master",
                    &count(expected),
                    &count(found),
                );
            }
        }
        counts::hold_devices(name, kinds, &self.devices, &m.devices, tally);
    }
}

/// Meters of the TC275 that nothing modelled can make count: the meters of an AHB's protocol, beats that
/// the crossbar's 64 bits do not have. Then what the tests of the device count by hand, in its file:
/// characters from the host, moves of the DMA, overflows of requests, accesses to MTU and SMU, traps of
/// the SCU, operations of the flash. Waits for a port: a core's buffer sends one store at a time; `arbitration.rs` derives
/// the waits of several masters, of the bus that a port is made of.
const NEVER: &[(&str, &str)] = &[
    ("bus", "busy_transfers"),
    ("bus", "retries"),
    ("bus", "splits"),
    ("bus", "split_delay_cycles"),
    ("bus", "qword_accesses"),
    ("bus", "oword_accesses"),
    ("bus", "wait_cycles"),
    ("master", "waited_cycles"),
    ("master", "waited_for_cycles"),
    ("device", "tc27x-asclin.bytes_received"),
    ("device", "tc27x-asclin.bytes_lost"),
    ("device", "tc27x-dma.moves"),
    ("device", "tc27x-ir.overflows"),
    ("device", "tc27x-mtu.accesses"),
    ("device", "tc27x-scu.traps"),
    ("device", "tc27x-smu.accesses"),
    ("device", "pmu.operations"),
];

#[test]
fn every_meter_of_the_tc275_counts_what_it_says() {
    let mut tally = Tally::default();
    let kinds = counts::kinds("tc275");
    for case in counts::read::<Case>("tc275.ron") {
        for (kind, expected) in [(Kind::P, &case.p), (Kind::E, &case.e)] {
            if let Some(expected) = expected {
                let m = case.bench().run(kind);
                expected.hold(&format!("{}, {kind:?}", case.name), &kinds, &m, &mut tally);
            }
        }
    }
    tally.check(&counts::dictionary("tc275"), NEVER);
}
