//! The performance counters: CCTRL, CCNT, ICNT and M1CNT to M3CNT (TC27x user's manual, CPU chapter,
//! "Performance counters").
//!
//! They are computed from the core's meters when somebody looks. Counting begins with the
//! instruction after the MTCR that starts it; the MTCR that stops it is not counted.

use crate::params::CoreType;
use serde::{Deserialize, Serialize};
use trueboard_core::defect;
use trueboard_core::meter::{CoreBank, CoreMeter};

/// CCTRL.
pub const CCTRL: u32 = 0xfc00;
/// CCNT; ICNT and M1CNT to M3CNT follow.
pub const CCNT: u32 = 0xfc04;
/// How many counters there are.
const COUNTERS: usize = 5;

/// CCTRL.CM: task mode.
const CM: u32 = 1;
/// CCTRL.CE: count.
const CE: u32 = 1 << 1;
/// CM, CE, M1, M2 and M3.
const FIELDS: u32 = 0x7ff;
/// SOvf: the count has wrapped.
const SOVF: u32 = 1 << 31;

/// What a debug event does to the counters in task mode: the field CNT, bits 7:6 of its register
/// (TC1.6 architecture manual, volume 1, "Core debug controller").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Nothing.
    NoChange,
    /// They count from now on.
    Start,
    /// They count no more.
    Stop,
    /// The other of the two.
    Toggle,
}

impl Counting {
    /// As the register of an event says.
    #[must_use]
    pub fn of(event: u32) -> Counting {
        match event >> 6 & 3 {
            0 => Counting::NoChange,
            1 => Counting::Start,
            2 => Counting::Stop,
            _ => Counting::Toggle,
        }
    }
}

/// A change of what the counters do or show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// This register is written with this value.
    Write(u32, u32),
    /// A debug event.
    Task(Counting),
}

/// Whether register number `off` is one of these.
pub fn is_counter(off: u32) -> bool {
    (CCTRL..CCNT + 4 * COUNTERS as u32).contains(&off) && off & 3 == 0
}

/// What M1, M2 and M3 select, by code; the codes above are reserved.
type Events = [[Option<CoreMeter>; 4]; 3];

const EVENTS_P: Events = {
    use CoreMeter as M;
    [
        [
            Some(M::IpDispatchStall),
            Some(M::PcacheHits),
            Some(M::DataCacheHits),
            Some(M::TotalBranch),
        ],
        [
            Some(M::LsDispatchStall),
            Some(M::PcacheMisses),
            Some(M::DataCacheMissesClean),
            Some(M::PmemStall),
        ],
        [
            Some(M::LpDispatchStall),
            Some(M::MultiIssue),
            Some(M::DataCacheMissesDirty),
            Some(M::DmemStall),
        ],
    ]
};

const EVENTS_E: Events = {
    use CoreMeter as M;
    [
        [
            Some(M::IpDispatchStall),
            Some(M::PcacheHits),
            Some(M::DrbHits),
            Some(M::TotalBranch),
        ],
        [
            Some(M::LsDispatchStall),
            Some(M::PcacheMisses),
            Some(M::DrbMisses),
            Some(M::PmemStall),
        ],
        [None, None, None, Some(M::DmemStall)],
    ]
};

/// What a counter can be set to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Name of the counter's register.
    pub counter: &'static str,
    /// The code in the counter's field of CCTRL; `None` for CCNT and ICNT.
    pub code: Option<u8>,
    /// Name in the manual.
    pub name: &'static str,
    /// What it counts.
    pub meter: CoreMeter,
}

/// The events of a type of core, counter by counter.
pub fn events(core_type: CoreType) -> Vec<Event> {
    let fixed = [
        ("CCNT", "CLOCK_COUNT", CoreMeter::Cycles),
        ("ICNT", "INSTRUCTION_COUNT", CoreMeter::Instructions),
    ];
    let fixed = fixed.map(|(counter, name, meter)| Event {
        counter,
        code: None,
        name,
        meter,
    });
    let table = match core_type {
        CoreType::P => &EVENTS_P,
        CoreType::E => &EVENTS_E,
    };
    let multi = ["M1CNT", "M2CNT", "M3CNT"].into_iter().zip(table);
    let multi = multi.flat_map(|(counter, codes)| {
        codes.iter().zip(0..).filter_map(move |(meter, code)| {
            let meter = (*meter)?;
            Some(Event {
                counter,
                code: Some(code),
                name: manual_name(meter),
                meter,
            })
        })
    });
    fixed.into_iter().chain(multi).collect()
}

