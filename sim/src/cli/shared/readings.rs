//! Tables of what counters showed, beside what happened: one row per counter and what it counted.

use crate::paint::{Meaning, some};
use crate::text::{Table, grouped};
use trueboard::internals::board::Report;
use trueboard::internals::board::readings::{core, counter, of, place, quantity};
use trueboard::internals::judge::{Cause, ClockReads, Window};

/// All counters that firmware read.
pub fn table(r: &Report) -> String {
    let all = &r.windows.events;
    let modes = all.iter().any(|e| e.mode.is_some());
    let not_judged = all.iter().any(|e| e.not_judged != 0);
    let mut heading = vec!["counter", "of"];
    heading.extend(modes.then_some("mode"));
    heading.extend(["event", "reads", "measured", "true", "difference"]);
    heading.extend(["exact", "explained", "wrong"]);
    heading.extend(not_judged.then_some("not judged"));
    heading.push("causes");
    let texts = if modes { 4 } else { 3 };
    let mut t = Table::with_texts(&heading, texts);
    for e in all {
        let mut row = vec![counter(r, &e.device, &e.register), of(r, e)];
        if modes {
            row.push(e.mode.clone().unwrap_or_else(|| "both".to_owned()));
        }
        row.extend([
            format!("{:#04x} {}{}", e.event, e.event_name, quantity(e.quantity)),
            grouped(e.windows),
            grouped(e.measured),
            grouped(e.truth),
            signed(e.measured, e.truth),
            grouped(e.exact),
            some(Meaning::Doubtful, e.explained, grouped(e.explained)),
            some(Meaning::Bad, e.wrong, grouped(e.wrong)),
        ]);
        if not_judged {
            row.push(grouped(e.not_judged));
        }
        row.push(words(&e.causes));
        t.row(&row);
    }
    t.to_string()
}

/// All clocks that firmware read.
pub fn clocks(r: &Report) -> String {
    let all = &r.windows.clocks;
    let not_judged = all.iter().any(|c| c.not_judged != 0);
    let mut heading = vec![
        "clock",
        "read by",
        "reads",
        "measured",
        "true",
        "difference",
    ];
    heading.extend(["exact", "explained", "wrong"]);
    heading.extend(not_judged.then_some("not judged"));
    heading.push("causes");
    let mut t = Table::with_texts(&heading, 2);
    for c in all {
        let mut row = vec![
            format!("{} {}", c.device, c.register),
            core(r, c.reader),
            grouped(c.reads),
            grouped(c.measured),
            grouped(c.truth),
            signed(c.measured, c.truth),
            grouped(c.exact),
            some(Meaning::Doubtful, c.explained, grouped(c.explained)),
            some(Meaning::Bad, c.wrong, grouped(c.wrong)),
        ];
        if not_judged {
            row.push(grouped(c.not_judged));
        }
        row.push(words(&c.causes));
        t.row(&row);
    }
    t.to_string()
}

/// The first wrong read of a clock, in a line; none was if there is none.
pub fn wrong_read(r: &Report, c: &ClockReads) -> Option<String> {
    let w = c.first_wrong.as_ref()?;
    Some(format!(
        "{} {} read at {} by {}: measured {}, must show {}",
        c.device,
        c.register,
        place(r, c.reader, w.pc),
        core(r, c.reader),
        grouped(w.measured.into()),
        grouped(w.expected.into())
    ))
}

/// A single read, in a line.
pub fn read(r: &Report, w: &Window) -> String {
    format!(
        "{} {:#04x} {}{} read at {} by {}: measured {}, true {}; {}",
        counter(r, &w.device, &w.register),
        w.event,
        w.event_name,
        quantity(w.quantity),
        place(r, w.reader, w.closed_pc),
        core(r, w.reader),
        grouped(w.measured.into()),
        w.truth.map_or_else(|| "not known".to_owned(), grouped),
        words(&w.causes)
    )
}

/// A difference with its sign.
pub fn signed(a: u64, b: u64) -> String {
    let sign = match a.cmp(&b) {
        std::cmp::Ordering::Less => "-",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "+",
    };
    format!("{sign}{}", grouped(a.abs_diff(b)))
}

/// Causes by their names.
pub fn words(causes: &[Cause]) -> String {
    let word = |c| match serde_json::to_value(c) {
        Ok(serde_json::Value::String(s)) => s,
        _ => String::new(),
    };
    let words: Vec<String> = causes.iter().map(word).collect();
    if words.is_empty() {
        "-".to_owned()
    } else {
        words.join(", ")
    }
}
