//! A copy of the tree with all planted defects in it, each off until its name is asked for.
//!
//! Product code stays free of them: the table says which text of which file becomes which.

use crate::defects::table::{Defect, Place, root};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment variable that names the one active defect.
pub const VARIABLE: &str = "TRUEBOARD_DEFECT";

/// What stands for "the defect is active" in the wrong text of a place.
const SWITCH: &str = "DEFECT";

/// Begins a source with defects: no lint is about what no person has written.
const ALLOWED: &str = "#![allow(warnings, clippy::all, arithmetic_overflow, unconditional_panic)] ";

/// A change of a source text: these bytes of it become that text.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edit {
    from: usize,
    to: usize,
    text: String,
}

/// Where the copy is.
pub fn tree() -> PathBuf {
    root().join("target/defects/tree")
}

/// Brings the copy up to date: files as they are here, or as `other` has them, and all defects of `rows` in them. Cargo judges by times: a file
/// that has not changed keeps its time, and one that is new and as it is here has the time that it has here. So cargo
/// compiles the crates with defects and their dependents only.
///
/// # Errors
/// When a file cannot be read or written, and when a text of the table does not stand once in its file.
pub fn copy(rows: &[Defect], other: BTreeMap<String, String>) -> Result<PathBuf, String> {
    let tree = tree();
    let mut planted = planted(rows)?;
    planted.extend(other);
    let mut wanted: Vec<PathBuf> = Vec::new();
    for file in files()? {
        let from = root().join(&file);
        let to = tree.join(&file);
        // Links lead to folders of the repository, which the copy has, too.
        if let Ok(leads) = std::fs::read_link(&from) {
            link(&leads, &to).map_err(|e| format!("{}: {e}", to.display()))?;
            wanted.push(to);
            continue;
        }
        // What git lists may be gone.
        if !from.is_file() {
            continue;
        }
        let written = match planted.remove(&file) {
            Some(text) => write(&from, &to, text.as_bytes(), false),
            None => std::fs::read(&from).and_then(|bytes| write(&from, &to, &bytes, true)),
        };
        written.map_err(|e| format!("{}: {e}", to.display()))?;
        wanted.push(to);
    }
    wanted.sort_unstable();
    remove_others(&tree, &wanted).map_err(|e| format!("{}: {e}", tree.display()))?;
    Ok(tree)
}

/// The files of the repository, tracked or new, without those that git ignores.
fn files() -> Result<Vec<String>, String> {
    let output = Command::new("git")
        .current_dir(root())
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .output()
        .map_err(|e| format!("git: {e}"))?;
    if !output.status.success() {
        return Err("git does not list the files; planted defects need a checkout".to_owned());
    }
    let names = String::from_utf8_lossy(&output.stdout);
    let names = names.split('\0').filter(|n| !n.is_empty());
    Ok(names.map(str::to_owned).collect())
}

/// Makes a link of the copy, unless it is there already.
fn link(leads: &Path, to: &Path) -> std::io::Result<()> {
    if std::fs::read_link(to).is_ok_and(|old| old == leads) {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::os::unix::fs::symlink(leads, to)
}

/// Writes a file of the copy, with the permissions of `from`, unless it is there already; `equal` is that it is as
/// `from`.
fn write(from: &Path, to: &Path, bytes: &[u8], equal: bool) -> std::io::Result<()> {
    let old = std::fs::read(to);
    if old.as_ref().is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(to, bytes)?;
    let like = std::fs::metadata(from)?;
    if old.is_err() && equal {
        std::fs::File::options()
            .write(true)
            .open(to)?
            .set_modified(like.modified()?)?;
    }
    std::fs::set_permissions(to, like.permissions())
}

/// Removes what is below `dir` and not among `wanted`, which are sorted.
fn remove_others(dir: &Path, wanted: &[PathBuf]) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            remove_others(&path, wanted)?;
        } else if wanted.binary_search(&path).is_err() {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// The sources with defects, by file.
///
/// # Errors
/// When a file cannot be read, or a text of the table does not stand once in it.
pub fn planted(rows: &[Defect]) -> Result<BTreeMap<String, String>, String> {
    let mut places: BTreeMap<&str, Vec<(&str, &Place)>> = BTreeMap::new();
    for d in rows {
        for p in &d.places {
            places.entry(&p.file).or_default().push((&d.name, p));
        }
    }
    let mut out = BTreeMap::new();
    for (file, places) in places {
        let source = std::fs::read_to_string(root().join(file))
            .map_err(|e| format!("{}: {file}: {e}", places[0].0))?;
        let text = with_defects(&source, &places).map_err(|e| format!("{file}: {e}"))?;
        out.insert(file.to_owned(), format!("{ALLOWED}{text}"));
    }
    Ok(out)
}

/// `source` with the defects of `places`.
fn with_defects(source: &str, places: &[(&str, &Place)]) -> Result<String, String> {
    let mut edits = Vec::new();
    for (name, place) in places {
        edits.extend(edits_of(source, name, place).map_err(|e| format!("{name}: {e}"))?);
    }
    // In the order of the table where two defects begin at one place.
    edits.sort_by_key(|e| (e.from, e.to));
    let mut out = String::new();
    let mut at = 0;
    for e in &edits {
        let between = source.get(at..e.from).filter(|_| e.from >= at);
        let between =
            between.ok_or_else(|| format!("two defects change `{}`", &source[e.from..e.to]))?;
        out.push_str(between);
        out.push_str(&e.text);
        at = e.to;
    }
    out.push_str(&source[at..]);
    Ok(out)
}

/// The changes that plant a defect.
fn edits_of(source: &str, name: &str, place: &Place) -> Result<Vec<Edit>, String> {
    let source = Folded::of(source);
    let text = Folded::of(&place.text).text;
    let mut found = source.text.match_indices(&text).map(|(at, _)| at);
    let (Some(at), false) = (found.next(), text.is_empty()) else {
        return Err(format!("`{text}` does not stand there any more"));
    };
    if found.next().is_some() {
        return Err(format!("`{text}` stands there more than once"));
    }
    let switch = format!(
        "{{ static ACTIVE: ::std::sync::LazyLock<bool> = ::std::sync::LazyLock::new(|| \
         ::std::env::var(\"{VARIABLE}\").is_ok_and(|active| active == \"{name}\")); *ACTIVE }}"
    );
    let end = at + text.len();
    if !place.wrong.contains(SWITCH) {
        let insert = |at: usize, text: String| Edit {
            from: at,
            to: at,
            text,
        };
        return Ok(vec![
            insert(
                source.place(at),
                format!("(if {switch} {{ {} }} else {{ ", place.wrong),
            ),
            insert(source.end_of(end), " })".to_owned()),
        ]);
    }
    let wrong = Folded::of(&place.wrong).text;
    // Only what differs, so that defects that are neighbours do not meet.
    let before = common(text.bytes(), wrong.bytes());
    let most = text.len().min(wrong.len()) - before;
    let behind = common(text.bytes().rev(), wrong.bytes().rev()).min(most);
    Ok(vec![Edit {
        from: source.place(at + before),
        to: source.end_of(end - behind).max(source.place(at + before)),
        text: wrong[before..wrong.len() - behind].replace(SWITCH, &switch),
    }])
}

/// How many bytes two texts have in common at their beginning.
fn common(a: impl Iterator<Item = u8>, b: impl Iterator<Item = u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b && a.is_ascii()).count()
}

