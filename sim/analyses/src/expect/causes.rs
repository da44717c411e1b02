//! Why a value is not what happened, in words that the author of a library understands.

use super::counters::{Form, Shown, shown};
use super::{Evidence, Expected, Number, Within, mask};
use serde::Serialize;
use trueboard_judge::Cause as Stood;

/// Other meters of the span that are named, at most.
const MOST_METERS: usize = 5;

/// What kind of mistake it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CauseKind {
    /// The counter counted another event.
    WrongEvent,
    /// It is the value of another counter, while the right one was there.
    OtherCounter,
    /// It is the value of another core.
    OtherCore,
    /// The counter counted in one privilege mode only.
    Mode,
    /// The counter was not cleared before.
    NotCleared,
    /// What the library wrote into the counter was not subtracted.
    PresetKept,
    /// The counter did not count all the time.
    NotCounting,
    /// The result has too few bits.
    Width,
    /// The result has a wrong sign.
    Sign,
    /// The counter was right, and its window was another one than the region.
    Window,
    /// It is another meter of the region.
    OtherMeter,
    /// It is that of another call of the region.
    OtherCall,
    /// It is that of several calls of the region.
    SeveralCalls,
}

/// A cause that numbers prove.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cause {
    /// What kind of mistake it is.
    pub kind: CauseKind,
    /// It in words.
    pub text: String,
}

/// The causes of a value that is not `truth`: those that counters prove, or else those that true numbers do.
pub(super) fn of(expected: &Expected, evidence: &Evidence<'_>, truth: u64) -> Vec<Cause> {
    let case = Case {
        expected,
        evidence,
        truth,
    };
    let all = shown(evidence.windows, &evidence.spans);
    let mut found = case.by_counters(&all);
    if found.is_empty() {
        found = case.by_changed(&all);
    }
    if found.is_empty() {
        found = case.by_truth();
    }
    let mut causes: Vec<Cause> = Vec::new();
    for cause in found {
        if !causes.contains(&cause) {
            causes.push(cause);
        }
    }
    causes
}

struct Case<'a, 'e> {
    expected: &'a Expected,
    evidence: &'a Evidence<'e>,
    truth: u64,
}

impl Case<'_, '_> {
    /// A counter that counts what is meant.
    fn counts_it(&self, s: &Shown<'_>) -> bool {
        match self.expected.meters.as_slice() {
            [only] => (self.evidence.meter_of)(s.window) == Some(only.as_str()),
            _ => false,
        }
    }

    /// As [`Case::counts_it`], on the core that is meant.
    fn is_right(&self, s: &Shown<'_>) -> bool {
        self.counts_it(s) && s.window.core == Some(self.expected.core)
    }

    /// Causes of a value that is what a counter showed. If that is the right counter, others that show the number by
    /// chance are left out.
    fn by_counters(&self, all: &[Shown<'_>]) -> Vec<Cause> {
        let returned = self.evidence.returned;
        let linked = |s: &Shown<'_>| {
            let forms = s.forms();
            forms.into_iter().find(|(_, n)| returned.is(*n))
        };
        let linked: Vec<(&Shown<'_>, Form)> =
            all.iter().filter_map(|s| Some((s, linked(s)?.0))).collect();
        let right = linked.iter().filter(|(s, _)| self.is_right(s));
        let causes: Vec<Cause> = right
            .filter_map(|(s, form)| self.of_right(s, *form))
            .collect();
        if !causes.is_empty() {
            return causes;
        }
        let counts = linked.iter().filter(|(s, _)| self.counts_it(s));
        let causes: Vec<Cause> = counts.filter_map(|(s, _)| self.of_core(s)).collect();
        if !causes.is_empty() {
            return causes;
        }
        let others: Vec<&Shown<'_>> = linked
            .iter()
            .map(|(s, _)| *s)
            .filter(|s| !self.counts_it(s))
            .collect();
        // Many things are 0.
        let nothing = returned.value == 0;
        let chance = others.len() > 1 || all.iter().any(|s| self.is_right(s));
        if nothing && chance || self.expected.meters.len() != 1 {
            return Vec::new();
        }
        others.iter().map(|s| self.of_event(s, all)).collect()
    }

    /// The counter counted what is meant on another core.
    fn of_core(&self, s: &Shown<'_>) -> Option<Cause> {
        let core = s.window.core.filter(|&c| c != self.expected.core)?;
        Some(Cause {
            kind: CauseKind::OtherCore,
            text: format!(
                "it is what {} showed, which counted {} of core {core} in place of core {}, {}",
                s.name(),
                self.expected.name(),
                self.expected.core,
                self.when(s)
            ),
        })
    }

    /// The counter counted another event.
    fn of_event(&self, s: &Shown<'_>, all: &[Shown<'_>]) -> Cause {
        let event = self.event(s);
        let meter = self.expected.name();
        if let Some(right) = all.iter().find(|r| self.is_right(r)) {
            return Cause {
                kind: CauseKind::OtherCounter,
                text: format!(
                    "it is what {} showed, which counted {event}; {meter} was counted by {}, which showed {}",
                    s.name(),
                    right.window.register,
                    right.end
                ),
            };
        }
        Cause {
            kind: CauseKind::WrongEvent,
            text: format!(
                "it is what {} showed, which counted {event}, {}{}",
                s.name(),
                self.when(s),
                self.meant()
            ),
        }
    }

