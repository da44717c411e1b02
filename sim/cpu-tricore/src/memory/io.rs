//! Accesses to devices, and to the CSFRs of other cores.

use super::protect::{DSTR_CAC, DSTR_LBE};
use super::{Access, Fault, MemSide};
use crate::meters::Meter;
use crate::tally::Tally;
use trueboard_core::bus::Op;
use trueboard_core::cpu::{PeerAccess, RunCx};
use trueboard_core::time::Tick;

/// A load or store retires at most so many cycles after its access.
const RETIRES_WITHIN: u64 = 4;

impl MemSide {
    /// It is this core's turn for the device at `pa`, and meters are settled if it reads them; returns the start of the
    /// access.
    fn device_turn(&self, cx: &RunCx<'_>, a: &Access, pa: u32) -> Result<u64, Fault> {
        self.sync_turn(a.cycle)?;
        if cx.settled || !cx.bus.looks_at_meters(u64::from(pa)) {
            Ok(a.cycle.max(self.io_free))
        } else {
            Err(Fault::Settle)
        }
    }

    /// Ends the slice behind a device access that takes up to `cycle`, unless the access is complete and it is still the
    /// turn of this core: the next slice would be the rest of this one. An access of several parts ends the slice.
    fn touch_unless_complete(&mut self, cx: &RunCx<'_>, cycle: u64) {
        let (sync, retires) = (self.limits.sync, cycle + RETIRES_WITHIN);
        if cx.settled
            || sync == u64::MAX
            || retires >= sync
            || !cx.bus.is_access_complete(Tick(self.clock.ticks(retires)))
        {
            self.touch();
        }
    }

    pub(super) fn io_read(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: &Access,
        pa: u32,
    ) -> Result<(u64, u64), Fault> {
        let start = self.device_turn(cx, a, pa)?;
        let t = self.txn(Op::Read, pa, u16::from(a.bytes), start, a.pc);
        let (value, timing) = cx.bus.io_read(&t, cx.meters);
        let Ok(value) = value else {
            self.touch();
            return Err(self.load_error(DSTR_LBE, a.va));
        };
        self.touch_unless_complete(cx, self.clock.cycle_of(timing.first));
        tally.add(Meter::IoReads, 1);
        let there = self.clock.cycle_of(timing.first);
        Ok((value, there.saturating_sub(a.cycle + 1)))
    }

    /// Posts a write; the next access of this core waits until the bus has taken it.
    pub(super) fn io_write(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: &Access,
        pa: u32,
        value: u64,
    ) -> Result<u64, Fault> {
        let start = self.device_turn(cx, a, pa)?;
        let t = self.txn(Op::Write, pa, u16::from(a.bytes), start, a.pc);
        let (answer, timing) = cx.bus.io_write(&t, value, cx.meters);
        if answer.is_err() {
            self.touch();
            return Err(self.store_error(a.va));
        }
        self.touch_unless_complete(cx, start + 1);
        self.io_free = self.clock.cycle_of(timing.done);
        tally.add(Meter::IoWrites, 1);
        Ok(start - a.cycle)
    }

    /// An access to the CSFR at `off` of `core`. A core cannot reach its own ones so.
    pub(super) fn peer(
        &mut self,
        cx: &mut RunCx<'_>,
        a: &Access,
        core: u8,
        off: u32,
        write: Option<u32>,
    ) -> Result<(u64, u64), Fault> {
        let error = |side: &mut MemSide, dstr: u32| match write {
            None => side.load_error(dstr, a.va),
            Some(_) => side.store_error(a.va),
        };
        if core == self.id {
            return Err(self.load_error(DSTR_CAC, a.va));
        }
        if a.bytes != 4 {
            return Err(error(self, DSTR_LBE));
        }
        match cx.answer.take() {
            Some(Ok(value)) => Ok(match write {
                None => (u64::from(value), u64::from(self.params.csfr_cycles)),
                Some(_) => (0, 0),
            }),
            Some(Err(_)) => Err(error(self, DSTR_LBE)),
            None => {
                self.sync_turn(a.cycle)?;
                Err(Fault::Peer(PeerAccess {
                    core,
                    offset: off,
                    write,
                }))
            }
        }
    }
}
