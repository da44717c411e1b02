//! From meters to watts, from watts to degrees.
//!
//! A [`PowerModel`] is a file of coefficients ([`schema`]), each with unit and source. A
//! [`PowerState`] turns what the meters counted in an interval into energy, and that into the
//! temperature of a die on a package. Of a board the model knows the names of core meters and how
//! many cores there are.
//!
//! Floating point is confined to this crate and evaluated in one order; `exp` comes from a
//! pure-Rust library, so that every host finds the same bits. Not modelled: supply voltage,
//! process corners, SDRAM and links outside the chip.

mod model;
pub mod schema;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod thermal;

pub use model::{PowerError, PowerModel};
pub use state::{PowerState, Sample};
pub use table::{AnchorRow, ShareRow, TableRow, anchors, by_shares, static_table};
pub use thermal::Start;
