//! The chip as its host knows it: where cores, registers and shared memory are.
//!
//! Addresses: Epiphany Architecture Reference, memory map and register chapters; Parallella manual.

use serde::{Deserialize, Serialize};

/// Registers of a core by name, and where they are in its window. r0 to r63 are apart.
const REGISTERS: &[(&str, u32)] = &[
    ("CONFIG", CONFIG),
    ("STATUS", STATUS),
    ("PC", PC),
    ("DEBUGSTATUS", DEBUGSTATUS),
    ("LC", 0xf0414),
    ("LS", 0xf0418),
    ("LE", 0xf041c),
    ("IRET", IRET),
    ("IMASK", IMASK),
    ("ILAT", ILAT),
    ("ILATST", ILATST),
    ("ILATCL", ILATCL),
    ("IPEND", IPEND),
    ("CTIMER0", 0xf0438),
    ("CTIMER1", 0xf043c),
    ("FSTATUS", FSTATUS),
    ("DEBUGCMD", DEBUGCMD),
    ("DMA0CONFIG", DMA0CONFIG),
    ("DMA0STRIDE", 0xf0504),
    ("DMA0COUNT", 0xf0508),
    ("DMA0SRCADDR", 0xf050c),
    ("DMA0DSTADDR", 0xf0510),
    ("DMA0STATUS", 0xf051c),
    ("DMA1CONFIG", DMA1CONFIG),
    ("DMA1STRIDE", 0xf0524),
    ("DMA1COUNT", 0xf0528),
    ("DMA1SRCADDR", 0xf052c),
    ("DMA1DSTADDR", 0xf0530),
    ("DMA1STATUS", 0xf053c),
    ("MEMSTATUS", MEMSTATUS),
    ("MEMPROTECT", MEMPROTECT),
    ("MESHCFG", MESHCFG),
    ("COREID", 0xf0704),
    ("MULTICAST", 0xf0708),
    ("RESETCORE", RESETCORE),
];

pub(crate) const R0: u32 = 0xf0000;
pub(crate) const CONFIG: u32 = 0xf0400;
pub(crate) const STATUS: u32 = 0xf0404;
pub(crate) const PC: u32 = 0xf0408;
pub(crate) const DEBUGSTATUS: u32 = 0xf040c;
pub(crate) const IRET: u32 = 0xf0420;
pub(crate) const IMASK: u32 = 0xf0424;
pub(crate) const ILAT: u32 = 0xf0428;
pub(crate) const ILATST: u32 = 0xf042c;
pub(crate) const ILATCL: u32 = 0xf0430;
pub(crate) const IPEND: u32 = 0xf0434;
pub(crate) const FSTATUS: u32 = 0xf0440;
pub(crate) const DEBUGCMD: u32 = 0xf0448;
pub(crate) const DMA0CONFIG: u32 = 0xf0500;
pub(crate) const DMA1CONFIG: u32 = 0xf0520;
pub(crate) const MEMSTATUS: u32 = 0xf0604;
pub(crate) const MEMPROTECT: u32 = 0xf0608;
pub(crate) const MESHCFG: u32 = 0xf0700;
pub(crate) const RESETCORE: u32 = 0xf070c;

/// DEBUGSTATUS: the core is halted; an access of it to the outside is under way.
pub(crate) const HALT: u32 = 1;
pub(crate) const EXT_PEND: u32 = 2;
/// STATUS: the core executes.
pub(crate) const ACTIVE: u32 = 1;
/// The USER interrupt in ILATST.
pub(crate) const USER: u32 = 1 << 9;

/// Bytes of a core's own memory.
pub(crate) const SRAM: u32 = 0x8000;
/// Addresses below are a core's own.
pub(crate) const OWN: u32 = 0x10_0000;
/// Shared DRAM.
pub(crate) const DRAM: std::ops::RangeInclusive<u32> = 0x8e00_0000..=0x8fff_ffff;

/// Cores of the largest chip, the E64G401.
const MOST_CORES: u32 = 64;

/// Which cores the chip has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chip {
    /// Row and column of its first core.
    pub first: (u8, u8),
    /// Rows and columns.
    pub size: (u8, u8),
}

/// The E16G301 of a Parallella.
impl Default for Chip {
    fn default() -> Chip {
        Chip {
            first: (32, 8),
            size: (4, 4),
        }
    }
}

