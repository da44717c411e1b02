//! What a specification of tests says (RON).

use crate::error::Error;
use crate::expect::Expectation;
use crate::specification;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trueboard_board::report::OutcomeKind;

/// A file of tests. Paths in it are relative to its folder.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The board of tests that name none.
    #[serde(default)]
    pub board: Option<String>,
    /// Board values of all tests, before their own: `path=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Budget of simulated time of tests that have none of their own.
    #[serde(default)]
    pub until: Option<String>,
    /// Time of the host after which a test ends that has no limit of its own: `"60s"`.
    #[serde(default)]
    pub timeout: Option<String>,
    /// The tests.
    pub tests: Vec<Test>,
}

/// A run, and what is expected of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Its name; no two tests have one.
    pub name: String,
    /// The image of the boot core.
    #[serde(default)]
    pub image: Option<PathBuf>,
    /// Images by cores: `{"1-3": "worker.elf"}`.
    #[serde(default)]
    pub images: BTreeMap<String, PathBuf>,
    /// Cores that start at once besides the first that has an image.
    #[serde(default)]
    pub start: Option<String>,
    /// Script of the board's host.
    #[serde(default)]
    pub host: Option<PathBuf>,
    /// What stub cores do: a name, or a file.
    #[serde(default)]
    pub workload: Option<String>,
    /// The board.
    #[serde(default)]
    pub board: Option<String>,
    /// Devices that the board file does not have, as `--device`.
    #[serde(default)]
    pub device: Vec<PathBuf>,
    /// Board values: `path=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Cores that have `image` in place of the boot core.
    #[serde(default)]
    pub on: Option<String>,
    /// Address of images that are raw binaries.
    #[serde(default)]
    pub at: Option<String>,
    /// Values of variables: `symbol=value`.
    #[serde(default)]
    pub poke: Vec<String>,
    /// Folder that a host on the network exports.
    #[serde(default)]
    pub nfs: Option<PathBuf>,
    /// Checks that must find nothing, as `--check` of `trueboard run`: `"all"`, `"races,stack"`.
    #[serde(default)]
    pub check: Option<String>,
    /// Files of findings that are accepted.
    #[serde(default)]
    pub check_suppress: Vec<PathBuf>,
    /// Text for the console's receiver.
    #[serde(default)]
    pub stdin: String,
    /// Turns on serial lines, one after the other.
    #[serde(default)]
    pub dialogue: Vec<Turn>,
    /// Budget of simulated time: `"10ms"`, `"1000000"` cycles.
    #[serde(default)]
    pub until: Option<String>,
    /// Time of the host after which the run ends, and the test has failed: `"60s"`.
    #[serde(default)]
    pub timeout: Option<String>,
    /// The kept report has what every function costs, for `trueboard profile`.
    #[serde(default)]
    pub profile: bool,
    /// Regions to measure, for `bounds`.
    #[serde(default)]
    pub regions: Vec<String>,
    /// Accesses to unmodelled parts and bus errors end the run.
    #[serde(default)]
    pub strict: bool,
    /// How the run must end.
    #[serde(default)]
    pub outcome: OutcomeKind,
    /// The status that the firmware must give.
    #[serde(default)]
    pub status: Option<u32>,
    /// Each of these patterns must match a line of the console.
    #[serde(default)]
    pub console: Vec<String>,
    /// None of these patterns may match a line of the console.
    #[serde(default)]
    pub console_without: Vec<String>,
    /// How far a counter or clock that the firmware read may be from what happened: `"0"`, `"2%"`. Without it
    /// readings are not looked at.
    #[serde(default)]
    pub readings_within: Option<String>,
    /// Bounds on numbers of the run.
    #[serde(default)]
    pub bounds: Vec<Bound>,
    /// What a library of the firmware told its user is this, of what happened.
    #[serde(default)]
    pub expect: Vec<Expectation>,
}

/// A turn: what is waited for, then what is typed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// A pattern that a line must match, complete or not.
    #[serde(default)]
    pub wait: Option<String>,
    /// The simulated time within which that line must come, from the turn before on: `"10ms"`.
    #[serde(default)]
    pub within: Option<String>,
    /// The text to type then.
    #[serde(default, rename = "type")]
    pub text: Option<String>,
    /// The device whose serial line this is about; without it the console.
    #[serde(default)]
    pub line: Option<String>,
}

/// A bound on one number of a run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// The number: place and meter with a point between, as `compare` names them (`cpu0.cycles`,
    /// `region main on core 0.dcache_read_misses`, `run.nanoseconds`).
    pub of: String,
    /// It must be so much or more.
    #[serde(default)]
    pub at_least: Option<u64>,
    /// It must be so much or less.
    #[serde(default)]
    pub at_most: Option<u64>,
    /// It may differ so far from the figure that `--update` has recorded: `"0"`, `"2%"`.
    #[serde(default)]
    pub recorded_within: Option<String>,
}

/// Reads a file of tests.
pub fn read(path: &Path) -> Result<Spec, Error> {
    let fail = |what: String| Error::input(format!("{}: {what}", path.display()));
    let spec: Spec = specification::read(path, "docs/user/howto/test.md")?;
    let mut wrong = problems(&spec);
    wrong.sort();
    match wrong.as_slice() {
        [] => Ok(spec),
        all => Err(fail(all.join("; "))),
    }
}

/// All that is wrong with a specification besides its form.
fn problems(spec: &Spec) -> Vec<String> {
    let mut wrong = Vec::new();
    if spec.tests.is_empty() {
        wrong.push("there is no test in it".to_owned());
    }
    let mut names: Vec<&str> = spec.tests.iter().map(|t| t.name.as_str()).collect();
    names.sort_unstable();
    for pair in names.windows(2) {
        if let [a, b] = pair
            && a == b
        {
            wrong.push(format!("two tests are called `{a}`"));
        }
    }
    for t in &spec.tests {
        let runs =
            t.image.is_some() || !t.images.is_empty() || t.host.is_some() || t.workload.is_some();
        if !runs {
            wrong.push(format!(
                "test `{}` runs nothing: give `image`, `images`, `host` or `workload`",
                t.name
            ));
        }
        if t.check.is_none() && !t.check_suppress.is_empty() {
            wrong.push(format!(
                "test `{}`: `check_suppress` is about checks: give `check`",
                t.name
            ));
        }
        for (i, turn) in t.dialogue.iter().enumerate() {
            let what = match (&turn.wait, &turn.text, &turn.within) {
                (None, None, _) => "does nothing: give `wait`, `type` or both",
                (None, _, Some(_)) => "has `within` and nothing to wait for: give `wait`",
                _ => continue,
            };
            let (name, number) = (&t.name, i + 1);
            wrong.push(format!(
                "test `{name}`: turn {number} of the dialogue {what}"
            ));
        }
        for b in &t.bounds {
            if b.at_least.is_none() && b.at_most.is_none() && b.recorded_within.is_none() {
                wrong.push(format!(
                    "test `{}`: the bound of `{}` bounds nothing: give `at_least`, `at_most` or `recorded_within`",
                    t.name, b.of
                ));
            }
        }
    }
    wrong
}
