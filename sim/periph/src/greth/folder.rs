//! The folder that the host exports: files and folders in memory, by number.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of the folder itself.
pub(super) const ROOT: u32 = 1;
/// The longest file.
pub(super) const LONGEST: u32 = 1 << 28;
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
    TooBig = 27,
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

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Folder {
    nodes: BTreeMap<u32, Node>,
    next: u32,
}

impl Folder {
    /// A folder with these files, by path. What lies under a path that is no name of a file is left out.
    pub fn new(files: Vec<(String, Vec<u8>)>) -> Folder {
        let root = Node::Folder(BTreeMap::new());
        let mut folder = Folder {
            nodes: BTreeMap::from([(ROOT, root)]),
            next: ROOT + 1,
        };
        for (path, bytes) in files {
            folder.insert(&path, bytes);
        }
        folder
    }

    fn insert(&mut self, path: &str, bytes: Vec<u8>) -> Option<()> {
        let mut at = ROOT;
        let mut names = path.split('/').peekable();
        while let Some(name) = names.next() {
            if names.peek().is_none() {
                let n = self.create(at, name.as_bytes()).ok()?;
                self.nodes.insert(n, Node::File(bytes));
                return Some(());
            }
            at = match self.look_up(at, name.as_bytes()) {
                Ok(n) => n,
                Err(_) => self.make_folder(at, name.as_bytes()).ok()?,
            };
        }
        None
    }

    /// The files, in order of their paths.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        // Not by recursion: firmware can nest folders as deep as it likes.
        let mut todo = vec![(ROOT, String::new())];
        while let Some((at, path)) = todo.pop() {
            match self.nodes.get(&at) {
                Some(Node::File(bytes)) => files.push((path, bytes.clone())),
                Some(Node::Folder(entries)) => {
                    let slash = if path.is_empty() { "" } else { "/" };
                    let below = |(name, n): (&String, &u32)| (*n, format!("{path}{slash}{name}"));
                    todo.extend(entries.iter().map(below));
                }
                None => {}
            }
        }
        files.sort();
        files
    }

    pub fn node(&self, n: u32) -> Result<&Node, Error> {
        self.nodes.get(&n).ok_or(Error::Stale)
    }

    pub fn entries(&self, n: u32) -> Result<&BTreeMap<String, u32>, Error> {
        match self.node(n)? {
            Node::Folder(entries) => Ok(entries),
            Node::File(_) => Err(Error::NotFolder),
        }
    }

    fn entries_mut(&mut self, n: u32) -> Result<&mut BTreeMap<String, u32>, Error> {
        match self.nodes.get_mut(&n) {
            Some(Node::Folder(entries)) => Ok(entries),
            Some(Node::File(_)) => Err(Error::NotFolder),
            None => Err(Error::Stale),
        }
    }

    fn file_mut(&mut self, n: u32) -> Result<&mut Vec<u8>, Error> {
        match self.nodes.get_mut(&n) {
            Some(Node::File(bytes)) => Ok(bytes),
            Some(Node::Folder(_)) => Err(Error::IsFolder),
            None => Err(Error::Stale),
        }
    }

    pub fn look_up(&self, folder: u32, name: &[u8]) -> Result<u32, Error> {
        if name == b"." {
            return self.entries(folder).map(|_| folder);
        }
        if name == b".." {
            return Ok(self.parent(folder));
        }
        let name = std::str::from_utf8(name).map_err(|_| Error::NoEntry)?;
        let entry = self.entries(folder)?.get(name);
        entry.copied().ok_or(Error::NoEntry)
    }

    /// The folder in which a folder lies; the root lies in itself.
    pub fn parent(&self, n: u32) -> u32 {
        let mut all = self.nodes.iter();
        let parent = all.find_map(|(at, node)| match node {
            Node::Folder(entries) => entries.values().any(|e| *e == n).then_some(*at),
            Node::File(_) => None,
        });
        parent.unwrap_or(ROOT)
    }

    fn add(&mut self, folder: u32, name: &[u8], node: Node) -> Result<u32, Error> {
        let name = named(name)?.to_owned();
        let n = self.next;
        self.entries_mut(folder)?.insert(name, n);
        self.nodes.insert(n, node);
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
        self.nodes.remove(&n);
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
        match self.look_up(to.0, new.as_bytes()) {
            Ok(there) if there == n => return Ok(()),
            Ok(_) => self.remove(to.0, new.as_bytes(), false)?,
            Err(Error::NoEntry) => {}
            Err(e) => return Err(e),
        }
        self.entries_mut(from.0)?.remove(old);
        self.entries_mut(to.0)?.insert(new.to_owned(), n);
        Ok(())
    }

    pub fn write(&mut self, n: u32, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        let end = u64::from(offset) + bytes.len() as u64;
        if end > LONGEST.into() {
            return Err(Error::TooBig);
        }
        let file = self.file_mut(n)?;
        if file.len() < end as usize {
            file.resize(end as usize, 0);
        }
        let place = file.get_mut(offset as usize..end as usize);
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

    pub fn resize(&mut self, n: u32, size: u32) -> Result<(), Error> {
        if size > LONGEST {
            return Err(Error::TooBig);
        }
        self.file_mut(n)?.resize(size as usize, 0);
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
