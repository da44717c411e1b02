//! The requested checks.

use crate::checks::Check;
use thiserror::Error;

/// A text that names no check.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no check; there are {}", Check::ALL.map(Check::name).join(", "))]
pub struct CheckError {
    /// What was written.
    pub text: String,
}

/// The requested checks.
///
/// ```
/// use trueboard_check::{Check, Checks};
/// let checks: Checks = "uninit,wild".parse().unwrap();
/// assert!(checks.has(Check::Wild) && !checks.has(Check::Races));
/// assert!("all".parse::<Checks>().unwrap().has(Check::Races));
/// assert!("uninitialised".parse::<Checks>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks(u16);

impl Checks {
    /// All of them.
    pub const ALL: Checks = Checks((1 << Check::ALL.len()) - 1);

    /// Those with this one.
    #[must_use]
    pub const fn with(self, check: Check) -> Checks {
        Checks(self.0 | 1 << check as u16)
    }

    /// This one is among them.
    #[inline]
    #[must_use]
    pub const fn has(self, check: Check) -> bool {
        self.0 >> check as u16 & 1 != 0
    }

    /// There are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::str::FromStr for Checks {
    type Err = CheckError;

    fn from_str(text: &str) -> Result<Checks, CheckError> {
        let mut checks = Checks::default();
        for name in text.split(',').map(str::trim) {
            if name == "all" {
                return Ok(Checks::ALL);
            }
            let check = Check::ALL.into_iter().find(|c| c.name() == name);
            checks = checks.with(check.ok_or_else(|| CheckError {
                text: name.to_owned(),
            })?);
        }
        Ok(checks)
    }
}
