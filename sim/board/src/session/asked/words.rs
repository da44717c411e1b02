//! Single words: times, shares, values of variables, untimed spans.

use crate::error::InputError;
use crate::session::{FastForward, PokeValue, WARM};
use std::time::Duration;
use trueboard_analyses::Tolerance;
use trueboard_core::duration::{self, Budget, BudgetError, decimal};

/// An amount of simulated time: cycles of the first core, or a number with its unit; `option` is what an error begins
/// with.
///
/// # Errors
/// The text is no time.
pub fn budget(option: &str, text: &str) -> Result<Budget, InputError> {
    let wrong = |e: BudgetError| InputError::Usage(format!("{option}: {e}"));
    text.parse().map_err(wrong)
}

/// Time of the host: seconds, or a number with ms, s, m or h.
///
/// # Errors
/// The text is no time, or no time above 0.
pub fn host_time(option: &str, text: &str) -> Result<Duration, InputError> {
    let found = duration::picoseconds_or_seconds(text);
    let found = found.and_then(|ps| Some(Duration::from_nanos(u64::try_from(ps / 1000).ok()?)));
    found.filter(|time| !time.is_zero()).ok_or_else(|| {
        InputError::Usage(format!(
            "{option} {text}: is no time of the host; write seconds (60, 0.5) or a unit (500ms, 60s, 1m)"
        ))
    })
}

/// A variable and its value: a number in decimal or behind `0x`, or a text in quotes.
///
/// # Errors
/// The text is no assignment.
pub fn poke(text: &str) -> Result<(String, PokeValue), InputError> {
    let wrong = || InputError::Usage(PokeValue::wrong_assignment(text));
    PokeValue::assignment(text).ok_or_else(wrong)
}

/// A share: `2`, `2%` or `0.5%`; `option` is what an error begins with.
///
/// # Errors
/// The text is no share.
pub fn percent(option: &str, text: &str) -> Result<Tolerance, InputError> {
    let digits = text.strip_suffix('%').unwrap_or(text);
    let ppm = decimal(digits.trim(), 4).map(|ppm| Tolerance { ppm });
    let wrong = || {
        let cause = "is no percentage; write 2% or 0.5%";
        InputError::Usage(format!("{option} {text}: {cause}"))
    };
    ppm.ok_or_else(wrong)
}

/// The untimed span that a run begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fast {
    /// Where it ends: a function, or a time. None: there is no such span.
    pub until: Option<String>,
    /// How much before its end is timed, to warm caches: instructions, or cycles before a time.
    pub warm: Option<String>,
}

impl Fast {
    /// As an option of a run.
    ///
    /// # Errors
    /// A word that means nothing.
    pub fn span(&self) -> Result<Option<FastForward>, InputError> {
        let Some(until) = &self.until else {
            return match &self.warm {
                None => Ok(None),
                Some(n) => Err(InputError::Usage(format!(
                    "--fast-warm {n}: is about --fast-until; say where the untimed span ends"
                ))),
            };
        };
        let to = FastForward::to(until, self.warmed(WARM)?);
        let wrong = |e| InputError::Usage(format!("--fast-until: {e}"));
        to.map(Some).map_err(wrong)
    }

    /// How much is timed to warm caches; `usual` if nothing is said.
    ///
    /// # Errors
    /// The text is no number.
    pub fn warmed(&self, usual: u64) -> Result<u64, InputError> {
        let Some(n) = &self.warm else {
            return Ok(usual);
        };
        n.replace('_', "").parse().map_err(|_| {
            InputError::Usage(format!(
                "--fast-warm {n}: must be a number of instructions, as 100000"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages() {
        let ppm = |text| percent("--tolerance", text).ok().map(|t| t.ppm);
        assert_eq!(ppm("2"), Some(20_000));
        assert_eq!(ppm("0.5%"), Some(5_000));
        assert_eq!(ppm("much"), None);
    }

    #[test]
    fn budgets() {
        assert_eq!(budget("--until", "1_000").ok(), Some(Budget::Cycles(1000)));
        assert_eq!(
            budget("--until", "1.5us").ok(),
            Some(Budget::Picoseconds(1_500_000))
        );
        let refused = budget("--until", "soon").map_err(|e| e.to_string());
        assert!(refused.is_err_and(|e| e.starts_with("--until: `soon` is no amount")));
    }
}
