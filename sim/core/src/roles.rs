//! Roles that few devices have. A device with a role returns itself in the method of [`Device`](crate::device::Device)
//! for the role; all other devices ignore it.

use crate::device::Cx;
use crate::fact::CoreState;

/// The controller of the cores' interrupts. A board has one at most.
pub trait InterruptController {
    /// A core takes interrupt `level`.
    fn acknowledge(&mut self, core: u8, level: u32, cx: &mut Cx<'_>);

    /// A core changed state.
    fn core_state(&mut self, core: u8, state: CoreState, cx: &mut Cx<'_>);
}

/// A device with a receiver for what is typed at a console.
pub trait Console {
    /// These bytes were typed.
    fn typed(&mut self, bytes: &[u8], cx: &mut Cx<'_>);
}

/// A device with a network at its port. On it is one other host, which exports a folder.
pub trait Network {
    /// Plugs the network in, with the files of the folder: path with `/` between names, and content. A path that ends in
    /// `/` is a folder.
    ///
    /// # Errors
    /// The folder is larger than [`FOLDER_MOST`], or has a path that is too long: a line for the user.
    fn plug(&mut self, files: Vec<(String, Vec<u8>)>) -> Result<(), String>;

    /// What firmware has changed in the folder. None as long as nothing is plugged in.
    fn changes(&self) -> Option<FolderChanges<'_>>;
}

/// Bytes that an exported folder may have, with all that firmware makes in it: contents, and [`FOLDER_ENTRY`] for each
/// file and folder.
pub const FOLDER_MOST: u64 = 256 << 20;

/// Bytes that a file or a folder counts besides its content: its path, of [`FOLDER_PATH`] at most, and what is kept of it.
pub const FOLDER_ENTRY: u64 = 2048;

/// The longest path in an exported folder, in bytes (RFC 1094, 2.3: MAXPATHLEN).
pub const FOLDER_PATH: usize = 1024;

/// What firmware has changed in a folder that was exported to it, by paths with `/` between names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderChanges<'a> {
    /// Files that were there, and are no longer, in order of their paths.
    pub removed_files: Vec<&'a str>,
    /// Folders that were there, and are no longer; each in front of the one that it lay in.
    pub removed_folders: Vec<&'a str>,
    /// Folders that were not there; each behind the one that it lies in.
    pub made_folders: Vec<String>,
    /// Files that were not there, or had another content, in order of their paths.
    pub written: Vec<(String, &'a [u8])>,
}

impl FolderChanges<'_> {
    /// True when nothing was changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == FolderChanges::default()
    }
}

/// A status register of a bus.
pub trait ErrorLatch {
    /// The bus answered an access with an error.
    fn bus_error(&mut self, error: BusError, cx: &mut Cx<'_>);
}

/// An access that a bus answered with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusError {
    /// Whether it was a write.
    pub write: bool,
    /// The master that asked.
    pub master: u8,
    /// Binary logarithm of the bytes of the access.
    pub size: u8,
    /// Its address, of which buses have 32 bits.
    pub address: u32,
}

/// An error in a word of memory that a code protects, which a transfer has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryError {
    /// The physical address of the word.
    pub address: u64,
    /// How many of its bits are wrong.
    pub flips: u32,
    /// It cannot be corrected.
    pub fatal: bool,
    /// The master that asked.
    pub master: u8,
}
