//! What counters showed around a span, from the windows of the judge.

use super::Span;
use trueboard_judge::{Cause, Quantity, Window};

/// Reads of one counter within a span that are looked at.
const MOST: usize = 64;

/// What a counter showed, in one window or in a window for each call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown<'a> {
    /// The window; of several, the first.
    pub window: &'a Window,
    /// What it showed when it was read behind the span, summed over the calls.
    pub end: u64,
    /// What it had shown at the last read before the span, if nothing cleared it in between; summed, too.
    pub start: Option<u64>,
    /// What it held when its window opened.
    pub base: Option<u32>,
    /// How often its event happened in the window, if that is known; summed.
    pub truth: Option<u64>,
    /// Base tick at which the last window was read.
    pub closed: u64,
    /// The last window.
    pub last: &'a Window,
}

/// How a value comes from what a counter showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As it was read.
    Read,
    /// Less what it showed before the span.
    LessStart(u64),
    /// Less what it held when its window opened, modulo 2^32.
    LessBase(u32),
}

impl Shown<'_> {
    /// The numbers that a library can make of it.
    pub fn forms(&self) -> Vec<(Form, u64)> {
        let less = |n: u32| u64::from((self.end as u32).wrapping_sub(n));
        let mut all = vec![(Form::Read, self.end)];
        all.extend(
            self.start
                .and_then(|s| Some((Form::LessStart(s), self.end.checked_sub(s)?))),
        );
        all.extend(self.base.map(|b| (Form::LessBase(b), less(b))));
        all
    }

    /// The register, with its unit.
    pub fn name(&self) -> String {
        format!("{} of {}", self.window.register, self.window.device)
    }

    /// Something stood between the window and what the counter counted.
    pub fn has(&self, cause: Cause) -> bool {
        self.window.causes.contains(&cause)
    }
}

/// What every counter showed around these calls, which a library may have read for them: of one call each read of it
/// within the call and the first behind it; of several calls the first behind each.
pub(super) fn shown<'a>(windows: &'a [Window], spans: &[Span]) -> Vec<Shown<'a>> {
    let mut counters: Vec<(&str, u8)> = Vec::new();
    for w in windows.iter().filter(|w| w.quantity == Quantity::Count) {
        let key = (w.device.as_str(), w.counter);
        if !counters.contains(&key) {
            counters.push(key);
        }
    }
    let of = |key: (&str, u8)| -> Vec<&'a Window> {
        let mine = windows.iter().filter(|w| w.quantity == Quantity::Count);
        mine.filter(|w| (w.device.as_str(), w.counter) == key)
            .collect()
    };
    let mut all = Vec::new();
    for key in counters {
        let mine = of(key);
        match spans {
            [] => {}
            [span] => all.extend(around(&mine, *span)),
            [..] => all.extend(chain(&mine, spans)),
        }
    }
    all
}

/// Each read within a call, and the first one behind it.
fn around<'a>(mine: &[&'a Window], span: Span) -> Vec<Shown<'a>> {
    let before = mine.iter().rfind(|w| w.closed_at_tick <= span.from);
    let behind = mine.iter().find(|w| w.closed_at_tick >= span.to);
    let within = mine
        .iter()
        .filter(|w| w.closed_at_tick > span.from && w.closed_at_tick < span.to);
    let reads = within.take(MOST).chain(behind);
    let reads = reads.filter(|w| w.opened_at_tick < span.to);
    reads.map(|w| one(w, before.copied())).collect()
}

fn one<'a>(window: &'a Window, before: Option<&Window>) -> Shown<'a> {
    let opening = |w: &Window| (w.opened_at_tick, w.opened_pc);
    let goes_on = before.filter(|b| opening(b) == opening(window));
    Shown {
        window,
        end: window.measured.into(),
        start: goes_on.map(|b| b.measured.into()),
        base: base(window),
        truth: window.truth,
        closed: window.closed_at_tick,
        last: window,
    }
}

/// The first read behind each call; nothing if one of the calls has none, or one read is behind several.
fn chain<'a>(mine: &[&'a Window], spans: &[Span]) -> Option<Shown<'a>> {
    let mut sum: Option<Shown<'a>> = None;
    for (i, span) in spans.iter().enumerate() {
        let until = spans.get(i + 1).map_or(u64::MAX, |next| next.from);
        let read = |w: &&&Window| (span.to..until).contains(&w.closed_at_tick);
        let behind = mine.iter().find(read)?;
        let before = mine.iter().rfind(|w| w.closed_at_tick <= span.from);
        let next = one(behind, before.copied());
        sum = Some(match sum {
            None => next,
            Some(s) => Shown {
                end: s.end + next.end,
                start: s.start.zip(next.start).map(|(a, b)| a + b),
                base: None,
                truth: s.truth.zip(next.truth).map(|(a, b)| a + b),
                closed: next.closed,
                last: next.last,
                window: s.window,
            },
        });
    }
    sum
}

/// What the counter held when its window opened, where nothing else stands between what it shows and what happened.
fn base(w: &Window) -> Option<u32> {
    let held = [Cause::Preset, Cause::NotCleared, Cause::SelectionChanged];
    let known = |c: &Cause| held.contains(c) || *c == Cause::Wrapped;
    let some = w.causes.iter().any(|c| held.contains(c));
    let base = w.expected?.wrapping_sub(w.truth? as u32);
    (some && w.causes.iter().all(known) && base != 0).then_some(base)
}
