//! What is to be injected, from a specification (RON) or from the command line.

use crate::cli::{Firmware, Inject as Args};
use crate::command::{Failure, options};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use trueboard::board::FastForward;

/// Of the form in which results are kept.
pub const VERSION: u32 = 2;

/// A campaign of injections.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Board: a name, or a file beside the specification.
    #[serde(default)]
    board: Option<String>,
    /// The image of the boot core.
    #[serde(default)]
    image: Option<PathBuf>,
    /// Images of other cores, as `--image`.
    #[serde(default)]
    images: Vec<(String, PathBuf)>,
    /// Cores that start at once besides the first, as `--start`.
    #[serde(default)]
    start: Option<String>,
    /// Overrides of the board file.
    #[serde(default)]
    set: Vec<String>,
    /// Values of variables.
    #[serde(default)]
    poke: Vec<String>,
    /// Simulated time that the run without a fault may take.
    #[serde(default)]
    until: Option<String>,
    /// Places and faults, as `--faults`.
    faults: Vec<String>,
    /// Injections.
    #[serde(default)]
    count: Option<usize>,
    /// Of what is drawn.
    #[serde(default)]
    seed: Option<u64>,
    /// Neighbouring bits that flip at once.
    #[serde(default)]
    flips: Option<u32>,
    /// Faults come at this time or later.
    #[serde(default)]
    from: Option<String>,
    /// Faults come before this time.
    #[serde(default)]
    to: Option<String>,
    /// Memory that is compared at the end.
    #[serde(default)]
    check: Vec<String>,
    /// Lines of the console that are not compared.
    #[serde(default)]
    ignore: Vec<String>,
    /// How many times as long as without a fault a run may take.
    #[serde(default)]
    patience: Option<f64>,
    /// Faults pass by what protects the chip's memories and registers.
    #[serde(default)]
    unprotected: bool,
}

/// What is to be injected.
#[derive(Clone)]
pub struct Spec {
    pub firmware: Firmware,
    /// The untimed span that every run begins with.
    pub fast: Option<FastForward>,
    pub faults: Vec<String>,
    pub count: Option<usize>,
    pub seed: u64,
    pub flips: u32,
    pub from: Option<String>,
    pub to: Option<String>,
    pub check: Vec<String>,
    pub ignore: Vec<String>,
    pub patience: f64,
    pub unprotected: bool,
}

impl Spec {
    pub fn of(a: &Args) -> Result<Spec, Failure> {
        let first = a
            .firmware
            .elf
            .first()
            .filter(|p| p.extension().is_some_and(|e| e == "ron"));
        let mut spec = match first {
            Some(path) => from_file(path, a)?,
            None => from_options(a),
        };
        spec.fast = options::fast(&a.fast)?;
        if spec.faults.is_empty() {
            return Err(Failure::usage(
                "say where faults come: --faults registers, --faults memory, --faults cpu0.o0#3@10ms; \
                 docs/inject.md lists the places",
            ));
        }
        spec.count = a.count.or(spec.count);
        spec.seed = a.seed.unwrap_or(spec.seed);
        if spec.count == Some(0) {
            return Err(Failure::usage(
                "--count 0: must be at least 1; leave it out for one injection of each fault that leaves nothing \
                 open, and 1000 otherwise",
            ));
        }
        if !(1..=8).contains(&spec.flips) {
            let text = format!(
                "--flips {}: must be from 1 to 8 neighbouring bits",
                spec.flips
            );
            return Err(Failure::usage(text));
        }
        if !(spec.patience >= 1.0 && spec.patience <= 1000.0) {
            let text = format!("--patience {}: must be from 1 to 1000", spec.patience);
            return Err(Failure::usage(text));
        }
        Ok(spec)
    }
}

/// Simulated time that a run without a fault may take.
pub const UNTIL: &str = "10s";
/// See [`Spec::patience`].
const PATIENCE: f64 = 3.0;

fn from_options(a: &Args) -> Spec {
    Spec {
        firmware: a.firmware.clone().ending(UNTIL),
        fast: None,
        faults: a.faults.clone(),
        count: None,
        seed: a.seed.unwrap_or(1),
        flips: a.flips.unwrap_or(1),
        from: a.from.clone(),
        to: a.to.clone(),
        check: a.expect_memory.clone(),
        ignore: a.ignore.clone(),
        patience: a.patience.unwrap_or(PATIENCE),
        unprotected: a.unprotected,
    }
}

fn from_file(path: &Path, a: &Args) -> Result<Spec, Failure> {
    let own = [
        ("a second file", a.firmware.elf.len() > 1),
        ("--faults", !a.faults.is_empty()),
        ("--expect-memory", !a.expect_memory.is_empty()),
        ("--ignore", !a.ignore.is_empty()),
        ("--flips", a.flips.is_some()),
        ("--from", a.from.is_some()),
        ("--to", a.to.is_some()),
        ("--patience", a.patience.is_some()),
    ];
    let own = own.iter().find(|o| o.1).map(|o| o.0);
    if let Some(name) = a.firmware.given(&["--board", "--set"]).or(own) {
        let text = format!(
            "{name} beside {}: write it into the specification",
            path.display()
        );
        return Err(Failure::usage(text));
    }
    let unusable = |cause: String| Failure::input(format!("{}: {cause}", path.display()));
    let text =
        trueboard_files::read_text(path).map_err(|e| unusable(format!("cannot be read: {e}")))?;
    let parsed = ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(&text);
    let f: File = parsed.map_err(|e| {
        let (at, why) = (e.span.start, e.code);
        let place = path.display();
        Failure::input(format!(
            "{place}:{at}: {why}; see docs/inject.md for the format"
        ))
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let images = f.images.iter();
    if f.board.is_some() && a.firmware.board.is_some() {
        let text = format!(
            "--board beside {}: it names a board; leave one of the two out",
            path.display()
        );
        return Err(Failure::usage(text));
    }
    let board = f.board.map(|name| match name.ends_with(".ron") {
        true => folder.join(&name).display().to_string(),
        false => name,
    });
    if f.image.is_none() && f.images.is_empty() {
        return Err(unusable(
            "names no image; write image: \"app.elf\"".to_owned(),
        ));
    }
    Ok(Spec {
        firmware: Firmware {
            elf: f.image.iter().map(|i| folder.join(i)).collect(),
            board: board.or(a.firmware.board.clone()),
            image: images
                .map(|(cores, file)| format!("{cores}={}", folder.join(file).display()))
                .collect(),
            start: f.start,
            poke: f.poke,
            until: Some(f.until.unwrap_or_else(|| UNTIL.to_owned())),
            set: f
                .set
                .into_iter()
                .chain(a.firmware.set.iter().cloned())
                .collect(),
            ..Firmware::default()
        },
        fast: None,
        faults: f.faults,
        count: f.count,
        seed: f.seed.unwrap_or(1),
        flips: f.flips.unwrap_or(1),
        from: f.from,
        to: f.to,
        check: f.check,
        ignore: f.ignore,
        patience: f.patience.unwrap_or(PATIENCE),
        unprotected: f.unprotected || a.unprotected,
    })
}