    /// By which number what is meant would have been counted.
    fn meant(&self) -> String {
        let codes = self.evidence.codes.iter().map(|c| format!("{c:#04x}"));
        let codes: Vec<String> = codes.collect();
        match codes.as_slice() {
            [] => String::new(),
            all => format!("; {} is event {}", self.expected.name(), all.join(" or ")),
        }
    }

    /// What a counter counted, with the number by which it was selected.
    fn event(&self, s: &Shown<'_>) -> String {
        let (code, name) = (s.window.event, &s.window.event_name);
        match (self.evidence.meter_of)(s.window) {
            Some(meter) if meter != name => format!("{meter} (event {code:#04x}, {name})"),
            _ => format!("{name} (event {code:#04x})"),
        }
    }

    /// The counter counted what is meant, where it is meant.
    fn of_right(&self, s: &Shown<'_>, form: Form) -> Option<Cause> {
        let w = s.window;
        let register = &w.register;
        if let Some(mode) = &w.mode {
            return Some(Cause {
                kind: CauseKind::Mode,
                text: format!(
                    "{} counted in {mode} mode only; the region has both modes",
                    s.name()
                ),
            });
        }
        let cleared_by_none = s.has(Stood::NotCleared) || s.has(Stood::SelectionChanged);
        let had = match form {
            Form::Read => s
                .start
                .or(s.base.filter(|_| cleared_by_none).map(u64::from)),
            _ => None,
        };
        if let Some(had) = had.filter(|&n| n != 0) {
            let left = s.end.saturating_sub(had);
            return Some(Cause {
                kind: CauseKind::NotCleared,
                text: format!(
                    "{} was not cleared before the region: it stood at {had}, and the value has that, too, {}. Without \
                     it: {left}, {} {}",
                    s.name(),
                    self.more(had),
                    self.beside(left),
                    self.read_at(s)
                ),
            });
        }
        if let (Form::Read, Some(base)) = (form, s.base) {
            let left = u64::from((s.end as u32).wrapping_sub(base));
            return Some(Cause {
                kind: CauseKind::PresetKept,
                text: format!(
                    "{} began at {base:#x}, as the library wrote it, and the value has that, too. Less it, modulo 2^32: \
                     {left}, {}",
                    s.name(),
                    self.beside(left)
                ),
            });
        }
        let not_on = [
            Stood::PartlyEnabled,
            Stood::NeverEnabled,
            Stood::ClockGated,
            Stood::TaskMode,
        ];
        if not_on.iter().any(|c| s.has(*c)) {
            return Some(Cause {
                kind: CauseKind::NotCounting,
                text: format!(
                    "{} did not count all the time {}: there were {} of its event, and it showed {}",
                    s.name(),
                    self.when(s),
                    s.truth.unwrap_or(0),
                    s.end
                ),
            });
        }
        let counted = s.truth == u64::try_from(self.evidence.returned.value).ok();
        let since_start = matches!(form, Form::LessStart(_));
        (counted || since_start).then(|| Cause {
            kind: CauseKind::Window,
            text: format!(
                "{register} counted right, but not just the region: {}, {}",
                self.edges(s),
                self.beside_region()
            ),
        })
    }

