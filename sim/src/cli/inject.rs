//! `trueboard inject`: what becomes of firmware when bits flip and parts fail.

mod output;

use super::Example;
use super::shared::engine::EngineArgs;
use super::{Failure, engine};
use crate::cli::files;
use crate::cli::shared::answer::{Answer, Form};
use crate::cli::shared::firmware::Fast;
use crate::cli::shared::firmware::Firmware;
use crate::say;
use crate::stop::Stop;
use clap::Args;
use std::path::{Path, PathBuf};
use trueboard::campaigns::Done;
use trueboard::campaigns::inject::{Request, Study, run as inject};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[(
    "What a thousand bit flips in registers do to a program",
    "trueboard inject app.elf --board gr740 --faults registers --count 1000 --out flips",
)];

/// The firmware is an image, or a specification (SPEC.ron) that names one.
#[derive(Args)]
pub struct Inject {
    #[command(flatten)]
    pub firmware: Firmware,
    /// Where and when: PLACE[#BIT[+BIT]][@TIME], as registers, memory:matrix, cpu0.o0#3@10ms. What is left open is drawn
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub faults: Vec<String>,
    /// Injections; by default 1000, or one for each fault that leaves nothing open
    #[arg(long, value_name = "N")]
    pub count: Option<usize>,
    /// Of the pseudo-random numbers that draw what is left open
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Neighbouring bits that flip at once
    #[arg(long, value_name = "N")]
    pub flips: Option<u32>,
    /// Draw times from here on
    #[arg(long, value_name = "CYCLES|TIME")]
    pub from: Option<String>,
    /// Draw times before this one; by default the end of the run
    #[arg(long, value_name = "CYCLES|TIME")]
    pub to: Option<String>,
    /// Memory that has to be at the end as it is without the fault: a symbol, and bytes if not its own size
    #[arg(long, value_name = "SYMBOL[:BYTES]", alias = "check")]
    pub expect_memory: Vec<String>,
    /// Lines of the console that may differ (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,
    #[command(flatten)]
    pub fast: Fast,
    /// How many times as long a run may take before it counts as hung
    #[arg(long, value_name = "FACTOR")]
    pub patience: Option<f64>,
    /// Flip what is protected by parity or a correcting code as if it were not
    #[arg(long)]
    pub unprotected: bool,
    /// Where results and tables go; a campaign that was interrupted goes on from there
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Runs at a time; by default one for each processor of the host
    #[arg(long, value_name = "N", overrides_with = "jobs")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub answer: Answer,
}

pub fn run(a: &Inject) -> Result<u8, Failure> {
    let request = request(a)?;
    let stop = Stop::default();
    stop.listen();
    let status = engine::status("injections");
    let done = inject(&request, &engine::control(&stop, &status));
    say::no_status();
    let study = match done? {
        Done::All(study) => study,
        Done::Chunk => return Ok(0),
        Done::Stopped { begun } => {
            return Ok(engine::stopped("campaign", begun, a.out.as_deref(), &stop));
        }
    };
    if let Some(dir) = &a.out {
        keep(dir, &study)?;
    }
    let table = || study.story.clone().unwrap_or_else(|| output::text(&study));
    a.answer
        .print_as(&study, table, || Ok(output::csv(&study.injections)))?;
    Ok(0)
}

/// What is asked, by the options or by the specification among the images.
fn request(a: &Inject) -> Result<Request, Failure> {
    let first = a.firmware.elf.first();
    let program = a.firmware.asked();
    let mut request = match first.filter(|p| p.extension().is_some_and(|e| e == "ron")) {
        Some(path) => {
            alone(path, a)?;
            Request::read(path, &program)?
        }
        None => Request {
            from: a.from.clone(),
            to: a.to.clone(),
            expect_memory: a.expect_memory.clone(),
            ignore: a.ignore.clone(),
            ..Request::new(program, a.faults.clone())
        },
    };
    request.flips = a.flips.unwrap_or(request.flips);
    request.patience = a.patience.unwrap_or(request.patience);
    request.unprotected |= a.unprotected;
    request.fast = a.fast.asked();
    request.count = a.count.or(request.count);
    request.seed = a.seed.unwrap_or(request.seed);
    request.out = a.out.clone();
    request.jobs = a.jobs.unwrap_or(0);
    request.engine = engine::of(&a.engine);
    request.story = a.answer.form() == Form::Table;
    Ok(request)
}

/// Refuses options that say what the specification says.
fn alone(path: &Path, a: &Inject) -> Result<(), Failure> {
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
    match a.firmware.given(&["--board", "--set"]).or(own) {
        None => Ok(()),
        Some(name) => Err(Failure::usage(format!(
            "{name} beside {}: write it into the specification",
            path.display()
        ))),
    }
}

/// Writes the tables that the results make into the folder.
fn keep(dir: &Path, study: &Study) -> Result<(), Failure> {
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        files::write(&path, bytes)
    };
    write("table.txt", output::text(study).as_bytes())?;
    write("injections.csv", output::csv(&study.injections).as_bytes())
}
