//! PAPI's presets on a board: what its counters have of each, as `models/presets/*.ron` say it, and what
//! the simulator's meters know of those that the chip only bounds.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The presets of a board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presets {
    /// The board.
    pub board: String,
    /// All presets, in the order of their codes.
    pub presets: Vec<Preset>,
}

/// How far a chip has a preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Support {
    /// One event is it.
    Counted,
    /// Several events make it up.
    Derived,
    /// Events give an upper bound.
    Bound,
    /// Nothing counts it.
    No,
}

impl fmt::Display for Support {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Support::Counted => "counted",
            Support::Derived => "derived",
            Support::Bound => "bound",
            Support::No => "no",
        })
    }
}

/// A preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its code without the bit that marks presets.
    pub code: u32,
    /// Its name.
    pub name: String,
    /// How far the chip has it.
    pub support: Support,
    /// What the chip counts in its place, by events.
    #[serde(default, skip_serializing_if = "Sum::is_empty")]
    pub events: Sum,
    /// The same of cores that count otherwise, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub on: BTreeMap<String, Sum>,
    /// What it is, by meters.
    #[serde(default, skip_serializing_if = "Sum::is_empty")]
    pub truth: Sum,
    /// The counter library in `firmware/epapi` offers it.
    #[serde(default)]
    pub epapi: bool,
    /// Why not, why only a bound, or what to know of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// A sum of events or meters: `A + 2 * B - C`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum(Vec<(i64, String)>);

impl Sum {
    /// True when nothing is summed up.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is summed up.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, name)| name.as_str())
    }

    /// Its value, where `of` knows all that is summed up.
    pub fn value(&self, of: impl Fn(&str) -> Option<u64>) -> Option<i128> {
        let terms = self.0.iter();
        let mut terms = terms.map(|(n, name)| Some(i128::from(*n) * i128::from(of(name)?)));
        terms.try_fold(0i128, |sum, term| sum.checked_add(term?))
    }
}

impl std::str::FromStr for Sum {
    type Err = String;

    fn from_str(text: &str) -> Result<Sum, String> {
        let mut terms = Vec::new();
        // What the next name is taken times; none while a sign is expected.
        let mut times = Some(1);
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            times = match (word, times) {
                ("+", None) => Some(1),
                ("-", None) => Some(-1),
                (number, Some(sign)) if words.peek() == Some(&"*") => {
                    words.next();
                    let n: i64 = number
                        .parse()
                        .map_err(|_| format!("`{text}`: `{number}` is no whole number"))?;
                    Some(n.saturating_mul(sign))
                }
                ("+" | "-" | "*", _) => return Err(format!("`{text}`: `{word}` is out of place")),
                (name, Some(n)) => {
                    terms.push((n, name.to_owned()));
                    None
                }
                (name, None) => return Err(format!("`{text}`: no sign before `{name}`")),
            };
        }
        if !terms.is_empty() && times.is_some() {
            return Err(format!("`{text}`: ends with a sign"));
        }
        Ok(Sum(terms))
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (n, name)) in self.0.iter().enumerate() {
            let sign = match (i, n.signum()) {
                (0, -1) => "-",
                (0, _) => "",
                (_, -1) => " - ",
                _ => " + ",
            };
            f.write_str(sign)?;
            if n.unsigned_abs() != 1 {
                write!(f, "{} * ", n.unsigned_abs())?;
            }
            f.write_str(name)?;
        }
        Ok(())
    }
}

impl Serialize for Sum {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sum {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Sum, D::Error> {
        let text = String::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Presets {
    /// Reads a table.
    ///
    /// # Errors
    /// One line that says what is wrong and where.
    pub fn parse(text: &str) -> Result<Presets, String> {
        ron::from_str(text).map_err(|e| e.to_string())
    }

    /// Names of events and of meters in formulas that are not known; for each, the preset that has it.
    pub fn unknown<'a>(
        &'a self,
        event: impl Fn(&str) -> bool + 'a,
        meter: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = (&'a str, &'a str)> + 'a {
        self.presets.iter().flat_map(move |p| {
            let events = p.on.values().chain([&p.events]).flat_map(Sum::names);
            let events: Vec<_> = events.filter(|n| !event(n)).collect();
            let meters: Vec<_> = p.truth.names().filter(|n| !meter(n)).collect();
            let all = events.into_iter().chain(meters);
            all.map(move |n| (p.name.as_str(), n))
        })
    }
}

impl Preset {
    /// What counts it on a core; empty when nothing does.
    pub fn events_on(&self, core: &str) -> &Sum {
        self.on.get(core).unwrap_or(&self.events)
    }

    /// What it is on a core, where its meters know it.
    pub fn truth(&self, meter: impl Fn(&str) -> Option<u64>) -> Option<i128> {
        let known = !self.truth.is_empty();
        known.then(|| self.truth.value(meter)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_written_and_have_a_value() {
        let sum: Sum = "CCNT - ICNT + 2 * MULTI".parse().expect("a sum");
        assert_eq!(sum.to_string(), "CCNT - ICNT + 2 * MULTI");
        let of = |name: &str| match name {
            "CCNT" => Some(100),
            "ICNT" => Some(130),
            "MULTI" => Some(20),
            _ => None,
        };
        assert_eq!(sum.value(of), Some(10));
        assert_eq!("CCNT + X".parse::<Sum>().expect("a sum").value(of), None);
        assert!("".parse::<Sum>().expect("none").is_empty());
    }

    #[test]
    fn what_is_no_sum_is_refused() {
        for (text, says) in [
            ("A B", "no sign before `B`"),
            ("A +", "ends with a sign"),
            ("+ A", "`+` is out of place"),
            ("x * A", "`x` is no whole number"),
            ("A + * B", "`*` is out of place"),
        ] {
            let e = text.parse::<Sum>().expect_err(text);
            assert!(e.contains(says), "{text}: {e}");
        }
    }

    #[test]
    fn a_truth_is_what_meters_know() {
        let text = r#"Presets(board: "b", presets: [
            (code: 1, name: "P", support: Bound, events: "E", on: {"c": ""}, truth: "a - b", why: "w"),
            (code: 2, name: "R", support: No, why: "w")])"#;
        let all = Presets::parse(text).expect("a table");
        let of = |name: &str| Some(if name == "a" { 9 } else { 4 });
        let truths: Vec<_> = all.presets.iter().map(|p| p.truth(of)).collect();
        assert_eq!(truths, [Some(5), None]);
        assert!(all.presets[0].events_on("c").is_empty());
        assert_eq!(all.presets[0].events_on("d").to_string(), "E");
        let unknown: Vec<_> = all.unknown(|e| e == "E", |m| m == "a").collect();
        assert_eq!(unknown, [("P", "b")]);
    }
}
