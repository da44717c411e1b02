//! Loads, stores and atomics (SPARC V8 manual, B.1 to B.8; CASA from V9): registers and values. The
//! access itself is the business of `memory`.

use super::Iu;
use crate::decoded::DecodedInsn;
use crate::isa::Addressing;
use crate::memory::mmu::AccessType;
use crate::state::{IuReg, State};
use crate::trap::{self, Exc, Exec};
use trueboard_engine::ops::{Accesses, Ops};

/// LDD and STD with an odd register trap as illegal (B.1).
#[inline(always)]
fn even<O: Iu>(o: &mut O, rd: u8) -> Result<(), O::Exit> {
    let odd = o.truth(rd & 1 != 0);
    o.trap_if(odd, trap::ILLEGAL)
}

/// Writes a loaded double word to the pair of registers at the even `rd`.
#[inline(always)]
fn put_pair<O: Iu>(o: &mut O, rd: u8, [low, high]: [O::Word; 2]) {
    if rd != 0 {
        o.put(IuReg::R(rd), high);
    }
    o.put(IuReg::R(rd | 1), low);
}

/// LD and its sizes up to a word.
#[inline(always)]
pub(crate) fn load<O: Iu + Accesses, const BYTES: usize, const SIGNED: bool>(
    o: &mut O,
    d: &DecodedInsn,
) -> Result<(), O::Exit> {
    let va = o.address(d);
    let v = o.load::<BYTES>(va)?;
    let v = o.extend(v, BYTES, SIGNED);
    o.put_result(d, v);
    Ok(())
}

/// LDD.
#[inline(always)]
pub(crate) fn load_double<O: Iu + Accesses>(o: &mut O, d: &DecodedInsn) -> Result<(), O::Exit> {
    even(o, d.rd)?;
    let va = o.address(d);
    let pair = o.load_pair(va)?;
    put_pair(o, d.rd, pair);
    Ok(())
}

/// ST and its sizes up to a word.
#[inline(always)]
pub(crate) fn store<O: Iu + Accesses, const BYTES: usize>(
    o: &mut O,
    d: &DecodedInsn,
) -> Result<(), O::Exit> {
    let v = o.get(IuReg::R(d.rd));
    let va = o.address(d);
    o.store::<BYTES>(va, v)
}

/// STD.
#[inline(always)]
pub(crate) fn store_double<O: Iu + Accesses>(o: &mut O, d: &DecodedInsn) -> Result<(), O::Exit> {
    even(o, d.rd)?;
    let (high, low) = (o.get(IuReg::R(d.rd)), o.get(IuReg::R(d.rd | 1)));
    let va = o.address(d);
    o.store_pair(va, [low, high])
}

/// What LDA and its sizes leave in registers.
pub(crate) fn set_loaded(st: &mut State, d: &DecodedInsn, v: u64, signed: bool) {
    match d.op.bytes() {
        8 => put_pair(st, d.rd, [v as u32, (v >> 32) as u32]),
        bytes => {
            let v = st.extend(v as u32, bytes.into(), signed);
            st.put_result(d, v);
        }
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

/// Space and address of a load or store in an alternate space, which is privileged below 0x80.
pub(crate) fn alternate(st: &mut State, d: &DecodedInsn) -> Exec<(u8, u32)> {
    let asi = d.imm as u8;
    if asi < 0x80 {
        st.supervisor()?;
    }
    let bytes = d.op.bytes();
    if bytes == 8 {
        even(st, d.rd)?;
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
        8 => u64::from(word) << 32 | u64::from(st.regs.get(rd | 1)),
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

    /// As an access to the alternate space of `d`, if the space names the privilege of the access.
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
