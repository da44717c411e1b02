//! `trueboard compare`.

mod expectations;
mod firmware_trace;
mod functions;
mod junit;
mod probes;
mod probes_text;
mod readers;
mod text;
mod tracing;

use super::Example;
use super::Failure;
use super::options::{self, percent};
use crate::cli::shared::answer::{Answer, Verdicts};
use crate::cli::shared::firmware::Firmware;
use clap::Args;
use std::path::{Path, PathBuf};
use trueboard::analysis::{Bound, Tolerance};
use trueboard::compare::{Against, RunsRequest, published_tracing, runs};
use trueboard::{Run, is_recorded};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    (
        "Every counter that firmware read beside the truth",
        "trueboard compare lu.elf --board gr740",
    ),
    (
        "What differs from an earlier run, by more than 2 %",
        "trueboard compare new --against old --other-firmware --tolerance 2%",
    ),
];

/// The run is the directory of a run, a report, or an image that is run now.
#[derive(Args)]
#[command(mut_arg("elf", |a| a.value_name("RUN").help("Directories of runs, reports, or images (.elf) that are run now")))]
pub struct Compare {
    #[command(flatten)]
    pub firmware: Firmware,
    /// Another run, all of whose numbers are held against these; or published figures: epapi-thesis, barectf-thesis, or a .ron file
    #[arg(long, value_name = "RUN|FIGURES")]
    pub against: Option<String>,
    /// How far measured may be from true, and every number from that of the other run: 0, the default, or 2%. Unless it is
    /// given, reads that are explained do not count in a run that traces
    #[arg(long, value_name = "PERCENT")]
    pub tolerance: Option<String>,
    /// How far meters of this name (pattern with * and ?; or PLACE.METER) may be from those of the other run
    #[arg(long, value_name = "METER=PERCENT")]
    pub bound: Vec<String>,
    /// The other run may have other firmware
    #[arg(long)]
    pub other_firmware: bool,
    /// By function, matched by name: what it costs here and in the other run, and what the run lost by it. Images on both
    /// sides are run now; of recorded runs it needs --profile
    #[arg(long, requires = "against", conflicts_with_all = ["probe", "bound", "other_firmware", "against_tolerance"])]
    pub by_function: bool,
    /// Measured beside true by the function that read: the outermost open one of this name (pattern with
    /// * and ?), or the innermost. The run needs `--out` with `--trace ctf`
    #[arg(long, value_name = "FUNCTION", conflicts_with_all = ["against", "board", "set", "bound", "probe", "junit", "by_function"])]
    pub by_reader: Option<String>,
    /// A trace that a tracer in the firmware made (a Paraver trace with its .pcf, or the directory of a CTF trace) beside what
    /// happened: calls, their order, time stamps, numbers of events, payloads, lost records. The run needs `--out` with
    /// `--trace ctf`
    #[arg(long, value_name = "TRACE", conflicts_with_all = ["against", "board", "set", "bound", "probe", "by_reader", "by_function"])]
    pub firmware_trace: Option<PathBuf>,
    /// What a library in the firmware told its user (variables, results, lines of the console) is held against what
    /// happened in the regions that are meant, as this list (RON) says; the images are run now
    #[arg(long, value_name = "FILE.ron", group = "runs", conflicts_with_all = ["against", "tolerance", "bound", "by_reader", "by_function", "firmware_trace", "probe"])]
    pub expect: Option<PathBuf>,
    /// How far measured may be from published; without it they are shown only
    #[arg(long, value_name = "PERCENT")]
    pub against_tolerance: Option<String>,
    /// What calls of functions of this name (pattern with * and ?) cost: cycles inside, and what the run loses by them.
    /// The images are run twice, the second time with these functions at no cost
    #[arg(
        long,
        value_name = "PATTERN",
        group = "runs",
        conflicts_with = "against"
    )]
    pub probe: Vec<String>,
    /// Further functions that cost nothing in that second run
    #[arg(long, value_name = "PATTERN", requires = "probe")]
    pub free: Vec<String>,
    /// Give each core the chunks of loops in the second run that it got in the first one
    #[arg(long, requires = "probe")]
    pub replay: bool,
    /// Functions that hand out chunks; by default those of GCC's and Clang's OpenMP runtimes
    #[arg(long, value_name = "PATTERN", requires = "replay")]
    pub hand_out: Vec<String>,
    /// How much longer the run with probes may take: 2%
    #[arg(long, value_name = "PERCENT", requires = "probe")]
    pub most_lost: Option<String>,
    #[command(flatten)]
    pub answer: Answer,
    #[command(flatten)]
    pub verdicts: Verdicts,
}

