//! Files that are written.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Puts `bytes` into a file in place of what it held. They are written under another name in the same
/// folder, which takes its place when all of it is there; so a full disk leaves the file as it was. What
/// is no file (a pipe, a terminal) just gets them.
///
/// # Errors
/// What the operating system says; the file is then as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link goes on pointing to where it points.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|m| !m.is_file()) {
        return OpenOptions::new().write(true).open(&path)?.write_all(bytes);
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".trueboard-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut new = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    new.write_all(bytes)?;
    if let Some(old) = old {
        new.as_file().set_permissions(old.permissions())?;
        // What is replaced must not be gone before the new bytes are safe.
        new.as_file().sync_data()?;
    }
    new.persist(&path).map_err(|e| e.error)?;
    Ok(())
}

/// Writes `bytes` into a file below `folder`, from its beginning or behind its end. The name is one that firmware chose:
/// folders on the way are made, and no link is followed.
///
/// # Errors
/// What the operating system says; and for a name that leads out of the folder.
pub fn append_below(
    folder: &Path,
    name: &str,
    from_the_beginning: bool,
    bytes: &[u8],
) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    below(folder, name, from_the_beginning)?.write_all(bytes)
}

#[cfg(unix)]
fn below(folder: &Path, name: &str, from_the_beginning: bool) -> io::Result<fs::File> {
    let root = crate::Root::open(folder)?;
    if let Some((above, _)) = name.rsplit_once('/') {
        root.make_folders(above)?;
    }
    root.write(name, from_the_beginning)
}

#[cfg(not(unix))]
fn below(_: &Path, _: &str, _: bool) -> io::Result<fs::File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let at = dir.path().join("file");
        write_whole(&at, b"one").unwrap();
        fs::set_permissions(&at, Permissions::from_mode(0o640)).unwrap();
        write_whole(&at, b"two").unwrap();
        assert_eq!(fs::read(&at).unwrap(), b"two");
        assert_eq!(fs::metadata(&at).unwrap().mode() & 0o777, 0o640);
        symlink(&at, dir.path().join("link")).unwrap();
        write_whole(&dir.path().join("link"), b"three").unwrap();
        assert_eq!(fs::read(&at).unwrap(), b"three");
        assert!(
            fs::symlink_metadata(dir.path().join("link"))
                .unwrap()
                .is_symlink()
        );
        assert!(write_whole(dir.path(), b"").is_err());
        assert!(write_whole(Path::new("/dev/full"), b"x").is_err());
        let left = fs::read_dir(dir.path()).unwrap().count();
        assert_eq!(left, 2, "nothing else is left behind");
    }
}
