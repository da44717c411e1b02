//! Loading images, and the state in which a debug monitor leaves the board before it starts one.

use crate::elf::{Image, Segment};
use crate::machine::Machine;
use crate::schema::Boot;
use std::sync::Arc;
use trueboard_core::device::{CoreSignal, DevId};
use trueboard_core::time::Tick;

impl Machine {
    /// Puts `image` into memory and lets `cores` run it.
    ///
    /// # Errors
    /// Says which segment or entry lies outside the board's memories.
    pub fn load(&mut self, image: Arc<Image>, cores: &[usize]) -> Result<(), String> {
        for s in &image.segments {
            self.load_segment(s)?;
        }
        if self.mem.find(image.entry, 4).is_none() {
            return Err(format!(
                "the entry {:#x} is outside the board's memories; link for this board",
                image.entry
            ));
        }
        if image.entry & 3 != 0 {
            return Err(format!(
                "the entry {:#x} is not on a word boundary",
                image.entry
            ));
        }
        self.images.push(image);
        for &c in cores {
            if let Some(slot) = self.core_image.get_mut(c) {
                *slot = Some(self.images.len() - 1);
            }
        }
        Ok(())
    }

    fn load_segment(&mut self, s: &Segment) -> Result<(), String> {
        let fits = self
            .mem
            .find(s.pa, s.mem_size)
            .is_some_and(|i| s.mem_size <= self.mem.region(i).size());
        if !fits {
            let areas: Vec<String> = self
                .mem
                .regions()
                .iter()
                .map(|r| format!("{} {:#x} to {:#x}", r.name, r.base, r.base + r.size()))
                .collect();
            return Err(format!(
                "the segment at {:#x} of {:#x} bytes is outside the board's memories ({}); \
                 link for this board",
                s.pa,
                s.mem_size,
                areas.join(", ")
            ));
        }
        // It fits, so its size is one that the host has.
        let zeros = vec![0; s.mem_size as usize - s.bytes.len()];
        self.mem.poke(s.pa, &s.bytes);
        self.mem.poke(s.pa + s.bytes.len() as u64, &zeros);
        Ok(())
    }

    /// Leaves the board as a debug monitor does before it starts an image: registers, stacks,
    /// device registers; core 0 runs, the others wait to be started.
    ///
    /// # Errors
    /// Names a register, memory or device of the board file that does not exist.
    pub fn boot(&mut self) -> Result<(), String> {
        let boot = self.boot.clone();
        for (device, offset, value) in &boot.writes {
            let i = self
                .fabric
                .slots
                .iter()
                .position(|s| &s.name == device)
                .ok_or_else(|| format!("boot.writes: no device is called `{device}`"))?;
            let meters = &self.meters;
            self.fabric
                .call(DevId(i as u16), Tick(0), None, meters, |d, cx| {
                    d.write(*offset, *value, cx)
                })
                .map_err(|e| format!("boot.writes: {device} at {offset:#x}: {e:?}"))?;
        }
        for i in 0..self.cores.len() {
            self.boot_core(i, &boot)?;
        }
        let first = self
            .core_image
            .iter()
            .position(Option::is_some)
            .unwrap_or(0);
        self.cores[first].signal(CoreSignal::Start(None), Tick(0), &mut self.meters);
        self.deliver_signals();
        self.note_states();
        Ok(())
    }

    /// Starts more cores, each at its image's entry.
    ///
    /// # Errors
    /// Names a core that the board does not have.
    pub fn start(&mut self, cores: &[usize]) -> Result<(), String> {
        for &i in cores {
            let core = self
                .cores
                .get_mut(i)
                .ok_or_else(|| format!("--start: {} has no core {i}", self.name))?;
            core.signal(CoreSignal::Start(None), Tick(0), &mut self.meters);
        }
        self.deliver_signals();
        self.note_states();
        Ok(())
    }

    /// Starts core number `core` at `pc`, without an image.
    ///
    /// # Errors
    /// Names a core that the board does not have.
    pub fn start_at(&mut self, core: u8, pc: u64) -> Result<(), String> {
        let i = usize::from(core);
        let c = self
            .cores
            .get_mut(i)
            .ok_or_else(|| format!("{} has no core {i}", self.name))?;
        c.signal(CoreSignal::Start(Some(pc)), Tick(0), &mut self.meters);
        self.deliver_signals();
        self.note_states();
        Ok(())
    }

    fn boot_core(&mut self, i: usize, boot: &Boot) -> Result<(), String> {
        let core = &mut self.cores[i];
        let names = core.registers();
        let number = |name: &str| {
            names
                .iter()
                .position(|r| r.name == name)
                .ok_or_else(|| format!("boot: the core has no register `{name}`"))
        };
        for (name, value) in &boot.registers {
            core.set(number(name)?, *value);
        }
        if let Some(s) = &boot.stacks {
            let region = self
                .mem
                .regions()
                .iter()
                .find(|r| r.name == s.memory)
                .ok_or_else(|| format!("boot.stacks: no memory is called `{}`", s.memory))?;
            let top = region.base + region.size();
            let fp = top.saturating_sub(i as u64 * s.stack_bytes);
            core.set(number(&s.frame_register)?, fp);
            core.set(number(&s.stack_register)?, fp.saturating_sub(s.frame_bytes));
        }
        if let Some(image) = self.core_image[i].or(self.core_image.iter().flatten().next().copied())
        {
            let entry = self.images[image].entry;
            core.set(number("pc")?, entry);
            if let Ok(tbr) = number("tbr") {
                core.set(tbr, entry & !0xfff);
            }
        }
        Ok(())
    }
}
