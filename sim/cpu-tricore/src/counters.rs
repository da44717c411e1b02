//! The performance counters: CCTRL, CCNT, ICNT and M1CNT to M3CNT (TC27x user's manual, CPU chapter,
//! "Performance counters").
//!
//! They are computed from the core's meters on read. Counting begins with the instruction after the MTCR that starts
//! it; the MTCR that stops it is not counted.

use crate::meters::Meter;
use crate::params::CoreType;
use serde::{Deserialize, Serialize};
use trueboard_core::meter::CoreBank;

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

/// What M1CNT to M3CNT can count: a row per counter, code and type of core. Codes without a row are
/// reserved.
const EVENTS: &[Row] = &[
    row(BOTH, 1, 0, "IP_DISPATCH_STALL", Meter::IpDispatchStall),
    row(BOTH, 1, 1, "PCACHE_HIT", Meter::PcacheHits),
    row(P, 1, 2, "DCACHE_HIT", Meter::DataCacheHits),
    row(E, 1, 2, "DRB_HIT", Meter::DrbHits),
    row(BOTH, 1, 3, "TOTAL_BRANCH", Meter::TotalBranch),
    row(BOTH, 2, 0, "LS_DISPATCH_STALL", Meter::LsDispatchStall),
    row(BOTH, 2, 1, "PCACHE_MISS", Meter::PcacheMisses),
    row(P, 2, 2, "DCACHE_MISS_CLEAN", Meter::DataCacheMissesClean),
    row(E, 2, 2, "DRB_MISS", Meter::DrbMisses),
    row(BOTH, 2, 3, "PMEM_STALL", Meter::PmemStall),
    row(P, 3, 0, "LP_DISPATCH_STALL", Meter::LpDispatchStall),
    row(P, 3, 1, "MULTI_ISSUE", Meter::MultiIssue),
    row(P, 3, 2, "DCACHE_MISS_DIRTY", Meter::DataCacheMissesDirty),
    row(BOTH, 3, 3, "DMEM_STALL", Meter::DmemStall),
];

/// The type of core that has an event; both have it without one.
type Of = Option<CoreType>;
const BOTH: Of = None;
const P: Of = Some(CoreType::P);
const E: Of = Some(CoreType::E);

/// An event of M1CNT to M3CNT.
struct Row {
    of: Of,
    /// The counter: 1 to 3.
    counter: usize,
    /// Its code in the counter's field of CCTRL.
    code: u8,
    /// The manual's name.
    name: &'static str,
    /// What it counts.
    meter: Meter,
}

const fn row(of: Of, counter: usize, code: u8, name: &'static str, meter: Meter) -> Row {
    Row {
        of,
        counter,
        code,
        name,
        meter,
    }
}

/// The events of M1CNT to M3CNT of a type of core.
fn rows(core_type: CoreType) -> impl Iterator<Item = &'static Row> {
    let has = move |row: &&Row| row.of.is_none_or(|of| of == core_type);
    EVENTS.iter().filter(has)
}

/// The event that counter `n`, 1 to 3, has for `code`.
fn row_of(core_type: CoreType, n: usize, code: u8) -> Option<&'static Row> {
    rows(core_type).find(|row| (row.counter, row.code) == (n, code))
}

/// The code of counter `n`, 1 to 3, in `cctrl`.
fn code(cctrl: u32, n: usize) -> u8 {
    (cctrl >> (3 * n - 1) & 7) as u8
}

/// Counters 1 to 3 for which `cctrl` has a code without an event in this type of core, with that code. Code 0 is an
/// unused counter.
pub(crate) fn reserved_codes(core_type: CoreType, cctrl: u32) -> Vec<(usize, u8)> {
    let codes = (1..=MULTI.len()).map(|n| (n, code(cctrl, n)));
    let exists = |n: usize, code: u8| code == 0 || row_of(core_type, n, code).is_some();
    codes.filter(|&(n, code)| !exists(n, code)).collect()
}

/// Names of M1CNT to M3CNT.
const MULTI: [&str; 3] = ["M1CNT", "M2CNT", "M3CNT"];

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
    pub meter: Meter,
}

/// The events of a type of core, counter by counter.
pub fn events(core_type: CoreType) -> Vec<Event> {
    let fixed = [
        ("CCNT", "CLOCK_COUNT", Meter::Cycles),
        ("ICNT", "INSTRUCTION_COUNT", Meter::Instructions),
    ];
    let fixed = fixed.map(|(counter, name, meter)| Event {
        counter,
        code: None,
        name,
        meter,
    });
    let multi = rows(core_type).map(|row| Event {
        counter: MULTI[row.counter - 1],
        code: Some(row.code),
        name: row.name,
        meter: row.meter,
    });
    fixed.into_iter().chain(multi).collect()
}

/// One counter: what it showed when its meter stood at `base`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Counter {
    shown: u32,
    base: u64,
}

impl Counter {
    /// Its value when its meter is at `total`: 31 bits, and whether they have wrapped since it was written.
    fn at(self, total: u64) -> u32 {
        let sum = u64::from(self.shown & !SOVF) + (total - self.base);
        let wrapped = if sum >= u64::from(SOVF) { SOVF } else { 0 };
        self.shown & SOVF | wrapped | sum as u32 & !SOVF
    }
}

/// The counters of one core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    core_type: CoreType,
    cctrl: u32,
    /// Task mode: a debug event has started the counters.
    task: bool,
    counters: [Counter; COUNTERS],
}

impl Counters {
    /// As after reset.
    pub fn new(core_type: CoreType) -> Counters {
        Counters {
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
        cctrl & CE != 0 && (cctrl & CM == 0 || self.task)
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

    fn meter(&self, i: usize) -> Option<Meter> {
        match i {
            0 => Some(Meter::Cycles),
            1 => Some(Meter::Instructions),
            _ => {
                let code = code(self.cctrl, i - 1);
                Some(row_of(self.core_type, i - 1, code)?.meter)
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
mod tests;
