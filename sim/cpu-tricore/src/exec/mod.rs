//! What instructions do, by family. What the integer pipe computes is in [`crate::ip`].

mod address;
mod jump;
mod load_store;
mod system;

use crate::core::TriCore;
use crate::ip::{self, Flags, Imm, Src};
use crate::isa::Class;
use crate::pipe::Plan;
use crate::slot::{NONE, Slot};
use crate::trap::{Exec, Trap};
use trueboard_core::cpu::RunCx;

/// How an instruction was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The next one follows.
    Next {
        /// Cycles that its memory held it.
        stall: u64,
        /// Cycles until the result can be used, when they depend on the data; else 0.
        latency: u8,
    },
    /// It was a jump, taken to [`TriCore::next`] or not.
    Jump {
        /// It was taken.
        taken: bool,
        /// Cycles that its memory held it.
        stall: u64,
    },
    /// It has told the pipeline itself; [`TriCore::next`] follows.
    Done,
}

/// The next instruction follows, and nothing held this one.
const NEXT: Flow = Flow::Next {
    stall: 0,
    latency: 0,
};

impl TriCore {
    /// Executes the instruction at the program counter. On `Err` nothing has changed but the caches.
    #[inline(always)]
    pub(crate) fn execute<const F: bool>(
        &mut self,
        s: &Slot,
        plan: Plan,
        cx: &mut RunCx<'_>,
    ) -> Exec<Flow> {
        match s.class {
            Class::Alu
            | Class::Alu2
            | Class::Mul
            | Class::Mac
            | Class::Dvstep
            | Class::Fp
            | Class::Fp1
            | Class::FpMac
            | Class::FpDiv
            | Class::Div => {
                let result = self.integer(s)?;
                let mut latency = 0;
                if s.class == Class::Div {
                    let bits = ip::quotient_bits(s.sem, result);
                    latency = self.params.timing.division(bits);
                }
                Ok(Flow::Next { stall: 0, latency })
            }
            Class::Addr | Class::ScaledAddr => {
                self.address(s);
                Ok(NEXT)
            }
            Class::LoadD | Class::LoadA => self.load(s, plan.at, cx),
            Class::Store => self.store(s, plan.at, cx),
            Class::Jump | Class::JumpD | Class::Loop => self.jump::<F>(s, plan.at, cx),
            Class::Nop => Ok(NEXT),
            _ => self.execute_rare::<F>(s, plan, cx),
        }
    }

    #[inline(never)]
    fn execute_rare<const F: bool>(
        &mut self,
        s: &Slot,
        plan: Plan,
        cx: &mut RunCx<'_>,
    ) -> Exec<Flow> {
        match s.class {
            Class::Swap | Class::Ldmst => self.modify(s, plan.at, cx),
            Class::LoadContext | Class::StoreContext => self.move_context(s, plan.at, cx),
            Class::CacheOp => self.cache_operation(s, plan.at, cx),
            Class::Context => self.context_instruction::<F>(s, plan, cx),
            _ => self.system(s, plan, cx),
        }
    }

    /// Issues and executes an instruction that nothing outside the core can hold or refuse. False if
    /// it is none: nothing has happened then.
    #[inline(always)]
    pub(crate) fn quick(&mut self, s: &Slot, cx: &mut RunCx<'_>) -> bool {
        match s.class {
            Class::Alu => {
                if self.integer(s).is_err() {
                    return false;
                }
                self.pipe.issue_alu(s, &mut self.tally);
                self.kinds[Class::Alu as usize] += 1;
            }
            Class::Alu2
            | Class::Mul
            | Class::Mac
            | Class::Dvstep
            | Class::Fp
            | Class::Fp1
            | Class::FpMac
            | Class::FpDiv => {
                let plan = self.pipe.plan(s);
                if self.integer(s).is_err() {
                    return false;
                }
                self.complete(s, plan, 0, 0);
            }
            Class::Addr | Class::ScaledAddr => {
                let plan = self.pipe.plan(s);
                self.address(s);
                self.complete(s, plan, 0, 0);
            }
            Class::LoadD | Class::LoadA => {
                if !self.own_load(s, cx) {
                    return false;
                }
                let plan = self.pipe.plan(s);
                self.complete(s, plan, 0, 0);
            }
            _ => return false,
        }
        self.waits_for = 0;
        self.st.pc = self.st.pc.wrapping_add(s.len.into());
        true
    }

    /// The second operand: a register or a constant.
    #[inline(always)]
    fn second(&self, s: &Slot) -> u32 {
        if s.b == NONE {
            s.k as u32
        } else {
            self.st.reg(s.b)
        }
    }

    /// An instruction of the integer pipe or the FPU.
    #[inline(always)]
    fn integer(&mut self, s: &Slot) -> Exec<u64> {
        let imm = Imm {
            p: s.p,
            w: s.w,
            q: s.q,
            n: s.n,
        };
        let words = (self.st.reg(s.a), self.second(s), self.st.reg(s.c));
        let mut flags = Flags(self.st.psw);
        if let Some(word) = ip::usual(s.sem, words, imm, &mut flags) {
            self.st.psw = flags.0;
            self.st.set_reg(s.d, word);
            return Ok(word.into());
        }
        self.unusual(s, imm)
    }

    #[inline(never)]
    fn unusual(&mut self, s: &Slot, imm: Imm) -> Exec<u64> {
        let src = Src {
            a: self.st.pair(s.a),
            b: self.second(s).into(),
            c: self.st.pair(s.c),
            old: self.st.pair(s.d),
        };
        let mut flags = Flags(self.st.psw);
        let result = ip::execute(s.sem, src, imm, &mut flags).map_err(|_| Trap::IOPC)?;
        self.st.psw = flags.0;
        if s.d != NONE {
            if s.writes & (s.writes.wrapping_sub(1)) == 0 {
                self.st.set_reg(s.d, result as u32);
            } else {
                self.st.set_pair(s.d, result);
            }
        }
        Ok(result)
    }
}
