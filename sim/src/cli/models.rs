//! `trueboard models`.

use super::Example;
use super::Failure;
use crate::cli::shared::answer::Answer;
use clap::Args;
use serde::Serialize;
use trueboard::board::{board_names, names};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[("What is built in", "trueboard models")];

#[derive(Args)]
pub struct Models {
    #[command(flatten)]
    pub answer: Answer,
}

#[derive(Serialize)]
struct Line {
    /// What it is given to.
    option: String,
    name: String,
}

pub fn run(a: &Models) -> Result<u8, Failure> {
    let of = |option: &str, kind: &str| -> Vec<Line> {
        let line = |name| Line {
            option: option.to_owned(),
            name,
        };
        names(kind).into_iter().map(line).collect()
    };
    let mut lines = of("--board", "boards");
    lines.extend(of("power", "power"));
    for board in board_names() {
        let option = format!("--board {board} --workload");
        lines.extend(of(&option, &format!("workloads/{board}")));
    }
    lines.extend(of("compare --against", "published"));
    lines.extend(of("events --presets", "presets"));
    let width = lines.iter().map(|l| l.option.len()).max().unwrap_or(0);
    a.answer.print(&lines, &[""], || {
        let line = |l: &Line| format!("{:width$}  {}\n", l.option, l.name);
        lines.iter().map(line).collect()
    })?;
    Ok(0)
}
