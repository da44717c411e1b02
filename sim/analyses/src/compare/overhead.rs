//! The cost of tracing as somebody published it, beside that of runs: `Overhead` in `models/published/*.ron`.

use super::measured::Tolerance;
use serde::{Deserialize, Serialize};

/// A published table of what a tracer costs: a program timed without it, then with it, by the firmware's
/// own clock, on several cores at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overhead {
    /// The table, in a line.
    pub title: String,
    /// Where it stands.
    pub source: String,
    /// Which of the figures are inputs of the runs here, and so say nothing about them.
    pub input: String,
    /// The board.
    pub board: String,
    /// Cores that run the program; the figures are their means.
    pub cores: Vec<String>,
    /// Where each core leaves the cycles that it measured (8 bytes), and what it timed.
    pub bare: Timed,
    /// As `bare`, with the tracer.
    pub traced: Timed,
    /// One program each.
    pub rows: Vec<OverheadRow>,
}

/// What the file of such a table begins with.
const NAME: &str = "Overhead";

impl Overhead {
    /// The table in the text of a file; none if that is about something else.
    ///
    /// # Errors
    /// It is such a table, with a mistake.
    pub fn parse(text: &str) -> Result<Option<Overhead>, ron::error::SpannedError> {
        let code = |l: &&str| !l.trim_start().starts_with("//") && !l.trim().is_empty();
        let is_one = text.lines().find(code).is_some_and(|l| l.starts_with(NAME));
        match is_one {
            true => ron::from_str(text).map(Some),
            false => Ok(None),
        }
    }
}

/// A measurement of the firmware's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timed {
    /// The symbol of the result; `SYMBOL.CORE` is that of one core.
    pub result: String,
    /// The function that holds what is timed.
    pub function: String,
}

/// A row of the published table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverheadRow {
    /// The workload that stands for the published program.
    pub workload: String,
    /// Tracepoints that are passed.
    pub points: u64,
    /// Cycles without the tracer.
    pub bare: u64,
    /// Cycles with it.
    pub traced: u64,
    /// What it adds, in percent of `bare`.
    pub overhead_percent: f64,
    /// What it adds for each tracepoint, in cycles.
    pub point: u64,
}

/// What one core measured, and what happened there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OneCore {
    /// Cycles without the tracer, as the firmware measured them.
    pub bare: u64,
    /// Cycles with it.
    pub traced: u64,
    /// Cycles of the function without the tracer, by the simulator's meters.
    pub true_bare: u64,
    /// Cycles of the function with it.
    pub true_traced: u64,
    /// Events that the tracer wrote in it.
    pub events: u64,
    /// Cycles in the tracer, packets handed over included; of `true_traced`.
    pub tracer: u64,
    /// Cycles of entry to and exit from interrupts, and of their handlers; of `true_traced`.
    pub interrupts: u64,
}

impl OneCore {
    /// Cycles that the firmware measured for each of `points` tracepoints.
    fn point(&self, points: u64) -> f64 {
        (self.traced as f64 - self.bare as f64) / points.max(1) as f64
    }

    fn true_point(&self, points: u64) -> f64 {
        (self.true_traced as f64 - self.true_bare as f64) / points.max(1) as f64
    }
}

/// A published figure, and ours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Beside {
    /// As published.
    pub published: f64,
    /// The mean over all cores here, as the firmware measured; of a ratio, that of the means.
    pub here: f64,
    /// The least of a core.
    pub least: f64,
    /// The most of a core.
    pub most: f64,
}

