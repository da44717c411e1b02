//! What a library of counters told its user, held against what happened in the span that its user means, and why they
//! differ: a wrong event, another core, a counter that was not cleared, a result that is too narrow.
//!
//! A cause is stated where numbers prove it: the value equals what a counter showed, exactly, or another true number
//! within the tolerance. If several fit, all of them are stated.

mod causes;
mod counters;
#[cfg(test)]
mod tests;

pub use causes::{Cause, CauseKind};

use crate::Tolerance;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use trueboard_judge::Window;

/// What a value is said to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The value, as its user names it: `results[2]`.
    pub value: String,
    /// The meters that it is said to be the sum of; one of them, as a rule.
    pub meters: Vec<String>,
    /// The region in which that was counted: a function, or `begin..end`.
    pub region: String,
    /// The core on which it was counted.
    pub core: u8,
    /// The call of the region, from 1 on; all calls together if it is not given.
    pub call: Option<u64>,
    /// How far it may be from what happened.
    pub within: Within,
}

/// How far a value may be from what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// By so much.
    Count(u64),
    /// By a part of what happened.
    Share(Tolerance),
}

impl Expected {
    /// What the value is called.
    fn name(&self) -> String {
        self.meters.join(" + ")
    }

    /// The sum of its meters.
    fn sum(&self, of: &BTreeMap<&str, u64>) -> u64 {
        let one = |m: &String| of.get(m.as_str()).copied().unwrap_or(0);
        self.meters.iter().map(one).sum()
    }
}

impl Within {
    /// True when `value` is no farther from `truth` than that.
    #[must_use]
    pub fn holds(self, value: i128, truth: u64) -> bool {
        let Ok(value) = u64::try_from(value) else {
            let far = value.abs_diff(i128::from(truth));
            return matches!(self, Within::Count(n) if far <= u128::from(n));
        };
        match self {
            Within::Count(n) => value.abs_diff(truth) <= n,
            Within::Share(tolerance) => !tolerance.exceeded(value, truth),
        }
    }
}

impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Within::Count(n) => write!(f, "{n}"),
            Within::Share(Tolerance { ppm: 0 }) => f.write_str("0"),
            Within::Share(t) => write!(f, "{}%", t.ppm as f64 / 10_000.0),
        }
    }
}

impl Serialize for Within {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Within::Count(n) => s.serialize_u64(*n),
            Within::Share(_) => s.collect_str(self),
        }
    }
}

/// A number that firmware left, and the width of the variable or register in which it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The number.
    pub value: i128,
    /// Bits of what holds it.
    pub bits: u32,
}

impl Number {
    /// The number without its sign: modulo 2^bits.
    fn raw(self) -> u128 {
        self.value as u128 & mask(self.bits)
    }

    /// Whether it is `n`, as far as it has room for it.
    fn is(self, n: u64) -> bool {
        self.value == i128::from(n) || self.value < 0 && self.raw() == u128::from(n)
    }
}

fn mask(bits: u32) -> u128 {
    1_u128
        .checked_shl(bits)
        .map_or(u128::MAX, |limit| limit - 1)
}

/// A call of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Base tick of its entry.
    pub from: u64,
    /// Base tick of its exit.
    pub to: u64,
}

/// What is known of a run.
pub struct Evidence<'a> {
    /// What the library told.
    pub returned: Number,
    /// The calls that are meant, in order; none if there are too many to be kept.
    pub spans: Vec<Span>,
    /// What each meter of the core advanced in them.
    pub meters: BTreeMap<&'a str, u64>,
    /// What is meant, of each call of the region on that core.
    pub calls: Vec<u64>,
    /// What is meant, of the region on other cores.
    pub elsewhere: Vec<(u8, u64)>,
    /// Reads of counters, judged, in the order of time.
    pub windows: &'a [Window],
    /// The numbers of the events that count what is meant.
    pub codes: Vec<u32>,
    /// The meter that is the truth of what a counter counts.
    pub meter_of: &'a dyn Fn(&Window) -> Option<&'a str>,
    /// Function and source line of an instruction of a core.
    pub place: &'a dyn Fn(u8, u64) -> Option<&'a str>,
    /// Base ticks a second.
    pub hz: u64,
    /// Base ticks in a cycle of the core.
    pub ticks_per_cycle: u64,
}

/// The verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// The value, as its user names it.
    pub value: String,
    /// The meters that it is said to be, with ` + ` between them.
    pub is: String,
    /// The region in which that was counted.
    pub of: String,
    /// The core on which it was counted.
    pub core: u8,
    /// The call of the region; all calls together if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<u64>,
    /// What the library told.
    pub returned: i128,
    /// What happened.
    pub expected: u64,
    /// Told minus happened.
    pub difference: i128,
    /// How far it may be: a number, or percent as text.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value", extend("type" = ["integer", "string"])))]
    pub within: Within,
    /// It is no farther.
    pub met: bool,
    /// Why it is farther, as far as numbers prove it.
    pub causes: Vec<Cause>,
}

impl Judged {
    /// What was told and what happened, and why they differ, in a sentence; nothing if the expectation is met.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        if self.met {
            return None;
        }
        let causes: Vec<&str> = self.causes.iter().map(|c| c.text.as_str()).collect();
        let why = match causes.as_slice() {
            [] => "no cause was found that numbers prove".to_owned(),
            all => all.join("; or: "),
        };
        Some(format!(
            "{} is {}, but {} of {} is {} ({}): {why}",
            self.value,
            self.returned,
            self.is,
            self.span(),
            self.expected,
            self.off()
        ))
    }

    /// The calls that are meant, in words.
    #[must_use]
    pub fn span(&self) -> String {
        match self.call {
            None => format!("{} on core {}", self.of, self.core),
            Some(n) => format!("{} on core {}, call {n}", self.of, self.core),
        }
    }

    /// The difference as a part of what happened, or by itself where that is no part.
    #[must_use]
    pub fn off(&self) -> String {
        /// Percent from which on a number says more.
        const FAR: f64 = 1000.0;
        let percent = self.difference as f64 / self.expected as f64 * 100.0;
        match self.expected {
            0 => format!("{:+}", self.difference),
            _ if percent.abs() >= FAR => format!("{:+}", self.difference),
            _ => format!("{percent:+.2} %"),
        }
    }
}

/// Holds a value against what happened.
#[must_use]
pub fn judge(expected: &Expected, evidence: &Evidence<'_>) -> Judged {
    let truth = expected.sum(&evidence.meters);
    let returned = evidence.returned.value;
    let met = expected.within.holds(returned, truth);
    Judged {
        value: expected.value.clone(),
        is: expected.name(),
        of: expected.region.clone(),
        core: expected.core,
        call: expected.call,
        returned,
        expected: truth,
        difference: returned - i128::from(truth),
        within: expected.within,
        met,
        causes: match met {
            true => Vec::new(),
            false => causes::of(expected, evidence, truth),
        },
    }
}
