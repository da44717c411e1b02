//! Inputs kept in the tree.

use crate::Target;
use std::path::PathBuf;

/// The folder `kind` (`corpus` or `regressions`) of `target`.
pub fn folder(kind: &str, target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(kind)
        .join(target.name)
}

/// The files of a folder with their names, in the order of the names. No folder is an empty one.
///
/// # Panics
/// When a file cannot be read.
pub fn files(kind: &str, target: &Target) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(folder(kind, target)) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .map(|e| e.expect("the folder can be listed").path())
        .collect();
    paths.sort();
    let read = |p: PathBuf| {
        let bytes = std::fs::read(&p).expect("the file can be read");
        (p.display().to_string(), bytes)
    };
    paths.into_iter().map(read).collect()
}
