//! The folder that a host on the network exports, as a run begins with it.

use crate::error::InputError;
use std::io;
#[cfg(unix)]
use std::io::ErrorKind;
use std::path::Path;
#[cfg(unix)]
use trueboard_core::device::{FOLDER_ENTRY, FOLDER_MOST};
#[cfg(unix)]
use trueboard_files::{Kind, Root};

/// Path with `/` between names, and content. The path of a folder ends in `/`.
type Files = Vec<(String, Vec<u8>)>;

/// All files and folders below `dir`, in order of their paths. What is neither a file nor a folder is left out: links are
/// not followed.
///
/// # Errors
/// Names what cannot be read or is no UTF-8; and says when there is more than can be exported.
#[cfg(unix)]
pub fn load(dir: &Path) -> Result<Files, InputError> {
    let root = Root::open(dir).map_err(|e| unusable(dir, "", &e))?;
    let mut files = Files::new();
    let mut room = FOLDER_MOST.saturating_sub(FOLDER_ENTRY);
    let mut todo = vec![String::new()];
    while let Some(folder) = todo.pop() {
        let entries = root.list(folder.trim_end_matches('/'));
        for (name, kind) in entries.map_err(|e| unusable(dir, &folder, &e))? {
            let Some(name) = name.to_str() else {
                let place = dir.join(&folder).join(&name);
                return Err(InputError::Request(format!(
                    "--nfs: {}: the name is no UTF-8; rename it",
                    place.display()
                )));
            };
            let mut path = format!("{folder}{name}");
            let bytes = match kind {
                Kind::Other => continue,
                Kind::Folder => {
                    path.push('/');
                    todo.push(path.clone());
                    Vec::new()
                }
                Kind::File => match root.read(&path, room) {
                    Err(e) if e.kind() == ErrorKind::FileTooLarge => return Err(too_much(dir)),
                    read => read.map_err(|e| unusable(dir, &path, &e))?,
                },
            };
            let counts = FOLDER_ENTRY + bytes.len() as u64;
            room = room.checked_sub(counts).ok_or_else(|| too_much(dir))?;
            files.push((path, bytes));
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(unix)]
fn too_much(dir: &Path) -> InputError {
    let (most, entry) = (FOLDER_MOST >> 20, FOLDER_ENTRY >> 10);
    InputError::Request(format!(
        "--nfs: {}: holds more than {most} MiB, {entry} KiB for each file and folder included; give a smaller folder",
        dir.display()
    ))
}

/// What is wrong with `path` below a folder of the network.
#[must_use]
pub fn unusable(dir: &Path, path: &str, e: &io::Error) -> InputError {
    InputError::Request(format!(
        "--nfs: {}: {e}; give a folder that can be read and written",
        dir.join(path).display()
    ))
}

/// There are no folders to export on this host.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub fn load(dir: &Path) -> Result<Files, InputError> {
    Err(unusable(dir, "", &io::ErrorKind::Unsupported.into()))
}
