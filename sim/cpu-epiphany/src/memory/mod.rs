//! Loads and stores: at once in the own SRAM, by packets everywhere else.

pub(crate) mod bank_use;
pub(crate) mod banks;
pub(crate) mod lines;
pub(crate) mod map;
pub(crate) mod mmr;
pub(crate) mod outside;
mod reserved;
pub(crate) mod tag;
pub(crate) mod touched;
pub(crate) mod ways;

use crate::access::MemoryAccess;
use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::memory::map::{LINK, SRAM};
use crate::pipeline::HotState;
use crate::slice::{Exit, Limits};
use crate::state::{Cause, config, irq};
use trueboard_core::bus::{Op, Txn};
use trueboard_core::cpu::RunCx;

/// The low `N` bytes of `value`.
#[inline(always)]
fn low_bytes<const N: usize>(value: u64) -> [u8; N] {
    value.to_le_bytes().first_chunk().copied().unwrap_or([0; N])
}

impl Ecore {
    /// What a load of `N` bytes brings at once; `None` when it is on its way to register `rd`.
    #[inline(always)]
    pub(crate) fn load<'b, M: MemoryAccess<'b>, const N: usize>(
        &mut self,
        rd: u8,
        address: u32,
        access: &mut M,
        lim: &Limits,
    ) -> Result<Option<u64>, Exit> {
        access.at(self, address, N as u8);
        if address < SRAM && address & (N as u32 - 1) == 0 {
            let bytes: [u8; N] = access.load(self, address, lim)?;
            let mut value = [0; 8];
            if let Some(low) = value.first_chunk_mut() {
                *low = bytes;
            }
            return Ok(Some(u64::from_le_bytes(value)));
        }
        let (t, l, cx) = access.all().ok_or(Exit::Again)?;
        l.with_copy(|l| self.load_elsewhere(rd, address, N as u16, t, l, (cx, lim)))
    }

