//! A part that software and faults have left alone is the same as one that is not modelled, in saved states too: runs
//! that do not use it are what they were before it was modelled.

use crate::unmodelled::Params;
use serde::Serialize;
use serde::de::DeserializeOwned;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};

/// The state of a part: its name, how often it was accessed, and its registers since one of them was written.
#[derive(Clone, Debug)]
pub(super) struct Part<T> {
    params: Params,
    /// Accesses by software.
    pub accesses: u64,
    registers: Option<Box<T>>,
}

impl<T: Default + Serialize + DeserializeOwned> Part<T> {
    /// A part that nothing has touched.
    pub fn new(name: &str) -> Part<T> {
        let params = Params {
            name: name.to_owned(),
            registers: std::collections::BTreeMap::new(),
        };
        Part {
            params,
            accesses: 0,
            registers: None,
        }
    }

    /// Its registers, if they are not as after reset.
    pub fn get(&self) -> Option<&T> {
        self.registers.as_deref()
    }

    /// Its registers, to change them.
    pub fn touched(&mut self) -> &mut T {
        self.registers.get_or_insert_with(Box::default)
    }

    /// As after reset.
    pub fn reset(&mut self) {
        self.registers = None;
    }

    /// For [`trueboard_core::device::Device::save`].
    pub fn save(&self) -> Vec<u8> {
        match &self.registers {
            None => to_bytes(&(&self.params, self.accesses)),
            Some(r) => to_bytes(&(&self.params, self.accesses, r)),
        }
    }

    /// For [`trueboard_core::device::Device::load`].
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        if let Ok((params, accesses, registers)) = from_bytes(bytes) {
            *self = Part {
                params,
                accesses,
                registers: Some(registers),
            };
            return Ok(());
        }
        let (params, accesses) = from_bytes(bytes)?;
        *self = Part {
            params,
            accesses,
            registers: None,
        };
        Ok(())
    }
}
