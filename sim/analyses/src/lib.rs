//! Questions to a run, a folder each. An observer collects facts and meters while the run goes on (`observe`); pure
//! functions make the answer of what was collected, or of reports:
//!
//! - [`profile`]: what every function costs, by the calls that led to it;
//! - [`mod@why`]: what made the cycles, down to who owned a bus and who took a cache line away;
//! - [`energy`]: what every function used, by its meters;
//! - [`regions`]: the meters of functions and of stretches between two functions;
//! - [`probes`]: what the functions cost with which a program measures itself;
//! - [`tracers`]: what tracers in firmware recorded, beside what they really did;
//! - [`locks`]: which core holds which spin lock for how long;
//! - [`log`]: a line for each instruction;
//! - [`lanes`]: what viewers of a whole run draw, in bounded memory;
//! - [`mod@compare`]: measured beside true, one run beside another, published figures beside ours;
//! - [`mod@coverage`]: which lines, functions and branches were executed;
//! - [`mod@expect`]: what a library of counters told its user, beside what happened;
//! - [`uncertainty`]: how far results depend on constants;
//! - [`presets`]: PAPI's presets on a board.
//!
//! Several questions use [`stack`], the calls that a core is in, [`symbols`], names of functions, and [`sheet`], rows
//! under named columns.

pub mod analysis;
pub mod compare;
pub mod coverage;
pub mod energy;
pub mod expect;
pub mod lanes;
pub mod locks;
pub mod log;
pub mod markup;
pub mod presets;
pub mod probes;
pub mod profile;
pub mod regions;
pub mod sheet;
pub mod stack;
pub mod symbols;
pub mod tracers;
pub mod uncertainty;
pub mod why;

use analysis::Row;

/// The analyses that a run can be followed for, in the order of their observers. A new one is a folder and a row.
pub const ANALYSES: &[Row] = &[
    Row::of::<regions::request::Request>("regions", "meters of functions and stretches"),
    Row::of::<regions::spans::Rule>("spans", "when each core was in which region"),
    Row::of::<profile::request::Functions>("profile", "costs of functions by callers"),
    Row::of::<probes::request::Request>("probes", "costs of measuring functions"),
    Row::of::<profile::request::EachInstruction>("instructions", "costs of instructions"),
    Row::of::<coverage::request::Request>("coverage", "executed lines and branches"),
    Row::of::<why::request::Question>("why", "causes of cycles"),
    Row::of::<log::Request>("log", "a line for each instruction"),
    Row::of::<locks::Request>(
        "locks",
        "spin locks: tries, waiting and holding times of each core",
    )
    .asked(locks::Request::NAMED),
];

pub use analysis::{Analyses, Analysis, Results, Subject};
pub use compare::against::{Bound, Difference, Differences, Numbers, UnusedBound, differences};
pub use compare::by_function::{ByFunction, Matched, Profiled, by_function};
pub use compare::measured::{Comparison, Tolerance, compare};
pub use compare::overhead::{Costs, OneCore, Overhead, costs};
pub use compare::published::{Figures, Published, PublishedError};
pub use compare::record::{Measurement, RecordError, Shown, measurements};
pub use symbols::{NoSymbols, Symbols};
