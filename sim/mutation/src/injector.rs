//! Plants a defect, and keeps whether it came to anything.

use crate::fault::Fault;
use crate::list::Mutation;
use crate::place::Place;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use trueboard_core::interpose::{Interpose, Register};

/// What became of a planted defect so far.
#[derive(Debug, Default)]
pub struct Seen {
    reached: AtomicBool,
    changed: AtomicBool,
}

impl Seen {
    /// Firmware has accessed one of the registers.
    #[must_use]
    pub fn reached(&self) -> bool {
        self.reached.load(Ordering::Relaxed)
    }

    /// A value was another one for it, or a write was lost. Of a register read in place of another one, it is not
    /// known whether the two differ: it counts as changed.
    #[must_use]
    pub fn changed(&self) -> bool {
        self.changed.load(Ordering::Relaxed)
    }
}

/// Plants a [`Mutation`].
pub struct Injector {
    place: Place,
    fault: Fault,
    /// What was read first.
    first: BTreeMap<Register, u32>,
    /// Registers whose bits of [`Fault::FirstLost`] were written once.
    begun: BTreeSet<Register>,
    seen: Arc<Seen>,
}

impl Injector {
    /// Plants `mutation`; `seen` tells what becomes of it.
    #[must_use]
    pub fn new(mutation: &Mutation, seen: Arc<Seen>) -> Injector {
        Injector {
            place: mutation.place,
            fault: mutation.fault,
            first: BTreeMap::new(),
            begun: BTreeSet::new(),
            seen,
        }
    }

    fn reaches(&self, at: Register) -> bool {
        let reached = self.place.holds(at);
        if reached {
            self.seen.reached.store(true, Ordering::Relaxed);
        }
        reached
    }

    fn changed(&self, changed: bool) {
        if changed {
            self.seen.changed.store(true, Ordering::Relaxed);
        }
    }
}

impl Interpose for Injector {
    fn leaks(&mut self, at: Register) -> i32 {
        match self.fault {
            Fault::Leaks(distance) if self.reaches(at) => {
                self.changed(true);
                distance
            }
            _ => 0,
        }
    }

    fn read(&mut self, at: Register, value: u32) -> u32 {
        if !self.reaches(at) {
            return value;
        }
        let first = *self.first.entry(at).or_insert(value);
        let got = self.fault.read(value, first);
        self.changed(got != value);
        got
    }

    fn write(&mut self, at: Register, value: u32) -> Option<u32> {
        if !self.reaches(at) {
            return Some(value);
        }
        let begun = self.begun.contains(&at);
        if let Fault::FirstLost(mask) = self.fault
            && value & mask != 0
        {
            self.begun.insert(at);
        }
        let taken = self.fault.write(value, begun);
        self.changed(taken != Some(value));
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
        let injector = Injector::new(&Mutation { name, place, fault }, seen.clone());
        (injector, seen)
    }

    #[test]
    fn each_register_is_frozen_at_its_own_first_value() {
        let (mut injector, seen) = planted(Fault::Frozen);
        let next = Register::Device(0x104);
        assert_eq!((injector.read(AT, 7), injector.read(next, 9)), (7, 9));
        assert!(seen.reached() && !seen.changed());
        assert_eq!((injector.read(AT, 8), injector.read(next, 10)), (7, 9));
        assert!(seen.changed());
    }

    #[test]
    fn an_enable_comes_late_once() {
        let (mut injector, seen) = planted(Fault::FirstLost(1));
        assert_eq!(injector.write(AT, 2), Some(2));
        assert!(!seen.changed());
        assert_eq!(injector.write(AT, 3), Some(2));
        assert!(seen.changed());
        assert_eq!(injector.write(AT, 3), Some(3));
    }

    #[test]
    fn other_registers_are_left_alone() {
        let (mut injector, seen) = planted(Fault::WriteLost);
        assert_eq!(injector.write(Register::Device(0x108), 5), Some(5));
        assert!(!seen.reached());
        assert_eq!(injector.write(AT, 5), None);
        assert!(seen.reached() && seen.changed());
    }

    #[test]
    fn a_recorder_changes_nothing() {
        let mut recorder = Recorder::default();
        assert_eq!(recorder.read(AT, 5), 5);
        assert_eq!(recorder.write(AT, 6), Some(6));
        assert_eq!(recorder.registers(), BTreeSet::from([AT]));
    }
}
