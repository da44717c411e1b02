//! Where an address leads.

use super::MemSide;
use super::place::{LOCAL_DSPR, LOCAL_PSPR, Near, Place};
use trueboard_core::mem::Memory;

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
