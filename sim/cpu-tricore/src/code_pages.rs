//! Decoded instructions by physical page, and the addresses of their first half-words.

use crate::blocks;
use crate::decoded::DecodedInsn;
use crate::state::GLOBALS;
use trueboard_core::mem::Memory;
use trueboard_engine::blocks::BlockId;
use trueboard_engine::pages::{self, code_bytes};

/// State of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ready {
    /// Not decoded yet.
    No,
    /// Decoded.
    Yes,
    /// Decoded; operands have to be checked before it executes, and whether there is a breakpoint.
    Checked,
    /// Decoded, and to be executed without cost; operands have to be checked.
    Free,
    /// No such instruction.
    Illegal,
}

/// What is known of the instruction that begins at a half-word.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Meaningless unless it is decoded.
    pub insn: DecodedInsn,
    /// What there is.
    pub ready: Ready,
    /// The block that begins here.
    pub block: BlockId,
}

/// Half-words in a page of 4 KiB.
pub const PAGE_HALVES: usize = 2048;

/// Decoded pages of 4 KiB.
pub type CodePages = pages::CodePages<Entry, PAGE_HALVES>;

impl pages::Entry for Entry {
    const GRAIN: usize = 2;
    const REACH: usize = 2;
    const LONGEST_BLOCK: usize = blocks::LONGEST_BYTES;

    fn blank() -> Entry {
        Entry {
            insn: no_insn(),
            ready: Ready::No,
            block: BlockId::UNKNOWN,
        }
    }

    fn forget_block(&mut self) {
        self.block = BlockId::UNKNOWN;
    }
}

impl Entry {
    /// The instruction, if there is an instruction and it was decoded.
    pub fn decoded(&self) -> Option<&DecodedInsn> {
        (!matches!(self.ready, Ready::No | Ready::Illegal)).then_some(&self.insn)
    }
}

/// Any instruction, for entries that have none.
fn no_insn() -> DecodedInsn {
    DecodedInsn::decode(0).expect("16 zero bits are NOP")
}

/// The entry for an instruction word.
fn entry(word: u32, (free, stops): (bool, bool)) -> Entry {
    let Some(insn) = DecodedInsn::decode(word) else {
        return Entry {
            insn: no_insn(),
            ready: Ready::Illegal,
            block: BlockId::NONE,
        };
    };
    let ready = if !insn.opcode.traits().exists {
        Ready::Illegal
    } else if free {
        Ready::Free
    } else if insn.odd_pair || insn.writes & GLOBALS != 0 || stops {
        Ready::Checked
    } else {
        Ready::Yes
    };
    Entry {
        insn,
        ready,
        block: BlockId::UNKNOWN,
    }
}

/// Decodes the instruction at `pa`, in the current page: whether it is without cost, and whether there is a
/// breakpoint. False when no memory holds it.
pub fn decode(code: &mut CodePages, pa: u64, special: (bool, bool), mem: &mut Memory) -> bool {
    let Some(word) = word(pa, mem) else {
        return false;
    };
    *code.current.at_mut(pa) = entry(word, special);
    true
}

/// The instruction word at `pa`, marked as code; the upper half of a 16-bit one is 0.
fn word(pa: u64, mem: &mut Memory) -> Option<u32> {
    let low = u16::from_le_bytes(code_bytes(pa, mem)?);
    let high = match low & 1 {
        0 => 0,
        _ => u16::from_le_bytes(code_bytes(pa + 2, mem)?),
    };
    Some(u32::from(high) << 16 | u32::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Opcode;
    use trueboard_core::mem::Region;
    use trueboard_engine::pages::DecodedCode;

    /// A 32-bit instruction across two pages is forgotten when its second half is overwritten.
    #[test]
    fn a_store_forgets_the_instruction_that_reaches_into_its_chunk() {
        let mut mem = Memory::default();
        mem.add(Region::new("ram", 0, 0x3000, true));
        let mut code = CodePages::default();
        // MOVH d0, 0x1234
        mem.poke(0xffe, &0x0123_407bu32.to_le_bytes());
        code.select(0xffe);
        assert!(decode(&mut code, 0xffe, (false, false), &mut mem));
        code.invalidate(mem.code_log());
        assert!(decode(&mut code, 0xffe, (false, false), &mut mem));
        let known = |code: &CodePages| code.get(0xffe)?.decoded().map(|s| s.opcode);
        assert_eq!(known(&code), Some(Opcode::Movh));
        mem.put(0, 0x1000, [0]);
        code.select(0x1000);
        code.invalidate(mem.code_log());
        assert_eq!(known(&code), None);
        assert!(!decode(&mut code, 0x3000, (false, false), &mut mem));
    }
}
