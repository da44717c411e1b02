//! Predecoded instructions: those of the core's own SRAM in one piece, others by page.

use crate::blocks::{self, Blocks};
use crate::decoded::{BREAK, DecodedInsn, READY, UNKNOWN_BLOCK};
use crate::memory::map::SRAM;
use crate::params::TimingParams;
use std::collections::BTreeMap;
use trueboard_core::mem::Memory;

/// The instruction UNIMPL, in place of one that is not there.
pub(crate) const UNIMPL: u32 = 0x000f_000f;
/// Bytes in a chunk of the memory's code log.
const CHUNK: u64 = 64;
/// An instruction and the one that may pair with it reach this far.
const REACH: u64 = 6;

/// Decoded instructions. None of it is state: instructions are decoded again from memory.
#[derive(Clone, Default)]
pub(crate) struct Code {
    /// Empty until the first instruction is decoded.
    pub local: Vec<DecodedInsn>,
    pub blocks: Blocks,
    outside: BTreeMap<u64, DecodedInsn>,
    /// How much of the memory's log of stores into code has been applied.
    pub seen: u64,
}

impl Code {
    /// Decodes the instruction at local address `pc` of the SRAM at `base`: whether it is without cost, and
    /// whether there is a breakpoint. One that is not whole in the SRAM is none.
    pub fn decode(
        &mut self,
        base: u64,
        pc: u32,
        (free, stops): (bool, bool),
        mem: &mut Memory,
        p: &TimingParams,
    ) {
        if self.local.is_empty() {
            self.local = vec![DecodedInsn::blank(); SRAM as usize / 2];
        }
        let slot = decode(base + u64::from(pc), pc, free, mem, p);
        if let Some(place) = self.local.get_mut(pc as usize >> 1) {
            *place = slot.unwrap_or_else(|| DecodedInsn::new(pc, UNIMPL, 0, free, p));
            place.flags |= if stops { BREAK } else { 0 };
        }
    }

    /// The instruction at `pa` outside the SRAM, if a memory holds it.
    pub fn outside(
        &mut self,
        pa: u64,
        free: bool,
        mem: &mut Memory,
        p: &TimingParams,
    ) -> Option<DecodedInsn> {
        if let Some(&slot) = self.outside.get(&pa) {
            return Some(slot);
        }
        let slot = decode(pa, pa as u32, free, mem, p)?;
        self.outside.insert(pa, slot);
        Some(slot)
    }

    /// What is known of the instruction at `pc`.
    pub fn known(&self, pc: u32) -> Option<&DecodedInsn> {
        let slot = match self.local.get(pc as usize >> 1) {
            Some(slot) => slot,
            None => self.outside.get(&pc.into())?,
        };
        (slot.flags & READY != 0).then_some(slot)
    }

    /// Forgets what was decoded from the 64-byte chunk of `pa`, or reaches into it; `base` is where the
    /// SRAM begins.
    pub fn forget(&mut self, pa: u64, base: u64) {
        let first = (pa & !(CHUNK - 1)).saturating_sub(REACH);
        let end = (pa & !(CHUNK - 1)) + CHUNK;
        if end > base && first < base + u64::from(SRAM) {
            let from = first.saturating_sub(base) as usize / 2;
            let to = ((end - base) as usize / 2).min(self.local.len());
            if let Some(slots) = self.local.get_mut(from..to) {
                slots.fill(DecodedInsn::blank());
            }
            // Blocks that reach into it.
            let reach = from.saturating_sub(blocks::REACH / 2);
            if let Some(slots) = self.local.get_mut(reach..from) {
                slots.iter_mut().for_each(|s| s.block = UNKNOWN_BLOCK);
            }
        }
        if !self.outside.is_empty() {
            self.outside.retain(|&at, _| at < first || at >= end);
        }
    }

    /// Forgets everything that was decoded.
    pub fn clear(&mut self) {
        *self = Code {
            seen: self.seen,
            ..Code::default()
        };
    }
}

/// The instruction at `pa`, which the core sees at `pc`.
fn decode(pa: u64, pc: u32, free: bool, mem: &mut Memory, p: &TimingParams) -> Option<DecodedInsn> {
    let word = word(pa, mem)?;
    let len = if crate::isa::is_long(word as u16) {
        4
    } else {
        2
    };
    let next = self::word(pa + len, mem).unwrap_or(0);
    Some(DecodedInsn::new(pc, word, next, free, p))
}

/// The instruction word at `pa`, noted as code; the upper half is 0 where memory ends.
fn word(pa: u64, mem: &mut Memory) -> Option<u32> {
    let low = half(pa, mem)?;
    let high = if crate::isa::is_long(low) {
        half(pa + 2, mem)?
    } else {
        0
    };
    Some(u32::from(high) << 16 | u32::from(low))
}

fn half(pa: u64, mem: &mut Memory) -> Option<u16> {
    let i = mem.find(pa, 2)?;
    let off = (pa - mem.region(i).base) as usize;
    mem.mark_code(i, off);
    Some(u16::from_le_bytes(mem.region(i).get(off)))
}
