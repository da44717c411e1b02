//! The options of a run.

use super::poke::PokeValue;
use crate::files::Files;
use crate::machine::debug::gate::HandOut;
use crate::machine::host::HostScript;
use crate::session::checked::CheckOptions;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use trueboard_analyses::Analyses;
use trueboard_core::cpu::Translate;
use trueboard_core::duration::{Budget, BudgetError};
use trueboard_core::fact::FactKind;
use trueboard_trace::Format;

/// What to run, and what to keep of it.
#[derive(Clone, Default)]
pub struct Options {
    /// The script of the board's host, which then loads and starts what the cores run.
    pub host: Option<HostScript>,
    /// Images and the cores that run them; the first is the boot core's.
    pub images: Vec<(PathBuf, Vec<usize>)>,
    /// Cores that start at once besides the first that has an image.
    pub start: Vec<usize>,
    /// End when the board's time reaches this.
    pub until: Option<Budget>,
    /// Begin with a span without the time of memories.
    pub fast: Option<FastForward>,
    /// Unmodelled parts and refused accesses end the run.
    pub strict: bool,
    /// Traces to write.
    pub traces: Vec<(Format, PathBuf)>,
    /// Bytes after which each trace ends.
    pub trace_limit: Option<u64>,
    /// Kinds of facts that traces hold; empty is all.
    pub events: Vec<FactClass>,
    /// Interval of bus-use samples in traces.
    pub sample: Option<Budget>,
    /// Follow what the cores execute, and numbers over time: [`Session::lanes`](super::Session::lanes).
    pub lanes: bool,
    /// What is analysed: results are in the report, or with observers of the machine.
    pub analyses: Analyses,
    /// Functions with recorded return values, by name: [`Session::returns`](super::Session::returns).
    pub returns: Vec<String>,
    /// Values that are written into variables before the start.
    pub pokes: Vec<(String, PokeValue)>,
    /// Check what the firmware does.
    pub checks: Option<CheckOptions>,
    /// Record, or force, which core gets which chunk of a loop: [`Session::gate`](super::Session::gate).
    pub hand_out: Option<HandOut>,
    /// Address of those images that are raw binaries.
    pub at: Option<u64>,
    /// Functions that cost nothing and are not counted: patterns of names.
    pub free: Vec<String>,
    /// Functions that cost nothing and are not counted: patterns that may match nothing.
    pub free_optional: Vec<String>,
    /// When basic blocks are translated to machine code of the host. No result depends on it.
    pub translate: Translate,
    /// Memory to keep: symbol, and bytes if not the symbol's own size.
    pub dumps: Vec<(String, Option<u64>)>,
    /// Bytes for the console's receiver.
    pub stdin: Vec<u8>,
    /// A network is plugged in; these are the files of the host on it, by path, of folders with `/` at its end.
    pub network: Option<Vec<(String, Vec<u8>)>>,
    /// A snapshot to go on from, instead of starting the images.
    pub restore: Option<PathBuf>,
    /// Where a snapshot goes when the budget runs out.
    pub save: Option<PathBuf>,
    /// The folder for what firmware and hosts leave; without one it is dropped.
    pub streams: Option<PathBuf>,
    /// What the command reads and writes besides what a host's script names.
    pub files: Files,
    /// Why the run is to stop, once it is.
    pub stopped: StopCause,
}

/// Why a run is to stop: who sets its `stop` says so here first.
#[derive(Clone, Debug, Default)]
pub struct StopCause(pub Arc<AtomicUsize>);

impl StopCause {
    /// The host's time for the run is up.
    pub const HOST_TIME: usize = usize::MAX;

    /// A signal's number, [`StopCause::HOST_TIME`], or 0: a user.
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Instructions that warm caches, by default.
pub const WARM: u64 = 100_000;

/// Where an untimed span ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FastPoint {
    /// In front of the first instruction at this symbol that a core executes.
    Symbol(String),
    /// At the first instruction at or after this time.
    Time(Budget),
}

impl FromStr for FastPoint {
    type Err = BudgetError;

    /// A time ([`Budget`]) if it begins with a digit, else a symbol.
    fn from_str(text: &str) -> Result<FastPoint, BudgetError> {
        match text.starts_with(|c: char| c.is_ascii_digit()) {
            true => text.parse().map(FastPoint::Time),
            false => Ok(FastPoint::Symbol(text.to_owned())),
        }
    }
}

/// A run that begins with an untimed span.
#[derive(Clone, Debug)]
pub struct FastForward {
    /// Where the span ends.
    pub until: FastPoint,
    /// The option's text.
    pub text: String,
    /// How much of its end takes its time: instructions of all cores before a symbol, cycles of the first core before a
    /// time.
    pub warm: u64,
    /// Set when the run is to stop from outside.
    pub stop: Arc<AtomicBool>,
}

impl FastForward {
    /// Up to `text`, a symbol or a time.
    ///
    /// # Errors
    /// A text that begins as a time and is none.
    pub fn to(text: &str, warm: u64) -> Result<FastForward, BudgetError> {
        Ok(FastForward {
            until: text.parse()?,
            text: text.to_owned(),
            warm,
            stop: Arc::default(),
        })
    }
}

/// Kinds of facts, as `--events` names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactClass {
    /// Core states.
    States,
    /// Calls and returns.
    Calls,
    /// Traps, interrupts and returns from them.
    Traps,
    /// Accesses to counters and sensors.
    Counters,
    /// Interrupt lines and other output lines.
    Lines,
    /// Console output.
    Console,
    /// Messages between cores.
    Messages,
    /// Use of buses.
    Bus,
    /// Power and temperature.
    Power,
}

impl FactClass {
    /// All of them with their names.
    pub const ALL: &'static [(&'static str, FactClass)] = &[
        ("states", FactClass::States),
        ("calls", FactClass::Calls),
        ("traps", FactClass::Traps),
        ("counters", FactClass::Counters),
        ("lines", FactClass::Lines),
        ("console", FactClass::Console),
        ("messages", FactClass::Messages),
        ("bus", FactClass::Bus),
        ("power", FactClass::Power),
    ];

    pub(super) fn of(kind: &FactKind) -> FactClass {
        match kind {
            FactKind::State(_) => FactClass::States,
            FactKind::Call { .. } | FactKind::Return { .. } | FactKind::Stack { .. } => {
                FactClass::Calls
            }
            FactKind::Trap { .. } | FactKind::Interrupt { .. } | FactKind::TrapReturn { .. } => {
                FactClass::Traps
            }
            FactKind::RegRead { .. } | FactKind::RegWrite { .. } => FactClass::Counters,
            FactKind::Line { .. } => FactClass::Lines,
            FactKind::Console { .. } => FactClass::Console,
            FactKind::Sent { .. } | FactKind::Received { .. } => FactClass::Messages,
            FactKind::BusUse { .. } => FactClass::Bus,
            FactKind::Power { .. } | FactKind::Temperature { .. } => FactClass::Power,
        }
    }
}
