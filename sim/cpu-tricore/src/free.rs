//! Code that costs nothing: it executes, but no time passes, no cache changes and nothing is
//! counted. The run without the observer.

use crate::code::PAGE_HALVES;
use crate::core::TriCore;
use crate::isa::Sem;
use crate::run::Step;
use crate::trap::Exc;
use trueboard_core::bus::{BusFault, CoreBus, Timing, Txn};
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::fact::Fact;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// The board without the time of its memories.
struct Timeless<'a>(&'a mut dyn CoreBus);

impl CoreBus for Timeless<'_> {
    fn transfer(&mut self, t: &Txn, _meters: &mut Meters) -> Timing {
        Timing::free(t.at)
    }
    fn looks_at_meters(&self, pa: u64) -> bool {
        self.0.looks_at_meters(pa)
    }
    fn takes_commands(&self, pa: u64) -> bool {
        self.0.takes_commands(pa)
    }
    fn io_read(&mut self, t: &Txn, meters: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        self.0.io_read(t, meters)
    }
    fn io_write(
        &mut self,
        t: &Txn,
        value: u64,
        meters: &mut Meters,
    ) -> (Result<(), BusFault>, Timing) {
        self.0.io_write(t, value, meters)
    }
    fn refused(&mut self, t: &Txn, fault: BusFault) {
        self.0.refused(t, fault);
    }
    fn measured(&mut self, fact: &Fact, meters: &Meters) {
        self.0.measured(fact, meters);
    }
    fn irq_ack(&mut self, core: u8, level: u32, at: Tick, meters: &mut Meters) {
        self.0.irq_ack(core, level, at, meters);
    }
    fn has_snoops(&self, core: u8) -> bool {
        self.0.has_snoops(core)
    }
    fn take_snoops(&mut self, core: u8, lines: &mut Vec<u64>) {
        self.0.take_snoops(core, lines);
    }
}

impl TriCore {
    /// Executes the instruction at the program counter, which is decoded and checked. Time, caches,
    /// interlocks and meters are afterwards as before; a trap that it takes is free too, up to its
    /// RFE.
    #[inline(never)]
    pub(crate) fn step_free(&mut self, cx: &mut RunCx<'_>) -> Step {
        /// So many in a row mean that free code waits for something that only time can bring.
        const ENDLESS: u64 = 10_000_000;
        self.flush_meters(cx.meters);
        let now = self.pipe.now();
        if self.free_cycle != now {
            (self.free_cycle, self.free_run) = (now, 0);
        }
        self.free_run += 1;
        if self.free_run > ENDLESS {
            return Step::Stop(Stop::Break(format!(
                "free code waits at {:#010x} for something that only passing time can bring; \
                 let it take time",
                self.st.pc
            )));
        }
        let (pipe, mem, group) = (self.pipe.clone(), self.mem.clone(), self.group);
        let bank = cx.meters.cores.get(usize::from(self.id)).cloned();
        let step = self.without_time(&mut RunCx {
            mem: &mut *cx.mem,
            bus: &mut Timeless(&mut *cx.bus),
            meters: &mut *cx.meters,
            facts: &mut *cx.facts,
            until: cx.until,
            planned: cx.planned,
            shared_until: cx.shared_until,
            sync_until: cx.sync_until,
            settled: cx.settled,
            answer: cx.answer.take(),
        });
        self.pipe = pipe;
        self.mem.take_back_time(mem);
        self.tally = Default::default();
        self.kinds = Default::default();
        self.metered_cycle = now;
        if let (Some(to), Some(from)) = (cx.meters.cores.get_mut(usize::from(self.id)), bank) {
            *to = from;
        }
        self.group = group;
        self.review_attention();
        step
    }

    fn without_time(&mut self, cx: &mut RunCx<'_>) -> Step {
        let i = (self.st.pc >> 1) as usize & (PAGE_HALVES - 1);
        let slot = self.code.current[i].slot;
        match self.issue(&slot, cx) {
            Ok(()) => {
                if slot.sem == Sem::Rfe {
                    self.free_trap = false;
                }
                match self.pending.take() {
                    Some(trap) => {
                        self.free_trap = true;
                        self.take_trap(trap, self.st.pc, cx)
                    }
                    None => Step::Next,
                }
            }
            Err(e) => {
                self.free_trap |= matches!(e, Exc::Trap(_));
                self.fail(e, cx)
            }
        }
    }
}
