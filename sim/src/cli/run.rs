//! `trueboard run`.

use crate::cli::shared::firmware::Fast;
use crate::cli::shared::firmware::Firmware;
mod asked;
pub mod checks;
mod log;
mod named;
mod network;
mod page;
mod schedule;
mod serial;
mod summary;

use super::Example;
use super::shared::debugged::{self, Gdb};
use super::shared::lists;
use super::{Failure, INPUT, check, files, options, print_json};
use crate::cli::shared::answer::{Answer, Form, Verdicts};
use crate::cli::shared::junit::case;
use crate::cli::shared::progress::Progress;
use crate::say::{self, To};
use crate::stop::Stop;
use clap::Args;
use quick_junit::TestSuite;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use trueboard::campaigns::uncertainty::attached;
use trueboard::internals::board::describe::describe;
use trueboard::internals::board::findings::ChecksReport;
use trueboard::internals::board::{Machine, Report, Session};
use trueboard::report::{HostReport, OutcomeKind};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    (
        "Run firmware on the board that it fits",
        "trueboard run hello.elf",
    ),
    (
        "Keep report, console and a trace",
        "trueboard run lu.elf --board gr740 --out out --trace ctf",
    ),
    (
        "What a function costs",
        "trueboard run lu.elf --board gr740 --region lu_update",
    ),
    (
        "Two cores at half the clock",
        "trueboard run lu.elf --board gr740 --set cores.cpu.count=2 --set clocks.cpu=125MHz",
    ),
    ("Wait for GDB", "trueboard run hello.elf --gdb :3333"),
];

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
    #[arg(long, short, help_heading = "What is kept", value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Where the report goes as JSON; - is standard output
    #[arg(long, help_heading = "What is kept", value_name = "FILE|-")]
    pub report: Option<String>,
    /// Where the console goes; default is standard output
    #[arg(long, help_heading = "What is kept", value_name = "FILE|-|none")]
    pub console: Option<String>,
    /// Hand standard input to the console as it comes, and wait for it; with --out, input.ron records it
    #[arg(long, help_heading = "Serial lines", conflicts_with_all = ["gdb", "sample_windows", "stdin"])]
    pub interactive: bool,
    /// The host's end of a serial line: uart1=pty, uart1=tcp:4000 (waits for a connection), uart1=FILE
    #[arg(long, help_heading = "Serial lines", value_name = "DEVICE=TARGET", conflicts_with_all = ["gdb", "sample_windows"])]
    pub serial: Vec<String>,
    /// Type what an earlier run recorded as input.ron, at the same simulated times
    #[arg(long, help_heading = "Serial lines", value_name = "FILE", conflicts_with_all = ["interactive", "serial", "gdb", "sample_windows"])]
    pub replay_input: Option<PathBuf>,
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
    /// Write a description's beginning for --device: registers that the firmware accessed and that have no model
    #[arg(long, help_heading = "What is kept", value_name = "FILE.ron")]
    pub device_skeleton: Option<PathBuf>,
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
    /// End each trace and the log once it has this many bytes: 500k, 20M, 1G; what is left out is said
    #[arg(long, help_heading = "Traces", value_name = "SIZE")]
    pub trace_limit: Option<String>,
    /// Interval of bus-use samples in traces: 100us, 5000 (cycles)
    #[arg(long, help_heading = "Traces", value_name = "PERIOD")]
    pub sample: Option<String>,
    #[command(flatten)]
    pub logged: log::Logged,
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
    #[arg(long, help_heading = "Snapshots and untimed spans", value_name = "N", requires = "sample_windows", default_value_t = trueboard::internals::board::WINDOW)]
    pub window_length: u64,
    #[command(flatten)]
    pub debugger: Gdb,
    #[command(flatten)]
    pub answer: Answer,
    #[command(flatten)]
    pub verdicts: Verdicts,
    /// When basic blocks are translated to machine code of the host; no result depends on it
    #[arg(long, help_heading = "Simulator", value_name = "WHEN", value_enum, default_value_t = Translation::Hot)]
    pub translate: Translation,
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

