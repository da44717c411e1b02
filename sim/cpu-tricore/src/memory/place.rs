//! Where an address leads.

use super::MemSide;
use trueboard_core::mem::Memory;

/// Local views that each core has of its own scratchpads (TC27x UM, memory maps: segments C, D).
pub(super) const LOCAL_PSPR: u32 = 0xC000_0000;
pub(super) const LOCAL_DSPR: u32 = 0xD000_0000;

/// What is at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The own data scratchpad.
    Own { mem: usize, off: usize },
    /// A memory that is reached over the crossbar.
    Memory { mem: usize, off: usize, pa: u32 },
    /// A register in the CSFR window of a core.
    Window { core: u8, off: u32 },
    /// A device, or nothing.
    Other { pa: u32 },
    /// Beyond the end of a scratchpad, in the segments that only the core itself sees.
    Beyond,
}

/// The memory that was found last. Derived, and not part of the state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Near {
    va: u32,
    len: u32,
    mem: usize,
    pa: u32,
}

impl Near {
    /// Memory, offset and physical address of the `bytes` at `va`, if they are in it.
    #[inline(always)]
    pub fn find(&self, va: u32, bytes: u32) -> Option<(usize, usize, u32)> {
        let off = va.wrapping_sub(self.va);
        let inside = off < self.len && bytes <= self.len - off;
        inside.then(|| (self.mem, off as usize, self.pa.wrapping_add(off)))
    }
}

impl MemSide {
    /// The address that `va` has for all masters: local views of the own scratchpads and aliases
    /// resolved.
    #[must_use]
    pub fn physical(&self, va: u32) -> u32 {
        let p = &self.params;
        for (local, area) in [(LOCAL_DSPR, p.dspr), (LOCAL_PSPR, p.pspr)] {
            let off = va.wrapping_sub(local);
            if off < area.size {
                return area.at.wrapping_add(off);
            }
        }
        p.aliases
            .iter()
            .find_map(|a| {
                let off = va.wrapping_sub(a.at);
                (off < a.size).then(|| a.to.wrapping_add(off))
            })
            .unwrap_or(va)
    }

    /// Finds the `bytes` at `va`.
    pub(super) fn place(&mut self, mem: &Memory, va: u32, bytes: u32) -> Place {
        match self.near.find(va, bytes) {
            Some((mem, off, pa)) => Place::Memory { mem, off, pa },
            None => self.find(mem, va, bytes),
        }
    }

    #[inline(never)]
    fn find(&mut self, mem: &Memory, va: u32, bytes: u32) -> Place {
        let pa = self.physical(va);
        if let Some(off) = self.params.dspr.offset(pa, bytes)
            && let Some(mem) = self.own.dspr
        {
            return Place::Own {
                mem,
                off: off as usize,
            };
        }
        if let Some(i) = mem.find(u64::from(pa), u64::from(bytes)) {
            let r = mem.region(i);
            let off = (u64::from(pa) - r.base) as u32;
            // As much of it as is seen in one piece from here.
            let start = va.wrapping_sub(off);
            if self.physical(start) == pa.wrapping_sub(off) {
                self.near = Near {
                    va: start,
                    len: u32::try_from(r.size()).unwrap_or(u32::MAX),
                    mem: i,
                    pa: pa.wrapping_sub(off),
                };
            }
            return Place::Memory {
                mem: i,
                off: off as usize,
                pa,
            };
        }
        if matches!(va >> 28, 0xC | 0xD) {
            return Place::Beyond;
        }
        let w = self.params.csfr_windows;
        let off = pa.wrapping_sub(w.at);
        let (core, off) = (off / w.stride.max(1), off % w.stride.max(1));
        if core < u32::from(w.count) && off < 0x1_0000 {
            return Place::Window {
                core: core as u8,
                off,
            };
        }
        Place::Other { pa }
    }
}
