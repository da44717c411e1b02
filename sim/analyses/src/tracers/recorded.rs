//! What a tracer in the firmware recorded beside what happened: two sequences of names for each core, and where they
//! differ.

use super::happened::end_of;
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
    /// Happened, and was recorded as another function.
    pub wrong: usize,
}

impl Tally {
    /// All that happened was recorded, in order, and nothing else.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.missing + self.extra + self.out_of_order + self.wrong == 0
    }
}

/// A record that names another function than the one that was called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wrong {
    /// The core.
    pub core: u8,
    /// What happened.
    pub happened: String,
    /// What the record says.
    pub recorded: String,
    /// The record's place among those of this core, from 1.
    pub number: usize,
}

/// Several calls in a row that are not in the trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// The core.
    pub core: u8,
    /// The first of them, by its place in what happened, from 1.
    pub first: usize,
    /// The last of them.
    pub last: usize,
    /// Nothing that happened later on this core is in the trace.
    pub to_the_end: bool,
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
    /// Records in the right place that name another function.
    pub wrong: Vec<Wrong>,
    /// Stretches of what is missing.
    pub lost: Vec<Lost>,
    /// By core: what happened and what was recorded of it, by their places from 0.
    #[serde(skip)]
    pub pairs: BTreeMap<u8, Vec<(usize, usize)>>,
}

impl Recorded {
    /// All that happened was recorded, in order, and nothing else.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.missing.is_empty()
            && self.extra.is_empty()
            && self.out_of_order.is_empty()
            && self.wrong.is_empty()
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
    recorded_where(happened, records, &|_, _, _| true)
}

/// As [`recorded`], where a call and a record of a core (by their places from 0) can only belong together if `may` says
/// so.
///
/// # Errors
/// When the two have too little in common to be matched.
pub fn recorded_where(
    happened: &BTreeMap<u8, Vec<String>>,
    records: &BTreeMap<u8, Vec<String>>,
    may: &dyn Fn(u8, usize, usize) -> bool,
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
        let same = |i: usize, j: usize| a[i] == b[j] && may(core, i, j);
        let (missing, extra) = unmatched(a.len(), b.len(), &same).ok_or(TooDifferent(core))?;
        let pairs = pairs(&missing, &extra, (a.len(), b.len()));
        found.differ(core, (&a, &b), &missing, extra, &pairs);
        let really = found.missing.iter().filter(|p| p.core == core);
        let really: Vec<usize> = really.map(|p| p.number - 1).collect();
        found.lost.extend(lost(core, &really, a.len()));
        found.pairs.insert(core, pairs);
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
    for w in &found.wrong {
        found.tallies.entry(w.happened.clone()).or_default().wrong += 1;
    }
    Ok(found)
}

/// What is left of both once the unmatched places are out: one beside the other.
fn pairs(missing: &[usize], extra: &[usize], (n, m): (usize, usize)) -> Vec<(usize, usize)> {
    let rest = |all: usize, without: &[usize]| {
        let mut out = without.iter().copied().peekable();
        (0..all)
            .filter(move |i| out.next_if_eq(i).is_none())
            .collect::<Vec<_>>()
    };
    rest(n, missing).into_iter().zip(rest(m, extra)).collect()
}

/// Stretches of two and more.
fn lost(core: u8, missing: &[usize], calls: usize) -> Vec<Lost> {
    let runs = missing
        .chunk_by(|a, b| a + 1 == *b)
        .filter(|run| run.len() > 1);
    let one = |run: &[usize]| {
        let (first, last) = (*run.first()?, *run.last()?);
        Some(Lost {
            core,
            first: first + 1,
            last: last + 1,
            to_the_end: last + 1 == calls,
        })
    };
    runs.filter_map(one).collect()
}

impl Recorded {
    /// Sorts what is unmatched on a core: records at another place, records of another function, the rest.
    fn differ(
        &mut self,
        core: u8,
        (a, b): (&[String], &[String]),
        missing: &[usize],
        mut extra: Vec<usize>,
        pairs: &[(usize, usize)],
    ) {
        let place = |of: &[String], i: usize| Place {
            core,
            what: of[i].clone(),
            number: i + 1,
        };
        // Between which matched ones a place is.
        let gap_of_call = |i: usize| pairs.partition_point(|p| p.0 < i);
        let gap_of_record = |j: usize| pairs.partition_point(|p| p.1 < j);
        let mut renamed: Vec<(String, String)> = Vec::new();
        for &i in missing {
            if let Some(at) = extra.iter().position(|&j| b[j] == a[i]) {
                self.out_of_order.push(place(b, extra.remove(at)));
                continue;
            }
            let instead = extra.iter().position(|&j| {
                gap_of_record(j) == gap_of_call(i) && !missing.iter().any(|&k| a[k] == b[j])
            });
            let Some(at) = instead else {
                self.missing.push(place(a, i));
                continue;
            };
            let j = extra.remove(at);
            // The end of a call has no name of its own: it goes by that of its begin.
            let end = |(x, y): &(String, String)| end_of(x) == a[i] && end_of(y) == b[j];
            if let Some(at) = renamed.iter().position(end) {
                renamed.remove(at);
                continue;
            }
            renamed.push((a[i].clone(), b[j].clone()));
            self.wrong.push(Wrong {
                core,
                happened: a[i].clone(),
                recorded: b[j].clone(),
                number: j + 1,
            });
        }
        self.extra.extend(extra.into_iter().map(|j| place(b, j)));
    }
}

