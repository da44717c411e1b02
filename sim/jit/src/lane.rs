//! Stores in code that leave their core by its lane ([`Lane`]).

use crate::asm::{Alu, Cond, Label, Mem, RAX, RBX, RCX, RDX, Shift, Src};
use crate::block::Code;
use crate::field::Field;
use crate::memory::{Guest, LANE};
use crate::places::Memo;
use cranelift_assembler_x64::Scale;
use trueboard_core::lane::Lane;
use trueboard_core::time::Clock;

/// A store that leaves the core by its lane if its line hits in the data cache: where the core has what that needs.
/// Times are in cycles.
pub struct ByLane<G: Guest> {
    /// Lines that hit, and their meter.
    pub hits: Memo<G>,
    /// Entry of the block.
    pub base: Field<G::Core, u64>,
    /// The slice ends.
    pub until: Field<G::Core, u64>,
    /// From then on the bus is left to other cores.
    pub shared: Field<G::Core, u64>,
    /// The write buffer is free.
    pub buffer_free: Field<G::Core, u64>,
    /// Meter of waits for the write buffer.
    pub waited: Field<G::Core, u64>,
    /// Not 0 while other cores wait for stores.
    pub waiters: Field<G::Core, bool>,
    /// The number of the core.
    pub core: u8,
    /// A word, with bits that are set when hits are metered, and when waits are.
    pub metered: (Field<G::Core, u32>, [u32; 2]),
    /// The store, from the entry of the block on.
    pub at: u32,
    /// The last instruction of the block, likewise.
    pub last_issue: u32,
}

/// Fields of a lane, by their offset.
struct Fields {
    lines: i32,
    free_from: i32,
    start: i32,
    over: i32,
    end: i32,
    done: i32,
    stores: i32,
}

impl Fields {
    /// For stores of `bytes`.
    fn of(bytes: u8) -> Fields {
        let lane = Lane::new(Clock::new(1));
        let size = bytes.trailing_zeros() as usize;
        Fields {
            lines: Field::of(&lane, |l| &l.lines).offset(),
            free_from: Field::of(&lane, |l| &l.free_from).offset(),
            start: Field::of(&lane, |l| &l.start).offset(),
            over: Field::of(&lane, |l| &l.over).offset(),
            end: Field::of(&lane, |l| &l.sizes[size].end).offset(),
            done: Field::of(&lane, |l| &l.sizes[size].done).offset(),
            stores: Field::of(&lane, |l| &l.sizes[size].stores).offset(),
        }
    }
}

impl<G: Guest> Code<'_, G> {
    /// Makes a store of `bytes` to `address` but for the bytes, or goes to `slow`. EAX, ECX and EDX are lost.
    pub(crate) fn leave_by_lane(&mut self, lane: &ByLane<G>, address: Src, bytes: u8, slow: Label) {
        let of = Fields::of(bytes);
        let at = |offset| Mem::At(RDX, offset);
        self.lane = true;
        let asm = &mut self.asm;
        asm.compare_memory_8(lane.waiters.mem(), 0);
        asm.jump_if(Cond::NotEqual, slow);
        asm.mov(RCX, address);
        asm.shift(Shift::Right, RCX, 5);
        asm.mov(RAX, Src::Reg(RCX));
        asm.alu(Alu::And, RAX, Src::Imm(127));
        let hits = Mem::Indexed(RBX, RAX, Scale::Four, lane.hits.lines.offset());
        asm.compare_memory(hits, RCX);
        asm.jump_if(Cond::NotEqual, slow);
        asm.mov_64(RDX, Src::Mem(LANE));
        let (of_core, _) = Lane::line_of(lane.core, 0);
        if of_core != 0 {
            asm.alu(Alu::Or, RCX, Src::Imm(of_core as i32));
        }
        asm.compare_memory(Mem::Indexed(RDX, RAX, Scale::Four, of.lines), RCX);
        asm.jump_if(Cond::NotEqual, slow);

        // RAX: the cycle of the store, RCX: how long it has waited for the write buffer.
        let (ready, goes) = (asm.label(), asm.label());
        asm.mov_64(RAX, Src::Mem(lane.base.mem()));
        asm.address_64(RAX, Mem::At(RAX, lane.at as i32));
        asm.mov_64(RCX, Src::Mem(lane.buffer_free.mem()));
        asm.sub_register_64(RCX, RAX);
        asm.jump_if(Cond::BelowOrEqual, ready);
        asm.address_64(RAX, Mem::Indexed(RAX, RCX, Scale::One, 0));
        asm.compare_64(RAX, lane.shared.mem());
        asm.jump_if(Cond::NotBelow, slow);
        asm.compare_64(RAX, at(of.free_from));
        asm.jump_if(Cond::Below, slow);
        let to_last = lane.last_issue as i32 - lane.at as i32;
        asm.address_64(RAX, Mem::At(RAX, to_last));
        asm.compare_64(RAX, lane.until.mem());
        asm.jump_if(Cond::NotBelow, slow);
        asm.address_64(RAX, Mem::At(RAX, -to_last));
        asm.add_register_to_memory_64(lane.base.mem(), RCX);
        asm.add_register_to_memory_64(lane.waited.mem(), RCX);
        let (metered, [hit, waited]) = lane.metered;
        asm.alu_memory(Alu::Or, metered.mem(), (hit | waited) as i32);
        asm.jump(goes);
        asm.bind(ready);
        asm.compare_64(RAX, lane.shared.mem());
        asm.jump_if(Cond::NotBelow, slow);
        asm.compare_64(RAX, at(of.free_from));
        asm.jump_if(Cond::Below, slow);
        asm.alu_memory(Alu::Or, metered.mem(), hit as i32);
        asm.bind(goes);

        asm.mov_64(RCX, Src::Mem(at(of.free_from)));
        asm.store_64(at(of.over), RCX);
        asm.store_64(at(of.start), RAX);
        asm.mov_64(RCX, Src::Mem(at(of.end)));
        asm.address_64(RCX, Mem::Indexed(RAX, RCX, Scale::One, 0));
        asm.store_64(at(of.free_from), RCX);
        asm.mov_64(RCX, Src::Mem(at(of.done)));
        asm.address_64(RCX, Mem::Indexed(RAX, RCX, Scale::One, 0));
        asm.store_64(lane.buffer_free.mem(), RCX);
        asm.add_memory_64(at(of.stores), 1);
        asm.add_memory_64(lane.hits.hits.mem(), 1);
    }
}