    #[inline(never)]
    fn load_elsewhere(
        &mut self,
        rd: u8,
        address: u32,
        bytes: u16,
        t: u64,
        l: &mut HotState,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<Option<u64>, Exit> {
        self.live.pc = l.pc;
        let aligned = address & !(u32::from(bytes) - 1);
        let value = self.load_aligned(rd, aligned, bytes, t, l, (&mut *cx, lim))?;
        if aligned != address {
            // The load is done before the exception is taken (AR, versions).
            self.unaligned(("load", bytes, address), cx);
            self.check_pending(l);
        }
        Ok(value)
    }

    fn load_aligned(
        &mut self,
        rd: u8,
        address: u32,
        bytes: u16,
        t: u64,
        l: &mut HotState,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<Option<u64>, Exit> {
        if address < SRAM {
            (self.banks().0).local(address, t, false, l, lim)?;
            self.note_read(address, bytes.into(), l, cx);
            return Ok(Some(self.sram_bytes(address, bytes, cx)));
        }
        if address >> 20 == 0 {
            lim.turn(t)?;
            let value = self.read_registers((address, bytes), t, l.pc, cx);
            return Ok(Some(value));
        }
        if let Some(at) = self.link(address) {
            lim.turn(t)?;
            let (value, _) = cx.bus.io_read(&self.io(at, t, Op::Read), cx.meters);
            self.counts.add(Counted::IoReads, 1);
            self.end_slice(l);
            return Ok(Some(value.unwrap_or(0)));
        }
        self.load_outside(rd, address, (bytes, Op::Read, 0), t, l, (cx, lim))?;
        Ok(None)
    }

    /// Stores `N` bytes.
    #[inline(always)]
    pub(crate) fn store<'b, M: MemoryAccess<'b>, const N: usize>(
        &mut self,
        address: u32,
        value: u64,
        access: &mut M,
        lim: &Limits,
    ) -> Result<(), Exit> {
        access.at(self, address, N as u8);
        if address < SRAM && address & (N as u32 - 1) == 0 && self.st.memprotect == 0 {
            return access.store(self, address, low_bytes::<N>(value), lim);
        }
        let (t, l, cx) = access.all().ok_or(Exit::Again)?;
        l.with_copy(|l| self.store_elsewhere(address, N as u16, value, t, l, (cx, lim)))
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, address: u32, value: u64, cx: &mut RunCx<'_>) {
        cx.mem
            .put(self.sram, address as usize, low_bytes::<N>(value));
    }

    #[inline(never)]
    fn store_elsewhere(
        &mut self,
        address: u32,
        bytes: u16,
        value: u64,
        t: u64,
        l: &mut HotState,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<(), Exit> {
        self.live.pc = l.pc;
        let aligned = address & !(u32::from(bytes) - 1);
        self.store_aligned(aligned, bytes, value, t, l, (&mut *cx, lim))?;
        if aligned != address {
            // The store happens, with wrong data (AR, versions).
            self.unaligned(("store", bytes, address), cx);
        }
        self.check_pending(l);
        Ok(())
    }

    fn store_aligned(
        &mut self,
        address: u32,
        bytes: u16,
        value: u64,
        t: u64,
        l: &mut HotState,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<(), Exit> {
        if address < SRAM {
            (self.banks().0).local(address, t, true, l, lim)?;
            if !self.protected(address, self.by(), cx) {
                self.put_bytes(address, bytes, value, cx);
            }
            return Ok(());
        }
        if address >> 20 == 0 {
            lim.turn(t)?;
            self.live = *l;
            let by = (self.common.id, l.pc.into());
            self.write_registers((address, bytes), value, t, by, cx);
            *l = self.live;
            return Ok(());
        }
        if let Some(load) = self.outside.load {
            // A load is over before whatever is written later, here or elsewhere (AR, memory order),
            // and nothing but its answer says that it is.
            return Err(self.wait_for_load(load, l));
        }
        if let Some(at) = self.link(address) {
            lim.turn(t)?;
            let _ = cx
                .bus
                .io_write(&self.io(at, t, Op::Write), value, cx.meters);
            self.counts.add(Counted::IoWrites, 1);
            self.end_slice(l);
            return Ok(());
        }
        self.store_outside(address, bytes, value, t, l, (cx, lim))
    }

    /// Up to eight bytes of the SRAM.
    pub(crate) fn sram_bytes(&self, address: u32, bytes: u16, cx: &RunCx<'_>) -> u64 {
        let (at, bytes) = (self.base() + u64::from(address), usize::from(bytes));
        let mut value = [0; 8];
        if let (Some(to), Some(from)) = (value.get_mut(..bytes), cx.mem.peek(at, bytes)) {
            to.copy_from_slice(from);
        }
        u64::from_le_bytes(value)
    }

    /// Puts up to eight bytes into the SRAM.
    pub(crate) fn put_bytes(&mut self, address: u32, bytes: u16, value: u64, cx: &mut RunCx<'_>) {
        match bytes {
            1 => self.put::<1>(address, value, cx),
            2 => self.put::<2>(address, value, cx),
            4 => self.put::<4>(address, value, cx),
            _ => self.put::<8>(address, value, cx),
        }
    }

    /// An unaligned access: what it is, its bytes and its address.
    pub(crate) fn unaligned(&mut self, access: (&str, u16, u32), cx: &mut RunCx<'_>) {
        let (what, bytes, address) = access;
        let what = || format!("unaligned {what} of {bytes} bytes at {address:#010x}");
        self.st.wrong(Cause::Unaligned, &what, self.by(), cx);
    }

    /// True when the page of `address` is read-only: the write of the instruction `by`, a core and its
    /// program counter, is dropped and an interrupt requested.
    pub(crate) fn protected(&mut self, address: u32, by: (u8, u64), cx: &mut RunCx<'_>) -> bool {
        /// MEMSTATUS: a fault, of a write (AR, MEMSTATUS).
        const FAULT_OF_WRITE: u32 = 1 << 2 | 1 << 11;
        let refused = self.st.memprotect >> (address >> 12 & 7) & 1 != 0;
        if refused {
            self.st.refused_by_page(address, by, cx);
            self.st.memstatus |= FAULT_OF_WRITE;
            self.st.ilat |= 1 << irq::MEMORY;
            self.pending_work = true;
        }
        refused
    }

    /// Where the register of a link node is that `address` reaches with the current CTRLMODE.
    fn link(&self, address: u32) -> Option<u64> {
        let mode = self.st.config >> config::CTRLMODE_SHIFT & 15;
        let offset = address & 0xf_ffff;
        let link = mode & 3 == 1 && LINK.contains(&offset);
        let side = u64::from(mode >> 2);
        link.then(|| Some(self.params.links? + 0x100 * side + u64::from(offset - LINK.start)))?
    }

    /// An access to a device's register at `pa`.
    pub(crate) fn io(&self, pa: u64, t: u64, op: Op) -> Txn {
        Txn {
            master: self.common.id,
            at: self.tick(t),
            pa,
            bytes: 4,
            op,
            line: false,
            uncached: true,
            pc: self.live.pc.into(),
        }
    }

    /// The next instruction needs a look.
    #[inline(always)]
    pub(crate) fn check_pending(&mut self, l: &mut HotState) {
        self.pending_work = true;
        l.until = 0;
    }

    /// Notes a load from the SRAM.
    #[cold]
    pub(crate) fn note_read(
        &mut self,
        address: u32,
        bytes: u64,
        l: &mut HotState,
        cx: &mut RunCx<'_>,
    ) {
        let pa = self.base() + u64::from(address);
        if cx.mem.note_read(pa, bytes) {
            self.written(l, cx);
        }
    }

    /// After a store into code, or an access that has reached a watchpoint.
    #[cold]
    pub(crate) fn written(&mut self, l: &mut HotState, cx: &RunCx<'_>) {
        if cx.mem.code_log().is_code_unchanged(self.code.pages.seen()) {
            // The debugger's business only.
            l.until = 0;
        } else {
            self.check_pending(l);
        }
    }

    /// The slice ends after this instruction: the board has an effect to carry out.
    pub(crate) fn end_slice(&mut self, l: &mut HotState) {
        self.common.yield_now = true;
        self.check_pending(l);
    }
}
