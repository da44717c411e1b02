//! Counters beside the truth, power and temperature.

use crate::explain;
use crate::lab::Lab;
use crate::view::{Counter, Power, PowerPoint};
use trueboard_board::{Machine, Report};

/// Readings that are shown: the last ones.
const READINGS: usize = 200;

fn word<T: serde::Serialize>(value: &T) -> String {
    let value = serde_json::to_value(value).ok();
    value
        .as_ref()
        .and_then(|v| v.as_str())
        .unwrap_or_default()
        .to_owned()
}

/// The last readings of counters.
pub(crate) fn counters(m: &Machine, report: &Report) -> Vec<Counter> {
    let windows = &report.windows.windows;
    let first = windows.len().saturating_sub(READINGS);
    let shown = windows.iter().enumerate().skip(first);
    shown
        .map(|(i, w)| Counter {
            device: w.device.clone(),
            register: w.register.clone(),
            event: w.event_name.clone(),
            core: w.core,
            reader: w.reader,
            place: explain::place_of(m, w),
            tick: w.closed_at_tick,
            shown: w.measured.into(),
            truth: w.truth,
            verdict: word(&w.verdict),
            causes: w.causes.iter().map(word).collect(),
            why: explain::of_counter(i),
        })
        .collect()
}

impl Lab {
    /// Power and temperature; none without a power model.
    pub(crate) fn power(&self, report: &Report) -> Option<Power> {
        let m = self.session.machine();
        let power = report.power.as_ref()?;
        let end = m.end_time().0;
        // Going back leaves points behind that are to come again.
        let mut points: Vec<(u64, f64, f64)> = Vec::new();
        for p in m.power_series().iter().filter(|p| p.at.0 <= end) {
            while points.last().is_some_and(|last| last.0 >= p.at.0) {
                points.pop();
            }
            points.push((p.at.0, p.energy_uj.iter().sum(), p.die_mc as f64 / 1000.0));
        }
        let mut before = (0, 0.0);
        let mut over_time = Vec::new();
        for (tick, energy, die_c) in points {
            let seconds = (tick - before.0) as f64 / m.base_hz.max(1) as f64;
            if seconds > 0.0 {
                let mw = (energy - before.1) / seconds / 1000.0;
                over_time.push(PowerPoint { tick, mw, die_c });
            }
            before = (tick, energy);
        }
        Some(Power {
            mean_mw: power.mean_mw,
            energy_uj: power.energy_uj,
            die_c: report.temperature.map_or(0.0, |t| t.die_c),
            components_uj: power.components_uj.clone().into_iter().collect(),
            points: over_time,
        })
    }
}
