//! The examples of the documentation, run: what a `console` block of a page shows is what the
//! program answers. `...` and `[..]` stand for what is left out.

use std::fs::read_dir;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

#[test]
fn pages_show_what_the_program_answers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    let entries = read_dir(root.join("docs")).expect("the pages");
    let mut pages: Vec<PathBuf> = entries
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
