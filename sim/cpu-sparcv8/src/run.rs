//! The execution loop: fetch, interlocks, execute, account; traps and interrupts.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::Readiness;
use crate::isa::Op;
use crate::live::{FROM_MULTIPLIER, Live};
use crate::taken::described;
use crate::trap::{self, Exc};
use trueboard_core::cpu::{ErrorStop, RunCx, Stop};
use trueboard_core::fact::{CoreState, FactKind};
use trueboard_core::mem::Memory;
use trueboard_core::meter::CoreMeter;

/// %asr17.DWT: no trap for write errors.
const ASR17_DWT: u32 = 1 << 14;
/// %asr17.SVT: all traps go to one vector.
const ASR17_SVT: u32 = 1 << 13;

/// How one trip around the loop ended.
enum Step {
    Next,
    Stop(Stop),
}

impl Leon {
    /// Runs one slice.
    #[inline(always)]
    pub(crate) fn run_slice(&mut self, cx: &mut RunCx<'_>) -> Stop {
        if self.state != CoreState::Running {
            return self.not_running();
        }
        if cx.facts.on() {
            self.slice::<true>(cx)
        } else {
            self.slice::<false>(cx)
        }
    }

    #[cold]
    fn not_running(&self) -> Stop {
        if self.state != CoreState::Error {
            return Stop::Idle;
        }
        Stop::Error(self.error.clone().unwrap_or_else(|| ErrorStop {
            trap: 0,
            pc: self.pc.into(),
            what: "stopped".to_owned(),
            exit: None,
        }))
    }

    #[inline(always)]
    fn begin_slice(&mut self, cx: &mut RunCx<'_>) {
        if self.limits.ram_size == 0 {
            self.find_ram(cx);
        }
        self.limits.until = self.cycle_of(cx.until);
        self.limits.shared = self.cycle_of(cx.shared_until);
        self.limits.sync = if cx.sync_until == cx.shared_until {
            self.limits.shared
        } else {
            self.cycle_of(cx.sync_until)
        };
        self.limits.waiters = cx.bus.anyone_waits();
        self.spin.stands();
        if cx.mem.code_log().end() != self.code.seen {
            self.heed_code_log(cx);
        }
        if cx.bus.has_snoops(self.id) {
            self.heed_snoops(cx);
        }
        // Signals have reviewed it; only what ended the last slice may be left.
        if self.attention {
            self.yield_now = false;
            self.review_attention();
        }
    }

    /// Finds main memory for the direct way of loads and stores.
    #[cold]
    fn find_ram(&mut self, cx: &RunCx<'_>) {
        let ram = cx.mem.regions().iter().position(|r| {
            r.writable
                && r.base >= u64::from(self.params.cacheable_from)
                && r.base + r.size() <= u64::from(self.params.cacheable_below)
        });
        if let Some(i) = ram {
            let r = cx.mem.region(i);
            self.limits.ram = i;
            self.limits.ram_base = r.base as u32;
            // Whole double words only: a load never crosses the end.
            self.limits.ram_size = (r.size() & !7) as u32;
            self.review_direct();
        }
    }

    /// The hot loop. Whatever is not an ordinary instruction at hand goes through
    /// [`Leon::carefully`]. `F`: somebody listens to facts.
    fn slice<const F: bool>(&mut self, cx: &mut RunCx<'_>) -> Stop {
        self.begin_slice(cx);
        let mut l = self.live();
        while l.cycle < self.limits.until {
            let pc = self.pc_of(&l);
            let same_line = self.fetch.covers(pc);
            let ready = !self.attention
                && (same_line || self.fetch_next(pc))
                && self.code.current.meta[l.at as usize & (PAGE_WORDS - 1)].ready == Readiness::Yes;
            if !ready {
                self.keep(&l);
                if let Step::Stop(stop) = self.carefully::<F>(cx) {
                    return stop;
                }
                l = self.live();
                continue;
            }
            // All eight slots of a line are decoded together. What overwrites one asks for a look.
            if !same_line || self.fetch.is_plain() {
                self.widen(&l);
            }
            loop {
                let i = l.at as usize & (PAGE_WORDS - 1);
                self.interlock(&mut l, i);
                if let Err(e) = self.execute::<F>(&mut l, i, cx) {
                    self.keep(&l);
                    // The usual end of a slice when several cores run.
                    if e == Exc::Sync {
                        return Stop::Sync;
                    }
                    if let Step::Stop(stop) = self.fail::<F>(e, cx) {
                        return stop;
                    }
                    l = self.live();
                    break;
                }
                l.cycle += 1;
                if l.cycle >= self.limits.until {
                    self.begin_behind(&mut l);
                    break;
                }
                if l.at != self.piece.end {
                    l.at += 1;
                } else if !self.next_piece(&mut l) {
                    self.begin_behind(&mut l);
                    break;
                }
            }
        }
        self.keep(&l);
        if (self.yield_now || self.power_down)
            && let Step::Stop(stop) = self.after()
        {
            return stop;
        }
        Stop::Horizon
    }

