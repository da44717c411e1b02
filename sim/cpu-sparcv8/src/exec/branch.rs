//! Control transfers and register windows (SPARC V8 manual, B.20 to B.27): whether a branch is taken,
//! where a jump goes, which window is next.

use super::Iu;
use crate::decoded::DecodedInsn;
use crate::state::{IuReg, State};
use crate::trap::{self, Exc, Exec};
use trueboard_engine::ops::{Helper, Ops, Truth};

/// Conditions 8..16 negate 0..8; one bit per value of N Z V C, from the manual's table B.20.
pub(crate) const ICC_TRUE: [u16; 16] = icc_table();

const fn icc_table() -> [u16; 16] {
    let mut table = [0u16; 16];
    let mut cc = 0;
    while cc < 16 {
        let (n, z, v, c) = (cc & 8 != 0, cc & 4 != 0, cc & 2 != 0, cc & 1 != 0);
        let low = [false, z, z || n != v, n != v, c || z, c, n, v];
        let mut i = 0;
        while i < 8 {
            if low[i] {
                table[i] |= 1 << cc;
            } else {
                table[i + 8] |= 1 << cc;
            }
            i += 1;
        }
        cc += 1;
    }
    table
}

/// Whether integer condition `cond` holds.
#[inline(always)]
pub(crate) fn icc_holds<O: Iu>(o: &mut O, cond: u8) -> Truth<O::Word> {
    let codes = o.get(IuReg::Icc);
    let (holds, one) = (o.word(ICC_TRUE[usize::from(cond & 15)].into()), o.word(1));
    let holds = o.shift_right(holds, codes);
    o.and(holds, one).into()
}

/// Whether floating-point condition `cond` holds for `fcc` (0 equal, 1 less, 2 greater, 3
/// unordered).
pub(crate) fn fcc_holds(cond: u8, fcc: u8) -> bool {
    const L: u8 = 1 << 1;
    const G: u8 = 1 << 2;
    const U: u8 = 1 << 3;
    // Table B.22: FBN, FBNE, FBLG, FBUL, FBL, FBUG, FBG, FBU; 8 more negate them.
    const TRUE: [u8; 8] = [0, L | G | U, L | G, U | L, L, U | G, G, U];
    let low = TRUE[usize::from(cond & 7)] & (1 << (fcc & 3)) != 0;
    low != (cond & 8 != 0)
}

/// What a branch says in its own bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BranchKind {
    pub cond: u8,
    /// The annul bit.
    pub annul: bool,
}

impl BranchKind {
    #[inline(always)]
    pub fn of(d: &DecodedInsn) -> BranchKind {
        BranchKind {
            cond: d.rd & 15,
            annul: d.rd & 16 != 0,
        }
    }

    /// Taken always or never, whatever the condition codes are.
    #[inline(always)]
    pub fn is_unconditional(self) -> bool {
        self.cond & 7 == 0
    }

    /// "Always".
    #[inline(always)]
    pub fn is_always(self) -> bool {
        self.cond == 8
    }
}

/// Where a branch or call at `pc` goes.
#[inline(always)]
pub(crate) fn target(pc: u32, d: &DecodedInsn) -> u32 {
    pc.wrapping_add_signed(d.imm)
}

/// Where JMPL goes.
#[inline(always)]
pub(crate) fn jump_target<O: Iu>(o: &mut O, d: &DecodedInsn) -> Result<O::Word, O::Exit> {
    let (target, mask) = (o.address(d), o.word(3));
    let low = o.and(target, mask);
    let not_aligned = o.is_nonzero(low);
    o.trap_if(not_aligned, trap::NOT_ALIGNED)?;
    Ok(target)
}

/// RETT: where it goes, one window up. Changes nothing yet.
pub(crate) fn trap_return(st: &mut State, d: &DecodedInsn) -> Exec<u32> {
    if st.psr.et {
        return Err(Exc::Trap(if st.psr.s {
            trap::ILLEGAL
        } else {
            trap::PRIVILEGED
        }));
    }
    st.supervisor()?;
    if st.is_masked(st.window_above()) {
        return Err(Exc::Trap(trap::WINDOW_UNDERFLOW));
    }
    jump_target(st, d)
}

/// Ticc: traps when the condition holds.
pub(crate) fn trap_on_condition(st: &mut State, d: &DecodedInsn) -> Exec {
    let number = trap::SOFTWARE | (st.address(d) as u8 & 0x7f);
    let holds = icc_holds(st, d.rd);
    st.trap_if(holds, number)
}

/// SAVE.
#[inline(always)]
pub(crate) fn save<O: Iu>(o: &mut O, d: &DecodedInsn) -> Result<(), O::Exit> {
    let to = o.ask(|st, _| st.window_below());
    add_across_windows(o, d, (to, trap::WINDOW_OVERFLOW), |st, [to, _]| {
        st.turn_down(to);
        0
    })
}

/// RESTORE.
#[inline(always)]
pub(crate) fn restore<O: Iu>(o: &mut O, d: &DecodedInsn) -> Result<(), O::Exit> {
    let to = o.ask(|st, _| st.window_above());
    add_across_windows(o, d, (to, trap::WINDOW_UNDERFLOW), |st, [to, _]| {
        st.turn_up(to);
        0
    })
}

/// SAVE and RESTORE add in the old window and write in window `to`, which `turn` makes the current one; they trap if WIM
/// has its bit.
#[inline(always)]
fn add_across_windows<O: Iu>(
    o: &mut O,
    d: &DecodedInsn,
    (to, masked): (O::Word, u8),
    turn: Helper<State>,
) -> Result<(), O::Exit> {
    let (wim, one) = (o.get(IuReg::Wim), o.word(1));
    let bit = o.shift_right(wim, to);
    let bit = o.and(bit, one);
    o.trap_if(bit.into(), masked)?;
    let sum = o.address(d);
    o.call(turn, [to; 2]);
    o.put_result(d, sum);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Leon;
    use crate::params::Params;
    use crate::state::icc;
    use trueboard_core::time::Clock;

    #[test]
    fn integer_conditions() {
        use icc::{C, N, V, Z};
        let mut st = Leon::new(Params::default(), 0, Clock::new(1)).state;
        let mut icc_holds = |cond, cc| {
            st.psr.icc = cc;
            super::icc_holds(&mut st, cond).bit() != 0
        };
        let all = 0..16u8;
        for cc in all {
            assert!(!icc_holds(0, cc) && icc_holds(8, cc));
            assert_eq!(icc_holds(1, cc), cc & Z != 0);
            assert_eq!(icc_holds(3, cc), (cc & N != 0) != (cc & V != 0));
            assert_eq!(
                icc_holds(10, cc),
                !(cc & Z != 0 || (cc & N != 0) != (cc & V != 0))
            );
            assert_eq!(icc_holds(13, cc), cc & C == 0);
        }
    }

    #[test]
    fn float_conditions() {
        for fcc in 0..4 {
            assert_eq!(fcc_holds(9, fcc), fcc == 0); // FBE
            assert_eq!(fcc_holds(1, fcc), fcc != 0); // FBNE
            assert_eq!(fcc_holds(4, fcc), fcc == 1); // FBL
            assert_eq!(fcc_holds(11, fcc), fcc == 0 || fcc == 2); // FBGE
            assert_eq!(fcc_holds(13, fcc), fcc == 0 || fcc == 1); // FBLE
            assert_eq!(fcc_holds(15, fcc), fcc != 3); // FBO
            assert_eq!(fcc_holds(7, fcc), fcc == 3); // FBU
            assert_eq!(fcc_holds(14, fcc), fcc != 2); // FBULE
        }
    }
}
