//! What was charged, and its form with names.

use crate::profile::observe::CodeNames;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use trueboard_core::meter::{CoreMeter, Dictionary};

/// Whose data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Data {
    #[default]
    Unknown,
    /// Of the object at this place of the list.
    Object(u32),
    /// Of no object: the 4 KiB that begin there.
    Page(u64),
    /// A device's registers: the 256 bytes that begin there.
    Device(u64),
}

/// Why data were not in the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Miss {
    #[default]
    None,
    First,
    Replaced(u8, u64),
    Written(u8, u64),
    Invalidated,
    Gone,
}

/// Where what a core waited for came from.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// No shared cache was asked.
    #[default]
    Unknown,
    /// A shared cache had it.
    SharedCache,
    /// A memory behind the shared cache, which had never had it.
    Memory,
    /// A memory behind the shared cache, which had it no more.
    MemoryAgain,
}

/// Cycles in which a master waited for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waited {
    pub bus: u8,
    pub owner: u8,
    /// The owner's last instruction that went to a bus.
    pub pc: u64,
    pub cycles: u64,
}

/// What cycles are charged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key {
    pub core: u8,
    pub pc: u64,
    pub part: CoreMeter,
    pub data: Data,
    pub miss: Miss,
    pub level: Level,
    /// The posted store that is waited for.
    pub store: Option<u64>,
    /// Where the function was called that has stored.
    pub caller: Option<u64>,
    /// Bus, owner, its instruction.
    pub wait: Option<(u8, u8, u64)>,
}

impl Key {
    pub fn new(core: u8, pc: u64, part: CoreMeter) -> Key {
        Key {
            core,
            pc,
            part,
            data: Data::Unknown,
            miss: Miss::None,
            level: Level::Unknown,
            store: None,
            caller: None,
            wait: None,
        }
    }
}

/// Cycles by what they are charged to.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows(FxHashMap<Key, u64>);

impl Rows {
    /// Charges `cycles`: those of `waits` to who was waited for, the rest to `key` alone.
    pub fn charge(&mut self, key: Key, cycles: u64, waits: &[Waited]) {
        let mut rest = cycles;
        for w in waits {
            let n = w.cycles.min(rest);
            rest -= n;
            let wait = Some((w.bus, w.owner, w.pc));
            self.add(Key { wait, ..key }, n);
        }
        self.add(key, rest);
    }

    pub fn add(&mut self, key: Key, cycles: u64) {
        if cycles != 0 {
            *self.0.entry(key).or_default() += cycles;
        }
    }

    /// Adds all of `other`.
    pub fn add_all(&mut self, other: &Rows) {
        other.0.iter().for_each(|(&key, &n)| self.add(key, n));
    }
}

/// Takes `cycles` of `waits`, or as many as there are.
pub(super) fn take(waits: &mut Vec<Waited>, cycles: u64) -> Vec<Waited> {
    let mut left = cycles;
    let mut taken = Vec::new();
    for w in waits.iter_mut() {
        let n = w.cycles.min(left);
        left -= n;
        w.cycles -= n;
        if n != 0 {
            taken.push(Waited { cycles: n, ..*w });
        }
    }
    waits.retain(|w| w.cycles != 0);
    taken
}

/// An instruction with the function that it is in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Code {
    /// The core that executes it.
    pub core: u8,
    /// Its address.
    pub pc: u64,
    /// The function that it is in; empty if that is not known.
    pub function: String,
    /// Where it is in the source, as `file:line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Disassembled.
    pub text: String,
}

/// Why data were not in the first cache.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missed {
    /// They had never been there.
    First,
    /// Another line was brought in in their place.
    Replaced(Code),
    /// Another core wrote to their line.
    Written(Code),
    /// They had been there, and no line came in their place: the cache was flushed, or is off.
    Invalidated,
    /// They had been there; the model of this core does not say which line came in their place.
    Gone,
}

/// Who owned a bus that was waited for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Owner {
    /// The bus.
    pub bus: String,
    /// The master: a core by its number.
    pub master: u8,
    /// Its last instruction that went to a bus, if it is a core.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
}

