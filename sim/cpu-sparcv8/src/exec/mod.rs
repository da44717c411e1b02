//! What instructions do, by family. Semantics here; which cycles they cost is in the stalls they
//! report to [`crate::core::Leon::stall`], with numbers from [`crate::params::TimingParams`].

mod alu;
mod asi;
mod branch;
mod fp;
mod mem;
mod system;

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::isa::{Counted, Op};
use crate::live::Live;
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;

impl Leon {
    /// The instruction in slot `i` of the current page.
    ///
    /// A copy made where it is used: only the fields that are used are loaded.
    #[inline(always)]
    pub(crate) fn insn(&self, i: usize) -> DecodedInsn {
        let s = &self.code.current.insns[i & (PAGE_WORDS - 1)];
        // Field by field: as one word it would be loaded whole, and taken apart with shifts.
        DecodedInsn {
            op: s.op,
            rd: s.rd,
            rs1: s.rs1,
            rs2: s.rs2,
            imm: s.imm,
        }
    }

    /// Counts an instruction. Each way of executing one does it where the kind is known.
    #[inline(always)]
    pub(crate) fn count(&mut self, l: &Live, kind: Counted) {
        if !l.free {
            self.kinds[kind as usize] += 1;
        }
    }

    /// Executes the instruction in slot `i` and counts it. On `Err` nothing has changed but time
    /// and the caches.
    #[inline(always)]
    pub(crate) fn execute<const F: bool>(
        &mut self,
        l: &mut Live,
        i: usize,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        match self.code.current.insns[i & (PAGE_WORDS - 1)].op {
            Op::Add => self.add(l, &self.insn(i), false, false),
            Op::Addcc => self.add(l, &self.insn(i), false, true),
            Op::Addx => self.add(l, &self.insn(i), true, false),
            Op::Addxcc => self.add(l, &self.insn(i), true, true),
            Op::Sub => self.sub(l, &self.insn(i), false, false),
            Op::Subcc => {
                self.sub(l, &self.insn(i), false, true);
                self.branch_behind(l, i);
            }
            Op::Subx => self.sub(l, &self.insn(i), true, false),
            Op::Subxcc => self.sub(l, &self.insn(i), true, true),
            Op::And => self.logic(l, &self.insn(i), false, |a, b| a & b),
            Op::Andcc => {
                self.logic(l, &self.insn(i), true, |a, b| a & b);
                self.branch_behind(l, i);
            }
            Op::Andn => self.logic(l, &self.insn(i), false, |a, b| a & !b),
            Op::Andncc => self.logic(l, &self.insn(i), true, |a, b| a & !b),
            Op::Or => self.logic(l, &self.insn(i), false, |a, b| a | b),
            Op::Orcc => {
                self.logic(l, &self.insn(i), true, |a, b| a | b);
                self.branch_behind(l, i);
            }
            Op::Orn => self.logic(l, &self.insn(i), false, |a, b| a | !b),
            Op::Orncc => self.logic(l, &self.insn(i), true, |a, b| a | !b),
            Op::Xor => self.logic(l, &self.insn(i), false, |a, b| a ^ b),
            Op::Xorcc => self.logic(l, &self.insn(i), true, |a, b| a ^ b),
            Op::Xnor => self.logic(l, &self.insn(i), false, |a, b| a ^ !b),
            Op::Xnorcc => self.logic(l, &self.insn(i), true, |a, b| a ^ !b),
            Op::Sll => self.logic(l, &self.insn(i), false, |a, b| a << (b & 31)),
            Op::Srl => self.logic(l, &self.insn(i), false, |a, b| a >> (b & 31)),
            Op::Sra => self.logic(l, &self.insn(i), false, |a, b| {
                ((a as i32) >> (b & 31)) as u32
            }),
            Op::Sethi => {
                let s = self.insn(i);
                self.regs.put(s.rd, s.imm as u32);
                self.count(l, Counted::Other);
            }
            Op::Bicc => self.bicc(l, &self.insn(i)),
            Op::Call => self.call::<F>(l, &self.insn(i), cx),
            Op::Jmpl => self.jmpl::<F>(l, &self.insn(i), cx)?,
            Op::Save => self.save(l, &self.insn(i))?,
            Op::Restore => self.restore(l, &self.insn(i))?,
            Op::Ld => self.ld(l, &self.insn(i), cx)?,
            Op::Ldub => self.ldb(l, &self.insn(i), cx, false)?,
            Op::Ldsb => self.ldb(l, &self.insn(i), cx, true)?,
            Op::Lduh => self.ldh(l, &self.insn(i), cx, false)?,
            Op::Ldsh => self.ldh(l, &self.insn(i), cx, true)?,
            Op::Ldd => self.ldd(l, &self.insn(i), cx)?,
            Op::St => self.st(l, &self.insn(i), cx)?,
            Op::Stb => self.stb(l, &self.insn(i), cx)?,
            Op::Sth => self.sth(l, &self.insn(i), cx)?,
            Op::Std => self.std(l, &self.insn(i), cx)?,
            Op::Umul => self.multiply(l, &self.insn(i), false, false),
            Op::Smul => self.multiply(l, &self.insn(i), true, false),
            Op::Umulcc => self.multiply(l, &self.insn(i), false, true),
            Op::Smulcc => self.multiply(l, &self.insn(i), true, true),
            Op::Ldf => self.ldf(l, &self.insn(i), cx)?,
            Op::Lddf => self.lddf(l, &self.insn(i), cx)?,
            Op::Stf => self.stf(l, &self.insn(i), cx)?,
            Op::Stdf => self.stdf(l, &self.insn(i), cx)?,
            Op::Faddd => self.fpop_hot(l, &self.insn(i), Op::Faddd)?,
            Op::Fsubd => self.fpop_hot(l, &self.insn(i), Op::Fsubd)?,
            Op::Fmuld => self.fpop_hot(l, &self.insn(i), Op::Fmuld)?,
            Op::Fadds => self.fpop_hot(l, &self.insn(i), Op::Fadds)?,
            Op::Fsubs => self.fpop_hot(l, &self.insn(i), Op::Fsubs)?,
            Op::Fmuls => self.fpop_hot(l, &self.insn(i), Op::Fmuls)?,
            Op::Fmovs => self.fpop_hot(l, &self.insn(i), Op::Fmovs)?,
            Op::Fbfcc => self.fbfcc(l, &self.insn(i))?,
            // The others, off the hot path. They are listed so that a new row without an arm does not
            // compile, and so that the jump table needs no check.
            Op::Taddcc
            | Op::Tsubcc
            | Op::Taddcctv
            | Op::Tsubcctv
            | Op::Mulscc
            | Op::Udiv
            | Op::Sdiv
            | Op::Udivcc
            | Op::Sdivcc
            | Op::Unimp
            | Op::Cbccc
            | Op::Rett
            | Op::Ticc
            | Op::Flush
            | Op::Rdy
            | Op::Stbar
            | Op::Rdasr
            | Op::Rdpsr
            | Op::Rdwim
            | Op::Rdtbr
            | Op::Wry
            | Op::Wrasr
            | Op::Wrpsr
            | Op::Wrwim
            | Op::Wrtbr
            | Op::Ldstub
            | Op::Swap
            | Op::Ldstuba
            | Op::Swapa
            | Op::Casa
            | Op::Lda
            | Op::Lduba
            | Op::Lduha
            | Op::Ldda
            | Op::Ldsba
            | Op::Ldsha
            | Op::Sta
            | Op::Stba
            | Op::Stha
            | Op::Stda
            | Op::Ldfsr
            | Op::Stfsr
            | Op::Stdfq
            | Op::Ldc
            | Op::Ldcsr
            | Op::Lddc
            | Op::Stc
            | Op::Stcsr
            | Op::Stdcq
            | Op::Stdc
            | Op::Cpop1
            | Op::Cpop2
            | Op::Fnegs
            | Op::Fabss
            | Op::Fsqrts
            | Op::Fsqrtd
            | Op::Fsmuld
            | Op::Fdivs
            | Op::Fdivd
            | Op::Fitos
            | Op::Fdtos
            | Op::Fitod
            | Op::Fstod
            | Op::Fstoi
            | Op::Fdtoi
            | Op::Fcmps
            | Op::Fcmpd
            | Op::Fcmpes
            | Op::Fcmped
            | Op::Fsqrtq
            | Op::Faddq
            | Op::Fsubq
            | Op::Fmulq
            | Op::Fdivq
            | Op::Fdmulq
            | Op::Fqtos
            | Op::Fqtod
            | Op::Fitoq
            | Op::Fstoq
            | Op::Fdtoq
            | Op::Fqtoi
            | Op::Fcmpq
            | Op::Fcmpeq
            | Op::Fpop1Unknown
            | Op::Fpop2Unknown => {
                self.keep(l);
                self.next_npc = self.next_npc_of(l);
                let done = self.execute_rare(i, cx);
                l.cycle = self.cycle;
                self.look_with(l, self.next_npc);
                done?;
                self.count(
                    l,
                    self.code.current.insns[i & (PAGE_WORDS - 1)]
                        .op
                        .class()
                        .counted(),
                );
            }
        }
        Ok(())
    }

