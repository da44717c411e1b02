//! Jumps, loops, and calls that save no context.

use super::Flow;
use crate::core::TriCore;
use crate::decoded::DecodedInsn;
use crate::exec;
use crate::isa::Opcode;
use crate::state::{A10, A11};
use crate::trap::{Exec, Trap};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::FactKind;

impl TriCore {
    /// Executes a jump; [`TriCore::next`] is where it goes when it is taken.
    pub(super) fn jump(&mut self, s: &DecodedInsn, cycle: u64, cx: &mut RunCx<'_>) -> Exec<Flow> {
        self.next = self.st.pc.wrapping_add(s.o as u32);
        match exec::takes(&mut self.st, s) {
            Some(taken) => Ok(Flow::Jump {
                taken: taken.bit() != 0,
                stall: 0,
            }),
            None => self.jump_far(s, cycle, cx),
        }
    }

    /// Jumps to absolute addresses, by registers, and those that leave a return address.
    #[inline(never)]
    fn jump_far(&mut self, s: &DecodedInsn, cycle: u64, cx: &mut RunCx<'_>) -> Exec<Flow> {
        let (pc, stack) = (self.st.pc, self.st.r[A10]);
        let target = match s.opcode {
            Opcode::Ja | Opcode::Jla | Opcode::Fcalla => s.o as u32,
            Opcode::Ji | Opcode::Jli | Opcode::Fcalli => exec::by_register(&mut self.st, s),
            Opcode::Fret => self.st.r[A11],
            Opcode::Jl | Opcode::Fcall => pc.wrapping_add(s.o as u32),
            _ => return Err(Trap::IOPC.into()),
        } & !1;
        let behind = pc.wrapping_add(s.len.into());
        let (from, to) = (pc.into(), target.into());
        let (called, returned) = (FactKind::Call { from, to }, FactKind::Return { from, to });
        let mut stall = 0;
        let fact = match s.opcode {
            Opcode::Jl | Opcode::Jla | Opcode::Jli => {
                self.st.r[A11] = behind;
                Some(called)
            }
            Opcode::Fcall | Opcode::Fcalla | Opcode::Fcalli => {
                let at = self.st.access(stack.wrapping_sub(4), 4, cycle);
                let link = self.st.r[A11];
                stall = self.write(at, link.into(), cx)?;
                self.st.r[A10] = at.va;
                self.st.r[A11] = behind;
                Some(called)
            }
            Opcode::Fret => {
                let at = self.st.access(stack, 4, cycle);
                let (link, waited) = self.mem.load(cx, &mut self.tally, at)?;
                self.loaded();
                self.st.r[A11] = link as u32;
                self.st.r[A10] = stack.wrapping_add(4);
                stall = waited;
                Some(returned)
            }
            // A jump to the return address is how a leaf function that was called by JL ends.
            Opcode::Ji if usize::from(s.a) == A11 => Some(returned),
            _ => None,
        };
        self.next = target;
        if let Some(kind) = fact {
            self.tell(cx, kind);
        }
        Ok(Flow::Jump { taken: true, stall })
    }
}
