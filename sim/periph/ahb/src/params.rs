//! The numbers of a bus.

use serde::{Deserialize, Serialize};

/// The numbers of an AHB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Bytes of the data bus: one beat moves at most as many. A power of two.
    pub width_bytes: u16,
    /// Cycles of the address phase before the slave starts.
    pub address_cycles: u64,
    /// Cycles between the last beat of one master and the grant of another.
    pub handover_cycles: u64,
    /// Cycles from the address phase to the answer of a slave's own registers, which are at the
    /// end of the route.
    pub register_cycles: u64,
}

impl Params {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Says which number cannot be.
    pub fn check(&self) -> Result<(), String> {
        if !self.width_bytes.is_power_of_two() {
            return Err(format!(
                "width_bytes: {} is not a power of two",
                self.width_bytes
            ));
        }
        if self.register_cycles == 0 {
            return Err("register_cycles: a register takes at least the cycle of its beat".into());
        }
        Ok(())
    }
}
