//! The dictionary of L4STAT events: UM 2.9, LEON4 Statistics Unit, with the bus signals of
//! section 33.3.2, table 503. Names are those of the RTEMS driver.
//!
//! The order of the external events 0x60-0x6E is estimated: the GR740's own list is not public as
//! text, this is that of other LEON4 systems. An event without a meter behind it counts nothing.

use trueboard_core::meter::Unit::{self, Count, Cycles};
use trueboard_core::meter::{BusMeter, CacheMeter, CoreMeter};

/// Where an event comes from, and the meter that counts the same happening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The core in CPU/AHBM (bits 3:0 of CCTRL), filtered by privilege mode.
    Core(CoreMeter),
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
    /// This master asks for the processor bus and has no grant: another one has the bus.
    Lack(u8),
    /// A signal of something that is not modelled.
    None,
}

impl Class {
    /// The meter that counts it, by its name in the dictionary of meters.
    pub fn meter(self) -> Option<&'static str> {
        match self {
            Class::Core(m) => Some(m.def().name),
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
    /// Name in the RTEMS driver.
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
    row(0x00, "Instruction cache miss", Count, Class::Core(CoreMeter::ICacheMisses), "Instruction fetches that missed the instruction cache."),
    row(0x01, "Instruction MMU TLB miss", Count, Class::Core(CoreMeter::ItlbMisses), "Instruction translations that were not in the TLB."),
    row(0x02, "Instruction cache hold", Cycles, Class::Core(CoreMeter::ICacheHold), "Cycles the pipeline waited for the instruction cache."),
    row(0x03, "Instruction MMU hold", Cycles, Class::Core(CoreMeter::ItlbHold), "Cycles the pipeline waited for an instruction table walk."),
    row(0x08, "Data cache (read) miss", Count, Class::Core(CoreMeter::DCacheMisses), "Data reads that missed the data cache; stores are not counted."),
    row(0x09, "Data MMU TLB miss", Count, Class::Core(CoreMeter::DtlbMisses), "Data translations that were not in the TLB."),
    row(0x0a, "Data cache hold", Cycles, Class::Core(CoreMeter::DCacheHold), "Cycles the pipeline waited for a data read."),
    row(0x0b, "Data MMU hold", Cycles, Class::Core(CoreMeter::DtlbHold), "Cycles the pipeline waited for a data table walk."),
    row(0x10, "Data write buffer hold", Cycles, Class::Core(CoreMeter::WriteBufferHold), "Cycles the pipeline waited for the write buffer."),
    row(0x11, "Total instruction count", Count, Class::Core(CoreMeter::Instructions), "Instructions completed."),
    row(0x12, "Integer instruction count", Count, Class::Core(CoreMeter::IntInstructions), "Instructions completed that are not FPU operations."),
    row(0x13, "Floating-point unit instruction count", Count, Class::Core(CoreMeter::FpInstructions), "FPU operations completed."),
    row(0x14, "Branch prediction miss", Count, Class::Core(CoreMeter::BranchMisses), "Branches not taken that had been predicted taken."),
    row(0x15, "Execution time, excluding debug mode", Cycles, Class::Core(CoreMeter::Cycles), "Cycles in which the processor clock ran: power-down is not counted."),
    row(0x17, "AHB utilization (per AHB master)", Cycles, Class::Utilisation, "Cycles in which the master in bits 3:0 owned the processor bus."),
    row(0x18, "AHB utilization (total)", Cycles, Class::Bus(BusMeter::Used), "Cycles in which any master owned the processor bus."),
    row(0x22, "Integer branches", Count, Class::Core(CoreMeter::Branches), "Integer branches (Bicc) completed."),
    row(0x28, "CALL instructions", Count, Class::Core(CoreMeter::Calls), "CALL instructions completed."),
    row(0x30, "Regular type 2 instructions", Count, Class::Core(CoreMeter::Type2), "Instructions with op=2 completed: arithmetic, logic, control and FPU operations."),
    row(0x38, "LOAD and STORE instructions", Count, Class::Core(CoreMeter::LoadStores), "Instructions completed that load or store; an atomic is one."),
    row(0x39, "LOAD instructions", Count, Class::Core(CoreMeter::Loads), "Load instructions completed, atomics included."),
    row(0x3a, "STORE instructions", Count, Class::Core(CoreMeter::Stores), "Store instructions completed, atomics included."),
    row(0x40, "AHB IDLE cycles", Cycles, Class::Bus(BusMeter::Idle), "Cycles in which nobody used the processor bus."),
    row(0x41, "AHB BUSY cycles", Cycles, Class::Bus(BusMeter::Busy), "Cycles in which a master of the processor bus paused inside its burst."),
    row(0x42, "AHB Non-Seq. transfers", Count, Class::Bus(BusMeter::NonSeq), "Single transfers and first beats of bursts on the processor bus."),
    row(0x43, "AHB Seq. transfers", Count, Class::Bus(BusMeter::Seq), "Further beats of bursts on the processor bus."),
    row(0x44, "AHB read accesses", Count, Class::Bus(BusMeter::Reads), "Read beats on the processor bus."),
    row(0x45, "AHB write accesses", Count, Class::Bus(BusMeter::Writes), "Write beats on the processor bus."),
    row(0x46, "AHB byte accesses", Count, Class::Bus(BusMeter::Byte), "Beats of 8 bits on the processor bus."),
    row(0x47, "AHB half-word accesses", Count, Class::Bus(BusMeter::Half), "Beats of 16 bits on the processor bus."),
    row(0x48, "AHB word accesses", Count, Class::Bus(BusMeter::Word), "Beats of 32 bits on the processor bus."),
    row(0x49, "AHB double word accesses", Count, Class::Bus(BusMeter::Double), "Beats of 64 bits on the processor bus."),
    row(0x4a, "AHB quad word accesses", Count, Class::Bus(BusMeter::Quad), "Beats of 128 bits on the processor bus."),
    row(0x4b, "AHB eight word accesses", Count, Class::Bus(BusMeter::Oct), "Beats of 256 bits on the processor bus."),
    row(0x4c, "AHB waitstates", Cycles, Class::Bus(BusMeter::WaitStates), "Cycles in which the processor bus was owned and no beat completed."),
    row(0x4d, "AHB RETRY responses", Count, Class::Bus(BusMeter::Retry), "RETRY responses on the processor bus."),
    row(0x4e, "AHB SPLIT responses", Count, Class::Bus(BusMeter::Split), "SPLIT responses on the processor bus."),
    row(0x4f, "AHB SPLIT delay", Cycles, Class::Bus(BusMeter::SplitDelay), "Cycles between a SPLIT response and the slave's readiness on the processor bus."),
    row(0x50, "AHB bus locked", Cycles, Class::Bus(BusMeter::Locked), "Cycles in which the processor bus was locked by an atomic access."),
    row(0x60, "external event 0: L2 cache hit", Count, Class::Cache(CacheMeter::Hits), "Requests that found their line in the L2 cache."),
    row(0x61, "external event 1: L2 cache miss", Count, Class::Cache(CacheMeter::Misses), "Requests that did not find their line in the L2 cache."),
    row(0x62, "external event 2: L2 cache bus access", Count, Class::Cache(CacheMeter::BusAccesses), "Requests that reached the L2 cache on the processor bus, looked up or passed by."),
    row(0x63, "external event 3: L2 tag correctable error", Count, Class::None, "Not modelled: the memory has no errors."),
    row(0x64, "external event 4: L2 tag uncorrectable error", Count, Class::None, "Not modelled: the memory has no errors."),
    row(0x65, "external event 5: L2 data correctable error", Count, Class::None, "Not modelled: the memory has no errors."),
    row(0x66, "external event 6: L2 data uncorrectable error", Count, Class::None, "Not modelled: the memory has no errors."),
    row(0x67, "external event 7: IOMMU cache look-up", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x68, "external event 8: IOMMU table walk", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x69, "external event 9: IOMMU access denied", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6a, "external event 10: IOMMU access OK", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6b, "external event 11: IOMMU access pass-through", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6c, "external event 12: IOMMU cache miss", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6d, "external event 13: IOMMU cache hit", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x6e, "external event 14: IOMMU parity error", Count, Class::None, "Not modelled: there is no IOMMU."),
    row(0x70, "AHB IDLE cycles (2)", Cycles, Class::IoBus(BusMeter::Idle), "Cycles in which nobody used the master I/O bus."),
    row(0x71, "AHB BUSY cycles (2)", Cycles, Class::IoBus(BusMeter::Busy), "Cycles in which a master of the master I/O bus paused inside its burst."),
    row(0x72, "AHB Non-Seq. transfers (2)", Count, Class::IoBus(BusMeter::NonSeq), "Single transfers and first beats of bursts on the master I/O bus."),
    row(0x73, "AHB Seq. transfers (2)", Count, Class::IoBus(BusMeter::Seq), "Further beats of bursts on the master I/O bus."),
    row(0x74, "AHB read accesses (2)", Count, Class::IoBus(BusMeter::Reads), "Read beats on the master I/O bus."),
    row(0x75, "AHB write accesses (2)", Count, Class::IoBus(BusMeter::Writes), "Write beats on the master I/O bus."),
    row(0x76, "AHB byte accesses (2)", Count, Class::IoBus(BusMeter::Byte), "Beats of 8 bits on the master I/O bus."),
    row(0x77, "AHB half-word accesses (2)", Count, Class::IoBus(BusMeter::Half), "Beats of 16 bits on the master I/O bus."),
    row(0x78, "AHB word accesses (2)", Count, Class::IoBus(BusMeter::Word), "Beats of 32 bits on the master I/O bus."),
    row(0x79, "AHB double word accesses (2)", Count, Class::IoBus(BusMeter::Double), "Beats of 64 bits on the master I/O bus."),
    row(0x7a, "AHB quad word accesses (2)", Count, Class::IoBus(BusMeter::Quad), "Beats of 128 bits on the master I/O bus."),
    row(0x7b, "AHB eight word accesses (2)", Count, Class::IoBus(BusMeter::Oct), "Beats of 256 bits on the master I/O bus."),
    row(0x7c, "AHB waitstates (2)", Cycles, Class::IoBus(BusMeter::WaitStates), "Cycles in which the master I/O bus was owned and no beat completed."),
    row(0x7d, "AHB RETRY responses (2)", Count, Class::IoBus(BusMeter::Retry), "RETRY responses on the master I/O bus."),
    row(0x7e, "AHB SPLIT responses (2)", Count, Class::IoBus(BusMeter::Split), "SPLIT responses on the master I/O bus."),
    row(0x7f, "AHB SPLIT delay (2)", Cycles, Class::IoBus(BusMeter::SplitDelay), "Cycles between a SPLIT response and the slave's readiness on the master I/O bus."),
    row(0x80, "PMC: master 0 has grant", Cycles, Class::Grant(0), "Cycles in which master 0 owned the processor bus."),
    row(0x81, "PMC: master 1 has grant", Cycles, Class::Grant(1), "Cycles in which master 1 owned the processor bus."),
    row(0x82, "PMC: master 2 has grant", Cycles, Class::Grant(2), "Cycles in which master 2 owned the processor bus."),
    row(0x83, "PMC: master 3 has grant", Cycles, Class::Grant(3), "Cycles in which master 3 owned the processor bus."),
    row(0x84, "PMC: master 4 has grant", Cycles, Class::Grant(4), "Cycles in which master 4 owned the processor bus."),
    row(0x85, "PMC: master 5 has grant", Cycles, Class::Grant(5), "Cycles in which master 5 owned the processor bus."),
    row(0x86, "PMC: master 6 has grant", Cycles, Class::Grant(6), "Cycles in which master 6 owned the processor bus."),
    row(0x87, "PMC: master 7 has grant", Cycles, Class::Grant(7), "Cycles in which master 7 owned the processor bus."),
    row(0x88, "PMC: master 8 has grant", Cycles, Class::Grant(8), "Cycles in which master 8 owned the processor bus."),
    row(0x89, "PMC: master 9 has grant", Cycles, Class::Grant(9), "Cycles in which master 9 owned the processor bus."),
    row(0x8a, "PMC: master 10 has grant", Cycles, Class::Grant(10), "Cycles in which master 10 owned the processor bus."),
    row(0x8b, "PMC: master 11 has grant", Cycles, Class::Grant(11), "Cycles in which master 11 owned the processor bus."),
    row(0x8c, "PMC: master 12 has grant", Cycles, Class::Grant(12), "Cycles in which master 12 owned the processor bus."),
    row(0x8d, "PMC: master 13 has grant", Cycles, Class::Grant(13), "Cycles in which master 13 owned the processor bus."),
    row(0x8e, "PMC: master 14 has grant", Cycles, Class::Grant(14), "Cycles in which master 14 owned the processor bus."),
    row(0x8f, "PMC: master 15 has grant", Cycles, Class::Grant(15), "Cycles in which master 15 owned the processor bus."),
    row(0x90, "PMC: master 0 lacks grant", Cycles, Class::Lack(0), "Cycles in which master 0 asked for the processor bus and another master had it."),
    row(0x91, "PMC: master 1 lacks grant", Cycles, Class::Lack(1), "Cycles in which master 1 asked for the processor bus and another master had it."),
    row(0x92, "PMC: master 2 lacks grant", Cycles, Class::Lack(2), "Cycles in which master 2 asked for the processor bus and another master had it."),
    row(0x93, "PMC: master 3 lacks grant", Cycles, Class::Lack(3), "Cycles in which master 3 asked for the processor bus and another master had it."),
    row(0x94, "PMC: master 4 lacks grant", Cycles, Class::Lack(4), "Cycles in which master 4 asked for the processor bus and another master had it."),
    row(0x95, "PMC: master 5 lacks grant", Cycles, Class::Lack(5), "Cycles in which master 5 asked for the processor bus and another master had it."),
    row(0x96, "PMC: master 6 lacks grant", Cycles, Class::Lack(6), "Cycles in which master 6 asked for the processor bus and another master had it."),
    row(0x97, "PMC: master 7 lacks grant", Cycles, Class::Lack(7), "Cycles in which master 7 asked for the processor bus and another master had it."),
    row(0x98, "PMC: master 8 lacks grant", Cycles, Class::Lack(8), "Cycles in which master 8 asked for the processor bus and another master had it."),
    row(0x99, "PMC: master 9 lacks grant", Cycles, Class::Lack(9), "Cycles in which master 9 asked for the processor bus and another master had it."),
    row(0x9a, "PMC: master 10 lacks grant", Cycles, Class::Lack(10), "Cycles in which master 10 asked for the processor bus and another master had it."),
    row(0x9b, "PMC: master 11 lacks grant", Cycles, Class::Lack(11), "Cycles in which master 11 asked for the processor bus and another master had it."),
    row(0x9c, "PMC: master 12 lacks grant", Cycles, Class::Lack(12), "Cycles in which master 12 asked for the processor bus and another master had it."),
    row(0x9d, "PMC: master 13 lacks grant", Cycles, Class::Lack(13), "Cycles in which master 13 asked for the processor bus and another master had it."),
    row(0x9e, "PMC: master 14 lacks grant", Cycles, Class::Lack(14), "Cycles in which master 14 asked for the processor bus and another master had it."),
    row(0x9f, "PMC: master 15 lacks grant", Cycles, Class::Lack(15), "Cycles in which master 15 asked for the processor bus and another master had it."),
];