/// Cycles with what made them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CauseRow {
    /// The instruction that they are charged to.
    pub code: Code,
    /// The part of the CPI stack, a meter by name; `idle_cycles` while the core was asleep.
    pub part: String,
    /// The data that were waited for, by name: an object of the image, `0x…` for 4 KiB that belong to none, or
    /// `device NAME`. Of a core that sleeps, the device that it has written to last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// Why they were not in the first cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<Missed>,
    /// Where they came from.
    #[serde(default)]
    pub level: Level,
    /// The posted store that was waited for; of a core that sleeps, its last store to a device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<Code>,
    /// Of a core that sleeps, who called the function with that store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<Code>,
    /// Who owned the bus in these cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Owner>,
    /// How many.
    pub cycles: u64,
}

/// A call of the function that is asked about, by its outermost level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activation {
    /// The core.
    pub core: u8,
    /// When it began, in base ticks.
    pub begin: u64,
    /// When it ended.
    pub end: u64,
    /// What it did, with all that it called.
    pub rows: Vec<CauseRow>,
    /// What the core did from the beginning of the activation before it up to its own; nothing for the first one.
    pub before: Vec<CauseRow>,
}

/// What made the cycles that were asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Causes {
    /// By instruction, part and cause. They add up to all cycles, those asleep included.
    pub rows: Vec<CauseRow>,
    /// Calls of the function.
    pub calls: u64,
    /// Those of them that were made within another one.
    pub recursive: u64,
    /// Its calls that have ended, if intervals were asked for, by core and time.
    pub activations: Vec<Activation>,
}

/// Names code, data and buses.
pub trait DataNames: CodeNames {
    /// The object at this place of the list that [`Why::new`](super::Why::new) was given.
    fn object(&self, place: usize) -> Option<String>;

    /// The device whose registers are at this address.
    fn device(&self, address: u64) -> Option<String>;

    /// The bus of this number.
    fn bus(&self, bus: u8) -> String;
}

/// Gives rows their names.
pub(super) struct Resolve<'a> {
    pub names: &'a dyn DataNames,
    pub dictionaries: Vec<&'static Dictionary>,
}

impl Resolve<'_> {
    fn code(&self, core: u8, pc: u64) -> Code {
        Code {
            core,
            pc,
            function: self.names.within(core, pc),
            source: self.names.source(core, pc),
            text: self.names.text(core, pc),
        }
    }

    /// The rows, by instruction.
    pub fn rows(&self, rows: &Rows) -> Vec<CauseRow> {
        let mut sorted: Vec<(&Key, &u64)> = rows.0.iter().collect();
        sorted.sort();
        sorted.into_iter().map(|(k, n)| self.row(k, *n)).collect()
    }

    fn row(&self, k: &Key, cycles: u64) -> CauseRow {
        let dictionary = self.dictionaries.get(usize::from(k.core));
        CauseRow {
            code: self.code(k.core, k.pc),
            part: dictionary.map_or("", |d| d.name(k.part)).to_owned(),
            data: match k.data {
                Data::Unknown => None,
                Data::Object(i) => self.names.object(i as usize),
                Data::Page(at) => Some(format!("{at:#x}")),
                Data::Device(at) => Some(match self.names.device(at) {
                    Some(name) => format!("device {name}"),
                    None => format!("device {at:#x}"),
                }),
            },
            missed: match k.miss {
                Miss::None => None,
                Miss::First => Some(Missed::First),
                Miss::Replaced(core, pc) => Some(Missed::Replaced(self.code(core, pc))),
                Miss::Written(core, pc) => Some(Missed::Written(self.code(core, pc))),
                Miss::Invalidated => Some(Missed::Invalidated),
                Miss::Gone => Some(Missed::Gone),
            },
            level: k.level,
            store: k.store.map(|pc| self.code(k.core, pc)),
            caller: k.caller.map(|pc| self.code(k.core, pc)),
            owner: k.wait.map(|(bus, master, pc)| Owner {
                bus: self.names.bus(bus),
                master,
                code: (usize::from(master) < self.dictionaries.len() && pc != 0)
                    .then(|| self.code(master, pc)),
            }),
            cycles,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_charged_to_one_stall_after_the_other() {
        let waited = |owner, cycles| Waited {
            bus: 0,
            owner,
            pc: 0,
            cycles,
        };
        let mut waits = vec![waited(1, 5), waited(2, 4)];
        assert_eq!(take(&mut waits, 3), [waited(1, 3)]);
        assert_eq!(take(&mut waits, 4), [waited(1, 2), waited(2, 2)]);
        assert_eq!(take(&mut waits, 10), [waited(2, 2)]);
        assert_eq!(take(&mut waits, 10), []);
    }
}
