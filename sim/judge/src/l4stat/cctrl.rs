//! The registers of the L4STAT statistics unit, decoded a second time (GR740 user's manual, chapter on the statistics
//! unit). The judge shares no code with the model.

use crate::counters::{Modes, Register, Selection, Setting};
use trueboard_core::meter::{BusMeter, CacheMeter};

/// Counters of the unit.
pub const COUNTERS: usize = 16;

/// The register at a byte offset.
#[must_use]
pub fn register(offset: u32) -> Register {
    let index = (offset & 0x7f) as usize / 4;
    if index >= COUNTERS || !offset.is_multiple_of(4) {
        return Register::Other;
    }
    match offset & !0x7f {
        0x000 => Register::Value(index),
        0x080 => Register::Control(index),
        0x100 => Register::Latch(index),
        _ => Register::Other,
    }
}

/// A decoded counter control register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control(pub u32);

impl Control {
    /// EN, bit 12.
    #[inline]
    pub fn enabled(self) -> bool {
        self.0 >> 12 & 1 == 1
    }

    /// CL, bit 13: reading the counter clears it.
    #[inline]
    pub fn clear_on_read(self) -> bool {
        self.0 >> 13 & 1 == 1
    }

    /// What it says of its counter.
    pub fn setting(self) -> Setting {
        Setting {
            on: self.enabled(),
            asked: self.selection(),
            selects: self.enabled() || self.0 & 0x0003_cfff != 0,
            clears: self.clear_on_read(),
        }
    }

    /// What is counted. EVENT has bits 11:4, the CPU or bus master bits 3:0. SU, bits 15:14, filters by
    /// mode below event 0x40 and from there on, by bit 15, by the master in bits 3:0. With CD, bit 16, the
    /// longest run is measured instead of a sum: EL, bit 17, says of which level.
    pub fn selection(self) -> Selection {
        let bits = |at: u32, mask: u32| (self.0 >> at & mask) as u8;
        let event = bits(4, 0xff);
        let named = bits(0, 15);
        let of_bus = event >= 0x40;
        Selection {
            event,
            who: match event {
                0x80..=0x9f => event & 15,
                0x18 | 0x40..=0x7f => 0,
                _ => named,
            },
            modes: match bits(14, 3) {
                1 if !of_bus => Modes::Supervisor,
                2 if !of_bus => Modes::User,
                _ => Modes::Both,
            },
            only: (of_bus && bits(15, 1) == 1).then_some(named),
            run_of: (bits(16, 1) == 1).then(|| bits(17, 1) == 1),
            gated: false,
        }
    }
}

/// The place of an event's truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meter {
    /// The meter of the selected core with this name.
    Core(&'static str),
    /// A meter of the processor bus (`second` = the I/O bus).
    Bus(BusMeter, Second),
    /// Cycles in which the selected master owned the processor bus.
    Owned,
    /// Cycles in which the selected master requested the processor bus and another master had it.
    Waited,
    /// A meter of the shared cache.
    Cache(CacheMeter),
    /// Happens in no modelled part: memory without errors, no IOMMU.
    Never,
}

/// Which of the two traced buses an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second(pub bool);

/// An event of the unit.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// What it counts.
    pub name: &'static str,
    /// The meter that is its truth.
    pub meter: Meter,
}

impl Event {
    /// The event with this number; `None` when the manual has none.
    pub fn by_id(id: u8) -> Option<Event> {
        let event = |(_, name, meter): &(u8, &'static str, Meter)| Event {
            name,
            meter: *meter,
        };
        match id {
            0x40..=0x50 => bus(id - 0x40, false),
            0x70..=0x7f => bus(id - 0x70, true),
            0x80..=0x8f => Some(Event {
                name: "bus granted to master",
                meter: Meter::Owned,
            }),
            0x90..=0x9f => Some(Event {
                name: "bus requested by master without grant",
                meter: Meter::Waited,
            }),
            _ => EVENTS.iter().find(|e| e.0 == id).map(event),
        }
    }

