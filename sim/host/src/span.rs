//! Amounts of time as a script writes them: `"5 ms"`, `"1.5us"`, `"200 ns"`, `"2 s"`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use trueboard_core::duration::picoseconds;

/// An amount of time, in whole nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Span(pub u64);

impl Span {
    /// So many microseconds.
    pub const fn us(us: u64) -> Span {
        Span(us * 1_000)
    }

    /// So many milliseconds.
    pub const fn ms(ms: u64) -> Span {
        Span(ms * 1_000_000)
    }

    /// Reads a number with its unit.
    ///
    /// # Errors
    /// What it should look like.
    pub fn parse(text: &str) -> Result<Span, String> {
        let wrong = || format!("`{text}` is no amount of time; write 5 ms, 1.5 us, 200 ns or 2 s");
        let ps = picoseconds(text.trim()).ok_or_else(wrong)?;
        match (u64::try_from(ps / 1000), ps % 1000) {
            (Ok(ns), 0) => Ok(Span(ns)),
            _ => Err(wrong()),
        }
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Span, D::Error> {
        Span::parse(&String::deserialize(d)?).map_err(Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_fractions() {
        assert_eq!(Span::parse("5 ms"), Ok(Span(5_000_000)));
        assert_eq!(Span::parse("1.5us"), Ok(Span(1_500)));
        assert_eq!(Span::parse("2 s"), Ok(Span(2_000_000_000)));
        for wrong in ["5", "ms", "1.5 ns", "-1 s", "1e3 s", "99999999999999 s"] {
            assert!(Span::parse(wrong).is_err(), "{wrong}");
        }
    }
}
