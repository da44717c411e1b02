//! GDB drives a run: that of `trueboard run --gdb ADDR`, or one that the lab shows. Every core of one kind is a thread;
//! the others go on with them, and are not shown.
//!
//! Breakpoints are kept by the simulator; memory is not patched. Stopping changes nothing: the run
//! goes on exactly as it would have without a stop (`Machine::run_until_break`).

mod arch;
mod breakpoints;
mod conversation;
mod driven;
mod grammar;
mod link;
mod monitor;
mod packets;
mod shown;
mod target;
#[cfg(test)]
mod tests;
mod visits;
mod words;

pub use conversation::Left;
pub use driven::{Alone, Driven};
pub use link::PATIENCE;
pub use visits::{Event, Visits};
