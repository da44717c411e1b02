//! The register file as drivers probe it, and the dictionary.

use super::{Bench, on};
use crate::{COUNTERS, EVENTS, Event, L4stat, MAP, Params, Processors, RonParams};
use trueboard_core::device::Device;
use trueboard_core::regs::check_map;
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::{METERS, Meter};

#[test]
fn map_is_sound() {
    check_map(MAP).unwrap();
}

#[test]
fn reset_values_and_read_only_bits() {
    let mut b = Bench::new();
    for n in 0..COUNTERS as u32 {
        assert_eq!(b.read(0x80 + 4 * n), 0x37fc_0000);
        assert_eq!((b.cval(n), b.csval(n)), (0, 0));
        b.ctrl(n, !0);
        assert_eq!(b.read(0x80 + 4 * n), 0x37ff_ffff);
    }
    b.reset();
    assert_eq!(b.read(0x80), 0x37fc_0000);
}

#[test]
fn ncpu_follows_the_board() {
    let mut b = Bench::new();
    let params = Params {
        cores: 1,
        bus: 0,
        io_bus: None,
        l2: None,
    };
    b.dev = L4stat::new(params, Processors::new(&[&METERS]).unwrap());
    assert_eq!(b.read(0x80) >> 28, 0);
    b.ctrl(0, on(0x60, 0));
    b.ctrl(1, on(0x70, 0));
    assert_eq!(b.warnings.len(), 2);
}

#[test]
fn time_stamp_is_dead() {
    let mut b = Bench::new();
    b.write(0x180, 5);
    assert_eq!(b.read(0x180), 0);
    assert_eq!(b.read(0x40), 0);
    assert_eq!(b.warnings.len(), 3);
}

#[test]
fn cval_and_csval_are_writable() {
    let mut b = Bench::new();
    b.write(0x04, 77);
    b.write(0x104, 78);
    assert_eq!((b.cval(1), b.csval(1)), (77, 78));
}

#[test]
fn peek_shows_what_needs_no_meters() {
    let mut b = Bench::new();
    b.write(0, 9);
    assert_eq!(b.dev.peek(0, Tick(0)), Some(9));
    b.ctrl(0, on(0x11, 0));
    assert_eq!(b.dev.peek(0, Tick(0)), None);
    assert_eq!(b.dev.peek(0x80, Tick(0)), Some(0x37fc_0000 | on(0x11, 0)));
}

#[test]
fn dictionary_is_sorted_and_complete() {
    assert!(EVENTS.windows(2).all(|w| w[0].id < w[1].id));
    assert_eq!(EVENTS.len(), 22 + 17 + 15 + 16 + 32);
    for e in EVENTS {
        assert!(e.doc.ends_with('.') && !e.name.is_empty());
        assert_eq!(Event::by_id(e.id).unwrap().id, e.id);
    }
    // A cycle event counts a cycle meter: the units of dictionary and meter agree.
    for e in EVENTS {
        let unit = match e.class {
            crate::Class::Core(name) => METERS.defs[METERS.by_name(name).unwrap().place()].unit,
            crate::Class::Bus(m) | crate::Class::IoBus(m) if e.id & 15 != 1 => m.def().unit,
            _ => e.unit,
        };
        assert_eq!(unit, e.unit, "{:#x}", e.id);
    }
}

#[test]
fn names_resolve_or_are_all_told() {
    let p = RonParams {
        bus: "ahb".into(),
        io_bus: None,
        l2: Some("l2".into()),
    };
    let got = p.resolve(
        4,
        |n| (n == "ahb").then_some(1),
        |n| (n == "l2").then_some(0),
    );
    assert_eq!(got.unwrap().l2, Some(0));
    let bad = p.resolve(17, |_| None, |_| None).unwrap_err();
    assert_eq!(bad.len(), 3, "{bad:?}");
}

trueboard_core::core_meters! {
    /// What a toy core counts.
    pub enum Toy {
        Stores = "stores", Count, "Stores.";
    }
    /// The meters of a toy core.
    pub static TOY of "toy core";
    stack {}
    executed { Instructions }
    changes { Stores }
}

/// Beside processors that have the meters of all events, a core of another kind has those that it has; without them
/// there is no unit.
#[test]
fn a_meter_that_no_processor_has_is_told() {
    let mixed = Processors::new(&[&METERS, &TOY]).unwrap();
    assert_eq!(mixed.meter(1, 0x3a), Some(Toy::Stores.into()));
    assert_eq!(mixed.meter(1, 0x39), None);
    assert_eq!(mixed.meter(2, 0x3a), None);
    let unknown = Processors::new(&[&TOY, &TOY]).unwrap_err();
    assert!(unknown.iter().any(|e| e.name == "loads"), "{unknown:?}");
    assert!(unknown.iter().all(|e| e.name != "stores"), "{unknown:?}");
}

/// What a unit is wired to is of the board: a state does not hold it, and leaves it as it is.
#[test]
fn a_unit_with_a_loaded_state_counts_on() {
    let mut b = Bench::new();
    b.ctrl(0, on(0x11, 1));
    let state = b.dev.save();
    b.dev.load(&state).unwrap();
    b.ctrl(1, on(0x11, 1));
    b.meters.cores[1].add(true, Meter::Instructions, 7);
    assert_eq!((b.cval(0), b.cval(1)), (7, 7));
}

/// The event list once more, by names only, so that a slip in the table shows.
#[test]
fn dictionary_names_the_right_meters() {
    let core = "00 icache_misses 01 itlb_misses 02 icache_hold_cycles 03 immu_hold_cycles \
        08 dcache_read_misses 09 dtlb_misses 0a dcache_hold_cycles 0b dmmu_hold_cycles \
        10 write_buffer_hold_cycles 11 instructions 12 int_instructions 13 fp_instructions \
        14 branch_misses 15 cycles 17 used_cycles 18 used_cycles 22 branches 28 calls \
        30 type2_instructions 38 load_stores 39 loads 3a stores 50 locked_cycles \
        60 hits 61 misses 62 bus_accesses 80 used_cycles 8f used_cycles 90 waited_for_cycles 9f waited_for_cycles";
    let words: Vec<&str> = core.split_whitespace().collect();
    for pair in words.chunks(2) {
        let id = u8::from_str_radix(pair[0], 16).unwrap();
        assert_eq!(Event::by_id(id).unwrap().class.meter(), Some(pair[1]));
    }
    let bus = [
        "idle_cycles",
        "busy_transfers",
        "nonseq_transfers",
        "seq_transfers",
        "reads",
        "writes",
        "byte_accesses",
        "halfword_accesses",
        "word_accesses",
        "dword_accesses",
        "qword_accesses",
        "oword_accesses",
        "wait_states",
        "retries",
        "splits",
        "split_delay_cycles",
    ];
    for (i, name) in bus.iter().enumerate() {
        for base in [0x40, 0x70] {
            let class = Event::by_id(base + i as u8).unwrap().class;
            assert_eq!(class.meter(), Some(*name));
            assert_eq!(class.heading() == "processor bus", base == 0x40);
        }
    }
}
