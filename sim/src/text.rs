//! Plain-text tables.

use crate::paint::mark;
use std::fmt::{self, Write};
use trueboard::analysis::sheet::{Cell, Sheet};

/// A table with a heading, columns as wide as their widest cell. Columns are text, or numbers, which
/// stand at the right.
pub struct Table {
    rows: Vec<Vec<String>>,
    /// By column: it is text.
    texts: Vec<bool>,
}

impl Table {
    /// A table whose first column is text.
    pub fn new(heading: &[&str]) -> Table {
        Table::with_texts(heading, 1)
    }

    /// A table whose first `texts` columns are text, and a last one that is headed `causes` or `cause`.
    pub fn with_texts(heading: &[&str], texts: usize) -> Table {
        let words = |c: usize| c + 1 == heading.len() && ["cause", "causes"].contains(&heading[c]);
        Table::with_text_columns(heading, |c| c < texts || words(c))
    }

    /// A table whose columns are text if `text` says so.
    pub fn with_text_columns(heading: &[&str], text: impl Fn(usize) -> bool) -> Table {
        Table {
            rows: vec![heading.iter().map(|s| (*s).to_owned()).collect()],
            texts: (0..heading.len()).map(text).collect(),
        }
    }

    /// The rows of a sheet. A column with names alone is text.
    pub fn of(sheet: &Sheet) -> Table {
        let text = |c: usize| {
            let mut cells = sheet.rows().iter().filter_map(|r| r.get(c));
            cells.all(|cell| matches!(cell, Cell::Text(_)))
        };
        let heading: Vec<&str> = sheet.columns().iter().map(String::as_str).collect();
        let mut table = Table::with_text_columns(&heading, text);
        for row in sheet.rows() {
            let cells: Vec<String> = row.iter().map(ToString::to_string).collect();
            table.row(&cells);
        }
        table
    }

    pub fn row(&mut self, cells: &[String]) {
        self.rows.push(cells.to_vec());
    }
}

/// The table with marks between its cells, to be laid out where it is written: [`crate::paint::shown`].
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(mark::TABLE)?;
        for row in &self.rows {
            for (c, cell) in row.iter().enumerate() {
                let text = self.texts.get(c).copied().unwrap_or(false);
                f.write_char(if text { mark::TEXT } else { mark::NUMBER })?;
                f.write_str(cell)?;
            }
            f.write_char('\n')?;
        }
        f.write_char(mark::TABLE_END)
    }
}

/// A table whose first column is text, a little to the right.
pub fn indented(table: &str) -> String {
    let rows = table.split_inclusive('\n');
    rows.map(|row| row.replacen(mark::TEXT, &format!("{}  ", mark::TEXT), 1))
        .collect()
}

/// A number with its digits in groups of three.
pub fn grouped(n: u64) -> String {
    trueboard::analysis::markup::grouped(n, '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1234), "1_234");
        assert_eq!(grouped(123_456_789), "123_456_789");
    }
}
