//! A file that one process at a time extends.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file to read it and to extend it, made if it is not there, for this process alone until the file is dropped;
/// nothing while another process has it so. File systems without locks (`flock`) let everybody in.
///
/// # Errors
/// What the operating system says; and for what is a FIFO or a device.
pub fn open_alone(path: &Path) -> io::Result<Option<File>> {
    // A child that this process is just starting has its files, and with them its locks, until it executes its program.
    let mut patience = 20;
    loop {
        let mut how = OpenOptions::new();
        how.read(true).append(true).create(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            how.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        }
        let file = how.open(path)?;
        if !file.metadata()?.is_file() {
            let cause = "is no file, but a FIFO or a device";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, cause));
        }
        if !locked(&file)? {
            if patience == 0 {
                return Ok(None);
            }
            patience -= 1;
            std::thread::sleep(std::time::Duration::from_millis(5));
            continue;
        }
        // Who had it may have put another file in its place.
        if is_at(&file, path)? {
            return Ok(Some(file));
        }
    }
}

#[cfg(unix)]
fn locked(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) | Err(Errno::NOSYS | Errno::NOTSUP | Errno::NOLCK) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(e) => Err(e.into()),
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let node = |m: std::fs::Metadata| (m.dev(), m.ino());
    match std::fs::metadata(path) {
        Ok(now) => Ok(node(now) == node(file.metadata()?)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

#[cfg(not(unix))]
fn locked(_: &File) -> io::Result<bool> {
    Ok(true)
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_has_a_file_even_when_it_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let first = open_alone(&path).unwrap();
        assert!(first.is_some());
        assert!(open_alone(&path).unwrap().is_none());
        drop(first);
        let second = open_alone(&path).unwrap();
        assert!(second.is_some());
        // A file that was put in its place is another one.
        crate::write_whole(&path, b"new").unwrap();
        let third = open_alone(&path).unwrap().unwrap();
        assert_eq!(third.metadata().unwrap().len(), 3);
        assert!(open_alone(Path::new("/dev/full")).is_err());
    }
}
