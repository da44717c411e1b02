//! Observers of a run. What lives here shares nothing but the facts:
//!
//! - [`profile`]: what passes, by function and context;
//! - [`tracers`]: what tracers in firmware really did;
//! - [`mod@why`]: what made the cycles, down to who owned a bus and who took a cache line away;
//! - [`lanes`]: what viewers of a whole run draw, in bounded memory;
//! - [`region`]: the meters of functions and of stretches between two functions.

pub mod lanes;
pub mod probes;
pub mod profile;
pub mod region;
pub mod spans;
pub mod stack;
pub mod symbols;
pub mod tracers;
pub mod why;

pub use symbols::{NoSymbols, Symbols};