pub fn run(a: &Run) -> Result<u8, Failure> {
    if a.free_schedule && a.free.is_empty() && a.free_optional.is_empty() {
        return Err(Failure::usage(
            "--free-schedule is about --free: name some functions",
        ));
    }
    let timeout = a.timeout.as_deref().map(options::timeout).transpose()?;
    let (board, cores) = options::open(&a.firmware, a.quiet)?;
    let stop = Stop::default();
    let mut options = asked::options(a, cores)?;
    options.files = named::of_run(a, &options);
    let sampling = asked::sampling(a)?;
    options.stopped = stop.cause.clone();
    if let Some(fast) = &mut options.fast {
        fast.stop = stop.asked.clone();
    }
    let exported = match (&a.firmware.nfs, &options.network) {
        (Some(dir), Some(files)) => Some(network::Exported::new(dir, files)?),
        _ => None,
    };
    a.verdicts.files(&mut options.files);
    check(&options.files)?;
    a.verdicts.have_folder()?;
    named::have_folders(a)?;
    let log = a.logged.asked(a.trace_limit.as_deref(), cores)?;
    let log = log.map(|request| {
        let log = request.log.clone();
        options.analyses.ask(Box::new(request));
        log
    });
    let begun = Instant::now();
    stop.listen_and(&[], serial::restore_terminal);
    if let Some(time) = timeout {
        stop.after(time);
    }
    // Checks what the host's script reads as well, and opens the traces.
    let mut session = Session::new(&board, options)?;
    let uncertainty = match &a.uncertainty {
        None => None,
        Some(path) => Some(attached(path, &board, &session, &a.firmware.asked())?),
    };
    let mut console = Console::open(a)?;
    if let Some(progress) = Progress::on_terminal(session.budget_ends()) {
        session.observe(Box::new(progress.show()));
    }
    let serial = serial::connect(a, &mut session, &stop.asked)?;
    let debugger = &a.debugger;
    let mut report = match &debugger.gdb {
        None => match sampling {
            None => session.run(&mut console, &stop.asked),
            Some(sampling) => session
                .run_sampled(&sampling, &mut console, &stop.asked)
                .map_err(Failure::input)?,
        },
        Some(address) => {
            let areas = describe(&board)?.map;
            debugged::run(
                &mut session,
                debugger,
                areas,
                address,
                &mut console,
                &stop.asked,
            )?
        }
    };
    say::no_status();
    report.warnings.extend(unused_cores(a, &report));
    if a.free_schedule && working(&report) > 1 {
        let changes = schedule::changes(a, &board, cores, &stop.asked)?;
        report.warnings.extend(changes);
    } else {
        report.warnings.extend(other_schedule(a, &report));
    }
    report.uncertainty = uncertainty.map(|u| u.report());
    if a.host_stats {
        report.host = Some(host(&report, begun));
    }
    if a.out.is_none() && session.left_streams() {
        say::warning("what was drained is lost; give --out DIR to keep it");
    }
    // Whatever cannot be written, the rest is.
    let mut lost = write_report(a, &report);
    if let Some(serial) = serial {
        lost.extend(serial.keep(a.out.as_deref(), &report).err());
    }
    if let Some(exported) = &exported {
        lost.extend(exported.update(&mut session));
    }
    if let Some(log) = &log {
        lost.extend(log::end(a, log).err());
    }
    if let Some(path) = &a.html {
        lost.extend(page::write(path, &a.firmware, &session, &report).err());
    }
    if let Some(path) = &a.device_skeleton {
        lost.extend(skeleton(path, session.machine()).err());
    }
    if let Some(path) = &a.check_accept {
        lost.extend(checks::accept(path, &report).err());
    }
    lost.extend(a.verdicts.write(|| vec![suite(a, &report)]).err());
    if !a.quiet && report_on_output(a) {
        say::note(&summary::summary(&report));
    }
    let empty = a.quiet || a.report.as_deref() == Some("-");
    let answer = match a.answer.form() {
        Form::Table | Form::Json if empty => Ok(()),
        _ => a
            .answer
            .print(&report, &["cores"], || summary::summary(&report)),
    };
    lost.extend(answer.err());
    complain(&report);
    for e in &lost {
        say::error(&e.text);
    }
    let code = match report.outcome.kind {
        OutcomeKind::Interrupted => stop.exit_code(),
        _ => None,
    };
    let code = code.unwrap_or(report.outcome.kind.exit_code());
    if code == 0 && a.strict && checks::failed(&report) {
        return Ok(OutcomeKind::Strict.exit_code());
    }
    Ok(
        if code == 0 && (session.lost_output() || !lost.is_empty()) {
            INPUT
        } else {
            code
        },
    )
}

/// Writes the beginning of a description of what the firmware accessed and no model has.
fn skeleton(path: &Path, machine: &Machine) -> Result<(), Failure> {
    let Some(text) = trueboard::internals::board::skeleton(machine) else {
        say::message(
            "--device-skeleton: everything that the firmware accessed has a model; no file is written",
        );
        return Ok(());
    };
    files::write(path, text.as_bytes())
}

/// Cores that `--set` asked for, and that nothing ever started.
fn unused_cores(a: &Run, report: &Report) -> Option<String> {
    let set = a.firmware.set.iter().find(|s| Report::counts_cores(s))?;
    Some(format!("--set {set}: {}", report.unused_cores()?))
}

/// How many cores executed something.
fn working(report: &Report) -> usize {
    report.cores.iter().filter(|c| c.instructions > 0).count()
}

/// What `--free` changes beyond costs, in programs on several cores.
fn other_schedule(a: &Run, report: &Report) -> Option<String> {
    let free = !a.free.is_empty() || !a.free_optional.is_empty();
    let working = working(report);
    (free && working > 1).then(|| {
        format!(
            "--free changes when things happen, so {working} cores that hand out work, or wait for each \
             other, may have done it in another order: compare the sums over all cores with those of a run \
             without it, not single cores (--free-schedule says what differs)"
        )
    })
}

