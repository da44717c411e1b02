//! Amounts of time in options and files: `10ms`, `1.5us`, `1_000_000` cycles.

use std::str::FromStr;
use thiserror::Error;

/// The clocks by which an amount of simulated time becomes base ticks.
pub trait Timebase {
    /// Base ticks per second.
    fn ticks_per_second(&self) -> u64;

    /// Base ticks per cycle of the first core.
    fn ticks_per_cycle(&self) -> u64;
}

/// An amount of simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Cycles of the first core.
    Cycles(u64),
    /// Picoseconds.
    Picoseconds(u128),
    /// Base ticks of the board.
    Ticks(u64),
}

/// A text that is no amount of simulated time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no amount of simulated time; write cycles (1000000) or a time (10ms, 2s)")]
pub struct BudgetError {
    /// What was written.
    pub text: String,
}

impl FromStr for Budget {
    type Err = BudgetError;

    /// Cycles (`1_000_000`), or a time with its unit: `500ns`, `1.5us`, `10ms`, `2s`, `1m`.
    fn from_str(text: &str) -> Result<Budget, BudgetError> {
        if let Ok(n) = text.replace('_', "").parse() {
            return Ok(Budget::Cycles(n));
        }
        let ps = picoseconds(text).ok_or_else(|| BudgetError {
            text: text.to_owned(),
        })?;
        Ok(Budget::Picoseconds(ps))
    }
}

impl Budget {
    /// In base ticks.
    #[must_use]
    pub fn ticks(self, base: &dyn Timebase) -> u64 {
        match self {
            Budget::Cycles(n) => n.saturating_mul(base.ticks_per_cycle()),
            Budget::Picoseconds(ps) => {
                let ticks = ps.saturating_mul(base.ticks_per_second().into()) / 1_000_000_000_000;
                u64::try_from(ticks).unwrap_or(u64::MAX)
            }
            Budget::Ticks(n) => n,
        }
    }
}

/// Units of time, with the decimal places that a number may have and the factor beyond them, to picoseconds.
const UNITS: [(&str, usize, u128); 7] = [
    ("ps", 0, 1),
    ("ns", 3, 1),
    ("us", 6, 1),
    ("ms", 9, 1),
    ("s", 12, 1),
    ("m", 12, 60),
    ("h", 12, 3600),
];

/// A time with its unit in picoseconds: `7ps`, `500ns`, `1.5us`, `10ms`, `2s`, `1m`, `1h`. None of another text, and of
/// a time that is no whole number of picoseconds.
///
/// ```
/// use trueboard_core::duration::picoseconds;
/// assert_eq!(picoseconds("1.5us"), Some(1_500_000));
/// assert_eq!(picoseconds("1m"), picoseconds("60s"));
/// assert_eq!(picoseconds("2"), None);
/// ```
#[must_use]
pub fn picoseconds(text: &str) -> Option<u128> {
    let found = UNITS
        .iter()
        .find_map(|(unit, digits, factor)| Some((text.strip_suffix(unit)?, *digits, *factor)));
    let (number, digits, factor) = found?;
    Some(u128::from(decimal(number.trim(), digits)?) * factor)
}

/// [`picoseconds`], where a number without a unit is seconds.
#[must_use]
pub fn picoseconds_or_seconds(text: &str) -> Option<u128> {
    picoseconds(text).or_else(|| decimal(text.trim(), 12).map(u128::from))
}

/// A decimal number times ten to the power of `digits`; none if that is no integer of 64 bits.
///
/// ```
/// use trueboard_core::duration::decimal;
/// assert_eq!(decimal("33.333", 6), Some(33_333_000));
/// assert_eq!(decimal("0.0000001", 6), None);
/// ```
#[must_use]
pub fn decimal(number: &str, digits: usize) -> Option<u64> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    if part.len() > digits || whole.is_empty() {
        return None;
    }
    format!("{whole}{part:0<digits$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, ps) in [
            ("7ps", 7),
            ("500 ns", 500_000),
            ("0.25us", 250_000),
            ("20ms", 20_000_000_000),
            ("1.5s", 1_500_000_000_000),
            ("1m", 60_000_000_000_000),
            ("0.5h", 1_800_000_000_000_000),
        ] {
            assert_eq!(picoseconds(text), Some(ps), "{text}");
        }
        for text in ["", "s", "1.5ps", "-1s", "1 d", "1,5s", "0x10ns"] {
            assert_eq!(picoseconds(text), None, "{text}");
        }
        assert_eq!(picoseconds_or_seconds("0.5"), picoseconds("500ms"));
        assert_eq!(decimal("", 6), None);
    }
}
