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

/// Matches the operation in slot `$i` of a core: plain ones ([`crate::slot::is_plain`]) are executed as
/// issued in `$cycle`, for the others there are more arms. One match, so that there is one jump.
macro_rules! match_op {
    ($core:ident, $i:ident, $cycle:expr, $($others:tt)*) => {
        match $core.code.current[$i & (PAGE_WORDS - 1)].op {
            Op::Add => $core.add($cycle, &$core.slot($i), false, false),
            Op::Addcc => $core.add($cycle, &$core.slot($i), false, true),
            Op::Addx => $core.add($cycle, &$core.slot($i), true, false),
            Op::Addxcc => $core.add($cycle, &$core.slot($i), true, true),
            Op::Sub => $core.sub($cycle, &$core.slot($i), false, false),
            Op::Subcc => $core.sub($cycle, &$core.slot($i), false, true),
            Op::Subx => $core.sub($cycle, &$core.slot($i), true, false),
            Op::Subxcc => $core.sub($cycle, &$core.slot($i), true, true),
            Op::And => $core.logic($cycle, &$core.slot($i), false, |a, b| a & b),
            Op::Andcc => $core.logic($cycle, &$core.slot($i), true, |a, b| a & b),
            Op::Andn => $core.logic($cycle, &$core.slot($i), false, |a, b| a & !b),
            Op::Andncc => $core.logic($cycle, &$core.slot($i), true, |a, b| a & !b),
            Op::Or => $core.logic($cycle, &$core.slot($i), false, |a, b| a | b),
            Op::Orcc => $core.logic($cycle, &$core.slot($i), true, |a, b| a | b),
            Op::Orn => $core.logic($cycle, &$core.slot($i), false, |a, b| a | !b),
            Op::Orncc => $core.logic($cycle, &$core.slot($i), true, |a, b| a | !b),
            Op::Xor => $core.logic($cycle, &$core.slot($i), false, |a, b| a ^ b),
            Op::Xorcc => $core.logic($cycle, &$core.slot($i), true, |a, b| a ^ b),
            Op::Xnor => $core.logic($cycle, &$core.slot($i), false, |a, b| a ^ !b),
            Op::Xnorcc => $core.logic($cycle, &$core.slot($i), true, |a, b| a ^ !b),
            Op::Sll => $core.logic($cycle, &$core.slot($i), false, |a, b| a << (b & 31)),
            Op::Srl => $core.logic($cycle, &$core.slot($i), false, |a, b| a >> (b & 31)),
            Op::Sra => $core.logic($cycle, &$core.slot($i), false, |a, b| {
                ((a as i32) >> (b & 31)) as u32
            }),
            Op::Sethi => {
                let s = $core.slot($i);
                $core.regs.set(s.rd, s.imm as u32);
            }
            $($others)*
        }
    };
}

impl Leon {
    /// The instruction in slot `i` of the current page.
    ///
    /// A copy made where it is used: only the fields that are used are loaded.
    #[inline(always)]
    pub(crate) fn slot(&self, i: usize) -> Slot {
        self.code.current[i & (PAGE_WORDS - 1)]
    }

    /// Executes the plain instruction in slot `i`, issued in `cycle`.
    #[inline(always)]
    pub(crate) fn plain(&mut self, i: usize, cycle: u64) {
        match_op!(self, i, cycle, _ => {});
    }

    /// Executes the instruction in slot `i`. On `Err` nothing has changed but time and the caches.
    #[inline(always)]
    pub(crate) fn execute<const F: bool>(
        &mut self,
        l: &mut Live,
        i: usize,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        match_op!(self, i, l.cycle,
            Op::Bicc => self.bicc(l, &self.slot(i)),
            Op::Call => self.call::<F>(l, &self.slot(i), cx),
            Op::Jmpl => return self.jmpl::<F>(l, &self.slot(i), cx),
            Op::Save => return self.save(&self.slot(i)),
            Op::Restore => return self.restore(&self.slot(i)),
            Op::Ld => return self.ld(l, &self.slot(i), cx),
            Op::Ldub => return self.ldb(l, &self.slot(i), cx, false),
            Op::Ldsb => return self.ldb(l, &self.slot(i), cx, true),
            Op::Lduh => return self.ldh(l, &self.slot(i), cx, false),
            Op::Ldsh => return self.ldh(l, &self.slot(i), cx, true),
            Op::Ldd => return self.ldd(l, &self.slot(i), cx),
            Op::St => return self.st(l, &self.slot(i), cx),
            Op::Stb => return self.stb(l, &self.slot(i), cx),
            Op::Sth => return self.sth(l, &self.slot(i), cx),
            Op::Std => return self.std(l, &self.slot(i), cx),
            Op::Umul => self.multiply(l, &self.slot(i), false, false),
            Op::Smul => self.multiply(l, &self.slot(i), true, false),
            Op::Umulcc => self.multiply(l, &self.slot(i), false, true),
            Op::Smulcc => self.multiply(l, &self.slot(i), true, true),
            Op::Ldf => return self.ldf(l, &self.slot(i), cx),
            Op::Lddf => return self.lddf(l, &self.slot(i), cx),
            Op::Stf => return self.stf(l, &self.slot(i), cx),
            Op::Stdf => return self.stdf(l, &self.slot(i), cx),
            Op::Faddd => return self.fpop_of(l, &self.slot(i), Op::Faddd),
            Op::Fsubd => return self.fpop_of(l, &self.slot(i), Op::Fsubd),
            Op::Fmuld => return self.fpop_of(l, &self.slot(i), Op::Fmuld),
            Op::Fadds => return self.fpop_of(l, &self.slot(i), Op::Fadds),
            Op::Fsubs => return self.fpop_of(l, &self.slot(i), Op::Fsubs),
            Op::Fmuls => return self.fpop_of(l, &self.slot(i), Op::Fmuls),
            Op::Fmovs => return self.fpop_of(l, &self.slot(i), Op::Fmovs),
            Op::Fbfcc => return self.fbfcc(l, &self.slot(i)),
            _ => {
                self.keep(l);
                let done = self.execute_rare(i, cx);
                *l = self.live();
                return done;
            }
        );
        Ok(())
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
