//! Words of shared memory.

use trueboard_core::mem::Memory;

fn outside(at: u32) -> String {
    format!("{at:#x} is in none of the board's memories")
}

/// The little-endian word at `at`.
pub(crate) fn word(mem: &Memory, at: u32) -> Result<u32, String> {
    let bytes = mem.peek(at.into(), 4).and_then(|b| b.try_into().ok());
    bytes.map(u32::from_le_bytes).ok_or_else(|| outside(at))
}

/// Stores a word.
pub(crate) fn set_word(mem: &mut Memory, at: u32, value: u32) -> Result<(), String> {
    let i = mem.find(at.into(), 4).ok_or_else(|| outside(at))?;
    let off = u64::from(at) - mem.region(i).base;
    mem.put(i, off as usize, value.to_le_bytes());
    Ok(())
}

/// Stores bytes, a multiple of 4 of them.
pub(crate) fn set_bytes(mem: &mut Memory, at: u32, bytes: &[u8]) -> Result<(), String> {
    let (words, _) = bytes.as_chunks::<4>();
    for (i, w) in (0..).zip(words) {
        set_word(mem, at.wrapping_add(4 * i), u32::from_le_bytes(*w))?;
    }
    Ok(())
}
