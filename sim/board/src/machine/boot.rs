//! Loading of images, and the state in which a debug monitor leaves the board before it starts one.

use crate::boardfile::schema::Boot;
use crate::machine::Machine;
use crate::near::NotThere;
use std::collections::BTreeSet;
use std::sync::Arc;
use trueboard_core::cpu::LoaderWords;
use trueboard_core::device::{CoreSignal, DevId};
use trueboard_core::time::Tick;
use trueboard_image::{Image, Segment};

impl Machine {
    /// Puts `image` into memory and lets `cores` run it. Notes for which there is no memory are left out, with a warning.
    ///
    /// # Errors
    /// Says which segment or entry lies outside the board's memories.
    pub fn load(&mut self, image: Arc<Image>, cores: &[usize]) -> Result<(), String> {
        let cores: Vec<usize> = cores
            .iter()
            .copied()
            .filter(|&c| c < self.cores.len())
            .collect();
        let mut all = Vec::new();
        for s in &image.segments {
            let mut places: BTreeSet<u64> = cores.iter().map(|&c| self.physical(c, s.pa)).collect();
            if cores.is_empty() {
                // An image that no core runs, for all masters alike.
                places.insert(s.pa);
            }
            for pa in places {
                if self.has_room(s, pa) {
                    all.push((s, pa));
                } else if s.notes {
                    self.tell_left_out(s, &image);
                } else {
                    return Err(self.does_not_fit(s, &image, &cores));
                }
            }
        }
        // Loaded bytes overwrite zeros of other segments at their place.
        for &(s, pa) in &all {
            let loaded = s.bytes.len() as u64;
            // There is room, so its size is one that the host has.
            let zeros = vec![0; (s.room() - loaded) as usize];
            self.mem.poke(pa + loaded, &zeros);
        }
        for (s, pa) in all {
            self.mem.poke(pa, &s.bytes);
        }
        for &c in &cores {
            self.check_entry(c, image.entry)?;
        }
        self.firmware.images.push(image);
        for c in cores {
            if let Some(place) = self.firmware.of_core.get_mut(c) {
                *place = Some(self.firmware.images.len() - 1);
            }
        }
        Ok(())
    }

    /// Records `image` as the program of `cores`, for symbols and lines; the caller puts it into memory.
    pub(crate) fn know(&mut self, image: Arc<Image>, cores: &[u8]) {
        let known = self
            .firmware
            .images
            .iter()
            .position(|i| Arc::ptr_eq(i, &image));
        let number = known.unwrap_or_else(|| {
            self.firmware.images.push(image);
            self.firmware.images.len() - 1
        });
        for &core in cores {
            if let Some(place) = self.firmware.of_core.get_mut(usize::from(core)) {
                *place = Some(number);
            }
        }
    }

    /// The address that `at` has for all masters, as core `core` sees it.
    pub fn physical(&self, core: usize, at: u64) -> u64 {
        let core = self.cores.get(core);
        core.and_then(|c| c.physical(at, &self.mem)).unwrap_or(at)
    }

    fn check_entry(&self, core: usize, entry: u64) -> Result<(), String> {
        let step = self.info[core].kind.images().map_or(1, |e| e.entry_bytes);
        if self.mem.find(self.physical(core, entry), step).is_none() {
            return Err(format!(
                "the entry {entry:#x} is outside the board's memories; link for this board"
            ));
        }
        if !entry.is_multiple_of(step) {
            let boundary = if step == 4 { "a word" } else { "a halfword" };
            return Err(format!(
                "the entry {entry:#x} is not on {boundary} boundary"
            ));
        }
        Ok(())
    }

    /// A memory has room for `s` at the address `pa`.
    fn has_room(&self, s: &Segment, pa: u64) -> bool {
        let room = s.room();
        let memory = self.mem.find(pa, room);
        room == 0 || memory.is_some_and(|i| room <= self.mem.region(i).size())
    }

    /// Warns that the notes `s` of `image` are not in memory.
    fn tell_left_out(&mut self, s: &Segment, image: &Image) {
        let what = format!(
            "{}: its notes at {:#x} to {:#x} are in no memory of the board and are left out",
            image.path.display(),
            s.pa,
            s.pa + s.mem_size
        );
        self.fabric.noted.core_warnings.add(Tick(0), &what);
    }

