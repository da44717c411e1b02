//! Sources of files: the disk of the host, or bytes that a user supplies.

use crate::error::InputError;
use crate::near::did_you_mean;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Files by path.
pub trait Source: Send + Sync {
    /// The bytes of a file.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The names in a folder, for the error of a file that is not there; none where they are not known.
    fn names(&self, folder: &Path) -> Option<Vec<String>> {
        let _ = folder;
        None
    }
}

/// The files of the host.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Source for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        trueboard_files::read(path)
    }

    fn names(&self, folder: &Path) -> Option<Vec<String>> {
        let entries = std::fs::read_dir(folder).ok()?.flatten();
        let mut names: Vec<_> = entries
            .filter_map(|e| e.file_name().into_string().ok())
            .collect();
        // A folder has its entries in any order.
        names.sort();
        Some(names)
    }
}

/// Files at hand, and no others.
///
/// ```
/// use trueboard_board::{Given, Source};
///
/// let files = Given::from([("image.elf".into(), vec![0x7f])]);
/// assert_eq!(files.read("image.elf".as_ref()).unwrap(), [0x7f]);
/// assert!(files.read("/etc/passwd".as_ref()).is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Given(BTreeMap<PathBuf, Vec<u8>>);

impl<const N: usize> From<[(PathBuf, Vec<u8>); N]> for Given {
    fn from(files: [(PathBuf, Vec<u8>); N]) -> Given {
        Given(files.into())
    }
}

impl Given {
    /// Adds a file, or puts it in place of the one of this name.
    pub fn add(&mut self, path: impl Into<PathBuf>, bytes: Vec<u8>) {
        self.0.insert(path.into(), bytes);
    }
}

impl Source for Given {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let file = self.0.get(path).cloned();
        file.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no such file was given"))
    }
}

/// The bytes of a file.
///
/// # Errors
/// [`InputError::Read`].
pub(crate) fn bytes(source: &dyn Source, path: &Path) -> Result<Vec<u8>, InputError> {
    source.read(path).map_err(|cause| InputError::Read {
        path: path.to_owned(),
        near: match cause.kind() {
            io::ErrorKind::NotFound => near(source, path),
            _ => String::new(),
        },
        cause,
    })
}

/// The near name in the folder of a file that is not there.
fn near(source: &dyn Source, path: &Path) -> String {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match source.names(folder) {
        Some(names) => did_you_mean(&name, names.iter().map(String::as_str)),
        None => String::new(),
    }
}

/// The text of a file.
///
/// # Errors
/// [`InputError::Read`], for bytes that are no text as well.
pub(crate) fn text(source: &dyn Source, path: &Path) -> Result<String, InputError> {
    String::from_utf8(bytes(source, path)?).map_err(|_| InputError::Read {
        path: path.to_owned(),
        near: String::new(),
        // As `std::fs::read_to_string` says it.
        cause: io::Error::new(
            io::ErrorKind::InvalidData,
            "stream did not contain valid UTF-8",
        ),
    })
}
