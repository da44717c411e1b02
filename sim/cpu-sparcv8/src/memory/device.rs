//! Accesses to devices: in the order of all cores, each one transfer of its own size.

use crate::core::Leon;
use crate::meters::Meter;
use crate::trap::{self, Exc, Exec};
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;

/// A load or store retires at most so many cycles after its access.
const RETIRES_WITHIN: u64 = 4;

impl Leon {
    pub(crate) fn io_read(&mut self, cx: &mut RunCx<'_>, pa: u64, bytes: u8) -> Exec<u64> {
        self.wait_until(Meter::WriteBufferHold, self.in_flight.wb_free);
        self.sync_turn()?;
        self.settled(cx, pa)?;
        if cx.settled {
            self.flush_meters(cx.meters);
        }
        let t = self.txn(Op::Read, pa, u16::from(bytes), false);
        let (value, timing) = cx.bus.io_read(&t, cx.meters);
        if self.common.zero_cost.active {
            self.end_slice();
            return value.map_err(|_| Exc::Trap(trap::DATA_ACCESS));
        }
        self.wait_until(Meter::DCacheHold, self.common.cycle_of(timing.first));
        self.meter(Meter::IoReads, 1);
        self.end_slice_unless_complete(cx);
        value.map_err(|_| Exc::Trap(trap::DATA_ACCESS))
    }

    /// Ends the slice behind a device access, unless the access is complete and it is still the turn of this core: the
    /// next slice would be the rest of this one.
    #[inline(always)]
    fn end_slice_unless_complete(&mut self, cx: &RunCx<'_>) {
        let retires = self.cycle + RETIRES_WITHIN;
        if cx.settled
            || retires >= self.limits.sync
            || !cx.bus.is_access_complete(self.common.tick(retires))
        {
            self.end_slice();
        }
    }

    pub(crate) fn io_write(&mut self, cx: &mut RunCx<'_>, pa: u64, bytes: u8, value: u64) -> Exec {
        self.wait_until(Meter::WriteBufferHold, self.in_flight.wb_free);
        self.sync_turn()?;
        self.settled(cx, pa)?;
        self.io_write_now(cx, pa, bytes, value);
        Ok(())
    }

    /// A write to a device within the core's turn: the second half of a locked access, which would repeat from its read
    /// if it waited for another turn.
    pub(crate) fn io_write_now(&mut self, cx: &mut RunCx<'_>, pa: u64, bytes: u8, value: u64) {
        if cx.settled {
            self.flush_meters(cx.meters);
        }
        let t = self.txn(Op::Write, pa, u16::from(bytes), false);
        let (answer, timing) = cx.bus.io_write(&t, value, cx.meters);
        self.end_slice_unless_complete(cx);
        self.meter(Meter::IoWrites, 1);
        if !self.common.zero_cost.active {
            self.in_flight.wb_free = self.common.cycle_of(timing.done);
        }
        if answer.is_err() {
            self.control.store_error = Some((self.cycle, self.state.pc));
            self.pending_work = true;
        }
    }
}