/// The places of two sequences, of `all_a` and `all_b` elements, that belong to no longest common sequence of both; none if
/// that is too much work.
fn unmatched(
    all_a: usize,
    all_b: usize,
    same: &dyn Fn(usize, usize) -> bool,
) -> Option<(Vec<usize>, Vec<usize>)> {
    let short = all_a.min(all_b);
    let begin = (0..short).take_while(|&k| same(k, k)).count();
    let rest = short - begin;
    let end = (1..=rest)
        .take_while(|k| same(all_a - k, all_b - k))
        .count();
    let (n, m) = (all_a - begin - end, all_b - begin - end);
    if n == 0 || m == 0 {
        return Some(((begin..begin + n).collect(), (begin..begin + m).collect()));
    }
    if n > LONGEST || m > LONGEST {
        return None;
    }
    let same = |i: usize, j: usize| same(begin + i, begin + j);
    // Lengths of the longest common sequences of what is left of both, from the end.
    let mut longest = vec![0u16; (n + 1) * (m + 1)];
    let at = |i: usize, j: usize| i * (m + 1) + j;
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            longest[at(i, j)] = match same(i, j) {
                true => longest[at(i + 1, j + 1)] + 1,
                false => longest[at(i + 1, j)].max(longest[at(i, j + 1)]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    while i < n && j < m {
        if same(i, j) {
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
        assert_eq!(held("abxcd", "abycd"), [none(), none(), none()]);
        assert_eq!(held("", "a"), [vec![], vec![1], vec![]]);
        let r = recorded(&of("aab"), &of("ab")).expect("they can be matched");
        let a = r.tallies["a"];
        assert_eq!((a.happened, a.recorded, a.missing), (2, 1, 1));
        assert!(!r.complete());
    }

    #[test]
    fn another_function_and_stretches_are_told_from_single_records() {
        let held = |a, b| recorded(&of(a), &of(b)).expect("they can be matched");
        let r = held("abxcd", "abycd");
        let wrong = Wrong {
            core: 0,
            happened: "x".to_owned(),
            recorded: "y".to_owned(),
            number: 3,
        };
        assert_eq!((r.wrong, r.lost.len()), (vec![wrong], 0));
        assert!(!held("abxcd", "abycd").complete());
        let pairs = |r: &Recorded| r.pairs[&0].clone();
        assert_eq!(pairs(&held("abcd", "abd")), [(0, 0), (1, 1), (3, 2)]);
        let stretch = |first, last, to_the_end| Lost {
            core: 0,
            first,
            last,
            to_the_end,
        };
        assert_eq!(held("abcdef", "ade").lost, [stretch(2, 3, false)]);
        assert_eq!(held("abcdef", "abc").lost, [stretch(4, 6, true)]);
        // The end of a call that is recorded as another one goes by its begin.
        let list = |of: [&str; 3]| BTreeMap::from([(0, of.map(String::from).to_vec())]);
        let r = recorded(&list(["x", "a", "end of x"]), &list(["y", "a", "end of y"]));
        assert_eq!(r.expect("they can be matched").wrong.len(), 1);
    }

    #[test]
    fn of_equal_records_those_that_may_be_are_matched() {
        // The second of three calls was lost, which their names do not tell.
        let may = |_, i: usize, j: usize| [(0, 0), (2, 1)].contains(&(i, j));
        let r = recorded_where(&of("aaa"), &of("aa"), &may).expect("they can be matched");
        assert_eq!(
            (r.missing[0].number, &r.pairs[&0][..]),
            (2, &[(0, 0), (2, 1)][..])
        );
    }

    #[test]
    fn what_has_nothing_in_common_is_refused() {
        let (a, b) = ("a".repeat(LONGEST + 1), "b".repeat(LONGEST + 1));
        assert_eq!(recorded(&of(&a), &of(&b)), Err(TooDifferent(0)));
    }
}
