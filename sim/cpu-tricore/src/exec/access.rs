//! What LD.* and ST.* do: where they go (TC1.6 architecture manual, volume 1, "Addressing model"), and what they make
//! of what they move. Execution in blocks and in single steps both take it from here.

use super::{CoreOps, Flag, Word, bits};
use crate::decoded::{DecodedInsn, NONE, RegNo};
use crate::isa::Opcode;
use crate::isa::operands::Mode;
use crate::state::{CoreReg, State};
use crate::trap::Trap;
use trueboard_engine::ops::Accesses;

/// A circular buffer: its start, the index, its length.
type Buffer = (u32, u32, u32);

/// An effective address, and what addressing does to a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<W = u32> {
    pub va: W,
    /// The base address. The address has to lie in its segment.
    base: W,
    /// In a circular buffer, when the datum reaches across the end.
    pub wraps: Option<Buffer>,
    /// The register that the mode changes, or [`NONE`], and its new value.
    register: RegNo,
    value: W,
}

impl Place {
    /// It lies in the segment of its base.
    #[inline(always)]
    pub(crate) fn in_segment(&self) -> bool {
        (self.va ^ self.base) >> 28 == 0
    }

    /// The address of the half-word that is `i` bytes into the datum.
    pub(crate) fn half(&self, i: u32) -> u32 {
        match self.wraps {
            Some((base, index, length)) => base.wrapping_add((index + i) % length.max(1)),
            None => self.va.wrapping_add(i),
        }
    }
}

impl<W: Copy> Place<W> {
    /// [`Place::in_segment`] does not hold.
    pub(crate) fn leaves_segment<O: CoreOps<Word = W>>(&self, o: &mut O) -> Flag<O> {
        let places = o.word(28);
        let differ = o.xor(self.va, self.base);
        let segments = o.shift_right(differ, places);
        o.is_nonzero(segments)
    }

    /// The address is not the multiple that `opcode` demands besides what the memory does.
    pub(crate) fn is_unaligned<O: CoreOps<Word = W>>(&self, o: &mut O, opcode: Opcode) -> Flag<O> {
        let below = o.word(u32::from(opcode.traits().align) - 1);
        let rest = o.and(self.va, below);
        o.is_nonzero(rest)
    }
}

/// The base of an address in mode `mode`, and its sum with the offset. An absolute one is its own base.
#[inline(always)]
pub(super) fn sum<O: CoreOps>(o: &mut O, s: &DecodedInsn, mode: Mode) -> (O::Word, O::Word) {
    let offset = o.word(s.o as u32);
    if mode == Mode::Abs {
        return (offset, offset);
    }
    let base = o.get(CoreReg::R(s.b));
    (base, o.add(base, offset))
}

/// Where `s`, in addressing mode `mode`, accesses memory. `None` if the mode has an index.
#[inline(always)]
pub(crate) fn place<O: CoreOps>(o: &mut O, s: &DecodedInsn, mode: Mode) -> Option<Place<Word<O>>> {
    let (base, sum) = sum(o, s, mode);
    let va = match mode {
        Mode::Circ | Mode::Rev | Mode::Index => return None,
        Mode::Post => base,
        Mode::Base | Mode::Pre | Mode::Abs => sum,
    };
    Some(Place {
        va,
        base,
        wraps: None,
        register: mode.updates(s.b).unwrap_or(NONE),
        value: sum,
    })
}

/// After an access to `p` that was made: changes the register that its mode changes.
#[inline(always)]
pub(crate) fn write_back<O: CoreOps>(o: &mut O, p: &Place<Word<O>>) {
    if p.register != NONE {
        o.put(CoreReg::R(p.register), p.value);
    }
}

/// Load `opcode` has got `low`, and `high` if it loads a double word, from `p`.
#[inline(always)]
pub(crate) fn set_loaded<O: CoreOps>(
    o: &mut O,
    s: &DecodedInsn,
    opcode: Opcode,
    p: &Place<Word<O>>,
    [low, high]: [Word<O>; 2],
) {
    write_back(o, p);
    let low = match opcode {
        Opcode::LdB => o.extend(low, 1, true),
        Opcode::LdH => o.extend(low, 2, true),
        Opcode::LdQ => bits::high(o, low),
        Opcode::LdD | Opcode::LdDa => {
            let even = s.d & 30;
            o.put(CoreReg::R(even), low);
            o.put(CoreReg::R(even + 1), high);
            return;
        }
        // LD.BU, LD.HU, LD.W, LD.A: as they come.
        _ => low,
    };
    o.put(CoreReg::R(s.d), low);
}

/// What store `opcode` moves: a word, and the high one of a double word.
#[inline(always)]
pub(crate) fn to_store<O: CoreOps>(o: &mut O, s: &DecodedInsn, opcode: Opcode) -> [Word<O>; 2] {
    let (zero, places) = (o.word(0), o.word(16));
    match opcode {
        Opcode::StQ => {
            let word = o.get(CoreReg::R(s.a));
            [o.shift_right(word, places), zero]
        }
        Opcode::StD | Opcode::StDa => {
            let even = s.a & 31;
            [o.get(CoreReg::R(even)), o.get(CoreReg::R(even + 1))]
        }
        _ => [o.get(CoreReg::R(s.a)), zero],
    }
}

/// Load `opcode` from `p`.
///
/// # Errors
/// The access is not made, and nothing has happened.
#[inline(always)]
pub(crate) fn load<O: CoreOps + Accesses>(
    o: &mut O,
    s: &DecodedInsn,
    opcode: Opcode,
    p: &Place<Word<O>>,
) -> Result<(), O::Exit> {
    let zero = o.word(0);
    let value = match opcode.traits().bytes {
        1 => [o.load::<1>(p.va)?, zero],
        2 => [o.load::<2>(p.va)?, zero],
        4 => [o.load::<4>(p.va)?, zero],
        _ => o.load_pair(p.va)?,
    };
    set_loaded(o, s, opcode, p, value);
    Ok(())
}

/// Store `opcode` to `p`.
///
/// # Errors
/// The access is not made, and nothing has happened.
#[inline(always)]
pub(crate) fn store<O: CoreOps + Accesses>(
    o: &mut O,
    s: &DecodedInsn,
    opcode: Opcode,
    p: &Place<Word<O>>,
) -> Result<(), O::Exit> {
    let value = to_store(o, s, opcode);
    match opcode.traits().bytes {
        1 => o.store::<1>(p.va, value[0])?,
        2 => o.store::<2>(p.va, value[0])?,
        4 => o.store::<4>(p.va, value[0])?,
        _ => o.store_pair(p.va, value)?,
    }
    write_back(o, p);
    Ok(())
}

impl State {
    /// Where `s`, in addressing mode `mode`, accesses memory.
    ///
    /// # Errors
    /// A circular buffer that cannot be.
    #[inline(always)]
    pub(crate) fn place(&mut self, s: &DecodedInsn, mode: Mode) -> Result<Place, Trap> {
        if let Some(place) = place(self, s, mode) {
            return Ok(place);
        }
        // Field by field: what the modes with an index answer lies in memory, an address of the usual modes in registers.
        let (index, value, wraps) = self.indexed(s, mode)?;
        let base = self.reg(s.b);
        Ok(Place {
            va: base.wrapping_add(index),
            base,
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
}
