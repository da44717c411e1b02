//! Checks of firmware by what its cores do: an observer that takes in instructions with the registers, memory and cache
//! lines that they touch, and answers findings. It disturbs nothing: no cycle, no meter, no byte.
//!
//! A file per check: [`Check::Uninit`] in `uninit.rs`, [`Check::Stack`] in `stack.rs`, and so on; `shadow.rs` is what all
//! of them know of each byte of memory, `layout.rs` what the images say of it, `finding.rs` what they find,
//! `suppress.rs` what is known and accepted.

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
