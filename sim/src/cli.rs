//! The command line as types.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Runs unmodified firmware on simulated boards and tells what really happened.
#[derive(Parser)]
#[command(name = "trueboard", version, max_term_width = 100)]
pub struct Cli {
    /// Say more on standard error; repeat for more still
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// List the boards, or describe one: cores, memory map, devices, registers, counter events
    Boards(Boards),
    /// List what is built in: boards, power models, workloads, published figures
    Models(Models),
    /// The dictionary of meters and counter events
    Events(Events),
    /// Run firmware on a board
    Run(Box<Run>),
    /// Hold what firmware measured against what happened, other runs and published figures
    Compare(Compare),
    /// What every function of a run cost: calls, cycles, CPI stack, misses, periods
    Profile(Box<Profile>),
    /// What made the cycles of a function, a time, a core, a difference, a missed deadline: by share, in sentences
    Why(Box<Why>),
    /// Run firmware, and check how it ended, what it wrote, and bounds on what it did
    Test(Test),
    /// Run firmware once for each combination of cores, inputs and settings: speed-up, efficiency, energy
    Sweep(Box<Sweep>),
    /// How far time, misses and energy of a program depend on the constants that the models estimate
    Uncertainty(Box<Uncertainty>),
    /// Plant defects in a board's counters and clocks, and say which of them firmware's own tests notice
    Mutate(Mutate),
    /// Let bits flip and parts fail while firmware runs, and say what becomes of it
    Inject(Box<Inject>),
    /// Step through firmware, forth and back, and ask why: in the terminal; lessons, and their grades
    Lab(Lab),
    /// Disassemble an image
    Disasm(Disasm),
    /// Power of a run: average, by component, function and time, beside a spreadsheet; or of a board by itself
    Power(Box<Power>),
    /// Print, check and convert traces in the Common Trace Format
    Trace(Trace),
    /// Bring traces with clocks of their own to one clock, by events that caused each other
    Sync(Sync),
    /// Make a small project for a board: a program that measures, how it is built, run and tested
    New(New),
    /// Say which tools around Trueboard are here, which are missing, what for, and how to get them
    Doctor(Doctor),
    /// Print a file of completions for a shell
    Completions(Completions),
    /// Write the manual pages
    Man(Man),
}

#[derive(Args)]
pub struct New {
    /// gr740, leon3-mini, tc275 or parallella
    pub board: String,
    /// A folder that is new or empty
    pub dir: PathBuf,
}

/// Running firmware needs none of these tools; building, debugging and looking at traces needs some.
#[derive(Args)]
pub struct Doctor {
    /// Only tools for these purposes: a board, gdb, traces, …
    #[arg(value_name = "PURPOSE")]
    pub purposes: Vec<String>,
    /// Exit with 1 if one of the tools is missing
    #[arg(long)]
    pub need: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct Man {
    /// The folder that the pages go to, one for each command; it is made if it is not there
    pub dir: PathBuf,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Lab {
    #[command(subcommand)]
    pub command: Option<LabCommand>,
    /// An ELF file, or the name of a lesson
    pub subject: Option<String>,
    /// The board, if the image is for several
    #[arg(long)]
    pub board: Option<String>,
    /// Set a value of the board file, as `trueboard run` does
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// Write a value into a variable before the start
    #[arg(long = "poke", value_name = "SYMBOL=VALUE")]
    pub pokes: Vec<String>,
    /// Cores that get the image and start at once, as 0-15
    #[arg(long, value_name = "FIRST-LAST")]
    pub cores: Option<String>,
    /// A variant of a lesson's image
    #[arg(long)]
    pub variant: Option<String>,
    /// Serve the lab as a page for a browser, in place of the terminal: at HOST:PORT, or :PORT of this machine
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = ":8275")]
    pub web: Option<String>,
    /// The folder of that page, which sim/web/build has made, in place of the one in the program
    #[arg(long, value_name = "DIR", requires = "web")]
    pub page: Option<PathBuf>,
}

#[derive(Subcommand)]
pub enum LabCommand {
    /// List the lessons
    List(LabList),
    /// Do a lesson without a terminal, and check it
    Check(LabCheck),
}

