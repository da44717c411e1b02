//! What instructions do, by family. What the integer pipe computes is in [`crate::ip`].

mod address;
mod jump;
mod load_store;
mod system;

use crate::core::TriCore;
use crate::ip::{self, Flags, Imm, Src};
use crate::isa::{Class, Sem};
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
    pub(crate) fn execute(&mut self, s: &Slot, plan: Plan, cx: &mut RunCx<'_>) -> Exec<Flow> {
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
            | Class::Div => self.integer(s),
            Class::Addr | Class::ScaledAddr => {
                self.address(s);
                Ok(NEXT)
            }
            Class::LoadD | Class::LoadA => self.load(s, plan.at, cx),
            Class::Store => self.store(s, plan.at, cx),
            Class::Jump | Class::JumpD | Class::Loop => self.jump(s, plan.at, cx),
            Class::Nop => Ok(NEXT),
            _ => self.execute_rare(s, plan, cx),
        }
    }

    #[inline(never)]
    fn execute_rare(&mut self, s: &Slot, plan: Plan, cx: &mut RunCx<'_>) -> Exec<Flow> {
        match s.class {
            Class::Swap | Class::Ldmst => self.modify(s, plan.at, cx),
            Class::LoadContext | Class::StoreContext => self.move_context(s, plan.at, cx),
            Class::CacheOp => self.cache_operation(s, plan.at, cx),
            Class::Context => self.context_instruction(s, plan, cx),
            _ => self.system(s, plan, cx),
        }
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

    /// An instruction of the integer pipe or the FPU. Frequent ones are computed in place.
    #[inline(always)]
    fn integer(&mut self, s: &Slot) -> Exec<Flow> {
        macro_rules! in_place {
            ($($sem:ident)*) => {
                match s.sem {
                    $( Sem::$sem => self.computed(s, Sem::$sem)?, )*
                    _ => return self.compute(s),
                }
            };
        }
        in_place!(Add Addi Addih Sub Rsub And Andn Or Xor Mov MovU Movh Sh Sha Mul Madd Eq Ne Lt LtU
            Ge GeU Sel Cmov ExtrUPw ExtrPw);
        Ok(NEXT)
    }

    #[inline(never)]
    fn compute(&mut self, s: &Slot) -> Exec<Flow> {
        let result = self.computed(s, s.sem)?;
        let mut latency = 0;
        if s.class == Class::Div {
            let bits = ip::quotient_bits(s.sem, result);
            latency = self.params.timing.division(bits);
        }
        Ok(Flow::Next { stall: 0, latency })
    }

    /// Computes `sem`, that of the slot.
    #[inline(always)]
    fn computed(&mut self, s: &Slot, sem: Sem) -> Exec<u64> {
        let src = Src {
            a: self.st.pair(s.a),
            b: self.second(s).into(),
            c: self.st.pair(s.c),
            old: self.st.pair(s.d),
        };
        let imm = Imm {
            p: s.p,
            w: s.w,
            q: s.q,
            n: s.n,
        };
        let mut flags = Flags(self.st.psw);
        let result = ip::execute(sem, src, imm, &mut flags).map_err(|_| Trap::IOPC)?;
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
