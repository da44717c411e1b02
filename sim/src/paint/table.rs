//! Tables laid out: columns as wide as their widest cell, in lines that a terminal does not break.

use super::{Meaning, mark, paint, width};
use std::borrow::Cow;
use std::ops::Range;

/// How far what does not fit into a line stands to the right in the next one.
const INDENT: usize = 4;

/// The text with its tables laid out in lines of at most so many characters.
pub fn laid_out(text: &str, columns: Option<usize>) -> Cow<'_, str> {
    if !text.contains(mark::TABLE) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(mark::TABLE) {
        out += before;
        let (table, behind) = after.split_once(mark::TABLE_END).unwrap_or((after, ""));
        out += &Table::of(table).within(columns);
        rest = behind;
    }
    Cow::Owned(out + rest)
}

struct Cell<'a> {
    text: &'a str,
    /// It stands at the right of its column.
    number: bool,
}

struct Table<'a> {
    rows: Vec<Vec<Cell<'a>>>,
}

impl<'a> Table<'a> {
    fn of(text: &'a str) -> Table<'a> {
        let begins = |c| c == mark::TEXT || c == mark::NUMBER;
        let row = |line: &'a str| {
            let kinds = line.chars().filter(|&c| begins(c));
            let cells = line.split(begins).skip(1).zip(kinds);
            cells
                .map(|(text, kind)| Cell {
                    text,
                    number: kind == mark::NUMBER,
                })
                .collect()
        };
        Table {
            rows: text.lines().map(row).collect(),
        }
    }

    /// The table in lines of at most so many characters, as far as no cell is wider. What does not fit into a line
    /// goes on in the next one, the heading as well as each row.
    fn within(&self, columns: Option<usize>) -> String {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |c: usize| {
            let cells = self.rows.iter().filter_map(|r| r.get(c));
            cells.map(|cell| width(cell.text)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..count).map(widest).collect();
        let lines = folded(&widths, columns);
        let mut out = String::new();
        for (r, row) in self.rows.iter().enumerate() {
            for (l, of) in lines.iter().enumerate() {
                // A short row has no more lines than it has cells for.
                if l != 0 && row.len() <= of.start {
                    break;
                }
                let mut line = " ".repeat(if l == 0 { 0 } else { INDENT });
                for c in of.clone() {
                    let Some(cell) = row.get(c) else { break };
                    if c != of.start {
                        line += "  ";
                    }
                    let space = " ".repeat(widths[c].saturating_sub(width(cell.text)));
                    line += &if cell.number {
                        space + cell.text
                    } else {
                        cell.text.to_owned() + &space
                    };
                }
                let line = line.trim_end();
                if r == 0 {
                    out += &paint(Meaning::Heading, line);
                } else {
                    out += line;
                }
                out.push('\n');
            }
        }
        out
    }
}

/// Which columns of a table stand in one line each.
fn folded(widths: &[usize], columns: Option<usize>) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut begin = 0;
    let mut used = 0;
    for (c, width) in widths.iter().enumerate() {
        let gap = if c == begin { 0 } else { 2 };
        if c != begin && columns.is_some_and(|most| used + gap + width > most) {
            lines.push(begin..c);
            begin = c;
            used = INDENT + width;
        } else {
            used += gap + width;
        }
    }
    lines.push(begin..widths.len());
    lines
}

#[cfg(test)]
mod tests {
    use crate::paint::{Look, shown};
    use crate::text::Table;

    fn lines(t: &Table, columns: Option<usize>) -> String {
        let look = Look {
            colours: false,
            columns,
        };
        shown(&format!("before\n{t}behind\n"), look)
    }

    #[test]
    fn numbers_are_right_aligned() {
        let mut t = Table::new(&["a", "n"]);
        t.row(&["long name".into(), "5".into()]);
        assert_eq!(
            lines(&t, None),
            "before\na          n\nlong name  5\nbehind\n"
        );
    }

    #[test]
    fn what_does_not_fit_goes_on_in_the_next_line() {
        let mut t = Table::with_texts(&["name", "event", "n", "share", "causes"], 2);
        t.row(&["a", "loads", "10", "5", "-"].map(str::to_owned));
        t.row(&["b", "stores"].map(str::to_owned));
        assert_eq!(
            lines(&t, Some(32)),
            "before\nname  event    n  share  causes\na     loads   10      5  -\nb     stores\nbehind\n"
        );
        assert_eq!(
            lines(&t, Some(20)),
            "before\nname  event    n\n    share  causes\na     loads   10\n        5  -\nb     stores\nbehind\n"
        );
        // A cell that is wider than a line stands alone.
        assert_eq!(
            lines(&t, Some(3)),
            "before\nname\n    event\n     n\n    share\n    causes\na\n    loads\n    10\n        5\n    -\n\
             b\n    stores\nbehind\n"
        );
    }
}
