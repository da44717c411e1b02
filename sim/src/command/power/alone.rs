//! A power model without a run.

use super::{clock, shares};
use crate::cli::Power;
use crate::command::{Failure, print, print_json};
use crate::text::Table;
use serde::Serialize;
use trueboard::board::open_board;
use trueboard::power::{AnchorRow, ShareRow, TableRow, anchors, by_shares, static_table};

#[derive(Serialize)]
struct Answer {
    running: Vec<TableRow>,
    anchors: Vec<AnchorRow>,
}

#[derive(Serialize)]
struct Shares {
    clock_mhz: f64,
    components: Vec<ShareRow>,
    mw: f64,
}

/// The table of running cores, or with `--use` that of shares.
pub fn run(a: &Power, name: &str) -> Result<u8, Failure> {
    if let Some(option) = of_run(a) {
        return Err(Failure::usage(format!(
            "{option} is about a run, and {name} is a board: give an image, and the board by --board"
        )));
    }
    let board = open_board(name, &a.firmware.set)?;
    let Some(model) = &board.power else {
        return Err(Failure::input(format!(
            "{name}: this board has no power model"
        )));
    };
    let cores = board.file.cores.iter().map(|g| u32::from(g.count)).sum();
    let hz = clock(a)?.unwrap_or(model.reference_hz());
    if let Some(shares) = shares(a, cores as usize)? {
        let shares: Vec<_> = shares.into_iter().map(|s| (s, hz)).collect();
        let components = by_shares(model, &shares);
        let answer = Shares {
            clock_mhz: hz / 1e6,
            mw: components.iter().map(|c| c.mw).sum(),
            components,
        };
        return if a.json {
            print_json(&answer).map(|()| 0)
        } else {
            print(&of_shares(&answer)).map(|()| 0)
        };
    }
    let answer = Answer {
        running: static_table(model, cores, hz),
        anchors: anchors(model),
    };
    if a.json {
        print_json(&answer)?;
    } else {
        print(&of_cores(&answer))?;
    }
    Ok(0)
}

/// An option that is about a run.
fn of_run(a: &Power) -> Option<&'static str> {
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

fn of_shares(a: &Shares) -> String {
    let mut t = Table::new(&["component", "use %", "mW"]);
    for c in &a.components {
        let share = c
            .share
            .map_or("-".to_owned(), |s| format!("{:.2}", 100.0 * s));
        t.row(&[c.component.clone(), share, format!("{:.2}", c.mw)]);
    }
    t.row(&["sum".to_owned(), String::new(), format!("{:.2}", a.mw)]);
    format!("{t}at {} MHz\n", a.clock_mhz)
}

fn of_cores(a: &Answer) -> String {
    let mut t = Table::new(&["running cores", "mW", "die degC"]);
    for r in &a.running {
        t.row(&[
            r.running.to_string(),
            format!("{:.2}", r.mw),
            format!("{:.2}", r.die_c),
        ]);
    }
    let mut published = Table::new(&["published point", "published mW", "model mW"]);
    for r in &a.anchors {
        published.row(&[
            format!("{} cores, {:.2} % used", r.cores, 100.0 * r.utilisation),
            format!("{:.2}", r.published_mw),
            format!("{:.2}", r.model_mw),
        ]);
    }
    format!("{t}\n{published}")
}
