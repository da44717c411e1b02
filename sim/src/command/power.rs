//! `trueboard power`: what a board's power model says by itself, and what a run used.

mod alone;
mod answer;
mod charged;
mod measured;
mod output;
mod series;

use super::{Failure, USAGE, options, print, print_json};
use crate::cli::Power;
use trueboard::board::board_names;

pub fn run(a: &Power) -> Result<u8, Failure> {
    if let Some(board) = board_alone(a) {
        return alone::run(a, &board);
    }
    let (measured, code) = measured::run(a)?;
    if a.json {
        print_json(&measured)?;
    } else if a.csv {
        print(&output::csv(&measured))?;
    } else {
        print(&output::text(&measured, a.top))?;
    }
    Ok(code)
}

/// The board, if that is what the only argument names: also a bare word that no file is called, since whoever writes
/// one means a board.
fn board_alone(a: &Power) -> Option<String> {
    let [first] = a.firmware.elf.as_slice() else {
        return None;
    };
    let name = first.display().to_string();
    let bare = !name.contains(['/', '.']) && a.firmware.board.is_none() && !first.exists();
    (name.ends_with(".ron") || board_names().contains(&name) || bare).then_some(name)
}

/// The shares of time in which cores run, in percent, as fractions; one is that of all cores.
fn shares(a: &Power, cores: usize) -> Result<Option<Vec<f64>>, Failure> {
    if let Some(wrong) = a.usage.iter().find(|u| !(0.0..=100.0).contains(*u)) {
        return Err(Failure::usage(format!(
            "--use {wrong}: is no share of time; write percent from 0 to 100"
        )));
    }
    match a.usage.as_slice() {
        [] => Ok(None),
        [all] => Ok(Some(vec![all / 100.0; cores])),
        some if some.len() == cores => Ok(Some(some.iter().map(|u| u / 100.0).collect())),
        some => Err(Failure {
            code: USAGE,
            text: format!(
                "--use: {} shares for {cores} cores; give one for each core, or one for all",
                some.len()
            ),
        }),
    }
}

/// The clock that is asked for, in Hz.
fn clock(a: &Power) -> Result<Option<f64>, Failure> {
    match a.clock {
        None => Ok(None),
        Some(mhz) if mhz.is_finite() && mhz > 0.0 => Ok(Some(mhz * 1e6)),
        Some(mhz) => Err(Failure::usage(format!(
            "--clock {mhz}: is no clock; write MHz, as in 125"
        ))),
    }
}

/// A moment of the run, in base ticks.
fn moment(
    text: &Option<String>,
    machine: &trueboard::board::Machine,
) -> Result<Option<u64>, Failure> {
    let budget = text.as_deref().map(options::budget).transpose()?;
    Ok(budget.map(|b| b.ticks(machine)))
}
