//! Reads of registers and memory that were not written since power-up.
//!
//! A register is read where a result, an address, a condition or a branch depends on it. To store it, or to copy it to
//! another register, is none: prologues and handlers save registers that their callers may never have used. The copy
//! of a register is as known as the register; what is stored is written, whatever it is. A load of several bytes
//! reads them if none of them is written: compilers load whole words of which a program has set a part.

use crate::finding::{Finding, What};
use crate::kind::Check;
use crate::shadow::Shadow;
use trueboard_core::observe::{Doing, Executed, RegSet, Touched};
use trueboard_core::time::Tick;

/// Which registers of each core are known.
#[derive(Default)]
pub struct Uninit {
    known: Vec<RegSet>,
    /// How often a register that was known has ceased to be.
    lost: u32,
}

impl Uninit {
    /// Cores that hold these registers from the beginning.
    pub fn new(known: Vec<RegSet>) -> Uninit {
        Uninit { known, lost: 0 }
    }

    /// How often a register that was known has ceased to be: what all known registers were enough for once, they are
    /// enough for while this number stays.
    #[inline]
    pub fn lost(&self) -> u32 {
        self.lost
    }

    /// All of these registers of `core` are known.
    #[inline]
    pub fn knows(&self, core: u8, registers: RegSet) -> bool {
        let known = self.known.get(usize::from(core));
        known.is_some_and(|known| registers.minus(*known).is_empty())
    }

    /// These registers of `core` were written.
    pub fn learns(&mut self, core: u8, registers: RegSet) {
        if let Some(known) = self.known.get_mut(usize::from(core)) {
            *known = *known | registers;
        }
    }

    /// Takes in the registers of an instruction; answers the first one that it reads and that was never written.
    #[inline]
    pub fn registers(&mut self, core: u8, done: &Executed) -> Option<u16> {
        let known = self.known.get_mut(usize::from(core))?;
        let unknown = done.reads.minus(*known);
        if unknown.is_empty() {
            *known = *known | done.writes;
            return None;
        }
        if done.doing == Doing::Copy {
            let fewer = known.minus(done.writes);
            self.lost = self.lost.wrapping_add(u32::from(fewer != *known));
            *known = fewer;
            return None;
        }
        // Once is enough for each register.
        *known = *known | done.writes | unknown;
        unknown.first().map(|place| place as u16)
    }
}

/// A load of bytes that no core was seen to write; others may have, unobserved, where they are not 0.
pub fn load(shadow: &mut Shadow, a: &Touched) -> bool {
    if a.held != [0; 8] || a.bytes == 0 {
        return false;
    }
    let mut written = false;
    shadow.each(a.physical, a.bytes.into(), |page, off, bytes| {
        written |= page.is_written(off, bytes);
    });
    if !written {
        // Once is enough for each byte.
        shadow.write(a.physical, a.bytes.into());
    }
    !written
}

/// The finding, about an access of so many bytes if it is about one.
pub fn finding(
    (core, at): (u8, Tick),
    pc: u64,
    what: What,
    address: Option<u64>,
    bytes: u8,
) -> Finding {
    let amount = bytes.into();
    Finding {
        check: Check::Uninit,
        what,
        core,
        pc,
        address,
        other: None,
        amount,
        at,
        count: 1,
    }
}
