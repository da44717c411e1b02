//! Meters of cores that count misses of first caches, by the names that kinds of cores have for them.

/// Fetches that miss: of LEON's instruction cache and TriCore's program cache.
pub const INSTRUCTION_MISSES: &[&str] = &["icache_misses", "pcache_misses"];

/// Loads and stores that miss: of LEON's and TriCore's data caches, and TriCore's data read buffer.
pub const DATA_MISSES: &[&str] = &[
    "dcache_read_misses",
    "dcache_misses_clean",
    "dcache_misses_dirty",
    "drb_misses",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misses_are_meters_of_cores() {
        let meters = crate::core_meters();
        for name in [INSTRUCTION_MISSES, DATA_MISSES].concat() {
            assert!(meters.iter().any(|d| d.name == name), "{name}");
        }
    }
}
