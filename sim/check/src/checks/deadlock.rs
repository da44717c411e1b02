//! Loops in which cores wait: one load of unchanged bytes, repeated without a store in between.

use trueboard_core::observe::{Executed, Touched};
use trueboard_core::time::Tick;

/// Loads that are kept of each core: of loops that wait and call what looks for work meanwhile, too.
const LOADS: usize = 128;
/// Instructions in a turn of a loop that waits, at most.
const TURN: u64 = 128;

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    pc: u64,
    physical: u64,
    held: [u8; 8],
    number: u64,
    /// Its number when it was executed first.
    first: u64,
    turns: u64,
    since: Tick,
    /// See [`Loads::epoch`].
    epoch: u64,
}

/// The last loads of a core, each in a place that follows from its address.
#[derive(Clone, Copy)]
struct Loads {
    seen: [Seen; LOADS],
    /// Number of stores; earlier loads do not count.
    epoch: u64,
}

impl Default for Loads {
    fn default() -> Loads {
        Loads {
            seen: [Seen::default(); LOADS],
            epoch: 1,
        }
    }
}

impl Loads {
    /// Those that nothing was stored behind.
    fn iter(&self) -> impl Iterator<Item = &Seen> {
        self.seen.iter().filter(|s| s.epoch == self.epoch)
    }

    /// Records a load, which may write, too. True when it repeats itself.
    #[inline]
    fn load(&mut self, load: Seen, writes: bool) -> bool {
        // Multiplied by 2^64 over the golden ratio, addresses that are near each other are far apart.
        let place = load.pc.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - LOADS.ilog2());
        let s = &mut self.seen[place as usize % LOADS];
        if (s.pc, s.physical, s.epoch) != (load.pc, load.physical, self.epoch) {
            // An atomic that has taken what it wanted.
            self.epoch += u64::from(writes);
            *s = load;
            s.epoch = self.epoch;
            return false;
        }
        let again = s.number + TURN >= load.number && s.held == load.held;
        if again {
            s.turns += 1;
        } else {
            (s.turns, s.since) = (0, load.since);
        }
        (s.number, s.held) = (load.number, load.held);
        again
    }

    #[inline]
    fn clear(&mut self) {
        self.epoch += 1;
    }
}

/// The loops of all cores.
#[derive(Default)]
pub struct Spins {
    cores: Vec<(u64, Loads)>,
}

/// A load that repeats itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spin {
    /// The load.
    pub pc: u64,
    /// What it reads.
    pub physical: u64,
    /// How often it was repeated.
    pub turns: u64,
    /// Since when.
    pub since: Tick,
}

impl Spins {
    /// Of so many cores.
    pub fn new(cores: usize) -> Spins {
        Spins {
            cores: vec![(0, Loads::default()); cores],
        }
    }

    /// Records an instruction. True when it repeats a load: a turn of a loop that waits.
    #[inline]
    pub fn takes(&mut self, core: u8, at: Tick, done: &Executed) -> bool {
        let again = match &done.access {
            Some(a) => self.accesses(core, at, done.pc, a, (a.physical, a.held), 0),
            None => false,
        };
        self.passes(core, 1);
        again
    }

    /// Records the access of the instruction that comes `behind` the next one: kind and place, with the bytes there
    /// after it.
    #[inline]
    pub fn accesses(
        &mut self,
        core: u8,
        at: Tick,
        pc: u64,
        a: &Touched,
        (physical, held): (u64, [u8; 8]),
        behind: u64,
    ) -> bool {
        let Some((number, seen)) = self.cores.get_mut(usize::from(core)) else {
            return false;
        };
        if a.load {
            let load = Seen {
                pc,
                physical,
                held,
                number: *number + behind + 1,
                first: *number + behind + 1,
                turns: 0,
                since: at,
                epoch: 0,
            };
            return seen.load(load, a.store);
        }
        // What a call saves is no progress.
        if a.store && !a.by_stack {
            seen.clear();
        }
        false
    }

    /// So many instructions were executed.
    #[inline]
    pub fn passes(&mut self, core: u8, count: u64) {
        if let Some((number, _)) = self.cores.get_mut(usize::from(core)) {
            *number += count;
        }
    }

    /// The loop in which `core` is, if its last turn was made just now.
    pub fn spin(&self, core: u8) -> Option<Spin> {
        let (number, seen) = self.cores.get(usize::from(core))?;
        let last = seen.iter().filter(|s| s.number + TURN >= *number);
        let longest = last.max_by_key(|s| (s.turns, s.first))?;
        Some(Spin {
            pc: longest.pc,
            physical: longest.physical,
            turns: longest.turns,
            since: longest.since,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns of a loop that reads a flag and calls a function that looks for work: so many instructions without
    /// accesses between the two loads, and a store to this address or, without one, to the stack. Returns how often the
    /// load of the flag is a turn of a loop that waits.
    fn turns(between: u64, store: Option<u64>) -> usize {
        const FLAG: u64 = 0x100;
        let mut spins = Spins::new(1);
        let access = |physical: u64, load: bool| Touched {
            physical,
            bytes: 4,
            load,
            store: !load,
            by_stack: !load && store.is_none(),
            ..Touched::default()
        };
        let turn = |_: &u64| {
            let done = [
                (0x1000, access(FLAG, true)),
                (0x2000, access(store.unwrap_or(0x8000), false)),
                (0x2004, access(0x200, true)),
            ];
            let mut waits = false;
            for (pc, access) in done {
                let done = Executed {
                    pc,
                    access: Some(access),
                    ..Executed::default()
                };
                let again = spins.takes(0, Tick(0), &done);
                waits |= again && pc == 0x1000;
            }
            spins.passes(0, between);
            waits
        };
        (0..10).filter(turn).count()
    }

    /// As the barrier of an OpenMP runtime looks for tasks while it waits.
    #[test]
    fn a_loop_that_waits_may_call_what_stores_nothing_but_to_its_stack() {
        assert_eq!(turns(100, None), 9);
        assert_eq!(turns(100, Some(0x300)), 0, "it does something");
        assert_eq!(turns(200, None), 0, "it is long");
    }
}
