//! Plants a defect, and keeps whether it came to anything.

use super::fault::{Fault, Past};
use super::list::Mutation;
use super::place::Place;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use trueboard_core::interpose::{Interpose, Register};

/// What became of a planted defect so far.
#[derive(Debug, Default)]
pub struct Seen(Mutex<Effect>);

/// The accesses to the registers of a defect, and what they came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Reads.
    pub reads: u64,
    /// Of these, those that gave another value. Of a register read in place of another one, it is not known whether
    /// the two differ: it counts.
    pub reads_changed: u64,
    /// Writes.
    pub writes: u64,
    /// Of these, those that stored another value, or none.
    pub writes_changed: u64,
    /// The first access that the defect changed.
    pub first: Option<Change>,
}

/// An access that a defect changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// It was a write.
    pub write: bool,
    /// The value without the defect.
    pub value: u32,
    /// With it; nothing for a write that was lost.
    pub with: Option<u32>,
}

impl Effect {
    /// Firmware has accessed one of the registers.
    #[must_use]
    pub fn reached(&self) -> bool {
        self.reads + self.writes != 0
    }

    /// A value was another one for it, or a write was lost.
    #[must_use]
    pub fn changed(&self) -> bool {
        self.reads_changed + self.writes_changed != 0
    }
}

impl Seen {
    /// What it is.
    #[must_use]
    pub fn effect(&self) -> Effect {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn access(&self, write: bool, value: u32, with: Option<u32>, changed: bool) {
        let mut e = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let e = &mut *e;
        let (all, other) = match write {
            false => (&mut e.reads, &mut e.reads_changed),
            true => (&mut e.writes, &mut e.writes_changed),
        };
        *all += 1;
        if changed {
            *other += 1;
            e.first.get_or_insert(Change { write, value, with });
        }
    }
}

/// Plants a [`Mutation`].
pub struct Injector {
    place: Place,
    fault: Fault,
    past: BTreeMap<Register, Past>,
    /// What each core saw last in registers of its own; for [`Fault::LeaksCore`].
    cores: BTreeMap<(u32, u8), u32>,
    seen: Arc<Seen>,
}

impl Injector {
    /// Plants `mutation`; `seen` tells what becomes of it.
    #[must_use]
    pub fn new(mutation: &Mutation, seen: Arc<Seen>) -> Injector {
        Injector {
            place: mutation.place,
            fault: mutation.fault,
            past: BTreeMap::new(),
            cores: BTreeMap::new(),
            seen,
        }
    }

    /// A core saw `value` in a register of its own.
    fn saw(&mut self, at: Register, value: u32) {
        if let (Fault::LeaksCore, Register::Core { core, number }) = (self.fault, at) {
            self.cores.insert((number, core), value);
        }
    }

    /// What the next higher core saw in its register of this number, or the lowest one if there is none.
    fn elsewhere(&self, at: Register) -> Option<u32> {
        let Register::Core { core, number } = at else {
            return None;
        };
        let same = self.cores.range((number, 0)..=(number, u8::MAX));
        let others = same.filter(|(k, _)| k.1 != core);
        others.min_by_key(|(k, _)| (k.1 < core, k.1)).map(|e| *e.1)
    }
}

impl Interpose for Injector {
    fn leaks(&mut self, at: Register) -> i32 {
        match self.fault {
            Fault::Leaks(distance) if self.place.holds(at) => distance,
            _ => 0,
        }
    }

    fn read(&mut self, at: Register, value: u32) -> u32 {
        self.saw(at, value);
        if !self.place.holds(at) {
            return value;
        }
        let elsewhere = self.elsewhere(at);
        let past = self.past.entry(at).or_default();
        past.elsewhere = elsewhere;
        let got = self.fault.read(value, past);
        past.first_read.get_or_insert(value);
        past.last_read = Some(value);
        let changed = got != value || matches!(self.fault, Fault::Leaks(_));
        self.seen.access(false, value, Some(got), changed);
        got
    }

