//! The commands of a lab.

use serde::{Deserialize, Serialize};

/// A command. A place is an address (`0x40001234`), a symbol (`main`, `main+0x10`), or a line (`app.c:12`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Runs until a breakpoint, watched memory, the end, or for so many cycles of the first core: a piece, after which
    /// the face looks after its user and sends the next one. To pause a run is to send none.
    Run {
        /// Cycles of the piece.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        cycles: Option<u64>,
    },
    /// As `run`, with a stop at this place as well.
    RunTo {
        /// Where.
        place: String,
        /// Cycles of the piece.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        cycles: Option<u64>,
    },
    /// One instruction of a core, or several.
    Step {
        /// The chosen core if it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        core: Option<u8>,
        /// How many.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        count: Option<u32>,
    },
    /// Up to the next source line of a core, calls included.
    StepLine {
        /// The chosen core if it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        core: Option<u8>,
    },
    /// One instruction of a core; a call with all that it does.
    StepOver {
        /// The chosen core if it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        core: Option<u8>,
    },
    /// Up to behind the call of the function that a core is in.
    StepOut {
        /// The chosen core if it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        core: Option<u8>,
    },
    /// Back over the last instruction of a core, or several.
    StepBack {
        /// The chosen core if it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        core: Option<u8>,
        /// How many.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        count: Option<u32>,
    },
    /// Back to the last breakpoint or change of watched memory, or to the beginning of what is recorded.
    RunBack {
        /// A stop at this place as well.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        place: Option<String>,
    },
    /// Back to the last instruction that changed these bytes.
    LastWrite {
        /// The first of them.
        place: String,
        /// How many; the size of the symbol if it is left out, else 4.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        bytes: Option<u64>,
    },
    /// Stops all cores before the instruction at a place.
    Break {
        /// Where.
        place: String,
    },
    /// Takes a breakpoint away.
    Unbreak {
        /// Where.
        place: String,
    },
    /// Stops behind an instruction that changes memory.
    Watch {
        /// The first byte.
        place: String,
        /// How many; the size of the symbol if it is left out, else 4.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        bytes: Option<u64>,
        /// Stops behind reads as well.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        reads: bool,
    },
    /// Takes a watchpoint away.
    Unwatch {
        /// The first byte.
        place: String,
    },
    /// Goes to a time of the chosen core, backwards or forwards; the first present field gives the time.
    GoTo {
        /// In base ticks.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        tick: Option<u64>,
        /// In cycles of the chosen core.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        cycle: Option<u64>,
    },
    /// Chooses the core that other commands and panels are about.
    Choose {
        /// Which.
        core: u8,
    },
    /// Types into the console. What was recorded is forgotten: it did not lead to this.
    Type {
        /// The text.
        text: String,
    },
    /// Writes memory as the chosen core sees it. What was recorded is forgotten.
    Patch {
        /// Where.
        place: String,
        /// A number.
        value: String,
        /// Bytes of it; 4 if it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        bytes: Option<u8>,
    },
    /// Begins again.
    Reset,
}

/// Why the last command came back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StopKind {
    /// Nothing has run yet.
    #[default]
    Begin,
    /// The piece is over: the run can go on.
    Piece,
    /// A core is in front of a breakpoint.
    Breakpoint,
    /// A core is behind an instruction that accessed watched memory.
    Watchpoint,
    /// A core has finished its command.
    Stepped,
    /// The requested time is reached.
    There,
    /// The run is over.
    Ended,
    /// Nothing earlier is recorded.
    Earliest,
}

/// The last command's end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Stop {
    /// In a word.
    pub kind: StopKind,
    /// The core that it is about.
    pub core: Option<u8>,
    /// In a sentence.
    pub text: String,
}
