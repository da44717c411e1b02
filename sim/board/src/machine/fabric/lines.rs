//! Serial lines: the devices that receive what is typed, and what they send.

use crate::machine::fabric::Fabric;
use crate::near::{NotThere, did_you_mean};
use trueboard_core::device::DevId;

impl Fabric {
    /// The serial lines of the board, by the names of their devices.
    fn serial_lines(&mut self) -> Vec<String> {
        let stages = self.stages.len();
        let attached = &self.attached;
        let devices = self.devices.iter_mut().enumerate();
        let lines = devices.filter_map(|(i, d)| {
            let name = &attached.get(stages + i)?.name;
            d.console().map(|_| name.clone())
        });
        lines.collect()
    }

    /// The device of a serial line.
    pub(crate) fn serial_line(&mut self, name: &str) -> Option<DevId> {
        let found = self.attached.iter().position(|a| a.name == name)?;
        let device = found.checked_sub(self.stages.len())?;
        self.devices.get_mut(device)?.console()?;
        Some(DevId(found as u16))
    }

    /// The console, if a device is one.
    pub(crate) fn console(&self) -> Option<DevId> {
        let found = self.attached.iter().position(|a| a.console)?;
        Some(DevId(found as u16))
    }

    /// Keeps what a serial line sends from now on, for [`Fabric::take_heard`]; the bytes of the console have a place of
    /// their own. `board` is the name in messages.
    ///
    /// # Errors
    /// The board has no serial line of this name; those that there are.
    pub(crate) fn hear(&mut self, board: &str, line: &str) -> Result<(), NotThere> {
        let Some(id) = self.serial_line(line) else {
            let known = self.serial_lines();
            let near = did_you_mean(line, known.iter().map(String::as_str));
            let known = match known.as_slice() {
                [] => "it has none".to_owned(),
                known => format!("it has {}", known.join(", ")),
            };
            return Err(NotThere(format!(
                "{board} has no serial line `{line}`{near}; {known}"
            )));
        };
        if self.console() != Some(id) {
            self.outside.heard.entry(id).or_default();
        }
        Ok(())
    }

    /// The bytes that a serial line has sent since the last call; none of the console.
    pub(crate) fn take_heard(&mut self, line: &str) -> Option<Vec<u8>> {
        let id = self.serial_line(line)?;
        let heard = self.outside.heard.get_mut(&id)?;
        Some(std::mem::take(heard))
    }
}
