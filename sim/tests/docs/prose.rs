//! Long sentences, cells and paragraphs of hand-written pages, counted. `prose.json` has a ceiling for each page that
//! is older than the rule. Ceilings only shrink: a page below its ceiling fails until the ceiling is lowered.
//!
//!     PROSE=write cargo test -p trueboard --test docs prose   # lowers the ceilings

use super::{MADE, pages};
use std::collections::BTreeMap;
use std::path::Path;

/// Words of a sentence.
const SENTENCE: usize = 25;
/// Words of a cell of a table.
const CELL: usize = 25;
/// Words of a paragraph, or of an item of a list.
const PARAGRAPH: usize = 90;

/// What is too long: its line, its words and its beginning.
type Found = (usize, usize, String);

/// Sentences, cells and paragraphs that are too long.
#[derive(Debug, Default, PartialEq)]
struct Long {
    sentences: Vec<Found>,
    cells: Vec<Found>,
    paragraphs: Vec<Found>,
}

impl Long {
    fn counts(&self) -> [usize; 3] {
        [&self.sentences, &self.cells, &self.paragraphs].map(Vec::len)
    }

    fn note(found: &mut Vec<Found>, line: usize, text: &str, most: usize) {
        let words = text.split_whitespace().count();
        if words > most {
            found.push((line, words, text.chars().take(60).collect()));
        }
    }

    /// A paragraph that begins at a line.
    fn paragraph(&mut self, line: usize, text: &str) {
        Self::note(&mut self.paragraphs, line, text, PARAGRAPH);
        let ends = |c: char| matches!(c, '.' | '!' | '?' | ':' | ';');
        let mut sentence = String::new();
        for word in text.split_whitespace() {
            sentence += word;
            sentence.push(' ');
            if word.ends_with(ends) {
                Self::note(&mut self.sentences, line, &sentence, SENTENCE);
                sentence.clear();
            }
        }
        Self::note(&mut self.sentences, line, &sentence, SENTENCE);
    }

    /// A row of a table.
    fn row(&mut self, line: usize, text: &str) {
        for cell in text.replace("\\|", " ").split('|') {
            Self::note(&mut self.cells, line, cell.trim(), CELL);
        }
    }
}

/// The text without the addresses of its links.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("](");
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        left.push(']');
        left += part.split_once(')').map_or("", |(_, behind)| behind);
    }
    left
}

/// What an item of a list has behind its mark, where one begins.
fn item(line: &str) -> Option<&str> {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (number.len() < line.len()).then(|| number.strip_prefix(". "));
    let marked = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
    marked.or(numbered.flatten())
}

/// What is too long in a page. Code, headings and the addresses of links do not count.
fn long(page: &str) -> Long {
    let mut found = Long::default();
    let (mut begun, mut text) = (0, String::new());
    let mut code = false;
    for (i, line) in page.lines().chain([""]).enumerate() {
        let fence = line.starts_with("```");
        let table = line.starts_with('|');
        let apart =
            code || fence || table || line.trim().is_empty() || line.starts_with(['#', '<']);
        if apart || item(line).is_some() {
            if !text.is_empty() {
                found.paragraph(begun, &without_addresses(&text));
                text.clear();
            }
            begun = i + 1;
        }
        code ^= fence;
        if table && !code {
            found.row(i + 1, &without_addresses(line));
        }
        let indented = text.is_empty() && line.starts_with("    ");
        if !apart && !indented {
            if text.is_empty() {
                begun = i + 1;
            }
            text += item(line).unwrap_or(line);
            text.push('\n');
        }
    }
    found
}

/// Hand-written pages.
fn is_written(page: &str) -> bool {
    let made = MADE.contains(&page) || page == "docs/contributing/planted-defects.md";
    !made && !page.ends_with("SUMMARY.md")
}

#[test]
fn prose_gets_no_longer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    let file = root.join("sim/tests/docs/prose.json");
    let text = std::fs::read_to_string(&file).expect("the ceilings");
    let ceilings: BTreeMap<String, [usize; 3]> = serde_json::from_str(&text).expect("counts");
    let (mut lowered, mut wrong) = (BTreeMap::new(), Vec::new());
    for page in pages(&root) {
        let name = page.strip_prefix(&root).expect("of the tree");
        let name = name.display().to_string();
        if !is_written(&name) {
            continue;
        }
        let text = std::fs::read_to_string(&page).expect("a page");
        let found = long(&text);
        let most = ceilings.get(&name).copied().unwrap_or_default();
        let counts = found.counts();
        let kinds = [
            (&found.sentences, "sentence"),
            (&found.cells, "cell"),
            (&found.paragraphs, "paragraph"),
        ];
        for ((list, kind), most) in kinds.into_iter().zip(most) {
            if list.len() > most {
                let line = |(line, words, text): &Found| {
                    format!("{name}:{line}: {kind} of {words} words: {text}")
                };
                wrong.push(format!("{name} may have {most} long {kind}s:"));
                wrong.extend(list.iter().map(line));
            } else if list.len() < most {
                wrong.push(format!(
                    "{name} has {} long {kind}s, and prose.json allows {most}: PROSE=write lowers it",
                    list.len()
                ));
            }
        }
        let left = [0, 1, 2].map(|i| counts[i].min(most[i]));
        if left != [0; 3] {
            lowered.insert(name, left);
        }
    }
    if std::env::var_os("PROSE").is_some_and(|v| v == "write") {
        let rows = lowered
            .iter()
            .map(|(name, counts)| format!("  {name:?}: {counts:?}"));
        let rows: Vec<String> = rows.collect();
        let text = format!("{{\n{}\n}}\n", rows.join(",\n"));
        std::fs::write(&file, text).expect("written");
        return;
    }
    for name in ceilings.keys().filter(|name| !root.join(name).is_file()) {
        wrong.push(format!("{name} is no page: PROSE=write leaves it out"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn prose_that_is_too_long_is_found() {
    let words = |n: usize| vec!["word"; n].join(" ");
    let (sentence, more) = (words(SENTENCE), words(SENTENCE + 1));
    let page = format!("# {more}\n\n{sentence}. {more}.\n\n```text\n{more}\n```\n\n    {more}\n");
    let found = long(&page);
    assert_eq!(found.counts(), [1, 0, 0], "{found:?}");
    assert_eq!(found.sentences[0].0, 3);
    let table = format!("| {sentence} | {more} \\| |\n|---|---|\n");
    assert_eq!(long(&table).counts(), [0, 1, 0]);
    let list = format!("- {sentence}\n- {sentence}\n  {sentence}\n");
    assert_eq!(long(&list).counts(), [1, 0, 0]);
    let paragraph = vec![format!("{}.", words(10)); 10].join(" ");
    assert_eq!(long(&paragraph).counts(), [0, 0, 1]);
    let linked = format!("[{sentence}](a-place/of.md#with words).");
    assert_eq!(long(&linked).counts(), [0, 0, 0]);
}