/// Simulated time after which an image that does not end is given up.
const BUDGET: &str = "10s";

pub fn run(a: &Compare) -> Result<u8, Failure> {
    let mut files = super::files::of_runs(&a.firmware, None);
    a.verdicts.files(&mut files);
    if let Some(path) = &a.firmware_trace {
        files.reads("--firmware-trace", path);
    }
    if let Some(path) = &a.expect {
        files.reads("--expect", path);
    }
    super::check(&files)?;
    if let Some(path) = &a.expect {
        return expectations::run(a, path);
    }
    if let Some(path) = &a.firmware_trace {
        return firmware_trace::run(a, path);
    }
    if !a.probe.is_empty() {
        return probes::run(a);
    }
    if a.by_function {
        return functions::run(a);
    }
    if let Some(spec) = &a.against
        && let Some(table) = published_tracing(spec)?
    {
        return tracing::run(a, table);
    }
    let subjects = subjects(a);
    if subjects.is_empty() {
        let text =
            "give a run, a report or an image; only figures of what tracing costs name their own";
        return Err(Failure::usage(text));
    }
    if let Some(pattern) = &a.by_reader {
        return readers::run(a, pattern);
    }
    let tolerance = self::tolerance(a)?;
    let published_tolerance = a.against_tolerance.as_deref();
    let published_tolerance = published_tolerance.map(|t| percent("--against-tolerance", t));
    let published_tolerance = published_tolerance.transpose()?;
    let bounds: Vec<Bound> = a
        .bound
        .iter()
        .map(|b| parse_bound(b))
        .collect::<Result<_, _>>()?;
    nothing_runs(a, &subjects.iter().collect::<Vec<_>>())?;
    let request = RunsRequest {
        against: a.against.as_deref().map(Against::named).transpose()?,
        runs: subjects.iter().map(as_run).collect::<Result<_, _>>()?,
        tolerance,
        bounds,
        published_tolerance,
        other_firmware: a.other_firmware,
    };
    let answer = runs(&request, &())?;
    a.verdicts.write(|| junit::runs(&answer))?;
    a.answer.print(
        &answer,
        &[
            "runs/events",
            "runs/clocks",
            "runs/against/differ",
            "measurements",
        ],
        || text::text(&answer),
    )?;
    Ok(u8::from(!answer.verdict()?))
}

/// `--tolerance`.
fn tolerance(a: &Compare) -> Result<Option<Tolerance>, Failure> {
    let tolerance = a.tolerance.as_deref();
    tolerance.map(|t| percent("--tolerance", t)).transpose()
}

/// `cycles=2%`.
fn parse_bound(text: &str) -> Result<Bound, Failure> {
    let Some((pattern, tolerance)) = text.rsplit_once('=') else {
        let text = format!("`{text}` is no bound; write METER=PERCENT, such as cycles=2%");
        return Err(Failure::usage(text));
    };
    Ok(Bound {
        pattern: pattern.to_owned(),
        tolerance: percent(&format!("--bound {pattern}"), tolerance)?,
    })
}

/// Each of the runs: one that was recorded, or firmware with the options that say how it is run now.
fn subjects(a: &Compare) -> Vec<Firmware> {
    let f = a.firmware.clone().ending(BUDGET);
    if f.elf.is_empty() && (!f.image.is_empty() || f.host.is_some() || f.workload.is_some()) {
        return vec![f];
    }
    f.elf.iter().map(|path| alone(&f, path)).collect()
}

/// One of several images or runs, with the options of all.
fn alone(f: &Firmware, path: &Path) -> Firmware {
    Firmware {
        elf: vec![path.to_owned()],
        ..f.clone()
    }
}

/// The run as the library takes it.
fn as_run(f: &Firmware) -> Result<Run, Failure> {
    options::run(f, f.elf.first().filter(|_| f.elf.len() == 1))
}

/// Whether it is run now, and was not recorded.
fn runs_now(f: &Firmware) -> bool {
    f.elf.iter().all(|p| !is_recorded(p))
}

/// Refuses options about a run where none is to be made.
fn nothing_runs(a: &Compare, subjects: &[&Firmware]) -> Result<(), Failure> {
    if subjects.iter().any(|f| runs_now(f)) {
        return Ok(());
    }
    match a.firmware.given(&[]) {
        None => Ok(()),
        Some(option) => Err(Failure::usage(format!(
            "{option} is for images that are run now, and none is given"
        ))),
    }
}
