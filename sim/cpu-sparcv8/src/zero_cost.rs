//! Code that executes but costs nothing: no time passes, no cache changes, nothing is counted. It is set
//! up by the run, not by the program.

/// Which code costs nothing, and whether the core is in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ZeroCost {
    /// Its addresses, sorted.
    pub ranges: Vec<(u64, u64)>,
    /// The instruction being executed costs nothing.
    pub active: bool,
    /// A trap was taken out of such code: its handler costs nothing either, up to its RETT.
    pub in_handler: bool,
    /// Instructions executed in a row while time stood at `run_cycle`.
    pub run: u64,
    pub run_cycle: u64,
}

impl ZeroCost {
    /// The code at `ranges`, which are sorted, costs nothing.
    pub fn of(ranges: Vec<(u64, u64)>) -> ZeroCost {
        ZeroCost {
            ranges,
            ..ZeroCost::default()
        }
    }

    /// The code at `at` costs nothing.
    pub fn contains(&self, at: u64) -> bool {
        let i = self.ranges.partition_point(|r| r.0 <= at);
        i != 0 && at < self.ranges[i - 1].1
    }
}