fn host(report: &Report, begun: Instant) -> HostReport {
    let wall_seconds = begun.elapsed().as_secs_f64();
    let instructions: u64 = report.cores.iter().map(|c| c.instructions).sum();
    HostReport {
        wall_seconds,
        mips: instructions as f64 / wall_seconds.max(1e-9) / 1e6,
    }
}

/// Writes the report wherever it is wanted; answers what went wrong.
fn write_report(a: &Run, report: &Report) -> Vec<Failure> {
    let text = match serde_json::to_string_pretty(report) {
        Ok(text) => text + "\n",
        Err(e) => return vec![Failure::input(format!("report: {e}"))],
    };
    let write = |path: &Path| files::write(path, text.as_bytes());
    let of_folder = a.out.iter().map(|dir| write(&dir.join("report.json")));
    let own = a.report.iter().map(|place| match place.as_str() {
        "-" => print_json(report),
        path => write(Path::new(path)),
    });
    of_folder.chain(own).filter_map(Result::err).collect()
}

/// Standard output has the report, so the console goes to standard error.
fn report_on_output(a: &Run) -> bool {
    a.report.as_deref() == Some("-") || a.answer.form() != Form::Table
}

/// A case for the end of the run, and one for each check.
fn suite(a: &Run, report: &Report) -> TestSuite {
    let images: Vec<&str> = report.images.iter().map(|i| i.path.as_str()).collect();
    let mut suite = TestSuite::new(match images.is_empty() {
        true => a.firmware.named().display().to_string(),
        false => images.join(", "),
    });
    let failed = report.outcome.kind.exit_code() != 0;
    let text = failed.then(|| report.outcome.detail.clone());
    suite.add_test_case(case("ends with success", text));
    let found = report.checks.iter().flat_map(ChecksReport::by_check);
    for (check, found) in found {
        let text = (!found.is_empty()).then(|| found.join("; "));
        suite.add_test_case(case(&format!("check {check}"), text));
    }
    suite
}

/// One line on standard error for whatever was not a success.
fn complain(report: &Report) {
    let o = &report.outcome;
    if o.kind.exit_code() != 0 {
        say::error(&o.detail);
        for line in &o.last_instructions {
            say::note(&format!("  {line}\n"));
        }
        for call in &o.call_stack {
            say::note(&format!("  called from {call}\n"));
        }
        let mut registers: Vec<_> = o.registers.iter().collect();
        registers.sort_by_key(|(name, _)| in_order(name));
        for row in registers.chunks(8) {
            let row: Vec<String> = row.iter().copied().map(register).collect();
            say::note(&format!("  {}\n", row.join("  ")));
        }
    }
    const SHOWN: usize = 10;
    for w in report.warnings.iter().take(SHOWN) {
        say::warning(w);
    }
    if report.warnings.len() > SHOWN {
        let more = report.warnings.len() - SHOWN;
        say::message(&format!("and {more} more warnings, all in the report"));
    }
}

/// Registers in the order in which people look for them: by letter, then by number; others at the end.
fn in_order(name: &str) -> (bool, &str, u32) {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name.get(letters.len()..).and_then(|n| n.parse().ok());
    (number.is_none(), letters, number.unwrap_or(0))
}

/// A register as a crash message has it.
fn register((name, value): (&String, &u64)) -> String {
    format!("{name:>4} {value:08x}")
}

/// Where console bytes go: a chosen place, and `console.txt` of the output directory. When one of them
/// takes no more, the other goes on.
struct Console {
    to: Vec<Place>,
}

enum Place {
    Stream(To),
    File(File),
}

impl Console {
    fn open(a: &Run) -> Result<Console, Failure> {
        let create = |path: &Path| {
            File::create(path)
                .map(Place::File)
                .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
        };
        let mut to = Vec::new();
        match a.console.as_deref() {
            Some("none") => {}
            // Standard output belongs to the report when it was asked for there.
            None if report_on_output(a) => to.push(Place::Stream(To::Err)),
            None | Some("-") => to.push(Place::Stream(To::Out)),
            Some(path) => to.push(create(Path::new(path))?),
        }
        if let Some(dir) = &a.out {
            to.push(create(&dir.join("console.txt"))?);
        }
        Ok(Console { to })
    }
}

impl Write for Console {
    /// Takes all of `bytes`. A place that fails is given up, and said once.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut failed = None;
        self.to.retain_mut(|place| {
            let done = match place {
                Place::Stream(to) => say::console(*to, bytes),
                Place::File(f) => f.write_all(bytes),
            };
            let kept = done.is_ok();
            failed = failed.take().or(done.err());
            kept
        });
        failed.map_or(Ok(bytes.len()), Err)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
