//! Where code finds what semantics name.

use crate::field::Field;
use crate::lane::ByLane;
use crate::memory::Guest;
use crate::noted::Noted;
use trueboard_engine::ops::Registers;

/// Where a register of the guest is.
pub enum Place<G: Guest> {
    /// A word.
    Word(Field<G::Core, u32>),
    /// A byte.
    Byte(Field<G::Core, u8>),
    /// Elsewhere: its instructions are left to their handlers.
    Elsewhere,
}

/// Where code finds the registers of a guest, and memory that it loads from by itself.
pub trait Places<G: Guest> {
    /// A register.
    fn register(&self, reg: <G::Machine as Registers>::Reg) -> Place<G>;

    /// Memory.
    fn window(&self) -> Window<G>;
}

/// Memory that loads reach without more ado.
pub struct Window<G: Guest> {
    /// The address of its first byte, a multiple of 8.
    pub base: Base<G>,
    /// Its bytes: as many as the memory has that code is entered with, or fewer. A datum may reach beyond them by 7 bytes.
    pub bytes: Field<G::Core, u32>,
    /// How many of them stores reach, if any are made in line: where the guard of the memory has no bit.
    pub stores: Option<Field<G::Core, u32>>,
    /// Where stores leave the core, if they do.
    pub lane: Option<ByLane<G>>,
    /// The first byte of a datum is its highest one.
    pub big_endian: bool,
    /// The lines that loads reach, if they do not reach all.
    pub memo: Option<Memo<G>>,
    /// Accesses are noted.
    pub noted: Option<Noted<G::Core>>,
}

/// The address of a window.
pub enum Base<G: Guest> {
    /// In a field.
    Field(Field<G::Core, u32>),
    /// As it is when code is made.
    Known(u32),
}

/// Lines of a cache that are known to hit.
pub struct Memo<G: Guest> {
    /// Lines of 32 bytes by the low seven bits of their number.
    pub lines: Field<G::Core, [u32; 256]>,
    /// Counts hits.
    pub hits: Field<G::Core, u64>,
}
