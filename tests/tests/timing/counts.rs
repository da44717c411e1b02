//! Meters counted by hand. The counters that firmware reads and the judge that holds their values
//! against the truth look at the same meters, so a meter that counts the wrong thing shows to
//! neither. `tests/counts/` has small programs with what each meter must count, derived in a comment
//! from the manual; what a list does not name must be zero.

use crate::bench::{Bench, Measured};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use trueboard_board::describe::describe;
use trueboard_core::meter::{
    BusMeter, CacheMeter, CoreMeter, Dictionary, MASTER_DEFS, MeterDef, Meters,
};
use trueboard_cpu_sparcv8::meters::METERS;

/// Counts by the names of meters.
pub type Counts = BTreeMap<String, u64>;
/// Counts of devices, by name.
pub type Devices = BTreeMap<String, Counts>;

/// A program for core 0 and what its body counts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    init: Vec<String>,
    #[serde(default)]
    ready: Vec<String>,
    body: String,
    #[serde(default)]
    more: Vec<String>,
    #[serde(default)]
    prom: String,
    #[serde(default)]
    traps: Vec<(u32, String)>,
    /// The cycle of the body's begin modulo 5, without refresh.
    phase: Option<u64>,
    /// Core 0 sleeps: besides `cycles`, the rest of the time that went by.
    #[serde(default)]
    sleeps: bool,
    /// All of core 0.
    core: Option<Counts>,
    /// Of it, in user mode.
    #[serde(default)]
    user: Counts,
    /// Some meters of cores.
    #[serde(default)]
    some: BTreeMap<usize, Counts>,
    /// All of the processor bus; without it the bus is idle.
    bus: Option<Counts>,
    /// All of core 0 as a master of it, but the next.
    #[serde(default)]
    master: Counts,
    /// The bus cycles for which core 0 waited, by owner.
    #[serde(default)]
    waited_for_cycles: BTreeMap<usize, u64>,
    /// All of the L2 cache.
    #[serde(default)]
    l2: Counts,
    /// All of some devices.
    #[serde(default)]
    devices: Devices,
}

/// Reads a list of programs.
pub fn read<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = conformance::root().join("tests/counts").join(name);
    let text = std::fs::read_to_string(&path).expect("the list is there");
    ron::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// What advanced, without zeros.
pub fn advanced(names: impl Iterator<Item = (String, u64)>) -> Counts {
    names.filter(|(_, n)| *n != 0).collect()
}

/// What a core's meters advanced, in user mode alone or in both.
pub fn core(kind: &Dictionary, before: &Meters, after: &Meters, core: usize, user: bool) -> Counts {
    let of = |m: &Meters, c: CoreMeter| match user {
        true => m.cores[core].in_mode(false, c),
        false => m.cores[core].get(c),
    };
    advanced(
        kind.all()
            .map(|c| (kind.name(c).to_owned(), of(after, c) - of(before, c))),
    )
}

/// What a bus's meters advanced.
pub fn bus(before: &Meters, after: &Meters, bus: usize) -> Counts {
    let of = |m: &Meters, b: BusMeter| m.buses[bus].get(b);
    advanced(
        BusMeter::ALL
            .iter()
            .map(|&b| (b.def().name.to_owned(), of(after, b) - of(before, b))),
    )
}

/// What a bus had to do with one master, and whom that one waited for.
pub fn master(before: &Meters, after: &Meters, bus: usize, master: usize) -> (Counts, Vec<u64>) {
    let (a, b) = (&before.buses[bus], &after.buses[bus]);
    let rows = [
        ("used_cycles", b.used[master] - a.used[master]),
        ("waited_cycles", b.waited[master] - a.waited[master]),
    ];
    let owners = b.waited_for[master].iter().zip(&a.waited_for[master]);
    (
        advanced(rows.into_iter().map(|(name, n)| (name.to_owned(), n))),
        owners.map(|(b, a)| b - a).collect(),
    )
}