    /// A comparison is mostly followed by the branch that it is for: executes that too, as the loop
    /// would, if there is time left for it.
    #[inline(always)]
    fn branch_behind(&mut self, l: &mut Live, i: usize) {
        let next = (i + 1) & (PAGE_WORDS - 1);
        if self.code.current.insns[next].op == Op::Bicc
            && l.at != self.piece.end
            && l.cycle + 1 < self.limits.until
        {
            l.cycle += 1;
            l.at += 1;
            self.bicc_at_once(l, &self.insn(next));
        }
    }

    /// The others; what is live is in the core itself.
    #[inline(never)]
    fn execute_rare(&mut self, i: usize, cx: &mut RunCx<'_>) -> Exec {
        let s = &self.insn(i);
        match s.op {
            Op::Ldfsr => return self.ldfsr(s, cx),
            Op::Stfsr => return self.stfsr(s, cx),
            Op::Stdfq => return self.stdfq(s, cx),
            op if op.class().is_fpop() => return self.fpop(s, op),
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
            Op::Ldstub => return self.ldstub(s, cx, self.plain_address(s), false),
            Op::Swap => return self.swap(s, cx, self.plain_address(s), false),
            Op::Ldstuba | Op::Swapa => {
                self.supervisor()?;
                let va = self.alternate_address(s);
                return if s.op == Op::Swapa {
                    self.swap(s, cx, va, true)
                } else {
                    self.ldstub(s, cx, va, true)
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
