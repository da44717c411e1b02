//! The examples of the documentation, run: what a `console` block of a page shows is what the
//! program answers. `...` and `[..]` stand for what is left out.

#[path = "docs/prose.rs"]
mod prose;

use std::fs::read_dir;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

#[test]
fn pages_show_what_the_program_answers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    for page in pages(&root) {
        // Examples leave files where they run; those of a page go on with them.
        let dir = TempDir::new().expect("a folder");
        for folder in ["firmware", "models"] {
            symlink(root.join(folder), dir.path().join(folder)).expect("a link");
        }
        std::env::set_current_dir(&dir).expect("it is there");
        trycmd::TestCases::new().case(page).run();
    }
}

/// All pages, in order.
fn pages(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in read_dir(folder).expect("the pages") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Pages that the program makes as a whole.
const MADE: [&str; 3] = [
    "docs/user/reference/boards.md",
    "docs/user/reference/events.md",
    "docs/user/reference/help.md",
];

/// A block of text says by the word behind `text` what it is:
///
/// - `form`: what is typed, or a drawing;
/// - `held=FILE`: output, of which a test in this file compares the page itself or words of it;
/// - `unheld`: output that no test compares: it was right when the page was written.
///
/// Pages of the reference are made by the program as a whole, and compared below.
#[test]
fn blocks_of_text_say_whether_a_test_holds_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    let (mut wrong, mut held) = (Vec::new(), 0);
    for page in pages(&root) {
        let at = page
            .strip_prefix(&root)
            .expect("a page of the tree")
            .display()
            .to_string();
        if MADE.contains(&at.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&page).expect("a page");
        for block in text.split("\n```text").skip(1) {
            let (mark, block) = block.split_once('\n').unwrap_or_default();
            let block = block.split("\n```").next().unwrap_or_default();
            let by = match mark.trim() {
                "form" | "unheld" => continue,
                mark => mark.strip_prefix("held="),
            };
            let test = by.and_then(|by| std::fs::read_to_string(root.join(by)).ok());
            let holds = test.is_some_and(|test| test.contains(&at) || has_words_of(&test, block));
            held += usize::from(holds);
            if !holds {
                let first = block.lines().next().unwrap_or_default();
                wrong.push(format!("{at}: ```text{mark}: {first}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "form, held=FILE or unheld, and the file has it:\n{}",
        wrong.join("\n")
    );
    assert!(held > 0);
}

/// A test has a stretch of a block's output that is long enough to be no chance.
fn has_words_of(test: &str, block: &str) -> bool {
    const LETTERS: usize = 25;
    let output = block.lines().filter(|l| !l.starts_with("$ "));
    let mut letters = output.map(|l| l.chars().collect::<Vec<_>>());
    letters.any(|line| {
        let mut stretches = line.windows(LETTERS);
        stretches.any(|s| test.contains(&s.iter().collect::<String>()))
    })
}

/// Where the links of a page lead, without those in code.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            code = !code;
        }
        if code || line.starts_with("    ") {
            continue;
        }
        // What stands between back quotes is no link.
        for text in line.split('`').step_by(2) {
            let targets = text.split("](").skip(1);
            found.extend(targets.filter_map(|t| Some(t.split_once(')')?.0)));
        }
    }
    found
}

/// The anchors of a page's headings, as GitHub and mdbook make them.
fn anchors(text: &str) -> Vec<String> {
    let heading = |line: &str| {
        let title = line.trim_start_matches('#');
        (title.len() < line.len()).then(|| {
            let kept = title.trim().to_lowercase();
            let kept = kept
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
    };
    text.lines().filter_map(heading).collect()
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for page in pages(&root) {
        let text = std::fs::read_to_string(&page).expect("a page");
        for link in links(&text) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            seen += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => page.clone(),
                path => page.parent().expect("a folder").join(path),
            };
            let there = if anchor.is_empty() {
                target.exists()
            } else {
                let text = std::fs::read_to_string(&target).unwrap_or_default();
                anchors(&text).iter().any(|a| a == anchor)
            };
            if !there {
                wrong.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(seen > 200, "{seen} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The folders of the two books.
const BOOKS: [&str; 2] = ["docs/user", "docs/contributing"];

/// Every page stands once in the contents of its book.
#[test]
fn the_books_have_every_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    let summaries = BOOKS.map(|book| root.join(book).join("SUMMARY.md"));
    let mut listed = Vec::new();
    for summary in &summaries {
        let text = std::fs::read_to_string(summary).expect("the contents");
        // Nested items of a list are no code.
        let text: Vec<&str> = text.lines().map(str::trim_start).collect();
        let text = text.join("\n");
        let folder = summary.parent().expect("a folder");
        listed.extend(links(&text).into_iter().map(|link| folder.join(link)));
    }
    for page in pages(&root) {
        let own = page.starts_with(root.join("docs")) && !summaries.contains(&page);
        assert!(
            !own || listed.contains(&page),
            "{} is in no book",
            page.display()
        );
    }
    let mut once = listed.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), listed.len(), "a page stands there twice");
}

/// What the program makes of the book is what stands there.
#[test]
fn the_reference_is_what_the_program_makes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    let program = Path::new(env!("CARGO_BIN_EXE_trueboard"));
    for made in book::made(program, &root).expect("it runs") {
        let path = root.join("docs/user").join(made.path);
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        // The picture names no path of this machine, and so is the same everywhere.
        assert!(
            there == made.text,
            "docs/user/{}: write it anew: cargo run --release -p book -- write",
            made.path
        );
    }
}

/// The table of docs/user/howto/gr740.md that no command prints: who waited for whom in lu.elf.
#[test]
fn who_waits_for_whom() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let image = root.join("firmware/prebuilt/gr740/lu.elf");
    let ran = Command::new(env!("CARGO_BIN_EXE_trueboard"))
        .args([
            "run",
            "--board",
            "gr740",
            "-q",
            "--console",
            "none",
            "--report",
            "-",
        ])
        .arg(image)
        .output()
        .expect("it runs");
    let report: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("a report");
    let waited = &report["buses"][0]["waited_for_cycles"];
    let mut table = String::new();
    for (i, row) in waited.as_array().expect("a matrix").iter().enumerate() {
        table += &format!("| cpu{i} |");
        for n in row.as_array().expect("a row") {
            let digits = n.to_string();
            let groups = digits.as_bytes().rchunks(3).rev();
            let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
            table += &format!(" {} |", groups.join(" "));
        }
        table.push('\n');
    }
    let page = std::fs::read_to_string(root.join("docs/user/howto/gr740.md")).expect("the page");
    assert!(
        page.contains(&table),
        "docs/user/howto/gr740.md must have:\n{table}"
    );
}
