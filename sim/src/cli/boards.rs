//! `trueboard boards`.

use super::Example;
use super::Failure;
use crate::cli::shared::answer::Answer;
use crate::text::grouped;
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write;
use trueboard::catalogue::{Board, Whole, board, boards};
use trueboard::internals::board::describe::Area;
use trueboard::internals::board::paths;

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    ("Which boards there are", "trueboard boards"),
    (
        "One, with its memory map and all registers",
        "trueboard boards gr740",
    ),
    ("What --set can change", "trueboard boards gr740 --paths"),
];

#[derive(Args)]
pub struct Boards {
    /// A board's name, or a .ron file
    pub name: Option<String>,
    /// Print every path that --set takes, with its value
    #[arg(long, requires = "name")]
    pub paths: bool,
    #[command(flatten)]
    pub answer: Answer,
}

pub fn run(a: &Boards) -> Result<u8, Failure> {
    match &a.name {
        None => list(a.answer)?,
        Some(name) if a.paths => all_paths(name, a.answer)?,
        Some(name) => one(name, a.answer)?,
    }
    Ok(0)
}

fn all_paths(name: &str, answer: Answer) -> Result<(), Failure> {
    let all = paths(name)?;
    let line = |(path, value): &(String, String)| format!("{path}={value}\n");
    let text: String = all.iter().map(line).collect();
    answer.print(&all.into_iter().collect::<BTreeMap<_, _>>(), &["*"], || {
        text
    })
}

fn list(answer: Answer) -> Result<(), Failure> {
    let lines = boards();
    let width = lines.iter().map(|l| l.name.len()).max().unwrap_or(0);
    answer.print(&lines, &[""], || {
        let line = |l: &Board| format!("{:width$}  {}\n", l.name, l.title);
        lines.iter().map(line).collect()
    })
}

fn one(name: &str, answer: Answer) -> Result<(), Failure> {
    let whole = board(name)?;
    answer.print(&whole, &["map"], || described(&whole))
}

fn described(whole: &Whole) -> String {
    let d = &whole.board;
    let mut s = format!("{}: {}\n\nclocks\n", d.name, d.title);
    for (name, hz) in &d.clocks_hz {
        let _ = writeln!(s, "  {name:10} {} Hz", grouped(*hz));
    }
    s += "\ncores\n";
    for c in &d.cores {
        let _ = writeln!(
            s,
            "  {:10} {} at {} Hz",
            c.name,
            c.kind,
            grouped(c.clock_hz)
        );
    }
    s += "\nmemory map; registers: value after reset, then, if it is another one, what firmware finds after \
          boot\n";
    d.map.iter().for_each(|a| area(&mut s, a));
    if !whole.pmu_events.is_empty() {
        s += "\ncounter events (L4STAT)\n";
        for e in &whole.pmu_events {
            let _ = writeln!(s, "  {:#04x}  {}", e.id, e.name);
        }
    }
    s
}

fn area(s: &mut String, a: &Area) {
    let note = if a.unmodelled { ", not modelled" } else { "" };
    let last = a.at + a.size_bytes - 1;
    let _ = writeln!(
        s,
        "  {:#010x}-{last:#010x}  {} ({}{note})",
        a.at, a.name, a.kind
    );
    for r in &a.registers {
        let array = if r.count > 1 {
            format!("[{}; {:#x}]", r.count, r.stride)
        } else {
            String::new()
        };
        let name = format!("{}{array}", r.name);
        let found = match r.after_boot {
            Some(v) if v != r.reset => format!("{v:#010x}"),
            _ => String::new(),
        };
        let _ = writeln!(
            s,
            "      +{:#06x} {name:20} {:#010x} {found:10}  {}",
            r.offset, r.reset, r.doc
        );
    }
}
