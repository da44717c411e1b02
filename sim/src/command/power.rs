//! `trueboard power`: what a board's power model says by itself, and what a run used.

mod output;

use super::followed::Followed;
use super::{Failure, options, print, print_json};
use crate::cli::Power;
use trueboard::board::board_names;
use trueboard::energy::{BoardRequest, RunRequest, of_board, of_run};

pub fn run(a: &Power) -> Result<u8, Failure> {
    if let Some(board) = board_alone(a) {
        return alone(a, board);
    }
    let firmware = options::opened(&a.firmware)?;
    let moment = |option: &str, text: &Option<String>| {
        let text = text.as_deref();
        text.map(|t| options::budget(option, t)).transpose()
    };
    let request = RunRequest {
        firmware,
        every: moment("--every", &a.every)?,
        from: moment("--from", &a.from)?,
        to: moment("--to", &a.to)?,
        regions: a.region.clone(),
        waits: a.waits.clone(),
        usage: a.usage.clone(),
        clock_mhz: a.clock,
    };
    let measured = of_run(&request, &Followed::default())?;
    if a.json {
        print_json(&measured)?;
    } else if a.csv {
        print(&output::csv(&measured))?;
    } else {
        print(&output::text(&measured, a.top))?;
    }
    Ok(measured.exit_code)
}

/// The power model without a run.
fn alone(a: &Power, board: String) -> Result<u8, Failure> {
    if let Some(option) = option_of_run(a) {
        return Err(Failure::usage(format!(
            "{option} is about a run, and {board} is a board: give an image, and the board by --board"
        )));
    }
    let answer = of_board(&BoardRequest {
        board,
        set: a.firmware.set.clone(),
        usage: a.usage.clone(),
        clock_mhz: a.clock,
    })?;
    match a.json {
        true => print_json(&answer)?,
        false => print(&output::of_board(&answer))?,
    }
    Ok(0)
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

/// An option that is about a run.
fn option_of_run(a: &Power) -> Option<&'static str> {
    let given = [
        ("--from", a.from.is_some()),
        ("--to", a.to.is_some()),
        ("--region", !a.region.is_empty()),
        ("--waits", !a.waits.is_empty()),
        ("--every", a.every.is_some()),
        ("--csv", a.csv),
    ];
    let own = given.iter().find(|g| g.1).map(|g| g.0);
    a.firmware.given(&["--set"]).or(own)
}
