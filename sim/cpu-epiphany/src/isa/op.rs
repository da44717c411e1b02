//! A decoded instruction in the shape that an interpreter wants.

use super::table::{self, Encoding};
use super::{Group, Kind};

/// A predecoded instruction: 12 bytes, all operands extended and scaled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Op {
    /// What it does.
    pub kind: Kind,
    /// Issue group of the kind.
    pub group: Group,
    /// Length in bytes: 2 or 4.
    pub len: u8,
    /// Condition of Bcc and MOVcc (see [`holds`](crate::status::holds)), else 0.
    pub cond: u8,
    /// Rd, 0 to 63. Of stores and MOVTS it is the source.
    pub rd: u8,
    /// Rn, 0 to 63: first source, or the base.
    pub rn: u8,
    /// Rm, 0 to 63: second source, or the index.
    pub rm: u8,
    /// The number: a constant; a distance or offset in bytes with its sign; of indexed and
    /// post-modified accesses 0 to add Rm, -1 to subtract it; of MOVTS and MOVFS the local address
    /// of the special register (0xF0400 and up); of TRAP and SWI the code.
    pub imm: i32,
}

impl Op {
    /// What an access with a register index adds to Rn, given the value of Rm.
    #[inline]
    #[must_use]
    pub const fn index(&self, rm: u32) -> u32 {
        (rm ^ self.imm as u32).wrapping_sub(self.imm as u32)
    }
}

/// True if the instruction that begins with this half-word has 32 bits: low nibble 8, 9, B, C, D
/// or F (CPU).
#[inline]
#[must_use]
pub const fn is_long(halfword: u16) -> bool {
    0xbb00 >> (halfword & 15) & 1 != 0
}

/// Decodes the instruction at the low end of `word`. What has no meaning is [`Kind::Unimpl`].
#[must_use]
pub fn decode(word: u32) -> Op {
    let encoding = table::decode_op(word);
    let kind = encoding.map_or(Kind::Unimpl, Encoding::class);
    let long = is_long(word as u16);
    let mut op = Op {
        kind,
        group: kind.group(),
        len: if long { 4 } else { 2 },
        cond: 0,
        rd: 0,
        rn: 0,
        rm: 0,
        imm: 0,
    };
    if matches!(kind, Kind::Bcc | Kind::MovCc) {
        op.cond = (word >> 4 & 15) as u8;
    }
    let mut subtracted = false;
    for field in encoding.iter().flat_map(|e| e.row().form.operands) {
        let value = field.value(word);
        match field.name {
            "d" => op.rd = value as u8,
            "n" => op.rn = value as u8,
            "m" => op.rm = value as u8,
            "s" => subtracted = value != 0,
            // "i" and "t"
            _ => op.imm = value,
        }
    }
    if subtracted {
        op.imm = match kind.indexed() {
            true => -1,
            false => -op.imm,
        };
    }
    op
}
