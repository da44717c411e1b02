//! System instructions, special registers, TESTSET (AR, instruction set).

use crate::code_pages::UNIMPL;
use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::dispatch::Flow;
use crate::exec::mem::{self, AddressMode};
use crate::isa::{Op as Decoded, Opcode};
use crate::memory::mmr::wire;
use crate::pipeline::HotState;
use crate::slice::{Exit, Limits};
use crate::state::{Cause, State, config, debug, irq};
use crate::status::{GID, WAND};
use crate::trap::Caller;
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::FactKind;
use trueboard_core::mem::Memory;
use trueboard_engine::guest::Guest;

/// First address that is not the core's own view of itself.
const GLOBAL: u32 = 0x10_0000;

impl Ecore {
    /// As [`Ecore::execute`].
    #[inline(never)]
    pub(crate) fn execute_system(
        &mut self,
        op: &Decoded,
        t: u64,
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> Result<Flow, Exit> {
        let behind = l.pc.wrapping_add(u32::from(op.len));
        // MOVFS can ask for it, and others are warnings.
        self.live.pc = l.pc;
        match op.opcode {
            Opcode::Testset | Opcode::Testseth | Opcode::Testsetb => {
                return self.testset(op, t, l, cx, lim);
            }
            Opcode::Movts => {
                lim.turn(t)?;
                let to = op.imm as u32;
                let value = self.st.reg(op.rd);
                self.live = *l;
                self.write_register(to, value, t, self.by(), cx);
                let jumped = self.live.pc != l.pc;
                *l = self.live;
                if jumped {
                    self.check_pending(l);
                    return Ok(Flow::Elsewhere);
                }
            }
            Opcode::Movfs => {
                lim.turn(t)?;
                let value = self.read_register(op.imm as u32, t, l.pc, cx);
                self.st.set_reg(op.rd, value);
                return Ok(Flow::Next);
            }
            Opcode::Idle => self.sleep(),
            Opcode::Gie => {
                self.st.status &= !GID;
                self.gie_idle = l.pc & 7 == 0 && self.is_idle(behind, cx);
            }
            Opcode::Gid => {
                self.st.status |= GID;
                return Ok(Flow::Next);
            }
            Opcode::Rti => return Ok(self.rti(t, l, cx)),
            Opcode::Bkpt => self.halt(0),
            Opcode::Mbkpt => {
                lim.turn(t)?;
                self.halt(debug::MBKPT_FLAG);
                self.report_wires(wire::MBKPT, 1, t, cx);
            }
            Opcode::Trap => {
                lim.turn(t)?;
                self.trap(op.imm as u32, l, cx)?;
            }
            Opcode::Swi => self.st.exception(Cause::Swi, "SWI", self.by(), cx),
            Opcode::Sync => {
                lim.turn(t)?;
                if !self.report_wires(wire::SYNC, 1, t, cx) {
                    self.st.ilat |= 1 << irq::SYNC;
                }
            }
            Opcode::Wand => {
                lim.turn(t)?;
                self.st.status |= WAND;
                if !self.report_wires(wire::WAND, 1, t, cx) {
                    self.st.ilat |= 1 << irq::WAND;
                }
            }
            _ => self.no_instruction(cx),
        }
        self.check_pending(l);
        Ok(Flow::Next)
    }

    /// UNIMPL, or an encoding that is no instruction, is executed.
    fn no_instruction(&mut self, cx: &mut RunCx<'_>) {
        let pc = self.live.pc;
        let half = |at: u32, cx: &RunCx<'_>| {
            let bytes = cx.mem.peek(self.global(at), 2)?;
            Some(u32::from(u16::from_le_bytes(bytes.try_into().ok()?)))
        };
        let low = half(pc, cx).unwrap_or(0);
        let long = crate::isa::is_long(low as u16);
        let high = half(pc.wrapping_add(2), cx).filter(|_| long);
        let word = high.unwrap_or(0) << 16 | low;
        if word == UNIMPL {
            return self
                .st
                .exception(Cause::Unimplemented, "UNIMPL", self.by(), cx);
        }
        let what = || match long {
            true => format!("{word:#010x} is no instruction"),
            false => format!("{word:#06x} is no instruction"),
        };
        self.st.wrong(Cause::Unimplemented, &what, self.by(), cx);
    }

