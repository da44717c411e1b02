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
use crate::slot::{Act, Kind, PAGE_WORDS, Slot};
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;

impl Leon {
    /// The instruction in slot `i` of the current page.
    ///
    /// A copy made where it is used: only the fields that are used are loaded.
    #[inline(always)]
    pub(crate) fn slot(&self, i: usize) -> Slot {
        let s = &self.code.current.slots[i & (PAGE_WORDS - 1)];
        // Field by field: as one word it would be loaded whole, and taken apart with shifts.
        Slot {
            act: s.act,
            rd: s.rd,
            rs1: s.rs1,
            rs2: s.rs2,
            imm: s.imm,
        }
    }

    /// Counts an instruction. Each way of executing one does it where the kind is known.
    #[inline(always)]
    pub(crate) fn count(&mut self, l: &Live, kind: Kind) {
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
        match self.code.current.slots[i & (PAGE_WORDS - 1)].act {
            Act::Add => self.add(l, &self.slot(i), false, false),
            Act::Addcc => self.add(l, &self.slot(i), false, true),
            Act::Addx => self.add(l, &self.slot(i), true, false),
            Act::Addxcc => self.add(l, &self.slot(i), true, true),
            Act::Sub => self.sub(l, &self.slot(i), false, false),
            Act::Subcc => {
                self.sub(l, &self.slot(i), false, true);
                self.branch_behind(l, i);
            }
            Act::Subx => self.sub(l, &self.slot(i), true, false),
            Act::Subxcc => self.sub(l, &self.slot(i), true, true),
            Act::And => self.logic(l, &self.slot(i), false, |a, b| a & b),
            Act::Andcc => {
                self.logic(l, &self.slot(i), true, |a, b| a & b);
                self.branch_behind(l, i);
            }
            Act::Andn => self.logic(l, &self.slot(i), false, |a, b| a & !b),
            Act::Andncc => self.logic(l, &self.slot(i), true, |a, b| a & !b),
            Act::Or => self.logic(l, &self.slot(i), false, |a, b| a | b),
            Act::Orcc => {
                self.logic(l, &self.slot(i), true, |a, b| a | b);
                self.branch_behind(l, i);
            }
            Act::Orn => self.logic(l, &self.slot(i), false, |a, b| a | !b),
            Act::Orncc => self.logic(l, &self.slot(i), true, |a, b| a | !b),
            Act::Xor => self.logic(l, &self.slot(i), false, |a, b| a ^ b),
            Act::Xorcc => self.logic(l, &self.slot(i), true, |a, b| a ^ b),
            Act::Xnor => self.logic(l, &self.slot(i), false, |a, b| a ^ !b),
            Act::Xnorcc => self.logic(l, &self.slot(i), true, |a, b| a ^ !b),
            Act::Sll => self.logic(l, &self.slot(i), false, |a, b| a << (b & 31)),
            Act::Srl => self.logic(l, &self.slot(i), false, |a, b| a >> (b & 31)),
            Act::Sra => self.logic(l, &self.slot(i), false, |a, b| {
                ((a as i32) >> (b & 31)) as u32
            }),
            Act::Sethi => {
                let s = self.slot(i);
                self.regs.put(s.rd, s.imm as u32);
                self.count(l, Kind::Other);
            }
            Act::Bicc => self.bicc(l, &self.slot(i)),
            Act::Call => self.call::<F>(l, &self.slot(i), cx),
            Act::Jmpl => self.jmpl::<F>(l, &self.slot(i), cx)?,
            Act::Save => self.save(l, &self.slot(i))?,
            Act::Restore => self.restore(l, &self.slot(i))?,
            Act::Ld => self.ld(l, &self.slot(i), cx)?,
            Act::Ldub => self.ldb(l, &self.slot(i), cx, false)?,
            Act::Ldsb => self.ldb(l, &self.slot(i), cx, true)?,
            Act::Lduh => self.ldh(l, &self.slot(i), cx, false)?,
            Act::Ldsh => self.ldh(l, &self.slot(i), cx, true)?,
            Act::Ldd => self.ldd(l, &self.slot(i), cx)?,
            Act::St => self.st(l, &self.slot(i), cx)?,
            Act::Stb => self.stb(l, &self.slot(i), cx)?,
            Act::Sth => self.sth(l, &self.slot(i), cx)?,
            Act::Std => self.std(l, &self.slot(i), cx)?,
            Act::Umul => self.multiply(l, &self.slot(i), false, false),
            Act::Smul => self.multiply(l, &self.slot(i), true, false),
            Act::Umulcc => self.multiply(l, &self.slot(i), false, true),
            Act::Smulcc => self.multiply(l, &self.slot(i), true, true),
            Act::Ldf => self.ldf(l, &self.slot(i), cx)?,
            Act::Lddf => self.lddf(l, &self.slot(i), cx)?,
            Act::Stf => self.stf(l, &self.slot(i), cx)?,
            Act::Stdf => self.stdf(l, &self.slot(i), cx)?,
            Act::Faddd => self.fpop_hot(l, &self.slot(i), Op::Faddd)?,
            Act::Fsubd => self.fpop_hot(l, &self.slot(i), Op::Fsubd)?,
            Act::Fmuld => self.fpop_hot(l, &self.slot(i), Op::Fmuld)?,
            Act::Fadds => self.fpop_hot(l, &self.slot(i), Op::Fadds)?,
            Act::Fsubs => self.fpop_hot(l, &self.slot(i), Op::Fsubs)?,
            Act::Fmuls => self.fpop_hot(l, &self.slot(i), Op::Fmuls)?,
            Act::Fmovs => self.fpop_hot(l, &self.slot(i), Op::Fmovs)?,
            Act::Fbfcc => self.fbfcc(l, &self.slot(i))?,
            Act::Other => {
                self.keep(l);
                self.next_npc = self.next_npc_of(l);
                let done = self.execute_rare(i, cx);
                l.cycle = self.cycle;
                self.look_with(l, self.next_npc);
                done?;
                self.count(l, self.code.current.notes[i & (PAGE_WORDS - 1)].kind);
            }
        }
        Ok(())
    }

    /// A comparison is mostly followed by the branch that it is for: executes that too, as the loop
    /// would, if there is time left for it.
    #[inline(always)]
    fn branch_behind(&mut self, l: &mut Live, i: usize) {
        let next = (i + 1) & (PAGE_WORDS - 1);
        if self.code.current.slots[next].act == Act::Bicc
            && l.at != self.piece.end
            && l.cycle + 1 < self.limits.until
        {
            l.cycle += 1;
            l.at += 1;
            self.bicc_at_once(l, &self.slot(next));
        }
    }

    /// The others; what is live is in the core itself.
    #[inline(never)]
    fn execute_rare(&mut self, i: usize, cx: &mut RunCx<'_>) -> Exec {
        let s = &self.slot(i);
        let op = self.code.current.notes[i & (PAGE_WORDS - 1)].op;
        match op {
            Op::Ldfsr => return self.ldfsr(s, cx),
            Op::Stfsr => return self.stfsr(s, cx),
            Op::Stdfq => return self.stdfq(s, cx),
            op if crate::slot::is_fpop(op) => return self.fpop(s, op),
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
                return if op == Op::Swapa {
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
