//! Finds the row of a word, and checks that there is at most one.

use std::collections::BTreeMap;

use super::{Bits, FixedBits, Row};

/// Ten bits select a handful of rows of any table seen so far, and the index stays below 100 KB.
const KEY_BITS: usize = 10;

/// Finds the row of a word: some well-chosen bits select a short list of candidates.
#[derive(Clone, Debug)]
pub struct Index {
    key: Bits,
    /// Start of each key's part of `candidates`, and the end of the last.
    starts: Vec<u32>,
    /// Row numbers with their fixed bits, the most specific row of a key first.
    candidates: Vec<(FixedBits, u16)>,
}

impl Index {
    /// Builds the index of a table.
    #[must_use]
    pub fn new<C>(rows: &[Row<C>]) -> Self {
        let key_mask = key_mask(rows);
        let key = Bits::of_mask(key_mask);
        let mut order: Vec<u16> = (0..).take(rows.len()).collect();
        order.sort_by_key(|&row| {
            std::cmp::Reverse(rows[usize::from(row)].form.fixed.mask.count_ones())
        });

        let mut index = Self {
            key,
            starts: vec![0],
            candidates: Vec::new(),
        };
        for number in 0..1 << key.width() {
            let word = key.scatter(number);
            let fitting = order
                .iter()
                .map(|&row| (rows[usize::from(row)].form.fixed, row));
            index.candidates.extend(
                fitting.filter(|(fixed, _)| (word ^ fixed.value) & fixed.mask & key_mask == 0),
            );
            index.starts.push(index.candidates.len() as u32);
        }
        index
    }

    /// Number of the row that a word belongs to.
    #[must_use]
    pub fn find(&self, word: u32) -> Option<usize> {
        let key = self.key.gather(word) as usize;
        let part = self.starts[key] as usize..self.starts[key + 1] as usize;
        let found = self.candidates[part]
            .iter()
            .find(|(fixed, _)| fixed.matches(word))?;
        Some(found.1.into())
    }
}

/// The bits that most rows fix.
fn key_mask<C>(rows: &[Row<C>]) -> u32 {
    let fixing = |bit: &u32| {
        rows.iter()
            .filter(|row| row.form.fixed.mask >> bit & 1 != 0)
            .count()
    };
    let mut bits: Vec<u32> = (0..32).filter(|bit| fixing(bit) > 0).collect();
    bits.sort_by_key(|bit| std::cmp::Reverse(fixing(bit)));
    bits.iter()
        .take(KEY_BITS)
        .fold(0, |mask, bit| mask | 1 << bit)
}

/// What is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// Two rows have one name.
    #[error("two rows are called {0}")]
    Name(&'static str),
    /// Two rows share words, and neither fixes all bits of the other and more.
    #[error("rows {0} and {1} overlap, and neither is more specific")]
    Overlap(&'static str, &'static str),
    /// A syntax text names an operand that the row does not have.
    #[error("the syntax of {0} is malformed or names an unknown operand")]
    Syntax(&'static str),
}

/// Checks names, syntax texts and every pair of rows of a table.
///
/// # Errors
/// The first fault found.
pub fn check_table<C>(rows: &[Row<C>]) -> Result<(), TableError> {
    let mut names = BTreeMap::new();
    for (number, row) in rows.iter().enumerate() {
        if names.insert(row.name, number).is_some() {
            return Err(TableError::Name(row.name));
        }
        let known = |name: &str| row.form.operands.iter().any(|field| field.name == name);
        let mut parts = row.form.syntax.split('{');
        let plain = parts.next().is_some_and(|text| !text.contains('}'));
        let named = parts.all(|part| part.split_once('}').is_some_and(|(name, _)| known(name)));
        if !plain || !named {
            return Err(TableError::Syntax(row.name));
        }
        if let Some(other) = rows[..number].iter().find(|other| ambiguous(row, other)) {
            return Err(TableError::Overlap(other.name, row.name));
        }
    }
    Ok(())
}

fn ambiguous<C>(a: &Row<C>, b: &Row<C>) -> bool {
    let (a, b) = (a.form.fixed, b.form.fixed);
    let common = a.mask & b.mask;
    let overlap = (a.value ^ b.value) & common == 0;
    let nested = a.mask != b.mask && (common == a.mask || common == b.mask);
    overlap && !nested
}
