//! Sample windows: short windows at equal distances are timed, and the rest of the run is untimed.
//!
//! The method is SMARTS: systematic sampling of units of a number of instructions, each behind a warming stretch, with
//! a confidence interval from the spread of the units (R. E. Wunderlich, T. F. Wenisch, B. Falsafi, J. C. Hoe: SMARTS:
//! Accelerating microarchitecture simulation via rigorous statistical sampling, ISCA 2003). As there, large structures
//! stay warm between the units, without time: caches of cores and shared caches.

use super::Session;
use super::fast::Way;
use crate::machine::Machine;
use crate::machine::ended::Ended;
use crate::report::{Report, SampleReport, SamplingReport};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// Instructions of a window, and of the warming before it, by default.
pub const WINDOW: u64 = 10_000;

/// How a run is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// How many windows, at least 2.
    pub windows: u64,
    /// Instructions of each, of all cores together.
    pub length: u64,
    /// Instructions before each that take their time, too.
    pub warm: u64,
}

/// What is known of the windows.
struct Windows {
    sampling: Sampling,
    list: Vec<SampleReport>,
    /// What was counted in them.
    counted: Option<Meters>,
}

impl Session {
    /// Runs to the end with sample windows; what is counted in the report is counted in the windows. Console bytes go
    /// to `console`.
    ///
    /// # Errors
    /// A line for the user: fewer than two windows, a program that is too short for them, or that does not end.
    pub fn run_sampled(
        &mut self,
        sampling: &Sampling,
        console: &mut dyn Write,
        stop: &AtomicBool,
    ) -> Result<Report, String> {
        let option = format!("--sample-windows {}", sampling.windows);
        let limit = self.budget_ends().unwrap_or(Tick::NEVER);
        let total = match self.count_untimed(&option, limit, stop)? {
            Some(total) => total,
            None => return Ok(self.end(None, true)),
        };
        let mut windows = Windows {
            sampling: *sampling,
            list: Vec::new(),
            counted: None,
        };
        let mut way = Way::new(&mut self.machine, option, limit, stop)?;
        let first = way.machine.completed();
        windows.all(&mut way, total)?;
        way.machine.set_untimed(true);
        way.end();
        let ended = match self.go_on(None, console, stop) {
            Ended::Paused => None,
            ended => Some(ended),
        };
        self.machine.sampled = windows.counted.map(Box::new);
        let mut report = self.end(ended, stop.load(Ordering::Relaxed));
        let executed = self.machine.completed() - first;
        let hz = self.machine.base_hz;
        let cycle = self.machine.core_clock(0).ticks_per_cycle();
        report.sampling = estimate(sampling, windows.list, executed, (hz, cycle));
        Ok(report)
    }

    /// How many instructions the run executes up to its end, found by an untimed run of a fork; none when it was stopped.
    fn count_untimed(
        &mut self,
        option: &str,
        limit: Tick,
        stop: &AtomicBool,
    ) -> Result<Option<u64>, String> {
        let mut fork = self
            .fork()
            .map_err(|e| format!("{option}: the run cannot be forked: {e}"))?;
        let before = fork.machine.completed();
        fork.machine.set_untimed(true);
        let until = (limit != Tick::NEVER).then_some(limit);
        let ended = fork.go_on(until, &mut std::io::sink(), stop);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        match ended {
            Ended::Paused | Ended::Nothing => Err(format!(
                "{option}: the run does not end by itself: {}; windows are spread over a whole run",
                fork.outcome().detail
            )),
            _ => Ok(Some(fork.machine.completed() - before)),
        }
    }
}

