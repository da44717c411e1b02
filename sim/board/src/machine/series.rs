//! Numbers over time for views of a whole run: states and stalls of cores, use of buses by master, power by component,
//! temperature. Rows are bounded, and their sums exact.

use trueboard_analyses::lanes::Bins;
use trueboard_core::meter::{BUS_MASTERS, BusMeter, CoreMeter, Dictionary, Meters};
use trueboard_core::time::Tick;
use trueboard_power::{PowerState, Sample};

/// What a column of [`Series::counts`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// A meter of a core.
    Core(u8, CoreMeter),
    /// All cycles of a bus.
    Bus(u8),
    /// Cycles in which a master owned the bus.
    Master(u8, u8),
}

/// The numbers of a run.
pub struct Series {
    columns: Vec<Column>,
    counts: Bins,
    last: Vec<u64>,
    components: Vec<String>,
    power: Option<Bins>,
    power_at: u64,
}

impl Series {
    /// Nothing yet: rows begin at `now`, with what the meters stand at. The first rows are a microsecond long, and
    /// double when they become too many.
    pub(crate) fn new(
        now: Tick,
        hz: u64,
        cores: &[&'static Dictionary],
        meters: &Meters,
        power: Option<&PowerState>,
    ) -> Series {
        let mut columns = Vec::new();
        for (core, dictionary) in (0..).zip(cores) {
            let counted = [CoreMeter::INSTRUCTIONS].into_iter();
            let parts = counted.chain(dictionary.stack.iter().copied());
            columns.extend(parts.map(|m| Column::Core(core, m)));
        }
        for bus in (0..).zip(&meters.buses).map(|b| b.0) {
            columns.push(Column::Bus(bus));
            columns.extend((0..BUS_MASTERS as u8).map(|m| Column::Master(bus, m)));
        }
        let interval = (hz / 1_000_000).max(1);
        let components = power.map_or_else(Vec::new, |p| p.components().to_vec());
        let last = columns.iter().map(|&c| count(c, meters)).collect();
        Series {
            counts: Bins::new(now.0, columns.len(), interval),
            columns,
            last,
            power: power.map(|_| Bins::new(now.0, components.len(), 1)),
            components,
            power_at: now.0,
        }
    }

    pub(crate) fn next_at(&self) -> Tick {
        Tick(self.counts.next_at())
    }

    /// A row of what was counted up to `now`; the meters are settled.
    pub(crate) fn take(&mut self, now: Tick, meters: &Meters) {
        let since = self.columns.iter().zip(&mut self.last).map(|(&c, last)| {
            let n = count(c, meters);
            let advanced = n.saturating_sub(*last);
            *last = n;
            advanced
        });
        self.counts.push(now.0, since, None);
    }

    /// A point of the power grid.
    pub(crate) fn power(&mut self, sample: &Sample) {
        let ticks = sample.at.0.saturating_sub(self.power_at);
        if let Some(bins) = self.power.as_mut().filter(|_| ticks != 0) {
            let energy = sample.components_uw.iter().map(|uw| uw * ticks);
            bins.push(sample.at.0, energy, Some(sample.die_mc));
            self.power_at = sample.at.0;
        }
    }

    /// What the columns of [`Series::counts`] count.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// What was counted.
    #[must_use]
    pub fn counts(&self) -> &Bins {
        &self.counts
    }

    /// The components of the power model.
    #[must_use]
    pub fn components(&self) -> &[String] {
        &self.components
    }

    /// By component, microwatts times base ticks; the levels are the temperature of the die at the ends of intervals,
    /// in thousandths of a degree Celsius. None without a power model.
    #[must_use]
    pub fn energy(&self) -> Option<&Bins> {
        self.power.as_ref()
    }
}

fn count(column: Column, meters: &Meters) -> u64 {
    let bus = |b: u8| meters.buses.get(usize::from(b));
    match column {
        Column::Core(core, m) => meters.cores.get(usize::from(core)).map(|c| c.get(m)),
        Column::Bus(b) => bus(b).map(|b| b.get(BusMeter::Cycles)),
        Column::Master(b, m) => bus(b).and_then(|b| b.used.get(usize::from(m)).copied()),
    }
    .unwrap_or(0)
}
