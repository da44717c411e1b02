//! What a model says without a run.

use crate::model::PowerModel;
use serde::Serialize;
use trueboard_core::meter::CoreMeter;

/// Power with a number of running cores, the others in power-down.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TableRow {
    /// Running cores.
    pub running: u32,
    /// Milliwatts.
    pub mw: f64,
    /// Die temperature in °C when this lasts.
    pub die_c: f64,
}

/// A published point and what the model gives there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AnchorRow {
    /// Cores of the board.
    pub cores: u32,
    /// Mean share of time in which they run.
    pub utilisation: f64,
    /// Milliwatts as published.
    pub published_mw: f64,
    /// Milliwatts of the model.
    pub model_mw: f64,
}

/// A component's power the way of a spreadsheet, from shares of time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShareRow {
    /// The component: a fixed one, or `core0`, `core1`, ….
    pub component: String,
    /// The share of time in which a core runs; none of a fixed component.
    pub share: Option<f64>,
    /// Milliwatts.
    pub mw: f64,
}

impl PowerModel {
    /// Nanojoules for each count of a core's meter, term by term.
    pub fn terms(&self) -> impl Iterator<Item = (CoreMeter, f64)> {
        self.per_core.iter().map(|t| (t.meter, t.nj))
    }

    /// The clock for which tables are computed, in Hz.
    pub fn reference_hz(&self) -> f64 {
        self.reference_hz
    }

    /// Nanowatts of a core that runs for the share `utilisation` of the time at this clock.
    fn core_nw(&self, utilisation: f64, hz: f64) -> f64 {
        self.per_core
            .iter()
            .map(|t| {
                let per_cycle = match t.meter {
                    CoreMeter::CYCLES => utilisation,
                    CoreMeter::IDLE_CYCLES => 1.0 - utilisation,
                    CoreMeter::INSTRUCTIONS => utilisation * self.reference_ipc,
                    _ => 0.0,
                };
                t.nj * (per_cycle * hz)
            })
            .sum()
    }

    /// Nanowatts of a board whose `cores` cores run for the share `utilisation` of the time at a
    /// clock of `hz`. Leakage is taken at its reference temperature,
    /// instructions at the reference rate; terms of other meters are left out.
    fn nw_at(&self, cores: u32, utilisation: f64, hz: f64) -> f64 {
        let fixed: f64 = self.fixed.iter().map(|f| f.1).sum();
        fixed + f64::from(cores) * self.core_nw(utilisation, hz)
    }
}

/// Power from shares of time, one for each core that has one, with the clock of each in Hz: what a spreadsheet
/// computes. What runs is taken to cost what running costs, whatever is executed; leakage is taken at its reference
/// temperature, instructions at the reference rate.
pub fn by_shares(model: &PowerModel, shares: &[(f64, f64)]) -> Vec<ShareRow> {
    let fixed = model.fixed.iter().map(|(name, nw)| ShareRow {
        component: name.clone(),
        share: None,
        mw: nw * 1e-6,
    });
    let cores = shares.iter().enumerate().map(|(i, &(share, hz))| ShareRow {
        component: format!("core{i}"),
        share: Some(share),
        mw: model.core_nw(share, hz) * 1e-6,
    });
    fixed.chain(cores).collect()
}

/// One row for each number of running cores from 0 to `cores`, at a clock of `hz`.
pub fn static_table(model: &PowerModel, cores: u32, hz: f64) -> Vec<TableRow> {
    (0..=cores)
        .map(|running| {
            let share = f64::from(running) / f64::from(cores.max(1));
            let nw = model.nw_at(cores, share, hz);
            TableRow {
                running,
                mw: nw * 1e-6,
                die_c: model.ambient_c + model.package.steady(nw) + model.die.steady(nw),
            }
        })
        .collect()
}

/// The model at the points that its file names.
pub fn anchors(model: &PowerModel) -> Vec<AnchorRow> {
    let rows = model.anchors.iter();
    rows.map(|a| AnchorRow {
        cores: a.cores,
        utilisation: a.utilisation,
        published_mw: a.nw * 1e-6,
        model_mw: model.nw_at(a.cores, a.utilisation, model.reference_hz) * 1e-6,
    })
    .collect()
}