#[derive(Args)]
pub struct LabList {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct LabCheck {
    /// The lesson: its name, or a file LESSON.ron
    pub name: String,
    /// What a student hands in: a JSON file with set, poke, variant and answers
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// An answer
    #[arg(long = "answer", value_name = "NAME=VALUE")]
    pub answer: Vec<String>,
    /// Set a value of the board file
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// Write a value into a variable before the start
    #[arg(long = "poke", value_name = "SYMBOL=VALUE")]
    pub pokes: Vec<String>,
    /// A variant of the lesson's image
    #[arg(long)]
    pub variant: Option<String>,
    /// Print JSON, for a grade book
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Boards {
    /// A board's name, or a .ron file
    pub name: Option<String>,
    /// Print every path that --set takes, with its value
    #[arg(long, requires = "name")]
    pub paths: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Models {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Events {
    /// Add the counter events of this board (name or .ron file)
    pub board: Option<String>,
    /// PAPI's presets: how far the counters of the board have each; with a run, what the bounds are
    /// worth in it
    #[arg(long, value_name = "RUN", num_args = 0..=1, requires = "board")]
    pub presets: Option<Option<PathBuf>>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What runs, and on which board.
#[derive(Args, Clone)]
pub struct Firmware {
    /// Firmware image for the boot core
    #[arg(required_unless_present_any = ["image", "host", "workload"])]
    pub elf: Vec<PathBuf>,
    /// Script of the board's host, which loads and starts what the cores run
    #[arg(long, value_name = "SCRIPT.ron", conflicts_with_all = ["elf", "image", "start"])]
    pub host: Option<PathBuf>,
    /// Board: a name from `trueboard boards`, or a .ron file; may be left out where only one fits the image
    #[arg(long, value_name = "NAME|FILE.ron", required_unless_present_any = ["elf", "image"])]
    pub board: Option<String>,
    /// Another image for some cores: 0=a.elf, 1-3=b.elf, all=c.elf
    #[arg(long, value_name = "CORES=ELF")]
    pub image: Vec<String>,
    /// What the stub cores of a board do, described: FILE.ron, or the name of one in models/workloads
    #[arg(long, value_name = "NAME|FILE.ron", conflicts_with_all = ["elf", "image"])]
    pub workload: Option<String>,
    /// Cores that start at once besides the first that has an image: 1-3, 0,2 or all
    #[arg(long, value_name = "CORES")]
    pub start: Option<String>,
    /// Where raw binaries among the images are loaded, and start: 0x40000000
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["host", "workload"])]
    pub at: Option<String>,
    /// Override a value of the board file: cores.cpu.count=2, clocks.cpu=125MHz
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
}

#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    pub firmware: Firmware,
    /// Directory for report.json, console.txt and traces
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Where the report goes as JSON; - is standard output
    #[arg(long, value_name = "FILE|-")]
    pub report: Option<String>,
    /// Where the console goes; default is standard output
    #[arg(long, value_name = "FILE|-|none")]
    pub console: Option<String>,
    /// Bytes for the console's receiver
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// Write a trace: ctf, paraver or perfetto, into --out DIR or to PATH
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub trace: Vec<String>,
    /// What traces hold: states,calls,traps,counters,lines,console,messages,bus,power (default: all)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub events: Vec<String>,
    /// End each trace once it has this many bytes: 500k, 20M, 1G; what is left out is said
    #[arg(long, value_name = "SIZE")]
    pub trace_limit: Option<String>,
    /// Write the run as one page for a browser: cores, counters beside what happened, buses, power, profile
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Interval of bus-use samples in traces: 100us, 5000 (cycles)
    #[arg(long, value_name = "PERIOD")]
    pub sample: Option<String>,
    /// Functions that execute but cost nothing and are not counted (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub free: Vec<String>,
    /// The same, for a pattern that may match nothing
    #[arg(long, value_name = "PATTERN")]
    pub free_optional: Vec<String>,
    /// Say what --free changed in who does what: the program is run twice more, with it and without
    #[arg(long)]
    pub free_schedule: bool,
    /// Report the meters of a function (pattern), or from one function to another (BEGIN..END)
    #[arg(long, value_name = "NAME")]
    pub region: Vec<String>,
    /// Report what every function costs, by its callers, for `trueboard profile`
    #[arg(long)]
    pub profile: bool,
    /// Report what every instruction costs, for `trueboard profile --by line`; the run goes by single steps
    #[arg(long)]
    pub profile_instructions: bool,
    /// Report how long the executions in the middle of all took, for medians of `trueboard profile --real-time`
    #[arg(long, requires = "profile")]
    pub profile_median: bool,
    /// End after this much simulated time: 1000000 (cycles), 10ms, 2s
    #[arg(long, value_name = "CYCLES|TIME")]
    pub until: Option<String>,
    /// End after this many seconds of the host, whatever has been simulated by then
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<String>,
    /// Go on from a snapshot; board and images must be those that it was made with
    #[arg(long, value_name = "FILE")]
    pub restore: Option<PathBuf>,
    /// Write a snapshot when the time of --until has come
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Accesses to unmodelled parts and bus errors end the run with exit code 4, as do findings of --check at its end
    #[arg(long)]
    pub strict: bool,
    /// Check what the firmware does, undisturbed: uninit,stack,wild,stale,races,irqs-off,deadlock,registers (default: all)
    #[arg(long, value_name = "LIST", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub check: Option<String>,
    /// Findings that are accepted: a file with places and reasons
    #[arg(long, value_name = "FILE")]
    pub check_suppress: Vec<PathBuf>,
    /// Write a file for --check-suppress that accepts all that was found
    #[arg(long, value_name = "FILE")]
    pub check_accept: Option<PathBuf>,
    /// How long interrupts may be off: 50us, 20000 (cycles) (default: 100us)
    #[arg(long, value_name = "CYCLES|TIME")]
    pub check_irqs_off: Option<String>,
    /// Write a value into a variable before the start, as the program's input
    #[arg(long, value_name = "SYMBOL=VALUE", conflicts_with = "restore")]
    pub poke: Vec<String>,
    /// Keep memory at the end in the report: a symbol, and bytes if not its own size
    #[arg(long, value_name = "SYMBOL[:BYTES]")]
    pub dump: Vec<String>,
    #[command(flatten)]
    pub debugger: Gdb,
    /// Print nothing but the console
    #[arg(long, short)]
    pub quiet: bool,
    /// Say in the report how uncertain its numbers are: uncertainty.json of `trueboard uncertainty --out`
    #[arg(long, value_name = "FILE")]
    pub uncertainty: Option<PathBuf>,
    /// Add time and speed on the host to the report
    #[arg(long)]
    pub host_stats: bool,
}

#[derive(Args)]
pub struct Gdb {
    /// Wait for GDB here, with the firmware loaded and not yet started: HOST:PORT or unix:PATH
    #[arg(long, value_name = "ADDR", conflicts_with = "workload")]
    pub gdb: Option<String>,
    /// The kind of cores that GDB sees; the default is that of the first core with an image
    #[arg(long, value_name = "KIND", requires = "gdb")]
    pub gdb_cores: Option<String>,
    /// Memory of the host for going back: 500k, 256M, 1G; 256M by default
    #[arg(long, value_name = "SIZE", requires = "gdb")]
    pub gdb_history: Option<String>,
    /// What becomes of the run when the connection to GDB is lost
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value = "go-on",
        requires = "gdb"
    )]
    pub gdb_lost: GdbLost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum GdbLost {
    /// It goes on by itself, as after `detach`
    GoOn,
    /// It ends where it is
    End,
}

#[derive(Args)]
pub struct Compare {
    /// The directory of a run, a report, or an image (.elf) that is run now
    #[arg(required_unless_present_any = ["against", "image", "host"])]
    pub run: Vec<PathBuf>,
    /// Board for images: a name from `trueboard boards`, or a .ron file
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub board: Option<String>,
    /// Override a value of the board file
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Another run, all of whose numbers are held against these; or published figures: epapi-thesis, barectf-thesis, or a .ron file
    #[arg(long, value_name = "RUN|FIGURES")]
    pub against: Option<String>,
    /// How far measured may be from true, and every number from that of the other run: 0 or 2%
    #[arg(long, value_name = "PERCENT", default_value = "0")]
    pub tolerance: String,
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
    /// The calls that a tracer in the firmware recorded, in a Paraver trace with its .pcf, beside those that happened: missing,
    /// extra and out of order. The run needs `--out` with `--trace ctf`
    #[arg(long, value_name = "TRACE.prv", conflicts_with_all = ["against", "board", "set", "bound", "probe", "by_reader", "by_function"])]
    pub firmware_trace: Option<PathBuf>,
    /// How far measured may be from published; without it they are shown only
    #[arg(long, value_name = "PERCENT")]
    pub against_tolerance: Option<String>,
    /// What calls of functions of this name (pattern with * and ?) cost: cycles inside, and what the run loses by them.
    /// The images are run twice, the second time with these functions at no cost
    #[arg(long, value_name = "PATTERN", conflicts_with = "against")]
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
    /// Another image for some cores: 0=a.elf, 1-3=b.elf, all=c.elf
    #[arg(long, value_name = "CORES=ELF", requires = "probe")]
    pub image: Vec<String>,
    /// Cores that start at once besides the first that has an image: 1-3, 0,2 or all
    #[arg(long, value_name = "CORES", requires = "probe")]
    pub start: Option<String>,
    /// Script of the board's host, which loads and starts what the cores run
    #[arg(long, value_name = "SCRIPT.ron", requires = "probe", conflicts_with_all = ["run", "image", "start"])]
    pub host: Option<PathBuf>,
    /// End each run after this much simulated time: 1000000 (cycles), 10ms, 2s
    #[arg(long, value_name = "CYCLES|TIME", requires = "probe")]
    pub until: Option<String>,
    /// Write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The run is the directory or the report of `trueboard run --profile`, or an image that is run now.
#[derive(Args)]
pub struct Profile {
    #[command(flatten)]
    pub firmware: Firmware,
    /// Bytes for the console's receiver
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// End after this much simulated time: 1000000 (cycles), 10ms, 2s
    #[arg(long, value_name = "CYCLES|TIME")]
    pub until: Option<String>,
    /// What a row is about. Lines and instructions take a run in single steps
    #[arg(long, value_enum, default_value = "function", value_name = "WHAT")]
    pub by: ProfileBy,
    /// Rows by thread, caller and function: calls, times, periods and their violations, read misses
    #[arg(long, conflicts_with_all = ["stack", "by_core"])]
    pub real_time: bool,
    /// With --real-time: the median of the times of each function's executions, too
    #[arg(long, requires = "real_time")]
    pub median: bool,
    /// Add a column for each part of the CPI stack, in percent of the function's own cycles
    #[arg(long)]
    pub stack: bool,
    /// Tell the cores apart
    #[arg(long)]
    pub by_core: bool,
    /// Only what this core executed
    #[arg(long, value_name = "N")]
    pub core: Option<u8>,
    /// Only functions whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub function: Option<String>,
    /// Sort by this column: numbers with the largest first, names by the alphabet
    #[arg(long, value_name = "COLUMN")]
    pub sort: Option<String>,
    /// Show these columns, in this order
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Show this many rows
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,
    /// The form of the answer
    #[arg(long, value_enum, default_value = "table")]
    pub format: ProfileFormat,
    /// Print JSON: --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// The meter that folded stacks and speedscope show
    #[arg(long, value_name = "METER", default_value = "cycles")]
    pub meter: String,
    /// Where the answer goes; default is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The run is an image that is run now, or the directory or report of `trueboard run --profile-instructions`, which
/// holds no addresses of data, evictors and owners of buses.
#[derive(Args)]
pub struct Why {
    #[command(flatten)]
    pub firmware: Firmware,
    /// Bytes for the console's receiver
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// End after this much simulated time: 1000000 (cycles), 10ms, 2s
    #[arg(long, value_name = "CYCLES|TIME")]
    pub until: Option<String>,
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
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ProfileBy {
    /// A function, or the handler of a trap or interrupt
    Function,
    /// A line of source code; code without one is a row for each function
    Line,
    /// An instruction
    Instruction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ProfileFormat {
    /// Columns of text
    Table,
    /// An array of objects
    Json,
    /// Comma-separated values
    Csv,
    /// Folded stacks, a line for each, for programs that draw flame graphs
    Folded,
    /// For KCachegrind and callgrind_annotate
    Callgrind,
    /// For speedscope.app
    Speedscope,
}

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
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Tests that run at a time; by default one for each processor of the host
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Mutate {
    /// Firmware images of tests: each runs by itself on the boot core, and ends with status 0 where nothing is wrong
    #[arg(required = true, value_name = "ELF")]
    pub suite: Vec<PathBuf>,
    /// Board: a name from `trueboard boards`, or a .ron file; may be left out where only one fits the first image
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub board: Option<String>,
    /// Cores that have each image, instead of the boot core alone: 0, 1-3, 0,2 or all
    #[arg(long, value_name = "CORES")]
    pub cores: Option<String>,
    /// Cores that start at once besides the first that has an image: 1-3, 0,2 or all
    #[arg(long, value_name = "CORES")]
    pub start: Option<String>,
    /// Override a value of the board file: cores.cpu.count=2, clocks.cpu=125MHz
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
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
        default_value = "tests"
    )]
    pub against: Vec<Noticing>,
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
    #[arg(long, value_name = "SYMBOL[:BYTES]")]
    pub check: Vec<String>,
    /// Lines of the console that may differ (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,
    /// Write a value into a variable before the start, as the program's input
    #[arg(long, value_name = "SYMBOL=VALUE")]
    pub poke: Vec<String>,
    /// Simulated time that the run without a fault may take: 1000000 (cycles), 10ms, 2s
    #[arg(long, value_name = "CYCLES|TIME")]
    pub until: Option<String>,
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
pub struct Sweep {
    /// A specification (RON), or the images, each run by itself
    #[arg(value_name = "SPEC.ron|IMAGE", required = true)]
    pub subjects: Vec<PathBuf>,
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

/// Over what images are run, where no specification says so. The short and the other long names are those of PaScaL
/// Analyzer.
#[derive(Args)]
#[command(next_help_heading = "For images, in place of a specification")]
pub struct SweepOver {
    /// Board: a name from `trueboard boards`, or a .ron file; may be left out where only one fits the image
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub board: Option<String>,
    /// Numbers of cores: 1,2,4 or 1-4
    #[arg(long, short, value_name = "LIST")]
    pub cores: Option<String>,
    /// The group of cores that these numbers are of; the first by default
    #[arg(long, value_name = "NAME", requires = "cores")]
    pub core_group: Option<String>,
    /// Frequencies of a clock, by default that of the first cores: 125MHz,250MHz or sdram=50MHz,100MHz
    #[arg(long = "clock", short = 'f', value_name = "[CLOCK=]LIST")]
    pub clocks: Vec<String>,
    /// Inputs, the smallest first: values of a variable (particles=64,128), of the board file (a path with a point,
    /// as --set), or files for the console (stdin=a.txt,b.txt). Of several, the first values make the first input
    #[arg(long = "inputs", visible_alias = "ipts", value_name = "WHAT=LIST")]
    pub inputs: Vec<String>,
    /// Repetitions; a run is deterministic, so one stands for all
    #[arg(long, short, value_name = "N")]
    pub repetitions: Option<u32>,
    /// What makes a region: automatic (fork and join), marks (analyzer_start and analyzer_stop), none
    #[arg(long, short = 't', value_enum, value_name = "KIND")]
    pub regions: Option<SweepRegions>,
    /// Override a value of the board file in all runs
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Write a value into a variable before the start of all runs
    #[arg(long, value_name = "SYMBOL=VALUE")]
    pub poke: Vec<String>,
    /// Bytes for the console's receiver in all runs
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// End each run after this much simulated time: 1000000 (cycles), 10ms, 2s; 10s by default
    #[arg(long, value_name = "CYCLES|TIME")]
    pub until: Option<String>,
    /// Keep this meter too, as `trueboard compare` names it
    #[arg(long, value_name = "PLACE.METER")]
    pub meter: Vec<String>,
    /// A combination to leave out: input=256,cores=4
    #[arg(long, value_name = "AXIS=VALUE,…")]
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
    /// Write a value into a variable before the start, as the program's input
    #[arg(long, value_name = "SYMBOL=VALUE")]
    pub poke: Vec<String>,
    /// End each run after this much simulated time: 1000000 (cycles), 10ms, 2s
    #[arg(long, value_name = "CYCLES|TIME", default_value = "10s")]
    pub until: String,
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

#[derive(Args)]
pub struct Disasm {
    /// The image
    pub elf: PathBuf,
    /// Board whose processor it is for; by default one that runs such images
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub board: Option<String>,
    /// Only functions whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["section", "range"])]
    pub function: Option<String>,
    /// A section of the image, with or without symbols
    #[arg(long, value_name = "NAME", conflicts_with = "range")]
    pub section: Option<String>,
    /// From one address up to another: 0x1000..0x1040
    #[arg(long, value_name = "FROM..TO")]
    pub range: Option<String>,
    /// Where a raw binary is loaded
    #[arg(long, value_name = "ADDRESS")]
    pub at: Option<String>,
}

/// Instead of an image, the name of a board or its .ron file: the power model without a run.
#[derive(Args)]
pub struct Power {
    #[command(flatten)]
    pub firmware: Firmware,
    /// Bytes for the console's receiver
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// End after this much simulated time: 1000000 (cycles), 10ms, 2s
    #[arg(long, value_name = "CYCLES|TIME")]
    pub until: Option<String>,
    /// Shares of time in which the cores run, for the spreadsheet: one for each core, or one for all
    #[arg(long = "use", value_name = "PERCENT,…", value_delimiter = ',')]
    pub usage: Vec<f64>,
    /// The clock of the cores for the spreadsheet; by default that of the run, or of the model
    #[arg(long, value_name = "MHZ")]
    pub clock: Option<f64>,
    /// Only what comes behind this moment
    #[arg(long, value_name = "CYCLES|TIME")]
    pub from: Option<String>,
    /// Only what comes up to this moment
    #[arg(long, value_name = "CYCLES|TIME")]
    pub to: Option<String>,
    /// The power in functions of this name (pattern with * and ?), with all that they call
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["from", "to"])]
    pub region: Vec<String>,
    /// Functions in which a core waits, which is no use (pattern); by default barriers and waits of OpenMP
    #[arg(long, value_name = "PATTERN")]
    pub waits: Vec<String>,
    /// Intervals of power over time, for --csv and --json; by default the grid of the power model
    #[arg(long, value_name = "CYCLES|TIME")]
    pub every: Option<String>,
    /// Show this many functions
    #[arg(long, value_name = "N", default_value = "10")]
    pub top: usize,
    /// Print power over time as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Trace {
    #[command(subcommand)]
    pub command: TraceCommand,
}

#[derive(Subcommand)]
pub enum TraceCommand {
    /// Print the events of all streams in order of time
    Cat(TraceCat),
    /// Tell everything that is wrong with a trace: event and byte, cause and remedy
    Check(TraceCheck),
    /// Write a trace anew: CTF in a plain form, Paraver, or JSON for Perfetto
    Convert(TraceConvert),
}

#[derive(Args)]
pub struct TraceCat {
    /// The directory of the trace
    pub dir: PathBuf,
    /// One JSON object per event
    #[arg(long)]
    pub json: bool,
    /// Show values of the clock instead of seconds
    #[arg(long, conflicts_with = "json")]
    pub cycles: bool,
    /// Leave out what comes before: 1.5, 20ms, 3us (from the origin of the clock)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub begin: Option<String>,
    /// Leave out what comes after
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub end: Option<String>,
    /// Only events whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub event: Option<String>,
}

#[derive(Args)]
pub struct TraceCheck {
    /// The directory of the trace
    pub dir: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct TraceConvert {
    /// The directory of the trace
    pub dir: PathBuf,
    /// ctf, paraver or perfetto
    #[arg(long, value_name = "FORMAT")]
    pub to: String,
    /// Where it goes: a directory for ctf, a .prv file for paraver, a .json file for perfetto
    #[arg(long, short, value_name = "PATH")]
    pub out: PathBuf,
    /// Names for the addresses of functions, for paraver and perfetto: an ELF file, or a description
    /// of stub cores (its name, or a .ron file); STREAM is a pattern of stream files. Repeatable
    #[arg(long, value_name = "[STREAM=]IMAGE")]
    pub symbols: Vec<String>,
}

#[derive(Args)]
pub struct Sync {
    /// Directories of CTF traces
    #[arg(required = true, value_name = "TRACE_DIR")]
    pub traces: Vec<PathBuf>,
    /// What has a clock of its own
    #[arg(long, value_name = "WHAT", value_enum, default_value = "trace")]
    pub clocks: ClockOwner,
    /// The clock that all are brought to; by default the one with messages to the most others
    #[arg(long, value_name = "NAME")]
    pub reference: Option<String>,
    /// Which events caused which: cause=EVENT,effect=EVENT,key=FIELD[+FIELD...]
    #[arg(long, value_name = "PAIRS")]
    pub pairs: Vec<String>,
    /// How the line between two clocks is chosen from those that are possible
    #[arg(long, value_name = "METHOD", value_enum, default_value = "hull")]
    pub method: SyncMethod,
    /// What the clocks really did (truth-clocks.json); adds the error of the answer
    #[arg(long, value_name = "FILE")]
    pub truth: Option<PathBuf>,
    /// Write all traces, on the reference clock, as one trace
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Draw the hulls: distance of messages from the answer over time, a panel for every two clocks
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ClockOwner {
    /// Each clock that a trace's metadata declares
    Trace,
    /// Each stream file: metadata shared by cores with counters of their own
    Stream,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum SyncMethod {
    /// Means of the two extreme lines
    Hull,
    /// The bisector of the two extreme lines
    Bisector,
    /// One message after the other, as Trace Compass
    Streaming,
}