    /// Goes on with the next piece when that is a line at hand, or a known hit, of the same page, and
    /// nothing is due before it: the usual case of what the loop around this one does.
    #[inline(always)]
    fn next_piece(&mut self, l: &mut Live) -> bool {
        let Some(pc) = self.straight_behind(l) else {
            return false;
        };
        if self.attention || !self.fetch.is_plain() {
            return false;
        }
        let same_line = self.fetch.covers(pc);
        let at = pc >> 2 & (PAGE_WORDS as u32 - 1);
        if !(same_line || self.iknown.has(pc))
            || self.code.current.meta[at as usize & (PAGE_WORDS - 1)].ready != Readiness::Yes
        {
            return false;
        }
        if !same_line {
            self.fetch_known(pc);
        }
        self.begin_line(l, at);
        true
    }

    /// Waits when the next instruction reads what the one before is still producing.
    #[inline(always)]
    fn interlock(&mut self, l: &mut Live, i: usize) {
        if self.hazard == 0 {
            return;
        }
        let hazard = std::mem::take(&mut self.hazard);
        if hazard & self.code.current.meta[i & (PAGE_WORDS - 1)].reads != 0 {
            let t = &self.params.timing;
            let (m, n) = if hazard & FROM_MULTIPLIER != 0 {
                (CoreMeter::MulDivStalls, t.mul_use_cycles)
            } else {
                (CoreMeter::LoadUseStalls, t.load_use_cycles)
            };
            self.stall_live(l, m, n.into());
        }
    }

    /// One trip around the loop with a look at everything: what is due before the instruction, a
    /// fetch of any kind, code that costs nothing.
    #[inline(never)]
    fn carefully<const F: bool>(&mut self, cx: &mut RunCx<'_>) -> Step {
        let mut before_interrupt = false;
        if self.attention {
            if cx.mem.code_log().end() != self.code.seen {
                self.heed_code_log(cx);
                self.review_attention();
            }
            if self.yield_now || self.power_down {
                return self.after();
            }
            before_interrupt = self.irq_delay != 0;
            match self.attend::<F>(cx) {
                Ok(false) => {}
                Ok(true) => return Step::Next,
                Err(e) => return self.fail::<F>(e, cx),
            }
        }
        let mut fetched = false;
        if !self.fetch.covers(self.pc) && !self.fetch_next(self.pc) {
            if let Err(e) = self.fetch_any(cx) {
                return self.fail::<F>(e, cx);
            }
            fetched = true;
        }
        let i = (self.pc >> 2) as usize & (PAGE_WORDS - 1);
        let free = match self.code.current.meta[i].ready {
            Readiness::Yes => fetched && self.free_trap,
            Readiness::Uncosted => true,
            Readiness::Illegal => return self.fail::<F>(Exc::Trap(trap::ILLEGAL), cx),
            Readiness::No => {
                // Overwritten since it was fetched, or a snapshot was loaded: decode it again.
                self.decode_again(cx);
                return Step::Next;
            }
        };
        if free {
            return self.step_free::<F>(i, cx);
        }
        let mut l = self.live();
        self.interlock(&mut l, i);
        let done = self.execute::<F>(&mut l, i, cx);
        self.keep(&l);
        if let Err(e) = done {
            return self.fail::<F>(e, cx);
        }
        (self.pc, self.npc) = self.behind(&l);
        self.cycle += 1;
        if before_interrupt {
            self.irq_delay = self.irq_delay.saturating_sub(1);
            self.review_attention();
        }
        Step::Next
    }