    /// The word at local address `pc`, with an instruction at its low end; `None` without memory.
    pub(crate) fn word(&self, pc: u32, mem: &Memory) -> Option<u32> {
        let pa = self.global(pc);
        let long = || Some(u32::from_le_bytes(mem.peek(pa, 4)?.try_into().ok()?));
        let short = || Some(u16::from_le_bytes(mem.peek(pa, 2)?.try_into().ok()?).into());
        long().or_else(short)
    }

    /// True when the instruction at local address `pc` is IDLE.
    fn is_idle(&self, pc: u32, cx: &RunCx<'_>) -> bool {
        let word = self.word(pc, cx.mem);
        word.is_some_and(|word| crate::isa::decode(word).opcode == Opcode::Idle)
    }

    /// RTI. An interrupt that can be taken now is entered at once.
    fn rti(&mut self, t: u64, l: &mut HotState, cx: &mut RunCx<'_>) -> Flow {
        let to = self.st.iret & !1;
        self.st.return_from_interrupt();
        self.pending_work = true;
        let cycles = match self.due() {
            Some(_) => 0,
            None => u64::from(self.params.timing.branch_cycles),
        };
        self.history.note(l.pc, to);
        l.redirect(t, to, cycles, &mut self.counts);
        self.check_pending(l);
        self.live = *l;
        self.fact(cx, FactKind::TrapReturn { to: to.into() });
        Flow::Elsewhere
    }

    fn testset(
        &mut self,
        op: &Decoded,
        t: u64,
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> Result<Flow, Exit> {
        let bytes = u16::from(op.opcode.traits().bytes);
        let (address, _) = mem::address(&mut self.st, op, AddressMode::Index);
        self.accessed = (address, op.opcode.traits().bytes);
        if address & (u32::from(bytes) - 1) != 0 {
            self.unaligned(("TESTSET", bytes, address), cx);
            self.check_pending(l);
            return Ok(Flow::Next);
        }
        if address < GLOBAL {
            // Only global addresses are allowed (AR, TESTSET): nothing is tested.
            self.st.set_reg(op.rd, 0);
            return Ok(Flow::Next);
        }
        let value = self.st.reg(op.rd).into();
        self.load_outside(op.rd, address, (bytes, Op::Rmw, value), t, l, (cx, lim))?;
        Ok(Flow::Later)
    }

    /// TRAP `code`: requests a service, or halts the core.
    fn trap(&mut self, code: u32, l: &mut HotState, cx: &mut RunCx<'_>) -> Result<(), Exit> {
        if self.params.serve_traps {
            // Whoever serves it sees what the core has written before. In this slice the core may be ahead
            // of what is on its way to others.
            if self.outside.arrives > l.now {
                return Err(self.wait_halted(l));
            }
            if self.outside.arrives > self.slice_start {
                return Err(Exit::Sync);
            }
        }
        self.counts.add(Counted::Traps, 1);
        self.check_pending(l);
        if !self.params.serve_traps {
            self.halt(0);
            return Ok(());
        }
        let caller = Caller {
            st: &self.st,
            id: self.common.id,
            at: self.tick(l.now),
            pc: l.pc,
        };
        match caller.serve(code, cx) {
            Ok(answer) => {
                self.st.set_reg(0, answer.unwrap_or(u32::MAX));
                self.st.set_reg(3, answer.err().unwrap_or(0));
                Ok(())
            }
            Err(exit) => Err(Exit::Stop(Box::new(self.activity.stop(exit)))),
        }
    }
}

impl State {
    /// Warns of a hardware loop that the manual does not allow (AR, hardware loops).
    pub fn check_loop(&self, core: u8) {
        let fits = self.ls & 7 == 0
            && self.status & GID != 0
            && self.le.wrapping_sub(self.ls) >= 28
            && self.config & config::SINGLE_ISSUE == 0;
        if !fits {
            tracing::warn!(
                core,
                ls = format_args!("{:#x}", self.ls),
                le = format_args!("{:#x}", self.le),
                "hardware loop: interrupts must be disabled, LS a multiple of 8, the body at least \
                 8 instructions of 32 bits"
            );
        }
    }
}
