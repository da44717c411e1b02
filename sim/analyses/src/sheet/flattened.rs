//! Rows of any answer: the elements of its arrays, under the names of their fields.

use super::{Cell, Sheet};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, de};
use std::fmt;

impl Sheet {
    /// A row for each element of the arrays of `value` at `paths`, in this order.
    ///
    /// A path has the names of fields from the outermost to the array, as `runs/comparison/events`; the path of a value
    /// that is an array is empty. Where a path leads through an array, all of its elements are taken. `*` is every
    /// field of an object, and a column `name` keeps the names.
    ///
    /// Columns are the fields of the elements in the order of their declaration, those of objects inside by
    /// `outer.inner`; a row without a field has an empty cell. A list is one cell, with spaces between numbers and
    /// `; ` between texts. Empty lists and lists of objects are left out.
    ///
    /// # Errors
    /// A value that has no JSON.
    pub fn flattened(value: &impl Serialize, paths: &[&str]) -> Result<Sheet, serde_json::Error> {
        let tree: Tree = serde_json::from_str(&serde_json::to_string(value)?)?;
        let mut sheet = Sheet::default();
        for path in paths {
            let steps: Vec<&str> = path.split('/').filter(|s| !s.is_empty()).collect();
            tree.rows(&steps, None, &mut sheet);
        }
        Ok(sheet)
    }

    /// Adds a row with these cells; columns that are new are empty in the rows before.
    fn add(&mut self, cells: Vec<(String, Cell)>) {
        let mut row = vec![Cell::Text(String::new()); self.columns.len()];
        for (name, cell) in cells {
            match self.columns.iter().position(|c| *c == name) {
                Some(c) => row[c] = cell,
                None => {
                    self.columns.push(name);
                    let rows = self.rows.iter_mut();
                    rows.for_each(|r| r.push(Cell::Text(String::new())));
                    row.push(cell);
                }
            }
        }
        self.rows.push(row);
    }
}

/// JSON whose objects keep the order of their fields.
enum Tree {
    Leaf(Cell),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl Tree {
    fn rows(&self, path: &[&str], name: Option<&str>, to: &mut Sheet) {
        match (self, path) {
            (Tree::List(all), _) => all.iter().for_each(|t| t.rows(path, name, to)),
            (Tree::Object(fields), ["*", rest @ ..]) => {
                fields.iter().for_each(|(n, t)| t.rows(rest, Some(n), to));
            }
            (Tree::Object(fields), [step, rest @ ..]) => {
                let at = fields.iter().filter(|(n, _)| n == step);
                at.for_each(|(_, t)| t.rows(rest, name, to));
            }
            (tree, []) => {
                let name = name.map(|n| ("name".to_owned(), Cell::Text(n.to_owned())));
                let mut cells: Vec<_> = name.into_iter().collect();
                let unnamed = if matches!(tree, Tree::Leaf(_)) {
                    "value"
                } else {
                    ""
                };
                tree.cells(unnamed, &mut cells);
                to.add(cells);
            }
            (Tree::Leaf(_), _) => (),
        }
    }

    /// The cells of a row that this makes under `name`.
    fn cells(&self, name: &str, to: &mut Vec<(String, Cell)>) {
        match self {
            Tree::Leaf(cell) => to.push((name.to_owned(), cell.clone())),
            // Of an empty list it is unknown what it would have.
            Tree::List(all) if all.is_empty() => (),
            Tree::List(all) => {
                let cell = |t: &Tree| match t {
                    Tree::Leaf(cell) => Some(cell.clone()),
                    Tree::List(_) | Tree::Object(_) => None,
                };
                let Some(cells) = all.iter().map(cell).collect::<Option<Vec<Cell>>>() else {
                    return;
                };
                let texts = cells.iter().any(|c| matches!(c, Cell::Text(_)));
                let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
                let text = cells.join(if texts { "; " } else { " " });
                to.push((name.to_owned(), Cell::Text(text)));
            }
            Tree::Object(fields) => fields.iter().for_each(|(n, t)| match name {
                "" => t.cells(n, to),
                outer => t.cells(&format!("{outer}.{n}"), to),
            }),
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Tree, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Tree;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }

            fn visit_unit<E: de::Error>(self) -> Result<Tree, E> {
                Ok(Tree::Leaf(Cell::Text(String::new())))
            }

            fn visit_bool<E: de::Error>(self, b: bool) -> Result<Tree, E> {
                Ok(Tree::Leaf(Cell::Text(b.to_string())))
            }

            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Tree, E> {
                Ok(Tree::Leaf(Cell::Count(n)))
            }

            fn visit_i64<E: de::Error>(self, n: i64) -> Result<Tree, E> {
                Ok(Tree::Leaf(Cell::Text(n.to_string())))
            }

            fn visit_f64<E: de::Error>(self, x: f64) -> Result<Tree, E> {
                Ok(Tree::Leaf(Cell::Real(x)))
            }

            fn visit_str<E: de::Error>(self, s: &str) -> Result<Tree, E> {
                Ok(Tree::Leaf(Cell::Text(s.to_owned())))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Tree, A::Error> {
                let mut all = Vec::new();
                while let Some(t) = seq.next_element()? {
                    all.push(t);
                }
                Ok(Tree::List(all))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Tree::Object(fields))
            }
        }
        d.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Row {
        zeta: u64,
        name: Option<&'static str>,
        inner: Inner,
        list: Vec<u8>,
        words: Vec<&'static str>,
        left_out: Vec<Inner>,
    }

    #[derive(Serialize)]
    struct Inner {
        lost: i64,
        share: f64,
    }

    #[test]
    fn columns_have_the_order_of_declaration_and_rows_that_of_paths() {
        let row = |name, lost| Row {
            zeta: 1,
            name,
            inner: Inner { lost, share: 0.5 },
            list: vec![1, 2],
            words: vec!["a", "b c"],
            left_out: vec![Inner {
                lost: 0,
                share: 0.0,
            }],
        };
        let value = BTreeMap::from([
            ("first", vec![row(Some("x,y"), -3)]),
            ("second", vec![row(None, 4)]),
        ]);
        let sheet = Sheet::flattened(&value, &["second", "first"]).unwrap_or_default();
        assert_eq!(
            sheet.csv(),
            "zeta,name,inner.lost,inner.share,list,words\n\
             1,,4,0.5,1 2,a; b c\n\
             1,\"x,y\",-3,0.5,1 2,a; b c\n"
        );
    }

    #[test]
    fn names_of_a_map_are_a_column_and_rows_may_differ() {
        let value = serde_json::json!({"t": {"f": {"n": 1}, "g": {"m": 2}}, "u": [7]});
        let sheet = Sheet::flattened(&value, &["t/*", "u", "none"]).unwrap_or_default();
        assert_eq!(sheet.csv(), "name,n,m,value\nf,1,,\ng,,2,\n,,,7\n");
    }
}
