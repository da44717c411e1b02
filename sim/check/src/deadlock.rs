//! Loops in which cores wait: the same load of the same bytes, again and again, with nothing stored in between.

use trueboard_core::observe::{Executed, Touched};
use trueboard_core::time::Tick;

/// Loads that are kept of each core.
const LOADS: usize = 4;
/// Instructions in a turn of a loop that waits, at most.
const TURN: u64 = 64;

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    pc: u64,
    physical: u64,
    held: [u8; 8],
    number: u64,
    turns: u64,
    since: Tick,
}

/// The last loads of a core, the oldest first.
#[derive(Clone, Copy, Default)]
struct Loads {
    seen: [Seen; LOADS],
    count: usize,
}

impl Loads {
    #[inline]
    fn iter(&self) -> impl Iterator<Item = &Seen> {
        self.seen.iter().take(self.count)
    }

    #[inline]
    fn iter_mut(&mut self) -> impl Iterator<Item = &mut Seen> {
        self.seen.iter_mut().take(self.count)
    }

    #[inline]
    fn clear(&mut self) {
        self.count = 0;
    }

    fn push(&mut self, seen: Seen) {
        if self.count == LOADS {
            self.seen.copy_within(1.., 0);
            self.count -= 1;
        }
        if let Some(place) = self.seen.get_mut(self.count) {
            *place = seen;
            self.count += 1;
        }
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

    /// Takes in an instruction. True when it repeats a load: a turn of a loop that waits.
    #[inline]
    pub fn takes(&mut self, core: u8, at: Tick, done: &Executed) -> bool {
        let again = match &done.access {
            Some(a) => self.accesses(core, at, done.pc, a, 0),
            None => false,
        };
        self.passes(core, 1);
        again
    }

    /// Takes in the access of the instruction that comes `behind` the next one.
    #[inline]
    pub fn accesses(&mut self, core: u8, at: Tick, pc: u64, a: &Touched, behind: u64) -> bool {
        let Some((number, seen)) = self.cores.get_mut(usize::from(core)) else {
            return false;
        };
        if a.load {
            return load(*number + behind + 1, seen, at, pc, a);
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
        let longest = last.max_by_key(|s| s.turns)?;
        Some(Spin {
            pc: longest.pc,
            physical: longest.physical,
            turns: longest.turns,
            since: longest.since,
        })
    }
}

#[inline]
fn load(number: u64, seen: &mut Loads, at: Tick, pc: u64, a: &Touched) -> bool {
    let same = |s: &&mut Seen| s.pc == pc && s.physical == a.physical;
    if let Some(s) = seen.iter_mut().find(same) {
        let again = s.number + TURN >= number && s.held == a.held;
        if again {
            s.turns += 1;
        } else {
            (s.turns, s.since) = (0, at);
        }
        (s.number, s.held) = (number, a.held);
        return again;
    }
    if a.store {
        // An atomic that has taken what it wanted.
        seen.clear();
    }
    seen.push(Seen {
        pc,
        physical: a.physical,
        held: a.held,
        number,
        turns: 0,
        since: at,
    });
    false
}
