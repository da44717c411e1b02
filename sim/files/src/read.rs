//! Files that are read: each has an end, and opening it waits for nobody.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The most bytes of a file that is read as a whole.
pub const MOST: u64 = 1 << 31;

/// The bytes of a file, [`MOST`] at most.
///
/// # Errors
/// As [`open`]; and when there are more bytes.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MOST)
}

/// The text of a file, [`MOST`] bytes at most.
///
/// # Errors
/// As [`read`]; and for bytes that are no UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|_| {
        // As `std::fs::read_to_string` says it.
        let cause = "stream did not contain valid UTF-8";
        io::Error::new(ErrorKind::InvalidData, cause)
    })
}

/// The bytes of a file, `most` at most.
///
/// # Errors
/// As [`open`]; and when there are more bytes.
pub fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    bounded(&open(path)?, most)
}

/// All bytes from here to the end.
pub(crate) fn bounded(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let long = || {
        io::Error::new(
            ErrorKind::FileTooLarge,
            format!("has more than {most} bytes"),
        )
    };
    let known = file.metadata()?.len();
    if known > most {
        return Err(long());
    }
    let mut bytes = Vec::with_capacity(known as usize);
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(long());
    }
    Ok(bytes)
}

/// Opens a file to read it. Besides files there are `/dev/null`, terminals, and the pipes that a shell hands over as
/// `/dev/stdin` or `/dev/fd/63`: these end.
///
/// # Errors
/// What the operating system says; and for what is a FIFO or a device, which may never end.
pub fn open(path: &Path) -> io::Result<File> {
    let file = without_waiting(path)?;
    match endless(&file, path)? {
        None => Ok(file),
        Some(what) => Err(io::Error::new(
            ErrorKind::InvalidInput,
            format!("is {what}, which need not end; give a file"),
        )),
    }
}

#[cfg(unix)]
fn without_waiting(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::fs::OpenOptions;
    use std::os::unix::fs::OpenOptionsExt;
    let mut how = OpenOptions::new();
    how.read(true);
    if !of_shell(path) {
        // Else the open of a FIFO waits until somebody writes into it.
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        how.custom_flags(flags.bits().cast_signed());
    }
    how.open(path)
}

#[cfg(not(unix))]
fn without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Names of what the process was started with: `/dev/stdin`, and `/dev/fd/63` of a shell's `<(command)`.
#[cfg(unix)]
fn of_shell(path: &Path) -> bool {
    path == Path::new("/dev/stdin")
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc/self/fd")
}

/// What the open file is, if it may have no end.
#[cfg(unix)]
pub(crate) fn endless(file: &File, path: &Path) -> io::Result<Option<&'static str>> {
    use std::io::IsTerminal;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let meta = file.metadata()?;
    let kind = meta.file_type();
    let null = || std::fs::metadata("/dev/null").is_ok_and(|n| n.rdev() == meta.rdev());
    Ok(if kind.is_fifo() && !of_shell(path) {
        Some("a FIFO")
    } else if kind.is_block_device() || kind.is_char_device() && !file.is_terminal() && !null() {
        Some("a device")
    } else {
        None
    })
}

#[cfg(not(unix))]
pub(crate) fn endless(_: &File, _: &Path) -> io::Result<Option<&'static str>> {
    Ok(None)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn what_need_not_end_is_refused_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let fifo = dir.path().join("fifo");
        let made = Command::new("mkfifo").arg(&fifo).status().unwrap();
        assert!(made.success());
        let said = |path: &Path| read(path).unwrap_err().to_string();
        assert_eq!(said(&fifo), "is a FIFO, which need not end; give a file");
        for endless in ["/dev/zero", "/dev/full", "/dev/urandom"] {
            let said = said(Path::new(endless));
            assert_eq!(said, "is a device, which need not end; give a file");
        }
        assert!(read(dir.path()).is_err());
        assert_eq!(read(Path::new("/dev/null")).unwrap(), b"");
    }

    #[test]
    fn a_file_is_read_up_to_its_bound_and_not_beyond() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, "12345").unwrap();
        assert_eq!(read_up_to(&file, 5).unwrap(), b"12345");
        let said = read_up_to(&file, 4).unwrap_err().to_string();
        assert_eq!(said, "has more than 4 bytes");
        // A file of holes has a size, and takes no memory here.
        File::create(&file).unwrap().set_len(1 << 40).unwrap();
        assert!(read(&file).is_err());
        // What tells no size is counted.
        assert!(read_up_to(Path::new("/proc/self/status"), 10).is_err());
        std::fs::write(&file, [0xff]).unwrap();
        let said = read_text(&file).unwrap_err().to_string();
        assert_eq!(said, "stream did not contain valid UTF-8");
    }
}
