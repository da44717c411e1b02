//! The command interpreter of the flash: stores to the data flash's addresses are steps of command
//! sequences, by which firmware programs pages and erases sectors (sequences and sectors: iLLD
//! `IfxFlash.c`, `IfxFlash_cfg.c`; FSR: `IfxFlash_regdef.h`).
//!
//! Cells that are erased read 0, programming sets bits. An operation is done when its time is over:
//! until then its bank reads as before, where the chip answers with a bus error or lets the master
//! wait (FCON.STALL).
//!
//! Not modelled: user configuration blocks and the flash of the HSM, which are refused as protected;
//! passwords, suspending, verifying. Programming a page twice is a warning when both were commands:
//! what a loader has put there is not known here.

mod sectors;
#[cfg(test)]
mod tests;

use sectors::{Bank, bank_of, erasable};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// FSR: PROG, a program operation was started. Of the busy bits 1 is that of DF0, 3 and 4 are those
/// of PF0 and PF1.
const PROG: u32 = 1 << 7;
/// FSR: ERASE, an erase operation was started.
const ERASE: u32 = 1 << 8;
/// FSR: PFPAGE, page mode of the program flash.
const PFPAGE: u32 = 1 << 9;
/// FSR: DFPAGE, page mode of the data flash.
const DFPAGE: u32 = 1 << 10;
/// FSR: SQER, command sequence error.
pub(crate) const SQER: u32 = 1 << 12;
/// FSR: PROER, protection error.
pub(crate) const PROER: u32 = 1 << 13;
/// FSR: PVER, program verify error.
pub(crate) const PVER: u32 = 1 << 25;
/// FSR: PFSBER, PFDBER, PFMBER: a single and a double error of the program flash, and one that is not corrected.
const PFLASH_ERRORS: [u32; 3] = [1 << 14, 1 << 15, 1 << 16];
/// FSR: DFSBER, DFDBER, DFTBER, DFMBER: the same of the data flash, which corrects three.
const DFLASH_ERRORS: [u32; 4] = [1 << 18, 1 << 19, 1 << 20, 1 << 21];
/// All of them.
const ECC_ERRORS: u32 = 0b111 << 14 | 0b1111 << 18;
/// What "clear status" clears.
const CLEARED: u32 = PROG | ERASE | SQER | PROER | PVER | ECC_ERRORS;
/// Busy bits of all banks.
const BUSY: u32 = 0b11010;

/// Times of operations in cycles of the FSI clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// Programming a page of 8 bytes, and a burst of 32, of the data flash.
    pub dflash_program: (u64, u64),
    /// Erasing a sector of 8 KiB of the data flash.
    pub dflash_erase: u64,
    /// Programming a page of 32 bytes, and a burst of 256, of the program flash.
    pub pflash_program: (u64, u64),
    /// Erasing of the program flash: once, and for each KiB.
    pub pflash_erase: (u64, u64),
}

/// What cells have to become.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Change {
    /// These bytes' bits are set from this address on.
    Program(u64, Vec<u8>),
    /// So many bytes from this address on are erased.
    Erase(u64, u32),
}

/// What a store led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// It is part of a sequence, or was carried out.
    Taken,
    /// An operation was started that takes so many cycles of the FSI clock.
    Started(u64),
    /// An error flag was set, for this reason.
    Error(u32, &'static str),
}

/// The bytes that were loaded in page mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Page {
    data_flash: bool,
    bytes: Vec<u8>,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Commands {
    status: u32,
    /// The address and the count of a sequence of four stores, and its first command byte.
    begun: Vec<u32>,
    page: Option<Page>,
    running: Option<Change>,
    /// Addresses of double words that commands have programmed since they were erased.
    programmed: BTreeSet<u64>,
}

impl Commands {
    /// FSR.
    pub fn status(&self) -> u32 {
        let page = match &self.page {
            None => 0,
            Some(p) if p.data_flash => DFPAGE,
            Some(_) => PFPAGE,
        };
        self.status | page
    }

    /// A read has met an error of so many bits; answers which of the flags of its kind of flash it sets.
    pub fn meets(&mut self, data_flash: bool, flips: u32, fatal: bool) -> usize {
        let flags: &[u32] = if data_flash {
            &DFLASH_ERRORS
        } else {
            &PFLASH_ERRORS
        };
        let last = flags.len() - 1;
        let i = match fatal {
            true => last,
            false => (flips.max(1) as usize - 1).min(last - 1),
        };
        self.status |= flags.get(i).copied().unwrap_or(0);
        i
    }

    /// Clears those flags of FSR that software can clear.
    pub fn clear(&mut self, flags: u32) {
        self.status &= !(flags & CLEARED);
    }

    /// Takes a store of `bytes` to the data flash's offset `off`. `locked` says that the safety
    /// ENDINIT forbids operations.
    pub fn store(&mut self, off: u32, value: u64, bytes: u8, times: &Times, locked: bool) -> Step {
        let word = value as u32;
        match (off, bytes) {
            (0x5554, 4) => self.simple(word),
            (0x55f0 | 0x55f4, 4) | (0x55f0, 8) => self.load(off, value, bytes),
            (0xaa50, 4) => self.begin(word),
            (0xaa58, 4) if self.begun.len() == 1 => self.go_on(word),
            (0xaaa8, 4) if self.begun.len() == 2 => self.go_on(word),
            (0xaaa8, 4) if self.begun.len() == 3 => self.finish(word, times, locked),
            // Passwords: nothing is protected.
            (0x553c, 4) => Step::Taken,
            _ => self.wrong("the store belongs to no command sequence"),
        }
    }

