//! Random TriCore programs run by several implementations, and their results compared.
//!
//! A batch of cases is one image without a driver: each case loads all registers from a state block,
//! runs its instructions, stores all registers and copies the result away. So an implementation only
//! has to take bytes, run from one address to another and give bytes back ([`Machine`]). Traps go to
//! handlers in the image that note class, TIN and return address.

pub mod batch;
pub mod campaign;
pub mod emit;
pub mod generate;
pub mod known;
pub mod ours;
pub mod qemu;
pub mod unicorn;

use batch::{Batch, Outcome};

/// An implementation of TriCore 1.6.1.
pub trait Machine {
    /// Its name and version.
    fn name(&self) -> String;

    /// The short name by which [`known`] refers to it.
    fn id(&self) -> &'static str;

    /// Runs a batch; an outcome for each case, `None` where it stopped without one.
    ///
    /// # Errors
    /// When it cannot run at all.
    fn run(&mut self, batch: &Batch) -> Result<Vec<Option<Outcome>>, String>;
}
