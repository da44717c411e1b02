//! The injector between firmware and the registers that it accesses: it can change values, and so plants defects in
//! counters and clocks.

/// A register that firmware accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Register {
    /// The word of a device at this physical address.
    Device(u64),
    /// A register of a core that counts or keeps time.
    Core {
        /// The core, by its index on the board.
        core: u8,
        /// The number of the register as the core's facts have it
        /// ([`FactKind::RegRead`](crate::fact::FactKind::RegRead)).
        number: u32,
    },
}

/// It sees each access, after the access has taken its time. Facts, and with them the judge of counters and clocks,
/// have what firmware read and wrote; meters have what happened. So the judge finds a changed value as it finds any
/// wrong counter.
pub trait Interpose: Send {
    /// The register of this device that is read in place of `at`: its distance, in bytes.
    fn leaks(&mut self, at: Register) -> i32 {
        let _ = at;
        0
    }

    /// What firmware reads where the part answers `value`.
    fn read(&mut self, at: Register, value: u32) -> u32;

    /// What the part takes where firmware writes `value`; nothing if the write is lost.
    fn write(&mut self, at: Register, value: u32) -> Option<u32>;
}
