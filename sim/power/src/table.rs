//! What a model says without a run.

use crate::model::PowerModel;
use serde::Serialize;
use trueboard_core::defect;
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

impl PowerModel {
    /// Nanowatts of a board whose `cores` cores run for the share `utilisation` of the time at the
    /// reference clock. Leakage is taken at its reference temperature,
    /// instructions at the reference rate; terms of other meters are left out.
    fn nw_at(&self, cores: u32, utilisation: f64) -> f64 {
        let fixed: f64 = self.fixed.iter().map(|f| f.1).sum();
        let per_core: f64 = self
            .per_core
            .iter()
            .map(|t| {
                let per_cycle = match t.meter {
                    CoreMeter::CYCLES => utilisation,
                    CoreMeter::IDLE_CYCLES => 1.0 - utilisation,
                    CoreMeter::INSTRUCTIONS => {
                        defect!("power-idle-share", utilisation, 1.0) * self.reference_ipc
                    }
                    _ => 0.0,
                };
                t.nj * (per_cycle * self.reference_hz)
            })
            .sum();
        fixed + f64::from(cores) * per_core
    }
}

/// One row for each number of running cores from 0 to `cores`, at the reference clock.
pub fn static_table(model: &PowerModel, cores: u32) -> Vec<TableRow> {
    (0..=cores)
        .map(|running| {
            let share = f64::from(running) / f64::from(cores.max(1));
            let nw = model.nw_at(cores, share);
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
        model_mw: model.nw_at(a.cores, a.utilisation) * 1e-6,
    })
    .collect()
}
