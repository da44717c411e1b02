//! A set-associative cache of tags: which lines are present, which are dirty, which leaves next.
//! The bytes are in [`crate::mem::Memory`].

use serde::{Deserialize, Serialize};

/// Which line of a full set leaves.
///
/// In files it is a word: `lru`, `lrr`, `random` or `direct`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Replacement {
    /// The least recently used.
    Lru,
    /// The least recently filled.
    Lrr,
    /// Pseudo-random: a 16-bit Galois LFSR that steps at every replacement.
    Random,
    /// There is one way only.
    Direct,
}

impl TryFrom<String> for Replacement {
    type Error = String;
    fn try_from(word: String) -> Result<Replacement, String> {
        Ok(match word.as_str() {
            "lru" => Replacement::Lru,
            "lrr" => Replacement::Lrr,
            "random" => Replacement::Random,
            "direct" => Replacement::Direct,
            _ => return Err(format!("`{word}` is none of lru, lrr, random, direct")),
        })
    }
}

impl From<Replacement> for String {
    fn from(r: Replacement) -> String {
        match r {
            Replacement::Lru => "lru",
            Replacement::Lrr => "lrr",
            Replacement::Random => "random",
            Replacement::Direct => "direct",
        }
        .to_owned()
    }
}

/// Size and shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Geometry {
    /// Number of sets, a power of two.
    pub sets: u32,
    /// Lines per set, at most 8.
    pub ways: u32,
    /// Bytes per line, a power of two.
    pub line_bytes: u32,
}

impl Geometry {
    /// Checks the shape.
    ///
    /// # Errors
    /// Says which number cannot be.
    pub fn check(&self) -> Result<(), String> {
        if !self.sets.is_power_of_two() || !self.line_bytes.is_power_of_two() {
            return Err(format!(
                "{self:?}: sets and line_bytes must be powers of two"
            ));
        }
        if self.ways == 0 || self.ways > 8 {
            return Err(format!("{self:?}: ways must be 1 to 8"));
        }
        Ok(())
    }

    /// Capacity in bytes.
    pub fn bytes(&self) -> u64 {
        u64::from(self.sets) * u64::from(self.ways) * u64::from(self.line_bytes)
    }
}

/// A line that had to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victim {
    /// Its first physical address.
    pub pa: u64,
    /// It holds data that memory has not.
    pub dirty: bool,
}

/// The tag of a way that holds nothing: no physical address has it.
const NOTHING: u64 = u64::MAX;

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cache {
    geometry: Geometry,
    replacement: Replacement,
    line_shift: u32,
    /// Line address (physical address / line size) of each way, set by set, or [`NOTHING`].
    tags: Vec<u64>,
    dirty: Vec<bool>,
    /// Per set, ways from most to least recently used (LRU) or filled (LRR), 4 bits each.
    order: Vec<u32>,
    lfsr: u16,
}

impl Cache {
    /// An empty cache. The geometry must pass [`Geometry::check`].
    pub fn new(geometry: Geometry, replacement: Replacement) -> Cache {
        let lines = (geometry.sets * geometry.ways) as usize;
        Cache {
            geometry,
            replacement,
            line_shift: geometry.line_bytes.trailing_zeros(),
            tags: vec![NOTHING; lines],
            dirty: vec![false; lines],
            order: vec![0x7654_3210; geometry.sets as usize],
            lfsr: 0xACE1,
        }
    }

    /// Its shape.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Changes the replacement rule; the contents stay.
    pub fn set_replacement(&mut self, replacement: Replacement) {
        self.replacement = replacement;
    }

    #[inline(always)]
    fn set_of(&self, line: u64) -> usize {
        line as usize & (self.geometry.sets as usize - 1)
    }

    #[inline(always)]
    fn way_of(&self, set: usize, line: u64) -> Option<usize> {
        let ways = self.geometry.ways as usize;
        let base = set * ways;
        let tags = &self.tags[base..base + ways];
        // Four ways are usual, and compared without a loop.
        match tags.first_chunk::<4>() {
            Some(&[a, b, c, d]) if ways == 4 => match line {
                _ if line == a => Some(0),
                _ if line == b => Some(1),
                _ if line == c => Some(2),
                _ if line == d => Some(3),
                _ => None,
            },
            _ => tags.iter().position(|&t| t == line),
        }
    }

    /// True when the line of `pa` is present; changes nothing.
    #[inline]
    pub fn probe(&self, pa: u64) -> bool {
        let line = pa >> self.line_shift;
        self.way_of(self.set_of(line), line).is_some()
    }

