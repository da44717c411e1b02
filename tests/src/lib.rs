//! What tests of whole machines share: where things are, how a run is made, what must hold for
//! every run, and tiny images that need no cross compiler.

pub mod asm;
pub mod epiphany;
pub mod golden;
pub mod mixed;
pub mod tiny;
pub mod tricore;
pub mod two_kinds;

pub use skip::skipped;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use trueboard_analyses::regions::Selector;
use trueboard_analyses::regions::request::Request;
use trueboard_board::{
    Analyses, BoardModel, CoreKind, Disk, Expected, InputError, Machine, Options, Report, Session,
    machine, open_board, read_image,
};
pub use trueboard_core::random;

/// The GR740 images in `firmware/prebuilt/`.
pub const IMAGES: &[&str] = &[
    "hello",
    "lu",
    "omp",
    "events",
    "contention",
    "traps",
    "heat",
    "memory",
    "speed_calls",
    "speed_loop",
    "speed_matmul",
    "speed_memory",
];

/// The board of those images.
pub const BOARD: &str = "gr740";

/// The workspace's directory.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package lies in the workspace")
        .to_owned()
}

/// Cores of a Parallella that execute programs.
const ECORES: usize = 16;

/// Board and name of a prebuilt image: `tc275/hello`, or of one for the GR740 just `hello`.
fn board_and_name(image: &str) -> (&str, &str) {
    image.split_once('/').unwrap_or((BOARD, image))
}

/// A prebuilt image: `tc275/hello`, or of one for the GR740 just `hello`.
pub fn prebuilt(image: &str) -> PathBuf {
    let (board, name) = board_and_name(image);
    root().join(format!("firmware/prebuilt/{board}/{name}.elf"))
}

/// The board of what [`usual`] runs, with overrides as on the command line.
///
/// # Panics
/// When a workload is not there.
pub fn board_of(image: &str, sets: &[&str]) -> BoardModel {
    let (board, name) = board_and_name(image);
    let mut model = open(board, sets);
    if board == "keystone2" {
        model.describe(name).unwrap_or_else(|e| panic!("{e}"));
    }
    model
}

/// How a board usually runs something: an image on its boot core, on a Parallella on all cores; under
/// a host's script (`parallella/scripts/NAME`); on a Keystone 2 a workload, which is part of the
/// board that [`board_of`] gives.
pub fn usual(image: &str) -> Options {
    match board_and_name(image) {
        ("keystone2", _) => Options::default(),
        ("parallella", name) => match name.strip_prefix("scripts/") {
            Some(script) => Options {
                host: Some(
                    root()
                        .join(format!("firmware/parallella/scripts/{script}.ron"))
                        .into(),
                ),
                ..Options::default()
            },
            None => Options {
                images: vec![(prebuilt(image), (0..ECORES).collect())],
                start: (1..ECORES).collect(),
                ..Options::default()
            },
        },
        // It answers what is typed, and waits for ever otherwise.
        ("gr740", "monitor") => Options {
            stdin: b"add 40 2\nexit 0\n".to_vec(),
            ..on_boot_core(prebuilt(image))
        },
        _ => on_boot_core(prebuilt(image)),
    }
}

/// The GR740 with overrides as on the command line.
pub fn board(sets: &[&str]) -> BoardModel {
    open(BOARD, sets)
}

fn open(board: &str, sets: &[&str]) -> BoardModel {
    let sets: Vec<String> = sets.iter().map(|&s| s.to_owned()).collect();
    open_board(board, &sets).unwrap_or_else(|e| panic!("{e}"))
}

/// What the GR740's processors accept.
pub fn sparc() -> Expected {
    images("leon")
}

/// What the cores of a kind accept.
///
/// # Panics
/// When there is no such kind, or it runs no images.
pub fn images(kind: &str) -> Expected {
    let kind = CoreKind::of(kind).and_then(CoreKind::images);
    kind.expect("the kind is known")
}

/// All prebuilt images, those of every board: (board, image).
///
/// # Panics
/// When `firmware/prebuilt` cannot be listed.
pub fn all_prebuilt() -> Vec<(String, PathBuf)> {
    let list = |dir: PathBuf| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(dir).expect("the directory can be listed");
        entries.map(|e| e.expect("an entry").path()).collect()
    };
    let mut all = Vec::new();
    for dir in list(root().join("firmware/prebuilt")) {
        if dir.is_dir() {
            let name = dir.file_name().expect("a name").to_string_lossy();
            let name = name.into_owned();
            let images = list(dir).into_iter();
            let images = images.filter(|p| p.extension().is_some_and(|e| e == "elf"));
            // What these do wrong is held by the tests of `run --check`.
            let images = images.filter(|p| !p.to_string_lossy().contains("/faulty_"));
            all.extend(images.map(|p| (name.clone(), p)));
        }
    }
    all.sort();
    all
}

/// A machine with an image for its boot core, on a Parallella for all cores, not yet booted; `facts`
/// says whether it records them.
pub fn loaded(model: &BoardModel, image: &Path, facts: bool) -> Machine {
    let mut m = machine(&model.place, &model.file, facts).expect("the board is sound");
    if let Some(power) = model.power.clone() {
        m.set_power_model(power, model.file.power_grid_us);
    }
    let kind = &model.file.cores[0].kind;
    let expected = images(kind);
    let image = read_image(&Disk, image, expected, None).expect("the image is sound");
    let cores = if model.file.name == "parallella" {
        ECORES
    } else {
        1
    };
    let cores: Vec<usize> = (0..cores).collect();
    m.load(Arc::new(image), &cores).expect("it fits");
    m
}

/// Boots what [`loaded`] gave, and starts its cores.
///
/// # Panics
/// When it cannot be booted.
pub fn boot(m: &mut Machine) {
    m.boot().expect("the board boots");
    if m.name == "parallella" {
        let others: Vec<usize> = (1..ECORES).collect();
        m.start(&others).expect("the cores are there");
    }
}

/// A board that is about to run what [`usual`] says of `name`.
///
/// # Panics
/// When it cannot be run.
pub fn booted(name: &str) -> Machine {
    let session = Session::new(&board_of(name, &[]), usual(name));
    session.unwrap_or_else(|e| panic!("{e}")).into_machine()
}

/// A run that is over.
pub struct Run {
    /// Its report.
    pub report: Report,
    /// What came out of the console.
    pub console: String,
    /// Digest of the machine at the end.
    pub digest: String,
}

/// The request to follow a region.
pub fn regions(region: Selector) -> Analyses {
    Analyses::default().with_some(Request::of(vec![region]))
}

/// Options that run `image` on the boot core.
pub fn on_boot_core(image: PathBuf) -> Options {
    Options {
        images: vec![(image, vec![0])],
        ..Options::default()
    }
}

/// Runs to the end.
///
/// # Errors
/// When the options cannot be used.
pub fn try_run(board: &BoardModel, options: Options) -> Result<Run, InputError> {
    let mut session = Session::new(board, options)?;
    let mut console = Vec::new();
    let report = session.run(&mut console, &AtomicBool::new(false));
    Ok(Run {
        report,
        console: String::from_utf8_lossy(&console).into_owned(),
        digest: session.machine().digest(),
    })
}

/// Runs to the end; what cannot be run is a failure of the test.
pub fn run(board: &BoardModel, options: Options) -> Run {
    try_run(board, options).unwrap_or_else(|e| panic!("{e}"))
}

/// Runs what [`usual`] says of `name` to the end on the board as it is.
pub fn run_prebuilt(name: &str) -> Run {
    run(&board_of(name, &[]), usual(name))
}
