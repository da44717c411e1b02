//! `trueboard mutate`: which defects of a board's counters and clocks firmware's own tests notice.

mod output;

use super::{Failure, options, print, print_json};
use crate::cli::{Mutate as Args, Noticing as Way};
use trueboard::campaigns::Control;
use trueboard::campaigns::mutate::{Noticing, Request, run as mutate};

/// Fewer defects were noticed than `--at-least` asks for.
const TOO_FEW: u8 = 1;

pub fn run(a: &Args) -> Result<u8, Failure> {
    let least = options::percent("--at-least", &a.at_least)?.ppm as f64 / 10_000.0;
    if least > 100.0 {
        return Err(Failure::usage(format!(
            "--at-least {}: must be from 0 to 100 percent",
            a.at_least
        )));
    }
    let way = |way: &Way| match way {
        Way::Tests => Noticing::Tests,
        Way::Console => Noticing::Console,
        Way::Compare => Noticing::Compare,
    };
    let request = Request {
        firmware: a.firmware.asked(),
        only: a.only.clone(),
        noticed_by: a.noticed_by.iter().map(way).collect(),
        argued: a.argued.clone(),
        jobs: a.jobs.unwrap_or(0),
    };
    // Nothing is kept, so a signal ends the program at once.
    let study = mutate(&request, &Control::default())?.answer();
    let study = study.ok_or_else(|| Failure::input("the runs were stopped"))?;
    if a.json {
        print_json(&study)?;
    } else {
        print(&output::text(&study))?;
    }
    Ok(if study.reaches(least) { 0 } else { TOO_FEW })
}
