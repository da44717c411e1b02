//! Power and energy of a run, by component, core, region and function, and over time ([`of_run`]); figures of a
//! board's power model by itself ([`of_board`]). `docs/user/howto/power.md` defines the terms.

mod alone;
mod answer;
mod grid;
mod measured;

pub use alone::{BoardPower, CoresPower, SharesPower, of_board};
pub use answer::{Component, CoreUse, Interval, Measured, RegionPower, Way};
pub use measured::of_run;
pub use trueboard_analyses::energy::FunctionEnergy;

use crate::{Error, Firmware};
use trueboard_board::Budget;

/// A question about the power of a run.
#[derive(Clone)]
pub struct RunRequest {
    /// The firmware.
    pub firmware: Firmware,
    /// Begin of the measured part; default: the begin of the run.
    pub from: Option<Budget>,
    /// Its end.
    pub to: Option<Budget>,
    /// Length of an interval of the series; a step of the power grid if nothing is said.
    pub every: Option<Budget>,
    /// Patterns of functions to report the energy of, with all their callees.
    pub regions: Vec<String>,
    /// Patterns of functions in which a core waits; those of the usual OpenMP runtimes if there are none.
    pub waits: Vec<String>,
    /// Percent of time in which cores run, for the way of a spreadsheet: one for all, or one for each core.
    pub usage: Vec<f64>,
    /// Clock of the cores in that way; their own if nothing is said.
    pub clock_mhz: Option<f64>,
}

impl RunRequest {
    /// A request for the power of a whole run.
    #[must_use]
    pub fn new(firmware: Firmware) -> RunRequest {
        RunRequest {
            firmware,
            from: None,
            to: None,
            every: None,
            regions: Vec::new(),
            waits: Vec::new(),
            usage: Vec::new(),
            clock_mhz: None,
        }
    }
}

/// A question about a power model without a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardRequest {
    /// The board: a name, or a .ron file.
    pub board: String,
    /// Values of the board file that are changed: `path=value`.
    pub set: Vec<String>,
    /// Percent of time in which cores run: one for all, or one for each core. Without any, the answer is by running
    /// cores.
    pub usage: Vec<f64>,
    /// Clock of the cores; that of the model if nothing is said.
    pub clock_mhz: Option<f64>,
}

fn no_model(board: &str) -> Error {
    Error::Unusable(format!("{board}: this board has no power model"))
}

/// The shares of time in which cores run, as fractions.
fn shares(usage: &[f64], cores: usize) -> Result<Option<Vec<f64>>, Error> {
    if let Some(wrong) = usage.iter().find(|u| !(0.0..=100.0).contains(*u)) {
        return Err(Error::Request(format!(
            "--use {wrong}: is no share of time; write percent from 0 to 100"
        )));
    }
    match usage {
        [] => Ok(None),
        [all] => Ok(Some(vec![all / 100.0; cores])),
        some if some.len() == cores => Ok(Some(some.iter().map(|u| u / 100.0).collect())),
        some => Err(Error::Request(format!(
            "--use: {} shares for {cores} cores; give one for each core, or one for all",
            some.len()
        ))),
    }
}

/// The requested clock, in Hz.
fn clock(mhz: Option<f64>) -> Result<Option<f64>, Error> {
    match mhz {
        None => Ok(None),
        Some(mhz) if mhz.is_finite() && mhz > 0.0 => Ok(Some(mhz * 1e6)),
        Some(mhz) => Err(Error::Request(format!(
            "--clock {mhz}: is no clock; write MHz, as in 125"
        ))),
    }
}
