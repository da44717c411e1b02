//! Names, and what is kept apart.

use super::*;
use std::collections::HashSet;

#[test]
fn names_are_unique_and_found() {
    let names: HashSet<_> = CoreMeter::DEFS.iter().map(|d| d.name).collect();
    assert_eq!(names.len(), CoreMeter::ALL.len());
    for &m in CoreMeter::ALL {
        assert_eq!(CoreMeter::by_name(m.def().name), Some(m));
    }
}

#[test]
fn the_stack_holds_cycle_meters_once_each() {
    let set: HashSet<_> = CoreMeter::STACK.iter().collect();
    assert_eq!(set.len(), CoreMeter::STACK.len());
    assert!(
        CoreMeter::STACK
            .iter()
            .all(|m| m.def().unit == Unit::Cycles)
    );
    assert!(!set.contains(&CoreMeter::Cycles) && !set.contains(&CoreMeter::IdleCycles));
}

#[test]
fn modes_are_apart() {
    let mut b = CoreBank::default();
    b.add(true, CoreMeter::Loads, 2);
    b.add(false, CoreMeter::Loads, 3);
    assert_eq!(
        (b.get(CoreMeter::Loads), b.in_mode(true, CoreMeter::Loads)),
        (5, 2)
    );
}
