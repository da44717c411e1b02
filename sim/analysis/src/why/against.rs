//! What one run has more than another one, or late calls more than punctual ones.

use super::{Behind, Groups, Kinds, Place, Rule, groups, rule, sentence::Sentences};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use trueboard_core::defect;
use trueboard_truth::why::CauseRow;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// What lies behind it, by how much it differs.
    pub behind: Vec<Change<Behind>>,
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
fn divided(side: &Side<'_>, kinds: Kinds<'_>, by_line: bool) -> Groups {
    let rows: Vec<CauseRow> = side.rows.iter().map(|r| (*r).clone()).collect();
    let mut groups = groups(&rows, kinds, by_line);
    let calls = side.calls.max(1);
    let mut sum = 0;
    let mut quotient = |n: u64| {
        let before = (sum + calls / 2) / calls;
        sum += n;
        (sum + calls / 2) / calls - before
    };
    for group in groups.values_mut() {
        group.cycles = 0;
        for n in group.behind.values_mut() {
            *n = quotient(*n);
            group.cycles += *n;
        }
    }
    groups
}

/// What `after` has more than `before`, per call. Lines are told apart if `by_line`: the images are the same.
#[must_use]
pub fn changes(before: &Side<'_>, after: &Side<'_>, kinds: Kinds<'_>, by_line: bool) -> Changes {
    let (b, a) = (
        divided(before, kinds, by_line),
        divided(after, kinds, by_line),
    );
    let places: BTreeSet<&Place> = b.keys().chain(a.keys()).collect();
    let mut causes = Vec::new();
    for place in places {
        let (old, new) = (b.get(place), a.get(place));
        let say = Sentences { place };
        let count = |g: Option<&super::Group>| g.map_or(0, |g| g.cycles);
        let named = new.or(old);
        let none = BTreeMap::new();
        let behind_of = |g: Option<&super::Group>| g.map_or(none.clone(), |g| g.behind.clone());
        let (bb, ab) = (behind_of(old), behind_of(new));
        let all: BTreeSet<&Behind> = bb.keys().chain(ab.keys()).collect();
        let mut behind: Vec<Change<Behind>> = (all.into_iter())
            .filter(|x| **x != Behind::default())
            .map(|x| Change {
                before: bb.get(x).copied().unwrap_or(0),
                after: ab.get(x).copied().unwrap_or(0),
                sentence: say.behind(x),
                what: x.clone(),
            })
            .filter(|c| c.before != c.after)
            .collect();
        behind.sort_by_key(|c| std::cmp::Reverse(c.more().unsigned_abs()));
        let (before, after) = (count(old), count(new));
        if before == after && behind.is_empty() {
            continue;
        }
        let (instruction, of) = named.map_or(("", 0), |g| (g.instruction(), g.instructions.len()));
        causes.push(Change {
            before,
            after,
            sentence: say.cause(instruction, of),
            what: Differing {
                place: place.clone(),
                rule: rule(&place.kind, &place.part),
                behind,
            },
        });
    }
    causes.sort_by_key(|c| std::cmp::Reverse(c.more().unsigned_abs()));
    let total = |g: &Groups| g.values().map(|g| g.cycles).sum();
    Changes {
        before: total(&b),
        after: defect!("why-difference", total(&a), total(&b)),
        causes,
    }
}
