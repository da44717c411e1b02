//! From a board file to a running machine: the only place that knows both cores and devices.
#![deny(missing_docs)]

mod build;
mod elf;
mod error;
mod fabric;
mod grid;
mod machine;
pub mod schema;
mod set;
mod watch;

pub use build::machine;
pub use elf::{Expected, Image, Segment, Symbol};
pub use error::InputError;
pub use fabric::{AccessObserver, Fabric};
pub use machine::{CoreInfo, EXIT_STATUS, Ended, Machine};
pub use set::{apply as set, decimal};
