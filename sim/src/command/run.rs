//! `trueboard run`.

use super::progress::{self, Progress};
use super::{Failure, INPUT, options, print, print_json, summary};
use crate::cli::Run;
use crate::gdb;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Component, Path};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use trueboard_board::report::HostReport;
use trueboard_board::{Report, Session, open_board};

pub fn run(a: &Run) -> Result<u8, Failure> {
    let mut board = open_board(&options::board(a)?, &a.set)?;
    if let Some(workload) = &a.workload {
        board.describe(workload)?;
    }
    // `all` cores are those that run images: a host is none of them.
    let groups = board.file.cores.iter();
    let cores = groups
        .take_while(|g| trueboard_board::expected(&g.kind).is_some())
        .map(|g| usize::from(g.count))
        .sum();
    if let Some(dir) = &a.out {
        make_dir(dir)?;
    }
    let mut options = options::options(a, cores)?;
    for (_, path) in &mut options.traces {
        if let Some(parent) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
            make_dir(parent)?;
        }
    }
    let mut console = Console::open(a)?;
    let mut session = Session::new(&board, options)?;
    if let Some(progress) = Progress::on_terminal() {
        session.observe(Box::new(progress.show()));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // The first Ctrl-C ends the run in good order, the second at once. Without a handler the run
    // still works.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    let begun = Instant::now();
    let mut report = match &a.gdb {
        None => session.run(&mut console, &stop),
        Some(address) => gdb::debug(&mut session, address, &mut console, &stop)?,
    };
    progress::clear();
    report.warnings.extend(unused_cores(a, &report));
    report.warnings.extend(other_schedule(a, &report));
    if a.host_stats {
        report.host = Some(host(&report, begun));
    }
    let streams = session.machine().streams();
    match &a.out {
        Some(dir) => write_streams(&dir.join("streams"), streams)?,
        None if !streams.is_empty() => {
            eprintln!("trueboard: warning: what was drained is lost; give --out DIR to keep it");
        }
        None => {}
    }
    write_report(a, &report)?;
    if !a.quiet {
        let text = summary::summary(&report);
        if a.report.as_deref() == Some("-") {
            eprint!("{text}");
        } else {
            print(&text)?;
        }
    }
    complain(&report);
    let code = report.outcome.kind.exit_code();
    Ok(if code == 0 && session.lost_output() {
        INPUT
    } else {
        code
    })
}

/// Cores that `--set` asked for, and that nothing ever started.
fn unused_cores(a: &Run, report: &Report) -> Option<String> {
    let asked = |s: &String| s.starts_with("cores.") && s.contains(".count=");
    let set = a.set.iter().find(|s| asked(s))?;
    let all = report.cores.iter();
    let unused: Vec<&str> = all
        .filter(|c| c.instructions == 0 && c.cycles == 0)
        .map(|c| c.name.as_str())
        .collect();
    let used = report.cores.len() - unused.len();
    (!unused.is_empty()).then(|| {
        format!(
            "--set {set}: the run used {used} of {} cores; never started: {}",
            report.cores.len(),
            unused.join(", ")
        )
    })
}

/// What `--free` changes beyond costs, in programs on several cores.
fn other_schedule(a: &Run, report: &Report) -> Option<String> {
    let free = !a.free.is_empty() || !a.free_optional.is_empty();
    let working = report.cores.iter().filter(|c| c.instructions > 0).count();
    (free && working > 1).then(|| {
        format!(
            "--free changes when things happen, so {working} cores that hand out work, or wait for each \
             other, may have done it in another order: compare the sums over all cores with those of a run \
             without it, not single cores"
        )
    })
}

fn make_dir(dir: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(dir)
        .map_err(|e| Failure::input(format!("{}: cannot be made: {e}", dir.display())))
}

fn host(report: &Report, begun: Instant) -> HostReport {
    let wall_seconds = begun.elapsed().as_secs_f64();
    let instructions: u64 = report.cores.iter().map(|c| c.instructions).sum();
    HostReport {
        wall_seconds,
        mips: instructions as f64 / wall_seconds.max(1e-9) / 1e6,
    }
}

fn write_report(a: &Run, report: &Report) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(report)
        .map_err(|e| Failure::input(format!("report: {e}")))?
        + "\n";
    let write = |path: &Path| {
        std::fs::write(path, &text)
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
    };
    if let Some(dir) = &a.out {
        write(&dir.join("report.json"))?;
    }
    match a.report.as_deref() {
        Some("-") => print_json(report),
        Some(path) => write(Path::new(path)),
        None => Ok(()),
    }
}

/// Writes what was drained from the board; a name with slashes is a file in a folder.
fn write_streams(dir: &Path, streams: &BTreeMap<String, Vec<u8>>) -> Result<(), Failure> {
    for (name, bytes) in streams {
        let plain = |part| matches!(part, Component::Normal(_));
        if !Path::new(name).components().all(plain) {
            return Err(Failure::input(format!(
                "stream `{name}`: is no name of a file in {}",
                dir.display()
            )));
        }
        let path = dir.join(name);
        if let Some(parent) = path.parent() {
            make_dir(parent)?;
        }
        std::fs::write(&path, bytes)
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))?;
    }
    Ok(())
}

/// One line on standard error for whatever was not a success.
fn complain(report: &Report) {
    let o = &report.outcome;
    if o.kind.exit_code() != 0 {
        eprintln!("trueboard: {}", o.detail);
        for line in &o.last_instructions {
            eprintln!("  {line}");
        }
        for call in &o.call_stack {
            eprintln!("  called from {call}");
        }
        let mut registers: Vec<_> = o.registers.iter().collect();
        registers.sort_by_key(|(name, _)| in_order(name));
        for row in registers.chunks(8) {
            let row: Vec<String> = row.iter().copied().map(register).collect();
            eprintln!("  {}", row.join("  "));
        }
    }
    const SHOWN: usize = 10;
    for w in report.warnings.iter().take(SHOWN) {
        eprintln!("trueboard: warning: {w}");
    }
    if report.warnings.len() > SHOWN {
        let more = report.warnings.len() - SHOWN;
        eprintln!("trueboard: and {more} more warnings, all in the report");
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

/// Where console bytes go: a chosen place, and `console.txt` of the output directory.
struct Console {
    to: Vec<Box<dyn Write>>,
}

impl Console {
    fn open(a: &Run) -> Result<Console, Failure> {
        let create = |path: &Path| {
            File::create(path)
                .map(|f| Box::new(f) as Box<dyn Write>)
                .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
        };
        let mut to: Vec<Box<dyn Write>> = Vec::new();
        match a.console.as_deref() {
            Some("none") => {}
            // Standard output belongs to the report when it was asked for there.
            None if a.report.as_deref() == Some("-") => to.push(Box::new(std::io::stderr())),
            None | Some("-") => to.push(Box::new(std::io::stdout())),
            Some(path) => to.push(create(Path::new(path))?),
        }
        if let Some(dir) = &a.out {
            to.push(create(&dir.join("console.txt"))?);
        }
        Ok(Console { to })
    }
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        progress::printed(bytes);
        for w in &mut self.to {
            w.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.to.iter_mut().try_for_each(|w| w.flush())
    }
}
