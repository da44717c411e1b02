//! Views: plain values for faces to draw. A request with the `why` of an entry gets its explanation.

use serde::{Deserialize, Serialize};
use trueboard_core::meter;

/// A line of a panel on a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The text.
    pub text: String,
    /// The line is about where a core stands, or about a change.
    pub strong: bool,
    /// The entry to explain, for `Request::why`.
    pub why: Option<String>,
}

impl Row {
    /// A line with nothing to explain.
    pub fn plain(text: impl Into<String>) -> Row {
        Row {
            text: text.into(),
            ..Row::default()
        }
    }
}

/// The position of a run: the time slider. All times are those of the chosen core, which may be ahead of what the
/// scheduler has decided.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Time {
    /// The time of the chosen core, in base ticks.
    pub tick: u64,
    /// Base ticks per second.
    pub hz: u64,
    /// This time in seconds.
    pub seconds: f64,
    /// This time in cycles of that core's clock, including those before its start.
    pub cycle: u64,
    /// The run can go back.
    pub recorded: bool,
    /// Why it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub not_recorded: Option<String>,
    /// The earliest time to which it can go.
    pub earliest: u64,
    /// The latest time that was reached.
    pub latest: u64,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Outcome {
    /// `success`, `failure`, `crash` or another kind of `report.json`.
    pub kind: String,
    /// In a sentence.
    pub detail: String,
    /// The firmware's status.
    pub status: Option<u32>,
}

/// A place in a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Place {
    /// Its address.
    pub at: u64,
    /// The function.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub function: Option<String>,
    /// How far it is from the function's first byte.
    pub offset: u64,
    /// The file of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub file: Option<String>,
    /// The line in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub line: Option<u32>,
}

/// A core.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Core {
    /// Its number.
    pub id: u8,
    /// Its name in the board file.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// `running`, `idle`, `held`, `error`, `hung`, or `exited` of the core that ended the run.
    #[cfg_attr(
        feature = "ts",
        ts(type = r#""running" | "idle" | "held" | "error" | "hung" | "exited""#)
    )]
    pub state: String,
    /// The instruction that it will execute next.
    pub pc: Place,
    /// That instruction, disassembled.
    pub instruction: String,
    /// Cycles of its clock that are behind it.
    pub cycles: u64,
    /// Instructions that it has completed.
    pub instructions: u64,
    /// Cycles per instruction, those in power-down left out; none without an instruction.
    pub cpi: Option<f64>,
}

/// Watched memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Watched {
    /// The first byte.
    pub at: u64,
    /// How many.
    pub bytes: u64,
    /// Reads stop as well.
    pub reads: bool,
}

/// The code around the instruction of a core.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Code {
    /// The core.
    pub core: u8,
    /// Instructions around it.
    pub instructions: Vec<Instruction>,
    /// Lines around it, where debug information and source are at hand.
    pub source: Option<Source>,
}

/// An instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Instruction {
    /// Where.
    pub place: Place,
    /// Its bytes, as hexadecimal digits.
    pub bytes: String,
    /// Disassembled.
    pub text: String,
    /// The cores that stand before it.
    pub cores: Vec<u8>,
    /// A breakpoint is here.
    pub breakpoint: bool,
}

/// A piece of source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Source {
    /// The file.
    pub file: String,
    /// The core's current line.
    pub line: u32,
    /// Lines around it; none if the text is not at hand.
    pub lines: Vec<Line>,
}

/// A line of source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "SourceLine"))]
pub struct Line {
    /// Its number.
    pub number: u32,
    /// Its text.
    pub text: String,
    /// The core is here.
    pub current: bool,
}

/// A register.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Register {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: u64,
    /// How wide it is.
    pub bits: u8,
    /// The last command changed it.
    pub changed: bool,
}

/// The last instructions of a core.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Pipeline {
    /// The core.
    pub core: u8,
    /// The oldest first.
    pub instructions: Vec<Executed>,
}

/// An executed instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Executed {
    /// Where.
    pub place: Place,
    /// Disassembled.
    pub text: String,
    /// When it was over, in base ticks.
    pub tick: u64,
    /// Cycles that it took.
    pub cycles: u64,
    /// What became of it.
    pub fate: Fate,
    /// Where its cycles went, besides issue.
    pub stalls: Vec<Stall>,
    /// The cycle in which it begins, counted from the first one of the oldest instruction; cycles asleep are left out.
    pub begins: u64,
    /// Its cycles in the order in which they pass. An instruction that is issued beside another has one cycle, the last
    /// one of that.
    pub lane: Vec<Passed>,
    /// What it accessed.
    pub access: Option<Access>,
}

/// Cycles of an instruction that pass for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Passed {
    /// Where the instruction is.
    pub stage: Stage,
    /// How many.
    pub cycles: u64,
    /// The meter that has counted them.
    pub cause: String,
}

/// Where an instruction is on its way through the core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It is not fetched yet.
    Fetch,
    /// It waits for operands or for a busy unit.
    Operands,
    /// It issues.
    #[default]
    Issue,
    /// Its access to memory is not over.
    Memory,
    /// It delays the next instruction: a jump, a trap, a flush.
    End,
}

impl Stage {
    /// All of them, in their order, with a letter and a description.
    pub const ALL: [(Stage, char, &str); 5] = [
        (Stage::Fetch, 'f', "fetch"),
        (Stage::Operands, 'o', "operands"),
        (Stage::Issue, 'X', "issue"),
        (Stage::Memory, 'm', "memory"),
        (Stage::End, 'e', "end"),
    ];
}

