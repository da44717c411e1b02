//! What instructions do, by family. Semantics here; which cycles they cost is in the stalls they
//! report to [`crate::core::Leon::stall`], with numbers from [`crate::params::TimingParams`].

mod alu;
mod asi;
mod branch;
mod fp;
mod mem;
mod system;

use crate::core::Leon;
use crate::isa::Op;
use crate::live::Live;
use crate::slot::{PAGE_WORDS, Slot};
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;

/// What comes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The one behind it, and nothing has to be looked at first.
    On,
    /// The same, as the delay slot of a transfer.
    Slot,
    /// Whatever PC and [`Leon::attention`] say.
    Look,
}

impl Leon {
    /// The instruction in slot `i` of the current page.
    ///
    /// A copy made where it is used: only the fields that are used are loaded.
    #[inline(always)]
    pub(crate) fn slot(&self, i: usize) -> Slot {
        self.code.current[i & (PAGE_WORDS - 1)]
    }

    /// After a load or store: a device may have been accessed, or code overwritten.
    #[inline(always)]
    fn flow(&self) -> Flow {
        if self.attention { Flow::Look } else { Flow::On }
    }

    /// Executes the instruction in slot `i`. On `Err` nothing has changed but time and the caches.
    #[inline(always)]
    pub(crate) fn execute<const F: bool>(
        &mut self,
        l: &mut Live,
        i: usize,
        cx: &mut RunCx<'_>,
    ) -> Exec<Flow> {
        match self.code.current[i & (PAGE_WORDS - 1)].op {
            Op::Add => self.add(l.cycle, &self.slot(i), false, false),
            Op::Addcc => self.add(l.cycle, &self.slot(i), false, true),
            Op::Addx => self.add(l.cycle, &self.slot(i), true, false),
            Op::Addxcc => self.add(l.cycle, &self.slot(i), true, true),
            Op::Sub => self.sub(l.cycle, &self.slot(i), false, false),
            Op::Subcc => self.sub(l.cycle, &self.slot(i), false, true),
            Op::Subx => self.sub(l.cycle, &self.slot(i), true, false),
            Op::Subxcc => self.sub(l.cycle, &self.slot(i), true, true),
            Op::And => self.logic(l.cycle, &self.slot(i), false, |a, b| a & b),
            Op::Andcc => self.logic(l.cycle, &self.slot(i), true, |a, b| a & b),
            Op::Andn => self.logic(l.cycle, &self.slot(i), false, |a, b| a & !b),
            Op::Andncc => self.logic(l.cycle, &self.slot(i), true, |a, b| a & !b),
            Op::Or => self.logic(l.cycle, &self.slot(i), false, |a, b| a | b),
            Op::Orcc => self.logic(l.cycle, &self.slot(i), true, |a, b| a | b),
            Op::Orn => self.logic(l.cycle, &self.slot(i), false, |a, b| a | !b),
            Op::Orncc => self.logic(l.cycle, &self.slot(i), true, |a, b| a | !b),
            Op::Xor => self.logic(l.cycle, &self.slot(i), false, |a, b| a ^ b),
            Op::Xorcc => self.logic(l.cycle, &self.slot(i), true, |a, b| a ^ b),
            Op::Xnor => self.logic(l.cycle, &self.slot(i), false, |a, b| a ^ !b),
            Op::Xnorcc => self.logic(l.cycle, &self.slot(i), true, |a, b| a ^ !b),
            Op::Sll => self.logic(l.cycle, &self.slot(i), false, |a, b| a << (b & 31)),
            Op::Srl => self.logic(l.cycle, &self.slot(i), false, |a, b| a >> (b & 31)),
            Op::Sra => self.logic(l.cycle, &self.slot(i), false, |a, b| {
                ((a as i32) >> (b & 31)) as u32
            }),
            Op::Sethi => {
                let s = self.slot(i);
                self.regs.set(s.rd, s.imm as u32);
            }
            Op::Bicc => return Ok(self.bicc(l, &self.slot(i))),
            Op::Call => {
                self.call::<F>(l, &self.slot(i), cx);
                return Ok(Flow::Slot);
            }
            Op::Jmpl => return self.jmpl::<F>(l, &self.slot(i), cx).map(|()| Flow::Slot),
            Op::Save => self.save(&self.slot(i))?,
            Op::Restore => self.restore(&self.slot(i))?,
            Op::Ld => return self.ld(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::Ldub => return self.ldb(l, &self.slot(i), cx, false).map(|()| self.flow()),
            Op::Ldsb => return self.ldb(l, &self.slot(i), cx, true).map(|()| self.flow()),
            Op::Lduh => return self.ldh(l, &self.slot(i), cx, false).map(|()| self.flow()),
            Op::Ldsh => return self.ldh(l, &self.slot(i), cx, true).map(|()| self.flow()),
            Op::Ldd => return self.ldd(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::St => return self.st(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::Stb => return self.stb(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::Sth => return self.sth(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::Std => return self.std(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::Umul => self.multiply(l, &self.slot(i), false, false),
            Op::Smul => self.multiply(l, &self.slot(i), true, false),
            Op::Umulcc => self.multiply(l, &self.slot(i), false, true),
            Op::Smulcc => self.multiply(l, &self.slot(i), true, true),
            Op::Ldf => return self.ldf(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::Lddf => return self.lddf(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::Stf => return self.stf(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::Stdf => return self.stdf(l, &self.slot(i), cx).map(|()| self.flow()),
            Op::Faddd => self.fpop_of(l, &self.slot(i), Op::Faddd)?,
            Op::Fsubd => self.fpop_of(l, &self.slot(i), Op::Fsubd)?,
            Op::Fmuld => self.fpop_of(l, &self.slot(i), Op::Fmuld)?,
            Op::Fadds => self.fpop_of(l, &self.slot(i), Op::Fadds)?,
            Op::Fsubs => self.fpop_of(l, &self.slot(i), Op::Fsubs)?,
            Op::Fmuls => self.fpop_of(l, &self.slot(i), Op::Fmuls)?,
            Op::Fmovs => self.fpop_of(l, &self.slot(i), Op::Fmovs)?,
            Op::Fbfcc => return self.fbfcc(l, &self.slot(i)),
            _ => {
                self.keep(l);
                let done = self.execute_rare(i, cx);
                *l = self.live();
                return done.map(|()| Flow::Look);
            }
        }
        Ok(Flow::On)
    }

    /// The others; what is live is in the core itself.
    #[inline(never)]
    fn execute_rare(&mut self, i: usize, cx: &mut RunCx<'_>) -> Exec {
        let s = &self.slot(i);
        match s.op {
            Op::Ldfsr => return self.ldfsr(s, cx),
            Op::Stfsr => return self.stfsr(s, cx),
            Op::Stdfq => return self.stdfq(s, cx),
            op if crate::slot::is_fpop(op) => return self.fpop(s),
            Op::Udiv => return self.divide(s, false, false),
            Op::Sdiv => return self.divide(s, true, false),
            Op::Udivcc => return self.divide(s, false, true),
            Op::Sdivcc => return self.divide(s, true, true),
            Op::Taddcc => return self.tagged(s, false, false),
            Op::Taddcctv => return self.tagged(s, false, true),
            Op::Tsubcc => return self.tagged(s, true, false),
            Op::Tsubcctv => return self.tagged(s, true, true),
            Op::Mulscc => self.mulscc(s),
            Op::Rett => return self.rett(s, cx),
            Op::Ticc => return self.ticc(s),
            Op::Flush => self.flush_caches(true, true),
            Op::Stbar => {}
            Op::Rdy => self.regs.set(s.rd, self.y),
            Op::Rdasr => return self.rdasr(s),
            Op::Rdpsr => {
                self.supervisor()?;
                self.regs.set(s.rd, self.psr.to_bits());
            }
            Op::Rdwim => {
                self.supervisor()?;
                self.regs.set(s.rd, self.wim);
            }
            Op::Rdtbr => {
                self.supervisor()?;
                self.regs.set(s.rd, self.tbr);
            }
            Op::Wry => {
                let (a, b) = self.operands(s);
                self.y = a ^ b;
            }
            Op::Wrasr => return self.wrasr(s),
            Op::Wrpsr => return self.wrpsr(s, cx),
            Op::Wrwim => return self.wrwim(s),
            Op::Wrtbr => return self.wrtbr(s),
            Op::Ldstub => return self.ldstub(s, cx, self.plain_address(s)),
            Op::Swap => return self.swap(s, cx, self.plain_address(s)),
            Op::Ldstuba | Op::Swapa => {
                self.supervisor()?;
                let va = self.alternate_address(s);
                return if s.op == Op::Swapa {
                    self.swap(s, cx, va)
                } else {
                    self.ldstub(s, cx, va)
                };
            }
            Op::Casa => return self.casa(s, cx),
            Op::Lda => return self.load_alternate(s, cx, 4, false),
            Op::Lduba => return self.load_alternate(s, cx, 1, false),
            Op::Ldsba => return self.load_alternate(s, cx, 1, true),
            Op::Lduha => return self.load_alternate(s, cx, 2, false),
            Op::Ldsha => return self.load_alternate(s, cx, 2, true),
            Op::Ldda => return self.load_alternate(s, cx, 8, false),
            Op::Sta => return self.store_alternate(s, cx, 4),
            Op::Stba => return self.store_alternate(s, cx, 1),
            Op::Stha => return self.store_alternate(s, cx, 2),
            Op::Stda => return self.store_alternate(s, cx, 8),
            Op::Stdcq => {
                // Privileged (V8 manual, B.5), which comes before cp_disabled.
                self.supervisor()?;
                return Err(Exc::Trap(trap::CP_DISABLED));
            }
            Op::Cbccc
            | Op::Cpop1
            | Op::Cpop2
            | Op::Ldc
            | Op::Lddc
            | Op::Ldcsr
            | Op::Stc
            | Op::Stdc
            | Op::Stcsr => return Err(Exc::Trap(trap::CP_DISABLED)),
            _ => return Err(Exc::Trap(trap::ILLEGAL)),
        }
        Ok(())
    }
}
