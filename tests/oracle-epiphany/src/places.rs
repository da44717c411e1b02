//! Where a program's code and data are: in the memory of its core, in another core's, off the chip.

/// The addresses that those in a program are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Of the code, but for the vectors.
    pub code: u32,
    /// Of the data: 0 is the own memory, by its local address.
    pub data: u32,
}

/// The own memory by its global address: row 32, column 8.
pub const GLOBAL: u32 = 0x808 << 20;
/// The memories of two other cores.
const NEXT: u32 = 0x809 << 20;
const FAR: u32 = 0x8cb << 20;
/// Off the chip. In the lower half of the bits that are set in all of them, so that code does not lie
/// where LE of a program may point.
pub const DRAM: u32 = 0x8e00_0000;

impl Places {
    /// All in the own memory, by local addresses.
    pub const OWN: Places = Places { code: 0, data: 0 };

    /// Those that programs have in turn.
    pub const ALL: [Places; 10] = [
        Places::OWN,
        Places::of(DRAM, DRAM),
        Places::of(0, DRAM),
        Places::of(DRAM, 0),
        Places::of(0, NEXT),
        Places::of(DRAM, NEXT),
        Places::of(NEXT, DRAM),
        Places::of(0, GLOBAL),
        Places::of(NEXT, FAR),
        Places::of(FAR, 0),
    ];

    const fn of(code: u32, data: u32) -> Places {
        Places { code, data }
    }

    /// Everything is in the own memory or off the chip, which simulators of one core have.
    #[must_use]
    pub fn one_core(self) -> bool {
        [self.code, self.data]
            .iter()
            .all(|&at| [0, GLOBAL, DRAM].contains(&at))
    }
}
