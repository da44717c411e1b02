//! The folder of a CTF trace. Readers take every visible file in it for a stream. A hidden file lists the written
//! files, so the next trace replaces exactly those.

use crate::write::TraceError;
use crate::write::sink::io_error;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The list: a name a line.
const LIST: &str = ".trueboard-trace";

/// See the module.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    list: File,
}

impl Folder {
    /// Makes the folder, or empties one of a trace that was written here.
    pub(crate) fn begin(path: &Path) -> Result<Folder, TraceError> {
        let io = |e| io_error(path, e);
        fs::create_dir_all(path).map_err(io)?;
        let list = trueboard_files::read_text(&path.join(LIST)).unwrap_or_default();
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let names = entries.map_err(io)?.into_iter();
        let mut names: Vec<String> = names
            .map(|e| e.file_name().to_string_lossy().into_owned())
            .filter(|n| !n.starts_with('.'))
            .collect();
        names.sort();
        if let Some(found) = names.iter().find(|n| !list.lines().any(|l| l == *n)) {
            return Err(TraceError::Foreign {
                path: path.into(),
                found: found.clone(),
            });
        }
        for name in names {
            let file = path.join(name);
            fs::remove_file(&file).map_err(|e| io_error(&file, e))?;
        }
        Ok(Folder {
            path: path.into(),
            list: File::create(path.join(LIST)).map_err(io)?,
        })
    }

    /// The path of a file that is now written.
    pub(crate) fn file(&mut self, name: &str) -> Result<PathBuf, TraceError> {
        let line = format!("{name}\n");
        let noted = self.list.write_all(line.as_bytes());
        noted.map_err(|e| io_error(&self.path.join(LIST), e))?;
        Ok(self.path.join(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_written_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let write = |names: &[&str]| {
            let mut f = Folder::begin(dir.path())?;
            for n in names {
                fs::write(f.file(n)?, "x").unwrap();
            }
            Ok::<(), TraceError>(())
        };
        write(&["metadata", "stream_a"]).unwrap();
        write(&["metadata"]).unwrap();
        assert!(!dir.path().join("stream_a").exists());
        // A file that looks like a stream and belongs to the user.
        let own = dir.path().join("stream_notes");
        fs::write(&own, "mine").unwrap();
        let e = write(&["metadata"]).unwrap_err().to_string();
        assert!(e.contains("`stream_notes`"), "{e}");
        assert_eq!(fs::read_to_string(&own).unwrap(), "mine");
        assert!(dir.path().join("metadata").exists());
    }
}
