//! Reads of registers and memory that were not written since power-up.
//!
//! A register is read where a result, an address, a condition or a branch depends on it. To store it, or to copy it to
//! another register, is none: prologues and handlers save registers that their callers may never have used. The copy
//! of a register is as known as the register; what is stored is written, whatever it is. A load of several bytes
//! reads them if none of them is written: compilers load whole words of which a program has set a part.
//!
//! A load reads memory where what it has loaded is used or stored: compilers load ahead, into a delay slot for one, what
//! may not be needed. To store it is none where a part of the aligned eight bytes is written: a structure is copied with
//! what lies between its fields.

use crate::checks::{Check, What};
use crate::finding::Finding;
use crate::shadow::Shadow;
use std::collections::BTreeMap;
use trueboard_core::observe::{Executed, InsnKind, RegSet, Touched};
use trueboard_core::time::Tick;

/// Which registers of each core are known.
#[derive(Default)]
pub struct Uninit {
    known: Vec<RegSet>,
    /// By core and register that is not known: the load of memory that was not written.
    loaded: BTreeMap<(u8, u16), Loaded>,
    /// By core: registers that are in `loaded`, and others.
    tainted: Vec<RegSet>,
    /// How often a register that was known has ceased to be.
    lost: u32,
}

/// A load of memory that was not written.
#[derive(Clone, Copy, Debug)]
pub struct Loaded {
    /// The instruction.
    pub pc: u64,
    /// Where, as all masters see it.
    pub physical: u64,
    /// How many bytes.
    pub bytes: u8,
    /// When.
    pub at: Tick,
    /// The aligned eight bytes are written in part.
    pub between: bool,
}

/// What an instruction depends on that was never written.
#[derive(Clone, Copy, Debug)]
pub enum Unwritten {
    /// The register at this place.
    Register(u16),
    /// What this load has read.
    Memory(Loaded),
}

