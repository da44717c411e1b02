//! The folder that the host exports: files and folders in memory, by number.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use trueboard_core::device::{FOLDER_ENTRY, FOLDER_MOST, FOLDER_PATH, FolderChanges};

/// The number of the folder itself.
pub(super) const ROOT: u32 = 1;
/// The longest name (RFC 1094, MAXNAMLEN).
const LONGEST_NAME: usize = 255;

/// Errors (RFC 1094, 2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Error {
    NoEntry = 2,
    Io = 5,
    Access = 13,
    Exists = 17,
    NotFolder = 20,
    IsFolder = 21,
    NoSpace = 28,
    NameTooLong = 63,
    NotEmpty = 66,
    Stale = 70,
}

/// A file or a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Node {
    File(Vec<u8>),
    Folder(BTreeMap<String, u32>),
}

/// A node, and where it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Place {
    node: Node,
    /// The folder in which it lies; the root lies in itself.
    above: u32,
    /// Bytes of its path, with a `/` in front of each name.
    path: usize,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Folder {
    nodes: BTreeMap<u32, Place>,
    next: u32,
    /// Bytes that count: see [`FOLDER_MOST`].
    used: u64,
    /// What was there at the beginning, by path; paths of folders end in `/`.
    first: BTreeMap<String, u32>,
    /// Files with changed content.
    changed: BTreeSet<u32>,
}

impl Folder {
    /// A folder with these files and folders, by path; that of a folder ends in `/`. What lies under a path that is no
    /// name of a file is left out.
    ///
    /// # Errors
    /// There is more than fits: a line for the user.
    pub fn new(files: Vec<(String, Vec<u8>)>) -> Result<Folder, String> {
        let root = Place {
            node: Node::Folder(BTreeMap::new()),
            above: ROOT,
            path: 0,
        };
        let mut folder = Folder {
            nodes: BTreeMap::from([(ROOT, root)]),
            next: ROOT + 1,
            used: FOLDER_ENTRY,
            first: BTreeMap::new(),
            changed: BTreeSet::new(),
        };
        for (path, bytes) in files {
            match folder.insert(&path, bytes) {
                Err(Error::NoSpace) => {
                    let most = FOLDER_MOST >> 20;
                    return Err(format!(
                        "cannot export the folder: it has more than {most} MiB"
                    ));
                }
                Err(Error::NameTooLong) => {
                    return Err(format!(
                        "cannot export `{path}`: a path has {FOLDER_PATH} bytes at most, and a name {LONGEST_NAME}"
                    ));
                }
                Ok(()) | Err(_) => {}
            }
        }
        folder.changed.clear();
        folder.first = folder.paths().collect();
        Ok(folder)
    }

    fn insert(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
        let mut at = ROOT;
        for name in folders.split('/').filter(|_| !folders.is_empty()) {
            at = match self.look_up(at, name.as_bytes()) {
                Ok(n) => n,
                Err(_) => self.make_folder(at, name.as_bytes())?,
            };
        }
        if file.is_empty() {
            return Ok(());
        }
        self.room(0, bytes.len())?;
        let n = self.create(at, file.as_bytes())?;
        self.used += bytes.len() as u64;
        *self.file_mut(n)? = bytes;
        Ok(())
    }

    /// All files and folders with their paths, those of folders with a `/` at the end.
    fn paths(&self) -> impl Iterator<Item = (String, u32)> {
        // Not by recursion: firmware can nest folders as deep as it likes.
        let mut todo = vec![(String::new(), ROOT)];
        std::iter::from_fn(move || {
            loop {
                let (path, at) = todo.pop()?;
                if let Some(Node::Folder(entries)) = self.nodes.get(&at).map(|p| &p.node) {
                    let below = |(name, n): (&String, &u32)| {
                        let folder = matches!(self.node(*n), Ok(Node::Folder(_)));
                        (format!("{path}{name}{}", if folder { "/" } else { "" }), *n)
                    };
                    todo.extend(entries.iter().map(below));
                }
                if at != ROOT {
                    return Some((path, at));
                }
            }
        })
    }

