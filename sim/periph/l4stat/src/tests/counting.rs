//! Plain counting: every event, filters, wrap, freeze, clear on read, gating.

use super::{Bench, on};
use crate::{CL, Class, EN, EVENTS};
use trueboard_core::meter::{BUS_MASTERS, BusMeter, CacheMeter, Meters};
use trueboard_cpu_sparcv8::meters::{METERS, Meter};

/// A different number in every meter, growing with `step`.
fn fill(m: &mut Meters, step: u64) {
    let mut next = 1;
    let mut number = || {
        next += 1;
        next * step
    };
    for core in &mut m.cores {
        for &meter in Meter::ALL {
            core.add(false, meter, number());
            core.add(true, meter, number());
        }
    }
    for bus in &mut m.buses {
        for &meter in BusMeter::ALL {
            bus.add(meter, number());
        }
        for i in 0..BUS_MASTERS {
            bus.used[i] += number();
            let (own, other) = (number(), number());
            bus.waited_for[i][i] += own;
            bus.waited_for[i][(i + 1) % BUS_MASTERS] += other;
            bus.waited[i] += own + other;
        }
    }
    for &meter in CacheMeter::ALL {
        m.caches[0].add(meter, number());
    }
}

/// The number that an event must show, found without the unit's own selection.
fn expected(class: Class, cpu: usize, m: &Meters) -> u64 {
    match class {
        Class::Core(name) => m.cores[cpu].get(METERS.by_name(name).unwrap()),
        Class::Utilisation => m.buses[1].used[cpu],
        Class::Bus(meter) => m.buses[1].get(meter),
        Class::IoBus(meter) => m.buses[0].get(meter),
        Class::Cache(meter) => m.caches[0].get(meter),
        Class::Grant(n) => m.buses[1].used[usize::from(n)],
        // The matrix, without what it waited for itself.
        Class::Lack(n) => {
            let n = usize::from(n);
            let row = m.buses[1].waited_for[n];
            row.iter().sum::<u64>() - row[n]
        }
        Class::None => 0,
    }
}

#[test]
fn every_event_counts_its_meter_and_nothing_else() {
    for event in EVENTS {
        for cpu in 0..4u32 {
            let mut b = Bench::new();
            fill(&mut b.meters, 1);
            b.ctrl(3, on(u32::from(event.id), cpu));
            let before = b.meters.clone();
            fill(&mut b.meters, 3);
            let grown = expected(event.class, cpu as usize, &b.meters)
                - expected(event.class, cpu as usize, &before);
            assert_eq!(u64::from(b.cval(3)), grown, "event {:#x} {cpu}", event.id);
            assert_eq!(b.cval(2), 0);
            let unmodelled = event.class == Class::None;
            assert_eq!(b.warnings.len(), usize::from(unmodelled));
        }
    }
}

#[test]
fn numbers_without_an_event_count_nothing_and_warn() {
    for id in (0u32..256).filter(|&i| crate::Event::by_id(i as u8).is_none()) {
        let mut b = Bench::new();
        b.ctrl(0, on(id, 0));
        fill(&mut b.meters, 5);
        assert_eq!(b.cval(0), 0, "{id:#x}");
        assert_eq!(b.warnings.len(), 1, "{id:#x}");
    }
}

#[test]
fn mode_filter() {
    for (su, want) in [(0b00, 7), (0b01, 5), (0b10, 2), (0b11, 7)] {
        let mut b = Bench::new();
        b.ctrl(0, on(0x11, 2) | su << 14);
        b.meters.cores[2].add(true, Meter::Instructions, 5);
        b.meters.cores[2].add(false, Meter::Instructions, 2);
        assert_eq!(b.cval(0), want, "SU={su:02b}");
    }
}

#[test]
fn master_filter_counts_one_masters_share() {
    let mut b = Bench::new();
    b.ctrl(0, on(0x44, 2) | 1 << 15);
    b.ctrl(1, on(0x44, 2));
    b.meters.buses[1].add_for(2, BusMeter::Reads, 10);
    b.meters.buses[1].add_for(0, BusMeter::Reads, 4);
    assert_eq!((b.cval(0), b.cval(1)), (10, 14));
    assert!(b.warnings.is_empty());
}

/// Events 0x71 to 0x7F with SU bit 1: the transfers of the master in bits 3:0 on the I/O bus, neither
/// those of its neighbours there nor its own on the processor bus. What 0x70 counts is nobody's.
#[test]
fn master_filter_on_the_io_bus() {
    const EVENTS: [BusMeter; 15] = [
        BusMeter::Busy,
        BusMeter::NonSeq,
        BusMeter::Seq,
        BusMeter::Reads,
        BusMeter::Writes,
        BusMeter::Byte,
        BusMeter::Half,
        BusMeter::Word,
        BusMeter::Double,
        BusMeter::Quad,
        BusMeter::Oct,
        BusMeter::WaitStates,
        BusMeter::Retry,
        BusMeter::Split,
        BusMeter::SplitDelay,
    ];
    for (id, meter) in (0x71..).zip(EVENTS) {
        let mut b = Bench::new();
        b.ctrl(0, on(id, 2) | 1 << 15);
        b.ctrl(1, on(id, 2));
        for (bus, master, n) in [(0, 2, 10), (0, 0, 4), (0, 3, 200), (1, 2, 3000)] {
            b.meters.buses[bus].add_for(master, meter, n);
        }
        assert_eq!((b.cval(0), b.cval(1)), (10, 214), "{id:#x}");
        assert!(b.warnings.is_empty(), "{id:#x}");
    }
}

