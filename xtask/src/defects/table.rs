//! The table of planted defects, `planted.ron`, and the page that is made of it.

pub use conformance::root;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// One planted defect: a row of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defect {
    /// Its name, for messages and for the variable that switches it on.
    pub name: String,
    /// Where the code has it.
    pub places: Vec<Place>,
    /// Wrong behaviour while it is active.
    pub breaks: String,
    /// Document and section, or the promise of Trueboard's own pages, that the behaviour violates.
    pub rule: String,
    /// Tests that fail while it is active: package and path of the test.
    pub noticed_by: Vec<(String, String)>,
}

/// A place of the code, and how it is wrong there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The file, from the workspace's directory.
    pub file: String,
    /// Text that occurs once in the file; white space counts as one space.
    pub text: String,
    /// The wrong text in its place, in which `DEFECT` is whether the defect is active. Without that word, `text` is an
    /// expression, and this is the wrong one.
    pub wrong: String,
}

impl Defect {
    /// The package whose code has it: that of its first place.
    pub fn package(&self) -> String {
        let file = self.places.first().map_or("", |p| p.file.as_str());
        package_of(&root().join(file))
    }
}

/// The package that a file belongs to; empty where none is.
fn package_of(file: &Path) -> String {
    let manifest = file.ancestors().map(|dir| dir.join("Cargo.toml"));
    let manifest = manifest.into_iter().find(|m| m.exists());
    let text = manifest.and_then(|m| std::fs::read_to_string(m).ok());
    let name = |t: &String| Some(t.split_once("\nname = \"")?.1.split_once('"')?.0.to_owned());
    text.as_ref().and_then(name).unwrap_or_default()
}

/// The table, sorted by package and name.
///
/// # Errors
/// When the file cannot be read or a name occurs twice.
pub fn read() -> Result<Vec<Defect>, String> {
    let path = root().join("tests/defects/planted.ron");
    let wrong = |e: String| format!("{}: {e}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|e| wrong(e.to_string()))?;
    let mut rows: Vec<Defect> = ron::from_str(&text).map_err(|e| wrong(e.to_string()))?;
    rows.sort_by_cached_key(|d| (d.package(), d.name.clone()));
    let mut names: Vec<&str> = rows.iter().map(|d| d.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|w| w[0] == w[1]) {
        Some(twice) => Err(wrong(format!("{} has two rows", twice[0]))),
        None => Ok(rows),
    }
}

/// The page of the table.
pub fn page() -> PathBuf {
    root().join("docs/contributing/planted-defects.md")
}

/// The content of [`page`].
pub fn markdown(rows: &[Defect]) -> String {
    let mut packages: BTreeMap<String, Vec<&Defect>> = BTreeMap::new();
    for d in rows {
        packages.entry(d.package()).or_default().push(d);
    }
    let mut out = format!(
        "# Planted defects\n\n\
         {} single mistakes are planted in a copy of the sources, never in the sources themselves. A row of \
         `tests/defects/planted.ron` names a file, a text that occurs once in it, and the wrong text. The copy, \
         `target/defects/tree`, is built once, with the \
         tests that its rows name; each mistake in it is off. One is on while the environment variable \
         `TRUEBOARD_DEFECT` is its name. Then each test named here for it must fail; with all mistakes off, all \
         tests must pass.\n\n    \
         cargo xtask defects                    a tenth of them; another tenth after each commit\n    \
         cargo xtask defects --full          all of them\n    \
         cargo xtask defects NAME…           some\n    \
         cargo xtask defects --find NAME     runs every test under one defect, prints which fail\n    \
         cargo xtask defects --write         writes this page\n\n\
         `./test` runs the first, `./test --full` the second. A row fails a test when its text does not occur once \
         in its file. To plant a defect: a row, and a run with its name.\n",
        rows.len()
    );
    let cell = |text: &str| text.replace('|', "\\|");
    for (package, rows) in packages {
        let _ = write!(
            out,
            "\n## {package}\n\n| Defect | Breaks | Rule | Noticed by |\n|---|---|---|---|\n"
        );
        for d in rows {
            let tests: Vec<String> = d
                .noticed_by
                .iter()
                .map(|(p, t)| format!("{p}: `{t}`"))
                .collect();
            let _ = writeln!(
                out,
                "| `{}` | {} | {} | {} |",
                d.name,
                cell(&d.breaks),
                cell(&d.rule),
                tests.join(", ")
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_stands_once_in_its_file() {
        crate::defects::plant::planted(&read().expect("a table")).expect("each place is there");
    }

    #[test]
    fn product_code_is_free_of_defects() {
        let rows = read().expect("a table");
        let places = rows.iter().flat_map(|d| &d.places);
        for place in places {
            let text = std::fs::read_to_string(root().join(&place.file)).expect("a source");
            assert!(!text.contains("DEFECT"), "{}", place.file);
        }
    }

    #[test]
    fn every_row_says_all_that_it_should() {
        for d in read().expect("a table") {
            let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(d.name.chars().all(word), "{}", d.name);
            assert!(!d.noticed_by.is_empty(), "{}: no test", d.name);
            assert!(!d.places.is_empty(), "{}: no place", d.name);
            assert!(!d.breaks.is_empty() && !d.rule.is_empty(), "{}", d.name);
        }
    }

    #[test]
    fn the_page_is_that_of_the_table() {
        let page = std::fs::read_to_string(page()).expect("the page");
        assert!(
            page == markdown(&read().expect("a table")),
            "docs/contributing/planted-defects.md is old; write it: cargo xtask defects --write"
        );
    }
}
