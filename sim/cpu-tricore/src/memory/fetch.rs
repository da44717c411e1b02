//! Instruction fetch: own program scratchpad, program cache, fetch line buffer.
//!
//! A miss reads a line of 32 bytes, the requested double word first. The other double words follow, one a cycle, and
//! are used as they arrive. Uncached code goes through a buffer of one line.

use super::arriving::Arriving;
use super::params::LINE;
use super::place::Place;
use super::program_cache::{AtHand, CodeAtHand};
use super::protect::{PSTR_FBE, PSTR_FRE};
use super::{Fault, MemSide};
use crate::meters::Meter;
use crate::tally::Tally;
use std::cell::Cell;
use trueboard_core::bus::{BusFault, Op, Served};
use trueboard_core::cpu::RunCx;

impl MemSide {
    /// Fetches the aligned group of 64 bits that holds `pc`, in `cycle`; answers the stall cycles.
    ///
    /// # Errors
    /// See [`Fault`].
    #[inline(always)]
    pub fn fetch(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        pc: u32,
        cycle: u64,
    ) -> Result<u64, Fault> {
        let near = &self.fetching.at_hand;
        if near.holds(pc) {
            tally.add(Meter::PcacheHits, u64::from(near.cached));
            return Ok(0);
        }
        self.fetch_any(cx, tally, pc, cycle)
    }

    /// How many of the `bytes` at `pc`, physical address `pa`, can be fetched without another test; and whether each
    /// fetched group is then a hit of the program cache. `kept` belongs to these bytes.
    #[inline(always)]
    pub fn reach(&self, pc: u32, pa: u32, bytes: u32, kept: &Cell<CodeAtHand>) -> (u32, bool) {
        if kept.get() == self.fetching.reached(pc) {
            return (bytes, true);
        }
        self.find_reach(pc, pa, bytes, kept)
    }

    #[inline(never)]
    fn find_reach(&self, pc: u32, pa: u32, bytes: u32, kept: &Cell<CodeAtHand>) -> (u32, bool) {
        let near = &self.fetching.at_hand;
        let held = near.len.saturating_sub(pc.wrapping_sub(near.from));
        if held >= bytes {
            return (bytes, near.cached);
        }
        if self.protected || !self.regs.caches_code(pc) {
            return (held, near.cached);
        }
        let mut line = pa & !(LINE - 1);
        while line < pa + bytes && self.fetching.knows(line) {
            line += LINE;
        }
        if line >= pa + bytes {
            kept.set(self.fetching.reached(pc));
        }
        (line.saturating_sub(pa).min(bytes).max(held), true)
    }

    #[inline(never)]
    fn fetch_any(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        pc: u32,
        cycle: u64,
    ) -> Result<u64, Fault> {
        self.check_fetch(pc)?;
        let pa = self.physical(pc);
        let p = &self.params.pspr;
        if p.offset(pa, 2).is_some() && self.own.pspr.is_some() {
            if self.struck {
                return self.fetch_struck(cx, pc, cycle);
            }
            self.put_at_hand(pc.wrapping_sub(pa - p.at), p.size, false);
            return Ok(0);
        }
        let line = pa & !(LINE - 1);
        let cached = self.regs.caches_code(pc);
        let present = if cached {
            self.fetching.cache.lookup(u64::from(pa))
        } else {
            self.fetching.buffered == Some(line)
        };
        let stall = if present {
            let stall = self.fetching.arriving.wait(pa, cycle, 0, 0);
            let over = self.fetching.arriving.is_over(line, cycle);
            if over {
                self.put_at_hand(pc & !(LINE - 1), LINE, cached);
            }
            if cached {
                self.fetching.note(pa, over);
            }
            tally.add(Meter::PcacheHits, u64::from(cached));
            stall
        } else {
            self.fetch_line(cx, pa, pc, cycle)?;
            if cached {
                self.fetching.cache.fill(u64::from(pa));
                self.fetching.note(pa, false);
                tally.add(Meter::PcacheMisses, 1);
            } else {
                self.fetching.buffered = Some(line);
            }
            self.fetching.at_hand = AtHand::default();
            self.fetching.arriving.wait(pa, cycle, 0, 0)
        };
        tally.add(Meter::PmemStall, stall);
        Ok(stall)
    }

    /// Reads the line of `pa`, that of `pc`, from memory.
    fn fetch_line(
        &mut self,
        cx: &mut RunCx<'_>,
        pa: u32,
        pc: u32,
        cycle: u64,
    ) -> Result<(), Fault> {
        let line = pa & !(LINE - 1);
        match self.place(cx.mem, line, LINE) {
            Place::Own { .. } | Place::Memory { .. } => {}
            // As nothing else is mapped in segment C.
            Place::Beyond => return Err(self.fetch_refused(cx, PSTR_FRE, pc, cycle)),
            Place::Window { .. } | Place::Other { .. } => {
                return Err(self.fetch_refused(cx, PSTR_FBE, pc, cycle));
            }
        }
        self.shared_turn(cycle)?;
        let t = self.line_txn(Op::Fetch, pa & !7, cycle, pc);
        let timing = cx.bus.transfer(&t, cx.meters);
        if timing.served_by == Served::Failed {
            return Err(self.fetch_fault(PSTR_FBE));
        }
        self.fetching.arriving = Arriving::new(pa, &timing, self.clock);
        Ok(())
    }

    fn fetch_refused(&mut self, cx: &mut RunCx<'_>, pstr: u32, pc: u32, cycle: u64) -> Fault {
        let pa = self.physical(pc);
        let t = self.txn(Op::Fetch, pa, 8, cycle, pc);
        cx.bus.refused(&t, BusFault::Unmapped);
        self.fetch_fault(pstr)
    }

    /// Groups in `from..from + len` need no look, unless each fetch has to be checked.
    fn put_at_hand(&mut self, from: u32, len: u32, cached: bool) {
        if !self.protected {
            self.fetching.at_hand = AtHand { from, len, cached };
        }
    }
}