/// A core of the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct CoreAt {
    /// Its number, by rows.
    pub number: u8,
    /// Its row and column on the chip, from 0.
    pub row: u8,
    pub col: u8,
    /// COREID: row and column in the system's mesh.
    pub id: u32,
}

impl CoreAt {
    /// The address that what the core knows as `local` has for others.
    pub fn global(self, local: u32) -> u32 {
        if local < OWN {
            self.id << 20 | local
        } else {
            local
        }
    }

    /// How messages name it.
    pub fn name(self) -> String {
        format!("core ({}, {})", self.row, self.col)
    }
}

impl Chip {
    /// What is wrong with it: a chip has a core, and all cores within the 64 rows and columns of the mesh.
    pub(crate) fn problem(&self) -> Option<String> {
        let fits = |first: u8, count: u8| count > 0 && u32::from(first) + u32::from(count) <= 64;
        let (rows, cols) = self.size;
        let cores = u32::from(rows) * u32::from(cols);
        let right = fits(self.first.0, rows) && fits(self.first.1, cols) && cores <= MOST_CORES;
        (!right).then(|| {
            format!(
                "chip has {rows} rows and {cols} columns from row {} and column {} on, but must have 1 to \
                 {MOST_CORES} cores within rows and columns 0 to 63",
                self.first.0, self.first.1
            )
        })
    }

    /// Its type as e-hal numbers types: `E_E16G301`, or `E_E64G401` with more than 16 cores (epiphany-libs,
    /// `e-hal-data.h`).
    pub(crate) fn kind(&self) -> u32 {
        u32::from(self.cores() > 16)
    }

    /// The core at this row and column of the chip.
    pub(crate) fn core(&self, row: u8, col: u8) -> Option<CoreAt> {
        if row >= self.size.0 || col >= self.size.1 {
            return None;
        }
        let id = (u32::from(self.first.0) + u32::from(row)) << 6
            | (u32::from(self.first.1) + u32::from(col));
        Some(CoreAt {
            number: row * self.size.1 + col,
            row,
            col,
            id,
        })
    }

    /// Core number `number`, by rows.
    pub(crate) fn numbered(&self, number: u8) -> Option<CoreAt> {
        let (row, col) = self.position(number);
        self.core(row, col)
    }

    /// Row and column of core number `number`, by rows.
    pub fn position(&self, number: u8) -> (u8, u8) {
        let cols = self.size.1.max(1);
        (number / cols, number % cols)
    }

    /// How many it has.
    pub fn cores(&self) -> u8 {
        self.size.0 * self.size.1
    }
}

/// Where register `name` is in a core's window.
pub(crate) fn register(name: &str) -> Option<u32> {
    let upper = name.to_ascii_uppercase();
    if let Some(n) = upper.strip_prefix('R').and_then(|n| n.parse::<u32>().ok()) {
        return (n < 64).then_some(R0 + 4 * n);
    }
    REGISTERS.iter().find(|r| r.0 == upper).map(|r| r.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_and_registers_are_where_the_manual_has_them() {
        let chip = Chip::default();
        let last = chip.core(3, 3).unwrap();
        assert_eq!((last.number, last.id), (15, 0x8cb));
        assert_eq!(last.global(0x100), 0x8cb0_0100);
        assert_eq!(last.global(0x8e00_0000), 0x8e00_0000);
        assert_eq!(chip.numbered(6), chip.core(1, 2));
        assert!(chip.core(4, 0).is_none() && chip.numbered(16).is_none());
        assert_eq!((chip.kind(), chip.problem()), (0, None));
        let larger = Chip {
            size: (8, 8),
            ..chip
        };
        assert_eq!(
            larger.core(7, 7).map(|c| (c.number, c.id)),
            Some((63, 0x9cf))
        );
        assert_eq!((larger.kind(), larger.problem()), (1, None));
        for size in [(0, 4), (4, 0), (9, 8), (33, 1), (1, 57)] {
            assert!(Chip { size, ..chip }.problem().is_some(), "{size:?}");
        }
        assert_eq!(register("r63"), Some(0xf00fc));
        assert_eq!(register("status"), Some(0xf0404));
        assert_eq!((register("r64"), register("FOO")), (None, None));
    }
}
