//! The report of a run: `report.json`, schema `trueboard.report/1` (docs/user/reference/report.md). Counts are integers; every other
//! number has its unit in its name. It contains nothing about the host, unless host statistics were requested.

use crate::findings::ChecksReport;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_analyses::profile::observe::{CoreInstructions, CoreProfile};
use trueboard_analyses::regions::Region;
use trueboard_judge::{SensorReport, WindowReport};

/// The schema's name.
pub const SCHEMA: &str = "trueboard.report/1";

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        title = "trueboard.report/1",
        description = "The report of a run of Trueboard. docs/user/reference/report.md explains it."
    )
)]
pub struct Report {
    /// The name and version of the schema.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: String,
    /// Name of the board.
    pub board: String,
    /// What was loaded.
    pub images: Vec<ImageReport>,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took, in simulated time.
    pub time: Time,
    /// Spans without the time of memories, if there were some. What `cores`, `caches`, `buses`, regions and profile
    /// count begins behind the last one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untimed: Vec<UntimedReport>,
    /// What sample windows say about the time of the run, if it had some. What `cores`, `caches` and `buses` count is
    /// counted in the windows then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampling: Option<SamplingReport>,
    /// Per core.
    pub cores: Vec<CoreReport>,
    /// Per shared cache.
    pub caches: Vec<PartReport>,
    /// Per bus.
    pub buses: Vec<BusReport>,
    /// Per memory.
    pub memories: Vec<MemoryReport>,
    /// Devices and stages that count something of their own.
    pub devices: Vec<PartReport>,
    /// What counters showed, and what they should have shown.
    pub windows: WindowReport,
    /// The instructions that `windows` names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceReport>,
    /// What temperature sensors showed.
    pub sensors: SensorReport,
    /// The regions that were asked for.
    pub regions: Vec<Region>,
    /// What the cores executed, by function and its callers, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Vec<CoreProfile>>,
    /// What the cores executed, by instruction, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Vec<CoreInstructions>>,
    /// Results of the analyses that `--analyse` asked for, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub analyses: BTreeMap<String, serde_json::Value>,
    /// Traces that the host drained, core by core.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracing: Vec<TracingReport>,
    /// The memory that was asked for, at the end: hexadecimal, in the order of memory.
    #[cfg_attr(
        feature = "schema",
        schemars(extend(
            "additionalProperties" = serde_json::json!({"type": "string", "pattern": "^([0-9a-f]{2})*$"})
        ))
    )]
    pub dumps: BTreeMap<String, String>,
    /// Power, if the board has a model.
    pub power: Option<PowerReport>,
    /// Temperature, likewise.
    pub temperature: Option<TemperatureReport>,
    /// How far numbers depend on estimated constants of the models, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<UncertaintyReport>,
    /// What the checks of the firmware found, if some were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<ChecksReport>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// Only with host statistics.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub host: Option<HostReport>,
}

impl Report {
    /// Base ticks in which all took its time and was counted: from the end of the last untimed span to the end of the
    /// run, or those of the sample windows.
    #[must_use]
    pub fn timed_ticks(&self) -> u64 {
        if let Some(sampling) = &self.sampling {
            return sampling.windows.iter().map(|w| w.ticks).sum();
        }
        let begin = self.untimed.last().map_or(0, |span| span.to_ticks);
        self.time.ticks.saturating_sub(begin)
    }

    /// Whether a setting of the board file (`path=value`) is a number of cores.
    #[must_use]
    pub fn counts_cores(set: &str) -> bool {
        set.starts_with("cores.") && set.contains(".count=")
    }

