//! Comparisons, pure functions on what runs report: measured beside true ([`measured`]; by reader: [`by_reader`]), one run
//! beside another ([`against`]; by function: [`by_function`]), and the measurements that firmware left in memory
//! ([`record`]) beside published figures ([`published`]), or of the cost of tracing ([`overhead`]).

pub mod against;
pub mod by_function;
pub mod by_reader;
pub mod measured;
pub mod overhead;
pub mod published;
pub mod record;
