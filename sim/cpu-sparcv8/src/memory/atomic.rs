//! Locked accesses: the bus is held from the read to the write (GR740 UM 1.7 p. 66).

use super::Place;
use super::mmu::NOWHERE;
use crate::core::Leon;
use crate::exec::mem::Atomic;
use crate::isa::Class;
use crate::meters::Meter;
use crate::pipeline::extra_cycles;
use crate::trap::{self, Exc, Exec};
use trueboard_core::bus::{BusFault, Op, Served};
use trueboard_core::cpu::RunCx;

impl Leon {
    /// A locked read and write. Answers what was read.
    pub(crate) fn access_atomically(&mut self, cx: &mut RunCx<'_>, a: &Atomic) -> Exec<u32> {
        let &Atomic { va, bytes, .. } = a;
        if va & (u32::from(bytes) - 1) != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        self.state.check_watch(va, true)?;
        let pa = if self.memory.mmu.enabled() {
            self.translate(cx, va, a.access)?.0
        } else {
            u64::from(va)
        };
        if pa == NOWHERE {
            return Ok(0);
        }
        self.wait_until(Meter::WriteBufferHold, self.in_flight.wb_free);
        self.sync_turn()?;
        let extra = extra_cycles(Class::Atomic, &self.params.timing);
        let Place::Memory(mem, off) = self.place(cx, pa, u64::from(bytes)) else {
            let old = self.io_read(cx, pa, bytes)? as u32;
            if let Some(new) = a.result(old) {
                self.io_write_now(cx, pa, bytes, u64::from(new));
            }
            self.stall(Meter::AtomicCycles, extra);
            return Ok(old);
        };
        if !cx.mem.region(mem).writable {
            cx.bus.refused(
                &self.txn(Op::Rmw, pa, u16::from(bytes), false),
                BusFault::ReadOnly,
            );
            return Err(Exc::Trap(trap::DATA_ACCESS));
        }
        self.wake_waiters(cx, pa, mem, off)?;
        if cx.mem.note_read(pa, bytes.into()) {
            self.pending_work = true;
        }
        let r = cx.mem.region(mem);
        let old = match bytes {
            1 => u32::from(r.get::<1>(off)[0]),
            _ => u32::from_be_bytes(r.get(off)),
        };
        match (a.result(old), bytes) {
            (Some(new), 1) => cx.mem.put(mem, off, (new as u8).to_be_bytes()),
            (Some(new), _) => cx.mem.put(mem, off, new.to_be_bytes()),
            (None, _) => {}
        }
        if self.common.zero_cost.active {
            return Ok(old);
        }
        let t = self.txn(Op::Rmw, pa, u16::from(bytes), false);
        let timing = cx.bus.transfer(&t, cx.meters);
        if timing.served_by == Served::Failed {
            // The locked read has failed, and nothing is written.
            match bytes {
                1 => cx.mem.put(mem, off, (old as u8).to_be_bytes()),
                _ => cx.mem.put(mem, off, old.to_be_bytes()),
            }
        }
        if timing.served_by.is_special() {
            self.served(timing.served_by, false, self.common.cycle_of(timing.done))?;
        }
        self.wait_until(Meter::DCacheHold, self.common.cycle_of(timing.done));
        self.in_flight.wb_free = self.cycle;
        self.stall(Meter::AtomicCycles, extra);
        self.check_code_log(cx);
        Ok(old)
    }
}
