//! A core with its memory, as what executes operations.

use crate::access::MemoryAccess;
use crate::core::Ecore;
use crate::slice::{Exit, Limits};
use crate::state::State;
use std::convert::Infallible;
use trueboard_engine::ops::{Accesses, Host};

/// A core that accesses memory by a policy, for one instruction.
pub(crate) struct WithMemory<'a, M> {
    pub core: &'a mut Ecore,
    pub access: &'a mut M,
    pub lim: &'a Limits,
    /// The destination of a load from outside the SRAM.
    pub rd: u8,
}

/// Why an instruction is left at its access.
pub(crate) enum AccessExit {
    /// The access is not made.
    Undone(Exit),
    /// The value is on its way to the destination.
    Later,
}

impl From<Exit> for AccessExit {
    #[inline(always)]
    fn from(exit: Exit) -> AccessExit {
        AccessExit::Undone(exit)
    }
}

impl From<Infallible> for AccessExit {
    fn from(never: Infallible) -> AccessExit {
        match never {}
    }
}

impl<M> Host for WithMemory<'_, M> {
    type Machine = State;
    type Exit = AccessExit;

    #[inline(always)]
    fn machine(&mut self) -> &mut State {
        &mut self.core.st
    }
}

impl<'b, M: MemoryAccess<'b>> WithMemory<'_, M> {
    #[inline(always)]
    fn loaded<const N: usize>(&mut self, address: u32) -> Result<u64, AccessExit> {
        let core = &mut *self.core;
        let value = core.load::<M, N>(self.rd, address, self.access, self.lim)?;
        value.ok_or(AccessExit::Later)
    }

    #[inline(always)]
    fn stored<const N: usize>(&mut self, address: u32, value: u64) -> Result<(), AccessExit> {
        let core = &mut *self.core;
        Ok(core.store::<M, N>(address, value, self.access, self.lim)?)
    }
}

impl<'b, M: MemoryAccess<'b>> Accesses for WithMemory<'_, M> {
    #[inline(always)]
    fn load<const BYTES: usize>(&mut self, address: u32) -> Result<u32, AccessExit> {
        Ok(self.loaded::<BYTES>(address)? as u32)
    }

    #[inline(always)]
    fn load_pair(&mut self, address: u32) -> Result<[u32; 2], AccessExit> {
        let v = self.loaded::<8>(address)?;
        Ok([v as u32, (v >> 32) as u32])
    }

    #[inline(always)]
    fn store<const BYTES: usize>(&mut self, address: u32, value: u32) -> Result<(), AccessExit> {
        self.stored::<BYTES>(address, value.into())
    }

    #[inline(always)]
    fn store_pair(&mut self, address: u32, [low, high]: [u32; 2]) -> Result<(), AccessExit> {
        self.stored::<8>(address, u64::from(high) << 32 | u64::from(low))
    }
}
