//! What images and boards say of memory: sections, stacks, caches.

/// What a section or symbol is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaKind {
    /// Code.
    Code,
    /// Constants.
    Constants,
    /// Data that the image loads.
    Data,
    /// Data that the start code clears.
    Zeroed,
    /// Data that is not initialised: `.noinit`, stacks, heaps.
    Left,
}

/// A piece of memory that an image claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// First physical address.
    pub at: u64,
    /// The one behind its last.
    pub end: u64,
    /// What for.
    pub kind: AreaKind,
    /// The section.
    pub name: String,
}

/// A memory of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryView {
    /// Its name in the board file.
    pub name: String,
    /// First physical address.
    pub at: u64,
    /// Bytes.
    pub size: u64,
    /// Stores change it.
    pub writable: bool,
}

/// A stack that a symbol or a convention bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackView {
    /// Lowest physical address that belongs to it.
    pub at: u64,
    /// The one behind its highest.
    pub end: u64,
    /// What is called so: a symbol.
    pub name: String,
}

/// A device, where its registers lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceView {
    /// Its name in the board file.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// First physical address.
    pub at: u64,
    /// The one behind its last.
    pub end: u64,
    /// Accesses to it order what cores do: a controller of interrupts.
    pub orders: bool,
}

/// Where a core has its interrupt vectors in memory that null pointers reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vectors {
    /// One behind the last address of the table at 0; 0 without one.
    pub end: u64,
}

/// A core.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoreView {
    /// Base ticks for each of its cycles.
    pub ticks: u64,
    /// Its line sizes: instruction cache, data cache.
    pub lines: (u64, u64),
    /// Its vectors at 0.
    pub vectors: Vectors,
    /// It executes machine code that is observed.
    pub observed: bool,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The memories.
    pub memories: Vec<MemoryView>,
    /// What images claim, by address.
    pub areas: Vec<Area>,
    /// Data objects by address: first, one behind the last, name.
    pub objects: Vec<(u64, u64, String)>,
    /// Stacks that are known beforehand.
    pub stacks: Vec<StackView>,
    /// The cores.
    pub cores: Vec<CoreView>,
    /// The devices.
    pub devices: Vec<DeviceView>,
}

impl Layout {
    /// The area that holds `pa`.
    #[must_use]
    pub fn area(&self, pa: u64) -> Option<&Area> {
        let end = self.areas.partition_point(|a| a.at <= pa);
        self.areas[..end].iter().rev().take(8).find(|a| pa < a.end)
    }

    /// The data object that holds `pa`.
    #[must_use]
    pub fn object(&self, pa: u64) -> Option<&(u64, u64, String)> {
        let end = self.objects.partition_point(|o| o.0 <= pa);
        self.objects[..end].iter().rev().take(8).find(|o| pa < o.1)
    }

    /// The device that holds `pa`.
    #[must_use]
    pub fn device(&self, pa: u64) -> Option<&DeviceView> {
        self.devices.iter().find(|d| pa >= d.at && pa < d.end)
    }

    /// The memory that holds `pa`.
    #[must_use]
    pub fn memory(&self, pa: u64) -> Option<&MemoryView> {
        let within = |m: &&MemoryView| pa >= m.at && pa - m.at < m.size;
        self.memories.iter().find(within)
    }
}
