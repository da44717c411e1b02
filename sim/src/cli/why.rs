//! `trueboard why`.

mod text;

use super::Example;
use super::{Failure, check, files, options};
use crate::cli::profile::ProfileBy;
use crate::cli::shared::answer::Answer;
use crate::cli::shared::firmware::Firmware;
use crate::cli::shared::followed::Followed;
use clap::Args;
use std::path::{Path, PathBuf};
use trueboard::analysis::why::Grain;
use trueboard::why::{Moment, Request, answer};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    (
        "What made the cycles of a function",
        "trueboard why lu.elf --board gr740 --function lu_update",
    ),
    (
        "What made the difference",
        "trueboard why new.elf --board gr740 --against old.elf",
    ),
];

/// The run is an image that is run now, or the directory or report of `trueboard run --profile-instructions`, which
/// holds no addresses of data, evictors and owners of buses.
#[derive(Args)]
pub struct Why {
    #[command(flatten)]
    pub firmware: Firmware,
    /// The cycles of this function and of all that it calls
    #[arg(long, value_name = "NAME", conflicts_with = "late")]
    pub function: Option<String>,
    /// Only what the function executes itself
    #[arg(long, requires = "function")]
    pub itself: bool,
    /// Calls of this function that begin late, or take longer than the others: what they have more
    #[arg(long, value_name = "FUNCTION", conflicts_with_all = ["against", "from", "to"])]
    pub late: Option<String>,
    /// The period that --late holds calls against; by default the mean of the intervals before
    #[arg(long, value_name = "CYCLES|TIME", requires = "late")]
    pub period: Option<String>,
    /// Only what this core does
    #[arg(long, value_name = "N")]
    pub core: Option<u8>,
    /// Only what comes behind this moment
    #[arg(long, value_name = "CYCLES|TIME")]
    pub from: Option<String>,
    /// Only what comes up to this moment
    #[arg(long, value_name = "CYCLES|TIME")]
    pub to: Option<String>,
    /// What the run has more than this one: an image, or a recorded run
    #[arg(long, value_name = "RUN|ELF")]
    pub against: Option<PathBuf>,
    /// Override a value of the board file for the image of --against only
    #[arg(long, value_name = "PATH=VALUE", requires = "against")]
    pub against_set: Vec<String>,
    /// What a cause is about
    #[arg(long, value_enum, default_value = "function", value_name = "WHAT")]
    pub by: ProfileBy,
    /// Show this many causes; the others are one line
    #[arg(long, value_name = "N", default_value = "10")]
    pub top: usize,
    #[command(flatten)]
    pub answer: Answer,
}

pub fn run(a: &Why) -> Result<u8, Failure> {
    check(&files::of_runs(&a.firmware, a.against.as_ref()))?;
    if a.function.is_none()
        && a.late.is_none()
        && a.core.is_none()
        && a.from.is_none()
        && a.to.is_none()
    {
        let text = "nothing is asked: name --function, --core, --from and --to, or --late";
        if a.against.is_none() {
            return Err(Failure::usage(text));
        }
    }
    let moment = |option: &str, text: &Option<String>| -> Result<Option<Moment>, Failure> {
        let Some(text) = text.clone() else {
            return Ok(None);
        };
        let at = options::budget(option, &text)?;
        Ok(Some(Moment { text, at }))
    };
    let period = a.period.as_deref();
    let period = period.map(|t| options::budget("--period", t));
    let request = Request {
        run: options::run(&a.firmware, a.firmware.elf.first())?,
        against: match &a.against {
            Some(other) => Some(options::run(&other_firmware(a, other), Some(other))?),
            None => None,
        },
        against_set: a.against_set.clone(),
        function: a.function.clone(),
        itself: a.itself,
        late: a.late.clone(),
        period: period.transpose()?,
        core: a.core,
        from: moment("--from", &a.from)?,
        to: moment("--to", &a.to)?,
        by: match a.by {
            ProfileBy::Function => Grain::Function,
            ProfileBy::Line => Grain::Line,
            ProfileBy::Instruction => Grain::Instruction,
        },
    };
    let answer = answer(&request, &Followed::default())?;
    let rows = [
        "answer/causes",
        "changes/causes",
        "late/waited/causes",
        "late/took/causes",
    ];
    a.answer
        .print(&answer, &rows, || text::text(&answer, a.top))?;
    Ok(answer.exit_code)
}

/// The firmware of `--against`.
fn other_firmware(a: &Why, other: &Path) -> Firmware {
    let mut firmware = a.firmware.clone();
    firmware.elf = vec![other.to_owned()];
    firmware.set.extend(a.against_set.iter().cloned());
    firmware
}
