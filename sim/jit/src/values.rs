//! Which values registers of the host hold while semantics are compiled.
//!
//! A register of the host holds a value while an operation needs it, or while it equals a register of the guest.
//! **Invariant**: the guest's own registers are always right, so a value can be dropped at any time and reloaded.

use crate::asm::Reg;

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Loc {
    Const(u32),
    Reg(Reg),
}

/// Registers of the host that hold values.
const POOL: [Reg; 9] = [6, 7, 8, 9, 10, 11, 13, 14, 15];

/// Values of the guest's registers, by the offset of the register in the guest, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values(Vec<(i32, Loc)>);

impl Values {
    pub fn get(&self, offset: i32) -> Option<Loc> {
        let found = self.0.iter().find(|(o, _)| *o == offset);
        found.map(|(_, loc)| *loc)
    }

    pub fn put(&mut self, offset: i32, loc: Loc) {
        self.forget(offset);
        self.0.push((offset, loc));
    }

    pub fn forget(&mut self, offset: i32) {
        self.0.retain(|(o, _)| *o != offset);
    }

    pub fn forget_held_by(&mut self, r: Reg) {
        self.0.retain(|(_, loc)| *loc != Loc::Reg(r));
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Registers of the guest that `r` holds the value of.
    pub fn held_by(&self, r: Reg) -> impl Iterator<Item = i32> {
        let held = move |&&(_, loc): &&(i32, Loc)| loc == Loc::Reg(r);
        self.0.iter().filter(held).map(|(o, _)| *o)
    }

    /// A register for another value, besides those that are `busy`: a free one, or the one with the oldest value.
    pub fn free(&mut self, busy: impl Fn(Reg) -> bool) -> Option<Reg> {
        let mut candidates = POOL.iter().copied().filter(|&r| !busy(r));
        let idle = candidates
            .clone()
            .find(|&r| self.held_by(r).next().is_none());
        if idle.is_some() {
            return idle;
        }
        let age = |r: &Reg| self.0.iter().position(|(_, loc)| *loc == Loc::Reg(*r));
        let oldest = match candidates.next() {
            None => return None,
            Some(first) => candidates.fold(first, |a, b| if age(&b) < age(&a) { b } else { a }),
        };
        self.forget_held_by(oldest);
        Some(oldest)
    }

    /// The registers of the guest that are held in registers of the host.
    pub fn in_registers(&self) -> impl Iterator<Item = (i32, Reg)> {
        self.0.iter().filter_map(|&(o, loc)| match loc {
            Loc::Reg(r) => Some((o, r)),
            Loc::Const(_) => None,
        })
    }
}
