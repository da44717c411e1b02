//! Latent faults: words under a correcting code, lines with wrong parity (`codes.rs`), wrong register values, refused
//! accesses, lost or stuck interrupts. They belong to the machine's state. A machine without faults has no list and
//! tests none.

use super::Fabric;
use super::codes::Codes;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::Txn;
use trueboard_core::device::DevId;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// A register with a wrong value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Shown {
    address: u64,
    value: u32,
    /// Reads to come; none: all.
    left: Option<u32>,
}

/// A register that is not answered for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Refused {
    address: u64,
    left: u32,
}

/// A line into the interrupt controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    pin: u16,
    /// It stays up; otherwise it does not come up.
    stuck: bool,
    /// Times that it is to be lost.
    left: u32,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Faults {
    pub(super) codes: Codes,
    shown: Vec<Shown>,
    refused: Vec<Refused>,
    lines: Vec<Line>,
    /// What was met, in order: time in base ticks, core, address, in a sentence.
    pub met: Vec<(Tick, u8, u64, String)>,
    /// Errors that were corrected.
    pub corrected: u32,
}

impl Fabric {
    /// The faults of the machine, which has some from now on.
    pub(super) fn faulty(&mut self) -> &mut Faults {
        self.faults.get_or_insert_with(Box::default)
    }

    /// Lets the register at an address show `value`, so many times or always.
    pub(crate) fn shows(&mut self, address: u64, value: u32, left: Option<u32>) {
        let shown = Shown {
            address,
            value,
            left,
        };
        self.faulty().shown.push(shown);
    }

    /// Refuses so many accesses to the register at an address.
    pub(crate) fn refuses(&mut self, address: u64, left: u32) {
        self.faulty().refused.push(Refused { address, left });
    }

    /// Lets a line into the interrupt controller stay up, or loses it so many times.
    ///
    /// # Errors
    /// The board has no interrupt controller.
    pub(crate) fn breaks_line(
        &mut self,
        pin: u16,
        stuck: bool,
        left: u32,
        now: Tick,
        meters: &Meters,
    ) -> Result<(), String> {
        let id = self
            .irq_controller
            .ok_or("the board has no interrupt controller")?;
        if stuck {
            self.call(id, now, None, meters, |d, cx| d.line(pin, true, cx));
        }
        self.faulty().lines.push(Line { pin, stuck, left });
        Ok(())
    }

    /// Whether a device drives a line into the interrupt controller.
    ///
    /// # Errors
    /// No device does, or the board has no interrupt controller.
    pub(crate) fn has_line(&self, pin: u16) -> Result<(), String> {
        let id = self
            .irq_controller
            .ok_or("the board has no interrupt controller")?;
        let wires = self
            .attached
            .iter()
            .flat_map(|a| a.wires.values().flatten());
        let mut lines: Vec<u16> = wires.filter(|w| w.0 == id).map(|w| w.1).collect();
        lines.sort_unstable();
        lines.dedup();
        if lines.contains(&pin) {
            return Ok(());
        }
        let lines: Vec<String> = lines.iter().map(u16::to_string).collect();
        Err(format!(
            "nothing drives line {pin} of the interrupt controller; there are {}",
            lines.join(", ")
        ))
    }

    /// A line is about to change: true when a fault keeps it as it is.
    pub(super) fn keeps_line(&mut self, target: DevId, pin: u16, level: bool, now: Tick) -> bool {
        if self.irq_controller != Some(target) {
            return false;
        }
        let Some(faults) = &mut self.faults else {
            return false;
        };
        let Some(line) = faults
            .lines
            .iter_mut()
            .find(|l| l.pin == pin && (l.stuck || l.left > 0))
        else {
            return false;
        };
        if line.stuck {
            return true;
        }
        // What does not come up does not go down either, and that is harmless.
        if level {
            line.left -= 1;
            let text = format!("interrupt {pin} is lost");
            faults.met.push((now, 0, u64::from(pin), text));
        }
        level
    }

    /// What a read of a register shows, where the device answers `value`.
    #[cold]
    pub(super) fn shown(&mut self, id: DevId, t: &Txn, off: u32, value: u32) -> u32 {
        let kind = self.device_ref(id).kind();
        let address = self.attached[usize::from(id.0)].at + u64::from(off);
        let Some(faults) = &mut self.faults else {
            return value;
        };
        let mut value = value;
        let wanted = |s: &&mut Shown| s.address == address && s.left != Some(0);
        if let Some(shown) = faults.shown.iter_mut().find(wanted) {
            shown.left = shown.left.map(|n| n - 1);
            let text = format!("a register shows {:#x} instead of {value:#x}", shown.value);
            value = shown.value;
            if faults.met.len() < 100 {
                faults.met.push((t.at, t.master, address, text));
            }
        }
        faults.codes.overlay(kind, off, value)
    }

    /// Software writes a register: it may forget errors.
    #[cold]
    pub(super) fn forgets(&mut self, id: DevId, off: u32, value: u32) {
        let kind = self.device_ref(id).kind();
        if let Some(faults) = &mut self.faults {
            faults.codes.forget(kind, off, value);
        }
    }

    /// True when an access to a register is refused.
    #[cold]
    pub(super) fn is_refused(&mut self, t: &Txn) -> bool {
        let Some(faults) = &mut self.faults else {
            return false;
        };
        let word = t.pa & !3;
        let Some(r) = faults
            .refused
            .iter_mut()
            .find(|r| r.address == word && r.left > 0)
        else {
            return false;
        };
        r.left -= 1;
        let text = "an access is answered with an error".to_owned();
        faults.met.push((t.at, t.master, t.pa, text));
        true
    }
}