    /// What has changed since the beginning.
    pub fn changes(&self) -> FolderChanges<'_> {
        let mut changes = FolderChanges::default();
        let mut now = BTreeSet::new();
        for (path, n) in self.paths() {
            match (path.strip_suffix('/'), self.node(n)) {
                (Some(folder), _) if !self.first.contains_key(&path) => {
                    changes.made_folders.push(folder.to_owned());
                }
                (None, Ok(Node::File(bytes)))
                    if self.first.get(&path) != Some(&n) || self.changed.contains(&n) =>
                {
                    changes.written.push((path.clone(), bytes));
                }
                _ => {}
            }
            now.insert(path);
        }
        for path in self.first.keys().filter(|p| !now.contains(*p)) {
            match path.strip_suffix('/') {
                None => changes.removed_files.push(path),
                Some(folder) => changes.removed_folders.push(folder),
            }
        }
        changes.removed_folders.reverse();
        changes.made_folders.sort();
        changes.written.sort();
        changes
    }

    pub fn node(&self, n: u32) -> Result<&Node, Error> {
        self.nodes.get(&n).map(|p| &p.node).ok_or(Error::Stale)
    }

    pub fn entries(&self, n: u32) -> Result<&BTreeMap<String, u32>, Error> {
        match self.node(n)? {
            Node::Folder(entries) => Ok(entries),
            Node::File(_) => Err(Error::NotFolder),
        }
    }

    fn node_mut(&mut self, n: u32) -> Result<&mut Node, Error> {
        self.nodes
            .get_mut(&n)
            .map(|p| &mut p.node)
            .ok_or(Error::Stale)
    }

    fn entries_mut(&mut self, n: u32) -> Result<&mut BTreeMap<String, u32>, Error> {
        match self.node_mut(n)? {
            Node::Folder(entries) => Ok(entries),
            Node::File(_) => Err(Error::NotFolder),
        }
    }

    fn file_mut(&mut self, n: u32) -> Result<&mut Vec<u8>, Error> {
        match self.node_mut(n)? {
            Node::File(bytes) => Ok(bytes),
            Node::Folder(_) => Err(Error::IsFolder),
        }
    }

    /// Bytes that are free.
    pub fn free(&self) -> u64 {
        FOLDER_MOST.saturating_sub(self.used)
    }

    /// There is room for a file that grows from so many bytes to so many.
    fn room(&self, from: usize, to: usize) -> Result<(), Error> {
        let more = to.saturating_sub(from) as u64;
        if more > self.free() {
            Err(Error::NoSpace)
        } else {
            Ok(())
        }
    }

    pub fn look_up(&self, folder: u32, name: &[u8]) -> Result<u32, Error> {
        if name == b"." {
            return self.entries(folder).map(|_| folder);
        }
        if name == b".." {
            return self.entries(folder).map(|_| self.parent(folder));
        }
        let name = std::str::from_utf8(name).map_err(|_| Error::NoEntry)?;
        let entry = self.entries(folder)?.get(name);
        entry.copied().ok_or(Error::NoEntry)
    }

    /// The folder in which a file or a folder lies; the root lies in itself.
    pub fn parent(&self, n: u32) -> u32 {
        self.nodes.get(&n).map_or(ROOT, |p| p.above)
    }

    /// Bytes of the path of an entry of this name in that folder.
    fn path_of(&self, folder: u32, name: &str) -> Result<usize, Error> {
        let above = self.nodes.get(&folder).ok_or(Error::Stale)?.path;
        let path = above + 1 + name.len();
        if path > FOLDER_PATH {
            Err(Error::NameTooLong)
        } else {
            Ok(path)
        }
    }

    fn add(&mut self, folder: u32, name: &[u8], node: Node) -> Result<u32, Error> {
        let name = named(name)?.to_owned();
        let path = self.path_of(folder, &name)?;
        self.room(0, FOLDER_ENTRY as usize)?;
        let n = self.next;
        self.entries_mut(folder)?.insert(name, n);
        let above = folder;
        self.nodes.insert(n, Place { node, above, path });
        self.used += FOLDER_ENTRY;
        self.next = n.saturating_add(1);
        Ok(n)
    }

    /// A file of that name, empty if it was not there.
    pub fn create(&mut self, folder: u32, name: &[u8]) -> Result<u32, Error> {
        match self.look_up(folder, name) {
            Ok(n) => self.file_mut(n).map(|_| n),
            Err(Error::NoEntry) => self.add(folder, name, Node::File(Vec::new())),
            Err(e) => Err(e),
        }
    }

    pub fn make_folder(&mut self, folder: u32, name: &[u8]) -> Result<u32, Error> {
        match self.look_up(folder, name) {
            Ok(_) => Err(Error::Exists),
            Err(Error::NoEntry) => self.add(folder, name, Node::Folder(BTreeMap::new())),
            Err(e) => Err(e),
        }
    }

    pub fn remove(&mut self, folder: u32, name: &[u8], of_folder: bool) -> Result<(), Error> {
        let name = named(name)?;
        let n = self.look_up(folder, name.as_bytes())?;
        match (self.node(n)?, of_folder) {
            (Node::Folder(e), true) if !e.is_empty() => return Err(Error::NotEmpty),
            (Node::Folder(_), false) => return Err(Error::IsFolder),
            (Node::File(_), true) => return Err(Error::NotFolder),
            _ => {}
        }
        self.entries_mut(folder)?.remove(name);
        self.changed.remove(&n);
        if let Some(Place { node, .. }) = self.nodes.remove(&n) {
            let content = match node {
                Node::File(bytes) => bytes.len() as u64,
                Node::Folder(_) => 0,
            };
            self.used -= FOLDER_ENTRY + content;
        }
        Ok(())
    }

    /// Gives an entry another place and name; a file that has them is replaced.
    pub fn rename(&mut self, from: (u32, &[u8]), to: (u32, &[u8])) -> Result<(), Error> {
        let (old, new) = (named(from.1)?, named(to.1)?);
        let n = self.look_up(from.0, old.as_bytes())?;
        // A folder cannot be moved below itself.
        let mut above = to.0;
        while above != ROOT {
            if above == n {
                return Err(Error::Access);
            }
            above = self.parent(above);
        }
        let below = self.below(n);
        let was = self.nodes.get(&n).ok_or(Error::Stale)?.path;
        let path = self.path_of(to.0, new)?;
        let moved = |p: usize| p - was + path;
        let paths = below.iter().filter_map(|b| self.nodes.get(b));
        if paths.map(|p| moved(p.path)).any(|p| p > FOLDER_PATH) {
            return Err(Error::NameTooLong);
        }
        match self.look_up(to.0, new.as_bytes()) {
            Ok(there) if there == n => return Ok(()),
            Ok(_) => self.remove(to.0, new.as_bytes(), false)?,
            Err(Error::NoEntry) => {}
            Err(e) => return Err(e),
        }
        self.entries_mut(from.0)?.remove(old);
        self.entries_mut(to.0)?.insert(new.to_owned(), n);
        for b in below {
            if let Some(place) = self.nodes.get_mut(&b) {
                place.path = moved(place.path);
            }
        }
        if let Some(place) = self.nodes.get_mut(&n) {
            place.above = to.0;
        }
        Ok(())
    }

    /// A node, and all that lies in it.
    fn below(&self, n: u32) -> Vec<u32> {
        let mut found = vec![n];
        let mut done = 0;
        while let Some(&at) = found.get(done) {
            if let Ok(Node::Folder(entries)) = self.node(at) {
                found.extend(entries.values());
            }
            done += 1;
        }
        found
    }

    pub fn write(&mut self, n: u32, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        let end = offset as usize + bytes.len();
        if end > self.file_mut(n)?.len() {
            self.resize(n, end)?;
        }
        self.changed.insert(n);
        let place = self.file_mut(n)?.get_mut(offset as usize..end);
        place.ok_or(Error::Io)?.copy_from_slice(bytes);
        Ok(())
    }

    pub fn read(&self, n: u32, offset: u32, count: u32) -> Result<&[u8], Error> {
        let Node::File(file) = self.node(n)? else {
            return Err(Error::IsFolder);
        };
        let from = file.len().min(offset as usize);
        let to = file.len().min(from.saturating_add(count as usize));
        Ok(&file[from..to])
    }

    pub fn resize(&mut self, n: u32, size: usize) -> Result<(), Error> {
        let old = self.file_mut(n)?.len();
        self.room(old, size)?;
        if size != old {
            self.changed.insert(n);
            self.file_mut(n)?.resize(size, 0);
            self.used = self.used - old as u64 + size as u64;
        }
        Ok(())
    }
}

/// A name that an entry can have.
fn named(name: &[u8]) -> Result<&str, Error> {
    let name = std::str::from_utf8(name).map_err(|_| Error::Access)?;
    if name.len() > LONGEST_NAME {
        return Err(Error::NameTooLong);
    }
    let bad = name.is_empty() || name == "." || name == ".." || name.contains(['/', '\\', '\0']);
    if bad { Err(Error::Access) } else { Ok(name) }
}
