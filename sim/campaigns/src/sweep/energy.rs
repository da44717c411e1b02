//! The energy of a part of a run.
//!
//! A core's energy is spread over the cycles that it ran, that of the fixed terms evenly over time. How many cycles a
//! core had run at a time is known at its moments ([`Moment`]). Between two of them it ran first and slept then: what
//! ends its sleep is an interrupt, which is a moment. Before its first moment it waited first, for whoever starts it.
//! So a part of a run has a whole number of cycles of each core, and parts that make up the run have its energy.

use trueboard_analyses::regions::spans::{Moment, Spans};
use trueboard_board::{Report, Session};

/// What was spent when.
pub struct Timeline {
    cores: Vec<CoreLine>,
    /// Microjoules of a tick.
    fixed_uj: f64,
    /// There is a power model.
    known: bool,
    /// The end of the run.
    pub end: u64,
}

struct CoreLine {
    /// Time and cycles, from the beginning of the run to its end.
    points: Vec<(u64, u64)>,
    ticks_per_cycle: u64,
    /// Microjoules of a cycle.
    cycle_uj: f64,
}

impl Timeline {
    /// Of a run that has ended.
    pub fn new(session: &Session, report: &Report) -> Timeline {
        let end = report.time.ticks;
        let spent = report.power.as_ref().map(|p| &p.components_uj);
        let of = |name: &str| spent.and_then(|s| s.get(name)).copied().unwrap_or(0.0);
        let followed = session.machine().observer::<Spans>();
        let moments: Vec<&[Moment]> = followed.iter().flat_map(|s| s.moments()).collect();
        let names: Vec<String> = (0..report.cores.len())
            .map(|i| format!("core{i}"))
            .collect();
        let cores = report.cores.iter().enumerate().map(|(i, c)| {
            let mut points = vec![(0, 0)];
            let own = moments.get(i).copied().unwrap_or_default();
            points.extend(own.iter().map(|m| (m.at.0.min(end), m.cycles)));
            points.push((end, c.cycles));
            CoreLine {
                points,
                ticks_per_cycle: (report.time.hz / c.clock_hz.max(1)).max(1),
                cycle_uj: of(&names[i]) / c.cycles.max(1) as f64,
            }
        });
        let cores: Vec<CoreLine> = cores.collect();
        let fixed = spent
            .into_iter()
            .flatten()
            .filter(|(n, _)| !names.contains(n));
        Timeline {
            cores,
            fixed_uj: fixed.map(|f| f.1).sum::<f64>() / end.max(1) as f64,
            known: spent.is_some(),
            end,
        }
    }

    /// Cycles that all cores ran between two times, and the energy; none without a power model.
    pub fn spent(&self, from: u64, to: u64) -> (u64, Option<f64>) {
        let mut cycles = 0;
        let mut uj = self.fixed_uj * to.saturating_sub(from) as f64;
        for core in &self.cores {
            let n = core.cycles_at(to).saturating_sub(core.cycles_at(from));
            cycles += n;
            uj += n as f64 * core.cycle_uj;
        }
        (cycles, self.known.then_some(uj))
    }
}

impl CoreLine {
    fn cycles_at(&self, time: u64) -> u64 {
        let next = self.points.partition_point(|p| p.0 <= time);
        let Some(&(t1, c1)) = next.checked_sub(1).and_then(|i| self.points.get(i)) else {
            return 0;
        };
        let Some(&(t2, c2)) = self.points.get(next) else {
            return c1;
        };
        if next == 1 {
            let left = t2.saturating_sub(time) / self.ticks_per_cycle;
            c2.saturating_sub(left)
        } else {
            (c1 + (time - t1) / self.ticks_per_cycle).min(c2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_waits_runs_and_sleeps() {
        let core = CoreLine {
            // Started at 60, ran until 100; went on until 140 and slept until 200.
            points: vec![(0, 0), (100, 20), (200, 40), (300, 90)],
            ticks_per_cycle: 2,
            cycle_uj: 1.0,
        };
        let at = [0, 50, 60, 80, 100, 120, 140, 190, 200, 300, 400].map(|t| core.cycles_at(t));
        assert_eq!(at, [0, 0, 0, 10, 20, 30, 40, 40, 40, 90, 90]);
    }

    #[test]
    fn parts_add_up() {
        let line = |points: Vec<(u64, u64)>| CoreLine {
            points,
            ticks_per_cycle: 2,
            cycle_uj: 0.25,
        };
        let t = Timeline {
            cores: vec![
                line(vec![(0, 0), (100, 50), (301, 90)]),
                line(vec![(0, 0), (301, 7)]),
            ],
            fixed_uj: 0.5,
            known: true,
            end: 301,
        };
        let whole = t.spent(0, 301);
        let parts = [(0, 33), (33, 120), (120, 301)].map(|(a, b)| t.spent(a, b));
        assert_eq!(whole.0, 97);
        assert_eq!(parts.iter().map(|p| p.0).sum::<u64>(), 97);
        let sum: f64 = parts.iter().filter_map(|p| p.1).sum();
        assert!((sum - whole.1.unwrap()).abs() < 1e-9);
    }
}
