//! What is to be injected, said by a caller or by a specification (RON).

use crate::engine::Engine;
use crate::error::Error;
use crate::specification;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use trueboard_board::asked::{Fast, Program};

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
    /// Devices that the board file does not have, as `--device`.
    #[serde(default)]
    device: Vec<PathBuf>,
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

/// A campaign of injections.
#[derive(Clone, Debug)]
pub struct Request {
    /// What runs.
    pub program: Program,
    /// The untimed span that every run begins with.
    pub fast: Fast,
    /// Where and when: `PLACE[#BIT[+BIT]][@TIME]`, as `registers`, `memory:matrix`, `cpu0.o0#3@10ms`. What is left open
    /// is drawn; `docs/user/howto/inject.md` lists the places.
    pub faults: Vec<String>,
    /// Injections; none: 1000, or one for each fault that leaves nothing open.
    pub count: Option<usize>,
    /// Of the pseudo-random numbers that draw what is left open.
    pub seed: u64,
    /// Neighbouring bits that flip at once, from 1 to 8.
    pub flips: u32,
    /// Times are drawn from here on: cycles, or a time with its unit. None: from the beginning of the run.
    pub from: Option<String>,
    /// Times are drawn before this one; none: before the end of the run.
    pub to: Option<String>,
    /// Memory that has to be at the end as it is without the fault: `SYMBOL[:BYTES]`.
    pub expect_memory: Vec<String>,
    /// Lines of the console that may differ, as patterns with `*` and `?`.
    pub ignore: Vec<String>,
    /// How many times as long as without a fault a run may take before it counts as hung, from 1 to 1000.
    pub patience: f64,
    /// What is protected by parity or a correcting code flips as if it were not.
    pub unprotected: bool,
    /// The folder of results, where a campaign that was interrupted goes on; none keeps nothing.
    pub out: Option<PathBuf>,
    /// Runs at a time; 0: one for each processor of the host.
    pub jobs: usize,
    /// Who executes the runs.
    pub engine: Engine,
    /// Of a single injection the answer tells what happened, step by step.
    pub story: bool,
}

/// Simulated time that a run without a fault may take.
pub const UNTIL: &str = "10s";
/// See [`Request::patience`].
const PATIENCE: f64 = 3.0;

impl Request {
    /// Faults in a program, with everything else as on the command line.
    #[must_use]
    pub fn new(program: Program, faults: Vec<String>) -> Request {
        Request {
            program: program.ending(UNTIL),
            fast: Fast::default(),
            faults,
            count: None,
            seed: 1,
            flips: 1,
            from: None,
            to: None,
            expect_memory: Vec::new(),
            ignore: Vec::new(),
            patience: PATIENCE,
            unprotected: false,
            out: None,
            jobs: 0,
            engine: Engine::Here,
            story: false,
        }
    }

    /// What a specification says. Of `more` its board counts where the specification names none, and its overrides
    /// behind those of the specification.
    ///
    /// # Errors
    /// A file that cannot be read or is no specification, and a board in both.
    pub fn read(path: &Path, more: &Program) -> Result<Request, Error> {
        let unusable = |cause: String| Error::input(format!("{}: {cause}", path.display()));
        let f: File = specification::read(path, "docs/user/howto/inject.md")?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let images = f.images.iter();
        if f.board.is_some() && more.board.is_some() {
            let text = format!(
                "--board beside {}: it names a board; leave one of the two out",
                path.display()
            );
            return Err(Error::usage(text));
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
        let program = Program {
            elf: f.image.iter().map(|i| folder.join(i)).collect(),
            board: board.or(more.board.clone()),
            image: images
                .map(|(cores, file)| format!("{cores}={}", folder.join(file).display()))
                .collect(),
            start: f.start,
            device: f.device.iter().map(|d| folder.join(d)).collect(),
            poke: f.poke,
            until: f.until,
            set: f.set.into_iter().chain(more.set.iter().cloned()).collect(),
            ..Program::default()
        };
        Ok(Request {
            count: f.count,
            seed: f.seed.unwrap_or(1),
            flips: f.flips.unwrap_or(1),
            from: f.from,
            to: f.to,
            expect_memory: f.check,
            ignore: f.ignore,
            patience: f.patience.unwrap_or(PATIENCE),
            unprotected: f.unprotected,
            ..Request::new(program, f.faults)
        })
    }

    /// Refuses numbers that no campaign can have.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.faults.is_empty() {
            return Err(Error::usage(
                "say where faults come: --faults registers, --faults memory, --faults cpu0.o0#3@10ms; \
                 docs/user/howto/inject.md lists the places",
            ));
        }
        if self.count == Some(0) {
            return Err(Error::usage(
                "--count 0: must be at least 1; leave it out for one injection of each fault that leaves nothing \
                 open, and 1000 otherwise",
            ));
        }
        if !(1..=8).contains(&self.flips) {
            let text = format!(
                "--flips {}: must be from 1 to 8 neighbouring bits",
                self.flips
            );
            return Err(Error::usage(text));
        }
        if !(self.patience >= 1.0 && self.patience <= 1000.0) {
            let text = format!("--patience {}: must be from 1 to 1000", self.patience);
            return Err(Error::usage(text));
        }
        Ok(())
    }
}
