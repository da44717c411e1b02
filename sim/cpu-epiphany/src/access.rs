//! The policies by which an instruction accesses memory: in a single step, which can do everything, and
//! in a block, which does only what stays within the core.

use crate::core::Ecore;
use crate::memory::bank_use::{bank, one_bank};
use crate::memory::touched::{LastAccess, Touched};
use crate::pipeline::HotState;
use crate::pipeline::timing::Issues;
use crate::slice::{Exit, Limits};
use trueboard_core::cpu::RunCx;
use trueboard_core::mem::Region;

/// A policy of memory accesses.
pub(crate) trait MemoryAccess<'b> {
    /// The cycle of issue, the position of the core and the board, in a single step. In a block an instruction that
    /// needs this is left for a single step, unchanged.
    fn all(&mut self) -> Option<(u64, &mut HotState, &mut RunCx<'b>)>;

    /// An instruction of `core` loads or stores `bytes` at `address`, wherever that is.
    #[inline(always)]
    fn at(&self, core: &mut Ecore, address: u32, bytes: u8) {
        let _ = (core, address, bytes);
    }

    /// Loads from the SRAM of `core`.
    fn load<const N: usize>(
        &mut self,
        core: &mut Ecore,
        address: u32,
        lim: &Limits,
    ) -> Result<[u8; N], Exit>;

    /// Stores into the SRAM of `core`.
    fn store<const N: usize>(
        &mut self,
        core: &mut Ecore,
        address: u32,
        data: [u8; N],
        lim: &Limits,
    ) -> Result<(), Exit>;
}

/// A single step.
pub(crate) struct SingleStep<'a, 'b> {
    /// The cycle of issue.
    pub t: u64,
    pub l: &'a mut HotState,
    pub cx: &'a mut RunCx<'b>,
}

impl<'b> MemoryAccess<'b> for SingleStep<'_, 'b> {
    #[inline(always)]
    fn all(&mut self) -> Option<(u64, &mut HotState, &mut RunCx<'b>)> {
        Some((self.t, self.l, self.cx))
    }

    #[inline(always)]
    fn at(&self, core: &mut Ecore, address: u32, bytes: u8) {
        core.accessed = (address, bytes);
    }

    #[inline(always)]
    fn load<const N: usize>(
        &mut self,
        core: &mut Ecore,
        address: u32,
        lim: &Limits,
    ) -> Result<[u8; N], Exit> {
        core.banks().0.local(address, self.t, false, self.l, lim)?;
        if core.reads_watched {
            core.note_read(address, N as u64, self.l, self.cx);
        }
        Ok(self.cx.mem.region(core.sram).get(address as usize))
    }

    #[inline(always)]
    fn store<const N: usize>(
        &mut self,
        core: &mut Ecore,
        address: u32,
        data: [u8; N],
        lim: &Limits,
    ) -> Result<(), Exit> {
        core.banks().0.local(address, self.t, true, self.l, lim)?;
        self.cx.mem.put(core.sram, address as usize, data);
        if self.cx.mem.code_log().end() != core.code.pages.seen() {
            core.written(self.l, self.cx);
        }
        Ok(())
    }
}

/// In a block. `N`: where it loads and stores is noted.
pub(crate) struct InBlock<'a, const N: bool> {
    pub issues: &'a Issues,
    pub sram: &'a mut Region,
    /// Where lines are fetched from.
    pub bank: u32,
    /// The cycle in which the block begins.
    pub from: u64,
    /// The number of the instruction.
    pub i: usize,
    /// The block was left because a load or store is in another bank than the timing assumes.
    pub mispredicted: bool,
    /// Where the last load or store was.
    pub address: u32,
}

impl<const N: bool> InBlock<'_, N> {
    #[inline(always)]
    pub(crate) fn t(&self) -> u64 {
        self.issues.of(self.i).cycle(self.from)
    }

    /// The cycle of an access to `address` which is in the bank that the timing assumes and need not wait for its turn;
    /// and the last one to these bytes before it.
    #[inline(always)]
    fn may_proceed<'c>(
        &mut self,
        touched: &'c mut Touched,
        address: u32,
    ) -> Result<(u64, LastAccess<'c>), Exit> {
        let issue = self.issues.of(self.i);
        let same = one_bank(address, self.bank);
        if issue.mispredicted(same) {
            self.mispredicted = true;
            return Err(Exit::Again);
        }
        match touched.uncontended(address) {
            Some(last) => Ok((issue.cycle(self.from), last)),
            None => Err(Exit::Again),
        }
    }
}

impl<'b, const N: bool> MemoryAccess<'b> for InBlock<'_, N> {
    #[inline(always)]
    fn all(&mut self) -> Option<(u64, &mut HotState, &mut RunCx<'b>)> {
        None
    }

    #[inline(always)]
    fn load<const B: usize>(
        &mut self,
        core: &mut Ecore,
        address: u32,
        _lim: &Limits,
    ) -> Result<[u8; B], Exit> {
        let (t, last) = self.may_proceed(&mut core.touched, address)?;
        if N {
            self.address = address;
        }
        last.set(t, false);
        core.banks[bank(address)].note(t);
        Ok(self.sram.get(address as usize))
    }

    #[inline(always)]
    fn store<const B: usize>(
        &mut self,
        core: &mut Ecore,
        address: u32,
        data: [u8; B],
        _lim: &Limits,
    ) -> Result<(), Exit> {
        let (t, last) = self.may_proceed(&mut core.touched, address)?;
        if N {
            self.address = address;
        }
        // Where code is, the instructions behind this one may change.
        if !self.sram.put_beside_code(address as usize, data) {
            return Err(Exit::Again);
        }
        last.set(t, true);
        core.banks[bank(address)].note(t);
        Ok(())
    }
}
