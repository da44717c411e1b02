//! What runs, on which board, and how it is looked at.

use super::lists;
use clap::Args;
use std::path::PathBuf;
use trueboard::board::asked::{self, Program};

/// What runs, on which board, with which input, and for how long: the options that all commands that run firmware share.
#[derive(Args, Clone, Debug, Default)]
pub struct Firmware {
    /// Firmware images for the boot core; it starts at the entry of the last one
    pub elf: Vec<PathBuf>,
    /// Board: a name from `trueboard boards`, or a .ron file; may be left out where only one fits the image
    #[arg(long, help_heading = WHAT_RUNS, value_name = "NAME|FILE.ron")]
    pub board: Option<String>,
    /// Override a value of the board file: cores.cpu.count=2, clocks.cpu=125MHz
    #[arg(long, help_heading = WHAT_RUNS, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Cores that have the images in place of the boot core: 0, 1-3, 0,2 or all
    #[arg(long, help_heading = WHAT_RUNS, value_name = "CORES")]
    pub on: Option<String>,
    /// Another image for some cores: 0=a.elf, 1-3=b.elf, all=c.elf
    #[arg(long, help_heading = WHAT_RUNS, value_name = "CORES=ELF")]
    pub image: Vec<String>,
    /// Cores that start at once besides the first that has an image: 1-3, 0,2 or all
    #[arg(long, help_heading = WHAT_RUNS, value_name = "CORES")]
    pub start: Option<String>,
    /// Address at which raw binaries are loaded and start: 0x40000000
    #[arg(long, help_heading = WHAT_RUNS, value_name = "ADDRESS", conflicts_with_all = ["host", "workload"])]
    pub at: Option<String>,
    /// Script of the board's host, which loads images and starts cores
    #[arg(long, help_heading = WHAT_RUNS, value_name = "SCRIPT.ron", conflicts_with_all = ["elf", "image", "start", "on"])]
    pub host: Option<PathBuf>,
    /// Workload of the board's stub cores: FILE.ron, or the name of one in models/workloads
    #[arg(long, help_heading = WHAT_RUNS, value_name = "NAME|FILE.ron", conflicts_with_all = ["elf", "image", "on"])]
    pub workload: Option<String>,
    /// Write a value into a variable before the start, as the program's input
    #[arg(long, help_heading = WHAT_RUNS, value_name = "SYMBOL=VALUE")]
    pub poke: Vec<String>,
    /// Bytes for the console's receiver
    #[arg(long, help_heading = WHAT_RUNS, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// A network with a host that exports this folder by NFS; `trueboard run` writes changes back at the end
    #[arg(long, help_heading = WHAT_RUNS, value_name = "DIR")]
    pub nfs: Option<PathBuf>,
    /// End after this much simulated time: 1000000 (cycles), 10ms, 2s
    #[arg(long, help_heading = WHAT_RUNS, value_name = "CYCLES|TIME")]
    pub until: Option<String>,
}

impl Firmware {
    /// The first of these options that is given, but for those of `allowed`: for commands that take what a file says.
    pub fn given(&self, allowed: &[&str]) -> Option<&'static str> {
        let all = [
            ("--board", self.board.is_some()),
            ("--set", !self.set.is_empty()),
            ("--on", self.on.is_some()),
            ("--image", !self.image.is_empty()),
            ("--start", self.start.is_some()),
            ("--at", self.at.is_some()),
            ("--host", self.host.is_some()),
            ("--workload", self.workload.is_some()),
            ("--poke", !self.poke.is_empty()),
            ("--stdin", self.stdin.is_some()),
            ("--nfs", self.nfs.is_some()),
            ("--until", self.until.is_some()),
        ];
        let given = all.into_iter().filter(|o| o.1).map(|o| o.0);
        given.into_iter().find(|name| !allowed.contains(name))
    }

    /// The file that names it in messages: the image, the host's script or the workload.
    pub fn named(&self) -> PathBuf {
        self.asked().named()
    }

    /// What it says, as the library takes it.
    pub fn asked(&self) -> Program {
        Program {
            elf: self.elf.clone(),
            board: self.board.clone(),
            set: self.set.clone(),
            on: self.on.clone(),
            image: self.image.clone(),
            start: self.start.clone(),
            at: self.at.clone(),
            host: self.host.clone(),
            workload: self.workload.clone(),
            poke: self.poke.clone(),
            stdin: self.stdin.clone(),
            nfs: self.nfs.clone(),
            until: self.until.clone(),
        }
    }

    /// This, with an end for firmware that runs away.
    pub fn ending(mut self, until: &str) -> Firmware {
        self.until.get_or_insert_with(|| until.to_owned());
        self
    }
}

