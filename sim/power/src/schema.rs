//! The power file (RON), field by field.

use serde::{Deserialize, Serialize};

/// The value that `schema` must have.
pub const SCHEMA: &str = "trueboard.power/1";

/// A number with its unit and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quantity {
    /// The number.
    pub value: f64,
    /// Its unit; which ones are possible depends on the field.
    pub unit: String,
    /// Document and section, or `estimated:` and the reasoning.
    pub source: String,
}

/// The whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerFile {
    /// [`SCHEMA`].
    pub schema: String,
    /// Name of the model.
    pub name: String,
    /// Clock of the cores for which [`crate::static_table`] and the anchors are computed.
    pub reference_clock: Quantity,
    /// What is used all the time.
    pub fixed: Vec<Fixed>,
    /// What each core uses.
    pub per_core: Vec<Term>,
    /// Finer terms for each core, instead of `per_core`.
    #[serde(default)]
    pub activity: Option<Activity>,
    /// Growth of one fixed component with the temperature of the die.
    #[serde(default)]
    pub leakage_over_temperature: Option<Leakage>,
    /// From power to temperature.
    pub thermal: Thermal,
    /// Published points that the model is to give.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
}

impl PowerFile {
    /// Reads a file without checking its content; an optional part is written without `Some`.
    ///
    /// # Errors
    /// Where the text has another shape.
    pub fn parse(text: &str) -> Result<PowerFile, ron::error::SpannedError> {
        ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
            .from_str(text)
    }
}

/// A component of constant power.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    /// Its name in reports.
    pub name: String,
    /// nW, uW, mW or W.
    pub power: Quantity,
}

/// Energy for each count of a core's meter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The meter, as in `trueboard events`.
    pub meter: String,
    /// pJ, nJ or uJ.
    pub energy: Quantity,
}

/// Terms that follow what a core executes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activity {
    /// Use them.
    pub enabled: bool,
    /// Instructions per cycle that tables assume; unit 1.
    pub reference_ipc: Quantity,
    /// The terms.
    pub per_core: Vec<Term>,
}

/// Exponential growth with temperature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leakage {
    /// Use it.
    pub enabled: bool,
    /// Name of the fixed component.
    pub component: String,
    /// Temperature at which the component has its power; degC.
    pub reference: Quantity,
    /// Temperature step that doubles it; K.
    pub doubles_every: Quantity,
}

/// Two stages in series over the ambient.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thermal {
    /// degC.
    pub ambient: Quantity,
    /// The fast stage.
    pub die_over_package: Stage,
    /// The slow stage.
    pub package_over_ambient: Stage,
    /// Temperatures at the start of a run.
    pub start: FileStart,
}

/// One thermal resistance with its time constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// K/W.
    pub resistance: Quantity,
    /// ms or s.
    pub time_constant: Quantity,
}

/// Temperatures at the start of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FileStart {
    /// Everything is at ambient temperature.
    Cold,
    /// As after a long time at this power; nW, uW, mW or W.
    Steady(Quantity),
}

/// A published point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Cores of the board.
    pub cores: u32,
    /// Mean share of time in which they run; unit 1.
    pub utilisation: Quantity,
    /// nW, uW, mW or W.
    pub power: Quantity,
}
