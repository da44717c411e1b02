//! One core's view of memory: scratchpads, program cache, data cache or data read buffer, store
//! buffer, and the ways over the crossbar and the peripheral bus (TC27x UM, chapter CPU, sections
//! PMI and DMI).
//!
//! Caches keep tags only. All times are stall cycles: those beyond the one cycle that an access
//! takes when its memory answers at once. What lies behind the crossbar is timed by the bus.
//!
//! Not modelled: parity and ECC of caches and tags, test accesses to cache and tag RAM, SMACON.IODT.

mod access;
mod arriving;
mod cached;
mod context;
mod csfr;
mod data;
mod data_cache;
mod fetch;
mod find;
mod io;
mod looked;
mod params;
mod place;
mod posted;
mod posting;
mod program_cache;
mod protect;
mod regs;
mod side;
mod struck;
#[cfg(test)]
mod tests;
mod translated;

pub use access::{Access, Fault, Limits};
pub use context::{CSA, Context};
pub use data_cache::CacheOp;
pub use params::{Alias, Area, Params, Windows};
pub use program_cache::CodeAtHand;
pub(crate) use program_cache::FetchedFrom;
pub use side::MemSide;
