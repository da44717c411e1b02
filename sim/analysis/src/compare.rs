//! Measured beside true, by event and by single read; regions of one run beside those of another.

use serde::Serialize;
use std::collections::BTreeMap;
use trueboard_truth::region::Region;
use trueboard_truth::windows::{Cause, Verdict, Window, WindowReport};

/// How far apart two numbers may be: parts per million of the second one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tolerance {
    /// Parts per million.
    pub ppm: u64,
}

impl Tolerance {
    /// True when `a` is farther from `b` than that.
    #[must_use]
    pub fn exceeded(self, a: u64, b: u64) -> bool {
        u128::from(a.abs_diff(b)) * 1_000_000 > u128::from(b) * u128::from(self.ppm)
    }
}

/// One event of one counting unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventLine {
    /// The unit, or the core that counts itself.
    pub device: String,
    /// The event.
    pub event: String,
    /// Reads.
    pub reads: u64,
    /// Sum of what firmware saw, over judged reads.
    pub measured: u64,
    /// Sum of the truth.
    pub truth: u64,
    /// Reads that showed nothing but the truth.
    pub exact: u64,
    /// Reads that differ with a reason.
    pub explained: u64,
    /// Reads that differ without.
    pub wrong: u64,
    /// Reads whose truth is not known.
    pub not_judged: u64,
    /// The reasons, of the reads that were kept.
    pub causes: Vec<Cause>,
}

/// A region here and, if there is one, in the run that it is held against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegionLine {
    /// Its name.
    pub name: String,
    /// Its core.
    pub core: u8,
    /// Completed entries.
    pub completed: u64,
    /// Meters of this run.
    pub meters: BTreeMap<String, u64>,
    /// Meters of the other run.
    pub against: Option<BTreeMap<String, u64>>,
    /// True when one of `cycles` and `instructions` is beyond the tolerance.
    pub beyond: bool,
}

/// What a report says of the firmware's measurements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// By event.
    pub events: Vec<EventLine>,
    /// Single reads beyond the tolerance.
    pub beyond: Vec<Window>,
    /// Regions.
    pub regions: Vec<RegionLine>,
}

impl Comparison {
    /// True when nothing is beyond its tolerance.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.beyond.is_empty()
            && self.events.iter().all(|e| e.wrong == 0)
            && self.regions.iter().all(|r| !r.beyond)
    }
}

/// Holds measured against true, and the regions against those of `other`.
#[must_use]
pub fn compare(
    windows: &WindowReport,
    regions: &[Region],
    other: Option<&[Region]>,
    tolerance: Tolerance,
) -> Comparison {
    let far = |w: &&Window| {
        let truth = w.truth.filter(|_| w.verdict != Verdict::NotJudged);
        truth.is_some_and(|t| tolerance.exceeded(w.measured.into(), t))
    };
    Comparison {
        events: events(windows),
        beyond: windows.windows.iter().filter(far).cloned().collect(),
        regions: regions
            .iter()
            .map(|r| region(r, other, tolerance))
            .collect(),
    }
}

fn events(windows: &WindowReport) -> Vec<EventLine> {
    let line = |e: &trueboard_truth::windows::EventTally| {
        let of = |w: &&Window| w.device == e.device && w.event == e.event;
        let reads = windows.windows.iter().filter(of);
        let mut causes: Vec<Cause> = reads.flat_map(|w| w.causes.iter().copied()).collect();
        causes.sort_unstable();
        causes.dedup();
        EventLine {
            device: e.device.clone(),
            event: e.event_name.clone(),
            reads: e.windows,
            measured: e.measured,
            truth: e.truth,
            exact: e.exact,
            explained: e.explained,
            wrong: e.wrong,
            not_judged: e.not_judged,
            causes,
        }
    };
    windows.events.iter().map(line).collect()
}

fn region(r: &Region, other: Option<&[Region]>, tolerance: Tolerance) -> RegionLine {
    let same = |o: &&Region| o.name == r.name && o.core == r.core;
    let against = other.and_then(|o| o.iter().find(same));
    let far = |o: &Region| {
        let meter = |m: &BTreeMap<String, u64>, name: &str| m.get(name).copied().unwrap_or(0);
        ["cycles", "instructions"]
            .iter()
            .any(|n| tolerance.exceeded(meter(&r.meters, n), meter(&o.meters, n)))
    };
    RegionLine {
        name: r.name.clone(),
        core: r.core,
        completed: r.completed,
        meters: r.meters.clone(),
        beyond: against.is_some_and(far),
        against: against.map(|o| o.meters.clone()),
    }
}