    /// A number as a part of what happened.
    fn more(&self, n: u64) -> String {
        match self.truth {
            0 => "where nothing happened".to_owned(),
            t => format!("{:.0} % of what happened", n as f64 / t as f64 * 100.0),
        }
    }

    /// A number beside what happened in the region.
    fn beside(&self, n: u64) -> String {
        match i128::from(n) - i128::from(self.truth) {
            0 => "what happened in the region".to_owned(),
            more if more > 0 => format!("{more} more than happened in the region"),
            less => format!("{} less than happened in the region", -less),
        }
    }

    fn beside_region(&self) -> String {
        let more = self.evidence.returned.value - i128::from(self.truth);
        match more > 0 {
            true => format!("and {more} are of what lies around the region"),
            false => format!("and {} of the region lie outside of it", -more),
        }
    }

    /// Where the window of a counter opened and closed, beside the region.
    fn edges(&self, s: &Shown<'_>) -> String {
        let cycles = |ticks: u64| ticks / self.evidence.ticks_per_cycle.max(1);
        let (Some(first), Some(last)) = (self.evidence.spans.first(), self.evidence.spans.last())
        else {
            return String::new();
        };
        let opened = s.window.opened_at_tick;
        let side = |at: u64, edge: u64| match at > edge {
            true => format!("{} cycles after", cycles(at - edge)),
            false => format!("{} cycles before", cycles(edge - at)),
        };
        format!(
            "its window opened {} the region was entered and was read {} the region ended",
            side(opened, first.from),
            side(s.closed, last.to)
        )
    }

    /// From when to when a counter counted.
    fn when(&self, s: &Shown<'_>) -> String {
        let us = |tick: u64| tick as f64 * 1e6 / self.evidence.hz.max(1) as f64;
        format!(
            "from {:.3} us to {:.3} us {}",
            us(s.window.opened_at_tick),
            us(s.closed),
            self.read_at(s)
        )
    }

    /// Where a counter was read.
    fn read_at(&self, s: &Shown<'_>) -> String {
        let place = (self.evidence.place)(s.last.reader, s.last.closed_pc);
        place.map_or_else(
            || format!("(read at {:#x})", s.last.closed_pc),
            |p| format!("(read at {p})"),
        )
    }