    fn write(&mut self, at: Register, value: u32) -> Option<u32> {
        self.saw(at, value);
        if !self.place.holds(at) {
            return Some(value);
        }
        let past = self.past.entry(at).or_default();
        let taken = self.fault.write(value, past);
        if let Fault::FirstLost(mask) = self.fault
            && value & mask != 0
        {
            past.begun = true;
        }
        past.written = Some(value);
        let changed = taken != Some(value);
        self.seen.access(true, value, taken, changed);
        taken
    }
}

/// Changes nothing, and keeps which registers are accessed: where none of a mutation's is, the defect cannot come to
/// anything.
#[derive(Clone, Debug, Default)]
pub struct Recorder(Arc<Mutex<BTreeSet<Register>>>);

impl Recorder {
    /// The registers accessed so far.
    #[must_use]
    pub fn registers(&self) -> BTreeSet<Register> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn add(&self, at: Register) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(at);
    }
}

impl Interpose for Recorder {
    fn read(&mut self, at: Register, value: u32) -> u32 {
        self.add(at);
        value
    }

    fn write(&mut self, at: Register, value: u32) -> Option<u32> {
        self.add(at);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Register = Register::Device(0x100);

    fn planted(fault: Fault) -> (Injector, Arc<Seen>) {
        let place = Place::Device {
            first: 0x100,
            count: 2,
            stride: 4,
        };
        let name = String::new();
        let seen = Arc::new(Seen::default());
        let kind = String::new();
        let mutation = Mutation {
            name,
            kind,
            place,
            fault,
        };
        let injector = Injector::new(&mutation, seen.clone());
        (injector, seen)
    }

    #[test]
    fn each_register_is_frozen_at_its_own_first_value() {
        let (mut injector, seen) = planted(Fault::Frozen);
        let next = Register::Device(0x104);
        assert_eq!((injector.read(AT, 7), injector.read(next, 9)), (7, 9));
        assert!(seen.effect().reached() && !seen.effect().changed());
        assert_eq!((injector.read(AT, 8), injector.read(next, 10)), (7, 9));
        assert!(seen.effect().changed());
    }

    #[test]
    fn an_enable_comes_late_once() {
        let (mut injector, seen) = planted(Fault::FirstLost(1));
        assert_eq!(injector.write(AT, 2), Some(2));
        assert!(!seen.effect().changed());
        assert_eq!(injector.write(AT, 3), Some(2));
        assert!(seen.effect().changed());
        assert_eq!(injector.write(AT, 3), Some(3));
    }

    #[test]
    fn other_registers_are_left_alone() {
        let (mut injector, seen) = planted(Fault::WriteLost);
        assert_eq!(injector.write(Register::Device(0x108), 5), Some(5));
        assert!(!seen.effect().reached());
        assert_eq!(injector.write(AT, 5), None);
        assert!(seen.effect().reached() && seen.effect().changed());
    }

    #[test]
    fn what_came_of_it_is_kept() {
        let (mut injector, seen) = planted(Fault::ReadOff(1));
        injector.write(AT, 5);
        injector.read(AT, 7);
        let first = Change {
            write: false,
            value: 7,
            with: Some(8),
        };
        let effect = Effect {
            reads: 1,
            reads_changed: 1,
            writes: 1,
            writes_changed: 0,
            first: Some(first),
        };
        assert_eq!(seen.effect(), effect);
    }

    #[test]
    fn a_core_reads_what_the_next_one_saw() {
        let mutation = Mutation {
            name: String::new(),
            kind: String::new(),
            place: Place::Core {
                first: 0,
                count: 1,
                number: 22,
            },
            fault: Fault::LeaksCore,
        };
        let mut injector = Injector::new(&mutation, Arc::default());
        let of = |core| Register::Core { core, number: 22 };
        assert_eq!(injector.read(of(0), 1), 1, "no other core has read");
        injector.read(of(3), 30);
        injector.write(of(1), 10);
        injector.read(
            Register::Core {
                core: 1,
                number: 23,
            },
            99,
        );
        assert_eq!(injector.read(of(0), 2), 10);
        assert_eq!(injector.read(of(1), 3), 3, "the defect is core 0's");
    }

    #[test]
    fn a_recorder_changes_nothing() {
        let mut recorder = Recorder::default();
        assert_eq!(recorder.read(AT, 5), 5);
        assert_eq!(recorder.write(AT, 6), Some(6));
        assert_eq!(recorder.registers(), BTreeSet::from([AT]));
    }
}