    /// The operation under way is over; answers what it does, and the flags of errors in it.
    pub fn done(&mut self) -> Option<(Change, u32)> {
        let change = self.running.take()?;
        self.status &= !BUSY;
        let mut errors = 0;
        match &change {
            Change::Program(at, bytes) => {
                for word in (*at..).step_by(8).take(bytes.len() / 8) {
                    if !self.programmed.insert(word) {
                        errors |= PVER;
                    }
                }
            }
            Change::Erase(at, bytes) => {
                let erased = *at..*at + u64::from(*bytes);
                self.programmed.retain(|word| !erased.contains(word));
            }
        }
        self.status |= errors;
        Some((change, errors))
    }

    fn error(&mut self, flag: u32, why: &'static str) -> Step {
        self.begun.clear();
        self.status |= flag;
        Step::Error(flag, why)
    }

    fn wrong(&mut self, why: &'static str) -> Step {
        self.error(SQER, why)
    }

    /// Commands of one store.
    fn simple(&mut self, command: u32) -> Step {
        self.begun.clear();
        match command {
            // Reset to read; clear status.
            0xf0 => {
                self.page = None;
                self.clear(SQER | PROER | PVER);
            }
            0xfa => self.clear(CLEARED),
            0x50 | 0x5d => {
                if self.running.is_some() {
                    return self.wrong("page mode was asked for while an operation runs");
                }
                self.page = Some(Page {
                    data_flash: command == 0x5d,
                    bytes: Vec::new(),
                });
            }
            // Resume protection: nothing is protected.
            0xf5 => {}
            _ => return self.wrong("there is no such command"),
        }
        Step::Taken
    }

    fn load(&mut self, off: u32, value: u64, bytes: u8) -> Step {
        self.begun.clear();
        let Some(page) = &mut self.page else {
            return self.wrong("a page was loaded outside of page mode");
        };
        let room = if page.data_flash { 32 } else { 256 };
        let upper = page.bytes.len() % 8 != 0;
        if page.bytes.len() >= room || upper != (off == 0x55f4) {
            return self.wrong("more was loaded than a burst has, or a word in the wrong place");
        }
        let from = value.to_le_bytes();
        page.bytes.extend(from.iter().take(bytes.into()));
        Step::Taken
    }

    fn begin(&mut self, word: u32) -> Step {
        self.begun.clear();
        self.go_on(word)
    }

    fn go_on(&mut self, word: u32) -> Step {
        self.begun.push(word);
        Step::Taken
    }

    /// The last store of a sequence.
    fn finish(&mut self, last: u32, times: &Times, locked: bool) -> Step {
        let begun = std::mem::take(&mut self.begun);
        let &[address, count, first] = &begun[..] else {
            return self.wrong("the sequence is not complete");
        };
        if self.running.is_some() {
            return self.wrong("an operation runs already");
        }
        let physical = match (first, last) {
            (0xa0, 0xaa | 0x7a | 0x9a) => false,
            (0x80, 0x50) => false,
            (0x80, 0x5a) => true,
            (0x80, 0x5f) => return self.wrong("erase verify is not modelled"),
            (0x70, 0xcc) => return self.wrong("suspending is not modelled"),
            _ => return self.wrong("there is no such command"),
        };
        let Some((bank, at)) = bank_of(address) else {
            return self.wrong("the address is in no flash");
        };
        if bank == Bank::Reserved {
            let why = "user configuration blocks and the flash of the HSM are not modelled";
            return self.error(PROER, why);
        }
        if locked {
            return self.error(PROER, "the safety watchdog's ENDINIT is set");
        }
        if first == 0xa0 {
            self.program(bank, at, last == 0x7a, times)
        } else {
            self.erase(bank, at, count, physical, times)
        }
    }

    fn program(&mut self, bank: Bank, at: u64, burst: bool, times: &Times) -> Step {
        let data_flash = bank == Bank::Df0;
        let Some(page) = self.page.take() else {
            return self.wrong("a page was written outside of page mode");
        };
        let bytes = match (data_flash, burst) {
            (true, false) => 8,
            (true, true) => 32,
            (false, false) => 32,
            (false, true) => 256,
        };
        if page.data_flash != data_flash {
            return self.wrong("the page is of the other flash than page mode");
        }
        if page.bytes.len() != bytes || !at.is_multiple_of(bytes as u64) {
            return self.wrong("what was loaded is not a page, or its address is within one");
        }
        self.status |= PROG | bank.busy();
        self.running = Some(Change::Program(at, page.bytes));
        let (page, whole) = if data_flash {
            times.dflash_program
        } else {
            times.pflash_program
        };
        Step::Started(if burst { whole } else { page })
    }

    fn erase(&mut self, bank: Bank, at: u64, count: u32, physical: bool, times: &Times) -> Step {
        let Some(bytes) = erasable(bank, at, count, physical) else {
            return self.wrong("these are no sectors that can be erased together");
        };
        self.status |= ERASE | bank.busy();
        self.running = Some(Change::Erase(at, bytes));
        let kib = u64::from(bytes >> 10);
        Step::Started(match bank {
            Bank::Df0 => kib.div_ceil(8).saturating_mul(times.dflash_erase),
            _ => (times.pflash_erase.0).saturating_add(kib.saturating_mul(times.pflash_erase.1)),
        })
    }
}
