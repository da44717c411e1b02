//! Ranges of the constants that a board's models estimate: files in `models/estimates`.
//!
//! Each entry names a value of the board or its power model by its `--set` path, with lowest value, highest value and
//! reason. Values from documents have no range.

use crate::boardfile::built_in::{built_in, names};
use crate::boardfile::source::{self, Disk};
use crate::error::InputError;
use crate::machine::models;
use crate::near::did_you_mean;
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
    /// Another path that loses what this one gains: the sum of both values is known.
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
                let known = names("estimates");
                let near = did_you_mean(spec, known.iter().map(String::as_str));
                InputError::Request(format!(
                    "{spec}: no ranges of estimated constants are built in for this board{near}; there are some for \
                     {} (or name a .ron file)",
                    known.join(", ")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boardfile::built_in::board_names;
    use crate::machine::models::open_board;

    /// The fields of a line, and its comment.
    fn parts(line: &str) -> (Vec<&str>, &str) {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let before = code.split(':').map(|part| part.trim_end());
        let name = |part: &'_ str| {
            let start = part.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            start.map_or(0, |i| i + 1)
        };
        let mut fields: Vec<&str> = before.map(|part| &part[name(part)..]).collect();
        fields.pop();
        fields.retain(|f| !f.is_empty());
        (fields, comment)
    }

    /// Whatever a board file or its power model marks as estimated has a range, or is said to be no amount.
    #[test]
    fn what_is_marked_has_a_range() {
        for board in board_names() {
            let e = Estimates::open(&board).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(e.board, board);
            let of = |field: &str| {
                let all = e.ranges.iter();
                all.filter(|r| r.path.rsplit('.').next() == Some(field))
                    .count()
            };
            let text = built_in(&format!("boards/{board}.ron")).unwrap();
            let mut marked: BTreeMap<&str, usize> = BTreeMap::new();
            for line in text.lines() {
                let (fields, comment) = parts(line);
                if !comment.to_lowercase().contains("estimated") {
                    continue;
                }
                if let Some(mark) = e.marks.iter().find(|m| comment.contains(&m.text)) {
                    assert!(mark.fields.iter().all(|f| of(f) > 0), "{board}: {mark:?}");
                    continue;
                }
                let ranged: Vec<_> = fields.into_iter().filter(|f| of(f) > 0).collect();
                assert!(!ranged.is_empty(), "{board}: no range for: {line}");
                for field in ranged {
                    *marked.entry(field).or_default() += 1;
                }
            }
            for (field, marks) in marked {
                assert!(
                    of(field) >= marks,
                    "{board}: {field} is marked {marks} times"
                );
            }
            for m in &e.marks {
                assert!(text.contains(&m.text), "{board}: no line has {m:?}");
            }
        }
    }

    #[test]
    fn what_a_power_model_marks_has_a_range() {
        let text = built_in("power/gr740.ron").unwrap();
        let marks = text.matches("source: \"estimated").count();
        let e = Estimates::open("gr740").unwrap();
        let ranges = e.ranges.iter().filter(|r| r.path.starts_with("power."));
        assert_eq!(ranges.count(), marks);
    }

    #[test]
    fn every_range_holds_its_value_and_can_be_set() {
        for board in board_names() {
            let e = Estimates::open(&board).unwrap();
            let values = e.values(&board).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(
                values.len(),
                e.ranges.len(),
                "{board}: paths that are not there"
            );
            for r in &e.ranges {
                assert!(!r.reason.is_empty(), "{}", r.path);
                for value in [&r.low, &r.high] {
                    let set = format!("{}={value}", r.path);
                    if let Err(e) = open_board(&board, &[set]) {
                        panic!("{board}: {e}");
                    }
                }
            }
        }
    }

    #[test]
    fn values_keep_their_shape() {
        let pair = Shape::of("(3, 2)").unwrap();
        assert_eq!(
            (pair.numbers.as_slice(), pair.whole),
            (&[3.0, 2.0][..], true)
        );
        assert_eq!(pair.text(&[3.4, 1.6]), "(3,2)");
        assert!(pair.fits(&Shape::of("(1,1)").unwrap()) && !pair.fits(&Shape::of("1").unwrap()));
        assert_eq!(Shape::of("0.5").unwrap().text(&[0.25]), "0.25");
        assert_eq!(Shape::of("true"), None);
    }
}
