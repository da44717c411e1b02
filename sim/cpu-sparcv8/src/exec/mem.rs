//! Loads, stores and atomics (SPARC V8 manual, B.1 to B.8; CASA from V9): registers and values. The
//! access itself is the business of `memory`.

use crate::decoded::DecodedInsn;
use crate::isa::Addressing;
use crate::memory::mmu::AccessType;
use crate::state::State;
use crate::trap::{self, Exc, Exec};

/// LDD and STD with an odd register trap as illegal (B.1).
#[inline(always)]
pub(crate) fn even(rd: u8) -> Exec {
    if rd & 1 != 0 {
        Err(Exc::Trap(trap::ILLEGAL))
    } else {
        Ok(())
    }
}

/// Writes a loaded double word to the pair of registers at the even `rd`.
#[inline(always)]
pub(crate) fn set_pair(st: &mut State, rd: u8, v: u64) {
    st.regs.set(rd, (v >> 32) as u32);
    st.regs.set(rd | 1, v as u32);
}

/// The pair of registers at the even `rd`.
#[inline(always)]
pub(crate) fn pair(st: &State, rd: u8) -> u64 {
    u64::from(st.regs.get(rd)) << 32 | u64::from(st.regs.get(rd | 1))
}

/// What a load of `bytes` up to a word leaves in a register.
#[inline(always)]
pub(crate) fn extend(v: u64, bytes: u8, signed: bool) -> u32 {
    match (bytes, signed) {
        (1, true) => v as i8 as u32,
        (2, true) => v as i16 as u32,
        _ => v as u32,
    }
}

/// The address of a load, store or atomic.
pub(crate) fn address(st: &State, d: &DecodedInsn) -> u32 {
    match d.op.addressing() {
        Addressing::Sum => st.address(d),
        Addressing::Registers => st.alternate_address(d),
        Addressing::Register => st.regs.get(d.rs1),
    }
}

/// The low `N` bytes of a word, as they lie in memory.
#[inline(always)]
pub(crate) fn low<const N: usize>(word: u32) -> [u8; N] {
    word.to_be_bytes().last_chunk().copied().unwrap_or([0; N])
}

/// Space and address of a load or store in an alternate space, which is privileged below 0x80.
pub(crate) fn alternate(st: &State, d: &DecodedInsn) -> Exec<(u8, u32)> {
    let asi = d.imm as u8;
    if asi < 0x80 {
        st.supervisor()?;
    }
    let bytes = d.op.bytes();
    if bytes == 8 {
        even(d.rd)?;
    }
    let va = address(st, d);
    if va & (u32::from(bytes) - 1) != 0 {
        return Err(Exc::Trap(trap::NOT_ALIGNED));
    }
    Ok((asi, va))
}

/// What a store of `bytes` stores.
pub(crate) fn stored(st: &State, rd: u8, bytes: u8) -> u64 {
    let word = st.regs.get(rd);
    match bytes {
        8 => pair(st, rd),
        4 => word.into(),
        2 => u64::from(word as u16),
        _ => u64::from(word as u8),
    }
}

/// A locked read and write: where, of how many bytes, and what it writes.
#[derive(Clone, Copy)]
pub(crate) struct Atomic {
    pub va: u32,
    pub bytes: u8,
    /// What it is to the MMU.
    pub access: AccessType,
    pub new: u32,
    /// It writes only if it reads this.
    pub expected: Option<u32>,
}

impl Atomic {
    /// What it writes when it has read `old`.
    pub fn result(&self, old: u32) -> Option<u32> {
        self.expected.is_none_or(|e| e == old).then_some(self.new)
    }

    fn of(st: &State, d: &DecodedInsn, new: u32) -> Atomic {
        Atomic {
            va: address(st, d),
            bytes: d.op.bytes(),
            access: AccessType::store(st.psr.s),
            new,
            expected: None,
        }
    }

    /// As an access to the alternate space of `d`, if it has one that says whose access it is.
    fn alternate(self, d: &DecodedInsn) -> Atomic {
        let access = match d.imm as u8 {
            asi @ 0x08..=0x0b => AccessType::space(asi, true),
            _ => self.access,
        };
        Atomic { access, ..self }
    }

    /// LDSTUB.
    pub fn ldstub(st: &State, d: &DecodedInsn) -> Atomic {
        Atomic::of(st, d, 0xff)
    }

    /// SWAP.
    pub fn swap(st: &State, d: &DecodedInsn) -> Atomic {
        Atomic::of(st, d, st.regs.get(d.rd))
    }

    /// LDSTUBA.
    pub fn ldstuba(st: &State, d: &DecodedInsn) -> Exec<Atomic> {
        st.supervisor()?;
        Ok(Atomic::of(st, d, 0xff).alternate(d))
    }

    /// SWAPA.
    pub fn swapa(st: &State, d: &DecodedInsn) -> Exec<Atomic> {
        st.supervisor()?;
        Ok(Atomic::of(st, d, st.regs.get(d.rd)).alternate(d))
    }

    /// CASA [rs1] asi, rs2, rd: only ASI 0x0A is allowed in user mode (GR740 UM 1.7 p. 66).
    pub fn casa(st: &State, d: &DecodedInsn) -> Exec<Atomic> {
        if d.imm != 0x0a {
            st.supervisor()?;
        }
        let casa = Atomic::of(st, d, st.regs.get(d.rd)).alternate(d);
        Ok(Atomic {
            expected: Some(st.regs.get(d.rs2)),
            ..casa
        })
    }
}
