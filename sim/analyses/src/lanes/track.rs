//! What a core does, one thing after the other, in bounded memory.

use std::cmp::Reverse;

/// A stretch of time that ends where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// When it begins, in base ticks.
    pub at: u64,
    /// What goes on: a context of [`super::Tree`].
    pub key: u32,
    /// How often the context was entered here: 1 for a call, 0 where a callee has returned, more in a
    /// segment that was made of several.
    pub begun: u32,
}

/// Segments in order of time.
///
/// A track that was made shorter has cells of [`Track::cell`] ticks: what began within one of them keeps its exact
/// time by context and its calls, but not its order.
#[derive(Clone, Debug)]
pub struct Track {
    segments: Vec<Segment>,
    cell: u64,
}

impl Default for Track {
    fn default() -> Track {
        Track {
            segments: Vec::new(),
            cell: 1,
        }
    }
}

impl Track {
    /// The segments.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Base ticks within which the order of contexts is not kept; 1 if everything is there as it happened.
    #[must_use]
    pub fn cell(&self) -> u64 {
        self.cell
    }

    /// From `at` on this goes on; `begun` says that it is entered.
    pub fn push(&mut self, at: u64, key: u32, begun: bool) {
        let begun = u32::from(begun);
        if let Some(last) = self.segments.last_mut() {
            if begun == 0 && last.key == key {
                return;
            }
            // What has lasted no time and counts nothing leaves no trace.
            if last.at == at && last.begun == 0 {
                (last.key, last.begun) = (key, begun);
                return;
            }
        }
        self.segments.push(Segment { at, key, begun });
    }

    /// Makes the cells larger until there are at most half as many segments, or one cell.
    pub fn halve(&mut self, end: u64) {
        let most = self.segments.len() / 2;
        let span = end.max(1);
        let first = self.segments.first().map_or(0, |s| s.at);
        // Cells shorter than a segment gather nothing.
        let mean = end.saturating_sub(first) / (self.segments.len() as u64).max(1);
        let mean = mean.checked_next_power_of_two().unwrap_or(1);
        self.cell = self.cell.max(mean);
        while self.segments.len() > most && self.cell < span {
            self.cell = self.cell.saturating_mul(2);
            self.segments = gathered(&self.segments, self.cell, end, |_| {});
        }
    }

    /// The track as a viewer draws it where a cell is narrower than a pixel: of every cell the `most` contexts with
    /// most of its time. The time of the others goes to the nearest of their callers that is among them, by
    /// `caller`, or to the longest.
    #[must_use]
    pub fn drawn(
        &self,
        cell: u64,
        end: u64,
        most: usize,
        caller: &dyn Fn(u32) -> Option<u32>,
    ) -> Vec<Segment> {
        let mut by_time = Vec::new();
        gathered(&self.segments, cell.max(1), end, |sums| {
            if sums.len() > most {
                strongest(sums, most, caller, &mut by_time);
            }
        })
    }
}

/// Time by context within a cell, in the order in which they came.
type Sums = Vec<(u32, u64, u32)>;

/// The segments with those that begin in one cell gathered by context. The one that goes on beyond the cell stays the
/// last of it.
fn gathered(
    segments: &[Segment],
    cell: u64,
    end: u64,
    mut choose: impl FnMut(&mut Sums),
) -> Vec<Segment> {
    let mut out: Vec<Segment> = Vec::new();
    let mut rest = segments;
    let mut sums = Sums::new();
    // By context, its place in the sums. Those of earlier cells name a context of another number, or none.
    let contexts = segments.iter().map(|s| s.key as usize + 1).max();
    let mut places = vec![0; contexts.unwrap_or(0)];
    while let Some((first, later)) = rest.split_first() {
        rest = later;
        let behind = (first.at - first.at % cell).saturating_add(cell);
        if later.first().is_none_or(|s| s.at >= behind) {
            append(&mut out, *first);
            continue;
        }
        sums.clear();
        let mut s = first;
        let last = loop {
            let next = rest.first();
            let ends = next.map_or(end.max(first.at), |next| next.at);
            let ticks = ends.saturating_sub(s.at);
            if let Some(place) = places.get_mut(s.key as usize) {
                match sums.get_mut(*place).filter(|sum| sum.0 == s.key) {
                    Some(sum) => {
                        sum.1 += ticks;
                        sum.2 = sum.2.saturating_add(s.begun);
                    }
                    None => {
                        *place = sums.len();
                        sums.push((s.key, ticks, s.begun));
                    }
                }
            }
            match rest.split_first() {
                Some((next, later)) if next.at < behind => (s, rest) = (next, later),
                _ => break s.key,
            }
        };
        if let Some(i) = sums.iter().position(|s| s.0 == last)
            && i + 1 < sums.len()
        {
            let goes_on = sums.remove(i);
            sums.push(goes_on);
        }
        let mut at = first.at;
        choose(&mut sums);
        for &(key, ticks, begun) in &sums {
            append(&mut out, Segment { at, key, begun });
            at += ticks;
        }
    }
    out
}

