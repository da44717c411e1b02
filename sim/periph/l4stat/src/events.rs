//! The dictionary of L4STAT events: UM 2.9, LEON4 Statistics Unit, with the bus signals of
//! section 33.3.2, table 503. Names are those of the RTEMS driver.
//!
//! The order of the external events 0x60-0x6E is estimated: the GR740's own list is not public as
//! text, this is that of other LEON4 systems. An event without a meter behind it counts nothing.

use trueboard_core::meter::Unit::{self, Count, Cycles};
use trueboard_core::meter::{BusMeter, CacheMeter};

/// The source of an event, and its meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The core in CPU/AHBM (bits 3:0 of CCTRL), filtered by privilege mode: its meter of this name.
    Core(&'static str),
    /// The ownership of the processor bus by the master in CPU/AHBM.
    Utilisation,
    /// The processor bus.
    Bus(BusMeter),
    /// The master I/O bus.
    IoBus(BusMeter),
    /// The L2 cache.
    Cache(CacheMeter),
    /// This master owns the processor bus.
    Grant(u8),
    /// This master requests the processor bus and has no grant: another one has the bus.
    Lack(u8),
    /// A signal of an unmodelled part.
    None,
}

impl Class {
    /// The meter that counts it, by its name in the dictionary of meters.
    pub fn meter(self) -> Option<&'static str> {
        match self {
            Class::Core(name) => Some(name),
            Class::Bus(m) | Class::IoBus(m) => Some(m.def().name),
            Class::Cache(m) => Some(m.def().name),
            Class::Utilisation | Class::Grant(_) => Some("used_cycles"),
            Class::Lack(_) => Some("waited_for_cycles"),
            Class::None => None,
        }
    }

    /// Its heading in a list of events.
    pub fn heading(self) -> &'static str {
        match self {
            Class::Core(_) => "processor",
            Class::Utilisation | Class::Bus(_) => "processor bus",
            Class::IoBus(_) => "master I/O bus",
            Class::Cache(_) => "L2 cache",
            Class::Grant(_) | Class::Lack(_) => "processor bus, per master",
            Class::None => "not modelled",
        }
    }
}

/// One row of the dictionary.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Value of the EVENT field of CCTRL.
    pub id: u8,
    /// What it is called, here and in reports and traces.
    pub name: &'static str,
    /// What is counted, in a sentence.
    pub doc: &'static str,
    /// What the number means.
    pub unit: Unit,
    /// Where it comes from.
    pub class: Class,
}

impl Event {
    /// The event with this number, if there is one.
    ///
    /// ```
    /// let e = trueboard_periph_l4stat::Event::by_id(0x11).unwrap();
    /// assert_eq!(e.class.meter(), Some("instructions"));
    /// assert!(trueboard_periph_l4stat::Event::by_id(0x04).is_none());
    /// ```
    pub fn by_id(id: u8) -> Option<&'static Event> {
        let at = EVENTS.binary_search_by_key(&id, |e| e.id).ok()?;
        Some(&EVENTS[at])
    }
}

const fn row(id: u8, name: &'static str, unit: Unit, class: Class, doc: &'static str) -> Event {
    Event {
        id,
        name,
        doc,
        unit,
        class,
    }
}

