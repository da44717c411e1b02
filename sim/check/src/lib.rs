//! Checks of firmware: an observer that receives instructions with their registers, memory and cache lines, and returns
//! findings. **Invariant**: it changes no cycle, meter or byte.
//!
//! A file per check: [`Check::Uninit`] in `uninit.rs`, [`Check::Stack`] in `stack.rs`, and so on. `shadow.rs` has the
//! state of each byte of memory, `layout.rs` the layout of the images, `finding.rs` findings, `suppress.rs` accepted
//! findings.

mod checker;
mod deadlock;
mod finding;
mod kind;
mod layout;
mod masked;
mod order;
mod races;
mod shadow;
mod stack;
mod stale;
mod suppress;
#[cfg(test)]
mod tests;
mod uninit;
mod wild;

pub use checker::{Checker, Waiting};
pub use finding::{Finding, Findings, Party, What};
pub use kind::{Check, CheckError, Checks};
pub use layout::{Area, AreaKind, CoreView, DeviceView, Layout, MemoryView, StackView, Vectors};
pub use order::ORDERS;
pub use stack::StackUse;
pub use suppress::{Suppression, Suppressions};
