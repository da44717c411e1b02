//! Loads and stores: at once in the own SRAM, by packets everywhere else.
//!
//! The core runs ahead of others in private work, so a load from its SRAM may come before a store
//! that another core, or its own DMA engine, makes at an earlier time. For every eight bytes the time
//! of the last own access is kept. When something arrives from outside that should have come before
//! it, these bytes are *contended* from then on: own accesses to them wait for their turn, so that
//! spinning on a flag goes on and ends exactly when it does in the lock-step mode.

use crate::code::SRAM;
use crate::core::Ecore;
use crate::issue::{Live, PENDING};
use crate::meters::Event;
use crate::run::{Exit, Limits};
use crate::slot::{Slot, result};
use crate::state::{Cause, config, irq};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Op, Timing, Txn};
use trueboard_core::cpu::RunCx;
use trueboard_core::net::Packet;
use trueboard_core::time::Tick;

/// First local address of the registers.
pub(crate) const REGISTERS: u32 = 0xf_0000;
/// One past the last.
pub(crate) const REGISTERS_END: u32 = 0xf_0800;
/// First and last local address of a link node's registers.
const LINK: std::ops::Range<u32> = 0xf_0300..0xf_0330;

/// Answers to what the core sends.
pub(crate) mod tag {
    /// A load or TESTSET.
    pub const LOAD: u32 = 1;
    /// A line of instructions.
    pub const FETCH: u32 = 2;
    /// Of the DMA engine; the channel is in bit 16, a number in the bits below.
    pub const DMA: u32 = 1 << 17;
    /// A write that is the last one of a message.
    pub const MESSAGE: u32 = 1 << 31;
}

/// Contended bytes, in place of a time.
const CONTENDED: u32 = u32::MAX;

/// Last own access to each eight bytes of the SRAM: twice the cycle, and 1 for a store.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Touched(Vec<u32>);

impl Default for Touched {
    fn default() -> Touched {
        Touched(vec![0; SRAM as usize / 8])
    }
}

impl Touched {
    /// An own access in cycle `t`. False when it must wait for its turn, which is before `sync`.
    #[inline(always)]
    fn note(&mut self, address: u32, t: u64, store: bool, sync: u64) -> bool {
        let Some(last) = self.0.get_mut(address as usize >> 3) else {
            return true;
        };
        if *last == CONTENDED {
            return t < sync;
        }
        *last = (t as u32) << 1 | u32::from(store);
        true
    }

    /// An access from outside in cycle `t`.
    pub fn reach(&mut self, address: u32, t: u64, write: bool) {
        /// Cores are never so far ahead of each other.
        const FAR: u32 = 1 << 24;
        if let Some(last) = self.0.get_mut(address as usize >> 3)
            && *last != CONTENDED
            && (write || *last & 1 != 0)
        {
            let ahead = (*last >> 1).wrapping_sub(t as u32) & (u32::MAX >> 1);
            if ahead != 0 && ahead < FAR {
                *last = CONTENDED;
            }
        }
    }
}

/// When loads and stores used a bank of the SRAM: the last cycle, and from the lowest bit on which of
/// the cycles up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BankUse {
    last: u64,
    cycles: u64,
}

impl BankUse {
    #[inline(always)]
    fn note(&mut self, t: u64) {
        let since = t.wrapping_sub(self.last) as u32;
        self.cycles = self.cycles.unbounded_shl(since) | 1;
        self.last = t;
    }

    /// Whether it was used in cycle `t`.
    pub fn at(&self, t: u64) -> bool {
        let before = self.last.checked_sub(t).unwrap_or(u64::MAX);
        before < 64 && self.cycles >> before & 1 != 0
    }
}

/// The ways out of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Writes to the chip: the cMesh.
    Chip,
    /// Reads: the rMesh.
    Read,
    /// Writes to the outside of the chip: the xMesh.
    Off,
}

/// The load that waits for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Load {
    /// First register, and whether the next one is loaded too.
    pub register: u8,
    pub double: bool,
    /// The first cycle in which what it brings can be used.
    pub first: u64,
}

