//! The table of planted defects, `planted.ron`, and the page that is made of it.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// One planted defect: a row of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defect {
    /// Name in the code: `defect!("name")`.
    pub name: String,
    /// Package whose code has it.
    pub package: String,
    /// Wrong behaviour while it is active.
    pub breaks: String,
    /// Document and section, or the promise of Trueboard's own pages, that the behaviour violates.
    pub rule: String,
    /// Tests that fail while it is active: package and path of the test.
    pub noticed_by: Vec<(String, String)>,
}

/// The workspace's directory.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the package lies in the workspace")
        .to_owned()
}

/// The table, sorted by package and name.
///
/// # Errors
/// When the file cannot be read or a name stands twice.
pub fn read() -> Result<Vec<Defect>, String> {
    let path = root().join("tests/defects/planted.ron");
    let wrong = |e: String| format!("{}: {e}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|e| wrong(e.to_string()))?;
    let mut rows: Vec<Defect> = ron::from_str(&text).map_err(|e| wrong(e.to_string()))?;
    rows.sort_by(|a, b| (&a.package, &a.name).cmp(&(&b.package, &b.name)));
    let mut names: Vec<&str> = rows.iter().map(|d| d.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|w| w[0] == w[1]) {
        Some(twice) => Err(wrong(format!("{} has two rows", twice[0]))),
        None => Ok(rows),
    }
}

/// The page of the table.
pub fn page() -> PathBuf {
    root().join("docs/planted-defects.md")
}

/// The content of [`page`].
pub fn markdown(rows: &[Defect]) -> String {
    let mut packages: BTreeMap<&str, Vec<&Defect>> = BTreeMap::new();
    for d in rows {
        packages.entry(&d.package).or_default().push(d);
    }
    let mut out = format!(
        "# Planted defects\n\n\
         The code holds {} single mistakes that are off: `defect!(\"name\")` is the constant `false`, and \
         `defect!(\"name\", right, wrong)` is `right`, in every ordinary build. With the feature `defects` of \
         `trueboard-core` one is active while the environment variable `TRUEBOARD_DEFECT` is its name. Then \
         each test named here for it has to fail; without a defect all have to pass.\n\n    \
         cargo run --release -p defects                    those that the fastest tests notice\n    \
         cargo run --release -p defects -- --full          all of them\n    \
         cargo run --release -p defects -- NAME…           some\n    \
         cargo run --release -p defects -- --find NAME     runs every test under one defect, prints which fail\n    \
         cargo run --release -p defects -- --write         writes this page\n\n\
         `./test` runs the first, `./test --full` the second; the build with the feature is in `target/defects`. \
         This page is made from `tests/defects/planted.ron`. A name in the code without a row, or a row without \
         code, fails a test. To plant a defect: a line of code, a row, a run with its name.\n",
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
    use std::collections::BTreeSet;

    /// All Rust files below `dir`.
    fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(dir).expect("the directory can be listed") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }

    /// The package that a file of `sim` belongs to.
    fn package(file: &Path) -> String {
        let manifest = file
            .ancestors()
            .map(|dir| dir.join("Cargo.toml"))
            .find(|manifest| manifest.exists())
            .expect("a manifest above the file");
        let text = std::fs::read_to_string(manifest).expect("a manifest");
        let name = text.lines().find_map(|l| l.strip_prefix("name = \""));
        name.expect("a name").trim_end_matches('"').to_owned()
    }

    #[test]
    fn the_table_lists_exactly_the_defects_of_the_code() {
        let mut files = Vec::new();
        sources(&root().join("sim"), &mut files);
        let mut planted = BTreeSet::new();
        for file in files.iter().filter(|f| !f.ends_with("core/src/defects.rs")) {
            let text = std::fs::read_to_string(file).expect("a source");
            for (at, start) in text.match_indices("defect!(") {
                let name = text[at + start.len()..].trim_start().split('"').nth(1);
                planted.insert((package(file), name.expect("a name").to_owned()));
            }
        }
        let rows = read().expect("a table");
        let listed: BTreeSet<(String, String)> =
            rows.into_iter().map(|d| (d.package, d.name)).collect();
        let only = |a: &BTreeSet<_>, b: &BTreeSet<_>| a.difference(b).cloned().collect::<Vec<_>>();
        assert_eq!(only(&planted, &listed), [], "in the code only");
        assert_eq!(only(&listed, &planted), [], "in planted.ron only");
    }

    #[test]
    fn every_row_says_all_that_it_should() {
        for d in read().expect("a table") {
            let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(d.name.chars().all(word), "{}", d.name);
            assert!(!d.noticed_by.is_empty(), "{}: no test", d.name);
            assert!(!d.breaks.is_empty() && !d.rule.is_empty(), "{}", d.name);
        }
    }

    #[test]
    fn the_page_is_that_of_the_table() {
        let page = std::fs::read_to_string(page()).expect("the page");
        assert!(
            page == markdown(&read().expect("a table")),
            "docs/planted-defects.md is old; write it: cargo run --release -p defects -- --write"
        );
    }
}
