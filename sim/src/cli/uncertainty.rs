//! `trueboard uncertainty`: how far results depend on the constants that the models estimate.

mod output;

use super::Example;
use super::{Failure, engine};
use crate::cli::files;
use crate::cli::shared::answer::Answer;
use crate::cli::shared::firmware::Fast;
use crate::cli::shared::firmware::Firmware;
use crate::paint::{Look, shown};
use crate::say;
use crate::stop::Stop;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;
use trueboard::campaigns::Done;
use trueboard::campaigns::uncertainty::{Request, Screening, TIME, run as study};
use trueboard::internals::board::Report;

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[(
    "How far results depend on estimates",
    "trueboard uncertainty lu.elf --board gr740 --out study",
)];

#[derive(Args)]
pub struct Uncertainty {
    #[command(flatten)]
    pub firmware: Firmware,
    #[command(flatten)]
    pub fast: Fast,
    /// Look at this meter too, as `trueboard compare` names it
    #[arg(long, value_name = "PLACE.METER")]
    pub meter: Vec<String>,
    /// Only constants whose path matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub only: Vec<String>,
    /// The ranges: those of a board that is built in, or a .ron file; by default those of the board
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub estimates: Option<String>,
    /// How constants are screened
    #[arg(long, value_enum, default_value = "one-at-a-time")]
    pub screening: Way,
    /// Trajectories of morris
    #[arg(long, value_name = "N", default_value = "8")]
    pub trajectories: usize,
    /// How many of the constants that matter most are varied together
    #[arg(long, value_name = "N", default_value = "8")]
    pub matter: usize,
    /// Runs with them varied together
    #[arg(long, value_name = "N", default_value = "16")]
    pub samples: usize,
    /// Of the pseudo-random numbers for morris and for samples
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Where results and tables go; a study that was interrupted goes on from there
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Runs at a time; by default one for each processor of the host
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub answer: Answer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Way {
    /// Each constant at its lowest and at its highest value
    OneAtATime,
    /// Elementary effects along trajectories through all ranges, for constants that work together
    Morris,
}

pub fn run(a: &Uncertainty) -> Result<u8, Failure> {
    let stop = Stop::default();
    stop.listen();
    let status = engine::status("runs");
    let done = study(&request(a), &engine::control(&stop, &status));
    say::no_status();
    let study = match done? {
        Done::All(study) => study,
        Done::Chunk => return Ok(0),
        Done::Stopped { begun } => {
            return Ok(engine::stopped("study", begun, a.out.as_deref(), &stop));
        }
    };
    if let Some(dir) = &a.out {
        let write = |name: &str, bytes: &[u8]| {
            let path = dir.join(name);
            files::write(&path, bytes)
        };
        write("uncertainty.csv", output::csv(&study).as_bytes())?;
        write(
            "tables.txt",
            shown(&output::text(&study), Look::FILE).as_bytes(),
        )?;
    }
    let table = || output::text(&study);
    a.answer
        .print_as(&study, table, || Ok(output::csv(&study)))?;
    for f in &study.failed {
        say::message(&format!("{}: {}", f.set.join(" "), f.detail));
    }
    Ok(study.code)
}

fn request(a: &Uncertainty) -> Request {
    Request {
        program: a.firmware.asked(),
        fast: a.fast.asked(),
        meters: a.meter.clone(),
        only: a.only.clone(),
        estimates: a.estimates.clone(),
        screening: match a.screening {
            Way::OneAtATime => Screening::OneAtATime,
            Way::Morris => Screening::Morris,
        },
        trajectories: a.trajectories,
        matter: a.matter,
        samples: a.samples,
        seed: a.seed,
        out: a.out.clone(),
        jobs: a.jobs.unwrap_or(0),
    }
}

/// What a study says of a run, as the summary has it; nothing if it was not asked for.
pub fn summary(r: &Report) -> String {
    let Some(u) = &r.uncertainty else {
        return String::new();
    };
    let mut out = String::from("\n");
    for (name, s) in &u.meters {
        // The larger side, upwards: a bound that is said must hold.
        let most = s.high_percent.max(-s.low_percent);
        let shown = (most * 100.0).ceil() / 100.0;
        let name = if name == TIME { "time" } else { name };
        let _ = writeln!(out, "{name} \u{b1} {shown:.2} % from estimated constants");
    }
    out
}
