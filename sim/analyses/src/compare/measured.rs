//! Measured beside true, by counter and by single read.

use crate::regions::Region;
use serde::Serialize;
use trueboard_judge::{ClockReads, EventTally, Verdict, Window, WindowReport};

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

/// What a report says of the firmware's measurements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// By counter and what it counted.
    pub events: Vec<EventTally>,
    /// By clock register and reader.
    pub clocks: Vec<ClockReads>,
    /// Single reads beyond the tolerance.
    pub beyond: Vec<Window>,
    /// Regions.
    pub regions: Vec<Region>,
}

impl Comparison {
    /// True when nothing is beyond its tolerance, and nothing wrong.
    #[must_use]
    pub fn passes(&self) -> bool {
        let counters = self.events.iter().all(|e| e.wrong == 0);
        let clocks = self.clocks.iter().all(|c| c.wrong == 0);
        self.beyond.is_empty() && counters && clocks
    }

    /// The counters and clocks some of whose reads could not be judged, in sentences.
    #[must_use]
    pub fn not_judged(&self) -> Vec<String> {
        let reads =
            |what: String, n: u64, of: u64| (n != 0).then(|| format!("{what}: {n} of {of} reads"));
        let counters = self.events.iter().filter_map(|e| {
            let what = format!("{} {} {}", e.device, e.register, e.event_name);
            reads(what, e.not_judged, e.windows)
        });
        let clocks = self.clocks.iter().filter_map(|c| {
            let what = format!("{} {} read by core {}", c.device, c.register, c.reader);
            reads(what, c.not_judged, c.reads)
        });
        counters.chain(clocks).collect()
    }
}

/// Holds measured against true.
#[must_use]
pub fn compare(windows: &WindowReport, regions: &[Region], tolerance: Tolerance) -> Comparison {
    let far = |w: &&Window| {
        let truth = w.truth.filter(|_| w.verdict != Verdict::NotJudged);
        truth.is_some_and(|t| tolerance.exceeded(w.measured.into(), t))
    };
    Comparison {
        events: windows.events.clone(),
        clocks: windows.clocks.clone(),
        beyond: windows.windows.iter().filter(far).cloned().collect(),
        regions: regions.to_vec(),
    }
}