    /// Why segment `s` cannot be loaded for `cores`: it lies nowhere, or its place depends on the
    /// core and another one would have room for it.
    fn does_not_fit(&self, s: &Segment, image: &Image, cores: &[usize]) -> String {
        let (at, size) = (s.pa, s.room());
        let fits = |core: usize, s: &Segment| self.has_room(s, self.physical(core, s.pa));
        let mine = cores.iter().copied().find(|&c| !fits(c, s)).unwrap_or(0);
        let mut sees = (0..self.cores.len()).map(|c| self.physical(c, at));
        let own = sees.any(|pa| pa != self.physical(mine, at));
        if !own {
            let areas: Vec<String> = self
                .mem
                .regions()
                .iter()
                .map(|r| format!("{} {:#x} to {:#x}", r.name, r.base, r.base + r.size()))
                .collect();
            return format!(
                "the segment at {at:#x} of {size:#x} bytes is outside the board's memories ({}); \
                 link for this board",
                areas.join(", ")
            );
        }
        let has = match self.mem.find(self.physical(mine, at), 1) {
            Some(i) => {
                let r = self.mem.region(i);
                let left = r.base + r.size() - self.physical(mine, at);
                format!("{} has {left:#x} bytes from there on", r.name)
            }
            None => "there is nothing at that address".to_owned(),
        };
        let others = (0..self.cores.len()).find(|&c| image.segments.iter().all(|s| fits(c, s)));
        let remedy = match others {
            Some(c) => format!("it fits core {c} (--image {c}=ELF)"),
            None => "link it for this core".to_owned(),
        };
        let name = self.info.get(mine).map_or("", |i| i.name.as_str());
        format!(
            "is an image for another core: its segment at {at:#x} of {size:#x} bytes does not fit \
             core {mine} ({name}), where {has}; {remedy}"
        )
    }

    /// Leaves the board as a debug monitor does before it starts an image: registers, stacks, device registers; core 0
    /// runs, all other cores wait to be started.
    ///
    /// # Errors
    /// Names a register, memory or device of the board file that does not exist.
    pub fn boot(&mut self) -> Result<(), String> {
        let boot = self.boot.clone();
        for (device, offset, value) in &boot.writes {
            let i = self
                .fabric
                .attached
                .iter()
                .position(|s| &s.name == device)
                .ok_or_else(|| format!("boot.writes: no device is called `{device}`"))?;
            let (id, meters) = (DevId(i as u16), &self.meters);
            self.fabric
                .call(id, Tick(0), None, meters, |d, cx| {
                    d.write(*offset, *value, cx)
                })
                .map_err(|e| format!("boot.writes: {device} at {offset:#x}: {e:?}"))?;
            self.fabric.report_boot(id, *offset, *value, meters);
        }
        let first = match &self.host {
            // The cores are as their reset left them; the host does with them what it will.
            Some(host) => usize::from(host.core),
            None => {
                for i in 0..self.cores.len() {
                    self.boot_core(i, &boot)?;
                }
                let mut images = self.firmware.of_core.iter();
                images.position(Option::is_some).unwrap_or(0)
            }
        };
        self.signal_start(first);
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
            if i >= self.cores.len() {
                let none = NotThere::core(&self.name, i, self.cores.len());
                return Err(format!("--start: {none}"));
            }
            self.starts.started(i);
            self.signal_start(i);
        }
        self.deliver_signals();
        self.note_states();
        Ok(())
    }

    /// Starts core `i`, which there is. One that would begin at a vector, for which its image has
    /// nothing, begins at the image's entry, as under a debugger.
    fn signal_start(&mut self, i: usize) {
        let core = &mut self.cores[i];
        let image = self.firmware.of_core[i].and_then(|n| self.firmware.images.get(n));
        let at = image.and_then(|image| {
            let vector = core.start_vector()?;
            let loaded = |s: &Segment| (s.va..s.va + s.mem_size).contains(&vector);
            (!image.segments.iter().any(loaded)).then_some(image.entry)
        });
        core.signal(CoreSignal::Start(at), Tick(0), &mut self.meters);
    }

    /// Starts core number `core` at `pc`, without an image.
    ///
    /// # Errors
    /// Names a core that the board does not have.
    pub fn start_at(&mut self, core: u8, pc: u64) -> Result<(), String> {
        let (i, cores) = (usize::from(core), self.cores.len());
        let c = self
            .cores
            .get_mut(i)
            .ok_or_else(|| NotThere::core(&self.name, i, cores).to_string())?;
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
        let image = self.firmware.image_of(i);
        for words in core.left_by_loader() {
            let place = match image {
                Some(image) => place_of(&words, image),
                None => Some(words.at),
            };
            if let Some(at) = place.and_then(|at| core.physical(at, &self.mem)) {
                self.mem.poke(at, &words.bytes);
            }
        }
        if let Some(image) = image {
            let entry = image.entry;
            for (register, bits) in self.info[i].kind.at_entry {
                core.set(number(register)?, entry & bits);
            }
        }
        Ok(())
    }
}

/// Where a loader leaves `words` for the program `image`; `None` if that has no place for them.
pub(crate) fn place_of(words: &LoaderWords, image: &Image) -> Option<u64> {
    let taken = image.loads(words.at, words.bytes.len() as u64);
    image
        .section(words.section)
        .or((!taken).then_some(words.at))
}
