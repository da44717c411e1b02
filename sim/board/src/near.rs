//! Names and numbers that select nothing: the error, and the nearest existing names.

use std::fmt::Display;
use thiserror::Error;
use trueboard_analyses::regions::matches;
pub use trueboard_core::near::did_you_mean;

/// Letters of a list of names that a message still shows whole.
const SHOWN: usize = 240;

/// What a call or an option selects by its name or number, and that is not there. The text says where it was looked for,
/// and which name may have been meant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NotThere(pub String);

impl NotThere {
    /// `OWNER has no WHAT `NAME` (did you mean …?)`; `known` are the names that there are.
    pub fn named<'a>(
        owner: impl Display,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> NotThere {
        let near = did_you_mean(name, known);
        NotThere(format!("{owner} has no {what} `{name}`{near}"))
    }

    /// Refuses a `pattern` (with `*` and `?`) that matches no name of `known`. `option` is what gave it, `what` a word for
    /// what has these names. A short list of them is shown.
    ///
    /// # Errors
    /// `OPTION PATTERN: no WHAT is called so (did you mean …?)`.
    pub fn unless_matched<'a>(
        option: &str,
        pattern: &str,
        what: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), NotThere> {
        let mut known: Vec<&str> = known.into_iter().collect();
        if known.iter().any(|name| matches(pattern, name)) {
            return Ok(());
        }
        known.sort_unstable();
        known.dedup();
        let near = did_you_mean(pattern, known.iter().copied());
        let list = match known.join(", ") {
            list if list.is_empty() => "; there is none".to_owned(),
            list if list.len() <= SHOWN => format!("; there are {list}"),
            _ => String::new(),
        };
        Err(NotThere(format!(
            "{option} {pattern}: no {what} is called so{near}{list}"
        )))
    }

    /// A board of so many `cores` has no core of this number.
    pub fn core(board: &str, core: impl Display, cores: usize) -> NotThere {
        let last = cores.saturating_sub(1);
        NotThere(format!(
            "{board} has no core {core}; its cores are 0 to {last}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::NotThere;

    #[test]
    fn what_is_not_there_is_said_with_its_place() {
        let meters = ["instructions", "cycles"];
        assert_eq!(
            NotThere::named("core cpu0", "meter", "instrucions", meters).to_string(),
            "core cpu0 has no meter `instrucions` (did you mean `instructions`?)"
        );
        let known = ["main", "lu", "main"];
        assert_eq!(
            NotThere::unless_matched("--function", "mian", "function", known),
            Err(NotThere(
                "--function mian: no function is called so (did you mean `main`?); there are lu, main".to_owned()
            ))
        );
        assert_eq!(
            NotThere::unless_matched("--function", "l?", "function", known),
            Ok(())
        );
        assert_eq!(
            NotThere::core("gr740", 99, 4).to_string(),
            "gr740 has no core 99; its cores are 0 to 3"
        );
    }
}