impl Uninit {
    /// Cores that hold these registers from the beginning.
    pub fn new(known: Vec<RegSet>) -> Uninit {
        Uninit {
            tainted: vec![RegSet::NONE; known.len()],
            known,
            loaded: BTreeMap::new(),
            lost: 0,
        }
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

    /// One of these registers of `core` is not known, and has its value from a load.
    pub fn has_loaded(&self, core: u8, registers: RegSet) -> bool {
        let i = usize::from(core);
        let (Some(known), Some(tainted)) = (self.known.get(i), self.tainted.get(i)) else {
            return false;
        };
        let unknown = registers.minus(*known);
        unknown.minus(*tainted) != unknown
    }

    /// These registers of `core` were written.
    pub fn learns(&mut self, core: u8, registers: RegSet) {
        if let Some(known) = self.known.get_mut(usize::from(core)) {
            *known = *known | registers;
        }
    }

    /// Records the registers of an instruction; returns the first one that it reads and that was never written.
    #[inline]
    pub fn registers(&mut self, core: u8, done: &Executed) -> Option<Unwritten> {
        let i = usize::from(core);
        let known = self.known.get_mut(i)?;
        let unknown = done.reads.minus(*known);
        let stored = !done.passes.minus(*known).is_empty();
        if unknown.is_empty() && !stored {
            *known = *known | done.writes;
            return None;
        }
        self.unknown(core, done, unknown)
    }

    #[inline(never)]
    fn unknown(&mut self, core: u8, done: &Executed, unknown: RegSet) -> Option<Unwritten> {
        let i = usize::from(core);
        let known = self.known.get_mut(i)?;
        if done.kind == InsnKind::Copy {
            let fewer = known.minus(done.writes);
            self.lost = self.lost.wrapping_add(u32::from(fewer != *known));
            *known = fewer;
            let from = unknown.first().and_then(|r| self.loaded(core, r));
            self.set(core, done.writes, from);
            return None;
        }
        let stored = done.passes.minus(*known).first();
        let stored = stored.and_then(|r| self.loaded(core, r).filter(|l| !l.between));
        let known = self.known.get_mut(i)?;
        // Once is enough for each register.
        *known = *known | done.writes | unknown;
        if stored.is_some() {
            *known = *known | done.passes;
        }
        let read = unknown.first().map(|r| match self.loaded(core, r) {
            Some(load) => Unwritten::Memory(load),
            None => Unwritten::Register(r as u16),
        });
        read.or(stored.map(Unwritten::Memory))
    }

    /// The load that a register which is not known has its value from.
    fn loaded(&self, core: u8, register: usize) -> Option<Loaded> {
        let tainted = self.tainted.get(usize::from(core))?;
        let of = RegSet::of(register);
        let may = of.minus(*tainted).is_empty();
        may.then(|| self.loaded.get(&(core, register as u16)).copied())?
    }

    /// Registers that are not known have their values from this load, or from none.
    fn set(&mut self, core: u8, registers: RegSet, from: Option<Loaded>) {
        let Some(tainted) = self.tainted.get_mut(usize::from(core)) else {
            return;
        };
        *tainted = match from {
            Some(_) => *tainted | registers,
            None => tainted.minus(registers),
        };
        let mut left = registers;
        while let Some(r) = left.first() {
            left = left.minus(RegSet::of(r));
            match from {
                Some(load) => self.loaded.insert((core, r as u16), load),
                None => self.loaded.remove(&(core, r as u16)),
            };
        }
    }

    /// An instruction has loaded bytes that were not written.
    pub fn loads(&mut self, core: u8, done: &Executed, load: Loaded) {
        // The base of an access that changes it is known.
        let data = done.writes.minus(done.reads);
        let data = if data.is_empty() { done.writes } else { data };
        if let Some(known) = self.known.get_mut(usize::from(core)) {
            let fewer = known.minus(data);
            self.lost = self.lost.wrapping_add(u32::from(fewer != *known));
            *known = fewer;
        }
        self.set(core, data, Some(load));
    }
}

/// A load of bytes that no core was seen to write; others may have, unobserved, where they are not 0.
pub fn load(shadow: &mut Shadow, (pc, at): (u64, Tick), a: &Touched) -> Option<Loaded> {
    if a.held != [0; 8] || a.bytes == 0 {
        return None;
    }
    let mut is_written = |from: u64, bytes: u64| {
        let mut written = false;
        shadow.each(from, bytes, |page, off, bytes| {
            written |= page.is_written(off, bytes);
        });
        written
    };
    if is_written(a.physical, a.bytes.into()) {
        return None;
    }
    let between = is_written(a.physical & !7, 8);
    Some(Loaded {
        pc,
        physical: a.physical,
        bytes: a.bytes,
        at,
        between,
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    const AT: u64 = 0x100;

    /// A program of one core, instruction by instruction.
    struct Program {
        uninit: Uninit,
        shadow: Shadow,
    }

    impl Program {
        fn new() -> Program {
            Program {
                uninit: Uninit::new(vec![RegSet::of(1)]),
                shadow: Shadow::new([(0, 0x1000)].into_iter()),
            }
        }

        fn registers(&mut self, [reads, passes, writes]: [RegSet; 3]) -> Option<Unwritten> {
            let done = Executed {
                reads,
                passes,
                writes,
                ..Executed::default()
            };
            self.uninit.registers(0, &done)
        }

        /// Loads the word at `at` into `register`, with the address in register 1.
        fn loads(&mut self, at: u64, register: usize) {
            let (reads, writes) = (RegSet::of(1), RegSet::of(register));
            assert!(self.registers([reads, RegSet::NONE, writes]).is_none());
            let done = Executed {
                reads,
                writes,
                ..Executed::default()
            };
            let a = Touched {
                physical: at,
                bytes: 4,
                load: true,
                ..Touched::default()
            };
            if let Some(load) = load(&mut self.shadow, (0, Tick(0)), &a) {
                self.uninit.loads(0, &done, load);
            }
        }

        fn compares(&mut self, register: usize) -> bool {
            let found = self.registers([RegSet::of(register), RegSet::NONE, RegSet::NONE]);
            matches!(found, Some(Unwritten::Memory(l)) if l.physical & !7 == AT)
        }

        fn stores(&mut self, register: usize) -> bool {
            let found = self.registers([RegSet::of(1), RegSet::of(register), RegSet::NONE]);
            matches!(found, Some(Unwritten::Memory(l)) if l.physical & !7 == AT)
        }
    }

    /// As compilers put a load into the delay slot of a branch that leads to where it is not needed.
    #[test]
    fn a_load_that_nothing_uses_reads_nothing() {
        let mut p = Program::new();
        p.loads(AT, 2);
        assert!(
            p.registers([RegSet::of(1), RegSet::NONE, RegSet::of(2)])
                .is_none()
        );
        assert!(!p.compares(2), "it has another value");
        p.loads(AT, 2);
        assert!(p.compares(2));
    }

    #[test]
    fn what_lies_between_the_fields_of_a_structure_may_be_copied_but_not_used() {
        let mut p = Program::new();
        p.shadow.write(AT, 1);
        for at in [AT, AT + 4] {
            p.loads(at, 2);
            assert!(!p.stores(2), "{at:#x}");
        }
        p.loads(AT + 4, 2);
        assert!(p.compares(2));
        // A structure of which nothing is written.
        let mut p = Program::new();
        p.loads(AT, 2);
        assert!(p.stores(2));
    }
}
