//! Loads, stores and exchanges as single steps.

use super::Flow;
use crate::context::Half;
use crate::core::TriCore;
use crate::decoded::{DecodedInsn, NONE};
use crate::exec::{self, Place};
use crate::isa::Opcode;
use crate::memory::{Access, CacheOp, Fault, MemSide};
use crate::tally::Tally;
use crate::trap::{Exc, Exec, Trap};
use trueboard_core::cpu::RunCx;

impl TriCore {
    /// Where the instruction accesses memory.
    #[inline(always)]
    fn place(&mut self, s: &DecodedInsn) -> Exec<Place> {
        let p = self.st.place(s, s.mode)?;
        if !p.in_segment() {
            return Err(self.mem.segment_fault(p.va).into());
        }
        self.mem.aligned(p.va, s.opcode.traits().align.into())?;
        Ok(p)
    }

    #[inline(always)]
    fn access(&mut self, va: u32, bytes: u8, cycle: u64) -> Access {
        self.accessed = (va, bytes);
        self.st.access(va, bytes, cycle)
    }

    /// After a load: a device may have been accessed, or a watchpoint reached.
    #[inline(always)]
    pub(super) fn loaded(&mut self) {
        if self.mem.take_touched() {
            self.touched();
        }
    }

    #[inline(never)]
    fn touched(&mut self) {
        if self.mem.take_read_reached() {
            self.pending_work = true;
        } else {
            self.end_slice();
        }
        if self.mem.take_integrity_error() {
            self.trap_behind(Trap::DIE);
        }
    }

    /// After a store: a device may have been accessed, or code overwritten.
    #[inline(always)]
    pub(super) fn stored(&mut self, cx: &RunCx<'_>) {
        self.loaded();
        self.written(cx);
    }

    /// LD.*.
    #[inline(always)]
    pub(super) fn load(&mut self, s: &DecodedInsn, cycle: u64, cx: &mut RunCx<'_>) -> Exec<Flow> {
        let bytes = s.opcode.traits().bytes;
        let p = self.place(s)?;
        let (value, stall) = if p.wraps.is_some() {
            self.load_across(p, bytes, cycle, cx)?
        } else {
            let a = self.access(p.va, bytes, cycle);
            self.mem.load(cx, &mut self.tally, a)?
        };
        self.loaded();
        let value = [value as u32, (value >> 32) as u32];
        exec::set_loaded(&mut self.st, s, s.opcode, &p, value);
        Ok(Flow::Next { stall, latency: 0 })
    }

    /// Stores; what a bus refuses traps behind the instruction.
    #[inline(always)]
    pub(super) fn write(&mut self, a: Access, value: u64, cx: &mut RunCx<'_>) -> Exec<u64> {
        let done = self.mem.store(cx, &mut self.tally, a, value);
        self.stored(cx);
        match done.map_err(Exc::from) {
            Err(Exc::Trap(Trap::DAE)) => {
                self.trap_behind(Trap::DAE);
                Ok(0)
            }
            done => done,
        }
    }

    /// ST.*.
    #[inline(always)]
    pub(super) fn store(&mut self, s: &DecodedInsn, cycle: u64, cx: &mut RunCx<'_>) -> Exec<Flow> {
        let bytes = s.opcode.traits().bytes;
        let [low, high] = exec::to_store(&mut self.st, s, s.opcode);
        let value = u64::from(high) << 32 | u64::from(low);
        let p = self.place(s)?;
        let stall = if p.wraps.is_some() {
            self.store_across(p, bytes, value, cycle, cx)?
        } else {
            let a = self.access(p.va, bytes, cycle);
            self.write(a, value, cx)?
        };
        exec::write_back(&mut self.st, &p);
        Ok(Flow::Next { stall, latency: 0 })
    }

    /// A load that wraps to the start of its circular buffer; returns the value and the stall.
    #[inline(never)]
    fn load_across(
        &mut self,
        p: Place,
        bytes: u8,
        cycle: u64,
        cx: &mut RunCx<'_>,
    ) -> Exec<(u64, u64)> {
        let mut value = 0;
        let stall = self.across(p, bytes, cycle, |mem, tally, a, shift| {
            let (half, stall) = mem.load(cx, tally, a)?;
            value |= half << shift;
            Ok(stall)
        })?;
        Ok((value, stall))
    }

