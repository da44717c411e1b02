//! Timing of the eCores, their meshes and the way off the chip, by the book: for each rule a small
//! program whose cycles are derived by hand, and must come out exactly. docs/contributing/timing-parallella.md has
//! the table.
//!
//! A derivation names its source: "AR" is the Epiphany Architecture Reference, "EX" the vendor's
//! examples with their pass limits, "EBSP" measurements on a board; `models/boards/parallella.ron` says
//! which numbers are estimates.

mod banks;
mod barrier;
mod bench;
mod branches;
mod dependencies;
mod dma;
mod interrupts;
mod litmus;
mod mesh;
mod meters;
mod offchip;
mod order;
mod pairs;
mod wrong;
