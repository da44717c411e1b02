//! Sums over intervals of time, in bounded memory.

/// Numbers kept at most: rows times columns.
const MOST_NUMBERS: usize = 1 << 20;
/// Rows kept at most, and at least where columns are many.
const ROWS: (usize, usize) = (256, 4096);

/// Rows of sums, each of the time since the row before. When there are too many, pairs of them become one: sums stay
/// exact.
#[derive(Clone, Debug)]
pub struct Bins {
    begin: u64,
    columns: usize,
    most: usize,
    interval: u64,
    ends: Vec<u64>,
    sums: Vec<u64>,
    /// Smallest, largest and last level in each row, if there are levels.
    levels: Vec<(i64, i64, i64)>,
}

impl Bins {
    /// No rows yet, of so many columns; the first one begins at `begin`, and one is asked for about every `interval`
    /// base ticks.
    #[must_use]
    pub fn new(begin: u64, columns: usize, interval: u64) -> Bins {
        let most = (MOST_NUMBERS / columns.max(1)).clamp(ROWS.0, ROWS.1) & !1;
        Bins {
            begin,
            columns,
            most,
            interval: interval.max(1),
            ends: Vec::new(),
            sums: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// When the next row is due.
    #[must_use]
    pub fn next_at(&self) -> u64 {
        let last = self.ends.last().copied().unwrap_or(self.begin);
        (last / self.interval + 1).saturating_mul(self.interval)
    }

    /// A row that ends at `at`. A row without time is added to the one before it.
    pub fn push(&mut self, at: u64, sums: impl IntoIterator<Item = u64>, level: Option<i64>) {
        let again = self.ends.last().is_some_and(|&last| at <= last);
        let first = self.sums.len();
        self.sums.extend(sums.into_iter().take(self.columns));
        self.sums.resize(first + self.columns, 0);
        self.levels.extend(level.map(|l| (l, l, l)));
        self.ends.push(at);
        if again || self.ends.len() >= self.most {
            let from = if again { self.ends.len() - 2 } else { 0 };
            self.join_pairs(from);
            if !again {
                self.interval = self.interval.saturating_mul(2);
            }
        }
    }

    /// Makes one of every two rows from `from` on.
    fn join_pairs(&mut self, from: usize) {
        let columns = self.columns;
        let mut sums: Vec<u64> = self.sums.split_off(from * columns);
        for pair in sums.chunks_mut((2 * columns).max(1)) {
            if let Some((a, b)) = pair.split_at_mut_checked(columns) {
                a.iter_mut().zip(b.iter()).for_each(|(a, b)| *a += *b);
                self.sums.extend_from_slice(a);
            } else {
                self.sums.extend_from_slice(pair);
            }
        }
        let ends = self.ends.split_off(from);
        self.ends.extend(ends.chunks(2).filter_map(|c| c.last()));
        if !self.levels.is_empty() {
            let levels = self.levels.split_off(from);
            let joined = levels.chunks(2).filter_map(|c| {
                let (first, last) = (c.first()?, c.last()?);
                Some((first.0.min(last.0), first.1.max(last.1), last.2))
            });
            self.levels.extend(joined);
        }
    }

    /// When the first row begins, in base ticks.
    #[must_use]
    pub fn begin(&self) -> u64 {
        self.begin
    }

    /// When each row ends, in base ticks; it begins where the one before ends.
    #[must_use]
    pub fn ends(&self) -> &[u64] {
        &self.ends
    }

    /// The sums in a column, row by row.
    pub fn column(&self, column: usize) -> impl Iterator<Item = u64> {
        let rows = self.sums.chunks(self.columns.max(1));
        rows.map(move |row| row.get(column).copied().unwrap_or(0))
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Smallest, largest and last level in each row; nothing if there are none.
    #[must_use]
    pub fn levels(&self) -> &[(i64, i64, i64)] {
        &self.levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_stay_exact_and_rows_bounded() {
        let mut bins = Bins::new(0, 2, 10);
        let mut at = 0;
        while at < 1_000_000 {
            at = bins.next_at();
            bins.push(at, [1, 10], Some(at as i64));
        }
        let rows = bins.ends().len();
        assert!((1000..4096).contains(&rows), "{rows}");
        let (a, b): (u64, u64) = (bins.column(0).sum(), bins.column(1).sum());
        assert_eq!(b, 10 * a);
        assert_eq!(bins.levels().len(), rows);
        assert!(bins.levels().iter().all(|l| l.0 <= l.1 && l.1 == l.2));
        bins.push(at, [5, 0], Some(0));
        assert_eq!(bins.ends().len(), rows);
        assert_eq!(bins.column(0).sum::<u64>(), a + 5);
    }
}
