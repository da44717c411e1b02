//! Measured beside true.

use super::Firmware;
use clap::Args;
use std::path::PathBuf;

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
    /// The calls that a tracer in the firmware recorded, in a Paraver trace with its .pcf, beside those that happened: missing,
    /// extra and out of order. The run needs `--out` with `--trace ctf`
    #[arg(long, value_name = "TRACE.prv", conflicts_with_all = ["against", "board", "set", "bound", "probe", "by_reader", "by_function"])]
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
    /// Write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