    /// A store that wraps to the start of its circular buffer; returns the stall.
    #[inline(never)]
    fn store_across(
        &mut self,
        p: Place,
        bytes: u8,
        value: u64,
        cycle: u64,
        cx: &mut RunCx<'_>,
    ) -> Exec<u64> {
        let mut refused = false;
        let stored = self.across(p, bytes, cycle, |mem, tally, a, shift| {
            match mem.store(cx, tally, a, value >> shift & 0xffff) {
                Err(Fault::Trap(Trap::DAE)) => {
                    refused = true;
                    Ok(0)
                }
                done => done,
            }
        });
        self.stored(cx);
        if refused {
            self.trap_behind(Trap::DAE);
        }
        stored
    }

    /// Accesses the half-words of a datum one after the other, all of them or none; `half` gets each with its place in
    /// the value, and answers its stall. Answers the stall of all.
    fn across(
        &mut self,
        p: Place,
        bytes: u8,
        cycle: u64,
        mut half: impl FnMut(&mut MemSide, &mut Tally, Access, u32) -> Result<u64, Fault>,
    ) -> Exec<u64> {
        let first = self.access(p.half(0), 2, cycle);
        let tally = &mut self.tally;
        let stall = self.mem.whole(cycle, |mem| {
            let mut stall = 0;
            for i in (0..u32::from(bytes)).step_by(2) {
                let a = Access {
                    va: p.half(i),
                    cycle: cycle + stall,
                    ..first
                };
                stall += half(mem, tally, a, 8 * i)?;
            }
            Ok(stall)
        });
        Ok(stall?)
    }

    /// SWAP.W, SWAPMSK.W, CMPSWAP.W, LDMST, ST.T: read and written without interruption by other masters.
    pub(super) fn modify(&mut self, s: &DecodedInsn, cycle: u64, cx: &mut RunCx<'_>) -> Exec<Flow> {
        let p = self.place(s)?;
        let value = self.st.reg(s.a);
        let upper = (self.st.pair(s.a) >> 32) as u32;
        let opcode = s.opcode;
        let (bit, set) = (1 << (s.p & 7), s.q != 0);
        let mut change = |old: u32| match opcode {
            Opcode::SwapW => value,
            Opcode::CmpswapW if old == upper => value,
            Opcode::CmpswapW => old,
            Opcode::StT if set => old | bit,
            Opcode::StT => old & !bit,
            // The upper register is the mask.
            Opcode::Ldmst | Opcode::SwapmskW => old & !upper | value & upper,
            _ => old,
        };
        let a = self.access(p.va, s.opcode.traits().bytes, cycle);
        let (old, stall) = self.mem.modify(cx, &mut self.tally, a, &mut change)?;
        self.stored(cx);
        exec::write_back(&mut self.st, &p);
        if s.d != NONE {
            self.st.set_reg(s.d, old);
        }
        Ok(Flow::Next { stall, latency: 0 })
    }

    /// LDLCX, LDUCX, STLCX, STUCX.
    pub(super) fn move_context(
        &mut self,
        s: &DecodedInsn,
        cycle: u64,
        cx: &mut RunCx<'_>,
    ) -> Exec<Flow> {
        let p = self.place(s)?;
        let half = match s.opcode {
            Opcode::Ldlcx | Opcode::Stlcx => Half::Lower,
            _ => Half::Upper,
        };
        let a = self.access(p.va, 4, cycle);
        let stall = if matches!(s.opcode, Opcode::Ldlcx | Opcode::Lducx) {
            let (words, stall) = self.mem.load_context(cx, &mut self.tally, a)?;
            self.st.take_context(half, &words);
            self.written(cx);
            stall
        } else {
            let words = self.st.context(half);
            let stall = self.mem.save_context(cx, &mut self.tally, a, &words)?;
            self.stored(cx);
            stall
        };
        Ok(Flow::Next { stall, latency: 0 })
    }

    /// CACHEA.*, CACHEI.*.
    pub(super) fn cache_operation(
        &mut self,
        s: &DecodedInsn,
        cycle: u64,
        cx: &mut RunCx<'_>,
    ) -> Exec<Flow> {
        if matches!(s.opcode, Opcode::CacheaI | Opcode::CacheiI) {
            self.supervisor_only()?;
        }
        let p = self.place(s)?;
        let op = CacheOp {
            by_index: matches!(
                s.opcode,
                Opcode::CacheiI | Opcode::CacheiW | Opcode::CacheiWi
            ),
            write_back: !matches!(s.opcode, Opcode::CacheaI | Opcode::CacheiI),
            invalidate: !matches!(s.opcode, Opcode::CacheaW | Opcode::CacheiW),
        };
        let a = self.access(p.va, 1, cycle);
        let stall = self.mem.cache_op(cx, a, op)?;
        exec::write_back(&mut self.st, &p);
        Ok(Flow::Next { stall, latency: 0 })
    }
}
