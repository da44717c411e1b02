//! What LD.* and ST.* do: where they go (TC1.6 architecture manual, volume 1, "Addressing model"), and what they make
//! of what they move. Execution in blocks and in single steps both take it from here.

use crate::decoded::{DecodedInsn, NONE, RegNo};
use crate::isa::Opcode;
use crate::isa::operands::Mode;
use crate::state::State;
use crate::trap::Trap;

/// A circular buffer: its start, the index, its length.
type Buffer = (u32, u32, u32);

/// An effective address, and what addressing does to a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub va: u32,
    /// It lies in the segment of its base.
    pub in_segment: bool,
    /// In a circular buffer, when the datum reaches across the end.
    pub wraps: Option<Buffer>,
    /// The register that the mode changes, or [`NONE`], and its new value.
    register: RegNo,
    value: u32,
}

impl Place {
    /// The address of the half-word that is `i` bytes into the datum.
    pub(crate) fn half(&self, i: u32) -> u32 {
        match self.wraps {
            Some((base, index, length)) => base.wrapping_add((index + i) % length.max(1)),
            None => self.va.wrapping_add(i),
        }
    }
}

impl State {
    /// Where `s`, in addressing mode `mode`, accesses memory.
    ///
    /// # Errors
    /// A circular buffer that cannot be.
    #[inline(always)]
    pub(crate) fn place(&self, s: &DecodedInsn, mode: Mode) -> Result<Place, Trap> {
        let base = match mode {
            Mode::Abs => 0,
            _ => self.reg(s.b),
        };
        let sum = base.wrapping_add(s.o as u32);
        // Field by field: what the modes with an index answer lies in memory, an address of the usual modes in registers.
        let (va, value, wraps) = match mode {
            Mode::Circ | Mode::Rev | Mode::Index => {
                let (index, value, wraps) = self.indexed(s, mode)?;
                (base.wrapping_add(index), value, wraps)
            }
            Mode::Post => (base, sum, None),
            Mode::Base | Mode::Pre | Mode::Abs => (sum, sum, None),
        };
        Ok(Place {
            va,
            in_segment: mode == Mode::Abs || (va ^ base) >> 28 == 0,
            wraps,
            register: mode.updates(s.b).unwrap_or(NONE),
            value,
        })
    }

    /// The modes with an index in the odd register of the pair: the index, the new value of that register, and
    /// [`Place::wraps`].
    #[inline(never)]
    fn indexed(&self, s: &DecodedInsn, mode: Mode) -> Result<(u32, u32, Option<Buffer>), Trap> {
        let control = self.reg(s.b | 1);
        let (index, high) = (control & 0xffff, control >> 16);
        let (value, wraps) = match mode {
            Mode::Rev => {
                let sum = (index as u16)
                    .reverse_bits()
                    .wrapping_add((high as u16).reverse_bits());
                (high << 16 | u32::from(sum.reverse_bits()), None)
            }
            Mode::Circ => {
                let base = self.reg(s.b);
                let bytes = u32::from(s.opcode.traits().bytes.max(1));
                let length = high as i32;
                if base & 7 != 0 || length == 0 || high % bytes != 0 {
                    return Err(Trap::ALN);
                }
                let next = index as i32 + s.o;
                let next = if next < 0 {
                    next + length
                } else if next >= length {
                    next - length
                } else {
                    next
                };
                let across = index < high && index + bytes > high;
                let wraps = across.then_some((base, index, high));
                (high << 16 | next as u32 & 0xffff, wraps)
            }
            _ => (control, None),
        };
        Ok((index, value, wraps))
    }

    /// After an access to `p` that was made: changes the register that its mode changes.
    #[inline(always)]
    pub(crate) fn write_back(&mut self, p: &Place) {
        if p.register != NONE {
            self.set_reg(p.register, p.value);
        }
    }

    /// Load `opcode` has got `value` from `p`.
    #[inline(always)]
    pub(crate) fn set_loaded(&mut self, s: &DecodedInsn, opcode: Opcode, p: &Place, value: u64) {
        self.write_back(p);
        let word = value as u32;
        match opcode {
            Opcode::LdB => self.set_reg(s.d, word as i8 as u32),
            Opcode::LdH => self.set_reg(s.d, word as i16 as u32),
            Opcode::LdQ => self.set_reg(s.d, word << 16),
            Opcode::LdD | Opcode::LdDa => self.set_pair(s.d, value),
            // LD.BU, LD.HU, LD.W, LD.A: as they come.
            _ => self.set_reg(s.d, word),
        }
    }

    /// What store `opcode` moves.
    #[inline(always)]
    pub(crate) fn to_store(&self, s: &DecodedInsn, opcode: Opcode) -> u64 {
        match opcode {
            Opcode::StQ => (self.reg(s.a) >> 16).into(),
            Opcode::StD | Opcode::StDa => self.pair(s.a),
            _ => self.reg(s.a).into(),
        }
    }
}
