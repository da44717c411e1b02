//! Accesses through null and wild pointers that hit valid memory by chance: the first bytes of the address space,
//! stores to code and constants, memory that no image claims.
//!
//! What is claimed: sections, stacks, what lies by the stack pointer, and behind the last section of a memory what
//! grows from there, each first access no more than [`GROWTH`] beyond the one before: a heap. An allocator that owns the
//! rest of a memory writes the head of a last block at its end ([`LAST`]): a store there claims what follows. A memory
//! in which no image has a section is reached by addresses that are written in the program, and belongs to no image.

use crate::checks::What;
use crate::checks::stack::Stack;
use crate::layout::{AreaKind, Layout};
use trueboard_core::observe::Touched;

/// Bytes at 0 that are for null pointers, with the offsets of fields.
pub const NULL: u64 = 256;
/// How far beyond what is claimed a heap grows at once.
pub const GROWTH: u64 = 1 << 20;
/// How far before the end of a memory, or of what lies below a stack there, an allocator's last block begins: its head,
/// aligned to what an allocator aligns to.
const LAST: u64 = 64;

/// What is claimed behind the sections.
#[derive(Default)]
pub struct Wild {
    /// By memory: where sections end, and how far what is behind them has grown; nothing without sections.
    heaps: Vec<Option<(u64, u64)>>,
    /// By memory: the head of the last block of its heap.
    lasts: Vec<u64>,
    /// By core: the area of the last access.
    last: Vec<(u64, u64, bool)>,
}

impl Wild {
    /// Of these images.
    pub fn new(layout: &Layout) -> Wild {
        let heaps = layout.memories.iter().map(|m| {
            // Nothing grows in a memory that is only read.
            let reach = if m.writable { 0 } else { GROWTH };
            let within = |at: u64| at >= m.at && at - m.at < m.size;
            let ends = layout.areas.iter().filter(|a| within(a.at)).map(|a| a.end);
            ends.max().map(|end| (end, end.saturating_sub(reach)))
        });
        Wild {
            heaps: heaps.collect(),
            lasts: vec![u64::MAX; layout.memories.len()],
            last: vec![(0, 0, false); layout.cores.len()],
        }
    }

    /// An access of `core` is fine: it is to the area of the one before, and does not write what is only read.
    #[inline]
    pub fn knows(&self, core: u8, address: u64, physical: u64, store: bool) -> bool {
        let last = self.last.get(usize::from(core));
        last.is_some_and(|&(at, end, writable)| {
            physical >= at && physical < end && (writable || !store) && address >= NULL
        })
    }

    /// What is wrong with an access, and where the last area ends that it may have missed.
    pub fn access(
        &mut self,
        core: u8,
        a: &Touched,
        layout: &Layout,
        stack: &Stack,
    ) -> Option<What> {
        let pa = a.physical;
        if self.knows(core, a.address, pa, a.store) {
            return None;
        }
        let area = layout.area(pa);
        let data = |k: AreaKind| matches!(k, AreaKind::Data | AreaKind::Zeroed | AreaKind::Left);
        if a.address < NULL && !area.is_some_and(|x| data(x.kind)) {
            let vectors = layout
                .cores
                .get(usize::from(core))
                .map_or(0, |c| c.vectors.end);
            // A handler is installed by a branch to it, a word; the first entry is that of SYNC.
            let word = a.bytes == 4 && a.address.is_multiple_of(4);
            let installs = a.store && word && a.address < vectors && a.held[0] & 15 == 8;
            return (!installs).then_some(What::Null);
        }
        if let Some(area) = area {
            let writable = data(area.kind);
            if let Some(last) = self.last.get_mut(usize::from(core)) {
                *last = (area.at, area.end, writable);
            }
            return (a.store && !writable).then_some(What::ReadOnly);
        }
        if a.by_stack || stack.holds(pa) {
            return None;
        }
        let i = layout
            .memories
            .iter()
            .position(|m| pa >= m.at && pa - m.at < m.size)?;
        let (from, to) = self.heaps.get_mut(i)?.as_mut()?;
        let last = &mut self.lasts[i];
        let memory = &layout.memories[i];
        let above = layout.stacks.iter().map(|s| s.at).filter(|&at| at > pa);
        let end = above.chain([memory.at + memory.size]).min().unwrap_or(pa);
        let heads = a.store && a.bytes >= 4 && pa >= *from && end - pa <= LAST;
        if heads && *last > pa {
            *last = pa;
        }
        if pa >= *last && end - pa <= LAST {
            return None;
        }
        if pa >= *from && pa < to.saturating_add(GROWTH) {
            *to = (*to).max(pa + u64::from(a.bytes));
            return None;
        }
        Some(What::Unclaimed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Area, CoreView, MemoryView};

    fn layout() -> Layout {
        Layout {
            memories: vec![MemoryView {
                name: "sdram".into(),
                at: 0,
                size: 0x100_0000,
                writable: true,
            }],
            areas: vec![Area {
                at: 0x1000,
                end: 0x2000,
                kind: AreaKind::Data,
                name: ".data".into(),
            }],
            cores: vec![CoreView::default()],
            ..Layout::default()
        }
    }

    fn accesses(all: &[(u64, bool)]) -> Vec<Option<What>> {
        let layout = layout();
        let mut wild = Wild::new(&layout);
        let stack = Stack::new(1);
        let mut access = |&(physical, store): &(u64, bool)| {
            let a = Touched {
                address: physical,
                physical,
                bytes: 4,
                load: !store,
                store,
                memory: true,
                ..Touched::default()
            };
            wild.access(0, &a, &layout, &stack)
        };
        all.iter().map(&mut access).collect()
    }

    #[test]
    fn the_head_of_the_last_block_of_a_heap_is_none() {
        let (head, nowhere) = (0xff_fff8, 0xff_ff00);
        assert_eq!(accesses(&[(head, true), (head, false)]), [None, None]);
        let wild = Some(What::Unclaimed);
        // What was not written there, and what lies elsewhere, is.
        assert_eq!(accesses(&[(head, false)]), [wild]);
        let beside = [(head, true), (nowhere, true), (0x80_0000, true)];
        assert_eq!(accesses(&beside), [None, wild, wild]);
    }
}
