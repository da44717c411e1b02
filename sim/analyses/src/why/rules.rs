//! The rules of the models by which cycles pass, as answers have them.

use serde::Serialize;
use trueboard_core::meter::{self, Charged, Dictionary};

/// The rule by which cycles of one part of a CPI stack pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Rule {
    /// What an instruction does in these cycles.
    pub does: String,
    /// The unit that takes part, if it is one of the core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// Where the rule stands: a manual, with the page of ours that has all rules and what is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
    /// No instruction is the cause of such cycles.
    #[serde(skip)]
    pub whole: bool,
}

impl Rule {
    /// The rule for the part called `part`, on a core with these meters.
    #[must_use]
    pub fn of(part: &str, meters: Option<&'static Dictionary>) -> Rule {
        let named = |m: &Dictionary| m.by_name(part).and_then(|p| m.rule(p).copied());
        match meters.and_then(named) {
            Some(rule) => Rule::from(rule),
            None => Rule::general(part),
        }
    }

    /// The rule for what all cores have: time that is in no part of the stack.
    fn general(part: &str) -> Rule {
        let common = |m: meter::CoreMeter| meter::CoreMeter::COMMON[m.place()].1 == part;
        let (does, whole) = if common(meter::CoreMeter::IDLE_CYCLES) {
            ("the core sleeps".to_owned(), true)
        } else if common(meter::CoreMeter::CYCLES) {
            ("other cycles pass".to_owned(), true)
        } else {
            (format!("loses cycles of {part}"), false)
        };
        Rule {
            does,
            unit: None,
            source: None,
            whole,
        }
    }
}

impl From<meter::Rule> for Rule {
    fn from(rule: meter::Rule) -> Rule {
        let some = |text: &'static str| (!text.is_empty()).then_some(text);
        Rule {
            does: rule.does.to_owned(),
            unit: some(rule.unit),
            source: some(rule.source),
            whole: rule.charged == Charged::Whole,
        }
    }
}