    /// Which cores nothing ever started, in a sentence; none where all were.
    #[must_use]
    pub fn unused_cores(&self) -> Option<String> {
        let before = |id: u8| {
            let mut cores = self.untimed.iter().flat_map(|span| &span.cores);
            cores.any(|c| c.id == id && c.instructions > 0)
        };
        let unused = |c: &&CoreReport| c.instructions == 0 && c.cycles == 0 && !before(c.id);
        let unused = self.cores.iter().filter(unused);
        let unused: Vec<&str> = unused.map(|c| c.name.as_str()).collect();
        let (all, used) = (self.cores.len(), self.cores.len() - unused.len());
        let names = unused.join(", ");
        let sentence = || format!("the run used {used} of {all} cores; never started: {names}");
        (!unused.is_empty()).then(sentence)
    }
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageReport {
    /// As given.
    pub path: String,
    /// Of the file.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub sha256: String,
    /// Cores that run it.
    pub cores: Vec<usize>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    /// The firmware said success.
    #[default]
    Success,
    /// The firmware said failure.
    Failure,
    /// A core stopped in error mode.
    Crash,
    /// `--strict` forbids what the firmware did.
    Strict,
    /// A device reset the board (a watchdog, say).
    WatchdogReset,
    /// The budget ran out.
    Budget,
    /// Every core waits and nothing is left to happen.
    NothingLeft,
    /// The user stopped the run, or a signal did.
    Interrupted,
    /// The host's time for the run is up.
    Timeout,
    /// The run was looked at before its end, and can go on.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Paused,
}

impl OutcomeKind {
    /// The exit code of the command line.
    pub fn exit_code(self) -> u8 {
        match self {
            OutcomeKind::Success => 0,
            OutcomeKind::Failure => 1,
            OutcomeKind::WatchdogReset => 4,
            OutcomeKind::Crash | OutcomeKind::Strict => 4,
            OutcomeKind::Budget
            | OutcomeKind::NothingLeft
            | OutcomeKind::Timeout
            | OutcomeKind::Paused => 5,
            OutcomeKind::Interrupted => 130,
        }
    }
}

/// How a run ended, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// In a word.
    pub kind: OutcomeKind,
    /// The firmware's status, if it gave one.
    pub status: Option<u32>,
    /// The core concerned.
    pub core: Option<u8>,
    /// Its program counter; of a crash, that of its first cause.
    pub pc: Option<u64>,
    /// In a sentence.
    pub detail: String,
    /// The last instructions of a core that crashed, oldest first.
    pub last_instructions: Vec<String>,
    /// Traps that a core that crashed had not come back from, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traps: Vec<TrapReport>,
    /// The calls that led to the crash, or to the last of `traps`; the innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub call_stack: Vec<String>,
    /// Registers at the crash, or at the last of `traps`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub registers: BTreeMap<String, u64>,
}

/// An instruction and where it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlaceReport {
    /// The core in whose image it is.
    pub core: u8,
    /// Its address.
    pub pc: u64,
    /// Address, function and line: `0x40001234 <main+0x34> app.c:12`.
    pub place: String,
}

/// A trap that a program had not come back from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrapReport {
    /// What it is called, with the address that it is about, if any.
    pub what: String,
    /// Where it was raised.
    pub pc: u64,
    /// The same with symbol and source line.
    pub at: String,
}

/// Simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Time {
    /// Base ticks.
    pub ticks: u64,
    /// Base ticks per second.
    pub hz: u64,
    /// The same in seconds.
    pub seconds: f64,
}

/// A span in which memories beyond the first-level caches answered at once, with a timed stretch at its end that has
/// warmed caches and predictors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UntimedReport {
    /// What it ended at, as it was asked for: a symbol or a time.
    pub until: String,
    /// The core that has come to the symbol first.
    pub core: Option<u8>,
    /// The address of the symbol.
    pub pc: Option<u64>,
    /// Base ticks at its begin.
    pub from_ticks: u64,
    /// Base ticks at which the timed stretch began.
    pub warmed_from_ticks: u64,
    /// Base ticks at its end.
    pub to_ticks: u64,
    /// Instructions in it, of all cores, with those of the timed stretch.
    pub instructions: u64,
    /// Instructions of the timed stretch, of all cores.
    pub warmed_instructions: u64,
    /// Per core, what was counted in it.
    pub cores: Vec<SpanCoreReport>,
}

/// What sample windows say about a run: an estimate of its time, with an interval of 95 % confidence. Cycles are those
/// of the first core's clock, for each instruction of all cores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SamplingReport {
    /// Instructions of a window, as it was asked for.
    pub length_instructions: u64,
    /// Instructions before a window that took their time, to warm caches.
    pub warm_instructions: u64,
    /// Instructions of the run, of all cores.
    pub instructions: u64,
    /// Mean over the windows.
    pub mean_cycles_per_instruction: f64,
    /// Standard deviation of the windows.
    pub deviation_cycles_per_instruction: f64,
    /// Half the confidence interval of the mean: a Student's t with one degree of freedom less than there are windows.
    pub half_interval_cycles_per_instruction: f64,
    /// The mean for all instructions of the run.
    pub estimated_cycles: u64,
    /// The lower end of its interval.
    pub least_cycles: u64,
    /// The upper end.
    pub most_cycles: u64,
    /// The same in simulated time.
    pub estimated_seconds: f64,
    /// The lower end of its interval.
    pub least_seconds: f64,
    /// The upper end.
    pub most_seconds: f64,
    /// Each window.
    pub windows: Vec<SampleReport>,
}

/// A sample window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SampleReport {
    /// Instructions of all cores before it.
    pub after_instructions: u64,
    /// Instructions of all cores in it.
    pub instructions: u64,
    /// Base ticks at its begin, of which most are of untimed spans.
    pub from_ticks: u64,
    /// Base ticks that it took.
    pub ticks: u64,
    /// Cycles of the first core's clock for each of its instructions.
    pub cycles_per_instruction: f64,
}

