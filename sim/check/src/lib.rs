//! Checks of firmware: an observer that receives instructions with their registers, memory and cache lines, and returns
//! findings. **Invariant**: it changes no cycle, meter or byte.
//!
//! `checks/` has the table of checks and a file per check: [`Check::Uninit`] in `uninit.rs`, [`Check::Stack`] in
//! `stack.rs`, and so on. `shadow.rs` has the state of each byte of memory, `layout.rs` the layout of the images, `finding.rs` findings, `suppress.rs` accepted
//! findings.

mod checker;
mod checks;
mod finding;
mod kind;
mod layout;
mod shadow;
mod suppress;
#[cfg(test)]
mod tests;

pub use checker::{Checker, Waiting};
pub use checks::order::ORDERS;
pub use checks::stack::StackUse;
pub use checks::{Check, Source, Told, Topic, What};
pub use finding::{Finding, Findings, Party};
pub use kind::{CheckError, Checks};
pub use layout::{Area, AreaKind, CoreView, DeviceView, Layout, MemoryView, StackView, Vectors};
pub use suppress::{Suppression, Suppressions};
