//! `trueboard mutate`: which defects of a board's counters and clocks firmware's own tests notice.

mod output;

use super::Example;
use super::{Failure, options};
use crate::cli::shared::answer::{Answer, Verdicts};
use crate::cli::shared::firmware::Firmware;
use crate::cli::shared::junit::{case, skipped};
use clap::Args;
use quick_junit::TestSuite;
use std::path::PathBuf;
use trueboard::campaigns::Control;
use trueboard::campaigns::mutate::{Class, Noticing, Request, Study, Verdict, run as mutate};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[(
    "Which planted defects the tests notice",
    "trueboard mutate counters.elf --board gr740",
)];

/// Each image is a test: it runs by itself, and ends with status 0 where nothing is wrong. Images of `--image`, a host
/// and a workload are one test.
#[derive(Args)]
#[command(mut_arg("elf", |a| a.help("Firmware images of tests, each run by itself")))]
#[command(mut_arg("on", |a| a.alias("cores")))]
pub struct Mutate {
    #[command(flatten)]
    pub firmware: Firmware,
    /// Only defects whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub only: Option<String>,
    /// Ways of noticing, besides crashes and hangs: the programs' own tests, what they print, or the comparison of
    /// measured beside true
    #[arg(
        long,
        value_name = "WAYS",
        value_enum,
        value_delimiter = ',',
        default_value = "tests",
        alias = "against"
    )]
    pub noticed_by: Vec<Way>,
    /// Survivors with a reason: patterns of names, and why no test can notice such a defect
    #[arg(long, value_name = "FILE.ron")]
    pub argued: Option<PathBuf>,
    /// How many of the defects with effect have to be noticed, for exit code 0
    #[arg(long, value_name = "PERCENT", default_value = "100")]
    pub at_least: String,
    /// Runs at a time; by default one for each processor of the host
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub answer: Answer,
    #[command(flatten)]
    pub verdicts: Verdicts,
}

/// A way in which a planted defect is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Way {
    /// A program ends with a status other than 0
    Tests,
    /// A program prints something else than without the defect
    Console,
    /// A read of a counter or clock is wrong by the judge of `trueboard compare`
    Compare,
}

/// Of a defect that survives.
const UNNOTICED: &str = "no test notices this defect";

/// Fewer defects were noticed than `--at-least` asks for.
const TOO_FEW: u8 = 1;

pub fn run(a: &Mutate) -> Result<u8, Failure> {
    let least = options::percent("--at-least", &a.at_least)?.ppm as f64 / 10_000.0;
    if least > 100.0 {
        return Err(Failure::usage(format!(
            "--at-least {}: must be from 0 to 100 percent",
            a.at_least
        )));
    }
    let way = |way: &Way| match way {
        Way::Tests => Noticing::Tests,
        Way::Console => Noticing::Console,
        Way::Compare => Noticing::Compare,
    };
    let request = Request {
        firmware: a.firmware.asked(),
        only: a.only.clone(),
        noticed_by: a.noticed_by.iter().map(way).collect(),
        argued: a.argued.clone(),
        jobs: a.jobs.unwrap_or(0),
    };
    a.verdicts.have_folder()?;
    // Nothing is kept, so a signal ends the program at once.
    let study = mutate(&request, &Control::default())?.answer();
    let study = study.ok_or_else(|| Failure::input("the runs were stopped"))?;
    a.verdicts
        .write(|| vec![suite(&study, study.reaches(least))])?;
    a.answer
        .print(&study, &["mutations"], || output::text(&study))?;
    Ok(if study.reaches(least) { 0 } else { TOO_FEW })
}

/// A case for each defect with effect. One that survives fails where fewer than `--at-least` are noticed; it is skipped
/// where enough are, or where a reason covers it.
fn suite(study: &Study, enough: bool) -> TestSuite {
    let mut suite = TestSuite::new(format!("defects of {}", study.board));
    let effect = |v: &&Verdict| !matches!(v.class, Class::NotReached | Class::NoEffect);
    for v in study.mutations.iter().filter(effect) {
        let case = match (&v.argued, v.class.noticed()) {
            (_, true) => case(&v.mutation, None),
            (Some(reason), false) => skipped(&v.mutation, reason),
            (None, false) if enough => skipped(&v.mutation, UNNOTICED),
            (None, false) => case(&v.mutation, Some(UNNOTICED.to_owned())),
        };
        suite.add_test_case(case);
    }
    suite
}
