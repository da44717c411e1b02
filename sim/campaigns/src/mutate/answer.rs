//! What became of the defects.

use serde::Serialize;

/// What became of a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A program ended with a status other than 0.
    Tests,
    /// A core stopped in error mode, or the board was reset.
    Crashed,
    /// A program took four times as long as it does, or waited for good.
    Hung,
    /// A program printed something else.
    Console,
    /// A read of a counter or clock was wrong.
    Compare,
    /// Values were changed, and no program minded.
    Survived,
    /// A register was accessed, but no value was changed.
    NoEffect,
    /// No program accesses one of the registers.
    NotReached,
}

impl Class {
    /// A program noticed the defect.
    #[must_use]
    pub fn noticed(self) -> bool {
        matches!(
            self,
            Class::Tests | Class::Crashed | Class::Hung | Class::Console | Class::Compare
        )
    }

    /// The defect changed a value.
    #[must_use]
    pub fn has_effect(self) -> bool {
        self.noticed() || self == Class::Survived
    }
}

/// A defect, and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The defect.
    pub mutation: String,
    /// The same for all instances of the register.
    pub kind: String,
    /// What became of it.
    pub class: Class,
    /// The program that noticed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Of a survivor: what it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
    /// Of a survivor: why no test can notice it, by `--argued`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argued: Option<String>,
}

/// What became of all defects.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    /// Of the form in which this is.
    pub schema: &'static str,
    /// The board.
    pub board: String,
    /// The programs of the suite.
    pub programs: Vec<String>,
    /// Different kinds of defects.
    pub kinds: usize,
    /// Defects that changed a value.
    pub with_effect: usize,
    /// Of these, those that a program noticed.
    pub noticed: usize,
    /// Of the survivors, those with a reason.
    pub argued: usize,
    /// In the order of the list of defects.
    pub mutations: Vec<Verdict>,
}

impl Study {
    /// So many percent of the defects with effect were noticed, or more.
    #[must_use]
    pub fn reaches(&self, percent: f64) -> bool {
        self.noticed as f64 * 100.0 >= percent * self.with_effect as f64
    }
}
