//! What a tracer in the firmware recorded beside what happened: two sequences of names for each core, and where they
//! differ.

use serde::Serialize;
use std::collections::BTreeMap;

/// Longest part of two sequences that is matched, once what they begin and end with alike is left out.
const LONGEST: usize = 6000;

/// A name at a place of a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The core.
    pub core: u8,
    /// What happened, or was recorded.
    pub what: String,
    /// Its place among all that is compared of this core, from 1: of what happened, or of what was recorded.
    pub number: usize,
}

/// How many of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Happened.
    pub happened: usize,
    /// Recorded.
    pub recorded: usize,
    /// Happened, and not recorded.
    pub missing: usize,
    /// Recorded, and did not happen.
    pub extra: usize,
    /// Recorded, but not where it happened.
    pub out_of_order: usize,
}

/// A trace beside what happened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Recorded {
    /// By name.
    pub tallies: BTreeMap<String, Tally>,
    /// What was not recorded, by its place in what happened.
    pub missing: Vec<Place>,
    /// What did not happen, by its place in what was recorded.
    pub extra: Vec<Place>,
    /// What was recorded at another place than it happened at, by its place in what was recorded.
    pub out_of_order: Vec<Place>,
}

impl Recorded {
    /// All that happened was recorded, in order, and nothing else.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.out_of_order.is_empty()
    }
}

/// Two sequences that differ in more than can be matched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("core {0}: what was recorded and what happened differ in more than {LONGEST} places")]
pub struct TooDifferent(pub u8);

/// Holds what was recorded on each core against what happened there, in order.
///
/// # Errors
/// When the two have too little in common to be matched.
pub fn recorded(
    happened: &BTreeMap<u8, Vec<String>>,
    records: &BTreeMap<u8, Vec<String>>,
) -> Result<Recorded, TooDifferent> {
    let mut found = Recorded::default();
    let cores: std::collections::BTreeSet<u8> =
        happened.keys().chain(records.keys()).copied().collect();
    for core in cores {
        let of = |m: &BTreeMap<u8, Vec<String>>| m.get(&core).cloned().unwrap_or_default();
        let (a, b) = (of(happened), of(records));
        for what in &a {
            found.tallies.entry(what.clone()).or_default().happened += 1;
        }
        for what in &b {
            found.tallies.entry(what.clone()).or_default().recorded += 1;
        }
        let (missing, mut extra) = unmatched(&a, &b).ok_or(TooDifferent(core))?;
        let place = |of: &[String], i: usize| Place {
            core,
            what: of[i].clone(),
            number: i + 1,
        };
        for i in missing {
            match extra.iter().position(|&j| b[j] == a[i]) {
                Some(at) => found.out_of_order.push(place(&b, extra.remove(at))),
                None => found.missing.push(place(&a, i)),
            }
        }
        found.extra.extend(extra.into_iter().map(|j| place(&b, j)));
    }
    for p in &found.missing {
        found.tallies.entry(p.what.clone()).or_default().missing += 1;
    }
    for p in &found.extra {
        found.tallies.entry(p.what.clone()).or_default().extra += 1;
    }
    for p in &found.out_of_order {
        found
            .tallies
            .entry(p.what.clone())
            .or_default()
            .out_of_order += 1;
    }
    Ok(found)
}

/// The places of `a` and of `b` that belong to no longest common sequence of both; none if that is too much work.
fn unmatched(a: &[String], b: &[String]) -> Option<(Vec<usize>, Vec<usize>)> {
    let begin = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a_rest, b_rest) = (&a[begin..], &b[begin..]);
    let end = a_rest.iter().rev().zip(b_rest.iter().rev());
    let end = end.take_while(|(x, y)| x == y).count();
    let (a_rest, b_rest) = (&a_rest[..a_rest.len() - end], &b_rest[..b_rest.len() - end]);
    let (n, m) = (a_rest.len(), b_rest.len());
    if n == 0 || m == 0 {
        return Some(((begin..begin + n).collect(), (begin..begin + m).collect()));
    }
    if n > LONGEST || m > LONGEST {
        return None;
    }
    // Lengths of the longest common sequences of what is left of both, from the end.
    let mut longest = vec![0u16; (n + 1) * (m + 1)];
    let at = |i: usize, j: usize| i * (m + 1) + j;
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            longest[at(i, j)] = match a_rest[i] == b_rest[j] {
                true => longest[at(i + 1, j + 1)] + 1,
                false => longest[at(i + 1, j)].max(longest[at(i, j + 1)]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    while i < n && j < m {
        if a_rest[i] == b_rest[j] {
            (i, j) = (i + 1, j + 1);
        } else if longest[at(i + 1, j)] >= longest[at(i, j + 1)] {
            missing.push(begin + i);
            i += 1;
        } else {
            extra.push(begin + j);
            j += 1;
        }
    }
    missing.extend((i..n).map(|i| begin + i));
    extra.extend((j..m).map(|j| begin + j));
    Some((missing, extra))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> BTreeMap<u8, Vec<String>> {
        BTreeMap::from([(0, text.chars().map(String::from).collect())])
    }

    /// Numbers of what is missing, extra and out of order.
    fn held(happened: &str, records: &str) -> [Vec<usize>; 3] {
        let r = recorded(&of(happened), &of(records)).expect("they can be matched");
        let numbers = |p: &[Place]| p.iter().map(|p| p.number).collect();
        [
            numbers(&r.missing),
            numbers(&r.extra),
            numbers(&r.out_of_order),
        ]
    }

    #[test]
    fn what_is_missing_extra_and_out_of_order_is_named() {
        let none = Vec::<usize>::new;
        assert_eq!(held("abcabc", "abcabc"), [none(), none(), none()]);
        assert_eq!(held("abcabc", "abcbc"), [vec![4], vec![], vec![]]);
        assert_eq!(held("abc", "abxc"), [vec![], vec![3], vec![]]);
        assert_eq!(held("abcd", "acbd"), [vec![], vec![], vec![3]]);
        assert_eq!(held("abcde", "abde"), [vec![3], vec![], vec![]]);
        assert_eq!(held("", "a"), [vec![], vec![1], vec![]]);
        let r = recorded(&of("aab"), &of("ab")).expect("they can be matched");
        let a = r.tallies["a"];
        assert_eq!((a.happened, a.recorded, a.missing), (2, 1, 1));
        assert!(!r.complete());
    }

    #[test]
    fn what_has_nothing_in_common_is_refused() {
        let (a, b) = ("a".repeat(LONGEST + 1), "b".repeat(LONGEST + 1));
        assert_eq!(recorded(&of(&a), &of(&b)), Err(TooDifferent(0)));
    }
}
