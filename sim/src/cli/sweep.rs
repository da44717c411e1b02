//! `trueboard sweep`.

mod asked;
mod output;
mod predict;
mod svg;

use super::Example;
use super::shared::engine::EngineArgs;
use super::{Failure, engine};
use crate::cli::files;
use crate::cli::shared::answer::{Answer, Form, Verdicts};
use crate::cli::shared::firmware::Firmware;
use crate::cli::shared::junit::case;
use crate::paint::{Look, shown};
use crate::say;
use crate::stop::Stop;
use clap::Args;
use quick_junit::TestSuite;
use std::path::{Path, PathBuf};
use trueboard::campaigns::Done;
use trueboard::sweep::{Study, run as sweep, view};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[(
    "Run all combinations; a second call goes on",
    "trueboard sweep cores.ron --out sweep",
)];

/// What runs is said by a specification (SPEC.ron), or by images and options.
#[derive(Args)]
#[command(mut_arg("elf", |a| a.help("A specification (RON), or firmware images, each run by itself")))]
pub struct Sweep {
    #[command(flatten)]
    pub firmware: Firmware,
    #[command(flatten)]
    pub over: SweepOver,
    /// Where results, tables and diagrams go; a sweep that was interrupted goes on from there
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Runs at a time; by default one for each processor of the host
    #[arg(long, value_name = "N", overrides_with = "jobs")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Predict the times of more cores from the N smallest numbers of cores, and say how far off that is
    #[arg(long, value_name = "N")]
    pub predict: Option<usize>,
    #[command(flatten)]
    pub answer: Answer,
    #[command(flatten)]
    pub verdicts: Verdicts,
}

/// Heading of the options of [`SweepOver`] in help texts.
const OVER: &str = "For images, in place of a specification";

/// Over what images are run, where no specification says so. The short and the other long names are those of PaScaL
/// Analyzer.
#[derive(Args)]
pub struct SweepOver {
    /// Numbers of cores: 1,2,4 or 1-4
    #[arg(help_heading = OVER, long, short = 'c', value_name = "LIST", alias = "cores")]
    pub core_counts: Option<String>,
    /// The group of cores that these numbers are of; the first by default
    #[arg(help_heading = OVER, long, value_name = "NAME", requires = "core_counts")]
    pub core_group: Option<String>,
    /// Frequencies of a clock, by default that of the first cores: 125MHz,250MHz or sdram=50MHz,100MHz
    #[arg(help_heading = OVER, long = "clock", short = 'f', value_name = "[CLOCK=]LIST")]
    pub clocks: Vec<String>,
    /// Inputs, the smallest first: values of a variable (particles=64,128), of the board file (a path with a point,
    /// as --set), or files for the console (stdin=a.txt,b.txt). Of several, the first values make the first input
    #[arg(help_heading = OVER, long = "inputs", visible_alias = "ipts", value_name = "WHAT=LIST")]
    pub inputs: Vec<String>,
    /// Repetitions; a run is deterministic, so one stands for all
    #[arg(help_heading = OVER, long, short, value_name = "N")]
    pub repetitions: Option<u32>,
    /// What makes a region: automatic (fork and join), marks (analyzer_start and analyzer_stop), none
    #[arg(help_heading = OVER, long, short = 't', value_enum, value_name = "KIND")]
    pub regions: Option<SweepRegions>,
    /// Keep this meter too, as `trueboard compare` names it
    #[arg(help_heading = OVER, long, value_name = "PLACE.METER")]
    pub meter: Vec<String>,
    /// A combination to leave out: input=256,cores=4
    #[arg(help_heading = OVER, long, value_name = "AXIS=VALUE,…")]
    pub skip: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SweepRegions {
    /// Fork and join of OpenMP
    #[value(alias = "aut")]
    Automatic,
    /// What lies between analyzer_start(n) and analyzer_stop(n)
    #[value(alias = "man")]
    Marks,
    /// Nothing
    None,
}

pub fn run(a: &Sweep) -> Result<u8, Failure> {
    let request = asked::request(a)?;
    a.verdicts.have_folder()?;
    let stop = Stop::default();
    stop.listen();
    let status = engine::status("runs");
    let done = sweep(&request, &engine::control(&stop, &status));
    say::no_status();
    let study = match done? {
        Done::All(study) => study,
        Done::Chunk => return Ok(0),
        Done::Stopped { begun } => {
            return Ok(engine::stopped("sweep", begun, a.out.as_deref(), &stop));
        }
    };
    study.problems().iter().for_each(|text| say::message(text));
    a.verdicts.write(|| vec![suite(&study)])?;
    let groups = study.groups();
    if let Some(dir) = &a.out {
        keep(dir, &study, &groups)?;
    }
    let predicted = match (a.predict, a.answer.form()) {
        (Some(seen), Form::Table) => predict::table(&groups, seen)?,
        (Some(_), _) => {
            return Err(Failure::usage(
                "--predict is for tables: leave --format away",
            ));
        }
        (None, _) => String::new(),
    };
    // As a value, whose names are in order of the alphabet.
    let value = serde_json::to_value(&study);
    a.answer.print_as(
        &value.map_err(|e| Failure::input(format!("JSON: {e}")))?,
        || output::tables(&groups) + &predicted,
        || Ok(output::csv(&groups, &study.plan.meters)),
    )?;
    Ok(study.exit_code())
}

/// Writes the tables and diagrams that the results make into the folder.
fn keep(dir: &Path, study: &Study, groups: &[view::Group<'_>]) -> Result<(), Failure> {
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        files::write(&path, bytes)
    };
    write(
        "sweep.csv",
        output::csv(groups, &study.plan.meters).as_bytes(),
    )?;
    write(
        "tables.txt",
        shown(&output::tables(groups), Look::FILE).as_bytes(),
    )?;
    for g in groups {
        let pascal = serde_json::to_string_pretty(&output::pascal(g, study.plan.by_marks()));
        let pascal = pascal.map_err(|e| Failure::input(format!("JSON: {e}")))? + "\n";
        write(&format!("pascal-{}.json", g.name), pascal.as_bytes())?;
        for (name, text) in svg::diagrams(g)? {
            write(&name, text.as_bytes())?;
        }
    }
    Ok(())
}

/// A case for each run, which fails by its end, or by regions that cannot be trusted.
fn suite(study: &Study) -> TestSuite {
    let mut suite = TestSuite::new("runs");
    for (job, result) in study.jobs() {
        let failed = (result.outcome.exit_code() != 0).then(|| result.detail.clone());
        let wrong: Vec<String> = result.problems.iter().cloned().chain(failed).collect();
        let text = (!wrong.is_empty()).then(|| wrong.join("; "));
        suite.add_test_case(case(&trueboard::sweep::named(&job.point), text));
    }
    suite
}