    /// Executes an instruction of code that costs nothing: time, caches, interlocks and meters are
    /// afterwards as before. A trap it takes is free too, up to its RETT.
    #[inline(never)]
    fn step_free<const F: bool>(&mut self, i: usize, cx: &mut RunCx<'_>) -> Step {
        /// So many in a row mean that free code waits for something that only time can bring.
        const ENDLESS: u64 = 100_000_000;
        if self.free_cycle != self.cycle {
            (self.free_cycle, self.free_run) = (self.cycle, 0);
        }
        self.free_run += 1;
        if self.free_run > ENDLESS {
            return Step::Stop(Stop::Break(format!(
                "free code waits at {:#010x} for something that only passing time can bring; \
                 let it take time",
                self.pc
            )));
        }
        let saved = (self.icc_cycle, self.fcc_ready, self.fdiv_free, self.hazard);
        let op = self.code.current.insns[i & (PAGE_WORDS - 1)].op;
        self.free = true;
        self.mmu.set_special(true);
        self.review_direct();
        let mut l = self.live_any();
        let done = self.execute::<F>(&mut l, i, cx);
        self.keep(&l);
        (self.icc_cycle, self.fcc_ready, self.fdiv_free, self.hazard) = saved;
        self.mmu.set_special(self.watching_data());
        self.review_direct();
        let step = match done {
            Ok(()) => {
                (self.pc, self.npc) = self.behind(&l);
                if op == Op::Rett {
                    self.free_trap = false;
                }
                Step::Next
            }
            Err(e) => {
                self.free_trap |= matches!(e, Exc::Trap(_));
                self.fail::<F>(e, cx)
            }
        };
        self.free = false;
        self.fetch.forget();
        step
    }

    /// After an instruction that ends the slice.
    #[inline(never)]
    fn after(&mut self) -> Step {
        if self.state != CoreState::Running {
            return Step::Stop(Stop::Idle);
        }
        if self.power_down {
            self.power_down = false;
            if !self.interrupt_due() {
                self.state = CoreState::Idle;
                return Step::Stop(Stop::Idle);
            }
        }
        if self.yield_now {
            Step::Stop(Stop::Yield)
        } else {
            Step::Next
        }
    }

    /// What is due before the next instruction. `Ok(true)`: nothing more in this trip.
    #[inline(never)]
    fn attend<const F: bool>(&mut self, cx: &mut RunCx<'_>) -> Result<bool, Exc> {
        if let Some((since, pc)) = self.store_error
            && self.cycle >= since
        {
            self.store_error = None;
            self.review_attention();
            if self.asr17 & ASR17_DWT == 0 {
                tracing::debug!(pc, "buffered store ended in a bus error");
                return Err(Exc::Trap(trap::DATA_STORE_ERROR));
            }
        }
        if self.annul {
            if self.free_trap || self.is_free(self.pc.into()) {
                self.annul = false;
                self.pc = self.npc;
                self.npc = self.npc.wrapping_add(4);
                self.review_attention();
                return Ok(true);
            }
            // The annulled slot was fetched and takes its cycle (UM 1.7 p. 52).
            if !self.fetch.covers(self.pc) && !self.fetch_next(self.pc) {
                match self.fetch_any(cx) {
                    // What is annulled does not trap (V8 manual, B.21).
                    Ok(()) | Err(Exc::Trap(_)) => {}
                    Err(e) => return Err(e),
                }
            }
            self.annul = false;
            self.hazard = 0;
            self.pc = self.npc;
            self.npc = self.npc.wrapping_add(4);
            self.cycle += 1;
            self.meter(CoreMeter::Annulled, 1);
            self.meter(CoreMeter::IssueCycles, 1);
            self.review_attention();
            return Ok(true);
        }
        if self.irq_delay != 0 {
            // Counted down when an instruction was executed, not when it was only tried.
            return Ok(false);
        }
        if self.interrupt_due() {
            self.sync_turn()?;
            let level = self.irl;
            self.flush_meters(cx.meters);
            cx.bus
                .irq_ack(self.id, level.into(), self.tick(), cx.meters);
            // The controller answers with a new request level through the board.
            self.irl = 0;
            self.end_slice();
            self.meter(CoreMeter::Interrupts, 1);
            self.freeze_caches();
            let from = self.pc;
            self.enter_trap::<F>(trap::INTERRUPT + level, cx);
            if F {
                let kind = FactKind::Interrupt {
                    level,
                    pc: from.into(),
                    to: self.pc.into(),
                };
                self.fact(cx, kind);
            }
            return Ok(true);
        }
        self.review_attention();
        Ok(false)
    }

