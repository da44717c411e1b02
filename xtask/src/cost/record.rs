//! The files of what was counted.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What was recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// The compiler of the program that was counted: another one makes other code.
    pub rustc: String,
    /// Host instructions per simulated instruction; of commands, millions of host instructions.
    pub counts: BTreeMap<String, f64>,
}

/// The file of the release profile.
pub fn release() -> PathBuf {
    conformance::root().join("tests/cost/recorded.ron")
}

/// What is recorded in a file.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path) -> Result<Recorded, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    ron::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Records counts to one digit behind the point.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path, recorded: &Recorded) -> Result<(), String> {
    let mut rounded = recorded.clone();
    for count in rounded.counts.values_mut() {
        *count = (*count * 10.0).round() / 10.0;
    }
    let text = ron::ser::to_string_pretty(&rounded, ron::ser::PrettyConfig::default());
    let text = text.map_err(|e| e.to_string())? + "\n";
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