impl From<meter::Stage> for Stage {
    fn from(stage: meter::Stage) -> Stage {
        match stage {
            meter::Stage::Fetch => Stage::Fetch,
            meter::Stage::Operands => Stage::Operands,
            meter::Stage::Issue => Stage::Issue,
            meter::Stage::Memory => Stage::Memory,
            meter::Stage::End => Stage::End,
        }
    }
}

/// What became of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It was completed.
    #[default]
    Completed,
    /// The branch before it annulled it.
    Annulled,
    /// It has trapped.
    Trapped,
    /// An interrupt was taken in front of it.
    Interrupted,
    /// It has begun, and is not completed.
    Begun,
}

impl Fate {
    /// In a word, if it is not completed.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Fate::Completed => "",
            Fate::Annulled => "annulled",
            Fate::Trapped => "trapped",
            Fate::Interrupted => "interrupted",
            Fate::Begun => "begun",
        }
    }
}

/// Cycles lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Stall {
    /// The meter that has counted them.
    pub cause: String,
    /// How many.
    pub cycles: u64,
    /// The reason in a few words.
    pub reason: String,
    /// Ask with this.
    pub why: String,
}

/// A load or store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Access {
    /// Where.
    pub at: u64,
    /// How many bytes.
    pub bytes: u8,
    /// It wrote.
    pub store: bool,
    /// It was a device register.
    pub device: bool,
    /// The first cache did not have it.
    pub missed: bool,
    /// Ask with this, if it missed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub why: Option<String>,
}

/// A cache.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Cache {
    /// Its name.
    pub name: String,
    /// The core that it belongs to; none of a shared one.
    pub core: Option<u8>,
    /// How many sets.
    pub sets: u32,
    /// Lines in a set.
    pub ways: u32,
    /// Bytes of a line.
    pub line_bytes: u32,
    /// The non-empty sets, or the most recently used of many.
    pub rows: Vec<Set>,
    /// Lines that are there, of all sets.
    pub lines: u32,
    /// Lookups that hit, since reset, where they are metered.
    pub hits: Option<u64>,
    /// Lookups that missed.
    pub misses: Option<u64>,
}

/// A set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Set {
    /// Its number.
    pub set: u32,
    /// Its ways, in order.
    pub ways: Vec<Way>,
    /// The line that left last, and who made it leave.
    pub evicted: Option<Evicted>,
}

/// A way of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Way {
    /// The first address of its line; none if it is empty.
    pub at: Option<u64>,
    /// It holds what memory has not.
    pub dirty: bool,
    /// The object of the image in it.
    pub object: Option<String>,
}

/// A line that left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Evicted {
    /// Its first address.
    pub at: u64,
    /// The core with the access that evicted it.
    pub core: u8,
    /// The instruction.
    pub by: Place,
    /// Ask with this.
    pub why: String,
}

/// A bus.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Bus {
    /// Its name.
    pub name: String,
    /// All its cycles.
    pub cycles: u64,
    /// Masters that have used it.
    pub masters: Vec<Master>,
    /// Waits of the last instructions, the latest first.
    pub waits: Vec<Wait>,
}

/// A master of a bus.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Master {
    /// Its number.
    pub id: u8,
    /// Its name: that of a core, if it is one.
    pub name: String,
    /// Cycles in which it owned the bus.
    pub used: u64,
    /// Cycles in which it waited.
    pub waited: u64,
    /// Cycles in which it waited for each other master, by number.
    pub waited_for: Vec<u64>,
}

/// A wait for a bus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Wait {
    /// The core that waited.
    pub core: u8,
    /// The master that owned the bus.
    pub owner: u8,
    /// Cycles of the bus.
    pub cycles: u64,
    /// When it was over, in base ticks.
    pub tick: u64,
    /// The instruction that waited.
    pub place: Place,
    /// Ask with this.
    pub why: String,
}

/// A counter as the firmware has read it, beside the truth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Counter {
    /// The unit.
    pub device: String,
    /// The register.
    pub register: String,
    /// What is counted.
    pub event: String,
    /// The counted core.
    pub core: Option<u8>,
    /// The core that read.
    pub reader: u8,
    /// The instruction that read.
    pub place: Place,
    /// When, in base ticks.
    pub tick: u64,
    /// What the firmware saw.
    pub shown: u64,
    /// What happened in the window.
    pub truth: Option<u64>,
    /// `exact`, `explained`, `wrong` or `not_judged`.
    pub verdict: String,
    /// What makes them differ, in words of `report.json`.
    pub causes: Vec<String>,
    /// Ask with this.
    pub why: String,
}

/// Power and temperature.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Power {
    /// Mean since reset, in milliwatts.
    pub mean_mw: f64,
    /// Energy since reset, in microjoules.
    pub energy_uj: f64,
    /// Temperature of the die, in degrees Celsius.
    pub die_c: f64,
    /// Energy by component, in microjoules.
    pub components_uj: Vec<(String, f64)>,
    /// Over time.
    pub points: Vec<PowerPoint>,
}

/// A point of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PowerPoint {
    /// When, in base ticks.
    pub tick: u64,
    /// Power since the point before, in milliwatts.
    pub mw: f64,
    /// Temperature of the die, in degrees Celsius.
    pub die_c: f64,
}

/// The meters of a core.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Meters {
    /// The core.
    pub core: u8,
    /// By name, zeros left out.
    pub values: Vec<(String, u64)>,
    /// The parts of its CPI stack, which add up to its cycles.
    pub stack: Vec<(String, u64)>,
}