fn append(out: &mut Vec<Segment>, s: Segment) {
    match out.last_mut() {
        Some(last) if last.key == s.key => last.begun = last.begun.saturating_add(s.begun),
        _ => out.push(s),
    }
}

/// The `most` contexts with most time, which take over the time of the others. `by_time` is room for them.
fn strongest(
    sums: &mut Sums,
    most: usize,
    caller: &dyn Fn(u32) -> Option<u32>,
    by_time: &mut Vec<(Reverse<u64>, u32)>,
) {
    by_time.clear();
    let most = most.max(1);
    for s in sums.iter() {
        let one = (Reverse(s.1), s.0);
        if by_time.len() < most || by_time.last().is_some_and(|last| one < *last) {
            let place = by_time.iter().position(|other| one < *other);
            by_time.truncate(most - 1);
            by_time.insert(place.unwrap_or(by_time.len()), one);
        }
    }
    let longest = by_time.first().map_or(0, |b| b.1);
    let is_kept = |key: u32| by_time.iter().any(|b| b.1 == key);
    for i in 0..sums.len() {
        let (key, ticks, begun) = sums[i];
        if is_kept(key) {
            continue;
        }
        let mut to = key;
        while !is_kept(to) {
            to = caller(to).unwrap_or(longest);
        }
        if let Some(sum) = sums.iter_mut().find(|k| k.0 == to) {
            sum.1 += ticks;
            sum.2 = sum.2.saturating_add(begun);
        }
    }
    sums.retain(|s| is_kept(s.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(keys: &[(u64, u32)]) -> Track {
        let mut t = Track::default();
        keys.iter().for_each(|&(at, key)| t.push(at, key, true));
        t
    }

    fn time_of(segments: &[Segment], key: u32, end: u64) -> u64 {
        let ends = segments.iter().skip(1).map(|s| s.at).chain([end]);
        let pairs = segments.iter().zip(ends).filter(|(s, _)| s.key == key);
        pairs.map(|(s, to)| to - s.at).sum()
    }

    #[test]
    fn a_shorter_track_keeps_time_and_calls_of_each_context() {
        let keys: Vec<(u64, u32)> = (0..1000).map(|i| (i * 7, (i % 3) as u32)).collect();
        let (long, mut short) = (track(&keys), track(&keys));
        short.halve(7000);
        assert!(short.segments().len() <= 500, "{}", short.segments().len());
        for key in 0..3 {
            let time = |t: &Track| time_of(t.segments(), key, 7000);
            assert_eq!(time(&short), time(&long));
            let calls = |t: &Track| -> u32 {
                let of_key = t.segments().iter().filter(|s| s.key == key);
                of_key.map(|s| s.begun).sum()
            };
            assert_eq!(calls(&short), calls(&long));
        }
    }

    #[test]
    fn what_goes_on_beyond_a_cell_stays_where_it_is() {
        let t = track(&[(0, 1), (2, 2), (4, 1), (6, 2), (100, 3)]);
        let drawn = t.drawn(8, 120, 4, &|_| None);
        let found: Vec<(u64, u32)> = drawn.iter().map(|s| (s.at, s.key)).collect();
        assert_eq!(found, [(0, 1), (4, 2), (100, 3)]);
    }

    #[test]
    fn what_is_not_drawn_is_time_of_its_caller() {
        let t = track(&[(0, 1), (5, 2), (6, 3), (16, 9)]);
        let drawn = t.drawn(16, 20, 2, &|key| (key == 2).then_some(1));
        let found: Vec<(u64, u32)> = drawn.iter().map(|s| (s.at, s.key)).collect();
        assert_eq!(found, [(0, 1), (6, 3), (16, 9)]);
    }
}
