//! One golden run: what is hashed of it.

use crate::golden::subjects::Mode;
use conformance::{board_of, run, usual};
use std::path::Path;
use trueboard_board::{Machine, Options, Report, Session};
use trueboard_core::time::Tick;
use trueboard_trace::Format;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Points in time at which the machine is hashed: equidistant, the last one is the end.
pub const POINTS: usize = 10;

/// Hashes of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden {
    /// Of the report, without the paths of images.
    pub report: u64,
    /// Of what came out of the console.
    pub console: u64,
    /// Of all trace files, each format once; in the default mode only.
    pub traces: Option<u64>,
    /// Of the visible state at each point: registers by name, memories, devices, meters by name.
    pub states: Vec<u64>,
    /// Of the machine's digest at each point. It depends on how a core lays out its state, too.
    pub digests: Vec<u64>,
}

impl Golden {
    /// Runs `name` whole, once more in pieces with its state hashed in between, and in the default
    /// mode once more with traces.
    pub fn of(name: &str, mode: Mode) -> Golden {
        let board = board_of(name, mode.sets());
        let whole = run(&board, usual(name));
        let session = Session::new(&board, usual(name));
        let mut m = session.unwrap_or_else(|e| panic!("{e}")).into_machine();
        let end = whole.report.time.ticks;
        let (states, digests) = (1..=POINTS as u64)
            .map(|i| {
                m.run(Tick(end * i / POINTS as u64));
                let parts = m.digest_parts();
                (visible_state(&m, &parts), hash_of_parts(&parts, |_| true))
            })
            .unzip();
        Golden {
            report: hash_of_report(whole.report),
            console: xxh3_64(whole.console.as_bytes()),
            traces: (mode == Mode::Default).then(|| hash_of_traces(name)),
            states,
            digests,
        }
    }

    /// Names of the parts that differ.
    pub fn differences(&self, other: &Golden) -> Vec<String> {
        let mut parts = Vec::new();
        let mut differ = |what: &str, equal: bool| {
            if !equal {
                parts.push(what.to_owned());
            }
        };
        differ("report", self.report == other.report);
        differ("console", self.console == other.console);
        differ("traces", self.traces == other.traces);
        // Points after the first one that differs differ for its reason.
        for (what, a, b) in [
            ("state", &self.states, &other.states),
            ("digest", &self.digests, &other.digests),
        ] {
            if let Some(i) = a.iter().zip(b).position(|(a, b)| a != b) {
                parts.push(format!("{what} at {}/{POINTS} of the run", i + 1));
            }
        }
        parts
    }
}

/// Hash of the parts of a machine's digest that `wanted` names.
fn hash_of_parts(parts: &[(String, String)], wanted: impl Fn(&str) -> bool) -> u64 {
    let mut hash = Xxh3::new();
    for (name, digest) in parts.iter().filter(|(name, _)| wanted(name)) {
        hash.update(&xxh3_64(name.as_bytes()).to_le_bytes());
        hash.update(&xxh3_64(digest.as_bytes()).to_le_bytes());
    }
    hash.digest()
}

/// What a user can see of a machine, independent of how its parts lay out their state. `parts` are those of its digest:
/// of memories they have the pages that differ from zero.
fn visible_state(m: &Machine, parts: &[(String, String)]) -> u64 {
    let mut hash = Xxh3::new();
    let mut add = |value: u64| hash.update(&value.to_le_bytes());
    let mut cores = Vec::new();
    for (core, bank) in (0..m.core_count() as u8).zip(&m.meters().cores) {
        cores.extend(m.core_state(core).map(|(name, _)| name.to_owned()));
        add(m.core_cycles(core));
        add(m.pc(core));
        for (i, register) in m.registers(core).iter().enumerate() {
            add(xxh3_64(register.name.as_bytes()));
            add(m.register(core, i));
        }
        let dictionary = m.dictionary(core).expect("a core has a dictionary");
        for meter in dictionary.all() {
            for supervisor in [false, true] {
                let count = bank.in_mode(supervisor, meter);
                if count != 0 {
                    add(xxh3_64(dictionary.name(meter).as_bytes()));
                    add(count);
                }
            }
        }
    }
    // Hashed above by name, or of what lies behind what is seen.
    const NOT: [&str; 5] = ["meters", "machine", "snooping", "streams", "judge"];
    let others = |name: &str| !cores.iter().any(|c| c == name) && !NOT.contains(&name);
    add(hash_of_parts(parts, others));
    hash.digest()
}

fn hash_of_report(mut report: Report) -> u64 {
    for image in &mut report.images {
        image.path.clear();
    }
    let text = serde_json::to_vec(&report).expect("a report can be written as JSON");
    xxh3_64(&text)
}

fn hash_of_traces(name: &str) -> u64 {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let place = |file: &str| dir.path().join(file);
    let options = Options {
        traces: vec![
            (Format::Ctf, place("ctf")),
            (Format::Paraver, place("trace.prv")),
            (Format::Perfetto, place("trace.json")),
        ],
        ..usual(name)
    };
    run(&board_of(name, &[]), options);
    let mut hash = Xxh3::new();
    add_files(&mut hash, dir.path());
    hash.digest()
}

/// Names and contents of all files below `dir`, in the order of their names.
fn add_files(hash: &mut Xxh3, dir: &Path) {
    let entries = std::fs::read_dir(dir).expect("the directory can be listed");
    let mut entries: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().expect("it has a name");
        hash.update(name.as_encoded_bytes());
        if path.is_dir() {
            add_files(hash, &path);
        } else {
            hash.update(&std::fs::read(&path).expect("the file can be read"));
        }
    }
}
