//! The folder of `--nfs`: read before the run, and brought up to date behind it.

use super::Failure;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use trueboard::board::files::write_whole;

/// Path with `/` between names, and content.
type Files = Vec<(String, Vec<u8>)>;

/// All files below `dir`, in order of their paths. What is neither a file nor a folder is left out.
///
/// # Errors
/// Names what cannot be read, or is no UTF-8.
pub fn load(dir: &Path) -> Result<Files, Failure> {
    let mut files = Files::new();
    read(dir, "", &mut files)?;
    files.sort();
    Ok(files)
}

fn read(dir: &Path, below: &str, files: &mut Files) -> Result<(), Failure> {
    for entry in fs::read_dir(dir).map_err(|e| unusable(dir, &e))? {
        let entry = entry.map_err(|e| unusable(dir, &e))?;
        let (path, kind) = (entry.path(), entry.file_type());
        let kind = kind.map_err(|e| unusable(&path, &e))?;
        let name = entry.file_name();
        let name = name.to_str().ok_or_else(|| {
            Failure::input(format!(
                "--nfs: {}: the name is no UTF-8; rename it",
                path.display()
            ))
        })?;
        if kind.is_dir() {
            read(&path, &format!("{below}{name}/"), files)?;
        } else if kind.is_file() {
            let bytes = fs::read(&path).map_err(|e| unusable(&path, &e))?;
            files.push((format!("{below}{name}"), bytes));
        }
    }
    Ok(())
}

/// Writes what differs from `files` below `dir`, and removes what is no longer there. Answers what went wrong.
pub fn save(dir: &Path, files: &Files) -> Vec<Failure> {
    let before = match load(dir) {
        Ok(files) => BTreeMap::from_iter(files),
        Err(e) => return vec![e],
    };
    let mut lost = Vec::new();
    for (path, bytes) in files {
        if before.get(path) != Some(bytes) {
            let to = dir.join(path);
            let folder = to.parent().map_or(Ok(()), fs::create_dir_all);
            let written = folder.and_then(|()| write_whole(&to, bytes));
            lost.extend(written.map_err(|e| unusable(&to, &e)).err());
        }
    }
    for path in before.keys() {
        if !files.iter().any(|(p, _)| p == path) {
            let at = dir.join(path);
            let removed = fs::remove_file(&at);
            lost.extend(removed.map_err(|e| unusable(&at, &e)).err());
        }
    }
    lost
}

fn unusable(path: &Path, e: &io::Error) -> Failure {
    Failure::input(format!(
        "--nfs: {}: {e}; give a folder that can be read and written",
        path.display()
    ))
}
