//! Loads, stores, exchanges, and the addressing modes (TC1.6 architecture manual, volume 1,
//! "Addressing model").

use super::Flow;
use crate::context::{BYTES, Half};
use crate::core::TriCore;
use crate::decoded::{DecodedInsn, NONE, RegNo};
use crate::isa::Opcode;
use crate::isa::operands::Mode;
use crate::memory::{Access, CacheOp};
use crate::trap::{Exc, Exec, Trap};
use trueboard_core::cpu::RunCx;

/// An effective address, and what addressing does to a register.
#[derive(Clone, Copy, Debug)]
struct Place {
    va: u32,
    /// The register that changes, or [`NONE`].
    reg: RegNo,
    value: u32,
    /// In a circular buffer: (its start, index, length) when the datum reaches across the end.
    wraps: Option<(u32, u32, u32)>,
}

impl TriCore {
    /// Where an access of `bytes` goes.
    #[inline(always)]
    fn place(&mut self, s: &DecodedInsn, bytes: u32) -> Exec<Place> {
        let base = self.st.reg(s.b);
        let offset = s.o as u32;
        let mut p = Place {
            va: base.wrapping_add(offset),
            reg: NONE,
            value: 0,
            wraps: None,
        };
        match s.mode {
            Mode::Base => {}
            Mode::Post => (p.va, p.reg, p.value) = (base, s.b, base.wrapping_add(offset)),
            Mode::Pre => (p.reg, p.value) = (s.b, p.va),
            Mode::Abs => {
                p.va = offset;
                return Ok(p);
            }
            Mode::Circ | Mode::Rev | Mode::Index => p = self.indexed(s, base, bytes)?,
        }
        if (p.va ^ base) >> 28 != 0 {
            return Err(self.mem.segment_fault(p.va).into());
        }
        Ok(p)
    }

    /// The modes with an index in the odd register of the pair.
    #[inline(never)]
    fn indexed(&self, s: &DecodedInsn, base: u32, bytes: u32) -> Exec<Place> {
        let reg = s.b | 1;
        let control = self.st.reg(reg);
        let (index, high) = (control & 0xffff, control >> 16);
        let mut p = Place {
            va: base.wrapping_add(index),
            reg,
            value: control,
            wraps: None,
        };
        match s.mode {
            Mode::Rev => {
                let sum = (index as u16)
                    .reverse_bits()
                    .wrapping_add((high as u16).reverse_bits());
                p.value = high << 16 | u32::from(sum.reverse_bits());
            }
            Mode::Circ => {
                let length = high as i32;
                if base & 7 != 0 || length == 0 || high % bytes != 0 {
                    return Err(Trap::ALN.into());
                }
                let next = index as i32 + s.o;
                let next = if next < 0 {
                    next + length
                } else if next >= length {
                    next - length
                } else {
                    next
                };
                p.value = high << 16 | next as u32 & 0xffff;
                if index < high && index + bytes > high {
                    p.wraps = Some((base, index, high));
                }
            }
            _ => p.reg = NONE,
        }
        Ok(p)
    }

    #[inline(always)]
    fn access(&mut self, va: u32, bytes: u8, cycle: u64) -> Access {
        self.accessed = (va, bytes);
        Access {
            va,
            bytes,
            pc: self.st.pc,
            cycle,
            psw: self.st.psw,
        }
    }

    #[inline(always)]
    fn update(&mut self, p: &Place) {
        if p.reg != NONE {
            self.st.set_reg(p.reg, p.value);
        }
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
        let bytes = u32::from(s.opcode.traits().bytes);
        let p = self.place(s, bytes)?;
        if s.opcode.traits().align != 1 {
            self.mem.aligned(p.va, 4)?;
        }
        let (value, stall) = if p.wraps.is_some() {
            self.load_across(&p, bytes, cycle, cx)?
        } else {
            let a = self.access(p.va, bytes as u8, cycle);
            self.mem.load(cx, &mut self.tally, a)?
        };
        self.loaded();
        self.update(&p);
        self.st.set_loaded(s, s.opcode, value);
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
        let bytes = u32::from(s.opcode.traits().bytes);
        let value = self.st.to_store(s, s.opcode);
        let p = self.place(s, bytes)?;
        if s.opcode.traits().align != 1 {
            self.mem.aligned(p.va, 4)?;
        }
        let stall = if p.wraps.is_some() {
            self.store_across(&p, bytes, value, cycle, cx)?
        } else {
            let a = self.access(p.va, bytes as u8, cycle);
            self.write(a, value, cx)?
        };
        self.update(&p);
        Ok(Flow::Next { stall, latency: 0 })
    }

