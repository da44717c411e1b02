//! The performance counters: CCTRL, CCNT, ICNT and M1CNT to M3CNT (TC27x user's manual, CPU chapter,
//! "Performance counters").
//!
//! They are computed from the core's meters when somebody looks. Counting begins with the
//! instruction after the MTCR that starts it; the MTCR that stops it is not counted.

use crate::params::CoreType;
use serde::{Deserialize, Serialize};
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
        self.shown & SOVF | wrapped | sum as u32 & !SOVF
    }
}

/// The counters of one core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pmu {
    core_type: CoreType,
    cctrl: u32,
    counters: [Counter; COUNTERS],
}

impl Pmu {
    /// As after reset.
    pub fn new(core_type: CoreType) -> Pmu {
        Pmu {
            core_type,
            cctrl: 0,
            counters: [Counter::default(); COUNTERS],
        }
    }

    /// Whether the counters run. In task mode they run while the debug system says that the task
    /// does, which nobody ever says here.
    fn runs(&self) -> bool {
        self.cctrl & (CE | CM) == CE
    }

    /// Whether a write of `v` to register `off` stops the counters: it then takes effect before the
    /// instruction that writes, else after it.
    pub fn stops(&self, off: u32, v: u32) -> bool {
        off == CCTRL && self.runs() && v & (CE | CM) != CE
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
                let code = self.cctrl >> (2 + 3 * m) & 7;
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

    /// Writes register `off`; the write takes effect while the core's meters are `bank`.
    pub fn write(&mut self, off: u32, v: u32, bank: &CoreBank) {
        let mut shown: [u32; COUNTERS] = std::array::from_fn(|i| self.shown(i, bank));
        match off.checked_sub(CCNT) {
            None => self.cctrl = v & FIELDS,
            Some(i) => shown[i as usize / 4 % COUNTERS] = v,
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
        p.write(CCTRL, CE, &at(100));
        assert_eq!(p.read(CCNT, &at(130)), 30);
        assert!(p.stops(CCTRL, 0));
        p.write(CCTRL, 0, &at(150));
        assert_eq!(p.read(CCNT, &at(900)), 50);
        assert_eq!(p.read(ICNT, &at(900)), 25);
        p.write(CCTRL, CE, &at(1000));
        assert_eq!(p.read(CCNT, &at(1001)), 51);
    }

    #[test]
    fn wraps_at_31_bits_and_keeps_the_overflow_until_written() {
        let mut p = Pmu::new(CoreType::P);
        let at = |n| bank(&[(CoreMeter::Cycles, n)]);
        p.write(CCNT, 0x7fff_fffe, &at(0));
        p.write(CCTRL, CE, &at(0));
        assert_eq!(p.read(CCNT, &at(1)), 0x7fff_ffff);
        assert_eq!(p.read(CCNT, &at(2)), 0x8000_0000);
        p.write(CCTRL, 0, &at(5));
        assert_eq!(p.read(CCNT, &at(5)), 0x8000_0003);
        p.write(CCTRL, CE, &at(5));
        assert_eq!(p.read(CCNT, &at(6)), 0x8000_0004);
        p.write(CCNT, 7, &at(6));
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
            p.write(CCTRL, cctrl, &none);
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
        // Task mode: no task is ever told to run.
        assert_eq!(read(CoreType::P, 0x36f, M1CNT), 0);
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
        p.write(CCTRL, 0x36e, &at(10, 0));
        p.write(CCTRL, 0x126, &at(13, 50));
        assert_eq!(p.read(M1CNT, &at(99, 52)), 5);
    }
}
