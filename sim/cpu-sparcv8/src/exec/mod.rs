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
use crate::slot::Slot;
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;

impl Leon {
    /// Executes one instruction. On `Err` nothing has changed but time and the caches.
    #[inline(always)]
    pub(crate) fn execute<const F: bool>(&mut self, s: &Slot, cx: &mut RunCx<'_>) -> Exec {
        match s.op {
            Op::Add => self.add(s, false, false),
            Op::Addcc => self.add(s, false, true),
            Op::Addx => self.add(s, true, false),
            Op::Addxcc => self.add(s, true, true),
            Op::Sub => self.sub(s, false, false),
            Op::Subcc => self.sub(s, false, true),
            Op::Subx => self.sub(s, true, false),
            Op::Subxcc => self.sub(s, true, true),
            Op::And => self.logic(s, false, |a, b| a & b),
            Op::Andcc => self.logic(s, true, |a, b| a & b),
            Op::Andn => self.logic(s, false, |a, b| a & !b),
            Op::Andncc => self.logic(s, true, |a, b| a & !b),
            Op::Or => self.logic(s, false, |a, b| a | b),
            Op::Orcc => self.logic(s, true, |a, b| a | b),
            Op::Orn => self.logic(s, false, |a, b| a | !b),
            Op::Orncc => self.logic(s, true, |a, b| a | !b),
            Op::Xor => self.logic(s, false, |a, b| a ^ b),
            Op::Xorcc => self.logic(s, true, |a, b| a ^ b),
            Op::Xnor => self.logic(s, false, |a, b| a ^ !b),
            Op::Xnorcc => self.logic(s, true, |a, b| a ^ !b),
            Op::Sll => self.logic(s, false, |a, b| a << (b & 31)),
            Op::Srl => self.logic(s, false, |a, b| a >> (b & 31)),
            Op::Sra => self.logic(s, false, |a, b| ((a as i32) >> (b & 31)) as u32),
            Op::Sethi => self.regs.set(s.rd, s.imm as u32),
            Op::Bicc => self.bicc(s),
            Op::Call => self.call::<F>(s, cx),
            Op::Jmpl => return self.jmpl::<F>(s, cx),
            Op::Save => return self.save(s),
            Op::Restore => return self.restore(s),
            Op::Ld => return self.ld(s, cx),
            Op::Ldub => return self.ldb(s, cx, false),
            Op::Ldsb => return self.ldb(s, cx, true),
            Op::Lduh => return self.ldh(s, cx, false),
            Op::Ldsh => return self.ldh(s, cx, true),
            Op::Ldd => return self.ldd(s, cx),
            Op::St => return self.st(s, cx),
            Op::Stb => return self.stb(s, cx),
            Op::Sth => return self.sth(s, cx),
            Op::Std => return self.std(s, cx),
            Op::Umul => self.multiply(s, false, false),
            Op::Smul => self.multiply(s, true, false),
            Op::Umulcc => self.multiply(s, false, true),
            Op::Smulcc => self.multiply(s, true, true),
            Op::Ldf => return self.ldf(s, cx),
            Op::Lddf => return self.lddf(s, cx),
            Op::Stf => return self.stf(s, cx),
            Op::Stdf => return self.stdf(s, cx),
            Op::Faddd => return self.fpop_of(s, Op::Faddd),
            Op::Fsubd => return self.fpop_of(s, Op::Fsubd),
            Op::Fmuld => return self.fpop_of(s, Op::Fmuld),
            Op::Fadds => return self.fpop_of(s, Op::Fadds),
            Op::Fsubs => return self.fpop_of(s, Op::Fsubs),
            Op::Fmuls => return self.fpop_of(s, Op::Fmuls),
            Op::Fmovs => return self.fpop_of(s, Op::Fmovs),
            _ => return self.execute_rare(s, cx),
        }
        Ok(())
    }

    #[inline(never)]
    fn execute_rare(&mut self, s: &Slot, cx: &mut RunCx<'_>) -> Exec {
        match s.op {
            Op::Ldfsr => return self.ldfsr(s, cx),
            Op::Stfsr => return self.stfsr(s, cx),
            Op::Stdfq => return self.stdfq(s, cx),
            Op::Fbfcc => return self.fbfcc(s),
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
            Op::Cbccc
            | Op::Cpop1
            | Op::Cpop2
            | Op::Ldc
            | Op::Lddc
            | Op::Ldcsr
            | Op::Stc
            | Op::Stdc
            | Op::Stcsr
            | Op::Stdcq => return Err(Exc::Trap(trap::CP_DISABLED)),
            _ => return Err(Exc::Trap(trap::ILLEGAL)),
        }
        Ok(())
    }
}
