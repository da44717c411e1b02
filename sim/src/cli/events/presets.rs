//! `trueboard events BOARD --presets`: PAPI's presets on a board, and what bounds are worth in a run.

use crate::cli::Failure;
use crate::cli::shared::answer::Answer;
use crate::text::{Table, grouped};
use std::path::Path;
use trueboard::analysis::presets::{Preset, Support};
use trueboard::catalogue::{Bound, presets};

pub fn run(board: &str, of: Option<&Path>, answer: Answer) -> Result<(), Failure> {
    let all = presets(board, of)?;
    match of {
        Some(_) => answer.print(&all, &["bounds"], || measured(&all.bounds)),
        None => answer.print(&all, &["presets"], || listed(&all.presets)),
    }
}

fn listed(presets: &[Preset]) -> String {
    let mut t = Table::with_texts(&["preset", "code", "support", "events", "ePAPI", "why"], 6);
    for p in presets {
        let mut events = vec![p.events.to_string()];
        events.extend(p.on.iter().map(|(core, sum)| match sum.is_empty() {
            true => format!("{core}: none"),
            false => format!("{core}: {sum}"),
        }));
        events.retain(|e| !e.is_empty());
        let or_none = |s: String| if s.is_empty() { "-".to_owned() } else { s };
        t.row(&[
            p.name.clone(),
            format!("{:#x}", 0x8000_0000_u32 | p.code),
            p.support.to_string(),
            or_none(events.join("; ")),
            if p.epapi { "yes" } else { "-" }.to_owned(),
            or_none(p.why.clone()),
        ]);
    }
    let count = |s| presets.iter().filter(|p| p.support == s).count();
    format!(
        "{t}\n{} presets: {} counted, {} derived, {} with an upper bound only, {} not at all\n",
        presets.len(),
        count(Support::Counted),
        count(Support::Derived),
        count(Support::Bound),
        count(Support::No)
    )
}

fn measured(lines: &[Bound]) -> String {
    let mut t = Table::with_text_columns(
        &["preset", "of", "events", "bound", "true", "too much"],
        |c| c < 3,
    );
    let number = |n: i128| {
        let sign = if n < 0 { "-" } else { "" };
        let digits = u64::try_from(n.unsigned_abs()).map_or_else(|_| n.to_string(), grouped);
        format!("{sign}{digits}")
    };
    for l in lines {
        let known = |n: Option<i128>| n.map_or_else(|| "?".to_owned(), number);
        t.row(&[
            l.preset.clone(),
            l.of.clone(),
            l.events.clone(),
            number(l.bound),
            known(l.truth),
            known(l.truth.map(|n| l.bound - n)),
        ]);
    }
    t.to_string()
}
