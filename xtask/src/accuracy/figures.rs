//! The figures file of a board (`boards/NAME.ron`): what is published, what to run, and which
//! number of which run stands beside which figure.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A figures file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// The board as `open_board` knows it.
    pub board: String,
    /// Where the document goes, from the workspace's directory.
    pub document: String,
    /// Runs of programs.
    pub runs: BTreeMap<String, RunSpec>,
    /// Named numbers; placeholders of texts and templates use them.
    pub values: BTreeMap<String, Number>,
    /// Tables of figures, by the name that the template calls them.
    pub tables: BTreeMap<String, Vec<Figure>>,
    /// A run whose length tells whether records are as old as the model's timing.
    pub reference: String,
    /// Programs measured beforehand.
    pub records: BTreeMap<String, RecordSpec>,
}

/// A run of a program to its end.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// Name of a prebuilt image, or of a source of assembly (`NAME.s`) beside this file.
    pub image: String,
    /// Overrides as of `--set`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Values of variables, as of `--poke`.
    #[serde(default)]
    pub poke: Vec<String>,
    /// The image is for these cores, which all start; without it for the first one.
    #[serde(default)]
    pub cores: Vec<usize>,
    /// A run may end with a status of failure: some check of the firmware does not hold.
    #[serde(default)]
    pub may_fail: bool,
}

/// Packets through the board's network alone, of 8 bytes (of 4 by the host), each sent as soon as
/// there is room.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packets {
    /// Who sends.
    pub master: u8,
    /// Writes, or else reads.
    pub write: bool,
    /// The first address.
    pub at: u64,
    /// How many, one behind the other.
    pub count: u64,
}

/// How to get a number.
#[derive(Clone, Deserialize)]
pub enum Number {
    /// The n-th number (from 0) behind `line` in the first console line that begins so; blanks
    /// before it do not count.
    Console {
        run: String,
        line: String,
        nth: usize,
    },
    /// How many of its own checks a run passed.
    ChecksPassed(String),
    /// A number of the report: names and indices separated by `/`; `*` sums over a list, a name
    /// picks the element of a list that is called so.
    Report {
        run: String,
        at: String,
    },
    /// How much more (as a ratio less one) a number of the report is in one run than in another.
    Deviation {
        run: String,
        from: String,
        at: String,
    },
    /// Cycles of one round of a micro-program (`micro.rs`).
    Micro(String),
    /// Cycles until the last packet is taken (writes) or answered (reads).
    Network(Packets),
    /// A meter of a record, for one of its rounds.
    Recorded {
        record: String,
        meter: String,
    },
    /// Milliwatts with this many cores running.
    PowerRunning(u32),
    /// Milliwatts at the n-th published point of the power model.
    PowerAnchor(usize),
    /// Steady die temperature with this many cores running.
    DieRunning(u32),
    /// The value of that name.
    Value(String),
    /// A plain number.
    Is(f64),
    Sum(Vec<Number>),
    Difference(Box<Number>, Box<Number>),
    Product(Box<Number>, Box<Number>),
    Quotient(Box<Number>, Box<Number>),
}

/// How good a published figure is.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// Manual or paper, read.
    Document,
    /// Manual or paper that was not at hand when the figure was written: what was remembered of it.
    Recalled,
    /// Measured on a board by others.
    Board,
    /// Measured on another simulator, not on silicon.
    Emulator,
    /// Stated by the vendor without the conditions of the measurement.
    Vendor,
    /// Arithmetic on documented rules.
    Rule,
    /// Ours, with a reason in the board file.
    Estimate,
}

impl Quality {
    /// The word in the document.
    pub fn word(self) -> &'static str {
        match self {
            Quality::Document => "document",
            Quality::Recalled => "recalled",
            Quality::Board => "board",
            Quality::Emulator => "emulator",
            Quality::Vendor => "vendor",
            Quality::Rule => "rule",
            Quality::Estimate => "estimate",
        }
    }
}

/// What is published, as a number.
#[derive(Clone, Copy, Deserialize)]
pub enum Published {
    /// One number.
    Of(f64),
    /// Anything from the first to the second.
    Within(f64, f64),
}

/// A row of a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// What it is about.
    pub text: String,
    /// The published figure as text, with its unit.
    pub published: String,
    /// Where it is published.
    pub source: String,
    /// How good that is.
    pub quality: Quality,
    /// Ours as text, with placeholders.
    pub ours: String,
    /// Published and our number, for the error; the error column is empty without them.
    #[serde(default)]
    pub compare: Option<(Published, Number)>,
    /// What the error column says instead of the whole error, such as that it is about a part.
    #[serde(default)]
    pub error: Option<String>,
    /// Cause of the error, or a remark.
    #[serde(default)]
    pub cause: String,
}

/// How a program is measured whose image is not in the tree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordSpec {
    /// File name of the image.
    pub image: String,
    /// The measured stretch, as `BEGIN..END`.
    pub region: (String, String),
    /// Rounds in that stretch.
    pub rounds: u64,
}

/// What was measured (`boards/NAME.recorded.ron`).
#[derive(Clone, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Of the image.
    pub sha256: String,
    /// Compiler and flags as the program printed them.
    pub compiler: String,
    /// Ticks that the reference run took with the same model.
    pub reference_ticks: u64,
    /// Rounds of the program.
    pub rounds: u64,
    /// What each meter advanced in all rounds; zeros left out.
    pub meters: BTreeMap<String, u64>,
}
