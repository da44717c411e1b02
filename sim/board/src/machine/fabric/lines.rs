//! Serial lines: the devices that receive what is typed, and what they send.

use crate::machine::fabric::Fabric;
use crate::near::{NotThere, did_you_mean};
use trueboard_core::device::{DevId, Input};
use trueboard_core::time::Tick;

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

    /// Keeps what a serial line sends from now on, for [`Fabric::take_heard`]. `board` is the name in messages.
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
        self.outside.heard.entry(id).or_default();
        Ok(())
    }

    /// The bytes that a serial line has sent since the last call, with their times.
    pub(crate) fn take_heard(&mut self, line: &str) -> Option<Vec<(Tick, u8)>> {
        let id = self.serial_line(line)?;
        let heard = self.outside.heard.get_mut(&id)?;
        Some(std::mem::take(heard))
    }

    /// The device of a pin.
    ///
    /// # Errors
    /// The board has no device of this name.
    fn device_of_pin(&self, board: &str, device: &str) -> Result<DevId, NotThere> {
        let found = self.attached.iter().position(|a| a.name == device);
        found.map(|i| DevId(i as u16)).ok_or_else(|| {
            let names = self.attached.iter().map(|a| a.name.as_str());
            let near = did_you_mean(device, names);
            NotThere(format!("{board} has no device `{device}`{near}"))
        })
    }

    /// Keeps the levels of an output pin from now on, for [`Fabric::take_levels`].
    ///
    /// # Errors
    /// The board has no device of this name.
    pub(crate) fn watch(&mut self, board: &str, device: &str, pin: u16) -> Result<(), NotThere> {
        let id = self.device_of_pin(board, device)?;
        self.outside.pins.entry((id, pin)).or_default();
        Ok(())
    }

    /// The levels of an output pin since the last call, with their times.
    pub(crate) fn take_levels(&mut self, device: &str, pin: u16) -> Vec<(Tick, bool)> {
        let id = self.attached.iter().position(|a| a.name == device);
        let levels = id.and_then(|i| self.outside.pins.get_mut(&(DevId(i as u16), pin)));
        levels.map(std::mem::take).unwrap_or_default()
    }

    /// An input pin that the world may drive.
    ///
    /// # Errors
    /// The board has no device of this name, or that has no such input; those that there are.
    pub(crate) fn input(&self, board: &str, device: &str, pin: u16) -> Result<DevId, NotThere> {
        let id = self.device_of_pin(board, device)?;
        match self.no_input(id, pin) {
            None => Ok(id),
            Some(has) => Err(NotThere(format!(
                "{board} has no input `{device}.{pin}`; {device} has {has}"
            ))),
        }
    }

    /// The inputs that a device has, if `pin` is none of them.
    pub(crate) fn no_input(&self, id: DevId, pin: u16) -> Option<String> {
        let inputs = self.device_ref(id).inputs();
        if inputs.iter().any(|i| (i.first..=i.last).contains(&pin)) {
            return None;
        }
        let one = |i: &Input| format!("{} to {} ({})", i.first, i.last, i.what);
        let has: Vec<String> = inputs.iter().map(one).collect();
        Some(match has.is_empty() {
            true => "none".to_owned(),
            false => has.join(", "),
        })
    }
}
