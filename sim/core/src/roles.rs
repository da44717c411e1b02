//! Roles that few devices have. A device that has one answers itself where [`Device`](crate::device::Device) asks for
//! the role; no other device knows of it.

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
    /// Plugs the network in, with the files of the folder: path with `/` between names, and content.
    fn plug(&mut self, files: Vec<(String, Vec<u8>)>);

    /// The files as they are, in order of their paths. None as long as nothing is plugged in.
    fn files(&self) -> Option<Vec<(String, Vec<u8>)>>;
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
