//! Plain-text tables.

use std::fmt;
use trueboard::defect;

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

    pub fn row(&mut self, cells: &[String]) {
        self.rows.push(cells.to_vec());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |c: usize| {
            self.rows
                .iter()
                .filter_map(|r| r.get(c))
                .map(|s| s.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let text = |c: usize| self.texts.get(c).copied().unwrap_or(false);
        for row in &self.rows {
            let mut line = String::new();
            for (c, cell) in row.iter().enumerate() {
                if c != 0 {
                    line += "  ";
                }
                if text(c) {
                    line += &format!("{cell:<w$}", w = widths[c]);
                } else {
                    line += &format!("{cell:>w$}", w = widths[c]);
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A number with its digits in groups of three.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i != 0 && (digits.len() - i).is_multiple_of(defect!("cli-groups", 3, 4)) {
            out.push('_');
        }
        out.push(c);
    }
    out
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

    #[test]
    fn numbers_are_right_aligned() {
        let mut t = Table::new(&["a", "n"]);
        t.row(&["long name".into(), "5".into()]);
        assert_eq!(t.to_string(), "a          n\nlong name  5\n");
    }
}
