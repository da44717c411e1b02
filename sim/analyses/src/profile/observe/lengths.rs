//! How long executions take, one by one, if that is asked for: a median needs them all.
//!
//! What is recorded is a type, so that a profile without it has no trace of it in its code.

use rustc_hash::FxHashMap;

/// Different lengths that are kept of a core; an execution of another one takes its group's median away.
const MOST: usize = 1 << 20;

/// Takes in the length of each execution of a group: a function by its caller.
pub trait Lengths: Default + Send + 'static {
    /// An execution of `group` has taken this many base ticks.
    fn ended(&mut self, group: u32, ticks: u64);

    /// The two executions in the middle of all of a group, by length: of an odd number one, twice. None without
    /// an execution, and if lengths are not known.
    fn middle(&self, group: u32) -> Option<(u64, u64)>;
}

/// Lengths are not recorded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unrecorded;

impl Lengths for Unrecorded {
    #[inline(always)]
    fn ended(&mut self, _: u32, _: u64) {}

    fn middle(&self, _: u32) -> Option<(u64, u64)> {
        None
    }
}

/// How many executions there are of each length.
#[derive(Clone, Debug, Default)]
pub struct ByLength {
    counts: FxHashMap<(u32, u64), u64>,
    /// Groups with lengths that there was no room for.
    incomplete: Vec<u32>,
}

impl ByLength {
    #[cold]
    fn no_room(&mut self, group: u32) {
        if !self.incomplete.contains(&group) {
            self.incomplete.push(group);
        }
    }
}

impl Lengths for ByLength {
    #[inline]
    fn ended(&mut self, group: u32, ticks: u64) {
        if let Some(count) = self.counts.get_mut(&(group, ticks)) {
            *count += 1;
        } else if self.counts.len() < MOST {
            self.counts.insert((group, ticks), 1);
        } else {
            self.no_room(group);
        }
    }

    fn middle(&self, group: u32) -> Option<(u64, u64)> {
        if self.incomplete.contains(&group) {
            return None;
        }
        let own = self.counts.iter().filter(|(key, _)| key.0 == group);
        let mut own: Vec<(u64, u64)> = own.map(|(key, &count)| (key.1, count)).collect();
        own.sort_unstable();
        let all: u64 = own.iter().map(|l| l.1).sum();
        let nth = |n: u64| {
            let mut before = 0;
            let found = own.iter().find(|(_, count)| {
                before += count;
                n < before
            });
            found.map(|l| l.0)
        };
        nth(all.checked_sub(1)? / 2).zip(nth(all / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn middle(lengths: &[u64]) -> Option<(u64, u64)> {
        let mut all = ByLength::default();
        for &ticks in lengths {
            all.ended(3, ticks);
            all.ended(4, 1);
        }
        all.middle(3)
    }

    #[test]
    fn the_middle_is_one_length_or_two() {
        assert_eq!(middle(&[]), None);
        assert_eq!(middle(&[7]), Some((7, 7)));
        assert_eq!(middle(&[9, 2]), Some((2, 9)));
        assert_eq!(middle(&[9, 2, 5]), Some((5, 5)));
        assert_eq!(middle(&[5, 9, 5, 2]), Some((5, 5)));
        assert_eq!(middle(&[100, 1, 1, 1, 100, 100]), Some((1, 100)));
    }

    #[test]
    fn without_room_there_is_no_median() {
        let mut all = ByLength::default();
        for ticks in 0..MOST as u64 {
            all.ended(0, ticks);
        }
        all.ended(0, 5);
        // 5 stands there twice.
        let middle = MOST as u64 / 2 - 1;
        assert_eq!(all.middle(0), Some((middle, middle)));
        all.ended(1, 1);
        assert_eq!((all.middle(0).is_some(), all.middle(1)), (true, None));
    }
}