impl Beside {
    fn new(published: f64, here: impl Iterator<Item = f64> + Clone) -> Beside {
        let n = here.clone().count().max(1) as f64;
        Beside {
            published,
            here: here.clone().sum::<f64>() / n,
            least: here.clone().fold(f64::INFINITY, f64::min),
            most: here.fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// How far ours is from the published one, in percent of that.
    #[must_use]
    pub fn percent(&self) -> f64 {
        (self.here - self.published) / self.published * 100.0
    }
}

/// A row of the table, and ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Costs {
    /// The workload.
    pub workload: String,
    /// Tracepoints, by core.
    pub points: u64,
    /// Cycles without the tracer.
    pub bare: Beside,
    /// Cycles with it.
    pub traced: Beside,
    /// What it adds, in percent: of the means.
    pub overhead_percent: Beside,
    /// Cycles for each tracepoint.
    pub point: Beside,
    /// Cycles for each tracepoint that it really took: from the meters of the two functions, mean over all
    /// cores.
    pub true_point: f64,
    /// Of `true_point`: in the tracer.
    pub tracer: f64,
    /// Of `true_point`: interrupts by packets that come back.
    pub interrupts: f64,
    /// Events that were written, least of a core.
    pub events: u64,
    /// The cost of a tracepoint is farther from the published one than allowed.
    pub beyond: bool,
    /// Core by core.
    pub cores: Vec<OneCore>,
}

/// Holds what cores measured against a row of the published table. Without a tolerance nothing is judged.
#[must_use]
pub fn costs(row: &OverheadRow, cores: Vec<OneCore>, tolerance: Option<Tolerance>) -> Costs {
    let mean = |of: &dyn Fn(&OneCore) -> f64| {
        cores.iter().map(of).sum::<f64>() / cores.len().max(1) as f64
    };
    let each = |n: u64| n as f64 / row.points.max(1) as f64;
    let point = Beside::new(row.point as f64, cores.iter().map(|c| c.point(row.points)));
    let bare = Beside::new(row.bare as f64, cores.iter().map(|c| c.bare as f64));
    let traced = Beside::new(row.traced as f64, cores.iter().map(|c| c.traced as f64));
    let percent = |c: &OneCore| (c.traced as f64 / c.bare.max(1) as f64 - 1.0) * 100.0;
    let overhead_percent = Beside {
        here: (traced.here / bare.here.max(1.0) - 1.0) * 100.0,
        ..Beside::new(row.overhead_percent, cores.iter().map(percent))
    };
    Costs {
        workload: row.workload.clone(),
        points: row.points,
        bare,
        traced,
        overhead_percent,
        point,
        true_point: mean(&|c| c.true_point(row.points)),
        tracer: mean(&|c| each(c.tracer)),
        interrupts: mean(&|c| each(c.interrupts)),
        events: cores.iter().map(|c| c.events).min().unwrap_or(0),
        beyond: tolerance.is_some_and(|t| t.exceeded(point.here.round() as u64, row.point)),
        cores,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> OverheadRow {
        OverheadRow {
            workload: "w".to_owned(),
            points: 10,
            bare: 1000,
            traced: 2000,
            overhead_percent: 100.0,
            point: 100,
        }
    }

    fn core(traced: u64) -> OneCore {
        OneCore {
            bare: 1000,
            traced,
            true_bare: 1004,
            true_traced: traced + 14,
            events: 10,
            tracer: 800,
            interrupts: 50,
        }
    }

    #[test]
    fn means_and_extremes_of_cores_stand_beside_the_published_figures() {
        let c = costs(&row(), vec![core(1900), core(2000)], None);
        assert_eq!(
            (c.point.here, c.point.least, c.point.most),
            (95.0, 90.0, 100.0)
        );
        assert_eq!(c.point.percent(), -5.0);
        assert_eq!(c.true_point, 96.0);
        assert_eq!((c.tracer, c.interrupts), (80.0, 5.0));
        assert_eq!(c.overhead_percent.here, 95.0);
    }

    #[test]
    fn a_point_is_judged_by_the_tolerance_alone() {
        let cores = vec![core(1900), core(2000)];
        let at = |ppm| costs(&row(), cores.clone(), Some(Tolerance { ppm })).beyond;
        assert!(at(49_000) && !at(51_000));
        assert!(!costs(&row(), cores.clone(), None).beyond);
    }
}
