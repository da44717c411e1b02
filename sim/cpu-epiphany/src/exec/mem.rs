//! Loads and stores: registers, addresses and values. The access itself is the business of [`crate::memory`].

use super::CoreOps;
use crate::isa::Op;
use crate::state::CoreReg;
use trueboard_engine::ops::{Accesses, Ops};

type Word<O> = <O as Ops>::Word;

/// How a load or store makes its address, and what it changes the base to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AddressMode {
    /// The base and a number.
    Displacement,
    /// The base, and a register that is added or subtracted.
    Index,
    /// The base, to which a number is added behind the access.
    DisplacementPost,
    /// The base, to which a register is added behind the access, or from which it is subtracted.
    IndexPost,
}

/// The address of an access, and what becomes of its base.
#[inline(always)]
pub(crate) fn address<O: CoreOps>(
    o: &mut O,
    op: &Op,
    by: AddressMode,
) -> (Word<O>, Option<Word<O>>) {
    use AddressMode::{Displacement, DisplacementPost, Index, IndexPost};
    let base = o.get(CoreReg::R(op.rn));
    let offset = match by {
        Displacement | DisplacementPost => o.number(op),
        Index | IndexPost => {
            // The number is 0, or -1 to subtract: `!m + 1`.
            let (m, sign) = (o.get(CoreReg::R(op.rm)), o.number(op));
            let (m, one) = (o.xor(m, sign), o.word(op.imm.wrapping_neg() as u32));
            o.add(m, one)
        }
    };
    let sum = o.add(base, offset);
    match by {
        Displacement | Index => (sum, None),
        DisplacementPost | IndexPost => (base, Some(sum)),
    }
}

/// Puts what becomes of the base.
#[inline(always)]
fn put_base<O: CoreOps>(o: &mut O, op: &Op, base: Option<Word<O>>) {
    if let Some(base) = base {
        o.put(CoreReg::R(op.rn), base);
    }
}

/// Changes the base of a load from outside before its value arrives. A base that is the destination waits for the value.
#[inline(always)]
pub(crate) fn change_base<O: CoreOps>(o: &mut O, op: &Op, by: AddressMode) {
    if op.rn != op.rd {
        let (_, base) = address(o, op, by);
        put_base(o, op, base);
    }
}

/// LDR and its sizes up to a word. If base and destination are one register, the loaded value wins.
#[inline(always)]
pub(crate) fn load<O: CoreOps + Accesses, const BYTES: usize>(
    o: &mut O,
    op: &Op,
    by: AddressMode,
) -> Result<(), O::Exit> {
    let (address, base) = address(o, op, by);
    let v = o.load::<BYTES>(address)?;
    put_base(o, op, base);
    o.put_result(op, v);
    Ok(())
}

/// LDRD. The loaded value wins as that of LDR.
#[inline(always)]
pub(crate) fn load_pair<O: CoreOps + Accesses>(
    o: &mut O,
    op: &Op,
    by: AddressMode,
) -> Result<(), O::Exit> {
    let (address, base) = address(o, op, by);
    let pair = o.load_pair(address)?;
    put_base(o, op, base);
    put_pair(o, op.rd, pair);
    Ok(())
}

/// Puts a double word into register `rd`, its low half, and the one behind it.
#[inline(always)]
pub(crate) fn put_pair<O: CoreOps>(o: &mut O, rd: u8, [low, high]: [Word<O>; 2]) {
    o.put(CoreReg::R(rd), low);
    o.put(CoreReg::R(rd | 1), high);
}

/// STR and its sizes up to a word.
#[inline(always)]
pub(crate) fn store<O: CoreOps + Accesses, const BYTES: usize>(
    o: &mut O,
    op: &Op,
    by: AddressMode,
) -> Result<(), O::Exit> {
    let (address, base) = address(o, op, by);
    let v = o.get(CoreReg::R(op.rd));
    o.store::<BYTES>(address, v)?;
    put_base(o, op, base);
    Ok(())
}

/// STRD.
#[inline(always)]
pub(crate) fn store_pair<O: CoreOps + Accesses>(
    o: &mut O,
    op: &Op,
    by: AddressMode,
) -> Result<(), O::Exit> {
    let (address, base) = address(o, op, by);
    let pair = [op.rd, op.rd | 1].map(|n| o.get(CoreReg::R(n)));
    o.store_pair(address, pair)?;
    put_base(o, op, base);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::decode;
    use crate::state::State;
    use crate::tests::params;

    #[test]
    fn an_index_is_added_or_subtracted() {
        let (plus, minus) = (decode(0x0100_414d), decode(0x0110_414d));
        let mut st = State::new(&params(), 0);
        (st.r[0], st.r[18]) = (4, 12);
        let mut address = |op, by| address(&mut st, op, by);
        assert_eq!(address(&plus, AddressMode::Index), (16, None));
        assert_eq!(
            address(&minus, AddressMode::Index),
            (0u32.wrapping_sub(8), None)
        );
        assert_eq!(address(&plus, AddressMode::IndexPost), (4, Some(16)));
        assert_eq!(
            address(&minus, AddressMode::IndexPost),
            (4, Some(0u32.wrapping_sub(8)))
        );
    }
}
