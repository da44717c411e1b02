//! The Epiphany core against independent implementations.
//!
//! Random programs ([`generate`], [`program`]) run on our core ([`ours`]) and on the vendor's
//! simulator ([`vendor`]); what they log, their data, registers and STATUS are compared
//! ([`campaign`]). Their code and data lie inside and outside of the core in turn ([`places`]); the
//! same programs end on our board as on one whose network keeps all accesses in order. Where the vendor's simulator differs for a reason stands in [`known`].
//!
//! GNU binutils judge the disassembler ([`binutils`]).

pub mod binutils;
pub mod campaign;
pub mod generate;
pub mod known;
pub mod ours;
pub mod places;
pub mod program;
pub mod vendor;

use program::Image;

/// An implementation of the Epiphany-III.
pub trait Machine {
    /// Runs an image to its end; the memory from [`program::DATA`] to [`program::END`].
    ///
    /// # Errors
    /// When it cannot run at all, or stops early.
    fn run(&mut self, image: &Image) -> Result<Vec<u8>, String>;
}