/// A text with each run of white space as one space, and where its bytes come from.
struct Folded {
    text: String,
    /// Offset in the original of each byte of `text`, and of the end.
    places: Vec<usize>,
}

impl Folded {
    fn of(original: &str) -> Self {
        let mut text = String::new();
        let mut places = Vec::new();
        let trimmed = original.trim_end();
        for (at, c) in trimmed.char_indices() {
            let white = c.is_whitespace();
            if white && (text.is_empty() || text.ends_with(' ')) {
                continue;
            }
            text.push(if white { ' ' } else { c });
            places.resize(text.len(), at);
        }
        places.push(trimmed.len());
        Self { text, places }
    }

    /// Where byte `at` of the folded text stands in the original.
    fn place(&self, at: usize) -> usize {
        self.places[at]
    }

    /// Where the original text ends that folds to the first `at` bytes.
    fn end_of(&self, at: usize) -> usize {
        match self.text[..at].chars().next_back() {
            Some(' ') | None => self.places[at],
            Some(c) => self.places[at - 1] + c.len_utf8(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planted(source: &str, places: &[(&str, &str)]) -> Result<String, String> {
        let places: Vec<Place> = places
            .iter()
            .map(|(text, wrong)| Place {
                file: String::new(),
                text: (*text).to_owned(),
                wrong: (*wrong).to_owned(),
            })
            .collect();
        let named: Vec<(&str, &Place)> = places.iter().map(|p| ("x", p)).collect();
        let whole = with_defects(source, &named)?;
        // The switch in short.
        let mut out = String::new();
        let mut rest = whole.as_str();
        while let Some((before, behind)) = rest.split_once("{ static ACTIVE") {
            out.push_str(before);
            out.push('@');
            rest = behind.split_once("*ACTIVE }").expect("the switch ends").1;
        }
        out.push_str(rest);
        Ok(out)
    }

    #[test]
    fn an_expression_is_chosen_by_the_switch() {
        assert_eq!(
            planted("let x = a + 1;", &[("a + 1", "a")]),
            Ok("let x = (if @ { a } else { a + 1 });".to_owned())
        );
    }

    #[test]
    fn text_is_found_however_it_is_laid_out_and_what_agrees_stays() {
        assert_eq!(
            planted(
                "if a\n    && b {\n",
                &[("if a && b {", "if a && b && !DEFECT {")]
            ),
            Ok("if a\n    && b && !@ {\n".to_owned())
        );
    }

    #[test]
    fn neighbours_do_not_meet() {
        assert_eq!(
            planted(
                "f(a, b);",
                &[
                    ("f(a, b)", "f(a, b || DEFECT)"),
                    ("f(a, b)", "f(a || DEFECT, b)")
                ]
            ),
            Ok("f(a || @, b || @);".to_owned())
        );
    }

    #[test]
    fn what_is_not_there_once_is_refused() {
        assert!(planted("f(a);", &[("g(a)", "0")]).is_err_and(|e| e.contains("any more")));
        assert!(
            planted("f(a); f(a);", &[("f(a)", "0")]).is_err_and(|e| e.contains("more than once"))
        );
        assert!(planted("f(a);", &[("f(a)", "DEFECT"), ("f(a)", "!DEFECT")]).is_err());
    }
}
