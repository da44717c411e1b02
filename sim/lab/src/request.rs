//! Requests of a face, and answers.

use crate::command::Command;
use crate::panels::Panel;
use crate::view::View;
use serde::{Deserialize, Serialize};

/// A request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// What is to be done first.
    pub command: Option<Command>,
    /// What is to be shown besides cores and time.
    pub show: Vec<Panel>,
    /// The entry to explain: its `why`.
    pub why: Option<String>,
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Answer {
    /// Why the command or the question could not be carried out: cause and remedy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The explanation: sentences, the first of which is the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// What there is to be seen.
    pub view: View,
}
