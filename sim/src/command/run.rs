//! `trueboard run`.

use super::progress::Progress;
use super::{
    Failure, INPUT, check, checks, debugged, files, network, options, page, print, print_json,
    schedule, summary,
};
use crate::cli::Run;
use crate::say::{self, To};
use crate::stop::Stop;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;
use trueboard::board::describe::describe;
use trueboard::board::files::write_whole;
use trueboard::board::report::{HostReport, OutcomeKind};
use trueboard::board::{Report, Session};
use trueboard::campaigns::uncertainty::attached;

pub fn run(a: &Run) -> Result<u8, Failure> {
    if a.free_schedule && a.free.is_empty() && a.free_optional.is_empty() {
        return Err(Failure::usage(
            "--free-schedule is about --free: name some functions",
        ));
    }
    let timeout = a.timeout.as_deref().map(options::timeout).transpose()?;
    let (board, cores) = options::open(&a.firmware, a.quiet)?;
    let stop = Stop::default();
    let mut options = options::options(a, cores)?;
    options.files = files::of_run(a, &options);
    let sampling = options::sampling(a)?;
    options.stopped = stop.cause.clone();
    if let Some(fast) = &mut options.fast {
        fast.stop = stop.asked.clone();
    }
    let exported = match (&a.firmware.nfs, &options.network) {
        (Some(dir), Some(files)) => Some(network::Exported::new(dir, files)?),
        _ => None,
    };
    check(&options.files)?;
    files::have_folders(a)?;
    let begun = Instant::now();
    stop.listen();
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
    if let Some(exported) = &exported {
        lost.extend(exported.update(&mut session));
    }
    if let Some(path) = &a.html {
        lost.extend(page::write(path, &a.firmware, &session, &report).err());
    }
    if let Some(path) = &a.check_accept {
        lost.extend(checks::accept(path, &report).err());
    }
    if !a.quiet {
        let text = summary::summary(&report);
        if a.report.as_deref() == Some("-") {
            say::note(&text);
        } else {
            lost.extend(print(&text).err());
        }
    }
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
    let write = |path: &Path| {
        write_whole(path, text.as_bytes())
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
    };
    let of_folder = a.out.iter().map(|dir| write(&dir.join("report.json")));
    let own = a.report.iter().map(|place| match place.as_str() {
        "-" => print_json(report),
        path => write(Path::new(path)),
    });
    of_folder.chain(own).filter_map(Result::err).collect()
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
            None if a.report.as_deref() == Some("-") => to.push(Place::Stream(To::Err)),
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