impl Windows {
    /// Runs all windows of a run of `total` instructions.
    fn all(&mut self, way: &mut Way<'_>, total: u64) -> Result<(), String> {
        let Sampling {
            windows,
            length,
            warm,
        } = self.sampling;
        let distance = total / windows.max(1);
        let stretch = length.saturating_add(warm);
        if distance < stretch {
            return way.refuse(&format!(
                "the run executes {total} instructions, and {windows} windows with their warming take {}; ask for \
                 fewer or shorter ones (--window-length, --fast-warm), or run it whole",
                stretch.saturating_mul(windows)
            ));
        }
        let first = way.machine.completed();
        for n in 0..windows {
            // In the middle of its part of the run.
            let begin = first + n * distance + (distance - stretch) / 2;
            way.machine.set_untimed(true);
            way.up_to_completed(begin)?;
            way.machine.set_untimed(false);
            way.up_to_completed(begin + warm)?;
            self.window(way, (begin + warm + length, first))?;
            if way.stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Runs a window, up to so many instructions since reset.
    fn window(&mut self, way: &mut Way<'_>, (end, first): (u64, u64)) -> Result<(), String> {
        let at = |m: &Machine| (m.moment(), m.completed());
        let (from, executed) = at(way.machine);
        way.machine.catch_up_to_moment();
        let meters = way.machine.meters().clone();
        way.up_to_completed(end)?;
        let (to, after) = at(way.machine);
        way.machine.catch_up_to_moment();
        let counted = way.machine.meters().clone().since(&meters);
        match &mut self.counted {
            Some(sum) => sum.add(&counted),
            None => self.counted = Some(counted),
        }
        let ticks = to.since(from);
        let cycle = way.machine.core_clock(0).ticks_per_cycle();
        let instructions = after - executed;
        self.list.push(SampleReport {
            after_instructions: executed - first,
            instructions,
            from_ticks: from.0,
            ticks,
            cycles_per_instruction: ticks as f64 / cycle as f64 / instructions.max(1) as f64,
        });
        Ok(())
    }
}

/// The estimate from the windows for a run of so many instructions, on a board with so many base ticks in a second and
/// in a cycle of its first core. None with fewer than two windows.
fn estimate(
    sampling: &Sampling,
    windows: Vec<SampleReport>,
    instructions: u64,
    (hz, cycle): (u64, u64),
) -> Option<SamplingReport> {
    let n = windows.len();
    if n < 2 {
        return None;
    }
    let each = || windows.iter().map(|w| w.cycles_per_instruction);
    let mean = each().sum::<f64>() / n as f64;
    let square = each().map(|c| (c - mean) * (c - mean)).sum::<f64>();
    let deviation = (square / (n - 1) as f64).sqrt();
    let half = student(n - 1) * deviation / (n as f64).sqrt();
    let cycles = |cpi: f64| cpi.max(0.0) * instructions as f64;
    let seconds = |cpi: f64| cycles(cpi) * cycle as f64 / hz as f64;
    Some(SamplingReport {
        length_instructions: sampling.length,
        warm_instructions: sampling.warm,
        instructions,
        mean_cycles_per_instruction: mean,
        deviation_cycles_per_instruction: deviation,
        half_interval_cycles_per_instruction: half,
        estimated_cycles: cycles(mean).round() as u64,
        least_cycles: cycles(mean - half).round() as u64,
        most_cycles: cycles(mean + half).round() as u64,
        estimated_seconds: seconds(mean),
        least_seconds: seconds(mean - half),
        most_seconds: seconds(mean + half),
        windows,
    })
}

/// The quantile 0.975 of Student's t with so many degrees of freedom: half a confidence interval of 95 % in standard
/// errors. Small degrees come from tables, larger ones from the expansion of Cornish and Fisher (Abramowitz and Stegun,
/// 26.7.5).
fn student(freedom: usize) -> f64 {
    const FIRST: [f64; 10] = [
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    ];
    /// Of the normal distribution.
    const Z: f64 = 1.959_964;
    if let Some(t) = freedom.checked_sub(1).and_then(|i| FIRST.get(i)) {
        return *t;
    }
    let v = freedom as f64;
    let (z3, z5) = (Z.powi(3), Z.powi(5));
    let z7 = Z.powi(7);
    Z + (z3 + Z) / (4.0 * v)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * v * v)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * v * v * v)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the tables of Student's t (two sides, 95 %).
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, t) in [
            (1, 12.706),
            (9, 2.262),
            (10, 2.228),
            (11, 2.201),
            (15, 2.131),
            (29, 2.045),
            (60, 2.000),
            (120, 1.980),
            (100_000, 1.960),
        ] {
            let found = student(freedom);
            assert!((found - t).abs() < 0.0006, "{freedom}: {found}, not {t}");
        }
    }

    #[test]
    fn an_interval_follows_from_the_spread_of_windows() {
        let window = |cpi: f64| SampleReport {
            after_instructions: 0,
            instructions: 100,
            from_ticks: 0,
            ticks: 0,
            cycles_per_instruction: cpi,
        };
        let sampling = Sampling {
            windows: 4,
            length: 100,
            warm: 10,
        };
        let of = |cpis: &[f64]| {
            let windows = cpis.iter().map(|c| window(*c)).collect();
            estimate(&sampling, windows, 1000, (500, 2))
        };
        let report = of(&[1.0, 2.0, 3.0, 2.0]).expect("four windows");
        // A standard deviation of sqrt(2/3), and t = 3.1824 with 3 degrees of freedom.
        let half = 3.1824 * (2.0_f64 / 3.0).sqrt() / 2.0;
        assert!((report.half_interval_cycles_per_instruction - half).abs() < 1e-9);
        assert_eq!(
            (report.estimated_cycles, report.estimated_seconds),
            (2000, 8.0)
        );
        assert_eq!(report.least_cycles, ((2.0 - half) * 1000.0).round() as u64);
        assert!(of(&[1.0]).is_none());
    }
}
