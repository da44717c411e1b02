//! Measurement windows, judged: counters and sensors that firmware reads, compared with the truth.
//!
//! A window is the span that a reader of a counter relies on: from its last clear or start to the read, or to an
//! earlier stop (`counters/span.rs`). The judges see every access of firmware to a measuring device, with the meters of
//! that moment.
//!
//! The judge of counters decodes their registers a second time. It shares no code with the models, so one mistake
//! cannot hide in both.

mod clock;
mod counters;
pub mod epiphany;
pub mod l4stat;
mod sensor;
pub mod tricore;

pub use clock::{ClockKind, ClockRead, ClockReads, ClockUnit, Clocks};
pub use counters::{
    Counters, Decoder, Described, EventTally, Modes, Reading, Register, Selection, Setting, Shape,
};
pub use epiphany::Epiphany;
pub use l4stat::L4stat;
pub use sensor::{SensorCause, SensorReport, SensorUnit, SensorWindow, Sensors};
pub use tricore::{CoreType, Tricore};

use serde::{Deserialize, Serialize};

/// What a read is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// A sum: the ordinary counter.
    Count,
    /// A sum that an earlier read with clear-on-read latched.
    Latched,
    /// The run of cycles in progress, in longest-run mode.
    CurrentRun,
    /// The longest run of cycles, in longest-run mode.
    LongestRun,
}

/// Why a counter differs from the number of its events, or shows 0 because none could happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// More happened than the register holds; a counter that counts down has stopped at 0.
    Wrapped,
    /// It began from a value other than 0 that firmware wrote.
    Preset,
    /// The clock of the unit was off for a part of the window, or at the read.
    ClockGated,
    /// It began from what it had counted of another event, core, mode, master or run.
    SelectionChanged,
    /// The counted core and the reader may be apart by as much as the quantum.
    Skew,
    /// The meters do not know this event under this filter (bus happenings per mode, or
    /// those of the shared cache per master).
    NotMetered,
    /// The manual has no such event.
    UnknownEvent,
    /// It began from the count of an earlier window of this event, without a clear.
    NotCleared,
    /// It was not enabled at any time since it was cleared or selected.
    NeverEnabled,
    /// It was stopped and started again within the window.
    PartlyEnabled,
    /// The counted core was never in the counted privilege mode.
    ModeNotEntered,
    /// The counted core was in power-down, or had not been started, all the time.
    CoreStopped,
    /// The board has no core of this number.
    NoSuchCore,
    /// The counted master did nothing on the bus; there may be none of this number.
    MasterSilent,
    /// The filter names another master than the event.
    NeverMatches,
    /// Nothing on this board does what the event is about.
    NotModelled,
    /// The selection counts nothing on such a core.
    NothingSelected,
    /// In task mode, no debug event let the counter count.
    TaskMode,
    /// No read has cleared the counter and left its value here.
    NotLatched,
    /// The clock stood still for a part of the time.
    Stopped,
}

/// The judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Measured = truth, and nothing stood between them.
    Exact,
    /// The causes account for the whole count: it differs from the truth, or agrees because no event could happen.
    Explained,
    /// They differ, and nothing accounts for it.
    Wrong,
    /// The truth is not known.
    NotJudged,
}

/// One read of a counter and what it should have shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Window {
    /// The unit.
    pub device: String,
    /// Which of its counters.
    pub counter: u8,
    /// The register that was read.
    #[serde(default)]
    pub register: String,
    /// What was read.
    pub quantity: Quantity,
    /// Number of the event.
    pub event: u8,
    /// The event in words.
    pub event_name: String,
    /// The core that is counted, for events of a core.
    pub core: Option<u8>,
    /// The bus master that is counted, for events of a master.
    pub master: Option<u8>,
    /// Privilege mode filter: `supervisor`, `user`, or none.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["supervisor", "user", null])))]
    pub mode: Option<String>,
    /// Tick of the start, clear or preset.
    pub opened_at_tick: u64,
    /// Instruction that did it.
    pub opened_pc: u64,
    /// Tick of the read.
    pub closed_at_tick: u64,
    /// Instruction that read.
    pub closed_pc: u64,
    /// The core that read.
    pub reader: u8,
    /// What firmware saw.
    pub measured: u32,
    /// How often the event happened in the window. For runs, their cycles.
    pub truth: Option<u64>,
    /// What a faithful counter shows: preset plus what happened while it was clocked, modulo 2^32;
    /// of a counter with a sticky overflow bit, modulo 2^31 and that bit.
    pub expected: Option<u32>,
    /// Measured minus truth.
    pub difference: Option<i64>,
    /// Measured minus expected: the part that no register semantics explains.
    pub residual: Option<i64>,
    /// What makes measured and truth differ, or what keeps them from being compared.
    pub causes: Vec<Cause>,
    /// The judgement.
    pub verdict: Verdict,
}

/// All windows of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WindowReport {
    /// In the order of the reads, as many as were kept.
    pub windows: Vec<Window>,
    /// How many more there were; the sums below have them.
    pub left_out: u64,
    /// Sums per unit, event and quantity, over all windows.
    pub events: Vec<EventTally>,
    /// Reads of clocks, by unit, register and reader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<ClockReads>,
}