/// Heading of [`Firmware`]'s options in help texts.
pub const WHAT_RUNS: &str = "What runs";

#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    pub firmware: Firmware,
    /// End after this time of the host (60, 500ms, 1m), whatever has been simulated by then
    #[arg(long, help_heading = "When it ends", value_name = "TIME")]
    pub timeout: Option<String>,
    /// Accesses to unmodelled parts and bus errors end the run with exit code 4, as do findings of --check at its end
    #[arg(long, help_heading = "When it ends")]
    pub strict: bool,
    /// Directory for report.json, console.txt and traces
    #[arg(long, help_heading = "What is kept", value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Where the report goes as JSON; - is standard output
    #[arg(long, help_heading = "What is kept", value_name = "FILE|-")]
    pub report: Option<String>,
    /// Where the console goes; default is standard output
    #[arg(long, help_heading = "What is kept", value_name = "FILE|-|none")]
    pub console: Option<String>,
    /// Print nothing but the console
    #[arg(long, help_heading = "What is kept", short)]
    pub quiet: bool,
    /// Write the run as one page for a browser: cores, counters beside what happened, buses, power, profile
    #[arg(long, help_heading = "What is kept", value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Keep memory at the end in the report: a symbol, and bytes if not its own size
    #[arg(long, help_heading = "What is kept", value_name = "SYMBOL[:BYTES]")]
    pub dump: Vec<String>,
    /// Say in the report how uncertain its numbers are: uncertainty.json of `trueboard uncertainty --out`
    #[arg(long, help_heading = "What is kept", value_name = "FILE")]
    pub uncertainty: Option<PathBuf>,
    /// Add time and speed on the host to the report
    #[arg(long, help_heading = "What is kept")]
    pub host_stats: bool,
    #[arg(long, help_heading = "Traces", value_name = "FORMAT[=PATH]", help = format!("Write a trace: {}, into --out DIR or to PATH", lists::formats()))]
    pub trace: Vec<String>,
    #[arg(
        long,
        help = format!("What traces hold: {} (default: all)", lists::events()),
        help_heading = "Traces",
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub events: Vec<String>,
    /// End each trace once it has this many bytes: 500k, 20M, 1G; what is left out is said
    #[arg(long, help_heading = "Traces", value_name = "SIZE")]
    pub trace_limit: Option<String>,
    /// Interval of bus-use samples in traces: 100us, 5000 (cycles)
    #[arg(long, help_heading = "Traces", value_name = "PERIOD")]
    pub sample: Option<String>,
    /// Report the meters of a function (pattern), or from one function to another (BEGIN..END)
    #[arg(long, help_heading = "Where the time goes", value_name = "NAME")]
    pub region: Vec<String>,
    /// Report what every function costs, by its callers, for `trueboard profile`
    #[arg(long, help_heading = "Where the time goes")]
    pub profile: bool,
    /// Report how long the executions in the middle of all took, for medians of `trueboard profile --real-time`
    #[arg(long, help_heading = "Where the time goes", requires = "profile")]
    pub profile_median: bool,
    /// Report what every instruction costs, for `trueboard profile --by line`; the run takes longer on the host
    #[arg(long, help_heading = "Where the time goes")]
    pub profile_instructions: bool,
    #[arg(
        long,
        help_heading = "Where the time goes",
        value_name = "NAME",
        conflicts_with = "sample_windows",
        help = format!("Follow the run for an analysis, and report its result: {}", lists::analyses())
    )]
    pub analyse: Vec<String>,
    /// Functions that execute but cost nothing and are not counted (pattern with * and ?)
    #[arg(long, help_heading = "Where the time goes", value_name = "PATTERN")]
    pub free: Vec<String>,
    /// The same, for a pattern that may match nothing
    #[arg(long, help_heading = "Where the time goes", value_name = "PATTERN")]
    pub free_optional: Vec<String>,
    /// Say what --free changed in who does what: the program is run twice more, with it and without
    #[arg(
        long,
        help_heading = "Where the time goes",
        conflicts_with = "fast_until"
    )]
    pub free_schedule: bool,
    #[arg(long, help = format!("Check what the firmware does, undisturbed: {} (default: all)", lists::checks()), help_heading = "Checks", value_name = "LIST", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub check: Option<String>,
    /// Findings that are accepted: a file with places and reasons
    #[arg(long, help_heading = "Checks", value_name = "FILE")]
    pub check_suppress: Vec<PathBuf>,
    /// Write a file for --check-suppress that accepts all that was found
    #[arg(long, help_heading = "Checks", value_name = "FILE")]
    pub check_accept: Option<PathBuf>,
    /// How long interrupts may be off: 50us, 20000 (cycles) (default: 100us)
    #[arg(long, help_heading = "Checks", value_name = "CYCLES|TIME")]
    pub check_irqs_off: Option<String>,
    /// Go on from a snapshot; board and images must be those that it was made with
    #[arg(
        long,
        help_heading = "Snapshots and untimed spans",
        value_name = "FILE",
        conflicts_with = "poke"
    )]
    pub restore: Option<PathBuf>,
    /// Write a snapshot when the time of --until has come
    #[arg(
        long,
        help_heading = "Snapshots and untimed spans",
        value_name = "FILE"
    )]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub fast: Fast,
    /// Estimate the time of the run from N timed windows at equal distances; this saves little host time
    #[arg(long, help_heading = "Snapshots and untimed spans", value_name = "N", conflicts_with_all = [
        "fast_until", "save", "trace", "html", "region", "profile", "profile_instructions", "check", "gdb",
        "free_schedule", "uncertainty", "nfs"
    ])]
    pub sample_windows: Option<u64>,
    /// Instructions of each of these windows, of all cores together
    #[arg(long, help_heading = "Snapshots and untimed spans", value_name = "N", requires = "sample_windows", default_value_t = trueboard::board::WINDOW)]
    pub window_length: u64,
    #[command(flatten)]
    pub debugger: Gdb,
    /// When basic blocks are translated to machine code of the host; no result depends on it
    #[arg(long, help_heading = "Simulator", value_name = "WHEN", value_enum, default_value_t = Translation::Hot)]
    pub translate: Translation,
}

