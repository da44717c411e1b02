//! The judge of L4STAT statistics units.

pub mod cctrl;
mod counter;
mod runs;
mod truth;
mod unit;

pub use unit::{L4stat, L4statUnit};
