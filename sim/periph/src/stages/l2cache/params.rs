//! The numbers of a level-2 cache.

use serde::{Deserialize, Serialize};
use trueboard_core::uarch::cache::Geometry;

use super::regs::Reg;

/// The numbers of a level-2 cache. Cycles are of its own clock and count from the moment at which
/// the bus has brought the address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The cache to which its meters belong.
    pub cache: String,
    /// Ways.
    pub ways: u32,
    /// Bytes of each way.
    pub way_bytes: u32,
    /// Bytes of a line.
    pub line_bytes: u32,
    /// Bytes of one beat to the bus above.
    pub port_bytes: u16,
    /// To look the tags up and read the data.
    pub tag_cycles: u64,
    /// Output register: from data to the end of the first beat.
    pub register_cycles: u64,
    /// Between two beats of a hit.
    pub beat_cycles: u64,
    /// Until a write is accepted and the bus is free.
    pub write_accept_cycles: u64,
    /// Until the writer's buffer is free.
    pub write_done_cycles: u64,
    /// More for a write hit of less than 32 bits, which reads and merges first.
    pub sub_word_cycles: u64,
    /// The SPLIT response, after the tag look-up.
    pub split_cycles: u64,
    /// From the tag look-up to the memory controller.
    pub memory_bus_cycles: u64,
    /// From the first beat of memory to the beat to the master.
    pub forward_cycles: u64,
    /// From the last beat of memory to the end of the line fill.
    pub fill_cycles: u64,
    /// The first line of a flush.
    pub flush_first_cycles: u64,
    /// Each further line.
    pub flush_line_cycles: u64,
    /// More for each dirty line that is written back, besides the memory's time.
    pub flush_dirty_cycles: u64,
    /// Lines that the flush of the whole cache goes through.
    pub flush_lines: u64,
    /// (register offset, value) that the boot loader has left.
    #[serde(default)]
    pub preset: Vec<(u32, u32)>,
}

impl Params {
    /// Its shape.
    pub fn geometry(&self) -> Geometry {
        Geometry {
            sets: self.way_bytes / self.line_bytes.max(1),
            ways: self.ways,
            line_bytes: self.line_bytes,
        }
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// Says which number cannot be.
    pub fn check(&self) -> Result<(), String> {
        self.geometry().check()?;
        if !self.port_bytes.is_power_of_two() {
            return Err(format!(
                "port_bytes: {} is not a power of two",
                self.port_bytes
            ));
        }
        if self.register_cycles == 0 || self.write_accept_cycles == 0 {
            return Err("register_cycles and write_accept_cycles must be at least 1".into());
        }
        if self.write_done_cycles < self.write_accept_cycles {
            return Err("write_done_cycles: a buffer is not free before it is accepted".into());
        }
        match self.preset.iter().find(|p| Reg::at(p.0).is_none()) {
            Some((off, _)) => Err(format!("preset: no register at {off:#x}")),
            None => Ok(()),
        }
    }
}
