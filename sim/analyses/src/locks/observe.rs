//! Atomic accesses and the stores behind them.

use super::LockUse;
use crate::analysis::Subject;
use rustc_hash::FxHashMap;
use trueboard_core::observe::{Access, Kinds, Observer};
use trueboard_core::time::Tick;

/// A word as one core uses it.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    /// First and last atomic access since the last release, and how many.
    trying: Option<(Tick, Tick, u64)>,
    tries: u64,
    acquired: u64,
    contended: u64,
    waited: u64,
    held: u64,
    longest: u64,
}

/// Follows the atomic accesses of all cores.
pub(super) struct Locks {
    cores: Vec<FxHashMap<u64, Word>>,
}

impl Locks {
    pub fn new(cores: usize) -> Locks {
        Locks {
            cores: vec![FxHashMap::default(); cores],
        }
    }

    /// The rows by address and core.
    pub fn report(&self, run: &dyn Subject) -> Vec<LockUse> {
        let cycle = run.ticks_per_cycle().max(1);
        let objects = run.objects();
        let object = |at: u64| {
            let mut within = objects
                .iter()
                .filter(|(o, size, _)| at >= *o && at - o < *size);
            within
                .next()
                .map_or_else(String::new, |(o, _, name)| match at - o {
                    0 => name.clone(),
                    offset => format!("{name}+{offset:#x}"),
                })
        };
        let row = |core: u8, address: u64, w: &Word| LockUse {
            address,
            object: object(address),
            core,
            tries: w.tries,
            acquired: w.acquired,
            contended: w.contended,
            waited_cycles: w.waited / cycle,
            held_cycles: w.held / cycle,
            longest_cycles: w.longest / cycle,
            unreleased: w.trying.is_some(),
        };
        let cores = (0..).zip(&self.cores);
        let words = cores.flat_map(|(core, words)| words.iter().map(move |(at, w)| (core, at, w)));
        let mut rows: Vec<LockUse> = words.map(|(core, at, w)| row(core, *at, w)).collect();
        rows.sort_by_key(|row| (row.address, row.core));
        rows
    }
}

impl Observer for Locks {
    fn kinds(&self) -> Kinds {
        Kinds::ACCESS_MEMORY
    }

    fn access(&mut self, core: u8, at: Tick, access: &Access) {
        let Some(words) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        if access.load && access.store {
            let word = words.entry(access.address).or_default();
            word.tries += 1;
            let (first, _, tries) = word.trying.unwrap_or((at, at, 0));
            word.trying = Some((first, at, tries + 1));
        } else if access.store
            && let Some(word) = words.get_mut(&access.address)
            && let Some((first, last, tries)) = word.trying.take()
        {
            let held = at.since(last);
            word.acquired += 1;
            word.contended += u64::from(tries > 1);
            word.waited += last.since(first);
            word.held += held;
            word.longest = word.longest.max(held);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_try_before_a_release_has_got_the_lock() {
        let mut locks = Locks::new(2);
        let at = |address: u64, load: bool, store: bool| Access {
            address,
            bytes: 4,
            load,
            store,
            ..Access::default()
        };
        // Core 0 takes the lock at 10 and holds it to 30; core 1 tries at 12, 20 and 31, and holds it to 36.
        for (core, tick, load, store) in [
            (0, 10, true, true),
            (1, 12, true, true),
            (1, 20, true, true),
            (0, 30, false, true),
            (1, 31, true, true),
            (1, 33, true, false),
            (1, 36, false, true),
            (0, 40, false, true),
            (0, 50, true, true),
        ] {
            locks.access(core, Tick(tick), &at(0x100, load, store));
        }
        let [a, b] = [0, 1].map(|core: usize| locks.cores[core][&0x100]);
        assert_eq!(
            (a.tries, a.acquired, a.contended, a.waited, a.held),
            (2, 1, 0, 0, 20)
        );
        assert_eq!(
            (b.tries, b.acquired, b.contended, b.waited, b.held),
            (3, 1, 1, 19, 5)
        );
        assert!(a.trying.is_some() && b.trying.is_none());
    }
}
