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

/// A read and two writes that hit, a write that misses, four that pass by: three hits, four look-ups,
/// eight requests.
#[test]
fn sums_of_a_cache_are_made_of_its_parts() {
    let mut b = CacheBank::default();
    for (m, n) in [
        (CacheMeter::ReadHits, 1),
        (CacheMeter::WriteHits, 2),
        (CacheMeter::WriteMisses, 1),
        (CacheMeter::Uncached, 4),
    ] {
        b.add(m, n);
    }
    assert_eq!((b.get(CacheMeter::Hits), b.get(CacheMeter::Misses)), (3, 1));
    assert_eq!(b.get(CacheMeter::Accesses), 4);
    assert_eq!(b.get(CacheMeter::BusAccesses), 8);
}
