//! Jumps, loops, and calls that save no context.

use super::Flow;
use crate::core::TriCore;
use crate::decoded::Slot;
use crate::isa::Sem;
use crate::mem::Access;
use crate::state::{A10, A11, State};
use crate::trap::Exec;
use trueboard_core::cpu::RunCx;
use trueboard_core::defect;
use trueboard_core::fact::FactKind;

impl State {
    /// Executes a jump by a distance that leaves no return address: whether it is taken. `None` if it
    /// is another kind of jump: nothing has happened then.
    #[inline(always)]
    pub(crate) fn takes(&mut self, s: &Slot) -> Option<bool> {
        let a = self.reg(s.a);
        let b = self.second(s);
        let (x, y) = (a as i32, b as i32);
        Some(match s.sem {
            Sem::J | Sem::Loopu => true,
            Sem::Jeq | Sem::JeqA => a == b,
            Sem::Jne | Sem::JneA => a != b,
            Sem::Jge => x >= y,
            Sem::JgeU => a >= b,
            Sem::Jlt => x < y,
            Sem::JltU => a < b,
            Sem::Jgez => x >= 0,
            Sem::Jgtz => x > 0,
            Sem::Jlez => x <= 0,
            Sem::Jltz => x < 0,
            Sem::Jz | Sem::JzA => a == 0,
            Sem::Jnz | Sem::JnzA => a != 0,
            Sem::JzT => a >> (s.p & 31) & 1 == 0,
            Sem::JnzT => a >> (s.p & 31) & 1 != 0,
            Sem::Jned => {
                self.set_reg(s.a, a.wrapping_sub(1));
                a != b
            }
            Sem::Jnei => {
                self.set_reg(s.a, a.wrapping_add(1));
                a != b
            }
            Sem::Loop => {
                self.set_reg(s.a, a.wrapping_sub(1));
                a != u32::from(defect!("tricore-loop"))
            }
            _ => return None,
        })
    }
}

impl TriCore {
    /// Executes a jump; [`TriCore::next`] is where it goes when it is taken.
    pub(super) fn jump(&mut self, s: &Slot, cycle: u64, cx: &mut RunCx<'_>) -> Exec<Flow> {
        self.next = self.st.pc.wrapping_add(s.o as u32);
        match self.st.takes(s) {
            Some(taken) => Ok(Flow::Jump { taken, stall: 0 }),
            None => self.jump_far(s, cycle, cx),
        }
    }

    /// Jumps to absolute addresses, by registers, and those that leave a return address.
    #[inline(never)]
    fn jump_far(&mut self, s: &Slot, cycle: u64, cx: &mut RunCx<'_>) -> Exec<Flow> {
        let pc = self.st.pc;
        let behind = pc.wrapping_add(s.len.into());
        let target = match s.sem {
            Sem::Ja | Sem::Jla | Sem::Fcalla => s.o as u32,
            Sem::Ji | Sem::Jli | Sem::Fcalli => self.st.reg(s.a),
            Sem::Fret => self.st.r[A11],
            // JL, FCALL.
            _ => pc.wrapping_add(s.o as u32),
        } & !1;
        let mut stall = 0;
        let stack = self.st.r[A10];
        let word = |va| Access {
            va,
            bytes: 4,
            pc,
            cycle,
            psw: self.st.psw,
        };
        match s.sem {
            Sem::Jl | Sem::Jla | Sem::Jli => self.st.r[A11] = behind,
            Sem::Fcall | Sem::Fcalla | Sem::Fcalli => {
                let at = word(stack.wrapping_sub(4));
                let link = self.st.r[A11];
                stall = self.write(at, link.into(), cx)?;
                self.st.r[A10] = at.va;
                self.st.r[A11] = behind;
            }
            Sem::Fret => {
                let at = word(stack);
                let (link, waited) = self.mem.load(cx, &mut self.tally, at)?;
                self.st.r[A11] = link as u32;
                self.st.r[A10] = stack.wrapping_add(4);
                stall = waited;
            }
            _ => {}
        }
        self.next = target;
        if cx.facts.on() {
            let (from, to) = (pc.into(), target.into());
            match s.sem {
                Sem::Ja => {}
                // A jump to the return address is how a leaf function that was called by JL ends.
                Sem::Ji if s.a == 27 => self.fact(cx, FactKind::Return { from, to }),
                Sem::Ji => {}
                Sem::Fret => self.fact(cx, FactKind::Return { from, to }),
                _ => self.fact(cx, FactKind::Call { from, to }),
            }
        }
        Ok(Flow::Jump { taken: true, stall })
    }
}
