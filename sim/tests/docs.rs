//! The examples of the documentation, run: what a `console` block of a page shows is what the
//! program answers. `...` and `[..]` stand for what is left out.

use std::fs::read_dir;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

#[test]
fn pages_show_what_the_program_answers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    let folders = ["docs", "docs/reproductions"].map(|f| root.join(f));
    let entries = folders.map(|f| read_dir(f).expect("the pages"));
    let mut pages: Vec<PathBuf> = entries
        .into_iter()
        .flatten()
        .map(|e| e.expect("an entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "md"))
        .collect();
    pages.push(root.join("README.md"));
    pages.sort();
    for page in pages {
        // Examples leave files where they run; those of a page go on with them.
        let dir = TempDir::new().expect("a folder");
        for folder in ["firmware", "models"] {
            symlink(root.join(folder), dir.path().join(folder)).expect("a link");
        }
        std::env::set_current_dir(&dir).expect("it is there");
        trycmd::TestCases::new().case(page).run();
    }
}

/// The table of docs/gr740.md that no command prints: who waited for whom in lu.elf.
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
    let page = std::fs::read_to_string(root.join("docs/gr740.md")).expect("the page");
    assert!(page.contains(&table), "docs/gr740.md must have:\n{table}");
}
