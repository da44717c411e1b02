//! `trueboard power`: the power model without a run.

use super::{Failure, print, print_json};
use crate::cli::Power;
use crate::text::Table;
use serde::Serialize;
use trueboard::board::open_board;
use trueboard::power::{AnchorRow, TableRow, anchors, static_table};

#[derive(Serialize)]
struct Answer {
    running: Vec<TableRow>,
    anchors: Vec<AnchorRow>,
}

pub fn run(a: &Power) -> Result<u8, Failure> {
    let board = open_board(&a.board, &[])?;
    let Some(model) = &board.power else {
        return Err(Failure::input(format!(
            "{}: this board has no power model",
            a.board
        )));
    };
    let cores = board.file.cores.iter().map(|g| u32::from(g.count)).sum();
    let answer = Answer {
        running: static_table(model, cores),
        anchors: anchors(model),
    };
    if a.json {
        print_json(&answer)?;
        return Ok(0);
    }
    let mut t = Table::new(&["running cores", "mW", "die degC"]);
    for r in &answer.running {
        t.row(&[
            r.running.to_string(),
            format!("{:.2}", r.mw),
            format!("{:.2}", r.die_c),
        ]);
    }
    let mut published = Table::new(&["published point", "published mW", "model mW"]);
    for r in &answer.anchors {
        published.row(&[
            format!("{} cores, {:.2} % used", r.cores, 100.0 * r.utilisation),
            format!("{:.2}", r.published_mw),
            format!("{:.2}", r.model_mw),
        ]);
    }
    print(&format!("{t}\n{published}"))?;
    Ok(0)
}