/// What devices counted, without zeros.
pub fn devices(before: &Devices, after: &Devices) -> Devices {
    let of = |(name, counts): (&String, &Counts)| {
        let less = |(meter, n): (&String, &u64)| (meter.clone(), n - before[name][meter]);
        (name.clone(), advanced(counts.iter().map(less)))
    };
    after.iter().map(of).collect()
}

/// What is wrong, and which meters somebody has counted by hand.
#[derive(Default)]
pub struct Tally {
    wrong: Vec<String>,
    counted: BTreeSet<(&'static str, String)>,
}

impl Tally {
    /// Holds all that a part counted against a list.
    pub fn all(&mut self, case: &str, of: &'static str, expected: &Counts, found: &Counts) {
        let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
        for name in names {
            let [e, f] = [expected, found].map(|c| c.get(name).copied().unwrap_or(0));
            if e != f {
                self.wrong
                    .push(format!("{case}: {of} {name}: by hand {e}, counted {f}"));
            }
        }
        let counted = expected.iter().filter(|(_, n)| **n != 0);
        self.counted
            .extend(counted.map(|(name, _)| (of, name.clone())));
    }

    /// Holds the listed ones against the list.
    pub fn some(&mut self, case: &str, of: &'static str, expected: &Counts, found: &Counts) {
        let listed = found
            .iter()
            .filter(|(name, _)| expected.contains_key(*name));
        let listed = listed.map(|(name, &n)| (name.clone(), n)).collect();
        self.all(case, of, expected, &listed);
    }

