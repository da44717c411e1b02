//! A part that software and faults have left alone is the same as one that is not modelled, in saved states too: runs
//! that do not use it are what they were before it was modelled.

use crate::params::parse;
use crate::unmodelled;
use serde::Deserialize;
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};

/// Parameters in a board file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    /// What the part is called.
    name: String,
}

/// The state of a part: its name, how often it was accessed, and its registers since one of them was written.
#[derive(Clone, Debug)]
pub(super) struct Part {
    map: &'static [RegDesc],
    params: unmodelled::Params,
    /// Accesses by software.
    pub accesses: u64,
    registers: Option<Box<RegBank>>,
}

impl Part {
    /// Builds one of a kind that nothing has touched from a board file's parameters.
    ///
    /// # Errors
    /// When it has no name.
    pub fn build(kind: &str, map: &'static [RegDesc], params: ron::Value) -> Result<Part, String> {
        let Params { name } = parse(kind, params)?;
        let registers = std::collections::BTreeMap::new();
        Ok(Part {
            map,
            params: unmodelled::Params { name, registers },
            accesses: 0,
            registers: None,
        })
    }

    /// Element `i` of register number `reg`.
    pub fn get(&self, reg: usize, i: usize) -> u32 {
        let of = |r: &RegBank| r.get(reg, i);
        self.registers.as_deref().map_or(self.map[reg].reset, of)
    }

    /// Lets element `i` of register number `reg` hold a value: the hardware side.
    pub fn set(&mut self, reg: usize, i: usize, value: u32) {
        self.touched().set(reg, i, value);
    }

    /// Software writes a value to element `i` of register number `reg`.
    pub fn write(&mut self, reg: usize, i: usize, value: u32) {
        let desc = &self.map[reg];
        self.touched().write(desc, reg, i, value);
    }

    fn touched(&mut self) -> &mut RegBank {
        let map = self.map;
        let untouched = || Box::new(RegBank::new(map));
        self.registers.get_or_insert_with(untouched)
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
            (self.params, self.accesses) = (params, accesses);
            self.registers = Some(registers);
            return Ok(());
        }
        (self.params, self.accesses) = from_bytes(bytes)?;
        self.registers = None;
        Ok(())
    }
}
