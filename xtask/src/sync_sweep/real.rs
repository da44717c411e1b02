//! The same question asked of the simulated boards: runs of `trueboard`, as a user would make them.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What was run, and what came out by the number of messages each way.
pub struct Real {
    pub name: &'static str,
    /// How long the clocks were compared, in seconds.
    pub seconds: f64,
    /// All clocks together: the quality of the worst one.
    pub quality: String,
    /// Events that had to be moved behind their cause.
    pub moved: u64,
    /// How far the answer could have been off, by its own account, in nanoseconds.
    pub bound_ns: f64,
    pub rows: Vec<Row>,
}

pub struct Row {
    /// Messages each way; of exchanges, their number.
    pub number: u64,
    /// The largest error of any time stamp of any clock, in nanoseconds.
    pub max_ns: f64,
}

/// A run and the ways in which its clocks are compared.
struct Plan {
    run: &'static [&'static str],
    /// Traces, by the folders of their streams.
    traces: &'static [&'static str],
    by: &'static [(&'static str, &'static [&'static str])],
}

const KEYSTONE: Plan = Plan {
    run: &[
        "--board",
        "keystone2",
        "--workload",
        "sync",
        "--set",
        "cores.dsp.params.tsc=(offset: [5000, 0, 77], ppm: [50, -50, 50, -50, 50, -50, 50, -50])",
    ],
    traces: &[
        "arm", "dsp0", "dsp1", "dsp2", "dsp3", "dsp4", "dsp5", "dsp6", "dsp7",
    ],
    by: &[
        (
            "Keystone 2, exchanges",
            &["--pairs", "cause=sync_cause,effect=sync_effect,key=seq"],
        ),
        (
            "Keystone 2, MessageQ",
            &[
                "--pairs",
                "cause=message_put,effect=message_get,key=src+dst+seq",
            ],
        ),
    ],
};

const PARALLELLA_EXCHANGES: Plan = Plan {
    run: &[
        "--board",
        "parallella",
        "--host",
        "firmware/parallella/scripts/sync_ring.ron",
        "--set",
        "cores.host.params.drift_ppm=50.0",
    ],
    traces: &["host", "parallella"],
    by: &[("Parallella, exchanges", &["--clocks", "stream"])],
};

const PARALLELLA_MESSAGES: Plan = Plan {
    run: &[
        "--board",
        "parallella",
        "--host",
        "firmware/parallella/scripts/message_star.ron",
    ],
    traces: &["parallella"],
    by: &[(
        "Parallella, messages between cores",
        &["--clocks", "stream", "--reference", "stream-0-0"],
    )],
};

/// Runs all of them with the program beside this one.
pub fn all(root: &Path) -> Result<Vec<Real>, String> {
    let exe = std::env::current_exe().map_err(|e| e.to_string())?;
    let trueboard = exe.with_file_name("trueboard");
    if !trueboard.exists() {
        return Err(format!(
            "{} is not there; build it: cargo build --release",
            trueboard.display()
        ));
    }
    let mut out = Vec::new();
    for plan in [KEYSTONE, PARALLELLA_EXCHANGES, PARALLELLA_MESSAGES] {
        out.extend(plan.run(&trueboard, root)?);
    }
    Ok(out)
}

impl Plan {
    fn run(&self, trueboard: &Path, root: &Path) -> Result<Vec<Real>, String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let out = dir.path().join("out");
        let mut run = Command::new(trueboard);
        run.current_dir(root).arg("run").args(self.run);
        run.args(["--quiet", "--out"]).arg(&out);
        said(&mut run)?;
        let streams = out.join("streams");
        let traces: Vec<PathBuf> = self.traces.iter().map(|t| streams.join(t)).collect();
        let compare = |(name, how): &(&'static str, &[&str])| {
            let mut sync = Command::new(trueboard);
            sync.arg("sync").args(&traces).args(*how).arg("--truth");
            sync.arg(streams.join("truth-clocks.json"));
            sync.arg("--out").arg(dir.path().join("merged"));
            let text = said(sync.arg("--json"))?;
            let report: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
            real(name, &report).ok_or_else(|| format!("{name}: a report of another form"))
        };
        self.by.iter().map(compare).collect()
    }
}

/// What a command says on standard output.
fn said(command: &mut Command) -> Result<String, String> {
    let out = command.output().map_err(|e| e.to_string())?;
    if !out.status.success() {
        let err = String::from_utf8_lossy(&out.stderr);
        return Err(format!("{command:?}: {}: {err}", out.status));
    }
    String::from_utf8(out.stdout).map_err(|e| e.to_string())
}

fn real(name: &'static str, report: &Value) -> Option<Real> {
    let links = report["links"].as_array()?;
    let truths: Vec<&Value> = links.iter().map(|l| &l["truth"]).collect();
    let worst = |values: Vec<f64>| values.into_iter().fold(0.0, f64::max);
    let full = truths.first()?["thinned"][0]["during_ns"].as_f64()?;
    let mut rows: Vec<Row> = Vec::new();
    for truth in &truths {
        for t in truth["thinned"].as_array()? {
            // Fewer of them over the same time; those that end before are reported elsewhere.
            if t["during_ns"].as_f64()? < 0.6 * full {
                continue;
            }
            let of = &t["messages"];
            let number = of[0].as_u64()?.min(of[1].as_u64()?);
            let max_ns = t["max_ns"].as_f64()?;
            match rows.iter_mut().find(|r| r.number == number) {
                Some(r) => r.max_ns = r.max_ns.max(max_ns),
                None => rows.push(Row { number, max_ns }),
            }
        }
    }
    rows.sort_by_key(|r| r.number);
    let bounds = links.iter().flat_map(|l| l["bound_ns"].as_array());
    let bounds = bounds.flatten().filter_map(Value::as_f64).collect();
    let quality = links.iter().filter_map(|l| l["quality"].as_str());
    Some(Real {
        name,
        seconds: full / 1e9,
        quality: quality.max()?.to_owned(),
        moved: report["merged"]["moved"].as_u64()?,
        bound_ns: worst(bounds),
        rows,
    })
}
