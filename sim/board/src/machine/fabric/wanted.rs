//! Accesses to what has no model, register by register: what a description of it is begun from.

use std::collections::BTreeMap;

/// Registers that are kept.
const KEPT: usize = 4096;

/// Accesses of one width at one address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Use {
    pub reads: u64,
    pub writes: u64,
    /// The value written last.
    pub last: u64,
}

/// See the module. It is no state: a run that goes on from a snapshot begins anew.
#[derive(Default)]
pub(crate) struct Wanted {
    /// By address and bytes.
    pub uses: BTreeMap<(u64, u16), Use>,
}

impl Wanted {
    /// Notes an access.
    #[cold]
    pub fn note(&mut self, pa: u64, bytes: u16, write: Option<u64>) {
        if self.uses.len() >= KEPT && !self.uses.contains_key(&(pa, bytes)) {
            return;
        }
        let used = self.uses.entry((pa, bytes)).or_default();
        match write {
            None => used.reads += 1,
            Some(value) => {
                used.writes += 1;
                used.last = value;
            }
        }
    }
}