/// A run that begins with an untimed span.
#[derive(Args, Clone)]
pub struct Fast {
    /// Begin untimed: memories beyond first-level caches answer at once, up to this function or time; counters begin there
    #[arg(
        long,
        help_heading = "Snapshots and untimed spans",
        value_name = "SYMBOL|TIME"
    )]
    pub fast_until: Option<String>,
    /// How much before that is timed, to warm caches: instructions, or cycles before a time (default: 100000, of windows 10000)
    #[arg(long, help_heading = "Snapshots and untimed spans", value_name = "N")]
    pub fast_warm: Option<String>,
}

impl Fast {
    /// What it says, as the library takes it.
    pub fn asked(&self) -> asked::Fast {
        asked::Fast {
            until: self.fast_until.clone(),
            warm: self.fast_warm.clone(),
        }
    }
}

#[derive(Args)]
pub struct Gdb {
    /// Wait for GDB here, with the firmware loaded and not yet started: HOST:PORT or unix:PATH
    #[arg(
        long,
        help_heading = "Debugging",
        value_name = "ADDR",
        conflicts_with = "workload"
    )]
    pub gdb: Option<String>,
    /// The kind of cores that GDB sees; the default is that of the first core with an image
    #[arg(
        long,
        help_heading = "Debugging",
        value_name = "KIND",
        requires = "gdb"
    )]
    pub gdb_cores: Option<String>,
    /// Memory of the host for going back: 500k, 256M, 1G; 256M by default
    #[arg(
        long,
        help_heading = "Debugging",
        value_name = "SIZE",
        requires = "gdb"
    )]
    pub gdb_history: Option<String>,
    /// What becomes of the run when the connection to GDB is lost
    #[arg(
        long,
        help_heading = "Debugging",
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

/// When basic blocks are translated to machine code of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Translation {
    /// Never
    Never,
    /// When they are executed often
    Hot,
    /// When they were executed once
    Once,
}
