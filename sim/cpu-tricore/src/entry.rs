//! Entering traps and interrupts, and the ends of a program.

use crate::context::Half;
use crate::core::TriCore;
use crate::meters::Meter;
use crate::state::*;
use crate::trap::{Exc, Exec, Trap};
use trueboard_core::cpu::{ErrorStop, RunCx, Stop};
use trueboard_core::fact::{CoreState, FactKind};
use trueboard_engine::guest::Step;

/// What GNU start-up code leaves in A14 before DEBUG when all went well.
const SUCCESS: u32 = 0x900d;

/// Bytes between two trap vectors.
const VECTOR_BYTES: u32 = 32;

impl TriCore {
    /// Saves the interrupted context and enters a handler: common to traps and interrupts.
    fn enter(&mut self, cx: &mut RunCx<'_>, safe: bool) -> Exec<u64> {
        let stall = self.save_context(cx, Half::Upper, self.cycle())?;
        self.become_handler(cx, safe);
        Ok(stall)
    }

    fn become_handler(&mut self, cx: &mut RunCx<'_>, safe: bool) {
        let st = &mut self.st;
        st.r[A11] = st.pc;
        if st.psw & PSW_IS == 0 {
            st.r[A10] = st.isp;
        }
        st.icr &= !ICR_IE;
        let keep = !(PSW_S | PSW_PRS | PSW_IO | PSW_GW | PSW_CDC);
        let s = if safe { PSW_S } else { 0 };
        let psw = st.psw & keep | SUPERVISOR | PSW_IS | PSW_CDE | s;
        self.set_psw(psw, cx.meters);
    }

    fn go_to_vector(&mut self, vector: u32, stall: u64) {
        let cycles = 1 + self.switch_cycles() + stall;
        self.pipe
            .context_switch(cycles, Meter::TrapCycles, &mut self.tally);
        self.tally.add(Meter::Traps, 1);
        self.waits_for = 0;
        self.redirect(vector);
        self.recompute_pending();
    }

    /// Takes `trap`; its handler returns to the program counter.
    pub(crate) fn take_trap(&mut self, trap: Trap, cx: &mut RunCx<'_>) -> Step {
        let pc = self.st.pc;
        let safe = self.st.syscon & SYSCON_IT != 0;
        let (taken, stall) = if trap == Trap::FCU {
            (trap, None)
        } else {
            match self.enter(cx, safe) {
                Ok(stall) => (trap, Some(stall)),
                Err(Exc::Trap(Trap::FCU)) => (Trap::FCU, None),
                Err(Exc::Trap(second)) => {
                    return self.crash(trap, &format!("its context cannot be saved ({second})"));
                }
                Err(e) => {
                    // Repeated at this core's turn.
                    self.again(trap);
                    return Step::Stop(e.stop());
                }
            }
        };
        if taken == Trap::FCU {
            if let Some((first, pc)) = self.out_of_contexts {
                let none = "there is no free context, and there was none for";
                return self.crash(trap, &format!("{none} {first} at {pc:#010x}"));
            }
            // There is no context to save to, and no way back.
            self.out_of_contexts = Some((trap, pc));
            self.become_handler(cx, safe);
        }
        let vector = self.st.btv | u32::from(taken.class) << 5;
        if !self.has_code(vector, cx) {
            let mut what = format!("there is no handler at its vector {vector:#010x}");
            if taken != trap {
                what = format!("no context is free to save, and of {taken} {what}");
            }
            return self.crash(trap, &what);
        }
        self.st.r[D15] = taken.tin.into();
        if taken == Trap::FCD {
            self.st.syscon |= SYSCON_FCDSF;
        }
        self.handling = Some((taken, pc));
        self.history.note_trap(pc, vector);
        self.go_to_vector(vector, stall.unwrap_or(0));
        let kind = FactKind::Trap {
            tt: taken.number(),
            pc: pc.into(),
            to: vector.into(),
        };
        self.tell(cx, kind);
        Step::Next
    }

    /// A trap that waits for its turn: it comes up again by itself, unless it was one that waited
    /// already.
    fn again(&mut self, trap: Trap) {
        self.waits_for = self.cycle();
        let of_instruction = !matches!(trap.class, 6 | 7) && trap != Trap::FCD && trap != Trap::DAE;
        if !of_instruction {
            self.pending = Some(trap);
            self.pending_work = true;
        }
    }

    /// Whether there is code: memory with bytes other than zero.
    fn has_code(&self, at: u32, cx: &RunCx<'_>) -> bool {
        let pa = self.mem.physical(at).into();
        let code = cx.mem.peek(pa, VECTOR_BYTES as usize);
        code.is_some_and(|bytes| bytes.iter().any(|&b| b != 0))
    }

    /// Takes the interrupt at the input.
    pub(crate) fn take_interrupt(&mut self, cx: &mut RunCx<'_>) -> Step {
        let cycle = self.cycle();
        if cycle >= self.common.cycle_of(cx.sync_until) {
            return Step::Stop(Stop::Sync);
        }
        let return_pc = self.st.pc;
        let priority = self.st.pipn();
        let safe = self.st.syscon & SYSCON_IS != 0;
        let stall = match self.enter(cx, safe) {
            Ok(stall) => stall,
            Err(Exc::Trap(trap)) => return self.take_trap(trap, cx),
            Err(e) => {
                self.waits_for = cycle;
                return Step::Stop(e.stop());
            }
        };
        self.st.icr = self.st.icr & !ICR_CCPN | priority;
        let shift = if self.st.biv & 1 == 0 { 5 } else { 3 };
        let vector = self.st.biv & !1 | priority << shift;
        self.flush_meters(cx.meters);
        let tick = self.tick();
        // The router answers with a new request through the board.
        self.st.icr &= !(ICR_CCPN << ICR_PIPN_SHIFT);
        cx.bus.irq_ack(self.common.id, priority, tick, cx.meters);
        self.history.note_interrupt(return_pc, vector);
        self.go_to_vector(vector, stall);
        self.tally.add(Meter::Interrupts, 1);
        self.end_slice();
        let kind = FactKind::Interrupt {
            level: priority as u8,
            pc: return_pc.into(),
            to: vector.into(),
        };
        self.tell(cx, kind);
        Step::Next
    }

    /// The core stops: `trap` has no handler.
    fn crash(&mut self, trap: Trap, why: &str) -> Step {
        Step::Stop(self.stop_with(ErrorStop {
            trap: trap.number(),
            pc: self.st.pc.into(),
            what: format!("{trap}: {why}"),
            exit: None,
        }))
    }

    /// DEBUG ends the program: A14 says how.
    pub(crate) fn debug_exit(&mut self) -> Stop {
        let status = match self.st.r[A14] {
            SUCCESS => 0,
            0 => 1,
            other => other,
        };
        self.stop_with(ErrorStop {
            trap: 0,
            pc: self.st.pc.into(),
            what: "DEBUG".to_owned(),
            exit: Some(status),
        })
    }

    fn stop_with(&mut self, error: ErrorStop) -> Stop {
        self.activity.error = Some(error.clone());
        self.activity.state = CoreState::Error;
        Stop::Error(error)
    }
}
