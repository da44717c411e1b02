//! Streams of firmware and hosts, written to files during the run.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;
use trueboard_files::append_below;

/// The files of a run's streams.
pub(super) struct Streams {
    /// Where they are; nowhere when they are neither wanted nor looked at again.
    folder: Option<PathBuf>,
    /// The folder, if it is of this run alone.
    _own: Option<TempDir>,
    names: BTreeSet<String>,
    /// Streams of which a piece is missing: nothing more is written to them.
    lost: BTreeSet<String>,
}

impl Streams {
    /// Streams go to `folder`; without one they are kept until the end of the run only, if they are to be
    /// looked at `again`.
    ///
    /// # Errors
    /// A line for the user, when there is no place for them.
    pub fn new(folder: Option<PathBuf>, again: bool) -> Result<Streams, String> {
        let own = match (&folder, again) {
            (None, true) => Some(TempDir::new().map_err(|e| format!("streams: {e}"))?),
            _ => None,
        };
        Ok(Streams {
            folder: folder.or(own.as_ref().map(|d| d.path().to_owned())),
            _own: own,
            names: BTreeSet::new(),
            lost: BTreeSet::new(),
        })
    }

    /// Streams go nowhere.
    pub fn nowhere() -> Streams {
        Streams {
            folder: None,
            _own: None,
            names: BTreeSet::new(),
            lost: BTreeSet::new(),
        }
    }

    /// True when what was added can be read again.
    pub fn kept(&self) -> bool {
        self.folder.is_some()
    }

    /// True when there are some.
    pub fn any(&self) -> bool {
        !self.names.is_empty()
    }

    /// Adds what is new; answers what went wrong, once for each stream.
    pub fn add(&mut self, fresh: BTreeMap<String, Vec<u8>>) -> Vec<String> {
        let mut problems = Vec::new();
        for (name, bytes) in fresh {
            if self.lost.contains(&name) {
                continue;
            }
            if let Err(e) = self.append(&name, &bytes) {
                problems.push(format!(
                    "stream `{name}`: {e}; what was written before is kept"
                ));
                self.lost.insert(name.clone());
            }
            self.names.insert(name);
        }
        problems
    }

    fn append(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let plain = |part| matches!(part, Component::Normal(_));
        if !Path::new(name).components().all(plain) {
            let folder = folder.display();
            return Err(format!("is no name of a file in {folder}"));
        }
        let first = !self.names.contains(name);
        append_below(folder, name, first, bytes)
            .map_err(|e| format!("{}: cannot be written: {e}", folder.join(name).display()))
    }

    /// All bytes of a stream so far.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match &self.folder {
            Some(folder) if self.names.contains(name) => trueboard_files::read(&folder.join(name)),
            _ => Ok(Vec::new()),
        }
    }

    /// All bytes of all streams so far.
    pub fn read_all(&self) -> io::Result<BTreeMap<String, Vec<u8>>> {
        let names = self.names.iter();
        names.map(|n| Ok((n.clone(), self.read(n)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn fresh(name: &str, bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
        BTreeMap::from([(name.to_owned(), bytes.to_vec())])
    }

    #[test]
    fn pieces_make_files() {
        let dir = tempfile::tempdir().unwrap();
        let mut s = Streams::new(Some(dir.path().to_owned()), false).unwrap();
        assert!(!s.any());
        assert!(s.add(fresh("a/b", b"one")).is_empty());
        assert!(s.add(fresh("a/b", b" two")).is_empty());
        assert_eq!(fs::read(dir.path().join("a/b")).unwrap(), b"one two");
        assert_eq!(s.read("a/b").unwrap(), b"one two");
        // The next run begins the file again.
        let mut s = Streams::new(Some(dir.path().to_owned()), false).unwrap();
        assert!(s.add(fresh("a/b", b"x")).is_empty());
        assert_eq!(s.read("a/b").unwrap(), b"x");
    }

    #[test]
    fn what_cannot_be_written_is_said_once() {
        // What would be written beside the folder is within one that is there for this test alone.
        let around = tempfile::tempdir().unwrap();
        let dir = around.path().join("out");
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("a"), "a file").unwrap();
        let mut s = Streams::new(Some(dir.clone()), false).unwrap();
        assert_eq!(s.add(fresh("a/b", b"x")).len(), 1);
        assert_eq!(s.add(fresh("a/b", b"x")).len(), 0);
        assert!(s.add(fresh("../b", b"x"))[0].contains("no name of a file"));
        assert!(!dir.join("../b").exists());
        // Not through a link that lies in the folder either.
        #[cfg(unix)]
        {
            fs::write(around.path().join("other"), "other").unwrap();
            std::os::unix::fs::symlink("../other", dir.join("link")).unwrap();
            std::os::unix::fs::symlink("..", dir.join("door")).unwrap();
            for name in ["link", "door/other", "door/new"] {
                assert_eq!(s.add(fresh(name, b"x")).len(), 1, "{name}");
            }
            let other = fs::read(around.path().join("other")).unwrap();
            assert_eq!(other, b"other");
            assert!(!around.path().join("new").exists());
        }
    }

    #[test]
    fn without_a_folder_they_are_kept_if_they_are_read_again() {
        for again in [false, true] {
            let mut s = Streams::new(None, again).unwrap();
            assert!(s.add(fresh("a", b"x")).is_empty());
            assert!(s.any());
            let own = s._own.as_ref().map(|d| d.path().to_owned());
            assert_eq!(own.is_some(), again);
            if let Some(own) = own {
                assert_eq!(s.read("a").unwrap(), b"x");
                drop(s);
                assert!(!own.exists());
            }
        }
    }
}
