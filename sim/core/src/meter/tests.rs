//! Names, and what is kept apart.

use super::*;

crate::core_meters! {
    /// What a toy core counts.
    enum Meter {
        IssueCycles = "issue_cycles", Cycles, "Issue.";
        Loads = "loads", Count, "Loads.";
        Stores = "stores", Count, "Stores.";
        Hops = "hops", Count, "Packets of others.";
    }
    /// Of those, it does not count the packets.
    static METERS of "toy core";
    counted { Cycles Stores IdleCycles Instructions IssueCycles Loads }
    stack { IssueCycles }
    executed { Instructions }
    changes { Stores }
}

#[test]
fn names_are_found() {
    assert_eq!(METERS.problems(), Vec::<String>::new());
    for m in METERS.all() {
        assert_eq!(METERS.by_name(METERS.name(m)), Some(m));
    }
    assert_eq!(METERS.by_name("hops"), Some(Meter::Hops.into()));
    assert_eq!((Meter::ALL.len(), Meter::COUNT), (7, 7));
    assert_eq!(Meter::Hops.def().name, "hops");
    let e = METERS.need("hits").unwrap_err();
    assert_eq!(
        e.to_string(),
        "a toy core has no meter \"hits\"; see `trueboard events`"
    );
}

#[test]
fn problems_of_a_dictionary_are_named() {
    const STORES: CoreMeter = CoreMeter::at(Meter::Stores as u8);
    const HOPS: CoreMeter = CoreMeter::at(Meter::Hops as u8);
    const DEFS: &[MeterDef] = &[
        Meter::DEFS[1],
        Meter::DEFS[0],
        Meter::DEFS[4],
        Meter::DEFS[4],
    ];
    let bad = Dictionary {
        kind: "bad core",
        defs: DEFS,
        stack: &[CoreMeter::CYCLES, STORES],
        executed: &[STORES, STORES],
        changes: &[HOPS],
        ..METERS
    };
    let problems = bad.problems().join("\n");
    for what in [
        "`cycles` is not in its place",
        "a name twice",
        "`executed` has one twice",
        "`changes` has one that the core does not count",
        "no part of the cycles",
    ] {
        assert!(problems.contains(what), "{what} is not in {problems}");
    }
}

#[test]
fn modes_are_apart() {
    let mut b = CoreBank::new(&METERS);
    b.add(true, Meter::Loads, 2);
    b.add(false, Meter::Loads, 3);
    assert_eq!((b.get(Meter::Loads), b.in_mode(true, Meter::Loads)), (5, 2));
    b.add_all(true, &[0, 0, 0, 0, 1]);
    assert_eq!(b.in_both_modes(), [0, 0, 0, 0, 6, 0, 0]);
    b.take_back(Meter::Loads, 4);
    assert_eq!((b.get(Meter::Loads), b.in_mode(true, Meter::Loads)), (2, 0));
}

/// A meter of a kind with more of them stands nowhere.
#[test]
fn a_bank_has_the_meters_of_its_kind_alone() {
    let mut b = CoreBank::new(&METERS);
    assert!(b.is_of(&METERS));
    b.add(true, CoreMeter::at(7), 1);
    assert_eq!(b.get(CoreMeter::at(7)), 0);
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