/// All events, in order of their numbers.
#[rustfmt::skip]
pub const EVENTS: &[Event] = &[
    row(0x00, "instruction cache misses", Count, Class::Core("icache_misses"), "Instruction fetches that missed the instruction cache."),
    row(0x01, "instruction TLB misses", Count, Class::Core("itlb_misses"), "Instruction translations that were not in the TLB."),
    row(0x02, "instruction cache hold cycles", Cycles, Class::Core("icache_hold_cycles"), "Cycles the pipeline waited for the instruction cache."),
    row(0x03, "instruction MMU hold cycles", Cycles, Class::Core("immu_hold_cycles"), "Cycles the pipeline waited for an instruction table walk."),
    row(0x08, "data cache read misses", Count, Class::Core("dcache_read_misses"), "Data reads that missed the data cache; stores are not counted."),
    row(0x09, "data TLB misses", Count, Class::Core("dtlb_misses"), "Data translations that were not in the TLB."),
    row(0x0a, "data cache hold cycles", Cycles, Class::Core("dcache_hold_cycles"), "Cycles the pipeline waited for a data read."),
    row(0x0b, "data MMU hold cycles", Cycles, Class::Core("dmmu_hold_cycles"), "Cycles the pipeline waited for a data table walk."),
    row(0x10, "write buffer hold cycles", Cycles, Class::Core("write_buffer_hold_cycles"), "Cycles the pipeline waited for the write buffer."),
    row(0x11, "instructions", Count, Class::Core("instructions"), "Instructions completed."),
    row(0x12, "integer instructions", Count, Class::Core("int_instructions"), "Instructions completed that are not FPU operations."),
    row(0x13, "floating-point instructions", Count, Class::Core("fp_instructions"), "FPU operations completed."),
    row(0x14, "branch prediction misses", Count, Class::Core("branch_misses"), "Branches not taken that had been predicted taken."),
    row(0x15, "execution time, debug mode excluded", Cycles, Class::Core("cycles"), "Cycles in which the processor clock ran: power-down is not counted."),
    row(0x17, "bus use by master", Cycles, Class::Utilisation, "Cycles in which the master in bits 3:0 owned the processor bus."),
    row(0x18, "bus use", Cycles, Class::Bus(BusMeter::Used), "Cycles in which any master owned the processor bus."),
    row(0x22, "integer branches", Count, Class::Core("branches"), "Integer branches (Bicc) completed."),
    row(0x28, "calls", Count, Class::Core("calls"), "CALL instructions completed."),
    row(0x30, "type-2 instructions", Count, Class::Core("type2_instructions"), "Instructions with op=2 completed: arithmetic, logic, control and FPU operations."),
    row(0x38, "loads and stores", Count, Class::Core("load_stores"), "Instructions completed that load or store; an atomic is one."),
    row(0x39, "loads", Count, Class::Core("loads"), "Load instructions completed, atomics included."),
    row(0x3a, "stores", Count, Class::Core("stores"), "Store instructions completed, atomics included."),
    row(0x40, "bus idle cycles", Cycles, Class::Bus(BusMeter::Idle), "Cycles in which nobody used the processor bus."),
    row(0x41, "bus busy cycles", Cycles, Class::Bus(BusMeter::Busy), "Cycles in which a master of the processor bus paused inside its burst."),
    row(0x42, "bus NONSEQ transfers", Count, Class::Bus(BusMeter::NonSeq), "Single transfers and first beats of bursts on the processor bus."),
    row(0x43, "bus SEQ transfers", Count, Class::Bus(BusMeter::Seq), "Further beats of bursts on the processor bus."),
    row(0x44, "bus reads", Count, Class::Bus(BusMeter::Reads), "Read beats on the processor bus."),
    row(0x45, "bus writes", Count, Class::Bus(BusMeter::Writes), "Write beats on the processor bus."),
    row(0x46, "bus byte accesses", Count, Class::Bus(BusMeter::Byte), "Beats of 8 bits on the processor bus."),
    row(0x47, "bus half-word accesses", Count, Class::Bus(BusMeter::Half), "Beats of 16 bits on the processor bus."),
    row(0x48, "bus word accesses", Count, Class::Bus(BusMeter::Word), "Beats of 32 bits on the processor bus."),
    row(0x49, "bus 64-bit accesses", Count, Class::Bus(BusMeter::Double), "Beats of 64 bits on the processor bus."),
    row(0x4a, "bus 128-bit accesses", Count, Class::Bus(BusMeter::Quad), "Beats of 128 bits on the processor bus."),
    row(0x4b, "bus 256-bit accesses", Count, Class::Bus(BusMeter::Oct), "Beats of 256 bits on the processor bus."),
    row(0x4c, "bus wait states", Cycles, Class::Bus(BusMeter::WaitStates), "Cycles in which the processor bus was owned and no beat completed."),
    row(0x4d, "bus RETRY responses", Count, Class::Bus(BusMeter::Retry), "RETRY responses on the processor bus."),
    row(0x4e, "bus SPLIT responses", Count, Class::Bus(BusMeter::Split), "SPLIT responses on the processor bus."),
    row(0x4f, "bus SPLIT delay cycles", Cycles, Class::Bus(BusMeter::SplitDelay), "Cycles between a SPLIT response and the slave's readiness on the processor bus."),
    row(0x50, "bus locked cycles", Cycles, Class::Bus(BusMeter::Locked), "Cycles in which the processor bus was locked by an atomic access."),
    row(0x60, "L2 hits", Count, Class::Cache(CacheMeter::Hits), "Requests that found their line in the L2 cache."),
    row(0x61, "L2 misses", Count, Class::Cache(CacheMeter::Misses), "Requests that did not find their line in the L2 cache."),
    row(0x62, "L2 bus accesses", Count, Class::Cache(CacheMeter::BusAccesses), "Requests that reached the L2 cache on the processor bus, looked up or passed by."),
    row(0x63, "L2 correctable tag errors", Count, Class::None, "Not modelled: the memory has no errors."),
    row(0x64, "L2 uncorrectable tag errors", Count, Class::None, "Not modelled: the memory has no errors."),
    row(0x65, "L2 correctable data errors", Count, Class::None, "Not modelled: the memory has no errors."),
    row(0x66, "L2 uncorrectable data errors", Count, Class::None, "Not modelled: the memory has no errors."),
    row(0x67, "IOMMU cache lookups", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x68, "IOMMU table walks", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x69, "IOMMU access errors", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6a, "IOMMU accesses", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6b, "IOMMU passthrough", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6c, "IOMMU cache misses", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6d, "IOMMU cache hits", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6e, "IOMMU cache parity errors", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x70, "I/O bus idle cycles", Cycles, Class::IoBus(BusMeter::Idle), "Cycles in which nobody used the master I/O bus."),
    row(0x71, "I/O bus busy cycles", Cycles, Class::IoBus(BusMeter::Busy), "Cycles in which a master of the master I/O bus paused inside its burst."),
    row(0x72, "I/O bus NONSEQ transfers", Count, Class::IoBus(BusMeter::NonSeq), "Single transfers and first beats of bursts on the master I/O bus."),
    row(0x73, "I/O bus SEQ transfers", Count, Class::IoBus(BusMeter::Seq), "Further beats of bursts on the master I/O bus."),
    row(0x74, "I/O bus reads", Count, Class::IoBus(BusMeter::Reads), "Read beats on the master I/O bus."),
    row(0x75, "I/O bus writes", Count, Class::IoBus(BusMeter::Writes), "Write beats on the master I/O bus."),
    row(0x76, "I/O bus byte accesses", Count, Class::IoBus(BusMeter::Byte), "Beats of 8 bits on the master I/O bus."),
    row(0x77, "I/O bus half-word accesses", Count, Class::IoBus(BusMeter::Half), "Beats of 16 bits on the master I/O bus."),
    row(0x78, "I/O bus word accesses", Count, Class::IoBus(BusMeter::Word), "Beats of 32 bits on the master I/O bus."),
    row(0x79, "I/O bus 64-bit accesses", Count, Class::IoBus(BusMeter::Double), "Beats of 64 bits on the master I/O bus."),
    row(0x7a, "I/O bus 128-bit accesses", Count, Class::IoBus(BusMeter::Quad), "Beats of 128 bits on the master I/O bus."),
    row(0x7b, "I/O bus 256-bit accesses", Count, Class::IoBus(BusMeter::Oct), "Beats of 256 bits on the master I/O bus."),
    row(0x7c, "I/O bus wait states", Cycles, Class::IoBus(BusMeter::WaitStates), "Cycles in which the master I/O bus was owned and no beat completed."),
    row(0x7d, "I/O bus RETRY responses", Count, Class::IoBus(BusMeter::Retry), "RETRY responses on the master I/O bus."),
    row(0x7e, "I/O bus SPLIT responses", Count, Class::IoBus(BusMeter::Split), "SPLIT responses on the master I/O bus."),
    row(0x7f, "I/O bus SPLIT delay cycles", Cycles, Class::IoBus(BusMeter::SplitDelay), "Cycles between a SPLIT response and the slave's readiness on the master I/O bus."),
    row(0x80, "bus granted to master", Cycles, Class::Grant(0), "Cycles in which master 0 owned the processor bus."),
    row(0x81, "bus granted to master", Cycles, Class::Grant(1), "Cycles in which master 1 owned the processor bus."),
    row(0x82, "bus granted to master", Cycles, Class::Grant(2), "Cycles in which master 2 owned the processor bus."),
    row(0x83, "bus granted to master", Cycles, Class::Grant(3), "Cycles in which master 3 owned the processor bus."),
    row(0x84, "bus granted to master", Cycles, Class::Grant(4), "Cycles in which master 4 owned the processor bus."),
    row(0x85, "bus granted to master", Cycles, Class::Grant(5), "Cycles in which master 5 owned the processor bus."),
    row(0x86, "bus granted to master", Cycles, Class::Grant(6), "Cycles in which master 6 owned the processor bus."),
    row(0x87, "bus granted to master", Cycles, Class::Grant(7), "Cycles in which master 7 owned the processor bus."),
    row(0x88, "bus granted to master", Cycles, Class::Grant(8), "Cycles in which master 8 owned the processor bus."),
    row(0x89, "bus granted to master", Cycles, Class::Grant(9), "Cycles in which master 9 owned the processor bus."),
    row(0x8a, "bus granted to master", Cycles, Class::Grant(10), "Cycles in which master 10 owned the processor bus."),
    row(0x8b, "bus granted to master", Cycles, Class::Grant(11), "Cycles in which master 11 owned the processor bus."),
    row(0x8c, "bus granted to master", Cycles, Class::Grant(12), "Cycles in which master 12 owned the processor bus."),
    row(0x8d, "bus granted to master", Cycles, Class::Grant(13), "Cycles in which master 13 owned the processor bus."),
    row(0x8e, "bus granted to master", Cycles, Class::Grant(14), "Cycles in which master 14 owned the processor bus."),
    row(0x8f, "bus granted to master", Cycles, Class::Grant(15), "Cycles in which master 15 owned the processor bus."),
    row(0x90, "bus requested by master without grant", Cycles, Class::Lack(0), "Cycles in which master 0 asked for the processor bus and another master had it."),
    row(0x91, "bus requested by master without grant", Cycles, Class::Lack(1), "Cycles in which master 1 asked for the processor bus and another master had it."),
    row(0x92, "bus requested by master without grant", Cycles, Class::Lack(2), "Cycles in which master 2 asked for the processor bus and another master had it."),
    row(0x93, "bus requested by master without grant", Cycles, Class::Lack(3), "Cycles in which master 3 asked for the processor bus and another master had it."),
    row(0x94, "bus requested by master without grant", Cycles, Class::Lack(4), "Cycles in which master 4 asked for the processor bus and another master had it."),
    row(0x95, "bus requested by master without grant", Cycles, Class::Lack(5), "Cycles in which master 5 asked for the processor bus and another master had it."),
    row(0x96, "bus requested by master without grant", Cycles, Class::Lack(6), "Cycles in which master 6 asked for the processor bus and another master had it."),
    row(0x97, "bus requested by master without grant", Cycles, Class::Lack(7), "Cycles in which master 7 asked for the processor bus and another master had it."),
    row(0x98, "bus requested by master without grant", Cycles, Class::Lack(8), "Cycles in which master 8 asked for the processor bus and another master had it."),
    row(0x99, "bus requested by master without grant", Cycles, Class::Lack(9), "Cycles in which master 9 asked for the processor bus and another master had it."),
    row(0x9a, "bus requested by master without grant", Cycles, Class::Lack(10), "Cycles in which master 10 asked for the processor bus and another master had it."),
    row(0x9b, "bus requested by master without grant", Cycles, Class::Lack(11), "Cycles in which master 11 asked for the processor bus and another master had it."),
    row(0x9c, "bus requested by master without grant", Cycles, Class::Lack(12), "Cycles in which master 12 asked for the processor bus and another master had it."),
    row(0x9d, "bus requested by master without grant", Cycles, Class::Lack(13), "Cycles in which master 13 asked for the processor bus and another master had it."),
    row(0x9e, "bus requested by master without grant", Cycles, Class::Lack(14), "Cycles in which master 14 asked for the processor bus and another master had it."),
    row(0x9f, "bus requested by master without grant", Cycles, Class::Lack(15), "Cycles in which master 15 asked for the processor bus and another master had it."),
];