/// What is between the core and the meshes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outside {
    pub load: Option<Load>,
    /// The first cycle in which each way takes something.
    pub free: [u64; 3],
    /// The cycle in which the last of its writes arrives.
    pub arrives: u64,
    /// It waits for an answer that never comes.
    pub hangs: bool,
}

impl Ecore {
    /// A load waits for its answer.
    #[inline]
    pub(crate) fn waits_outside(&self) -> bool {
        self.outside.load.is_some()
    }

    /// The way of a packet to `pa`.
    pub(crate) fn way(&self, pa: u64, op: Op) -> Way {
        let p = &self.params;
        let (row, column) = (pa >> 26 & 63, pa >> 20 & 63);
        let on = |at: u64, first: u8, n: u8| {
            (u64::from(first)..u64::from(first) + u64::from(n)).contains(&at)
        };
        match op {
            Op::Write if on(row, p.row, p.rows) && on(column, p.column, p.columns) => Way::Chip,
            Op::Write => Way::Off,
            _ => Way::Read,
        }
    }

    /// Sends a packet in cycle `t`.
    pub(crate) fn send(
        &mut self,
        t: u64,
        (pa, bytes, op): (u64, u16, Op),
        (value, tag): (u64, u32),
        dma: bool,
        cx: &mut RunCx<'_>,
    ) -> Timing {
        let packet = Packet {
            txn: Txn {
                master: self.id,
                at: self.tick(t),
                pa,
                bytes,
                op,
                line: dma,
                uncached: true,
                pc: self.live.pc.into(),
            },
            value,
            tag,
        };
        cx.bus.send(&packet, cx.meters)
    }

    /// The core's turn to use `way` in cycle `t`, and its way there is free. The slice ends before
    /// anything that the packet can do comes back.
    fn wait_for_way(&mut self, way: Way, t: u64, l: &mut Live, lim: &Limits) -> Result<(), Exit> {
        let free = self.outside.free[way as usize];
        if free > t {
            return Err(self.wait(Event::MeshFull, free, l));
        }
        if t >= lim.sync {
            Err(Exit::Sync)
        } else {
            Ok(())
        }
    }

    /// The core waits until cycle `to` before it tries again.
    fn wait(&mut self, why: Event, to: u64, l: &mut Live) -> Exit {
        self.counts.add(why, to.saturating_sub(l.now));
        l.now = l.now.max(to);
        l.pair = false;
        Exit::Again
    }

    /// The core stands still, as for a debugger, until all that it has written is where it belongs.
    pub(crate) fn wait_halted(&mut self, l: &mut Live) -> Exit {
        self.wait(Event::Halted, self.outside.arrives, l)
    }

    fn sent(&mut self, way: Way, t: u64, timing: &Timing, l: &mut Live) {
        // Time passes in whole cycles: a packet per cycle does not wait.
        let freed = Tick(timing.freed.0.min(Tick::NEVER.0 - 1));
        self.outside.free[way as usize] = self.cycle_of(freed).max(t);
        l.end(self.cycle_of(timing.done));
    }

