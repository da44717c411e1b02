//! Which event caused which: causes and effects with equal keys on different clocks.

use serde::Serialize;

/// The role of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Recorded just before something was sent.
    Cause,
    /// Recorded just after it has come.
    Effect,
}

/// What a cause and its effect have in common: a few numbers, the rest is 0.
pub type Key = [u64; KEY];

/// How many numbers a key has.
pub const KEY: usize = 5;

/// An event that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// The key; of one pair or of several that follow each other.
    pub key: Key,
    /// The role.
    pub role: Role,
    /// The number of its clock.
    pub clock: usize,
    /// Its number among the events of this clock, in order of time.
    pub index: u64,
    /// The time stamp, in ticks of its clock.
    pub value: i64,
}

/// A cause with its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The cause.
    pub cause: Mark,
    /// The effect, on another clock.
    pub effect: Mark,
}

/// Why an event was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No effect came of this cause, or no cause is known for this effect.
    Unmatched,
    /// The key occurs more often on one side than on the other, so nobody knows which is which.
    Repeated,
    /// The key occurs as cause on several clocks, and the effect may be of any of them.
    Ambiguous,
    /// Cause and effect are on the same clock.
    SameClock,
}

/// The pairs, in the order of their keys, and the events left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The pairs.
    pub pairs: Vec<Pair>,
    /// The others.
    pub left: Vec<(Reason, Mark)>,
}

impl Pairs {
    /// Finds the pairs. A cause with effects on several clocks (a broadcast) makes a pair with each
    /// of them. A key that comes back belongs to the first pair, then to the second, and so on, if
    /// it occurs equally often on both sides.
    pub fn find(mut marks: Vec<Mark>) -> Pairs {
        marks.sort_unstable();
        let mut found = Pairs::default();
        for group in marks.chunk_by(|a, b| a.key == b.key) {
            let (causes, effects) =
                group.split_at(group.partition_point(|m| m.role == Role::Cause));
            found.group(causes, effects);
        }
        found
    }

    /// The events of one key; of each role those of one clock stand together, in order of time.
    fn group(&mut self, causes: &[Mark], effects: &[Mark]) {
        let senders = || causes.chunk_by(|a, b| a.clock == b.clock);
        let mut used = vec![false; senders().count()];
        for effects in effects.chunk_by(|a, b| a.clock == b.clock) {
            let elsewhere = |c: &[Mark]| c.iter().any(|c| c.clock != effects[0].clock);
            let mut possible = senders().enumerate().filter(|(_, c)| elsewhere(c));
            let reason = match (possible.next(), possible.next()) {
                (Some((sender, causes)), None) => {
                    used[sender] = true;
                    if causes.len() == effects.len() {
                        let pairs = causes.iter().zip(effects);
                        let pair = |(&cause, &effect)| Pair { cause, effect };
                        self.pairs.extend(pairs.map(pair));
                        continue;
                    }
                    self.leave(Reason::Repeated, causes);
                    Reason::Repeated
                }
                (Some(_), Some(_)) => Reason::Ambiguous,
                (None, _) if causes.is_empty() => Reason::Unmatched,
                (None, _) => {
                    used.fill(true);
                    self.leave(Reason::SameClock, causes);
                    Reason::SameClock
                }
            };
            self.leave(reason, effects);
        }
        for (causes, used) in senders().zip(used) {
            if !used {
                self.leave(Reason::Unmatched, causes);
            }
        }
    }

    fn leave(&mut self, reason: Reason, marks: &[Mark]) {
        self.left.extend(marks.iter().map(|&m| (reason, m)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(key: u64, role: Role, clock: usize, value: i64) -> Mark {
        Mark {
            key: [key, 0, 0, 0, 0],
            role,
            clock,
            index: value as u64,
            value,
        }
    }

    fn cause(key: u64, clock: usize, value: i64) -> Mark {
        mark(key, Role::Cause, clock, value)
    }

    fn effect(key: u64, clock: usize, value: i64) -> Mark {
        mark(key, Role::Effect, clock, value)
    }

    type Found = (Vec<(i64, i64)>, Vec<(Reason, i64)>);

    fn find(marks: &[Mark]) -> Found {
        let found = Pairs::find(marks.to_vec());
        let values = |p: &Pair| (p.cause.value, p.effect.value);
        let mut left: Vec<_> = found.left.iter().map(|(r, m)| (*r, m.value)).collect();
        left.sort_unstable();
        (found.pairs.iter().map(values).collect(), left)
    }

    #[test]
    fn an_exchange_of_four_steps() {
        let marks = [
            cause(1, 0, 10),
            effect(1, 1, 5),
            cause(2, 1, 6),
            effect(2, 0, 14),
        ];
        assert_eq!(find(&marks), (vec![(10, 5), (6, 14)], vec![]));
    }

    #[test]
    fn both_clocks_may_count_alike() {
        let marks = [
            cause(1, 0, 10),
            effect(1, 1, 5),
            cause(1, 1, 6),
            effect(1, 0, 14),
        ];
        let (mut pairs, left) = find(&marks);
        pairs.sort_unstable();
        assert_eq!((pairs, left), (vec![(6, 14), (10, 5)], vec![]));
    }

    #[test]
    fn a_broadcast_and_a_key_that_comes_back() {
        let marks = [cause(7, 0, 1), effect(7, 1, 2), effect(7, 2, 3)];
        assert_eq!(find(&marks), (vec![(1, 2), (1, 3)], vec![]));
        let marks = [
            cause(7, 0, 9),
            cause(7, 0, 1),
            effect(7, 1, 12),
            effect(7, 1, 2),
        ];
        assert_eq!(find(&marks), (vec![(1, 2), (9, 12)], vec![]));
    }

    #[test]
    fn what_cannot_be_paired_is_left_with_the_reason() {
        use Reason::{Ambiguous, Repeated, SameClock, Unmatched};
        let marks = [cause(1, 0, 1), effect(2, 1, 2)];
        assert_eq!(find(&marks).1, vec![(Unmatched, 1), (Unmatched, 2)]);
        let marks = [cause(1, 0, 1), cause(1, 0, 2), effect(1, 1, 3)];
        assert_eq!(
            find(&marks),
            (vec![], vec![(Repeated, 1), (Repeated, 2), (Repeated, 3)])
        );
        let marks = [cause(1, 0, 1), cause(1, 1, 2), effect(1, 2, 3)];
        let left = vec![(Unmatched, 1), (Unmatched, 2), (Ambiguous, 3)];
        assert_eq!(find(&marks), (vec![], left));
        let marks = [cause(1, 0, 1), effect(1, 0, 3)];
        assert_eq!(find(&marks), (vec![], vec![(SameClock, 1), (SameClock, 3)]));
    }
}
