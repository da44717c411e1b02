//! The traps that a program has not come back from, and who called whom where they were raised: for crash
//! messages. Nothing here has an effect on the program.

use crate::core::Leon;
use crate::decoded::{DecodedInsn, Readiness};
use crate::exec::branch::BranchKind;
use crate::exec::mem;
use crate::isa::{Class, Op};
use crate::registers::{REGISTERS, Reg};
use crate::state::DISCARD;
use crate::trap;
use crate::trap_stack::{Taken, described, is_error};
use trueboard_core::cpu::{Handling, Scene, Standstill};
use trueboard_core::mem::Memory;

/// Calls that are shown.
const CALLS: usize = 16;
/// Instructions before a place among which a function's SAVE is looked for.
const FUNCTION: u32 = 4096;

/// Places of %i6 and %i7 in a window saved at its stack pointer (SPARC V8 manual, D.3).
const SAVED_FP: u32 = 56;
const SAVED_I7: u32 = 60;

const FP: usize = 30;
const I7: usize = 31;
const O7: usize = 15;

/// From a CALL to where its function returns; one word more where that returns a structure (SPARC V8 manual, D.4).
const RETURNS: [i32; 2] = [8, 12];

impl Leon {
    /// Trap `tt` goes to `vector`; the window is still that of the instruction.
    pub(crate) fn note_taken(&mut self, tt: u8, vector: u32, mem: &Memory) {
        let taken = Taken {
            tt,
            pc: self.state.pc,
            npc: self.state.npc,
            vector,
            address: self.fault_address(tt, mem),
            window: self.state.psr.cwp,
        };
        self.trap_stack.enter(taken);
    }

    /// The address that trap `tt` of the instruction at PC is about.
    pub(crate) fn fault_address(&self, tt: u8, memory: &Memory) -> Option<u32> {
        match tt {
            trap::INSTRUCTION_ACCESS => Some(self.state.pc),
            trap::NOT_ALIGNED | trap::DATA_ACCESS => {
                let d = self.insn_at(self.state.pc, memory)?;
                Some(mem::address(&self.state, &d))
            }
            _ => None,
        }
    }

    /// The trap that switched traps off last.
    fn innermost(&self) -> Option<&Taken> {
        self.trap_stack.all().last().filter(|_| !self.state.psr.et)
    }

    /// The program did not ask for it, or nothing answers.
    fn went_wrong(&self, t: &Taken) -> bool {
        t.tt < trap::SOFTWARE || self.state.pc == t.vector
    }

    /// Traps that explain the crash: errors, and the last trap with traps off, unless the program requested it.
    pub(crate) fn handled(&self) -> Vec<Handling> {
        let last = self.innermost().map(|t| (t.pc, t.tt));
        let all = self.trap_stack.all().iter();
        let handled =
            all.filter(|t| is_error(t.tt) || self.went_wrong(t) && last == Some((t.pc, t.tt)));
        handled
            .map(|t| Handling {
                trap: t.tt.into(),
                what: described(t.tt, t.address),
                pc: t.pc.into(),
                vector: t.vector.into(),
            })
            .collect()
    }

    /// Registers and calls where the program was when traps were switched off by one.
    pub(crate) fn scene_of_trap(&self, mem: &Memory) -> Scene {
        let mut regs = self.state.regs.clone();
        let mut place = (self.state.pc, self.state.npc, self.state.psr.cwp);
        if let Some(t) = self.innermost().filter(|t| self.went_wrong(t)) {
            regs.switch(self.state.psr.cwp, t.window);
            place = (t.pc, t.npc, t.window);
        }
        let (pc, npc, window) = place;
        let value = |i: usize| match Reg::number(i) {
            Some(Reg::R(n)) => Some(regs.get(n)),
            Some(Reg::Pc) => Some(pc),
            Some(Reg::Npc) => Some(npc),
            Some(r @ (Reg::Y | Reg::Psr | Reg::Wim | Reg::Tbr)) => Some(self.register(r)),
            _ => None,
        };
        let named = REGISTERS.iter().enumerate();
        Scene {
            registers: named
                .filter_map(|(i, r)| Some((r.name, value(i)?.into())))
                .collect(),
            calls: self.calls(pc, window, mem),
        }
    }