    /// True when the number in the low bits of the control register is a CPU.
    pub fn is_of_a_core(&self) -> bool {
        matches!(self.meter, Meter::Core(_))
    }
}

fn bus(index: u8, second: bool) -> Option<Event> {
    let &(name, name2, meter) = BUS_EVENTS.get(usize::from(index))?;
    Some(Event {
        name: if second { name2 } else { name },
        meter: Meter::Bus(meter, Second(second)),
    })
}

const EVENTS: &[(u8, &str, Meter)] = &[
    (
        0x00,
        "instruction cache misses",
        Meter::Core("icache_misses"),
    ),
    (0x01, "instruction TLB misses", Meter::Core("itlb_misses")),
    (
        0x02,
        "instruction cache hold cycles",
        Meter::Core("icache_hold_cycles"),
    ),
    (
        0x03,
        "instruction MMU hold cycles",
        Meter::Core("immu_hold_cycles"),
    ),
    (
        0x08,
        "data cache read misses",
        Meter::Core("dcache_read_misses"),
    ),
    (0x09, "data TLB misses", Meter::Core("dtlb_misses")),
    (
        0x0a,
        "data cache hold cycles",
        Meter::Core("dcache_hold_cycles"),
    ),
    (
        0x0b,
        "data MMU hold cycles",
        Meter::Core("dmmu_hold_cycles"),
    ),
    (
        0x10,
        "write buffer hold cycles",
        Meter::Core("write_buffer_hold_cycles"),
    ),
    (0x11, "instructions", Meter::Core("instructions")),
    (
        0x12,
        "integer instructions",
        Meter::Core("int_instructions"),
    ),
    (
        0x13,
        "floating-point instructions",
        Meter::Core("fp_instructions"),
    ),
    (
        0x14,
        "branch prediction misses",
        Meter::Core("branch_misses"),
    ),
    (
        0x15,
        "execution time, debug mode excluded",
        Meter::Core("cycles"),
    ),
    (0x17, "bus use by master", Meter::Owned),
    (0x18, "bus use", Meter::Bus(BusMeter::Used, Second(false))),
    (0x22, "integer branches", Meter::Core("branches")),
    (0x28, "calls", Meter::Core("calls")),
    (
        0x30,
        "type-2 instructions",
        Meter::Core("type2_instructions"),
    ),
    (0x38, "loads and stores", Meter::Core("load_stores")),
    (0x39, "loads", Meter::Core("loads")),
    (0x3a, "stores", Meter::Core("stores")),
    (0x60, "L2 hits", Meter::Cache(CacheMeter::Hits)),
    (0x61, "L2 misses", Meter::Cache(CacheMeter::Misses)),
    (
        0x62,
        "L2 bus accesses",
        Meter::Cache(CacheMeter::BusAccesses),
    ),
    (0x63, "L2 correctable tag errors", Meter::Never),
    (0x64, "L2 uncorrectable tag errors", Meter::Never),
    (0x65, "L2 correctable data errors", Meter::Never),
    (0x66, "L2 uncorrectable data errors", Meter::Never),
    (0x67, "IOMMU cache lookups", Meter::Never),
    (0x68, "IOMMU table walks", Meter::Never),
    (0x69, "IOMMU access errors", Meter::Never),
    (0x6a, "IOMMU accesses", Meter::Never),
    (0x6b, "IOMMU passthrough", Meter::Never),
    (0x6c, "IOMMU cache misses", Meter::Never),
    (0x6d, "IOMMU cache hits", Meter::Never),
    (0x6e, "IOMMU cache parity errors", Meter::Never),
];