#[test]
fn filters_that_cannot_be_honoured_warn() {
    for (ctrl, counted) in [
        (on(0x40, 2) | 1 << 15, true),
        (on(0x60, 2) | 1 << 15, true),
        (on(0x17, 2) | 1 << 15, true),
        (on(0x18, 0) | 1 << 14, true),
        (on(0x83, 2) | 1 << 15, false),
        (on(0x11, 4), false),
    ] {
        let mut b = Bench::new();
        b.ctrl(0, ctrl);
        assert_eq!(b.warnings.len(), 1, "{ctrl:#x}");
        fill(&mut b.meters, 1);
        assert_eq!(b.cval(0) != 0, counted, "{ctrl:#x}");
    }
    let mut b = Bench::new();
    b.ctrl(0, on(0x44, 2) | 1 << 15);
    b.meters.buses[1].add(BusMeter::Reads, 10);
    assert_eq!((b.cval(0), b.warnings.len()), (0, 1));
}

#[test]
fn grant_and_lack_name_their_master_themselves() {
    let mut b = Bench::new();
    b.ctrl(0, on(0x82, 2) | 1 << 15);
    b.ctrl(1, on(0x93, 0));
    b.meters.buses[1].used[2] += 6;
    // 5 of 14 cycles behind a transfer of its own: it had the grant.
    b.meters.buses[1].waited[3] += 14;
    b.meters.buses[1].waited_for[3][3] += 5;
    b.meters.buses[1].waited_for[3][0] += 9;
    assert_eq!((b.cval(0), b.cval(1)), (6, 9));
}

#[test]
fn wraps_at_32_bits() {
    let mut b = Bench::new();
    b.ctrl(0, on(0x15, 0));
    b.write(0, 0xffff_fff0);
    b.meters.cores[0].add(true, Meter::Cycles, 0x25);
    assert_eq!(b.cval(0), 0x15);
    b.meters.cores[0].add(true, Meter::Cycles, 5 << 32);
    assert_eq!(b.cval(0), 0x15);
}

#[test]
fn disabling_freezes_and_enabling_goes_on() {
    let mut b = Bench::new();
    let tick = |b: &mut Bench, n| b.meters.cores[1].add(true, Meter::Loads, n);
    tick(&mut b, 100);
    b.ctrl(0, on(0x39, 1));
    tick(&mut b, 3);
    b.ctrl(0, on(0x39, 1) & !EN);
    tick(&mut b, 50);
    assert_eq!(b.cval(0), 3);
    b.ctrl(0, on(0x39, 1));
    tick(&mut b, 4);
    assert_eq!(b.cval(0), 7);
}

#[test]
fn another_event_goes_on_from_the_old_value() {
    let mut b = Bench::new();
    b.ctrl(0, on(0x39, 1));
    b.meters.cores[1].add(true, Meter::Loads, 3);
    b.meters.cores[1].add(true, Meter::Stores, 1000);
    b.ctrl(0, on(0x3a, 1));
    b.meters.cores[1].add(true, Meter::Stores, 2);
    b.meters.cores[1].add(true, Meter::Loads, 500);
    assert_eq!(b.cval(0), 5);
}

#[test]
fn clear_on_read_latches() {
    let mut b = Bench::new();
    b.ctrl(5, on(0x11, 0) | CL);
    b.meters.cores[0].add(false, Meter::Instructions, 42);
    assert_eq!(b.csval(5), 0);
    assert_eq!(b.cval(5), 42);
    assert_eq!((b.csval(5), b.cval(5)), (42, 0));
    assert_eq!(b.csval(5), 0, "the second read latched its 0");
    b.meters.cores[0].add(false, Meter::Instructions, 8);
    assert_eq!((b.cval(5), b.csval(5)), (8, 8));
}

#[test]
fn without_clear_on_read_reading_changes_nothing() {
    let mut b = Bench::new();
    b.ctrl(5, on(0x11, 0));
    b.meters.cores[0].add(false, Meter::Instructions, 42);
    let saved = b.dev.counters.clone();
    assert_eq!((b.cval(5), b.cval(5), b.csval(5)), (42, 42, 0));
    assert_eq!(b.dev.counters, saved);
}

#[test]
fn a_gated_clock_stops_counting() {
    let mut b = Bench::new();
    b.ctrl(0, on(0x11, 0));
    let run = |b: &mut Bench, n| b.meters.cores[0].add(true, Meter::Instructions, n);
    run(&mut b, 5);
    b.clock(false);
    run(&mut b, 100);
    b.clock(false);
    run(&mut b, 100);
    b.clock(true);
    run(&mut b, 7);
    assert_eq!(b.cval(0), 12);
    b.clock(true);
    assert_eq!(b.cval(0), 12);
}

#[test]
fn saved_state_counts_on() {
    use trueboard_core::device::Device;
    let mut b = Bench::new();
    b.ctrl(0, on(0x11, 0));
    b.meters.cores[0].add(true, Meter::Instructions, 5);
    let bytes = b.dev.save();
    let mut c = Bench::new();
    c.meters = b.meters.clone();
    c.dev.load(&bytes).unwrap();
    c.meters.cores[0].add(true, Meter::Instructions, 6);
    assert_eq!(c.cval(0), 11);
}