    /// CCR.IF and CCR.DF: an interrupt freezes the caches (UM 1.7 p. 77).
    fn freeze_caches(&mut self) {
        if self.ccr & 1 << 4 != 0 && self.ccr & 3 == 3 {
            self.ccr &= !2;
            self.fetch.forget();
        }
        if self.ccr & 1 << 5 != 0 && self.ccr & 0xc == 0xc {
            self.ccr &= !8;
            self.review_direct();
            self.dknown.forget();
        }
    }

    #[inline(never)]
    fn fail<const F: bool>(&mut self, e: Exc, cx: &mut RunCx<'_>) -> Step {
        match e {
            Exc::Sync => Step::Stop(Stop::Sync),
            Exc::Settle => Step::Stop(Stop::Settle),
            Exc::Trap(tt) => {
                if !self.psr.et {
                    return Step::Stop(self.error_mode(tt, cx.mem));
                }
                let from = self.pc;
                self.enter_trap::<F>(tt, cx);
                if F {
                    let kind = FactKind::Trap {
                        tt: tt.into(),
                        pc: from.into(),
                        to: self.pc.into(),
                    };
                    self.fact(cx, kind);
                }
                Step::Next
            }
        }
    }

    /// SPARC V8 manual, section 7.5: ET=0, S=1, CWP-1, PC and nPC into %l1 and %l2.
    fn enter_trap<const F: bool>(&mut self, tt: u8, cx: &mut RunCx<'_>) {
        self.spin.forget();
        self.meter(CoreMeter::Traps, 1);
        if matches!(tt, trap::WINDOW_OVERFLOW | trap::WINDOW_UNDERFLOW) {
            self.meter(CoreMeter::WindowTraps, 1);
        }
        let entry = u64::from(self.params.timing.trap_cycles);
        self.stall(CoreMeter::TrapCycles, entry);
        self.tbr = self.tbr & !0xff0 | u32::from(tt) << 4;
        let vector = if self.asr17 & ASR17_SVT != 0 {
            self.tbr & !0xfff
        } else {
            self.tbr & !0xf
        };
        self.note_taken(tt, vector, cx.mem);
        let interrupt = matches!(tt, 0x11..=0x1f);
        self.note_trap(vector, interrupt);
        self.psr.et = false;
        self.psr.ps = self.psr.s;
        self.set_supervisor(true, cx);
        let below = self.regs.below(self.psr.cwp);
        self.regs.switch(self.psr.cwp, below);
        self.psr.cwp = below;
        self.regs.set(17, self.pc);
        self.regs.set(18, self.npc);
        self.pc = vector;
        self.npc = vector.wrapping_add(4);
        self.annul = false;
        self.hazard = 0;
        self.power_down = false;
        self.irq_delay = 0;
        self.review_attention();
    }

    /// A trap while ET=0 (section 7.3): the processor stops.
    fn error_mode(&mut self, tt: u8, mem: &Memory) -> Stop {
        let halt = tt == trap::SOFTWARE;
        let what = if halt {
            "trap_instruction \"ta 0\" with traps disabled (trap type 0x80)".to_owned()
        } else {
            let trap = described(tt, self.fault_address(tt, mem));
            format!("{trap} with traps disabled (ET=0): error mode")
        };
        let error = ErrorStop {
            trap: tt.into(),
            pc: self.pc.into(),
            what,
            exit: (halt && self.regs.get(1) == 1).then(|| self.regs.get(8)),
        };
        self.tbr = self.tbr & !0xff0 | u32::from(tt) << 4;
        self.error = Some(error.clone());
        self.state = CoreState::Error;
        // Nobody waits for results any more, however far the instruction that failed came.
        self.hazard = 0;
        Stop::Error(error)
    }
}