    /// Causes of a value that is a number with too few bits or a wrong sign: what a counter showed, or what happened.
    fn by_changed(&self, all: &[Shown<'_>]) -> Vec<Cause> {
        let mut found = Vec::new();
        for s in all.iter().filter(|s| self.is_right(s)) {
            for (form, n) in s.forms() {
                let less = match form {
                    Form::Read => format!("{n}, what {} showed", s.name()),
                    Form::LessStart(start) => {
                        format!(
                            "{n}, what {} showed, {}, less {start} before",
                            s.name(),
                            s.end
                        )
                    }
                    Form::LessBase(base) => {
                        format!("{n}, what {} showed, {}, less {base:#x}", s.name(), s.end)
                    }
                };
                let changed = changed(self.evidence.returned, n);
                found.extend(changed.map(|(kind, how)| Cause {
                    kind,
                    text: format!("it is {how} {less} {}", self.read_at(s)),
                }));
            }
        }
        if found.is_empty() {
            found.extend(self.by_low_bits());
        }
        found
    }

    /// The value is the lower half of what happened, within the tolerance, which must be much less than that half.
    fn by_low_bits(&self) -> Option<Cause> {
        let value = u64::try_from(self.evidence.returned.value).ok()?;
        let allowed = match self.expected.within {
            Within::Count(n) => n,
            Within::Share(t) => {
                u64::try_from(u128::from(self.truth) * u128::from(t.ppm) / 1_000_000).ok()?
            }
        };
        [16_u32, 8].into_iter().find_map(|bits| {
            let limit = 1_u64 << bits;
            let narrow = value < limit && self.truth >= limit && allowed <= limit / 64;
            let far = value.abs_diff(self.truth % limit);
            (narrow && far.min(limit - far) <= allowed).then(|| Cause {
                kind: CauseKind::Width,
                text: format!(
                    "it is the lower {bits} bits of what happened: {} = {} x {limit} + {}",
                    self.truth,
                    self.truth / limit,
                    self.truth % limit
                ),
            })
        })
    }

    /// Causes of a value that is another true number.
    fn by_truth(&self) -> Vec<Cause> {
        let (e, value) = (self.evidence, self.evidence.returned.value);
        // A wide tolerance lets many numbers agree: they are not farther than a hundredth either.
        let close = |n: u64| value.abs_diff(i128::from(n)) * 100 <= u128::from(n);
        let near = |n: u64| n != 0 && self.expected.within.holds(value, n) && close(n);
        let mut found = Vec::new();
        for &(core, n) in e.elsewhere.iter().filter(|(_, n)| near(*n)) {
            found.push(Cause {
                kind: CauseKind::OtherCore,
                text: format!(
                    "it agrees with {} of {} on core {core}, {n}",
                    self.expected.name(),
                    self.expected.region
                ),
            });
        }
        let other = |call: usize| self.expected.call != Some(call as u64);
        let calls = (1..).zip(&e.calls).filter(|(i, n)| other(*i) && near(**n));
        if e.calls.len() > 1
            && let Some((call, n)) = calls.into_iter().next()
        {
            found.push(Cause {
                kind: CauseKind::OtherCall,
                text: format!(
                    "it agrees with {} of call {call} of {}, {n}",
                    self.expected.name(),
                    self.expected.region
                ),
            });
        }
        let mut sum = 0;
        for (call, n) in (1..).zip(&e.calls) {
            sum += n;
            let all = self.expected.call.is_none() && call == e.calls.len();
            if call > 1 && near(sum) && !all {
                found.push(Cause {
                    kind: CauseKind::SeveralCalls,
                    text: format!(
                        "it agrees with {} of the calls 1 to {call} of {} together, {sum}",
                        self.expected.name(),
                        self.expected.region
                    ),
                });
                break;
            }
        }
        let others = e
            .meters
            .iter()
            .filter(|(name, _)| !self.expected.meters.iter().any(|m| m == *name));
        let others: Vec<String> = others
            .filter(|(_, n)| near(**n))
            .map(|(name, n)| format!("{name}, {n}"))
            .take(MOST_METERS)
            .collect();
        if !others.is_empty() {
            found.push(Cause {
                kind: CauseKind::OtherMeter,
                text: format!(
                    "it agrees with another meter of {}: {}",
                    self.expected.region,
                    others.join("; ")
                ),
            });
        }
        found
    }
}

/// How `value` comes from `n` by too few bits or a wrong sign.
fn changed(value: Number, n: u64) -> Option<(CauseKind, &'static str)> {
    let n = u128::from(n);
    let low = |bits: u32| Some(n & mask(bits));
    // A number in text may come from 32 bits.
    let minus = |bits: u32| Some(n.wrapping_neg() & mask(bits));
    let signed = |bits: u32, room: u32| {
        let low = n & mask(bits);
        (low >> (bits - 1) != 0).then_some((low | !mask(bits)) & mask(room))
    };
    let turned = "the negative (start less end, not end less start) of";
    let short = "the lower 16 bits, as a number with a sign, of";
    let byte = "the lower 8 bits, as a number with a sign, of";
    let ways = [
        (CauseKind::Width, low(16), "the lower 16 bits of"),
        (CauseKind::Width, low(8), "the lower 8 bits of"),
        (CauseKind::Width, low(31), "all but the highest bit of"),
        (CauseKind::Sign, signed(16, value.bits), short),
        (CauseKind::Sign, signed(16, 32), short),
        (CauseKind::Sign, signed(8, value.bits), byte),
        (CauseKind::Sign, signed(8, 32), byte),
        (CauseKind::Sign, minus(value.bits), turned),
        (CauseKind::Sign, minus(32), turned),
    ];
    let raw = value.raw();
    let changes = |made: u128| made != n && made == raw;
    let found = ways
        .into_iter()
        .find(|(_, made, _)| made.is_some_and(changes));
    found.map(|(kind, _, how)| (kind, how))
}
