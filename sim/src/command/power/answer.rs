//! What is said of the power of a run; `--json` prints it.

use super::charged::FunctionEnergy;
use serde::Serialize;

/// What a run used.
#[derive(Serialize)]
pub struct Measured {
    pub schema: &'static str,
    pub board: String,
    pub images: Vec<String>,
    /// What is looked at, in seconds since reset: the run, or what `--from` and `--to` say.
    pub from_s: f64,
    pub to_s: f64,
    pub mean_mw: f64,
    pub energy_uj: f64,
    /// Each term of the model; together they are the energy.
    pub components: Vec<Component>,
    pub cores: Vec<CoreUse>,
    pub ways: Vec<Way>,
    pub regions: Vec<RegionPower>,
    pub functions: Vec<FunctionEnergy>,
    pub series: Vec<Interval>,
}

#[derive(Serialize)]
pub struct Component {
    pub name: String,
    /// The meter of a core's term.
    pub meter: Option<String>,
    pub uj: f64,
    pub mw: f64,
}

/// How a core spent its time; shares of it.
#[derive(Serialize)]
pub struct CoreUse {
    pub core: String,
    /// It slept, or was never started.
    pub idle: f64,
    pub running: f64,
    /// Of the running part: it ran in functions that wait. Not known for a part of a run.
    pub waiting: Option<f64>,
    /// It ran elsewhere.
    pub useful: Option<f64>,
}

/// A mean power, and how it was found.
#[derive(Serialize)]
pub struct Way {
    pub way: String,
    pub mw: f64,
    /// Off from the meters.
    pub off_percent: f64,
}

#[derive(Serialize)]
pub struct RegionPower {
    pub region: String,
    /// Time of all cores in it, by the number of cores.
    pub seconds: f64,
    pub energy_uj: f64,
    pub mean_mw: f64,
    pub cores: Vec<CoreUse>,
    pub ways: Vec<Way>,
}

/// A part of the run's time.
#[derive(Serialize)]
pub struct Interval {
    pub from_s: f64,
    pub to_s: f64,
    pub mw: f64,
    /// By component, in the order of those of the run.
    pub components_mw: Vec<f64>,
    pub die_c: f64,
}
