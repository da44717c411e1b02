//! Serial lines: what their devices send, and what is typed at them.

use crate::machine::Machine;
use crate::machine::ended::Ended;
use crate::near::{NotThere, did_you_mean};
use trueboard_core::device::DevId;

impl Machine {
    /// Hands bytes to the console device's receiver, or on a board without one to the cores that ask for
    /// them. A run in which nothing was left to happen goes on.
    pub fn type_in(&mut self, bytes: &[u8]) {
        match self.fabric.attached.iter().position(|s| s.console) {
            Some(i) => self.type_at(DevId(i as u16), bytes),
            None => self.fabric.outside.typed.extend(bytes),
        }
        self.ended = self.ended.take().filter(|e| *e != Ended::Nothing);
    }

    /// [`Machine::type_in`] for a serial line, by the name of its device; the console is the line without a name.
    pub(crate) fn type_into(&mut self, line: &str, bytes: &[u8]) {
        match self.serial_line(line) {
            Some(id) => self.type_at(id, bytes),
            None => self.type_in(bytes),
        }
        self.ended = self.ended.take().filter(|e| *e != Ended::Nothing);
    }

    fn type_at(&mut self, id: DevId, bytes: &[u8]) {
        let meters = &self.meters;
        self.fabric.call(id, self.now, None, meters, |d, cx| {
            if let Some(console) = d.console() {
                console.typed(bytes, cx);
            }
        });
        self.deliver_signals();
    }

    /// The serial lines of the board, with the names of their devices.
    fn serial_lines(&mut self) -> Vec<(DevId, String)> {
        let stages = self.fabric.stages.len();
        let attached = &self.fabric.attached;
        let devices = self.fabric.devices.iter_mut().enumerate();
        let lines = devices.filter_map(|(i, d)| {
            let name = &attached.get(stages + i)?.name;
            d.console()
                .map(|_| (DevId((stages + i) as u16), name.clone()))
        });
        lines.collect()
    }

    fn serial_line(&mut self, name: &str) -> Option<DevId> {
        let found = self.fabric.attached.iter().position(|a| a.name == name)?;
        let device = found.checked_sub(self.fabric.stages.len())?;
        self.fabric.devices.get_mut(device)?.console()?;
        Some(DevId(found as u16))
    }

    /// The device of this name is the console.
    pub(crate) fn is_console(&self, name: &str) -> bool {
        let found = self.fabric.attached.iter().find(|a| a.name == name);
        found.is_some_and(|a| a.console)
    }

    /// Keeps what a serial line sends from now on, for [`Machine::take_heard`].
    ///
    /// # Errors
    /// The board has no serial line of this name; those that there are.
    pub(crate) fn hear(&mut self, line: &str) -> Result<(), NotThere> {
        let Some(id) = self.serial_line(line) else {
            let known: Vec<String> = self.serial_lines().into_iter().map(|l| l.1).collect();
            let near = did_you_mean(line, known.iter().map(String::as_str));
            let known = match known.as_slice() {
                [] => "it has none".to_owned(),
                known => format!("it has {}", known.join(", ")),
            };
            let board = &self.name;
            return Err(NotThere(format!(
                "{board} has no serial line `{line}`{near}; {known}"
            )));
        };
        if !self.fabric.attached[usize::from(id.0)].console {
            self.fabric.outside.heard.entry(id).or_default();
        }
        Ok(())
    }

    /// The bytes that a serial line has sent since the last call.
    pub(crate) fn take_heard(&mut self, line: &str) -> Vec<u8> {
        let id = self.serial_line(line);
        let heard = id.and_then(|id| self.fabric.outside.heard.get_mut(&id));
        heard.map(std::mem::take).unwrap_or_default()
    }
}