/// The manual's name of the event that `meter` counts.
fn manual_name(meter: CoreMeter) -> &'static str {
    match meter {
        CoreMeter::IpDispatchStall => "IP_DISPATCH_STALL",
        CoreMeter::LsDispatchStall => "LS_DISPATCH_STALL",
        CoreMeter::LpDispatchStall => "LP_DISPATCH_STALL",
        CoreMeter::PcacheHits => "PCACHE_HIT",
        CoreMeter::PcacheMisses => "PCACHE_MISS",
        CoreMeter::MultiIssue => "MULTI_ISSUE",
        CoreMeter::DataCacheHits => "DCACHE_HIT",
        CoreMeter::DataCacheMissesClean => "DCACHE_MISS_CLEAN",
        CoreMeter::DataCacheMissesDirty => "DCACHE_MISS_DIRTY",
        CoreMeter::DrbHits => "DRB_HIT",
        CoreMeter::DrbMisses => "DRB_MISS",
        CoreMeter::TotalBranch => "TOTAL_BRANCH",
        CoreMeter::PmemStall => "PMEM_STALL",
        CoreMeter::DmemStall => "DMEM_STALL",
        other => other.def().name,
    }
}

/// One counter: what it showed when its meter stood at `base`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Counter {
    shown: u32,
    base: u64,
}

impl Counter {
    /// What it shows when its meter stands at `total`: 31 bits, and whether they have wrapped since
    /// it was written.
    fn at(self, total: u64) -> u32 {
        let sum = u64::from(self.shown & !SOVF) + (total - self.base);
        let wrapped = if sum >= u64::from(SOVF) { SOVF } else { 0 };
        self.shown & SOVF | defect!("tricore-counter-overflow", wrapped, 0) | sum as u32 & !SOVF
    }
}

/// The counters of one core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pmu {
    core_type: CoreType,
    cctrl: u32,
    /// Task mode: a debug event has started the counters.
    task: bool,
    counters: [Counter; COUNTERS],
}

impl Pmu {
    /// As after reset.
    pub fn new(core_type: CoreType) -> Pmu {
        Pmu {
            core_type,
            cctrl: 0,
            task: false,
            counters: [Counter::default(); COUNTERS],
        }
    }

    /// Whether the counters run: in task mode, from a debug event that starts them to one that stops
    /// them.
    fn runs(&self) -> bool {
        self.would_run(self.cctrl)
    }

    fn would_run(&self, cctrl: u32) -> bool {
        cctrl & CE != 0 && (cctrl & CM == 0 || self.task || defect!("tricore-task-mode"))
    }

    /// Whether debug events start and stop the counters.
    #[must_use]
    pub fn in_task_mode(&self) -> bool {
        self.cctrl & CM != 0
    }

    fn task_after(&self, counting: Counting) -> bool {
        match counting {
            Counting::NoChange => self.task,
            Counting::Start => true,
            Counting::Stop => false,
            Counting::Toggle => !self.task,
        }
    }

    /// Whether an event that does this to the counters makes a difference.
    #[must_use]
    pub fn would_change(&self, counting: Counting) -> bool {
        self.task_after(counting) != self.task
    }

    /// Whether a write of `v` to register `off` stops the counters: it then takes effect before the
    /// instruction that writes, else after it.
    pub fn stops(&self, off: u32, v: u32) -> bool {
        off == CCTRL && self.runs() && !self.would_run(v)
    }

    fn meter(&self, i: usize) -> Option<CoreMeter> {
        let events = match self.core_type {
            CoreType::P => &EVENTS_P,
            CoreType::E => &EVENTS_E,
        };
        match i {
            0 => Some(CoreMeter::Cycles),
            1 => Some(CoreMeter::Instructions),
            _ => {
                let m = i - 2;
                let code = self.cctrl >> (2 + 3 * m) & defect!("tricore-counter-select", 7, 3);
                *events.get(m)?.get(code as usize)?
            }
        }
    }

    fn total(&self, i: usize, bank: &CoreBank) -> u64 {
        self.meter(i).map_or(0, |m| bank.get(m))
    }

    fn shown(&self, i: usize, bank: &CoreBank) -> u32 {
        let c = self.counters[i % COUNTERS];
        if self.runs() {
            c.at(self.total(i, bank))
        } else {
            c.shown
        }
    }

    /// Reads register `off` while the core's meters are `bank`.
    pub fn read(&self, off: u32, bank: &CoreBank) -> u32 {
        match off.checked_sub(CCNT) {
            None => self.cctrl,
            Some(i) => self.shown(i as usize / 4, bank),
        }
    }

