//! Which images run, and for how long.

use conformance::all_prebuilt;

/// An image under the name that [`conformance::usual`] knows.
pub struct Subject {
    /// Board and image; on a Parallella the script of its name.
    pub name: String,
    /// Milliseconds of simulated time, unless it ends before.
    pub ms: u64,
}

impl Subject {
    /// The image's name, without its board.
    pub fn image(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }
}

/// Small ones of each board, and those that an entry of `firmware/checks.ron` is about.
const SMALL: &[(&str, u64)] = &[
    ("gr740/contention", 20),
    ("gr740/counters", 10),
    ("gr740/epapi_demo", 10),
    ("gr740/events", 20),
    ("gr740/hello", 10),
    ("gr740/lu", 4),
    ("gr740/lu_for_extrae", 60),
    ("gr740/lu_idle_extrae", 180),
    ("gr740/omp", 20),
    ("gr740/omp_clang", 10),
    ("gr740/omp_full", 20),
    ("gr740/overhead", 4),
    ("gr740/raytrace", 10),
    ("gr740/rt_pair", 60),
    ("gr740/traps", 20),
    ("leon3-mini/hello", 10),
    ("parallella/scripts/ctimer", 3000),
    ("parallella/scripts/fir", 3000),
    ("parallella/scripts/hello", 3000),
    ("parallella/scripts/interrupts", 3000),
    ("parallella/scripts/message_star", 3000),
    ("tc275/dataflash", 10),
    ("tc275/epapi", 10),
    ("tc275/epapi_bare", 10),
    ("tc275/epapi_contention", 10),
    ("tc275/hello", 10),
    ("tc275/interrupts", 10),
    ("tc275/vendor", 10),
];

/// Milliseconds of the others.
const MS: u64 = 60;
/// Of those under a host, which takes its time to load them.
const HOSTED_MS: u64 = 5000;

/// The small ones.
pub fn small() -> Vec<Subject> {
    let subject = |&(name, ms): &(&str, u64)| Subject {
        name: name.to_owned(),
        ms,
    };
    SMALL.iter().map(subject).collect()
}

/// All of them, the small ones no shorter than alone.
pub fn every() -> Vec<Subject> {
    let subject = |(board, image): (String, std::path::PathBuf)| {
        let stem = image.file_stem().unwrap_or_default().to_string_lossy();
        let (name, least) = match board.as_str() {
            "parallella" => (format!("{board}/scripts/{stem}"), HOSTED_MS),
            _ => (format!("{board}/{stem}"), MS),
        };
        let small = SMALL.iter().find(|(small, _)| *small == name);
        Subject {
            ms: small.map_or(least, |&(_, ms)| least.max(ms)),
            name,
        }
    };
    all_prebuilt().into_iter().map(subject).collect()
}
