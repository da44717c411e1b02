//! Words in bytes, and spans in words.

/// The little-endian word at offset `at` of `bytes`.
pub(crate) fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
    word.map_or(0, u32::from_le_bytes)
}

/// A span in its largest whole unit.
pub(crate) fn ns_text(ns: u64) -> String {
    let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")];
    let unit = units.iter().find(|u| ns >= u.0 && ns.is_multiple_of(u.0));
    unit.map_or(format!("{ns} ns"), |(size, name)| {
        format!("{} {name}", ns / size)
    })
}
