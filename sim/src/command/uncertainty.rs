//! `trueboard uncertainty`: how far results depend on the constants that the models estimate.

mod output;

use super::{Failure, engine, print, print_json};
use crate::cli::{Screening as Way, Uncertainty as Args};
use crate::paint::{Look, shown};
use crate::say;
use crate::stop::Stop;
use std::fmt::Write;
use trueboard::board::Report;
use trueboard::board::files::write_whole;
use trueboard::campaigns::Done;
use trueboard::campaigns::uncertainty::{Request, Screening, TIME, run as study};

pub fn run(a: &Args) -> Result<u8, Failure> {
    let stop = Stop::default();
    stop.listen();
    let status = engine::status("runs");
    let done = study(&request(a), &engine::control(&stop, &status));
    say::no_status();
    let study = match done? {
        Done::All(study) => study,
        Done::Chunk => return Ok(0),
        Done::Stopped { begun } => {
            return Ok(engine::stopped("study", begun, a.out.as_deref(), &stop));
        }
    };
    if let Some(dir) = &a.out {
        let write = |name: &str, bytes: &[u8]| {
            let path = dir.join(name);
            write_whole(&path, bytes)
                .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
        };
        write("uncertainty.csv", output::csv(&study).as_bytes())?;
        write(
            "tables.txt",
            shown(&output::text(&study), Look::FILE).as_bytes(),
        )?;
    }
    if a.json {
        print_json(&study)?;
    } else if a.csv {
        print(&output::csv(&study))?;
    } else {
        print(&output::text(&study))?;
    }
    for f in &study.failed {
        say::message(&format!("{}: {}", f.set.join(" "), f.detail));
    }
    Ok(study.code)
}

fn request(a: &Args) -> Request {
    Request {
        program: a.firmware.asked(),
        fast: a.fast.asked(),
        meters: a.meter.clone(),
        only: a.only.clone(),
        estimates: a.estimates.clone(),
        screening: match a.screening {
            Way::OneAtATime => Screening::OneAtATime,
            Way::Morris => Screening::Morris,
        },
        trajectories: a.trajectories,
        matter: a.matter,
        samples: a.samples,
        seed: a.seed,
        out: a.out.clone(),
        jobs: a.jobs.unwrap_or(0),
    }
}

/// What a study says of a run, as the summary has it; nothing if it was not asked for.
pub fn summary(r: &Report) -> String {
    let Some(u) = &r.uncertainty else {
        return String::new();
    };
    let mut out = String::from("\n");
    for (name, s) in &u.meters {
        // The larger side, upwards: a bound that is said must hold.
        let most = s.high_percent.max(-s.low_percent);
        let shown = (most * 100.0).ceil() / 100.0;
        let name = if name == TIME { "time" } else { name };
        let _ = writeln!(out, "{name} \u{b1} {shown:.2} % from estimated constants");
    }
    out
}