    /// The lines in the set of `pa`, as addresses; changes nothing.
    pub fn neighbours(&self, pa: u64) -> impl Iterator<Item = u64> {
        let ways = self.geometry.ways as usize;
        let first = self.set_of(pa >> self.line_shift) * ways;
        let tags = &self.tags[first..first + ways];
        let present = tags.iter().filter(|&&tag| tag != NOTHING);
        present.map(|line| line << self.line_shift)
    }

    /// True when the line of `pa` is present and dirty; changes nothing.
    pub fn is_dirty(&self, pa: u64) -> bool {
        let line = pa >> self.line_shift;
        let set = self.set_of(line);
        let way = self.way_of(set, line);
        way.is_some_and(|w| self.dirty[set * self.geometry.ways as usize + w])
    }

    /// Looks `pa` up as an access does: a hit becomes the most recently used.
    #[inline]
    pub fn lookup(&mut self, pa: u64) -> bool {
        let line = pa >> self.line_shift;
        let set = self.set_of(line);
        // The way used last, first: a hit there leaves the order as it is.
        let last = (self.order[set] & 0xf) as usize;
        if self.tags.get(set * self.geometry.ways as usize + last) == Some(&line) {
            return true;
        }
        self.lookup_others(set, line)
    }

    #[inline(never)]
    fn lookup_others(&mut self, set: usize, line: u64) -> bool {
        match self.way_of(set, line) {
            Some(way) => {
                if self.replacement == Replacement::Lru {
                    self.touch(set, way as u32);
                }
                true
            }
            None => false,
        }
    }

    /// Looks `pa` up and marks a hit dirty.
    #[inline(always)]
    pub fn lookup_write(&mut self, pa: u64) -> bool {
        let line = pa >> self.line_shift;
        let set = self.set_of(line);
        // The way used last, first, as in `lookup`.
        let last = set * self.geometry.ways as usize + (self.order[set] & 0xf) as usize;
        if self.tags.get(last) == Some(&line) {
            self.dirty[last] = true;
            return true;
        }
        self.lookup_write_others(set, line)
    }

    #[inline(never)]
    fn lookup_write_others(&mut self, set: usize, line: u64) -> bool {
        match self.way_of(set, line) {
            Some(way) => {
                self.dirty[set * self.geometry.ways as usize + way] = true;
                if self.replacement == Replacement::Lru {
                    self.touch(set, way as u32);
                }
                true
            }
            None => false,
        }
    }

    /// Marks the line of `pa`, if present, dirty.
    pub fn set_dirty(&mut self, pa: u64) {
        let line = pa >> self.line_shift;
        let set = self.set_of(line);
        if let Some(way) = self.way_of(set, line) {
            self.dirty[set * self.geometry.ways as usize + way] = true;
        }
    }

    /// Brings the line of `pa` in, clean; answers the valid line that had to leave.
    pub fn fill(&mut self, pa: u64) -> Option<Victim> {
        self.fill_in(pa, 0, None)
    }

    /// As [`Cache::fill`], never choosing the lowest `locked` ways, or exactly way `fixed`.
    pub fn fill_in(&mut self, pa: u64, locked: u32, fixed: Option<u32>) -> Option<Victim> {
        let line = pa >> self.line_shift;
        let set = self.set_of(line);
        if self.way_of(set, line).is_some() {
            return None;
        }
        self.fill_absent(pa, locked, fixed)
    }

    /// [`Cache::fill_in`] of a line that a look-up has not found.
    #[inline]
    pub fn fill_absent(&mut self, pa: u64, locked: u32, fixed: Option<u32>) -> Option<Victim> {
        let ways = self.geometry.ways;
        let line = pa >> self.line_shift;
        let set = self.set_of(line);
        let base = set * ways as usize;
        let way = match (fixed, self.open_way(set, locked)) {
            (Some(w), _) => w.min(ways - 1),
            (None, Some(w)) => w,
            (None, None) => self.choose(set, locked.min(ways - 1)),
        };
        let at = base + way as usize;
        let victim = (self.tags[at] != NOTHING).then(|| Victim {
            pa: self.tags[at] << self.line_shift,
            dirty: self.dirty[at],
        });
        self.tags[at] = line;
        self.dirty[at] = false;
        self.touch(set, way);
        victim
    }

