//! Accesses that leave a note: a core that is alone with its memory for a while, and hears later of others there.
//!
//! There are two notes: the moment of the last access to each eight bytes, in the table of the core, and the moments at
//! which each bank was used.

use crate::asm::{Alu, Cond, Label, Mem, RAX, RBX, RCX, RDX, Shift, Src};
use crate::block::Code;
use crate::field::Field;
use crate::memory::{Guest, TABLE};
use cranelift_assembler_x64::Scale;

/// How an access is noted. Times are in cycles.
pub struct Noted<C> {
    /// The access is so many cycles behind this moment.
    pub time: Field<C, u64>,
    /// See there.
    pub at: i32,
    /// Bits of an offset, a value of them, and whether they have to have it. The access goes to its handler otherwise.
    pub expected: Option<(u32, u32, bool)>,
    /// The banks.
    pub banks: Banks<C>,
    /// Bytes of the window.
    pub bytes: u32,
}

/// Banks of a memory: two words of 64 bits for each, one behind the other. They are the last cycle in which it was used,
/// and which of the cycles up to that, from the lowest bit on.
pub struct Banks<C> {
    /// The lowest bit of an offset that chooses the bank; no less than 4.
    pub shift: u8,
    /// How many there are; a power of two.
    pub count: u32,
    /// Of the first one: the last cycle.
    pub last: Field<C, u64>,
    /// See there.
    pub cycles: Field<C, u64>,
}

/// Bytes that share a word of the table.
const PART_SHIFT: u8 = 3;
/// In the table: accesses go to their handlers.
const BY_HANDLER: i32 = -1;

impl<G: Guest> Code<'_, G> {
    /// Goes to `slow` unless the access to the offset in EDX is one that code can note. RAX: its word in the table.
    pub(crate) fn look_at_note(&mut self, noted: &Noted<G::Core>, slow: Label) {
        if let Some((mask, value, equal)) = noted.expected {
            match value {
                0 => self.asm.test(RDX, Src::Imm(mask as i32)),
                _ => {
                    self.asm.mov(RCX, Src::Reg(RDX));
                    self.asm.alu(Alu::And, RCX, Src::Imm(mask as i32));
                    self.asm.alu(Alu::Cmp, RCX, Src::Imm(value as i32));
                }
            }
            let otherwise = if equal { Cond::NotEqual } else { Cond::Equal };
            self.asm.jump_if(otherwise, slow);
        }
        self.reserve_table((noted.bytes >> PART_SHIFT) as usize * 4);
        self.asm.mov_64(RAX, Src::Mem(TABLE));
        self.asm.mov(RCX, Src::Reg(RDX));
        self.asm.shift(Shift::Right, RCX, PART_SHIFT);
        self.asm
            .address_64(RAX, Mem::Indexed(RAX, RCX, Scale::Four, 0));
        self.asm.alu_memory(Alu::Cmp, Mem::At(RAX, 0), BY_HANDLER);
        self.asm.jump_if(Cond::Equal, slow);
    }

    /// Notes the access: RAX and EDX are those that [`Code::look_at_note`] has left, and are lost.
    pub(crate) fn note(&mut self, noted: &Noted<G::Core>, store: bool) {
        // Twice the cycle, and 1 for a store.
        let twice = 2 * noted.at + i32::from(store);
        self.asm.mov(RCX, Src::Mem(noted.time.low().mem()));
        self.asm
            .address(RCX, Mem::Indexed(RCX, RCX, Scale::One, twice));
        self.asm.store(Mem::At(RAX, 0), RCX);
        let banks = &noted.banks;
        let [last, cycles] =
            [banks.last, banks.cycles].map(|of| Mem::Indexed(RBX, RDX, Scale::One, of.offset()));
        self.asm.mov_64(RAX, Src::Mem(noted.time.mem()));
        if noted.at != 0 {
            self.asm.address_64(RAX, Mem::At(RAX, noted.at));
        }
        self.asm.shift(Shift::Right, RDX, banks.shift - 4);
        let bank = (banks.count - 1) << 4;
        self.asm.alu(Alu::And, RDX, Src::Imm(bank as i32));
        self.asm.mov_64(RCX, Src::Reg(RAX));
        self.asm.sub_64(RCX, last);
        self.asm.store_64(last, RAX);
        let back = self.asm.label();
        let long_ago = self.detour(move |asm| {
            asm.store_imm_64(cycles, 1);
            asm.jump(back);
        });
        self.asm.alu(Alu::Cmp, RCX, Src::Imm(63));
        self.asm.jump_if(Cond::Above, long_ago);
        self.asm.shift_memory_left_64(cycles);
        self.asm.alu_memory(Alu::Or, cycles, 1);
        self.asm.bind(back);
    }
}
