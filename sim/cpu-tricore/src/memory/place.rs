//! What is at an address, and the memory that was found last.

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
    pub(super) va: u32,
    pub(super) len: u32,
    pub(super) mem: usize,
    pub(super) pa: u32,
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
