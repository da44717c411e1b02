//! Findings of the checks of firmware, as the report has them.

use serde::{Deserialize, Serialize};

/// What the checks of a run found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChecksReport {
    /// The requested checks.
    pub checks: Vec<String>,
    /// What they found that is not accepted.
    pub findings: Vec<FindingReport>,
    /// What they found that is.
    pub accepted: Vec<FindingReport>,
    /// Depths of stacks, if requested.
    pub stacks: Vec<StackReport>,
}

/// A finding: one place, however often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingReport {
    /// The check.
    pub check: String,
    /// What was found.
    pub what: String,
    /// The core, the first time.
    pub core: u8,
    /// Address of the instruction.
    pub pc: u64,
    /// Its function.
    pub function: String,
    /// Its line in the source, if the image knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// What it is about, as all masters have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// The data object, register or device there.
    pub object: String,
    /// Who else took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<OtherParty>,
    /// In a sentence.
    pub text: String,
    /// The rule that it breaks.
    pub rule: String,
    /// Where the rule is written.
    pub source: String,
    /// When, the first time, in base ticks.
    pub first_ticks: u64,
    /// How often.
    pub count: u64,
    /// Why it is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl FindingReport {
    /// Address, function and line.
    #[must_use]
    pub fn place(&self) -> String {
        match &self.line {
            Some(line) => format!("{:#010x} <{}> {line}", self.pc, self.function),
            None => format!("{:#010x} <{}>", self.pc, self.function),
        }
    }
}

impl ChecksReport {
    /// The findings of each check that was asked for, in sentences with their places.
    #[must_use]
    pub fn by_check(&self) -> Vec<(&str, Vec<String>)> {
        let of = |check: &String| {
            let findings = self.findings.iter().filter(|f| f.check == *check);
            let sentence = |f: &FindingReport| format!("{}: {}", f.place(), f.text);
            findings.map(sentence).collect()
        };
        self.checks.iter().map(|c| (c.as_str(), of(c))).collect()
    }
}

/// Another instruction that took part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherParty {
    /// Its core; none for DMA, a host, a loader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<u8>,
    /// Its address.
    pub pc: u64,
    /// Where that is.
    pub place: String,
}

/// How deep a stack went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StackReport {
    /// The core that used it first.
    pub core: u8,
    /// The symbol of the stack, or what lies below.
    pub name: String,
    /// Bytes that were used at most.
    pub used_bytes: u64,
    /// Bytes that there are, where a symbol bounds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_bytes: Option<u64>,
    /// The lowest stack pointer.
    pub low: u64,
    /// The address behind the stack's highest.
    pub top: u64,
}
