//! Reads of counters beside what happened, one row of the page for each counter and what it counted.

use crate::Page;
use crate::data::Texts;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use trueboard_judge::{EventTally, Quantity, Verdict, Window};

/// Reads that a page holds; of more, every n-th.
const MOST: usize = 20_000;

/// By counter: label, and reads as `[opened, closed, measured, truth, verdict, causes]`.
pub(crate) fn readings(page: &Page<'_>, texts: &mut Texts) -> Value {
    let all = &page.report.windows.windows;
    let every = all.len().div_ceil(MOST).max(1);
    // In the order of the table of sums, core by core.
    let mut events: Vec<&EventTally> = page.report.windows.events.iter().collect();
    events.sort_by_key(|e| e.core);
    let labels = events.into_iter().map(|e| of_tally(page, e));
    let mut rows: Vec<(String, Vec<Value>)> = labels.map(|l| (l, Vec::new())).collect();
    let mut places = BTreeMap::new();
    for (i, (label, _)) in rows.iter().enumerate() {
        places.entry(label.clone()).or_insert(i);
    }
    for w in all.iter().step_by(every) {
        let causes: Vec<String> = w.causes.iter().map(word).collect();
        let read = json!([
            w.opened_at_tick,
            w.closed_at_tick,
            w.measured,
            w.truth,
            match w.verdict {
                Verdict::Exact => 0,
                Verdict::Explained => 1,
                Verdict::Wrong => 2,
                Verdict::NotJudged => 3,
            },
            texts.number(&causes.join(", ")),
        ]);
        let place = places.get(&of_window(page, w)).copied();
        if let Some((_, reads)) = place.and_then(|p| rows.get_mut(p)) {
            reads.push(read);
        }
    }
    let rows: Vec<Value> = rows
        .into_iter()
        .filter(|(_, reads)| !reads.is_empty())
        .map(|(label, reads)| json!({"label": label, "reads": reads}))
        .collect();
    json!({"rows": rows, "every": every, "left_out": page.report.windows.left_out})
}

/// Names the counter of a read, and what it counted.
fn of_window(page: &Page<'_>, w: &Window) -> String {
    let of = of(page, w.core, w.master);
    let counter = counter(page, &w.device, &w.register);
    label(&counter, &w.event_name, w.quantity, &of, w.mode.as_deref())
}

/// Names the counter of a tally, and what it counted: as [`of_window`].
pub(crate) fn of_tally(page: &Page<'_>, e: &EventTally) -> String {
    let of = of(page, e.core, e.master);
    let counter = counter(page, &e.device, &e.register);
    label(&counter, &e.event_name, e.quantity, &of, e.mode.as_deref())
}

fn label(counter: &str, event: &str, quantity: Quantity, of: &str, mode: Option<&str>) -> String {
    let quantity = match quantity {
        Quantity::Count => "",
        Quantity::Latched => " (latched)",
        Quantity::CurrentRun => " (current run)",
        Quantity::LongestRun => " (longest run)",
    };
    let mode = mode.map_or(String::new(), |m| format!(" in {m} mode"));
    format!("{event}{quantity}{of}{mode}, by {counter}")
}

fn counter(page: &Page<'_>, device: &str, register: &str) -> String {
    match page.report.cores.iter().any(|c| c.name == device) {
        true => register.to_owned(),
        false => format!("{device} {register}"),
    }
}

fn of(page: &Page<'_>, core: Option<u8>, master: Option<u8>) -> String {
    let named = |id: u8| {
        let found = page.report.cores.iter().find(|c| c.id == id);
        found.map_or_else(|| format!("core {id}"), |c| c.name.clone())
    };
    match (core, master) {
        (Some(id), _) => format!(" of {}", named(id)),
        (None, Some(master)) => format!(" of master {master}"),
        (None, None) => String::new(),
    }
}

/// The name of a cause or verdict, as reports have it.
pub(crate) fn word<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(s)) => s.replace('_', " "),
        _ => String::new(),
    }
}
