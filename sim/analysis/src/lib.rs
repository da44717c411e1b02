//! Pure functions on what runs report: measured beside true ([`mod@compare`]), one run beside another
//! ([`mod@against`]; by function: [`mod@by_function`]), what probes cost ([`mod@probes`]), what every function costs ([`mod@profile`]), what made the cycles ([`mod@why`]), what a library told beside what happened
//! ([`mod@expect`]), how far results depend on constants ([`mod@uncertainty`]), what a tracer recorded beside what happened ([`mod@recorded`]), and the measurements that firmware left in memory ([`mod@record`]) beside published figures
//! ([`mod@published`]), or of the cost of tracing ([`mod@overhead`]); PAPI's presets on a board ([`mod@presets`]).

pub mod against;
pub mod by_function;
pub mod compare;
pub mod expect;
pub mod overhead;
pub mod presets;
pub mod probes;
pub mod profile;
pub mod published;
pub mod record;
pub mod recorded;
pub mod sheet;
pub mod uncertainty;
pub mod why;

pub use against::{Bound, Difference, Differences, Numbers, UnusedBound, differences};
pub use by_function::{ByFunction, Matched, Profiled, by_function};
pub use compare::{Comparison, Tolerance, compare};
pub use overhead::{Costs, OneCore, Overhead, costs};
pub use published::{Figures, Published, PublishedError};
pub use record::{Measurement, RecordError, Shown, measurements};
