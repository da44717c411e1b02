//! The store buffer: stores to other memories than the own data scratchpad are posted and make
//! their transfers one after the other.
//!
//! A transfer is made as soon as it is this core's turn for the time at which it starts, which may
//! be before the core itself gets there; what is left over is made at the start of a later slice.

use super::posted::{Store, beats};
use super::{Fault, MemSide};
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;

/// More stores than there are.
const ALL: usize = usize::MAX;

impl MemSide {
    /// Posts a store; answers how long it waits for a place in the buffer.
    pub(super) fn post(
        &mut self,
        cx: &mut RunCx<'_>,
        (mem, pa, bytes): (usize, u32, u32),
        pc: u32,
        cycle: u64,
    ) -> u64 {
        if self.zero_cost {
            return 0;
        }
        let p = &mut self.posted.stores;
        while p
            .front()
            .is_some_and(|s| s.done.is_some_and(|d| d <= cycle))
        {
            p.pop_front();
        }
        let mut asked = cycle;
        if p.len() >= usize::from(self.params.store_buffer) {
            asked = self.transfer_posted(cx, 1, u64::MAX).max(cycle);
            self.posted.stores.pop_front();
        }
        self.posted.stores.push_back(Store {
            mem,
            pa,
            bytes: beats(pa, bytes),
            pc,
            asked,
            done: None,
        });
        self.transfer_posted(cx, ALL, self.limits.shared);
        asked - cycle
    }

    /// Makes the transfers of the first `count` stores that start before `before`; answers when the
    /// last of those that were made is over.
    fn transfer_posted(&mut self, cx: &mut RunCx<'_>, count: usize, before: u64) -> u64 {
        if self.zero_cost {
            return 0;
        }
        let mut over = 0;
        for i in 0..count {
            let Some(&s) = self.posted.stores.get(i) else {
                break;
            };
            if let Some(done) = s.done {
                over = done;
                continue;
            }
            let start = s.asked.max(self.posted.free_at);
            if start >= before {
                break;
            }
            let t = self.txn(Op::Write, s.pa, s.bytes, start, s.pc);
            let timing = cx.bus.transfer(&t, cx.meters);
            over = self.clock.cycle_of(timing.done);
            self.posted.free_at = over + u64::from(self.params.store_turn_cycles);
            if let Some(s) = self.posted.stores.get_mut(i) {
                s.done = Some(over);
            }
        }
        over
    }

    /// Makes the transfers of posted stores for which it is this core's turn now.
    pub(super) fn go_on_posting(&mut self, cx: &mut RunCx<'_>) {
        if !self.posted.is_idle() {
            self.transfer_posted(cx, ALL, self.limits.shared);
        }
    }

    /// When the next transfer of a posted store starts that is yet to be made; `u64::MAX` when there is
    /// none.
    #[inline]
    pub fn next_posted(&self) -> u64 {
        self.posted.next()
    }

    /// Makes the transfers of all posted stores: for a core that does nothing more in `cycle`.
    ///
    /// # Errors
    /// [`Fault::Sync`] when there are some and it is not this core's turn.
    pub fn finish_posting(&mut self, cx: &mut RunCx<'_>, cycle: u64) -> Result<(), Fault> {
        if !self.posted.is_idle() {
            self.shared_turn(cycle)?;
            self.transfer_posted(cx, ALL, u64::MAX);
        }
        Ok(())
    }

    /// When an access to memory `mem` that comes at `cycle` may go out: behind the stores to this memory.
    #[inline]
    pub(super) fn behind_posted(&mut self, cx: &mut RunCx<'_>, mem: usize, cycle: u64) -> u64 {
        // The last transfer is over, so all of them are.
        match self.posted.stores.back() {
            Some(last) if last.done.is_none_or(|done| done > cycle) => {
                self.behind_transfers(cx, mem, cycle)
            }
            _ => cycle,
        }
    }

    /// As [`MemSide::behind_posted`], where transfers are left.
    #[inline(never)]
    fn behind_transfers(&mut self, cx: &mut RunCx<'_>, mem: usize, cycle: u64) -> u64 {
        let stores = self.posted.stores.iter().enumerate();
        let last = stores.rev().find(|(_, s)| s.mem == mem);
        match last.map(|(i, s)| (i, s.done)) {
            Some((_, Some(done))) if !self.zero_cost => cycle.max(done),
            Some((i, _)) => self.transfer_posted(cx, i + 1, u64::MAX).max(cycle),
            None => cycle,
        }
    }

    /// How long an instruction at `cycle` waits that lets all posted stores, to memories and to
    /// devices, complete first (DSYNC).
    ///
    /// # Errors
    /// As [`MemSide::finish_posting`].
    pub fn complete_stores(&mut self, cx: &mut RunCx<'_>, cycle: u64) -> Result<u64, Fault> {
        self.finish_posting(cx, cycle)?;
        let done = self.posted.stores.back().and_then(|s| s.done).unwrap_or(0);
        if !self.zero_cost {
            self.posted.stores.clear();
        }
        Ok(done.max(self.io_free).saturating_sub(cycle))
    }
}
