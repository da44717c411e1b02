//! Types of the answer about the power of a run.

use serde::Serialize;
use trueboard_analyses::energy::FunctionEnergy;

/// Power and energy of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Of this answer as JSON.
    pub schema: &'static str,
    /// The board.
    pub board: String,
    /// Images of the run.
    pub images: Vec<String>,
    /// How the run ended.
    #[serde(skip)]
    pub exit_code: u8,
    /// What is looked at, in seconds since reset: the run, or what `--from` and `--to` say.
    pub from_s: f64,
    /// Its end.
    pub to_s: f64,
    /// Milliwatts on average.
    pub mean_mw: f64,
    /// Microjoules.
    pub energy_uj: f64,
    /// Each term of the model; together they are the energy.
    pub components: Vec<Component>,
    /// Shares of time of each core.
    pub cores: Vec<CoreUse>,
    /// The mean power, found in several ways.
    pub ways: Vec<Way>,
    /// Regions that were asked for.
    pub regions: Vec<RegionPower>,
    /// Functions in order of their energy; empty for a part of a run.
    pub functions: Vec<FunctionEnergy>,
    /// Power over time.
    pub series: Vec<Interval>,
}

/// A term of the power model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// The meter of a core's term.
    pub meter: Option<String>,
    /// Microjoules.
    pub uj: f64,
    /// Milliwatts on average.
    pub mw: f64,
}

/// A core's shares of time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoreUse {
    /// Its name.
    pub core: String,
    /// Share in which it slept, or was not started.
    pub idle: f64,
    /// Share in which it ran.
    pub running: f64,
    /// Of the running part: it ran in functions that wait. Not known for a part of a run.
    pub waiting: Option<f64>,
    /// It ran elsewhere.
    pub useful: Option<f64>,
}

/// A mean power with the method that found it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Way {
    /// The method, by name.
    pub way: String,
    /// Milliwatts.
    pub mw: f64,
    /// Off from the meters, in percent.
    pub off_percent: f64,
}

/// Power and energy of a region.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RegionPower {
    /// The pattern that names its functions.
    pub region: String,
    /// Time of all cores in it, by the number of cores.
    pub seconds: f64,
    /// Microjoules.
    pub energy_uj: f64,
    /// Milliwatts on average.
    pub mean_mw: f64,
    /// Shares of time of each core in the region.
    pub cores: Vec<CoreUse>,
    /// The mean power, found in several ways.
    pub ways: Vec<Way>,
}

/// A part of the run's time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Its begin, in seconds since reset.
    pub from_s: f64,
    /// Its end.
    pub to_s: f64,
    /// Milliwatts on average.
    pub mw: f64,
    /// By component, in the order of those of the run.
    pub components_mw: Vec<f64>,
    /// Temperature of the die at its end, in degrees Celsius.
    pub die_c: f64,
}
