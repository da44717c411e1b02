//! Whether caches have a line, for those who check programs; nothing changes.

use super::MemSide;

impl MemSide {
    /// Whether the data cache or read buffer has the line of a load or store at `va`; `None` if it is not used.
    #[must_use]
    pub fn has_data(&self, va: u32, store: bool) -> Option<bool> {
        let pa = self.physical(va);
        let own = self.params.dspr.offset(pa, 1).is_some();
        let cache = self
            .data
            .cache
            .as_ref()
            .filter(|_| !own && self.goes_cached(va, store))?;
        Some(cache.probe(pa.into()))
    }

    /// Whether the program cache has the line of code at `va`; `None` if it is not used.
    #[must_use]
    pub fn has_code(&self, va: u32) -> Option<bool> {
        let pa = self.physical(va);
        self.is_cached_fetch(va)
            .then(|| self.fetching.cache.probe(pa.into()))
    }

    /// The program cache serves code at `va`.
    #[inline]
    #[must_use]
    pub fn is_cached_fetch(&self, va: u32) -> bool {
        self.regs.caches_code(va) && self.params.pspr.offset(self.physical(va), 1).is_none()
    }
}
