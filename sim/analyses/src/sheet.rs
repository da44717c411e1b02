//! Rows under named columns, which can be chosen, sorted and written in several forms.

mod flattened;

use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::cmp::Ordering;

/// What stands in a row under a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A name.
    Text(String),
    /// A count.
    Count(u64),
    /// A quantity; its unit is in the name of the column.
    Real(f64),
}

impl Cell {
    /// A quantity, shown with so many digits behind the point.
    #[must_use]
    pub fn rounded(value: f64, digits: u8) -> Cell {
        let scale = 10f64.powi(digits.into());
        Cell::Real((value * scale).round() / scale)
    }

    fn order(&self, other: &Cell) -> Ordering {
        let number = |c: &Cell| match c {
            Cell::Text(_) => None,
            Cell::Count(n) => Some(*n as f64),
            Cell::Real(x) => Some(*x),
        };
        match (self, other) {
            (Cell::Text(a), Cell::Text(b)) => a.cmp(b),
            // The largest first.
            (a, b) => number(b)
                .unwrap_or(f64::INFINITY)
                .total_cmp(&number(a).unwrap_or(f64::INFINITY)),
        }
    }
}

/// A column that a sheet does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no column `{name}`; there are {}", .known.join(", "))]
pub struct UnknownColumn {
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub known: Vec<String>,
}

/// Rows under named columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Sheet {
    /// A sheet without rows.
    #[must_use]
    pub fn new<S: Into<String>>(columns: impl IntoIterator<Item = S>) -> Sheet {
        Sheet {
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row, which has a cell for every column.
    pub fn push(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// The names under a column.
    ///
    /// # Errors
    /// [`UnknownColumn`].
    pub fn texts(&self, column: &str) -> Result<impl Iterator<Item = &str>, UnknownColumn> {
        let c = self.column(column)?;
        Ok(self.rows.iter().filter_map(move |row| match &row[c] {
            Cell::Text(text) => Some(text.as_str()),
            Cell::Count(_) | Cell::Real(_) => None,
        }))
    }

    /// Sorts by a column: numbers with the largest first, names by the alphabet. Equal rows stay in their
    /// order.
    ///
    /// # Errors
    /// [`UnknownColumn`].
    pub fn sort(&mut self, column: &str) -> Result<(), UnknownColumn> {
        let c = self.column(column)?;
        self.rows.sort_by(|a, b| a[c].order(&b[c]));
        Ok(())
    }

    /// Keeps these columns, in this order.
    ///
    /// # Errors
    /// [`UnknownColumn`].
    pub fn select(&mut self, columns: &[String]) -> Result<(), UnknownColumn> {
        let chosen: Vec<usize> = columns
            .iter()
            .map(|name| self.column(name))
            .collect::<Result<_, _>>()?;
        for row in &mut self.rows {
            *row = chosen.iter().map(|&c| row[c].clone()).collect();
        }
        self.columns = chosen.iter().map(|&c| self.columns[c].clone()).collect();
        Ok(())
    }

    /// Keeps the rows whose cell in a column is `wanted`.
    ///
    /// # Errors
    /// [`UnknownColumn`].
    pub fn retain(
        &mut self,
        column: &str,
        wanted: impl Fn(&Cell) -> bool,
    ) -> Result<(), UnknownColumn> {
        let c = self.column(column)?;
        self.rows.retain(|row| wanted(&row[c]));
        Ok(())
    }

    /// Keeps the first `count` rows.
    pub fn truncate(&mut self, count: usize) {
        self.rows.truncate(count);
    }

    /// An array of objects, one for each row.
    #[must_use]
    pub fn json(&self) -> Value {
        let object = |row: &Vec<Cell>| {
            let value = |cell: &Cell| serde_json::to_value(cell).unwrap_or(Value::Null);
            let pairs = self.columns.iter().cloned().zip(row.iter().map(value));
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(object).collect())
    }

    /// Comma-separated values with a heading (RFC 4180, with line feeds alone).
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = csv_line(self.columns.iter().map(String::as_str));
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(ToString::to_string).collect();
            out += &csv_line(cells.iter().map(String::as_str));
        }
        out
    }

    fn column(&self, name: &str) -> Result<usize, UnknownColumn> {
        let found = self.columns.iter().position(|c| c == name);
        found.ok_or_else(|| UnknownColumn {
            name: name.to_owned(),
            known: self.columns.clone(),
        })
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Text(s) => f.write_str(s),
            Cell::Count(n) => write!(f, "{n}"),
            Cell::Real(x) => write!(f, "{x}"),
        }
    }
}

/// A line of comma-separated values, with its line feed (RFC 4180).
#[must_use]
pub fn csv_line<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<_> = fields.into_iter().map(quoted).collect();
    quoted.join(",") + "\n"
}

/// A field of comma-separated values, in quotation marks where it needs them.
#[must_use]
pub fn quoted(field: &str) -> Cow<'_, str> {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")).into(),
        false => field.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let mut s = Sheet::new(["name", "n", "x"]);
        s.push(vec![
            Cell::Text("a,b".into()),
            Cell::Count(1),
            Cell::Real(0.5),
        ]);
        s.push(vec![
            Cell::Text("c\"d".into()),
            Cell::Count(3),
            Cell::rounded(1.0 / 3.0, 2),
        ]);
        s
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        assert_eq!(
            sheet().csv(),
            "name,n,x\n\"a,b\",1,0.5\n\"c\"\"d\",3,0.33\n"
        );
    }

    #[test]
    fn sorted_by_size_and_reduced_to_columns() {
        let mut s = sheet();
        s.sort("n").expect("there is such a column");
        s.select(&["x".into(), "n".into()])
            .expect("there are such columns");
        s.truncate(1);
        assert_eq!(s.json().to_string(), r#"[{"n":3,"x":0.33}]"#);
        let unknown = s.sort("name").expect_err("it was left out");
        assert_eq!(
            unknown.to_string(),
            "there is no column `name`; there are x, n"
        );
    }
}