    /// A load that goes on at the start of its circular buffer, by half-words.
    #[inline(never)]
    fn load_across(
        &mut self,
        p: &Place,
        bytes: u32,
        cycle: u64,
        cx: &mut RunCx<'_>,
    ) -> Exec<(u64, u64)> {
        let first = self.access(p.half(0), 2, cycle);
        let tally = &mut self.tally;
        let loaded = self.mem.whole(cycle, |mem| {
            let (mut value, mut stall) = (0, 0);
            for i in (0..bytes).step_by(2) {
                let a = Access {
                    va: p.half(i),
                    cycle: cycle + stall,
                    ..first
                };
                let (half, waited) = mem.load(cx, tally, a)?;
                value |= half << (8 * i);
                stall += waited;
            }
            Ok((value, stall))
        });
        Ok(loaded?)
    }

    /// The same for a store.
    #[inline(never)]
    fn store_across(
        &mut self,
        p: &Place,
        bytes: u32,
        value: u64,
        cycle: u64,
        cx: &mut RunCx<'_>,
    ) -> Exec<u64> {
        let first = self.access(p.half(0), 2, cycle);
        let tally = &mut self.tally;
        let mut refused = false;
        let stored = self.mem.whole(cycle, |mem| {
            let mut stall = 0;
            for i in (0..bytes).step_by(2) {
                let a = Access {
                    va: p.half(i),
                    cycle: cycle + stall,
                    ..first
                };
                let half = value >> (8 * i) & 0xffff;
                match mem.store(cx, tally, a, half) {
                    Err(fault) if Exc::from(fault) == Exc::Trap(Trap::DAE) => refused = true,
                    done => stall += done?,
                }
            }
            Ok(stall)
        });
        self.stored(cx);
        if refused {
            self.trap_behind(Trap::DAE);
        }
        Ok(stored?)
    }

    /// SWAP.W, SWAPMSK.W, CMPSWAP.W, LDMST, ST.T: read and written while nobody else can.
    pub(super) fn modify(&mut self, s: &DecodedInsn, cycle: u64, cx: &mut RunCx<'_>) -> Exec<Flow> {
        let bytes = u32::from(s.opcode.traits().bytes);
        let p = self.place(s, bytes)?;
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
        let a = self.access(p.va, bytes as u8, cycle);
        let (old, stall) = self.mem.modify(cx, &mut self.tally, a, &mut change)?;
        self.stored(cx);
        self.update(&p);
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
        let p = self.place(s, BYTES)?;
        let half = match s.opcode {
            Opcode::Ldlcx | Opcode::Stlcx => Half::Lower,
            _ => Half::Upper,
        };
        let a = self.access(p.va, 4, cycle);
        let stall = if matches!(s.opcode, Opcode::Ldlcx | Opcode::Lducx) {
            let (words, stall) = self.mem.load_context(cx, &mut self.tally, a)?;
            self.take_context(half, &words);
            self.written(cx);
            stall
        } else {
            let words = self.context(half, self.st.pcxi);
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
        if matches!(s.opcode, Opcode::CacheaI | Opcode::CacheiI) && !self.st.supervisor() {
            return Err(Trap::PRIV.into());
        }
        let p = self.place(s, 1)?;
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
        self.update(&p);
        Ok(Flow::Next { stall, latency: 0 })
    }
}

impl Place {
    /// The address of the half-word that is `i` bytes into the datum.
    fn half(&self, i: u32) -> u32 {
        match self.wraps {
            Some((base, index, length)) => base.wrapping_add((index + i) % length.max(1)),
            None => self.va.wrapping_add(i),
        }
    }
}
