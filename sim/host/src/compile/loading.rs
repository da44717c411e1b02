//! Groups of cores, what is loaded into them, and commands to them.

use super::{Compiler, Which};
use crate::chip::{DRAM, ILATST, OWN, SRAM};
use crate::ehal::{self, Group};
use crate::program::Step;

impl Compiler<'_> {
    pub(super) fn open(&mut self, group: Group) {
        let (rows, cols) = self.chip.size;
        let fits = |from: u8, n: u8, all: u8| n > 0 && u16::from(from) + u16::from(n) <= all.into();
        if fits(group.row, group.rows, rows) && fits(group.col, group.cols, cols) {
            self.group = Some(group);
            return;
        }
        self.problem(format!(
            "open: rows {} to {} and columns {} to {} are not all on the chip, which has {rows} \
             rows and {cols} columns",
            group.row,
            (u16::from(group.row) + u16::from(group.rows)).saturating_sub(1),
            group.col,
            (u16::from(group.col) + u16::from(group.cols)).saturating_sub(1),
        ));
        // What follows is checked as if the whole chip had been meant.
        self.group.get_or_insert(Group {
            row: 0,
            col: 0,
            rows,
            cols,
        });
    }

    pub(super) fn load(&mut self, name: &str, core: Which, start: bool) {
        let cores = self.cores(core);
        let image = match self.files.image(name) {
            Ok(image) => image,
            Err(e) => return self.problem(format!("load: {e}")),
        };
        for s in &image.segments {
            let end = u64::from(s.at) + s.bytes.len() as u64;
            let own = end <= SRAM.into();
            let shared = DRAM.contains(&s.at) && end <= u64::from(*DRAM.end()) + 1;
            let other = s.at >= OWN && !shared && self.core_memory(s.at, end);
            if !own && !shared && !other {
                self.problem(format!(
                    "load: {name}: {:#x} bytes at {:#x} are neither in a core's memory (below \
                     {SRAM:#x}) nor in shared memory ({:#x} to {:#x})",
                    s.bytes.len(),
                    s.at,
                    DRAM.start(),
                    DRAM.end(),
                ));
            }
        }
        let Some(group) = self.group else { return };
        self.call(&format!("e_load {name}"));
        for &core in &cores {
            self.images.insert(core.number, image.clone());
            self.program.steps.extend(ehal::prepare(core));
            for s in &image.segments {
                self.push(Step::Write {
                    at: core.global(s.at),
                    bytes: s.bytes.clone(),
                });
            }
            let writes = ehal::configure(core, group, &self.chip, image.configuration);
            self.program.steps.extend(writes);
        }
        self.push(Step::End);
        let numbers = cores.iter().map(|c| c.number).collect();
        self.program.loads.push((name.to_owned(), numbers));
        if start {
            self.start(core);
        }
    }

    /// True when these addresses are the memory of one core, by its global address.
    pub(super) fn core_memory(&self, at: u32, end: u64) -> bool {
        let mut all = (0..self.chip.cores()).filter_map(|n| self.chip.numbered(n));
        all.any(|c| c.id == at >> 20 && end <= u64::from(c.global(0)) + u64::from(SRAM))
    }

    pub(super) fn start(&mut self, core: Which) {
        self.call("e_start");
        for core in self.cores(core) {
            if !self.images.contains_key(&core.number) {
                self.problem(format!(
                    "start: {} has no image here; load one",
                    core.name()
                ));
            }
            self.push(Step::Started { core: core.number });
            self.push(ehal::register(core, ILATST, 1));
        }
        self.push(Step::End);
    }

    pub(super) fn command(&mut self, name: &str, core: Which, at: u32, value: u32) {
        self.call(name);
        for core in self.cores(core) {
            self.push(ehal::register(core, at, value));
        }
        self.push(Step::End);
    }
}
