//! Findings that are known and accepted: a file in RON.

use crate::finding::Finding;
use serde::{Deserialize, Serialize};
use trueboard_core::pattern::matches;

/// A finding that is accepted, by its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suppression {
    /// The check.
    pub check: String,
    /// What was found; without it, whatever the check finds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// The image that the core runs, by the name of its file without folder and extension; without it, any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The function; `*` and `?` stand for other characters, here, in `image` and in `object`.
    pub function: String,
    /// The data object or device; without it, any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// Why it is no defect.
    pub reason: String,
}

impl Suppression {
    /// It is about `image`, perhaps among others.
    #[must_use]
    pub fn is_about(&self, image: &str) -> bool {
        self.image.as_ref().is_none_or(|i| matches(i, image))
    }
}

/// A file of them.
///
/// ```
/// use trueboard_check::Suppressions;
/// let text = r#"[(check: "wild", function: "install_*", reason: "it writes the trap table")]"#;
/// assert_eq!(Suppressions::parse(text).unwrap().0.len(), 1);
/// assert!(Suppressions::parse(r#"[(check: "tame", function: "f", reason: "r")]"#).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Suppressions(pub Vec<Suppression>);

impl Suppressions {
    /// Reads a file's text.
    ///
    /// # Errors
    /// Says where the text is none of these, names no check, or gives no reason.
    pub fn parse(text: &str) -> Result<Suppressions, String> {
        let all: Suppressions = ron::from_str(text).map_err(|e| e.to_string())?;
        for s in &all.0 {
            s.check
                .parse::<crate::Checks>()
                .map_err(|e| e.to_string())?;
            if s.reason.trim().is_empty() {
                return Err(format!(
                    "the suppression of `{}` in {} gives no reason; say why it is no defect",
                    s.check, s.function
                ));
            }
        }
        Ok(all)
    }

    /// The reason why `finding`, which is in `function` of `image` and about `object`, is accepted.
    #[must_use]
    pub fn reason(
        &self,
        finding: &Finding,
        image: &str,
        function: &str,
        object: &str,
    ) -> Option<&str> {
        let fits = |s: &&Suppression| {
            s.check == finding.check.name()
                && s.what.as_ref().is_none_or(|w| w == finding.what.name())
                && s.is_about(image)
                && matches(&s.function, function)
                && s.object.as_ref().is_none_or(|o| matches(o, object))
        };
        self.0.iter().find(fits).map(|s| s.reason.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Check, What};

    #[test]
    fn a_suppression_is_about_what_it_names() {
        let all = Suppressions::parse(
            r#"[(check: "stale", what: Some("old-data"), image: Some("lu"), function: "f", object: Some("table*"),
                reason: "r")]"#,
        )
        .expect("suppressions");
        let reason = |check, what, (image, function, object): (&str, &str, &str)| {
            let finding = Finding {
                check,
                what,
                core: 0,
                pc: 0,
                address: None,
                other: None,
                amount: 0,
                at: trueboard_core::time::Tick(0),
                count: 1,
            };
            all.reason(&finding, image, function, object).is_some()
        };
        let (stale, data) = (Check::Stale, What::OldData);
        assert!(reason(stale, data, ("lu", "f", "table+0x8")));
        for other in [
            ("fft", "f", "table"),
            ("lu", "g", "table"),
            ("lu", "f", "row"),
        ] {
            assert!(!reason(stale, data, other), "{other:?}");
        }
        assert!(!reason(stale, What::OldCode, ("lu", "f", "table")));
        assert!(!reason(Check::Races, data, ("lu", "f", "table")));
    }

    #[test]
    fn patterns_match_as_in_a_shell() {
        for (pattern, text) in [
            ("*", ""),
            ("a*c", "abbc"),
            ("a*", "a"),
            ("?b*d", "abcd"),
            ("**", "x"),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("", "a"), ("a*c", "abcd"), ("?", ""), ("ab", "a")] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }
}
