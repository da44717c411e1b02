//! Ranges of the constants that a board's models estimate: files in `models/estimates`.
//!
//! Each entry names a value of the board or its power model by the path that `--set` takes, the lowest and the highest
//! value that it may be taken to have, and why. What a document gives has no range.

use crate::built_in::{built_in, names};
use crate::error::InputError;
use crate::models;
use crate::source::{self, Disk};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file of a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimates {
    /// The board's name.
    pub board: String,
    /// Its estimated constants.
    pub ranges: Vec<Estimate>,
    /// Marks of the board file that stand on other lines than what they are about.
    #[serde(default)]
    pub marks: Vec<Mark>,
}

/// A mark on another line than what it is about.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// A part of the line.
    pub text: String,
    /// The fields that it is about; none if it is about no amount: an identity, a place, a state.
    #[serde(default)]
    pub fields: Vec<String>,
}

/// An estimated constant.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The path that `--set` takes.
    pub path: String,
    /// The lowest value: a number, or numbers in brackets, as in the board file.
    pub low: String,
    /// The highest one.
    pub high: String,
    /// Why it lies between them.
    pub reason: String,
    /// Only powers of two can be set.
    #[serde(default)]
    pub power_of_two: bool,
    /// Another path, whose value loses what this one gains: their sum is known.
    #[serde(default)]
    pub against: Option<String>,
}

/// A value as numbers and the text between them: `4` is one number, `(3, 2)` two.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Around and between the numbers; one more than there are numbers.
    between: Vec<String>,
    /// The numbers.
    pub numbers: Vec<f64>,
    /// All are written without a fraction.
    pub whole: bool,
}

impl Shape {
    /// Takes a value apart; none if it holds no number.
    #[must_use]
    pub fn of(text: &str) -> Option<Shape> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let digit = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
        let mut shape = Shape {
            between: vec![String::new()],
            numbers: Vec::new(),
            whole: !text.contains('.'),
        };
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            if digit(first) {
                let end = rest.find(|c| !digit(c)).unwrap_or(rest.len());
                let (number, behind) = rest.split_at(end);
                shape.numbers.push(number.parse().ok()?);
                shape.between.push(String::new());
                rest = behind;
            } else {
                shape.between.last_mut()?.push(first);
                rest = rest.get(first.len_utf8()..)?;
            }
        }
        (!shape.numbers.is_empty()).then_some(shape)
    }

    /// The text with other numbers, which are rounded if those of the value are whole.
    #[must_use]
    pub fn text(&self, numbers: &[f64]) -> String {
        let mut out = self.between.first().cloned().unwrap_or_default();
        for (n, text) in numbers.iter().zip(self.between.iter().skip(1)) {
            out += &match self.whole {
                true => format!("{}", n.round()),
                false => format!("{n}"),
            };
            out += text;
        }
        out
    }

    /// True when the text around and between the numbers is that of the other value.
    #[must_use]
    pub fn fits(&self, other: &Shape) -> bool {
        self.between == other.between
    }
}

impl Estimates {
    /// Those of a board by its name or, when `spec` ends in `.ron`, those of the file of this path.
    ///
    /// # Errors
    /// [`InputError`]: there is none for this board, or the file cannot be read.
    pub fn open(spec: &str) -> Result<Estimates, InputError> {
        let (place, text) = if spec.ends_with(".ron") {
            (spec.to_owned(), source::text(&Disk, spec.as_ref())?)
        } else {
            let text = built_in(&format!("estimates/{spec}.ron")).ok_or_else(|| {
                let known = names("estimates").join(", ");
                InputError::Request(format!(
                    "{spec}: no ranges of estimated constants are built in for this board; there are some for \
                     {known} (or name a .ron file)"
                ))
            })?;
            (format!("models/estimates/{spec}.ron"), text.to_owned())
        };
        let options = ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        options.from_str(&text).map_err(|e| {
            let (at, why) = (e.span.start, e.code);
            InputError::Request(format!("{place}:{at}: {why}"))
        })
    }

    /// The value of each range in the files of the board `spec`, in order; those that are absent from this board are
    /// left out.
    ///
    /// # Errors
    /// [`InputError`]: the board cannot be read, or a range does not hold the value.
    pub fn values(&self, spec: &str) -> Result<Vec<(&Estimate, Shape)>, InputError> {
        let known: BTreeMap<String, String> = models::paths(spec)?.into_iter().collect();
        let mut found = Vec::new();
        for e in &self.ranges {
            let Some(text) = known.get(&e.path) else {
                continue;
            };
            let shapes = [Some(text.as_str()), Some(&e.low), Some(&e.high)];
            let [Some(value), Some(low), Some(high)] = shapes.map(|t| Shape::of(t?)) else {
                return Err(wrong(e, text));
            };
            let mut numbers = low.numbers.iter().zip(&value.numbers).zip(&high.numbers);
            let holds = numbers.all(|((l, v), h)| l <= v && v <= h);
            if !holds || !value.fits(&low) || !value.fits(&high) || e.low == e.high {
                return Err(wrong(e, text));
            }
            let whole = value.whole && low.whole && high.whole;
            found.push((e, Shape { whole, ..value }));
        }
        Ok(found)
    }
}

fn wrong(e: &Estimate, value: &str) -> InputError {
    InputError::Request(format!(
        "estimate of {}: {} to {} is no range of its value, {value}",
        e.path, e.low, e.high
    ))
}