    /// Fails when something is wrong, or when a meter of the dictionary has no count; `never` are
    /// those that this board cannot make count.
    #[track_caller]
    pub fn check(mut self, dictionary: &[(&'static str, Vec<String>)], never: &[(&str, &str)]) {
        for (of, names) in dictionary {
            for name in names {
                let counted = self.counted.contains(&(*of, name.clone()));
                let excused = never.contains(&(of, name));
                if counted == excused {
                    let what = if counted {
                        "can count after all"
                    } else {
                        "is counted nowhere"
                    };
                    self.wrong.push(format!("{of}: {name} {what}"));
                }
            }
        }
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
    }
}

/// The meters of a board's dictionary (`trueboard events BOARD`): those of cores, buses and their
/// masters, shared caches if there are any, and of each kind of device in its report.
pub fn dictionary(board: &str) -> Vec<(&'static str, Vec<String>)> {
    let model = conformance::board_of(&format!("{board}/none"), &[]);
    let description = describe(&model).expect("the board is sound");
    let cores: BTreeSet<_> = description
        .cores
        .iter()
        .flat_map(|c| c.meters.clone())
        .collect();
    let names = |defs: &[MeterDef]| defs.iter().map(|d| d.name.to_owned()).collect();
    let mut all = vec![
        ("core", cores.into_iter().map(str::to_owned).collect()),
        ("bus", names(BusMeter::DEFS)),
        ("master", names(MASTER_DEFS)),
        device_meters(board),
    ];
    if !model.file.caches.is_empty() {
        all.push(("l2", names(CacheMeter::DEFS)));
    }
    all
}

/// Kinds of devices and stages, by name: devices of a kind count for each other.
pub fn kinds(board: &str) -> BTreeMap<String, String> {
    let file = conformance::board_of(&format!("{board}/none"), &[]).file;
    let devices = file.devices.into_iter().map(|d| (d.id, d.kind));
    let stages = file.stages.into_iter().map(|s| (s.id, s.kind));
    devices.chain(stages).collect()
}

/// Every meter that a device of the board has in the report.
pub fn device_meters(board: &str) -> (&'static str, Vec<String>) {
    let model = conformance::board_of(&format!("{board}/none"), &[]);
    let machine = trueboard_board::machine(&model.place, &model.file, false).expect("it is sound");
    let devices = machine.devices();
    let kinds = kinds(board);
    let named = devices.iter().flat_map(|(name, counts)| {
        let kind = kinds[name].clone();
        counts.keys().map(move |meter| format!("{kind}.{meter}"))
    });
    let all: BTreeSet<String> = named.collect();
    ("device", all.into_iter().collect())
}

/// Holds the listed devices against the list.
pub fn hold_devices(
    case: &str,
    kinds: &BTreeMap<String, String>,
    list: &Devices,
    seen: &(Devices, Devices),
    tally: &mut Tally,
) {
    let found = devices(&seen.0, &seen.1);
    for (device, expected) in list {
        let kind = &kinds[device];
        let named = |c: &Counts| {
            let named = c.iter().map(|(meter, &n)| (format!("{kind}.{meter}"), n));
            named.collect::<Counts>()
        };
        tally.all(case, "device", &named(expected), &named(&found[device]));
    }
}

impl Case {
    fn run(&self) -> Measured {
        let mut bench = Bench {
            body: self.body.clone(),
            prom: self.prom.clone(),
            traps: self.traps.clone(),
            ..Bench::default()
        };
        for set in &self.set {
            bench = bench.set(set);
        }
        for text in &self.init {
            bench = bench.init(&format!("{text}\n"));
        }
        for text in &self.ready {
            bench = bench.ready(text);
        }
        for text in &self.more {
            bench = bench.more(text);
        }
        match self.phase {
            Some(phase) => bench.sdram_phase(phase).run(),
            None => bench.run(),
        }
    }

    fn hold(&self, kinds: &BTreeMap<String, String>, tally: &mut Tally) {
        let name = self.name.as_str();
        let m = self.run();
        let (before, after) = (&m.before, &m.after);
        let found = core(&METERS, before, after, 0, false);
        if let Some(mut expected) = self.core.clone() {
            if self.sleeps {
                let slept = m.cycles - expected["cycles"];
                expected.insert("idle_cycles".to_owned(), slept);
            }
            tally.all(name, "core", &expected, &found);
            tally.all(
                name,
                "user",
                &self.user,
                &core(&METERS, before, after, 0, true),
            );
        }
        for (&n, expected) in &self.some {
            tally.some(
                name,
                "core",
                expected,
                &core(&METERS, before, after, n, false),
            );
        }
        if self.some.is_empty() {
            let idle = || {
                ["cycles", "idle_cycles"]
                    .map(|n| (n.to_owned(), m.cycles))
                    .into()
            };
            let expected = self.bus.clone().unwrap_or_else(idle);
            tally.all(name, "bus", &expected, &bus(before, after, 0));
        } else if let Some(expected) = &self.bus {
            tally.some(name, "bus", expected, &bus(before, after, 0));
        }
        let (row, owners) = master(before, after, 0, 0);
        tally.all(name, "master", &self.master, &row);
        for (owner, found) in owners.into_iter().enumerate() {
            let expected = self.waited_for_cycles.get(&owner).copied().unwrap_or(0);
            let count = |n| advanced([("waited_for_cycles".to_owned(), n)].into_iter());
            tally.all(
                &format!("{name}, owner {owner}"),
                "master",
                &count(expected),
                &count(found),
            );
        }
        let l2 = CacheMeter::ALL
            .iter()
            .map(|&c| (c.def().name.to_owned(), m.l2(c)));
        if self.some.is_empty() || !self.l2.is_empty() {
            tally.all(name, "l2", &self.l2, &advanced(l2));
        }
        hold_devices(name, kinds, &self.devices, &m.devices, tally);
    }
}

/// Meters of the GR740 that nothing modelled can make count: masters that pause inside a burst, RETRY
/// responses, and beats of 256 bits on a bus of 128. Then what the tests of the device count by hand:
/// characters from the host (`apbuart`), a request during a refresh (`sdctrl/tests.rs`).
const NEVER: &[(&str, &str)] = &[
    ("bus", "busy_transfers"),
    ("bus", "retries"),
    ("bus", "oword_accesses"),
    ("device", "apbuart.bytes_received"),
    ("device", "apbuart.bytes_lost"),
    ("device", "sdctrl.refresh_wait_cycles"),
    ("device", "gr740thsens.conversions"),
];

#[test]
fn every_meter_of_the_gr740_counts_what_it_says() {
    let mut tally = Tally::default();
    let kinds = kinds("gr740");
    for case in read::<Case>("gr740.ron") {
        case.hold(&kinds, &mut tally);
    }
    tally.check(&dictionary("gr740"), NEVER);
}
