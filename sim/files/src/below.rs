//! A folder whose entries are reached by names that its owner did not choose: firmware's, or a browser's. Each part of a
//! path is opened relative to the folder before it, and no link is followed, so that no name leads out of the folder, not
//! even when somebody puts a link there meanwhile.

use crate::read::{bounded, endless};
use rustix::fs::{self, AtFlags, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::ffi::OsString;
use std::fs::{File, Permissions};
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link, a FIFO, a device, a socket.
    Other,
}

impl From<FileType> for Kind {
    fn from(t: FileType) -> Kind {
        match t {
            FileType::RegularFile => Kind::File,
            FileType::Directory => Kind::Folder,
            _ => Kind::Other,
        }
    }
}

/// See the module. Paths have `/` between names; the empty path is the folder itself.
#[derive(Debug)]
pub struct Root(OwnedFd);

/// How folders on the way are opened.
const WAY: OFlags = OFlags::DIRECTORY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC)
    .union(OFlags::RDONLY);

impl Root {
    /// The folder at `dir`, which its owner names: links on the way to it are followed.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn open(dir: &Path) -> io::Result<Root> {
        let flags = WAY.difference(OFlags::NOFOLLOW);
        Ok(Root(fs::open(dir, flags, Mode::empty())?))
    }

    /// The folder at `path`.
    fn folder(&self, path: &str) -> io::Result<OwnedFd> {
        let mut at = self.0.try_clone()?;
        for name in path.split('/').filter(|_| !path.is_empty()) {
            at = fs::openat(&at, plain(name)?, WAY, Mode::empty()).map_err(explained)?;
        }
        Ok(at)
    }

    /// The folder in which `path` lies, and its name there.
    fn place<'a>(&self, path: &'a str) -> io::Result<(OwnedFd, &'a str)> {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        Ok((self.folder(above)?, plain(name)?))
    }

    /// The entries of a folder, in no order.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn list(&self, path: &str) -> io::Result<Vec<(OsString, Kind)>> {
        let folder = self.folder(path)?;
        let mut found = Vec::new();
        for entry in Dir::read_from(&folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            // Not all file systems tell the kind in their list.
            let kind = match entry.file_type() {
                FileType::Unknown => {
                    let stat = fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
                    FileType::from_raw_mode(stat.st_mode)
                }
                known => known,
            };
            found.push((OsString::from_vec(name.to_bytes().to_vec()), kind.into()));
        }
        Ok(found)
    }

    /// What there is at `path`; nothing if there is nothing, or the way to it is none.
    ///
    /// # Errors
    /// What the operating system says besides.
    pub fn kind(&self, path: &str) -> io::Result<Option<Kind>> {
        let found = self.place(path).and_then(|(folder, name)| {
            let stat = fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
            Ok(FileType::from_raw_mode(stat.st_mode).into())
        });
        match found {
            Ok(kind) => Ok(Some(kind)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// The file at `path`, to read it.
    ///
    /// # Errors
    /// What the operating system says; and for what is no file.
    pub fn file(&self, path: &str) -> io::Result<File> {
        let (folder, name) = self.place(path)?;
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = fs::openat(&folder, name, flags, Mode::empty()).map_err(explained)?;
        only_a_file(File::from(file))
    }

    /// The bytes of the file at `path`, `most` at most.
    ///
    /// # Errors
    /// As [`Root::file`]; and when there are more bytes.
    pub fn read(&self, path: &str, most: u64) -> io::Result<Vec<u8>> {
        bounded(&self.file(path)?, most)
    }

    /// A new file.
    ///
    /// # Errors
    /// What the operating system says; and when something of this name is there.
    pub fn create(&self, path: &str) -> io::Result<File> {
        let (folder, name) = self.place(path)?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = fs::openat(&folder, name, flags, Mode::from_raw_mode(0o666))?;
        Ok(File::from(file))
    }

    /// The file at `path`, made if it is not there, to write it from its beginning, or behind its end.
    ///
    /// # Errors
    /// What the operating system says; and for what is no file.
    pub fn write(&self, path: &str, from_the_beginning: bool) -> io::Result<File> {
        let (folder, name) = self.place(path)?;
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let flags = match from_the_beginning {
            true => flags | OFlags::TRUNC,
            false => flags | OFlags::APPEND,
        };
        let file =
            fs::openat(&folder, name, flags, Mode::from_raw_mode(0o666)).map_err(explained)?;
        only_a_file(File::from(file))
    }

    /// A folder, and all on the way to it, if they are not there.
    ///
    /// # Errors
    /// What the operating system says; and when something else is there.
    pub fn make_folders(&self, path: &str) -> io::Result<()> {
        let mut at = self.0.try_clone()?;
        for name in path.split('/').filter(|_| !path.is_empty()) {
            match fs::mkdirat(&at, plain(name)?, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(e) => return Err(e.into()),
            }
            at = fs::openat(&at, name, WAY, Mode::empty()).map_err(explained)?;
        }
        Ok(())
    }

    /// A new folder.
    ///
    /// # Errors
    /// What the operating system says; and when something of this name is there.
    pub fn make_folder(&self, path: &str) -> io::Result<()> {
        let (folder, name) = self.place(path)?;
        Ok(fs::mkdirat(&folder, name, Mode::from_raw_mode(0o777))?)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// What the operating system says; a folder is none.
    pub fn remove_file(&self, path: &str) -> io::Result<()> {
        let (folder, name) = self.place(path)?;
        Ok(fs::unlinkat(&folder, name, AtFlags::empty())?)
    }

    /// Removes an empty folder.
    ///
    /// # Errors
    /// What the operating system says; a folder with something in it stays.
    pub fn remove_folder(&self, path: &str) -> io::Result<()> {
        let (folder, name) = self.place(path)?;
        Ok(fs::unlinkat(&folder, name, AtFlags::REMOVEDIR)?)
    }

    /// Puts a file in the place of another one, or where there is nothing, at once. It gets the permissions of the file
    /// whose place it takes.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn put(&self, from: &str, to: &str) -> io::Result<()> {
        if let Ok(old) = self.file(to) {
            let mode = old.metadata()?.permissions().mode();
            self.file(from)?
                .set_permissions(Permissions::from_mode(mode))?;
        }
        let ((old, a), (new, b)) = (self.place(from)?, self.place(to)?);
        Ok(fs::renameat(&old, a, &new, b)?)
    }
}

/// A name, and no way.
fn plain(name: &str) -> io::Result<&str> {
    if matches!(name, "" | "." | "..") || name.contains(['/', '\0']) {
        let text = format!("`{}` is no name of a file", name.escape_debug());
        return Err(io::Error::new(ErrorKind::InvalidInput, text));
    }
    Ok(name)
}

/// The error of a link that would have been followed.
fn explained(e: Errno) -> io::Error {
    match e {
        Errno::LOOP => io::Error::new(
            ErrorKind::InvalidInput,
            "is a link, which is not followed here",
        ),
        Errno::NOTDIR => io::Error::new(
            ErrorKind::NotADirectory,
            "is a link or a file, and no folder",
        ),
        e => e.into(),
    }
}

fn only_a_file(file: File) -> io::Result<File> {
    let meta = file.metadata()?;
    match endless(&file, Path::new(""))? {
        None if meta.is_file() => Ok(file),
        what => {
            let what = what.unwrap_or("a folder, a terminal or a socket");
            Err(io::Error::new(
                ErrorKind::InvalidInput,
                format!("is {what}, and no file"),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs as host;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    /// A folder with a file, links to a file and to a folder outside, and a FIFO; and what lies outside.
    fn scene() -> (tempfile::TempDir, Root) {
        let around = tempfile::tempdir().unwrap();
        let at = |name: &str| around.path().join(name);
        host::create_dir_all(at("in/folder")).unwrap();
        host::create_dir(at("out")).unwrap();
        host::write(at("in/folder/file"), "inside").unwrap();
        host::write(at("out/secret"), "secret").unwrap();
        symlink(at("out/secret"), at("in/link")).unwrap();
        symlink(at("out"), at("in/door")).unwrap();
        let made = Command::new("mkfifo").arg(at("in/fifo")).status().unwrap();
        assert!(made.success());
        let root = Root::open(&at("in")).unwrap();
        (around, root)
    }

    #[test]
    fn nothing_outside_is_read_written_made_or_removed() {
        let (around, root) = scene();
        let outside = || {
            let mut names: Vec<_> = host::read_dir(around.path().join("out"))
                .unwrap()
                .map(|e| e.unwrap().file_name())
                .collect();
            names.sort();
            (names, host::read(around.path().join("out/secret")).unwrap())
        };
        let before = outside();
        root.create("mine").unwrap();
        let absolute = around.path().join("out/secret");
        let ways = [
            "link",
            "door/secret",
            "door/new",
            "../out/secret",
            "../out/new",
            "folder/../../out/secret",
            absolute.to_str().unwrap(),
            "folder//file",
            "./folder/file",
            "folder/",
            "",
            "a\0b",
        ];
        for way in ways {
            assert!(root.file(way).is_err(), "{way}");
            assert!(root.write(way, true).is_err(), "{way}");
            assert!(root.write(way, false).is_err(), "{way}");
            assert!(root.create(way).is_err(), "{way}");
            assert!(root.make_folder(way).is_err(), "{way}");
            if !way.is_empty() {
                assert!(root.make_folders(way).is_err(), "{way}");
                assert!(root.list(way).is_err(), "{way}");
            }
            if way != "link" {
                assert!(root.remove_file(way).is_err(), "{way}");
                assert!(root.put("mine", way).is_err(), "{way}");
            }
            assert!(root.remove_folder(way).is_err(), "{way}");
        }
        // The link itself can be removed, and replaced.
        root.put("mine", "link").unwrap();
        assert_eq!(root.read("link", 10).unwrap(), b"");
        assert_eq!(outside(), before);
    }

    #[test]
    fn what_is_inside_is_at_hand() {
        let (_around, root) = scene();
        assert_eq!(root.read("folder/file", 6).unwrap(), b"inside");
        assert!(root.read("folder/file", 5).is_err());
        assert!(root.read("fifo", 5).is_err() && root.write("fifo", true).is_err());
        assert!(root.read("folder", 5).is_err());
        let mut all = root.list("").unwrap();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        let kinds: Vec<Kind> = all.iter().map(|e| e.1).collect();
        assert_eq!(kinds, [Kind::Other, Kind::Other, Kind::Folder, Kind::Other]);
        root.make_folders("a/b/c").unwrap();
        root.make_folders("a/b/c").unwrap();
        assert_eq!(root.kind("a/b/c").unwrap(), Some(Kind::Folder));
        assert_eq!(root.kind("a/x/c").unwrap(), None);
        assert_eq!(root.kind("link").unwrap(), Some(Kind::Other));
        root.create("a/new").unwrap();
        assert!(root.create("a/new").is_err());
        root.put("a/new", "folder/file").unwrap();
        assert_eq!(root.read("folder/file", 1).unwrap(), b"");
        assert!(root.remove_folder("a").is_err());
        root.remove_folder("a/b/c").unwrap();
        root.remove_file("folder/file").unwrap();
        assert_eq!(root.kind("folder/file").unwrap(), None);
    }
}
