//! What one run has more than another one, or late calls more than punctual ones.

use super::sentence::Sentences;
use super::{Behind, Grain, Group, Groups, Kinds, Owned, Place, Rule, groups};
use crate::why::observe::CauseRow;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a cause contributes to a difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change<T> {
    /// Cycles there.
    pub before: u64,
    /// Cycles here.
    pub after: u64,
    /// In words.
    pub sentence: String,
    /// What it is.
    #[serde(flatten)]
    pub what: T,
}

impl<T> Change<T> {
    /// How many cycles more; negative if they are fewer.
    #[must_use]
    pub fn more(&self) -> i64 {
        self.after
            .cast_signed()
            .wrapping_sub(self.before.cast_signed())
    }
}

/// A cause that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differing {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The rule of the model.
    pub rule: Rule,
    /// What lies behind it, by how much it differs.
    pub behind: Vec<Change<Behind>>,
    /// Who owned a bus meanwhile, by how much it differs.
    pub owners: Vec<Change<Owned>>,
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changes {
    /// Cycles there.
    pub before: u64,
    /// Cycles here.
    pub after: u64,
    /// By how much they differ; they add up to the difference.
    pub causes: Vec<Change<Differing>>,
}

/// One side of a difference: rows, and by how many calls they are divided.
pub struct Side<'a> {
    /// The rows.
    pub rows: Vec<&'a CauseRow>,
    /// Calls, or 1.
    pub calls: u64,
}

/// Groups divided by calls, each rounded so that the quotients add up to the quotient of the sum.
fn divided(side: &Side<'_>, kinds: Kinds<'_>, grain: Grain) -> Groups {
    let mut groups = groups(side.rows.iter().copied(), kinds, grain);
    let calls = side.calls.max(1);
    let mut sum = 0;
    let mut quotient = |n: u64| {
        let before = (sum + calls / 2) / calls;
        sum += n;
        (sum + calls / 2) / calls - before
    };
    for group in groups.values_mut() {
        group.cycles = quotient(group.cycles);
        split(&mut group.behind, group.cycles, calls);
        split(&mut group.owners, group.cycles, calls);
    }
    groups
}

/// Divides parts by `calls`, so that they add up to `whole`.
fn split<T>(parts: &mut BTreeMap<T, u64>, whole: u64, calls: u64) {
    let all: u64 = parts.values().sum();
    let (mut sum, mut given) = (0, 0);
    for n in parts.values_mut() {
        sum += *n;
        let up_to = match sum == all {
            true => whole,
            false => (sum / calls).min(whole),
        };
        *n = up_to - given;
        given = up_to;
    }
}

/// What differs between two divisions, by how much.
fn differing<T: Clone + Ord + Default>(
    before: &BTreeMap<T, u64>,
    after: &BTreeMap<T, u64>,
    say: impl Fn(&T) -> String,
) -> Vec<Change<T>> {
    let all: BTreeSet<&T> = before.keys().chain(after.keys()).collect();
    let of = |side: &BTreeMap<T, u64>, what: &T| side.get(what).copied().unwrap_or(0);
    let mut changes: Vec<Change<T>> = (all.into_iter())
        .filter(|what| **what != T::default() && of(before, what) != of(after, what))
        .map(|what| Change {
            before: of(before, what),
            after: of(after, what),
            sentence: say(what),
            what: what.clone(),
        })
        .collect();
    changes.sort_by_key(|c| std::cmp::Reverse(c.more().unsigned_abs()));
    changes
}

/// What `after` has more than `before`, per call. Lines can be told apart where both are of one image.
#[must_use]
pub fn changes(before: &Side<'_>, after: &Side<'_>, kinds: Kinds<'_>, grain: Grain) -> Changes {
    let (b, a) = (divided(before, kinds, grain), divided(after, kinds, grain));
    let places: BTreeSet<&Place> = b.keys().chain(a.keys()).collect();
    let mut causes = Vec::new();
    for place in places {
        let (old, new) = (b.get(place), a.get(place));
        let say = Sentences { place };
        let count = |g: Option<&Group>| g.map_or(0, |g| g.cycles);
        let named = new.or(old);
        let behind = |g: Option<&Group>| g.map(|g| g.behind.clone()).unwrap_or_default();
        let owners = |g: Option<&Group>| g.map(|g| g.owners.clone()).unwrap_or_default();
        let behind = differing(&behind(old), &behind(new), |b| say.behind(b));
        let owners = differing(&owners(old), &owners(new), |o| say.owned(o));
        let (before, after) = (count(old), count(new));
        if before == after && behind.is_empty() {
            continue;
        }
        let (instruction, of) =
            named.map_or((("", ""), 0), |g| (g.instruction(), g.instructions.len()));
        causes.push(Change {
            before,
            after,
            sentence: say.cause(instruction, of),
            what: Differing {
                place: place.clone(),
                rule: place.rule.clone(),
                behind,
                owners,
            },
        });
    }
    causes.sort_by_key(|c| std::cmp::Reverse(c.more().unsigned_abs()));
    let total = |g: &Groups| g.values().map(|g| g.cycles).sum();
    Changes {
        before: total(&b),
        after: total(&a),
        causes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::why::observe::{Code, Owner};
    use crate::why::{CoreKind, answer};

    fn row(function: &str, cycles: u64) -> CauseRow {
        let code = Code {
            function: function.to_owned(),
            ..Code::default()
        };
        CauseRow {
            code,
            part: "a part".to_owned(),
            data: None,
            missed: None,
            level: Default::default(),
            store: None,
            caller: None,
            owner: None,
            cycles,
        }
    }

    fn kinds(_: u8) -> CoreKind {
        CoreKind::default()
    }

    /// Three calls there, two here: 40 cycles a call of f become 90, 70 of g become 0, and h stays at 10.
    #[test]
    fn differences_are_by_call_and_the_largest_comes_first() {
        let before = [row("f", 120), row("g", 210), row("h", 30)];
        let after = [row("f", 180), row("h", 20)];
        let found = changes(
            &Side {
                rows: before.iter().collect(),
                calls: 3,
            },
            &Side {
                rows: after.iter().collect(),
                calls: 2,
            },
            &kinds,
            Grain::Function,
        );
        assert_eq!((found.before, found.after), (120, 100));
        let causes: Vec<(&str, i64)> = (found.causes.iter())
            .map(|c| (c.what.place.function.as_str(), c.more()))
            .collect();
        assert_eq!(causes, [("g", -70), ("f", 50)]);
    }

    #[test]
    fn an_earlier_transfer_of_the_core_itself_is_no_other_master() {
        let waits = |master: u8| CauseRow {
            owner: Some(Owner {
                bus: "ahb".to_owned(),
                master,
                code: None,
            }),
            ..row("f", 5)
        };
        let rows = [waits(0), waits(3)];
        let found = answer(&rows, &kinds, Grain::Function);
        let owners = found.causes.iter().flat_map(|c| &c.what.owners);
        let mut owners: Vec<(Option<u8>, bool)> =
            owners.map(|o| (o.what.owner, o.what.own)).collect();
        owners.sort_unstable();
        assert_eq!(owners, [(None, true), (Some(3), false)]);
    }
}
