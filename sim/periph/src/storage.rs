//! Parts with registers that only store values. A bit with an effect on the chip that the model lacks is a warning when
//! it is set.

use crate::params::check_write;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;

/// Bits of a register with a missing effect, and the warning for them.
pub(crate) type Missing = (usize, u32, &'static str);

/// See the module.
pub(crate) struct Storage {
    kind: &'static str,
    map: &'static [RegDesc],
    missing: &'static [Missing],
    /// Values after reset that the board file chose: register number and value.
    presets: Vec<(usize, u32)>,
    bank: RegBank,
}

impl Storage {
    pub fn new(
        kind: &'static str,
        map: &'static [RegDesc],
        missing: &'static [Missing],
        presets: Vec<(usize, u32)>,
    ) -> Storage {
        let mut s = Storage {
            kind,
            map,
            missing,
            presets,
            bank: RegBank::new(map),
        };
        s.preset();
        s
    }

    fn preset(&mut self) {
        self.bank = RegBank::new(self.map);
        for &(reg, value) in &self.presets {
            self.bank.set(reg, 0, value);
        }
    }

    /// What the first element of register number `reg` holds.
    pub fn get(&self, reg: usize) -> u32 {
        self.bank.get(reg, 0)
    }

    /// Lets the first element of register number `reg` hold a value: the hardware side.
    pub fn set(&mut self, reg: usize, value: u32) {
        self.bank.set(reg, 0, value);
    }

    fn at(&self, off: u32) -> Option<(usize, usize)> {
        let mut each = self.map.iter().enumerate();
        each.find_map(|(reg, d)| d.index(off).map(|i| (reg, i as usize)))
    }
}

impl Device for Storage {
    fn kind(&self) -> &'static str {
        self.kind
    }

    fn map(&self) -> &'static [RegDesc] {
        self.map
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.preset();
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.peek(off, cx.now).unwrap_or_else(|| {
            cx.warn(off, "no register here: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, i)) = self.at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        let desc = &self.map[reg];
        check_write(desc, off, value, self.bank.get(reg, i), cx);
        for (_, bits, what) in self.missing.iter().filter(|m| m.0 == reg) {
            if value & bits != 0 {
                cx.warn(off, *what);
            }
        }
        self.bank.write(desc, reg, i, value);
        Ok(())
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        self.at(off).map(|(reg, i)| self.bank.get(reg, i))
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&self.bank)
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.bank = from_bytes(bytes)?;
        Ok(())
    }
}
