//! The host of a Parallella: a [`Core`](trueboard_core::cpu::Core) that executes a *script* of e-hal operations instead
//! of instructions, in simulated time and with a clock of its own. Its accesses to cores and shared memory are packets
//! with its number as master, so they travel, wait and are ordered like those of the cores.
//!
//! [`Script`] is what a user writes (RON, or the types of this crate); [`compile`] checks it against
//! the chip and the images, and makes the [`Program`] that [`EHost`] runs.
//!
//! Not modelled: the instructions of the ARM cores (an operation costs its accesses, its naps, and
//! the time of taking a time stamp), its caches, and files: reading an image takes no time.

pub mod meters;

mod chip;
mod clock;
mod compile;
mod ctf;
mod drain;
mod ehal;
mod env;
mod exchange;
mod expect;
mod host;
mod layout;
mod params;
mod place;
mod poll;
mod port;
mod program;
mod script;
mod shm;
mod span;
mod task;
#[cfg(test)]
mod tests;
mod think;
mod traps;
mod words;

pub use chip::Chip;
pub use clock::HostClock;
pub use compile::{Configuration, Files, Image, Segment, compile};
pub use drain::PacketCheck;
pub use host::EHost;
pub use layout::{Counts, ExchangeWords, Layout, Mailboxes, Rings, TracerWords};
pub use params::Params;
pub use program::Program;
pub use script::{Op, Script};
pub use span::Span;
