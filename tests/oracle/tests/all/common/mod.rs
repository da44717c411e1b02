//! The files with vectors.

use oracle::vector::File;
use std::path::{Path, PathBuf};

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

/// What the fuzzer found and what became of it.
pub fn found(path: &Path) -> bool {
    path.parent() == Some(&directory())
}

/// All files, in a fixed order.
pub fn files() -> Vec<(PathBuf, File)> {
    let mut all: Vec<PathBuf> = [directory(), directory().join("sparcv8")]
        .iter()
        .flat_map(|dir| std::fs::read_dir(dir).unwrap())
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "txt"))
        .collect();
    all.sort();
    all.into_iter()
        .map(|p| {
            let text = std::fs::read_to_string(&p).unwrap();
            let file = File::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", p.display()));
            (p, file)
        })
        .collect()
}

/// Those whose expectations come from the manuals.
pub fn by_hand() -> Vec<(PathBuf, File)> {
    files().into_iter().filter(|(p, _)| !found(p)).collect()
}