    /// The first way behind the lowest `locked` that holds nothing.
    #[inline(always)]
    fn open_way(&self, set: usize, locked: u32) -> Option<u32> {
        if locked == 0 {
            return self.way_of(set, NOTHING).map(|w| w as u32);
        }
        let ways = self.geometry.ways;
        let holds_nothing = |&w: &u32| self.tags[set * ways as usize + w as usize] == NOTHING;
        (locked..ways).find(holds_nothing)
    }

    /// Removes the line of `pa`; answers it if it was there.
    pub fn invalidate(&mut self, pa: u64) -> Option<Victim> {
        let line = pa >> self.line_shift;
        let set = self.set_of(line);
        let way = self.way_of(set, line)?;
        let at = set * self.geometry.ways as usize + way;
        let dirty = std::mem::take(&mut self.dirty[at]);
        self.tags[at] = NOTHING;
        Some(Victim {
            pa: line << self.line_shift,
            dirty,
        })
    }

    /// Makes the line of `pa` clean; true when it was present and dirty.
    pub fn clean(&mut self, pa: u64) -> bool {
        let line = pa >> self.line_shift;
        let set = self.set_of(line);
        let Some(way) = self.way_of(set, line) else {
            return false;
        };
        std::mem::take(&mut self.dirty[set * self.geometry.ways as usize + way])
    }

    /// Removes every line; answers how many were dirty.
    pub fn invalidate_all(&mut self) -> u64 {
        let dirty = self.dirty_lines();
        self.tags.fill(NOTHING);
        self.dirty.fill(false);
        dirty
    }

    /// Makes every line clean; answers how many were dirty.
    pub fn clean_all(&mut self) -> u64 {
        let dirty = self.dirty_lines();
        self.dirty.fill(false);
        dirty
    }

    /// How many lines are dirty.
    pub fn dirty_lines(&self) -> u64 {
        self.dirty.iter().filter(|&&d| d).count() as u64
    }

    /// Line address and valid/dirty flags of one way, for diagnostic accesses. An invalid way keeps
    /// no address: 0.
    #[inline]
    pub fn entry(&self, set: u32, way: u32) -> (u64, bool, bool) {
        let at = self.slot(set, way);
        match self.tags[at] {
            NOTHING => (0, false, false),
            line => (line << self.line_shift, true, self.dirty[at]),
        }
    }

    /// Sets one way, for diagnostic accesses.
    pub fn set_entry(&mut self, set: u32, way: u32, pa: u64, valid: bool) {
        let at = self.slot(set, way);
        self.tags[at] = if valid {
            pa >> self.line_shift
        } else {
            NOTHING
        };
        self.dirty[at] = false;
    }

    fn slot(&self, set: u32, way: u32) -> usize {
        let g = self.geometry;
        ((set & (g.sets - 1)) * g.ways + way % g.ways) as usize
    }

    /// Moves `way` to the front of its set's order.
    #[inline]
    fn touch(&mut self, set: usize, way: u32) {
        let order = self.order[set];
        if order & 0xf == way {
            return;
        }
        // The place of the way's digit: the lowest zero among the digits of the difference.
        let zero = order ^ (0x1111_1111 * way);
        let shift = (zero.wrapping_sub(0x1111_1111) & !zero & 0x8888_8888).trailing_zeros() & !3;
        // Everything in front of `way` moves back by one place.
        let front = order & ((1 << shift) - 1);
        let behind = if shift + 4 >= 32 {
            0
        } else {
            order >> (shift + 4) << (shift + 4)
        };
        self.order[set] = behind | (front << 4) | way;
    }

