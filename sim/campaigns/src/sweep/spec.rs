//! What runs over what: a sweep as data.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A sweep: one run for each combination of image, axes, input and cores.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Board: a name, or a file beside the specification.
    pub board: String,
    /// The images, each run by itself.
    #[serde(default)]
    pub images: Vec<PathBuf>,
    /// Cores that have each of them, in place of the boot core, as `--on`.
    #[serde(default)]
    pub on: Option<String>,
    /// Further images that are in all runs, as `--image`.
    #[serde(default)]
    pub image: Vec<String>,
    /// Cores that start at once besides the first that has an image, as `--start`.
    #[serde(default)]
    pub start: Option<String>,
    /// Address of raw binaries among the images, as `--at`.
    #[serde(default)]
    pub at: Option<String>,
    /// Script of the board's host, beside the specification, in place of images.
    #[serde(default)]
    pub host: Option<PathBuf>,
    /// Workload of stub cores: a name, or a file beside the specification, in place of images.
    #[serde(default)]
    pub workload: Option<String>,
    /// Files that a host on the network exports, by path.
    #[serde(skip)]
    pub network: Option<Vec<(String, Vec<u8>)>>,
    /// What holds for all runs, as `--set`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Devices that the board file does not have, as `--device`, beside the specification.
    #[serde(default)]
    pub device: Vec<PathBuf>,
    /// What holds for all runs, as `--poke`.
    #[serde(default)]
    pub poke: Vec<String>,
    /// Bytes for the console's receiver, in a file beside the specification.
    #[serde(default)]
    pub stdin: Option<PathBuf>,
    /// Simulated time after which a run ends.
    #[serde(default)]
    pub until: Option<String>,
    /// Numbers of cores.
    #[serde(default)]
    pub cores: Vec<u8>,
    /// The group of cores that they are of; the first by default.
    #[serde(default)]
    pub core_group: Option<String>,
    /// Inputs, the smallest first.
    #[serde(default)]
    pub inputs: Vec<Choice>,
    /// What else differs.
    #[serde(default)]
    pub axes: Vec<Axis>,
    /// Combinations to leave out: axis and value.
    #[serde(default)]
    pub skip: Vec<BTreeMap<String, String>>,
    /// What makes a region.
    #[serde(default)]
    pub regions: Regions,
    /// Meters to keep, `PLACE.METER`, as `trueboard compare` names them.
    #[serde(default)]
    pub meters: Vec<String>,
}

/// A value of an axis.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Overrides of the board file.
    #[serde(default)]
    pub set: Vec<String>,
    /// Values of variables.
    #[serde(default)]
    pub poke: Vec<String>,
    /// Bytes for the console's receiver, in place of those of all runs.
    #[serde(default)]
    pub stdin: Option<PathBuf>,
}

/// An axis.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Vec<Choice>,
}

/// What makes a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Regions {
    /// Nothing.
    None,
    /// Fork and join of OpenMP.
    #[default]
    Automatic,
    /// `analyzer_start(n)` and `analyzer_stop(n)`.
    Marks,
}