    /// The calls that led to `pc` in `window`, the innermost first.
    fn calls(&self, pc: u32, window: u8, mem: &Memory) -> Vec<u64> {
        let reg = |w: u8, r: usize| self.state.regs.in_window(self.state.psr.cwp, w, r);
        let mut out: Vec<u64> = Vec::new();
        if self.is_leaf(pc, mem) {
            let call = reg(window, O7);
            if self.is_call(call, mem) {
                out.push(call.into());
            }
        }
        let mut above = self.state.regs.above(window);
        let mut in_registers = true;
        let (mut fp, mut call) = (reg(window, FP), reg(window, I7));
        while out.len() < CALLS && self.is_call(call, mem) {
            out.push(call.into());
            in_registers &= above != window && self.state.wim >> above & 1 == 0;
            let next = if in_registers {
                Some((reg(above, FP), reg(above, I7)))
            } else {
                let at = |offset: u32| self.word(fp.wrapping_add(offset), mem);
                at(SAVED_FP).zip(at(SAVED_I7))
            };
            // The stack grows down.
            let Some((next_fp, next_call)) = next.filter(|n| n.0 > fp) else {
                break;
            };
            (fp, call) = (next_fp, next_call);
            above = self.state.regs.above(above);
        }
        out
    }

    /// Is at a branch to itself that is always taken, or at its empty delay slot.
    pub(crate) fn stands_still(&self, mem: &Memory) -> Option<Standstill> {
        let alone = |pc: u32| {
            let Some(d) = self
                .insn_at(pc, mem)
                .filter(|d| d.op == Op::Bicc && d.imm == 0)
            else {
                return false;
            };
            let kind = BranchKind::of(&d);
            let idle = |d: DecodedInsn| d.op == Op::Sethi && d.rd == DISCARD;
            let slot = || self.insn_at(pc.wrapping_add(4), mem).is_some_and(idle);
            kind.is_always() && (kind.annul || slot())
        };
        // Or the core is at its delay slot.
        let slot = self.state.npc == self.state.pc.wrapping_sub(4);
        let pc = if slot { self.state.npc } else { self.state.pc };
        // Level 15 is never masked by PIL.
        let masked = !self.state.psr.et;
        alone(pc).then(|| Standstill {
            pc: pc.into(),
            masked,
        })
    }

    fn word(&self, at: u32, mem: &Memory) -> Option<u32> {
        let pa = self.memory.mmu.look_through(at & !3, mem)?;
        let bytes = mem.peek(pa, 4)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?))
    }

    /// The instruction at `at`; none if there is no memory, or no instruction.
    fn insn_at(&self, at: u32, mem: &Memory) -> Option<DecodedInsn> {
        let (insn, meta) = DecodedInsn::decode(self.word(at, mem)?);
        (meta.ready == Readiness::Yes).then_some(insn)
    }

    /// There is a CALL, or a JMPL that leaves its address in %o7.
    fn is_call(&self, at: u32, mem: &Memory) -> bool {
        let d = self.insn_at(at, mem);
        d.is_some_and(|d| match d.op.class() {
            Class::Call => true,
            Class::Jmpl => usize::from(d.rd) == O7,
            _ => false,
        })
    }

    /// The function at `pc` has no window of its own: before its SAVE, if any, another function ends.
    fn is_leaf(&self, pc: u32, mem: &Memory) -> bool {
        for back in 1..FUNCTION {
            let Some(word) = self.word(pc.wrapping_sub(4 * back), mem) else {
                return true;
            };
            let (d, _) = DecodedInsn::decode(word);
            match d.op {
                Op::Save => return false,
                // What is behind the slot of a return is another function, and zeros are none.
                Op::Jmpl if returns(&d) => return true,
                Op::Unimp if word == 0 => return true,
                _ => {}
            }
        }
        true
    }
}

/// RET or RETL.
fn returns(d: &DecodedInsn) -> bool {
    d.rd == DISCARD && [I7, O7].contains(&d.rs1.into()) && d.rs2 == 0 && RETURNS.contains(&d.imm)
}