    fn choose(&mut self, set: usize, locked: u32) -> u32 {
        let ways = self.geometry.ways;
        match self.replacement {
            // The order names ways beyond the last one too; those stay behind all others.
            Replacement::Lru | Replacement::Lrr if locked == 0 => {
                (self.order[set] >> (4 * (ways - 1))) & 0xf
            }
            Replacement::Direct => 0,
            Replacement::Random => {
                let bit = self.lfsr & 1;
                self.lfsr = (self.lfsr >> 1) ^ if bit == 1 { 0xB400 } else { 0 };
                locked + u32::from(self.lfsr) % (ways - locked)
            }
            Replacement::Lru | Replacement::Lrr => (0..8)
                .rev()
                .map(|i| (self.order[set] >> (4 * i)) & 0xf)
                .find(|&w| w >= locked && w < ways)
                .unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(replacement: Replacement) -> Cache {
        Cache::new(
            Geometry {
                sets: 2,
                ways: 4,
                line_bytes: 32,
            },
            replacement,
        )
    }

    /// Addresses of set 0: every 64 bytes.
    fn pa(i: u64) -> u64 {
        i * 64
    }

    #[test]
    fn lru_victim_is_the_least_recently_used() {
        let mut c = small(Replacement::Lru);
        for i in 0..4 {
            assert_eq!(c.fill(pa(i)), None);
        }
        assert!(c.lookup(pa(0)));
        assert_eq!(
            c.fill(pa(4)),
            Some(Victim {
                pa: pa(1),
                dirty: false
            })
        );
        assert!(c.probe(pa(0)) && !c.probe(pa(1)));
    }

    #[test]
    fn lrr_ignores_use() {
        let mut c = small(Replacement::Lrr);
        for i in 0..4 {
            c.fill(pa(i));
        }
        c.lookup(pa(0));
        assert_eq!(c.fill(pa(4)).unwrap().pa, pa(0));
    }

    /// The order word against a plain list, over a long pseudo-random run, for all way counts.
    #[test]
    fn lru_agrees_with_a_list() {
        for ways in 1..=8u32 {
            let mut c = Cache::new(
                Geometry {
                    sets: 1,
                    ways,
                    line_bytes: 32,
                },
                Replacement::Lru,
            );
            let mut list: Vec<u64> = Vec::new();
            let mut x = 1u32;
            for _ in 0..5000 {
                x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let line = u64::from(x >> 16) % 12;
                let hit = c.lookup(line * 32);
                assert_eq!(hit, list.contains(&line));
                if hit {
                    list.retain(|&l| l != line);
                } else {
                    let victim = c.fill(line * 32).map(|v| v.pa / 32);
                    let expected = (list.len() == ways as usize).then(|| list.pop().unwrap());
                    assert_eq!(victim, expected);
                }
                list.insert(0, line);
            }
        }
    }

    #[test]
    fn dirty_lines_are_known_until_cleaned() {
        let mut c = small(Replacement::Lru);
        c.fill(pa(0));
        assert!(c.lookup_write(pa(0) + 4));
        assert_eq!(c.dirty_lines(), 1);
        assert!(c.clean(pa(0)));
        assert!(!c.clean(pa(0)));
        c.set_dirty(pa(0));
        assert_eq!(c.invalidate(pa(0)), Some(Victim { pa: 0, dirty: true }));
        assert_eq!(c.invalidate(pa(0)), None);
    }

    #[test]
    fn locked_ways_stay() {
        let mut c = small(Replacement::Random);
        for i in 0..4 {
            c.fill(pa(i));
        }
        for i in 4..40 {
            c.fill_in(pa(i), 2, None);
        }
        assert!(c.probe(pa(0)) && c.probe(pa(1)));
    }

    /// Of four ways two are locked: the victim is the least recently used of the other two, whatever the
    /// locked ones did (GR740 UM 1.7, level-2 cache: locked ways are not replaced).
    #[test]
    fn the_victim_is_the_least_recently_used_way_that_is_not_locked() {
        let mut c = small(Replacement::Lru);
        for i in 0..4 {
            c.fill(pa(i));
        }
        // Ways 0 and 1 hold lines 0 and 1, the oldest. Way 2 is older than way 3.
        assert_eq!(c.fill_in(pa(4), 2, None).map(|v| v.pa), Some(pa(2)));
        assert_eq!(c.fill_in(pa(5), 2, None).map(|v| v.pa), Some(pa(3)));
        assert!(c.lookup(pa(4)));
        assert_eq!(c.fill_in(pa(6), 2, None).map(|v| v.pa), Some(pa(5)));
        assert!(c.probe(pa(0)) && c.probe(pa(1)));
    }

    #[test]
    fn lrr_ignores_writes_that_hit() {
        let mut c = small(Replacement::Lrr);
        for i in 0..4 {
            c.fill(pa(i));
        }
        assert!(c.lookup_write(pa(0)));
        let victim = c.fill(pa(4));
        assert_eq!(
            victim,
            Some(Victim {
                pa: pa(0),
                dirty: true
            })
        );
    }

    #[test]
    fn a_filled_line_is_clean_whatever_it_replaces() {
        let mut c = small(Replacement::Lru);
        for i in 0..4 {
            c.fill(pa(i));
            c.set_dirty(pa(i));
        }
        assert_eq!(
            c.fill(pa(4)),
            Some(Victim {
                pa: pa(0),
                dirty: true
            })
        );
        assert!(c.probe(pa(4)) && !c.is_dirty(pa(4)));
        assert_eq!(c.dirty_lines(), 3);
    }
}
