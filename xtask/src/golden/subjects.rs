//! What is run: every prebuilt image as its board usually runs it, and every workload.

use conformance::{all_prebuilt, root};
use std::fmt;
use std::path::Path;

/// How cores are scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The board's quantum.
    Default,
    /// Lock-step: `quantum_cycles=1`.
    Reference,
}

impl Mode {
    /// Overrides of the board file.
    pub fn sets(self) -> &'static [&'static str] {
        match self {
            Mode::Default => &[],
            Mode::Reference => &["quantum_cycles=1"],
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Default => "default",
            Mode::Reference => "reference",
        })
    }
}

/// All of them, by the names that [`conformance::usual`] knows. Images of a Parallella run under the
/// script of their name.
pub fn subjects() -> Vec<(String, Mode)> {
    let mut names: Vec<String> = all_prebuilt()
        .into_iter()
        .map(|(board, image)| match board.as_str() {
            "parallella" => format!("{board}/scripts/{}", stem(&image)),
            _ => format!("{board}/{}", stem(&image)),
        })
        .collect();
    let workloads = root().join("models/workloads/keystone2");
    let entries = std::fs::read_dir(workloads).expect("the directory can be listed");
    let entries = entries.map(|e| e.expect("an entry").path());
    names.extend(
        entries
            .filter(|p| p.extension().is_some_and(|e| e == "ron"))
            .map(|p| format!("keystone2/{}", stem(&p))),
    );
    names.sort();
    let modes = [Mode::Default, Mode::Reference];
    names
        .into_iter()
        .flat_map(|name| modes.map(|mode| (name.clone(), mode)))
        .filter(|(name, mode)| *mode == Mode::Default || !takes_minutes(name))
        .collect()
}

/// Long runs, of which lock-step makes a slice of each cycle: described work of Keystone 2, and a product of matrices.
fn takes_minutes(name: &str) -> bool {
    name.starts_with("keystone2/") || name == "parallella/scripts/speed_matmul"
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().expect("it is a file");
    stem.to_string_lossy().into_owned()
}
