//! Many runs.

use super::{Fast, Firmware};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Test {
    /// Files of tests (RON)
    #[arg(required = true, value_name = "SPEC.ron")]
    pub spec: Vec<PathBuf>,
    /// Only tests whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub only: Option<String>,
    /// Record the numbers that `recorded_within` is about, in SPEC.recorded.ron
    #[arg(long)]
    pub update: bool,
    /// Write the results for continuous integration, as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Keep report and console of each test in a folder of its name
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write coverage of lines, functions and branches by all tests: DIR/lcov.info and DIR/cobertura.xml
    #[arg(long, value_name = "DIR")]
    pub coverage: Option<PathBuf>,
    /// Exit code 1 when fewer lines than this are covered: 80%
    #[arg(long, value_name = "PERCENT", requires = "coverage")]
    pub coverage_least: Option<String>,
    /// Tests that run at a time; by default one for each processor of the host
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

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
    pub noticed_by: Vec<Noticing>,
    /// Survivors with a reason: patterns of names, and why no test can notice such a defect
    #[arg(long, value_name = "FILE.ron")]
    pub argued: Option<PathBuf>,
    /// How many of the defects with effect have to be noticed, for exit code 0
    #[arg(long, value_name = "PERCENT", default_value = "100")]
    pub at_least: String,
    /// Runs at a time; by default one for each processor of the host
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Who executes the runs of a campaign.
#[derive(Args)]
pub struct EngineArgs {
    /// Who executes the runs: this process, or workers that HyperQueue or Slurm start
    #[arg(long, value_enum, default_value = "local", value_name = "ENGINE")]
    pub engine: Engine,
    /// Time of the host that a worker's chunk is to take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub chunk_seconds: f64,
    /// The runs of a worker
    #[arg(long, value_name = "A..B", hide = true, requires = "chunk_journal")]
    pub chunk: Option<String>,
    /// Where a worker keeps its results
    #[arg(long, value_name = "FILE", hide = true, requires = "chunk")]
    pub chunk_journal: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Engine {
    /// This process
    Local,
    /// Workers of a HyperQueue server
    Hyperqueue,
    /// Jobs of Slurm
    Slurm,
}

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
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Runs at a time; by default one for each processor of the host
    #[arg(long, value_name = "N", overrides_with = "jobs")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Print comma-separated values: a row for each injection
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A way in which a planted defect is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Noticing {
    /// A program ends with a status other than 0
    Tests,
    /// A program prints something else than without the defect
    Console,
    /// A read of a counter or clock is wrong by the judge of `trueboard compare`
    Compare,
}

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
    #[arg(long, value_name = "N", conflicts_with = "json")]
    pub predict: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
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
    pub screening: Screening,
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
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Runs at a time; by default one for each processor of the host
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Print comma-separated values: a row for each meter and constant
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Screening {
    /// Each constant at its lowest and at its highest value
    OneAtATime,
    /// Elementary effects along trajectories through all ranges, for constants that work together
    Morris,
}
