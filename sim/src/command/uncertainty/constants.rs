//! The constants of a study: those that a board's models estimate.

use crate::cli::Uncertainty as Args;
use crate::command::{Failure, options};
use serde::{Deserialize, Serialize};
use trueboard::board::{Estimates, NotThere, Shape, paths};
use trueboard::truth::region::matches;

/// An estimated constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constant {
    /// The path that `--set` takes.
    pub path: String,
    pub value: String,
    pub low: String,
    pub high: String,
    pub reason: String,
}

/// A constant with what it takes to vary it.
pub struct Varied {
    pub constant: Constant,
    value: Shape,
    low: Shape,
    high: Shape,
    power_of_two: bool,
    /// Another path with its value, which loses what this one gains.
    against: Option<(String, Shape)>,
}

impl Varied {
    /// The numbers of the value at this place of the range: the nearest that can be set.
    fn numbers(&self, place: f64) -> Vec<f64> {
        let ends = self.low.numbers.iter().zip(&self.high.numbers);
        let set = |n: f64| match (self.power_of_two, self.value.whole) {
            (true, _) => n.log2().round().exp2(),
            (false, true) => n.round(),
            (false, false) => n,
        };
        ends.map(|(l, h)| set(within(*l, *h, place))).collect()
    }

    /// The place in the range of what is set for this place.
    pub fn nearest(&self, place: f64) -> f64 {
        let numbers = self.numbers(place);
        let mut ends = self.low.numbers.iter().zip(&self.high.numbers).zip(numbers);
        match ends.find(|((l, h), _)| l != h) {
            Some(((low, high), n)) => (n - low) / (high - low),
            None => place,
        }
    }

    /// The overrides that put it at this place of its range.
    pub fn at(&self, place: f64) -> Vec<String> {
        let numbers = self.numbers(place);
        let text = self.value.text(&numbers);
        let mut sets = vec![format!("{}={text}", self.constant.path)];
        if let Some((path, other)) = &self.against {
            let gained = numbers.iter().zip(&self.value.numbers).map(|(n, v)| n - v);
            let less = other.numbers.iter().zip(gained).map(|(o, g)| o - g);
            sets.push(format!("{path}={}", other.text(&less.collect::<Vec<_>>())));
        }
        sets
    }
}

/// Ends are exact.
fn within(low: f64, high: f64, place: f64) -> f64 {
    if place >= 1.0 {
        high
    } else {
        low + (high - low) * place
    }
}

/// The constants of the board on which the firmware runs, but for those that `--set` sets or `--only` leaves out.
pub fn of(a: &Args) -> Result<Vec<Varied>, Failure> {
    let (board, _) = options::open(&a.firmware, true)?;
    let ranges = a.estimates.clone().unwrap_or(board.file.name.clone());
    let estimates = Estimates::open(&ranges)?;
    // A board that is built in stands in models/boards; any other one by its path.
    let spec = match board.place.strip_prefix("models/boards/") {
        Some(name) if a.firmware.board.as_deref() != Some(&board.place) => {
            name.trim_end_matches(".ron").to_owned()
        }
        _ => board.place.clone(),
    };
    let set = |path: &str| {
        let mut all = a.firmware.set.iter().filter_map(|s| s.split_once('='));
        all.any(|(p, _)| path == p || path.starts_with(&format!("{p}.")))
    };
    let values = estimates.values(&spec)?;
    for pattern in &a.only {
        let names = values.iter().map(|(e, _)| e.path.as_str());
        NotThere::unless_matched("--only", pattern, "estimated constant", names)?;
    }
    let wanted = |path: &str| a.only.is_empty() || a.only.iter().any(|p| matches(p, path));
    let known = paths(&spec)?;
    let mut found = Vec::new();
    for (e, value) in values {
        if set(&e.path) || !wanted(&e.path) {
            continue;
        }
        let (Some(low), Some(high)) = (Shape::of(&e.low), Shape::of(&e.high)) else {
            continue;
        };
        let other = e.against.as_ref().and_then(|p| {
            let text = &known.iter().find(|k| k.0 == *p)?.1;
            Some((p.clone(), Shape::of(text)?))
        });
        found.push(Varied {
            constant: Constant {
                path: e.path.clone(),
                value: value.text(&value.numbers),
                low: e.low.clone(),
                high: e.high.clone(),
                reason: e.reason.clone(),
            },
            value,
            low,
            high,
            power_of_two: e.power_of_two,
            against: other,
        });
    }
    if found.is_empty() {
        return Err(Failure::input(format!(
            "{ranges}: no estimated constant is left to vary"
        )));
    }
    Ok(found)
}