    /// What a load of `N` bytes brings at once; `None` when it is on its way.
    #[inline(always)]
    pub(crate) fn load<const N: usize>(
        &mut self,
        s: &Slot,
        address: u32,
        t: u64,
        l: &mut Live,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<Option<u64>, Exit> {
        if address < SRAM && address & (N as u32 - 1) == 0 {
            self.local(address, t, false, l, lim)?;
            let bytes: [u8; N] = cx.mem.region(self.sram).get(address as usize);
            let mut value = [0; 8];
            value[..N].copy_from_slice(&bytes);
            return Ok(Some(u64::from_le_bytes(value)));
        }
        l.aside(|l| self.load_elsewhere(s, address, N as u16, t, l, (cx, lim)))
    }

    /// The turn, bank and time of an access to the SRAM.
    #[inline(always)]
    fn local(
        &mut self,
        address: u32,
        t: u64,
        store: bool,
        l: &mut Live,
        lim: &Limits,
    ) -> Result<(), Exit> {
        let bank = (address >> 13 & 3) as usize;
        if self.bank_used[bank] == t {
            return Err(l.aside(|l| self.bank_lost(l)));
        }
        if !self.touched.note(address, t, store, lim.sync) {
            return Err(Exit::Sync);
        }
        self.banks[bank].note(t);
        if t + 1 == l.line && (address ^ l.pc.wrapping_add(8)) & 0x6000 == 0 {
            l.line += 1;
            self.counts.add(Event::FetchLost, 1);
        }
        Ok(())
    }

    /// Another one used the bank: try again in the next cycle.
    #[cold]
    fn bank_lost(&mut self, l: &mut Live) -> Exit {
        if !l.pair {
            self.counts.add(Event::BankLost, 1);
            l.now += 1;
        }
        l.pair = false;
        Exit::Again
    }

    #[inline(never)]
    fn load_elsewhere(
        &mut self,
        s: &Slot,
        address: u32,
        bytes: u16,
        t: u64,
        l: &mut Live,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<Option<u64>, Exit> {
        let aligned = address & !(u32::from(bytes) - 1);
        if aligned != address {
            // The load is done before the exception is taken (AR, versions).
            let value = self.load_aligned(s, aligned, bytes, t, l, (cx, lim))?;
            self.st.exception(Cause::Unaligned);
            self.heed(l);
            return Ok(value);
        }
        self.load_aligned(s, address, bytes, t, l, (cx, lim))
    }

    fn load_aligned(
        &mut self,
        s: &Slot,
        address: u32,
        bytes: u16,
        t: u64,
        l: &mut Live,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<Option<u64>, Exit> {
        if address < SRAM {
            self.local(address, t, false, l, lim)?;
            let base = self.base() + u64::from(address);
            let mut value = [0; 8];
            if let (Some(to), Some(from)) = (
                value.get_mut(..usize::from(bytes)),
                cx.mem.peek(base, usize::from(bytes)),
            ) {
                to.copy_from_slice(from);
            }
            return Ok(Some(u64::from_le_bytes(value)));
        }
        if address >> 20 == 0 {
            if t >= lim.sync {
                return Err(Exit::Sync);
            }
            let low = self.read_register(address & !3, t, l.pc, cx);
            let high = match bytes {
                8 => self.read_register(address | 4, t, l.pc, cx),
                _ => 0,
            };
            let value = u64::from(high) << 32 | u64::from(low);
            return Ok(Some(value >> (8 * (address & 3))));
        }
        if let Some(at) = self.link(address) {
            if t >= lim.sync {
                return Err(Exit::Sync);
            }
            let (value, _) = cx.bus.io_read(&self.io(at, t, Op::Read), cx.meters);
            self.counts.add(Event::IoReads, 1);
            self.end_slice(l);
            return Ok(Some(value.unwrap_or(0)));
        }
        self.load_outside(s, address, (bytes, Op::Read, 0), t, l, (cx, lim))?;
        Ok(None)
    }

    /// Sends a load, or TESTSET of `value`, on its way.
    pub(crate) fn load_outside(
        &mut self,
        s: &Slot,
        address: u32,
        (bytes, op, value): (u16, Op, u64),
        t: u64,
        l: &mut Live,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<(), Exit> {
        if let Some(load) = self.outside.load {
            return Err(self.wait_for_load(load, l));
        }
        self.wait_for_way(Way::Read, t, l, lim)?;
        let timing = self.send(
            t,
            (address.into(), bytes, op),
            (value, tag::LOAD),
            false,
            cx,
        );
        self.sent(Way::Read, t, &timing, l);
        let double = bytes == 8;
        self.outside.load = Some(Load {
            register: s.op.rd,
            double,
            first: self.cycle_of(timing.first),
        });
        self.ready.set(s.op.rd, PENDING);
        if double {
            self.ready.set(s.op.rd | 1, PENDING);
        }
        self.counts.add(Event::MeshLoads, 1);
        Ok(())
    }

    /// Something needs what `load` brings, or its place.
    pub(crate) fn wait_for_load(&mut self, load: Load, l: &mut Live) -> Exit {
        if load.first == u64::MAX {
            self.outside.hangs = true;
            return Exit::Hang;
        }
        self.wait(Event::RawExternal, load.first, l);
        Exit::Sync
    }

    /// The answer of the load that waits.
    pub(crate) fn loaded(&mut self, value: u64) {
        let Some(load) = self.outside.load.take() else {
            return;
        };
        let ready = 8 * load.first + result::EXTERNAL;
        self.st.set_reg(load.register, value as u32);
        self.ready.set(load.register, ready);
        if load.double {
            self.st.set_reg(load.register | 1, (value >> 32) as u32);
            self.ready.set(load.register | 1, ready);
        }
        self.attention = true;
    }

    /// Stores `N` bytes.
    #[inline(always)]
    pub(crate) fn store<const N: usize>(
        &mut self,
        address: u32,
        value: u64,
        t: u64,
        l: &mut Live,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<(), Exit> {
        if address < SRAM && address & (N as u32 - 1) == 0 && self.st.memprotect == 0 {
            self.local(address, t, true, l, lim)?;
            self.put::<N>(address, value, cx);
            if cx.mem.code_log().end() != self.code.seen {
                self.heed(l);
            }
            return Ok(());
        }
        l.aside(|l| self.store_elsewhere(address, N as u16, value, t, l, (cx, lim)))
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, address: u32, value: u64, cx: &mut RunCx<'_>) {
        let bytes = value.to_le_bytes();
        let mut data = [0; N];
        data.copy_from_slice(&bytes[..N]);
        cx.mem.put(self.sram, address as usize, data);
    }

    #[inline(never)]
    fn store_elsewhere(
        &mut self,
        address: u32,
        bytes: u16,
        value: u64,
        t: u64,
        l: &mut Live,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<(), Exit> {
        let aligned = address & !(u32::from(bytes) - 1);
        self.store_aligned(aligned, bytes, value, t, l, (cx, lim))?;
        if aligned != address {
            // The store happens, with wrong data (AR, versions).
            self.st.exception(Cause::Unaligned);
        }
        self.heed(l);
        Ok(())
    }

    fn store_aligned(
        &mut self,
        address: u32,
        bytes: u16,
        value: u64,
        t: u64,
        l: &mut Live,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<(), Exit> {
        if address < SRAM {
            self.local(address, t, true, l, lim)?;
            if !self.protected(address) {
                self.put_bytes(address, bytes, value, cx);
            }
            return Ok(());
        }
        if address >> 20 == 0 {
            if t >= lim.sync {
                return Err(Exit::Sync);
            }
            self.live = *l;
            self.write_register(address & !3, value as u32, t, cx);
            if bytes == 8 {
                self.write_register(address | 4, (value >> 32) as u32, t, cx);
            }
            *l = self.live;
            return Ok(());
        }
        if let Some(at) = self.link(address) {
            if t >= lim.sync {
                return Err(Exit::Sync);
            }
            let _ = cx
                .bus
                .io_write(&self.io(at, t, Op::Write), value, cx.meters);
            self.counts.add(Event::IoWrites, 1);
            self.end_slice(l);
            return Ok(());
        }
        let way = self.way(address.into(), Op::Write);
        self.wait_for_way(way, t, l, lim)?;
        let to = (address.into(), bytes, Op::Write);
        let timing = self.send(t, to, (value, 0), false, cx);
        self.sent(way, t, &timing, l);
        if timing.done != Tick::NEVER {
            let done = self.cycle_of(timing.done);
            self.outside.arrives = self.outside.arrives.max(done);
        }
        self.counts.add(Event::MeshStores, 1);
        Ok(())
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

    /// True when the page of `address` is read-only: the write is dropped and an interrupt requested.
    pub(crate) fn protected(&mut self, address: u32) -> bool {
        /// MEMSTATUS: a fault, of a write (AR, MEMSTATUS).
        const FAULT_OF_WRITE: u32 = 1 << 2 | 1 << 11;
        let refused = self.st.memprotect >> (address >> 12 & 7) & 1 != 0;
        if refused {
            self.st.memstatus |= FAULT_OF_WRITE;
            self.st.ilat |= 1 << irq::MEMORY;
            self.attention = true;
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
            master: self.id,
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
    pub(crate) fn heed(&mut self, l: &mut Live) {
        self.attention = true;
        l.until = 0;
    }

    /// The slice ends after this instruction: the board has something to look after.
    pub(crate) fn end_slice(&mut self, l: &mut Live) {
        self.yield_now = true;
        self.heed(l);
    }
}
