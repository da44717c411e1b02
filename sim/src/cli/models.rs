//! `trueboard models`.

use super::Example;
use super::Failure;
use crate::cli::shared::answer::Answer;
use clap::Args;
use trueboard::catalogue::{Model, models};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[("What is built in", "trueboard models")];

#[derive(Args)]
pub struct Models {
    #[command(flatten)]
    pub answer: Answer,
}

pub fn run(a: &Models) -> Result<u8, Failure> {
    let lines = models();
    let width = lines.iter().map(|l| l.option.len()).max().unwrap_or(0);
    a.answer.print(&lines, &[""], || {
        let line = |l: &Model| format!("{:width$}  {}\n", l.option, l.name);
        lines.iter().map(line).collect()
    })?;
    Ok(0)
}
