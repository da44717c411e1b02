//! The tests of what observes a run, as one program.

mod common;
mod profile;
mod regions;