    /// Makes a change, which takes effect while the core's meters are `bank`.
    pub fn change(&mut self, change: Change, bank: &CoreBank) {
        let mut shown: [u32; COUNTERS] = std::array::from_fn(|i| self.shown(i, bank));
        match change {
            Change::Write(off, v) => match off.checked_sub(CCNT) {
                None => self.cctrl = v & FIELDS,
                Some(i) => shown[i as usize / 4 % COUNTERS] = v,
            },
            Change::Task(counting) => self.task = self.task_after(counting),
        }
        self.counters = std::array::from_fn(|i| Counter {
            shown: shown[i],
            base: self.total(i, bank),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ICNT: u32 = CCNT + 4;
    const M1CNT: u32 = CCNT + 8;
    const M3CNT: u32 = CCNT + 16;

    fn write(p: &mut Pmu, off: u32, v: u32, b: &CoreBank) {
        p.change(Change::Write(off, v), b);
    }

    fn bank(of: &[(CoreMeter, u64)]) -> CoreBank {
        let mut b = CoreBank::default();
        for &(m, n) in of {
            b.add(true, m, n);
        }
        b
    }

    #[test]
    fn counts_between_start_and_stop_only() {
        let mut p = Pmu::new(CoreType::P);
        let at = |n| bank(&[(CoreMeter::Cycles, n), (CoreMeter::Instructions, n / 2)]);
        assert_eq!(p.read(CCNT, &at(100)), 0);
        assert!(!p.stops(CCTRL, CE));
        write(&mut p, CCTRL, CE, &at(100));
        assert_eq!(p.read(CCNT, &at(130)), 30);
        assert!(p.stops(CCTRL, 0));
        write(&mut p, CCTRL, 0, &at(150));
        assert_eq!(p.read(CCNT, &at(900)), 50);
        assert_eq!(p.read(ICNT, &at(900)), 25);
        write(&mut p, CCTRL, CE, &at(1000));
        assert_eq!(p.read(CCNT, &at(1001)), 51);
    }

    #[test]
    fn wraps_at_31_bits_and_keeps_the_overflow_until_written() {
        let mut p = Pmu::new(CoreType::P);
        let at = |n| bank(&[(CoreMeter::Cycles, n)]);
        write(&mut p, CCNT, 0x7fff_fffe, &at(0));
        write(&mut p, CCTRL, CE, &at(0));
        assert_eq!(p.read(CCNT, &at(1)), 0x7fff_ffff);
        assert_eq!(p.read(CCNT, &at(2)), 0x8000_0000);
        write(&mut p, CCTRL, 0, &at(5));
        assert_eq!(p.read(CCNT, &at(5)), 0x8000_0003);
        write(&mut p, CCTRL, CE, &at(5));
        assert_eq!(p.read(CCNT, &at(6)), 0x8000_0004);
        write(&mut p, CCNT, 7, &at(6));
        assert_eq!(p.read(CCNT, &at(8)), 9);
    }

    #[test]
    fn selections_by_type_of_core() {
        let b = bank(&[
            (CoreMeter::TotalBranch, 3),
            (CoreMeter::DrbHits, 4),
            (CoreMeter::DataCacheHits, 5),
            (CoreMeter::MultiIssue, 6),
            (CoreMeter::DmemStall, 7),
        ]);
        let none = CoreBank::default();
        let read = |t, cctrl, off| {
            let mut p = Pmu::new(t);
            write(&mut p, CCTRL, cctrl, &none);
            p.read(off, &b)
        };
        assert_eq!(read(CoreType::P, 0x24a, M1CNT), 5);
        assert_eq!(read(CoreType::E, 0x24a, M1CNT), 4);
        assert_eq!(read(CoreType::P, 0x36e, M1CNT), 3);
        assert_eq!(read(CoreType::P, 0x36e, M3CNT), 7);
        assert_eq!(read(CoreType::P, 0x126, M3CNT), 6);
        assert_eq!(read(CoreType::E, 0x126, M3CNT), 0);
        // Reserved codes count nothing.
        assert_eq!(read(CoreType::P, 4 << 2 | CE, M1CNT), 0);
        // Task mode: no event has started the counters.
        assert_eq!(read(CoreType::P, 0x36f, M1CNT), 0);
    }

    #[test]
    fn task_mode_counts_from_one_event_to_another() {
        let at = |n| bank(&[(CoreMeter::Cycles, n)]);
        let mut p = Pmu::new(CoreType::P);
        write(&mut p, CCTRL, CE | CM, &at(0));
        assert!(p.in_task_mode() && !p.would_change(Counting::of(2 << 6)));
        p.change(Change::Task(Counting::of(1 << 6)), &at(10));
        assert_eq!(p.read(CCNT, &at(15)), 5);
        assert!(!p.would_change(Counting::Start) && p.stops(CCTRL, CM));
        p.change(Change::Task(Counting::of(3 << 6)), &at(20));
        assert_eq!(p.read(CCNT, &at(99)), 10);
        // In normal mode events have no say.
        write(&mut p, CCTRL, CE, &at(100));
        assert_eq!(p.read(CCNT, &at(101)), 11);
    }

    #[test]
    fn another_selection_goes_on_from_what_was_shown() {
        let at = |branches, hits| {
            bank(&[
                (CoreMeter::TotalBranch, branches),
                (CoreMeter::PcacheHits, hits),
            ])
        };
        let mut p = Pmu::new(CoreType::P);
        write(&mut p, CCTRL, 0x36e, &at(10, 0));
        write(&mut p, CCTRL, 0x126, &at(13, 50));
        assert_eq!(p.read(M1CNT, &at(99, 52)), 5);
    }

    /// CCTRL.M1 is bits 4:2; codes 4 to 7 are reserved.
    #[test]
    fn reserved_codes_count_nothing() {
        for (code, counted) in [(0, 9), (4, 0)] {
            let mut p = Pmu::new(CoreType::P);
            write(&mut p, CCTRL, CE | code << 2, &bank(&[]));
            let b = bank(&[(CoreMeter::IpDispatchStall, 9)]);
            assert_eq!(p.read(M1CNT, &b), counted, "code {code}");
        }
    }
}
