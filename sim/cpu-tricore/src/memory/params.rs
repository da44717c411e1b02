//! What a board file says about a core's memories. Every number has its source there.

use serde::{Deserialize, Serialize};
use trueboard_core::uarch::cache::Geometry;

/// Bytes of a cache line, of a line of the data read buffer and of the fetch line buffer.
pub(super) const LINE: u32 = 32;

/// Memories and memory timing of one core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The own data scratchpad, where all masters see it; the core also sees it at 0xD0000000.
    pub dspr: Area,
    /// The own program scratchpad, where all masters see it; the core also sees it at 0xC0000000.
    pub pspr: Area,
    /// KiB of program cache: 2 ways, LRU.
    pub pcache_kib: u16,
    /// KiB of data cache: 2 ways, LRU, write-back; 0 = none.
    pub dcache_kib: u16,
    /// Lines of the data read buffer; 0 = none. A core has this or a data cache.
    pub drb_lines: u8,
    /// Other addresses of this storage.
    pub aliases: Vec<Alias>,
    /// The windows through which cores see each other's CSFRs.
    pub csfr_windows: Windows,
    /// Stores to other memories than the own data scratchpad that may wait for their transfer.
    pub store_buffer: u8,
    /// Cycles between the end of the transfer of one such store and the start of the next one's.
    pub store_turn_cycles: u8,
    /// Cycles of a data-side line fill beyond those until the wanted double word arrives.
    pub fill_cycles: u8,
    /// Cycles until another double word of a line that is still arriving can be used, from its
    /// arrival on.
    pub arriving_cycles: u8,
    /// Stall cycles of a read of another core's CSFR.
    pub csfr_cycles: u8,
}

/// A range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// First address.
    pub at: u32,
    /// Bytes.
    pub size: u32,
}

impl Area {
    /// The offset in it of `bytes` at `address`, if all of them lie in it.
    #[inline]
    pub(super) fn offset(self, address: u32, bytes: u32) -> Option<u32> {
        let off = address.wrapping_sub(self.at);
        (off < self.size && bytes <= self.size - off).then_some(off)
    }
}

/// A range of addresses that is an alias of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alias {
    /// First address.
    pub at: u32,
    /// Bytes.
    pub size: u32,
    /// The target of the first address.
    pub to: u32,
}

/// Register windows of equal cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Windows {
    /// First address of core 0's window of 64 KiB.
    pub at: u32,
    /// Bytes from one core's window to the next one's.
    pub stride: u32,
    /// How many cores.
    pub count: u8,
}

impl Params {
    /// Checks ranges; every problem is one entry.
    #[must_use]
    pub fn check(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (name, area) in [("dspr", self.dspr), ("pspr", self.pspr)] {
            if area.size < 64 || !area.size.is_multiple_of(64) || area.at % 64 != 0 {
                problems.push(format!(
                    "{name}: {area:?} is not made of blocks of 64 bytes"
                ));
            }
            if area.at.checked_add(area.size).is_none() {
                problems.push(format!(
                    "{name}: {area:?} goes past the end of all addresses"
                ));
            }
        }
        if let Err(e) = geometry(self.pcache_kib).check() {
            problems.push(format!("pcache_kib: {e}"));
        }
        if self.dcache_kib != 0
            && let Err(e) = geometry(self.dcache_kib).check()
        {
            problems.push(format!("dcache_kib: {e}"));
        }
        if self.dcache_kib != 0 && self.drb_lines != 0 {
            problems.push("drb_lines: a core with a data cache has no read buffer".to_owned());
        }
        if self.drb_lines > 8 {
            problems.push(format!("drb_lines: {} is more than 8", self.drb_lines));
        }
        for a in &self.aliases {
            if a.at.checked_add(a.size).is_none() || a.to.checked_add(a.size).is_none() {
                problems.push(format!("aliases: {a:?} goes past the end of all addresses"));
            }
        }
        let w = self.csfr_windows;
        if w.stride < 0x1_0000 {
            problems.push(format!("csfr_windows: {w:?}: a window has 64 KiB"));
        }
        if self.store_buffer == 0 {
            problems.push("store_buffer: at least one store is under way".to_owned());
        }
        problems
    }
}

/// The shape of a two-way cache.
pub(super) fn geometry(kib: u16) -> Geometry {
    Geometry {
        sets: u32::from(kib) * 1024 / (2 * LINE),
        ways: 2,
        line_bytes: LINE,
    }
}
