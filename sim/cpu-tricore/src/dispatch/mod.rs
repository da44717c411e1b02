//! Executes an instruction: its semantics ([`crate::exec`]), what its memory accesses cost, and for those
//! that change the pipeline what is reported to it.

mod jump;
mod load_store;
mod system;

use crate::core::TriCore;
use crate::decoded::DecodedInsn;
use crate::exec::{self, CoreOps};
use crate::isa::Class;
use crate::pipeline::Plan;
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
    /// It has reported to the pipeline itself; [`TriCore::next`] follows.
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
    pub(crate) fn execute(
        &mut self,
        s: &DecodedInsn,
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
                self.st.integer(s)?;
                let mut latency = 0;
                if s.class == Class::Div {
                    let bits = exec::quotient_bits(s.opcode, self.st.pair(s.d));
                    latency = self.params.timing.division(bits);
                }
                Ok(Flow::Next { stall: 0, latency })
            }
            Class::Addr | Class::ScaledAddr => {
                let b = self.st.second(s);
                if exec::address(&mut self.st, s, s.opcode, b) {
                    Ok(NEXT)
                } else {
                    Err(Trap::IOPC.into())
                }
            }
            Class::LoadD | Class::LoadA => self.load(s, plan.at, cx),
            Class::Store => self.store(s, plan.at, cx),
            Class::Jump | Class::JumpD | Class::Loop => self.jump(s, plan.at, cx),
            Class::Nop => Ok(NEXT),
            _ => self.execute_rare(s, plan, cx),
        }
    }

    #[inline(never)]
    fn execute_rare(&mut self, s: &DecodedInsn, plan: Plan, cx: &mut RunCx<'_>) -> Exec<Flow> {
        match s.class {
            Class::Swap | Class::Ldmst => self.modify(s, plan.at, cx),
            Class::LoadContext | Class::StoreContext => self.move_context(s, plan.at, cx),
            Class::CacheOp => self.cache_operation(s, plan.at, cx),
            Class::Context => self.context_instruction(s, plan, cx),
            _ => self.system(s, plan, cx),
        }
    }
}
