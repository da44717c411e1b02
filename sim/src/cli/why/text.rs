//! The answer in sentences.

use crate::text::grouped;
use std::fmt::Write as _;
use trueboard::analysis::why::{self, Change, Changes, Late, Part};
use trueboard::why::Answer;

/// How many things behind a cause are shown.
const BEHIND: usize = 4;

/// `output` in sentences, with `top` causes.
pub fn text(output: &Answer, top: usize) -> String {
    let mut text = format!("{} on {}: {}", output.run, output.board, output.subject);
    if let Some(calls) = output.calls {
        let _ = write!(text, ", {}", counted(calls, "call"));
    }
    if let Some(against) = &output.against {
        let _ = write!(text, ", against {against}");
    }
    text.push('\n');
    if let Some(a) = &output.answer {
        answer(&mut text, a, top);
    }
    if let Some(c) = &output.changes {
        changes(&mut text, c, top);
    }
    if let Some(l) = &output.late {
        late(&mut text, l, top, output.hz);
    }
    // Behind the note that the run was recorded.
    let (first, others) = output.notes.split_at(output.notes.len().min(1));
    for note in first.iter().chain(&output.not_observed).chain(others) {
        let _ = writeln!(text, "note: {note}");
    }
    text
}

fn counted(n: u64, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{} {what}s", grouped(n)),
    }
}

fn answer(text: &mut String, a: &why::Answer, top: usize) {
    let _ = write!(text, "{} cycles", grouped(a.cycles));
    let named = a.functions.iter().take(BEHIND);
    let named = named.map(|f| format!("{:.2} % {}", f.percent, f.sentence));
    let _ = writeln!(text, ": {}", named.collect::<Vec<_>>().join(", "));
    for c in a.causes.iter().take(top) {
        let _ = writeln!(
            text,
            "{:6.2} %  {:>13}  {}",
            c.percent,
            grouped(c.cycles),
            c.sentence
        );
        behind(text, &c.what.behind);
        behind(text, &c.what.owners);
    }
    let rest = a.causes.get(top..).unwrap_or_default();
    if !rest.is_empty() {
        let cycles: u64 = rest.iter().map(|c| c.cycles).sum();
        let percent: f64 = rest.iter().map(|c| c.percent).sum();
        let what = counted(rest.len() as u64, "smaller cause");
        let _ = writeln!(text, "{percent:6.2} %  {:>13}  {what}", grouped(cycles));
    }
}

fn behind<T>(text: &mut String, all: &[Part<T>]) {
    let mut line = |percent: f64, cycles: u64, sentence: &str| {
        let cycles = grouped(cycles);
        let _ = writeln!(text, "    {percent:6.2} %  {cycles:>13}  {sentence}");
    };
    let shown = if all.len() == BEHIND + 1 {
        BEHIND + 1
    } else {
        BEHIND
    };
    for b in all.iter().take(shown) {
        line(b.percent, b.cycles, &b.sentence);
    }
    let rest = all.get(shown..).unwrap_or_default();
    if !rest.is_empty() {
        let percent = rest.iter().map(|b| b.percent).sum();
        let cycles = rest.iter().map(|b| b.cycles).sum();
        line(
            percent,
            cycles,
            &counted(rest.len() as u64, "smaller share"),
        );
    }
}

/// By how much `before` changes.
fn change(more: i64, before: u64) -> String {
    match before {
        0 => String::new(),
        before => format!("{:+.2} %", more as f64 * 100.0 / before as f64),
    }
}

/// With its sign.
fn signed(n: i64) -> String {
    let sign = if n < 0 { '-' } else { '+' };
    format!("{sign}{}", grouped(n.unsigned_abs()))
}

/// Differences, each also in percent of all cycles that it changes.
fn changes(text: &mut String, c: &Changes, top: usize) {
    let more = c.after.wrapping_sub(c.before).cast_signed();
    let whole = c.before;
    let share = match change(more, whole) {
        share if share.is_empty() => share,
        share => format!(" ({share})"),
    };
    let _ = writeln!(
        text,
        "{} cycles instead of {}: {}{share}",
        grouped(c.after),
        grouped(whole),
        signed(more)
    );
    for d in c.causes.iter().take(top) {
        changed(text, d, whole, "");
        for b in d.what.behind.iter().take(BEHIND) {
            changed(text, b, whole, "    ");
        }
        for o in d.what.owners.iter().take(BEHIND) {
            changed(text, o, whole, "    ");
        }
    }
    let rest = c.causes.get(top..).unwrap_or_default();
    if !rest.is_empty() {
        let more: i64 = rest.iter().map(Change::more).sum();
        let what = counted(rest.len() as u64, "smaller difference");
        let (percent, more) = (change(more, whole), signed(more));
        let _ = writeln!(text, "{percent:>10}  {more:>13}  {what}");
    }
}

fn changed<T>(text: &mut String, c: &Change<T>, whole: u64, indent: &str) {
    let more = c.more();
    let (percent, more) = (change(more, whole), signed(more));
    let _ = writeln!(
        text,
        "{indent}{percent:>10}  {more:>13}  {}: {} instead of {}",
        c.sentence,
        grouped(c.after),
        grouped(c.before)
    );
}

fn late(text: &mut String, l: &Late, top: usize, hz: u64) {
    let us = |ticks: u64| ticks as f64 * 1e6 / hz.max(1) as f64;
    let period = match l.period_ticks {
        Some(p) => format!("the period of {:.3} us", us(p)),
        None => "the mean of those before".to_owned(),
    };
    let _ = writeln!(
        text,
        "{} of {} intervals between calls are more than 5 % longer than {period}",
        l.late, l.intervals
    );
    if let Some(w) = &l.waited {
        let others = match l.late == l.intervals {
            true => "all are late; what such an interval consists of",
            false => "what a late interval has more than the others, on average",
        };
        let _ = writeln!(text, "{others}:");
        changes(text, w, top);
    }
    let _ = writeln!(
        text,
        "{} of {} calls take more than 5 % longer than the median of {:.3} us",
        l.long,
        l.calls,
        us(l.median_ticks)
    );
    if let Some(t) = &l.took {
        let _ = writeln!(
            text,
            "what a long call has more than the others, on average:"
        );
        changes(text, t, top);
    }
}
