//! What comes between instructions: traps, interrupts, annulled slots, the end of the core's work (SPARC V8
//! manual, chapter 7).

use crate::core::Leon;
use crate::meters::Meter;
use crate::trap::{self, Exc};
use crate::trap_stack::described;
use trueboard_core::cpu::{ErrorStop, RunCx, Stop};
use trueboard_core::fact::{ControlFlow, CoreState, FactKind};
use trueboard_core::mem::Memory;
use trueboard_engine::guest::Step;

/// %asr17.DWT: no trap for write errors.
const ASR17_DWT: u32 = 1 << 14;
/// %asr17.SVT: all traps go to one vector.
const ASR17_SVT: u32 = 1 << 13;

impl Leon {
    /// Ends the slice, or begins power-down, after an instruction that requested it.
    #[inline(never)]
    pub(crate) fn after(&mut self) -> Step {
        if self.activity.state != CoreState::Running {
            return Step::Stop(Stop::Idle);
        }
        if self.control.power_down {
            self.control.power_down = false;
            if !self.interrupt_due() {
                self.activity.state = CoreState::Idle;
                return Step::Stop(Stop::Idle);
            }
        }
        if self.common.yield_now {
            Step::Stop(Stop::Yield)
        } else {
            Step::Next
        }
    }

    /// Does what is pending before the next instruction. `Ok(true)`: no instruction may be executed yet.
    #[inline(never)]
    pub(crate) fn handle_pending(&mut self, cx: &mut RunCx<'_>) -> Result<bool, Exc> {
        if let Some((since, pc)) = self.control.store_error
            && self.cycle >= since
        {
            self.control.store_error = None;
            self.recompute_pending();
            if self.state.asr17 & ASR17_DWT == 0 {
                tracing::debug!(pc, "buffered store ended in a bus error");
                return Err(Exc::Trap(trap::DATA_STORE_ERROR));
            }
        }
        if self.state.annul {
            if self.common.zero_cost.in_handler
                || self.common.zero_cost.contains(self.state.pc.into())
            {
                self.state.annul = false;
                self.state.pc = self.state.npc;
                self.state.npc = self.state.npc.wrapping_add(4);
                self.recompute_pending();
                return Ok(true);
            }
            // The annulled slot was fetched and takes its cycle (UM 1.7 p. 52).
            if !self.in_flight.fetch.covers(self.state.pc) && !self.fetch_next(self.state.pc) {
                match self.fetch_any(cx) {
                    // What is annulled does not trap (V8 manual, B.21).
                    Ok(()) | Err(Exc::Trap(_)) => {}
                    Err(e) => return Err(e),
                }
            }
            self.state.annul = false;
            self.in_flight.fetch.alone = None;
            self.pipeline.drop_hazard();
            self.state.pc = self.state.npc;
            self.state.npc = self.state.npc.wrapping_add(4);
            self.cycle += 1;
            self.meter(Meter::Annulled, 1);
            self.meter(Meter::IssueCycles, 1);
            self.recompute_pending();
            return Ok(true);
        }
        if self.control.irq_delay != 0 {
            // Counted down when an instruction was executed, not when it was only tried.
            return Ok(false);
        }
        if self.interrupt_due() {
            self.sync_turn()?;
            let level = self.control.irl;
            self.flush_meters(cx.meters);
            cx.bus
                .irq_ack(self.common.id, level.into(), self.tick(), cx.meters);
            // The controller answers with a new request level through the board.
            self.control.irl = 0;
            self.end_slice();
            self.meter(Meter::Interrupts, 1);
            self.freeze_caches();
            let from = self.state.pc;
            self.enter_trap(trap::INTERRUPT + level, cx);
            if self.flow != ControlFlow::Unreported {
                let kind = FactKind::Interrupt {
                    level,
                    pc: from.into(),
                    to: self.state.pc.into(),
                };
                self.fact(cx, kind);
            }
            return Ok(true);
        }
        self.recompute_pending();
        Ok(false)
    }

    #[inline(never)]
    pub(crate) fn fail(&mut self, e: Exc, cx: &mut RunCx<'_>) -> Step {
        match e {
            Exc::Sync => Step::Stop(Stop::Sync),
            Exc::Settle => Step::Stop(Stop::Settle),
            Exc::Alone => Step::Next,
            Exc::Trap(tt) => {
                if !self.state.psr.et {
                    return Step::Stop(self.error_mode(tt, cx.mem));
                }
                let kind = self.take_trap(tt, cx);
                if self.flow != ControlFlow::Unreported {
                    self.fact(cx, kind);
                }
                Step::Next
            }
        }
    }

    /// Takes the trap `tt` of the instruction at hand; answers its trace event.
    pub(crate) fn take_trap(&mut self, tt: u8, cx: &mut RunCx<'_>) -> FactKind {
        let from = self.state.pc;
        self.enter_trap(tt, cx);
        FactKind::Trap {
            tt: tt.into(),
            pc: from.into(),
            to: self.state.pc.into(),
        }
    }

    /// SPARC V8 manual, section 7.5: ET=0, S=1, CWP-1, PC and nPC into %l1 and %l2.
    fn enter_trap(&mut self, tt: u8, cx: &mut RunCx<'_>) {
        self.spin.invalidate();
        self.in_flight.fetch.alone = None;
        self.meter(Meter::Traps, 1);
        if matches!(tt, trap::WINDOW_OVERFLOW | trap::WINDOW_UNDERFLOW) {
            self.meter(Meter::WindowTraps, 1);
        }
        let entry = u64::from(self.params.timing.trap_cycles);
        self.stall(Meter::TrapCycles, entry);
        self.state.tbr = self.state.tbr & !0xff0 | u32::from(tt) << 4;
        let vector = if self.state.asr17 & ASR17_SVT != 0 {
            self.state.tbr & !0xfff
        } else {
            self.state.tbr & !0xf
        };
        self.note_taken(tt, vector, cx.mem);
        let interrupt = matches!(tt, 0x11..=0x1f);
        self.note_trap(vector, interrupt);
        self.state.psr.et = false;
        self.state.psr.ps = self.state.psr.s;
        if !self.state.psr.s {
            self.flush_meters(cx.meters);
            self.set_supervisor(true);
        }
        self.state.turn_down(self.state.window_below());
        self.state.regs.set(17, self.state.pc);
        self.state.regs.set(18, self.state.npc);
        self.state.pc = vector;
        self.state.npc = vector.wrapping_add(4);
        self.state.annul = false;
        self.pipeline.drop_hazard();
        self.control.power_down = false;
        self.control.irq_delay = 0;
        self.recompute_pending();
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
            pc: self.state.pc.into(),
            what,
            exit: (halt && self.state.regs.get(1) == 1).then(|| self.state.regs.get(8)),
        };
        self.state.tbr = self.state.tbr & !0xff0 | u32::from(tt) << 4;
        // No instruction waits for results any more, however far the one that failed came.
        self.pipeline.drop_hazard();
        self.activity.stop(error)
    }
}
