//! `trueboard inject`: what becomes of firmware when bits flip and parts fail.

mod output;

use super::{Failure, engine, print, print_json};
use crate::cli::Inject as Args;
use crate::say;
use crate::stop::Stop;
use std::path::Path;
use trueboard::board::files::write_whole;
use trueboard::campaigns::Done;
use trueboard::campaigns::inject::{Request, Study, run as inject};

pub fn run(a: &Args) -> Result<u8, Failure> {
    let request = request(a)?;
    let stop = Stop::default();
    stop.listen();
    let status = engine::status("injections");
    let done = inject(&request, &engine::control(&stop, &status));
    say::no_status();
    let study = match done? {
        Done::All(study) => study,
        Done::Chunk => return Ok(0),
        Done::Stopped { begun } => {
            return Ok(engine::stopped("campaign", begun, a.out.as_deref(), &stop));
        }
    };
    if let Some(dir) = &a.out {
        keep(dir, &study)?;
    }
    if a.json {
        print_json(&study)?;
    } else if a.csv {
        print(&output::csv(&study.injections))?;
    } else {
        match &study.story {
            Some(story) => print(story)?,
            None => print(&output::text(&study))?,
        }
    }
    Ok(0)
}

/// What is asked, by the options or by the specification among the images.
fn request(a: &Args) -> Result<Request, Failure> {
    let first = a.firmware.elf.first();
    let program = a.firmware.asked();
    let mut request = match first.filter(|p| p.extension().is_some_and(|e| e == "ron")) {
        Some(path) => {
            alone(path, a)?;
            Request::read(path, &program)?
        }
        None => Request {
            from: a.from.clone(),
            to: a.to.clone(),
            expect_memory: a.expect_memory.clone(),
            ignore: a.ignore.clone(),
            ..Request::new(program, a.faults.clone())
        },
    };
    request.flips = a.flips.unwrap_or(request.flips);
    request.patience = a.patience.unwrap_or(request.patience);
    request.unprotected |= a.unprotected;
    request.fast = a.fast.asked();
    request.count = a.count.or(request.count);
    request.seed = a.seed.unwrap_or(request.seed);
    request.out = a.out.clone();
    request.jobs = a.jobs.unwrap_or(0);
    request.engine = engine::of(&a.engine);
    request.story = !a.json && !a.csv;
    Ok(request)
}

/// Refuses options that say what the specification says.
fn alone(path: &Path, a: &Args) -> Result<(), Failure> {
    let own = [
        ("a second file", a.firmware.elf.len() > 1),
        ("--faults", !a.faults.is_empty()),
        ("--expect-memory", !a.expect_memory.is_empty()),
        ("--ignore", !a.ignore.is_empty()),
        ("--flips", a.flips.is_some()),
        ("--from", a.from.is_some()),
        ("--to", a.to.is_some()),
        ("--patience", a.patience.is_some()),
    ];
    let own = own.iter().find(|o| o.1).map(|o| o.0);
    match a.firmware.given(&["--board", "--set"]).or(own) {
        None => Ok(()),
        Some(name) => Err(Failure::usage(format!(
            "{name} beside {}: write it into the specification",
            path.display()
        ))),
    }
}

/// Writes the tables that the results make into the folder.
fn keep(dir: &Path, study: &Study) -> Result<(), Failure> {
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        write_whole(&path, bytes)
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
    };
    write("table.txt", output::text(study).as_bytes())?;
    write("injections.csv", output::csv(&study.injections).as_bytes())
}
