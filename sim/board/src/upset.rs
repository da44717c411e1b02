//! Faults: what happens to a part of the machine that no firmware did, like the flip of a bit by a particle.
//!
//! A fault is part of the machine's state from the moment at which it happens.

use crate::machine::Machine;
use serde::{Deserialize, Serialize};

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Upset {
    /// Bits of a register of a core flip.
    Register {
        /// The core.
        core: u8,
        /// The number of the register, in the order of [`Machine::registers`].
        register: usize,
        /// The bits.
        bits: u64,
    },
    /// Bits of a byte of memory flip, read-only memories included.
    Memory {
        /// Its physical address.
        address: u64,
        /// The bits.
        bits: u8,
    },
}

impl Machine {
    /// Lets a fault happen now.
    ///
    /// # Errors
    /// When the machine has no such part; nothing is changed.
    pub fn upset(&mut self, what: &Upset) -> Result<(), String> {
        match *what {
            Upset::Register {
                core,
                register,
                bits,
            } => {
                let known = self.registers(core).get(register);
                let known = known.ok_or_else(|| format!("core {core} has no register {register}"));
                let width = known?.bits;
                let mask = u64::MAX >> 64_u32.saturating_sub(u32::from(width)).min(63);
                let value = self.register(core, register) ^ (bits & mask);
                self.set_register(core, register, value);
            }
            Upset::Memory { address, bits } => {
                let none = || format!("there is no memory at {address:#x}");
                let byte = self.mem.peek(address, 1).and_then(|b| b.first().copied());
                let byte = byte.ok_or_else(none)?;
                if !self.mem.poke(address, &[byte ^ bits]) {
                    return Err(none());
                }
            }
        }
        Ok(())
    }
}
