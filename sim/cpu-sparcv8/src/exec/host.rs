//! A core with its memory, as what executes operations.

use crate::core::Leon;
use crate::state::State;
use crate::trap::{Exc, Exec};
use crate::window::HotState;
use trueboard_core::cpu::RunCx;
use trueboard_engine::ops::{Accesses, Host};

/// A core with all of its memory side: accesses reach caches, bus and devices, and take their time.
pub(crate) struct Timed<'a, 'b> {
    pub core: &'a mut Leon,
    pub l: &'a mut HotState,
    pub cx: &'a mut RunCx<'b>,
}

/// A core that loads what its memo of the data cache has. For any other access the instruction is left, and nothing has
/// happened.
pub(crate) struct Memoised<'a, 'b> {
    pub core: &'a mut Leon,
    pub cx: &'a RunCx<'b>,
}

impl Host for Timed<'_, '_> {
    type Machine = State;
    type Exit = Exc;

    #[inline(always)]
    fn machine(&mut self) -> &mut State {
        &mut self.core.state
    }
}

impl Accesses for Timed<'_, '_> {
    #[inline(always)]
    fn load<const BYTES: usize>(&mut self, va: u32) -> Exec<u32> {
        Ok(self.core.load::<BYTES>(self.l, self.cx, va)? as u32)
    }

    #[inline(always)]
    fn load_pair(&mut self, va: u32) -> Exec<[u32; 2]> {
        let v = self.core.load::<8>(self.l, self.cx, va)?;
        Ok([v as u32, (v >> 32) as u32])
    }

    #[inline(always)]
    fn store<const BYTES: usize>(&mut self, va: u32, v: u32) -> Exec {
        let bytes: [u8; BYTES] = v.to_be_bytes().last_chunk().copied().unwrap_or([0; BYTES]);
        self.core.store(self.l, self.cx, va, bytes)
    }

    #[inline(always)]
    fn store_pair(&mut self, va: u32, [low, high]: [u32; 2]) -> Exec {
        let v = u64::from(high) << 32 | u64::from(low);
        self.core.store(self.l, self.cx, va, v.to_be_bytes())
    }
}

impl Host for Memoised<'_, '_> {
    type Machine = State;
    type Exit = Exc;

    #[inline(always)]
    fn machine(&mut self) -> &mut State {
        &mut self.core.state
    }
}

impl Accesses for Memoised<'_, '_> {
    #[inline(always)]
    fn load<const BYTES: usize>(&mut self, va: u32) -> Exec<u32> {
        let v = self.core.load_memoised::<BYTES>(self.cx, va);
        v.map(|v| v as u32).ok_or(Exc::Alone)
    }

    fn load_pair(&mut self, _: u32) -> Exec<[u32; 2]> {
        Err(Exc::Alone)
    }

    fn store<const BYTES: usize>(&mut self, _: u32, _: u32) -> Exec {
        Err(Exc::Alone)
    }

    fn store_pair(&mut self, _: u32, _: [u32; 2]) -> Exec {
        Err(Exc::Alone)
    }
}
