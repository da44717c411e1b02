//! Changes of memory by devices: programming and erasing of flash, moves of a DMA controller, accesses of a bus master.

use trueboard_core::device::MemoryChange;
use trueboard_core::mem::Memory;

/// Why [`carry_out`] did nothing.
pub(crate) const NOTHING_MOVED: &str =
    "moves from or to devices, or to read-only memory, are not modelled: nothing is moved";

/// Changes `mem`. False without a source memory, or without a writable target memory; a missing flash belongs to no
/// board.
pub(crate) fn carry_out(mem: &mut Memory, change: MemoryChange) -> bool {
    match change {
        MemoryChange::Copy(from, to, bytes) => {
            let into = mem.find(to, bytes.into());
            let writable = into.is_some_and(|i| mem.region(i).writable);
            let moved = mem.peek(from, bytes as usize).map(<[u8]>::to_vec);
            match moved {
                Some(moved) if writable => mem.poke(to, &moved),
                _ => false,
            }
        }
        MemoryChange::Put(pa, value, bytes) => {
            let into = mem.find(pa, bytes.into());
            let writable = into.is_some_and(|i| mem.region(i).writable);
            let from = 8_usize.saturating_sub(bytes.into());
            writable && mem.poke(pa, &value.to_be_bytes()[from..])
        }
        // The machine hands the bytes to the device.
        MemoryChange::Fetch(..) => true,
        MemoryChange::Cells(pa, bits) => {
            let old = mem.peek(pa, 8).and_then(|b| b.try_into().ok());
            if let Some(old) = old.map(u64::from_le_bytes) {
                mem.poke(pa, &(old | bits).to_le_bytes());
            }
            true
        }
        MemoryChange::Erase(pa, bytes) => {
            mem.poke(pa, &vec![0; bytes as usize]);
            true
        }
    }
}

/// What a change writes: first address and bytes.
pub(crate) fn written(change: MemoryChange) -> (u64, u64) {
    match change {
        MemoryChange::Copy(_, to, bytes) => (to, bytes.into()),
        MemoryChange::Put(pa, _, bytes) => (pa, bytes.into()),
        MemoryChange::Fetch(pa, ..) => (pa, 0),
        MemoryChange::Cells(pa, _) => (pa, 8),
        MemoryChange::Erase(pa, bytes) => (pa, bytes.into()),
    }
}