/// From 0x40 (processor bus) and 0x70 (I/O bus) on.
const BUS_EVENTS: &[(&str, &str, BusMeter)] = &[
    ("bus idle cycles", "I/O bus idle cycles", BusMeter::Idle),
    ("bus busy cycles", "I/O bus busy cycles", BusMeter::Busy),
    (
        "bus NONSEQ transfers",
        "I/O bus NONSEQ transfers",
        BusMeter::NonSeq,
    ),
    ("bus SEQ transfers", "I/O bus SEQ transfers", BusMeter::Seq),
    ("bus reads", "I/O bus reads", BusMeter::Reads),
    ("bus writes", "I/O bus writes", BusMeter::Writes),
    ("bus byte accesses", "I/O bus byte accesses", BusMeter::Byte),
    (
        "bus half-word accesses",
        "I/O bus half-word accesses",
        BusMeter::Half,
    ),
    ("bus word accesses", "I/O bus word accesses", BusMeter::Word),
    (
        "bus 64-bit accesses",
        "I/O bus 64-bit accesses",
        BusMeter::Double,
    ),
    (
        "bus 128-bit accesses",
        "I/O bus 128-bit accesses",
        BusMeter::Quad,
    ),
    (
        "bus 256-bit accesses",
        "I/O bus 256-bit accesses",
        BusMeter::Oct,
    ),
    (
        "bus wait states",
        "I/O bus wait states",
        BusMeter::WaitStates,
    ),
    (
        "bus RETRY responses",
        "I/O bus RETRY responses",
        BusMeter::Retry,
    ),
    (
        "bus SPLIT responses",
        "I/O bus SPLIT responses",
        BusMeter::Split,
    ),
    (
        "bus SPLIT delay cycles",
        "I/O bus SPLIT delay cycles",
        BusMeter::SplitDelay,
    ),
    ("bus locked cycles", "", BusMeter::Locked),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_found_by_offset() {
        assert_eq!(register(0x3c), Register::Value(15));
        assert_eq!(register(0x40), Register::Other);
        assert_eq!(register(0x84), Register::Control(1));
        assert_eq!(register(0x108), Register::Latch(2));
        assert_eq!(register(0x180), Register::Other);
    }

    #[test]
    fn fields_stand_where_the_manual_puts_them() {
        let c = Control(0x37fc_0000 | 0x2_0000 | 0x8000 | 0x2000 | 0x1000 | 0x11 << 4 | 2);
        assert!(c.enabled() && c.clear_on_read());
        let s = c.selection();
        assert_eq!((s.event, s.who, s.modes), (0x11, 2, Modes::User));
        assert_eq!(
            (s.only, s.run_of),
            (None, None),
            "EL says nothing without CD"
        );
        assert_eq!(Control(0x9003 | 0x44 << 4).selection().only, Some(3));
        assert_eq!(Control(0x3_0000).selection().run_of, Some(true));
        assert_eq!(Control(0x83 << 4 | 7).selection().who, 3);
    }

    #[test]
    fn what_does_not_matter_for_the_event_is_no_other_selection() {
        let same = |a, b| Control(a).selection() == Control(b).selection();
        assert!(same(0x11 << 4, 0x11 << 4 | 3 << 14), "both modes");
        assert!(same(0x44 << 4 | 1, 0x44 << 4 | 2), "no filter");
        assert!(!same(0x8000 | 0x44 << 4 | 1, 0x8000 | 0x44 << 4 | 2));
        assert!(!same(0x11 << 4 | 1, 0x11 << 4 | 2));
        assert!(!Control(1 << 13).setting().selects);
        assert!(Control(1 << 12).setting().selects);
    }

    #[test]
    fn there_are_no_second_bus_events_beyond_0x7f_nor_unnamed_ones() {
        assert!(Event::by_id(0x51).is_none() && Event::by_id(0x16).is_none());
        assert_eq!(
            Event::by_id(0x7f).map(|e| e.name),
            Some("I/O bus SPLIT delay cycles")
        );
        assert!(
            (0..=255)
                .filter_map(Event::by_id)
                .all(|e| !e.name.is_empty())
        );
    }
}
