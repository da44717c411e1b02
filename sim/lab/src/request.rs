//! Requests of a face, and answers.

use crate::command::Command;
use crate::view::View;
use serde::{Deserialize, Serialize};

/// A panel of a face. Hidden panels are not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Panel {
    /// Source and disassembly around the instructions of all cores.
    Code,
    /// Registers of the chosen core.
    Registers,
    /// The last instructions of each core with their stalls.
    Pipeline,
    /// Caches.
    Caches,
    /// Buses with owner and waiters.
    Buses,
    /// Counters as the firmware has read them, beside the truth.
    Counters,
    /// Power and temperature over time.
    Power,
    /// The console.
    Console,
    /// The calls that led to the chosen core's place.
    Calls,
    /// Cores and links of a mesh.
    Mesh,
    /// What the user should know.
    Warnings,
    /// The meters of all cores.
    Meters,
}

/// A request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