/// What a core counted in an untimed span.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpanCoreReport {
    /// Index.
    pub id: u8,
    /// Name.
    pub name: String,
    /// Cycles not in power-down: without the time of memories, but for the timed stretch.
    pub cycles: u64,
    /// Instructions completed.
    pub instructions: u64,
    /// Cycles in power-down or held.
    pub idle_cycles: u64,
}

/// A core.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoreReport {
    /// Index.
    pub id: u8,
    /// Name.
    pub name: String,
    /// Kind.
    pub kind: String,
    /// Clock frequency.
    pub clock_hz: u64,
    /// What it was doing at the end: `running`, `idle`, `held`, `error`, `hung` if it waited for something that cannot
    /// come, or `exited` if it was the one that ended the run.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["held", "running", "idle", "error", "hung", "exited"])))]
    pub state: String,
    /// The status with which it ended the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_status: Option<u32>,
    /// Cycles not in power-down.
    pub cycles: u64,
    /// Instructions completed.
    pub instructions: u64,
    /// Cycles in power-down or held.
    pub idle_cycles: u64,
    /// All meters, both modes together.
    pub meters: BTreeMap<String, u64>,
    /// Those of user mode alone, zeros left out.
    pub user_meters: BTreeMap<String, u64>,
}

/// A part and its meters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartReport {
    /// Its name in the board file.
    pub name: String,
    /// Its meters.
    pub meters: BTreeMap<String, u64>,
}

/// A bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BusReport {
    /// Its name in the board file.
    pub name: String,
    /// Its meters.
    pub meters: BTreeMap<String, u64>,
    /// Per master that used it: cycles it owned the bus.
    pub used_cycles: Vec<u64>,
    /// Per master: cycles it waited.
    pub waited_cycles: Vec<u64>,
    /// Per master, per other master: cycles it waited for that one.
    pub waited_for_cycles: Vec<Vec<u64>>,
}

/// A memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemoryReport {
    /// Its name in the board file.
    pub name: String,
    /// First address.
    pub at: u64,
    /// Bytes.
    pub size_bytes: u64,
}

/// A trace that a core made and the host drained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TracingReport {
    /// Its file in the folder of streams.
    pub stream: String,
    /// The core.
    pub core: u8,
    /// Packets in it.
    pub packets: u64,
    /// Events in it, if there is metadata.
    pub events: Option<u64>,
    /// Records dropped, as its packets say.
    pub discarded: Option<u64>,
    /// What the tracer says of itself, once it has finished.
    pub tracer: Option<TracerReport>,
    /// What it really did, seen from outside of the firmware.
    pub truth: Option<TracerTruth>,
    /// Whether all of them say the same.
    pub agrees: Option<bool>,
}

/// What a tracer did, from its calls and its reads of the timer, with nothing of it taken from the
/// firmware's own counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TracerTruth {
    /// Tracepoints called.
    pub calls: u64,
    /// Records written; the others were dropped. Nothing when the compiler put the function that
    /// writes them into its callers.
    pub written: Option<u64>,
    /// Time stamps in the stream that were held against what the clock truly showed when its timer
    /// was read: those of all events, if all that were written were drained, or all but the last ones.
    pub stamps: u64,
    /// Those of them that differ, and nothing explains it.
    pub stamps_off: u64,
    /// Those of them that differ by less than the timer had stood still at its end, for which a tracer
    /// can only make up roughly.
    pub stamps_explained: u64,
    /// By how many ticks of the clock they differ at most.
    pub farthest_ticks: u64,
}

/// What a tracer leaves in its core's mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TracerReport {
    /// Calls made.
    pub attempted: u32,
    /// Records dropped.
    pub discarded: u32,
    /// Packets put into the ring.
    pub packets: u32,
}

/// Power of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PowerReport {
    /// Mean over the run.
    pub mean_mw: f64,
    /// Energy of the run.
    pub energy_uj: f64,
    /// Energy by component.
    pub components_uj: BTreeMap<String, f64>,
}

/// Temperatures at the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TemperatureReport {
    /// Of the die.
    pub die_c: f64,
    /// Of the package.
    pub package_c: f64,
}

/// How far the numbers of a run depend on the constants that the models of its board estimate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UncertaintyReport {
    /// Constants that were varied.
    pub constants: u64,
    /// Runs that were made.
    pub runs: u64,
    /// By number: how far it went.
    pub meters: BTreeMap<String, Spread>,
}

/// How far a number went while constants were varied, in percent of the number with all of them at their values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// Down to; 0 or less.
    pub low_percent: f64,
    /// Up to; 0 or more.
    pub high_percent: f64,
}

/// About the host; the only part that differs from run to run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostReport {
    /// Seconds the run took on the host.
    pub wall_seconds: f64,
    /// Million instructions per second of host time, all cores together.
    pub mips: f64,
}
