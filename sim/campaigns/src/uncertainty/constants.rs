//! The constants of a study: those that a board's models estimate.

use super::request::Request;
use crate::error::Error;
use serde::{Deserialize, Serialize};
use trueboard_analyses::regions::matches;
use trueboard_board::{Estimates, NotThere, Shape, paths};

/// An estimated constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constant {
    /// The path that `--set` takes.
    pub path: String,
    /// Its value in the board file.
    pub value: String,
    /// The lower end of its range.
    pub low: String,
    /// The upper end.
    pub high: String,
    /// Why that is its range.
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
pub fn of(request: &Request) -> Result<Vec<Varied>, Error> {
    let (board, _) = request.program.open()?;
    let ranges = request.estimates.clone().unwrap_or(board.file.name.clone());
    let estimates = Estimates::open(&ranges)?;
    // A board that is built in stands in models/boards; any other one by its path.
    let spec = match board.place.strip_prefix("models/boards/") {
        Some(name) if request.program.board.as_deref() != Some(&board.place) => {
            name.trim_end_matches(".ron").to_owned()
        }
        _ => board.place.clone(),
    };
    let set = |path: &str| {
        let mut all = request.program.set.iter().filter_map(|s| s.split_once('='));
        all.any(|(p, _)| path == p || path.starts_with(&format!("{p}.")))
    };
    let values = estimates.values(&spec)?;
    for pattern in &request.only {
        let names = values.iter().map(|(e, _)| e.path.as_str());
        NotThere::unless_matched("--only", pattern, "estimated constant", names)?;
    }
    let wanted =
        |path: &str| request.only.is_empty() || request.only.iter().any(|p| matches(p, path));
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
        return Err(Error::input(format!(
            "{ranges}: no estimated constant is left to vary"
        )));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn varied(value: &str, (low, high): (&str, &str)) -> Varied {
        let shape = |text: &str| Shape::of(text).expect("it holds a number");
        Varied {
            constant: Constant {
                path: "p".to_owned(),
                value: value.to_owned(),
                low: low.to_owned(),
                high: high.to_owned(),
                reason: String::new(),
            },
            value: shape(value),
            low: shape(low),
            high: shape(high),
            power_of_two: false,
            against: None,
        }
    }

    #[test]
    fn a_place_is_a_part_of_the_range_and_whole_numbers_lie_beside_it() {
        let c = varied("20", ("10", "30"));
        let set = [0.0, 0.52, 1.0].map(|p| c.at(p).concat());
        assert_eq!(set, ["p=10", "p=20", "p=30"]);
        assert_eq!([0.0, 0.52, 1.0].map(|p| c.nearest(p)), [0.0, 0.5, 1.0]);
        let c = varied("1.5", ("1.0", "2.0"));
        assert_eq!(c.nearest(0.25), 0.25);
    }

    /// Between 4 and 64: 34 is nearest to 32, 58 to 64, by the exponent.
    #[test]
    fn a_power_of_two_stays_one() {
        let c = Varied {
            power_of_two: true,
            ..varied("16", ("4", "64"))
        };
        assert_eq!(
            [0.0, 0.5, 0.9, 1.0].map(|p| c.at(p).concat()),
            ["p=4", "p=32", "p=64", "p=64"]
        );
    }

    #[test]
    fn what_a_constant_gains_its_counterpart_loses() {
        let c = Varied {
            against: Some(("q".to_owned(), Shape::of("7").expect("a number"))),
            ..varied("20", ("10", "30"))
        };
        assert_eq!(c.at(0.8), ["p=26", "q=1"]);
        assert_eq!(c.at(0.0), ["p=10", "q=17"]);
    }
}
