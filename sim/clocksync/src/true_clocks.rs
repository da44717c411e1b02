//! What clocks really did, as the simulator knows it: `truth-clocks.json` (docs/user/howto/synchronisation.md).

use super::affine::{Affine, whole};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};

/// The first line of the format's contract.
pub const FORMAT: &str = "trueboard-truth-clocks/1";

/// The whole file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrueClocks {
    /// [`FORMAT`].
    pub format: String,
    /// One entry per clock.
    pub clocks: Vec<TrueClock>,
}

/// A clock that shows `value` at the true time `ns_at_zero` + `value` · `ns_per_tick` nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrueClock {
    /// The name that `trueboard sync` gives the clock.
    pub name: String,
    /// Ticks per second as stated by the trace.
    pub hz_nominal: u64,
    /// True time at value 0, in nanoseconds since reset.
    pub ns_at_zero: Ratio,
    /// True nanoseconds per tick.
    pub ns_per_tick: Ratio,
}

/// An exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    /// Numerator.
    pub num: i64,
    /// Denominator, at least 1.
    pub den: u64,
}

impl Ratio {
    fn exact(self) -> BigRational {
        BigRational::new(self.num.into(), self.den.max(1).into())
    }
}

/// Why a file of true clocks cannot be used; the text goes behind its path.
#[derive(Debug, thiserror::Error)]
pub enum TrueClocksError {
    /// Not JSON, or not of this form.
    #[error("{0}; docs/user/howto/synchronisation.md describes the file")]
    Form(#[from] serde_json::Error),
    /// Another format or version.
    #[error("format is \"{0}\", expected \"{FORMAT}\"; write it again with this version")]
    Format(String),
    /// A fraction makes no sense.
    #[error("clock {0}: {1}; correct the entry")]
    Value(String, &'static str),
    /// Two entries for a clock.
    #[error("clock {0} stands twice; remove one entry")]
    Twice(String),
}

impl TrueClocks {
    /// Reads a file's text.
    ///
    /// # Errors
    /// See [`TrueClocksError`].
    pub fn parse(text: &str) -> Result<TrueClocks, TrueClocksError> {
        let file: TrueClocks = serde_json::from_str(text)?;
        if file.format != FORMAT {
            return Err(TrueClocksError::Format(file.format));
        }
        for (i, c) in file.clocks.iter().enumerate() {
            let wrong = |what| Err(TrueClocksError::Value(c.name.clone(), what));
            if c.ns_at_zero.den == 0 || c.ns_per_tick.den == 0 {
                return wrong("a denominator is 0");
            }
            if c.ns_per_tick.num <= 0 {
                return wrong("ns_per_tick is not positive");
            }
            if file.clocks[..i].iter().any(|b| b.name == c.name) {
                return Err(TrueClocksError::Twice(c.name.clone()));
            }
        }
        Ok(file)
    }

    /// The clock of this name.
    pub fn clock(&self, name: &str) -> Option<&TrueClock> {
        self.clocks.iter().find(|c| c.name == name)
    }
}

impl TrueClock {
    /// True time in nanoseconds at a value.
    pub fn ns(&self) -> Affine {
        Affine {
            slope: self.ns_per_tick.exact(),
            offset: self.ns_at_zero.exact(),
        }
    }
}

/// How wrong a line from the reference to the other clock is.
#[derive(Clone, Debug)]
pub struct Error {
    /// True nanoseconds by which a converted time stamp is late, by the value of the other clock.
    late: Affine,
}

impl Error {
    /// The error of `line`, which relates ticks of two clocks whose true times, by ticks, are given.
    /// `None` for a line that no conversion can use.
    pub fn new(reference: &Affine, other: &Affine, line: &Affine) -> Option<Error> {
        let estimate = line.inverse()?.then(reference);
        Some(Error {
            late: Affine {
                slope: estimate.slope - &other.slope,
                offset: estimate.offset - &other.offset,
            },
        })
    }

    /// Nanoseconds by which the time stamp `value` of the other clock is converted to too late a
    /// time.
    pub fn at(&self, value: i64) -> f64 {
        self.late.at(&whole(value)).to_f64().unwrap_or(f64::NAN)
    }

    /// Largest and mean absolute error between two values.
    pub fn over(&self, first: i64, last: i64) -> (f64, f64) {
        let (a, b) = (self.at(first), self.at(last));
        let largest = a.abs().max(b.abs());
        // The error is a line: where it changes its sign, its size makes two triangles.
        let mean = if a * b < 0.0 {
            (a * a + b * b) / (2.0 * (a.abs() + b.abs()))
        } else {
            (a + b).abs() / 2.0
        };
        (largest, mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(name: &str, num: i64, den: u64, zero: i64) -> TrueClock {
        TrueClock {
            name: name.into(),
            hz_nominal: 1,
            ns_at_zero: Ratio { num: zero, den: 1 },
            ns_per_tick: Ratio { num, den },
        }
    }

    /// Reference of 1 ns per tick; the other one ticks every 2 ns and shows 0 at 100 ns. The right
    /// line is y = x/2 - 50.
    #[test]
    fn the_error_of_a_line() {
        let (r, o) = (clock("r", 1, 1, 0).ns(), clock("o", 2, 1, 100).ns());
        let half = BigRational::new(1.into(), 2.into());
        let line = |slope: &BigRational, offset: i64| Affine {
            slope: slope.clone(),
            offset: whole(offset),
        };
        let right = Error::new(&r, &o, &line(&half, -50)).unwrap();
        assert_eq!((right.at(0), right.at(12345)), (0.0, 0.0));
        // Offset 3 ticks too high: events seem 6 ns too early.
        let early = Error::new(&r, &o, &line(&half, -47)).unwrap();
        assert_eq!((early.at(0), early.over(0, 10)), (-6.0, (6.0, 6.0)));
        // Slope 1 instead of 1/2, through the same point at y = 10: late by 10 - y.
        let steep = Error::new(&r, &o, &line(&whole(1), -110)).unwrap();
        assert_eq!(
            (steep.at(0), steep.at(10), steep.at(30)),
            (10.0, 0.0, -20.0)
        );
        assert_eq!(steep.over(0, 20), (10.0, 5.0));
        assert_eq!(steep.over(0, 30).1, 500.0 / 60.0);
        assert!(Error::new(&r, &o, &line(&whole(0), 1)).is_none());
    }

    #[test]
    fn a_file_and_its_mistakes() {
        let entry = |num: i64, den: u64| {
            format!(
                r#"{{"name": "c", "hz_nominal": 6, "ns_at_zero": {{"num": -5, "den": 3}},
                "ns_per_tick": {{"num": {num}, "den": {den}}}}}"#
            )
        };
        let file = |format: &str, clocks: &str| {
            let text = format!(r#"{{"format": "{format}", "clocks": [{clocks}]}}"#);
            TrueClocks::parse(&text).map_err(|e| e.to_string())
        };
        let good = file(FORMAT, &entry(5, 3)).unwrap();
        assert_eq!(good.clock("c").unwrap().ns().at(&whole(4)), whole(5));
        assert_eq!(good.clock("d"), None);
        let wrong = |format: &str, clocks: &str| file(format, clocks).unwrap_err();
        assert!(wrong("other", "").starts_with("format is \"other\""));
        assert!(wrong(FORMAT, &entry(5, 0)).starts_with("clock c: a denominator is 0"));
        assert!(wrong(FORMAT, &entry(0, 1)).contains("not positive"));
        assert!(wrong(FORMAT, &[entry(5, 3), entry(5, 3)].join(",")).contains("twice"));
        assert!(wrong(FORMAT, "7").contains("expected struct TrueClock"));
    }
}
