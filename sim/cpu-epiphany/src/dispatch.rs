//! What instructions do.

use crate::access::MemoryAccess;
use crate::core::Ecore;
use crate::exec::alu;
use crate::fpu;
use crate::isa::{Op, Opcode as K};
use crate::slice::{Exit, Limits};
use crate::state::{Cause, LR, config};
use crate::status::{BIS, BUS, BVS, FPU_FLAGS, INTEGER_FLAGS, holds};

/// What comes after an instruction.
pub(crate) enum Flow {
    /// The next one.
    Next,
    /// The next one; the result is not there yet.
    Later,
    /// A taken branch.
    Jump(u32),
    /// A call.
    Call(u32),
    /// Where it goes on is in the core.
    Elsewhere,
}

/// Bytes that a load or store moves.
const fn bytes(opcode: K) -> usize {
    opcode.traits().bytes as usize
}

impl Ecore {
    /// Executes `op` in this access. When it fails nothing has changed but the time.
    #[inline(always)]
    pub(crate) fn execute<'b, M: MemoryAccess<'b>>(
        &mut self,
        op: &Op,
        access: &mut M,
        lim: &Limits,
    ) -> Result<Flow, Exit> {
        let st = &mut self.st;
        macro_rules! integer {
            ($result:expr) => {{
                let (value, flags) = $result;
                st.set_reg(op.rd, value);
                st.status = st.status & !INTEGER_FLAGS | flags;
            }};
        }
        macro_rules! n {
            () => {
                st.reg(op.rn)
            };
        }
        macro_rules! m {
            () => {
                st.reg(op.rm)
            };
        }
        macro_rules! float {
            ($result:expr) => {{
                let (value, flags) = $result;
                st.set_reg(op.rd, value);
                st.status = st.status & !FPU_FLAGS | flags;
                if flags & lim.fpu_exceptions != 0 {
                    if let Some((_, l, cx)) = access.all() {
                        self.live.pc = l.pc;
                        self.exception(Cause::Fpu, "the FPU", cx);
                        self.check_pending(l);
                    }
                }
            }};
        }
        let i = op.imm as u32;
        macro_rules! load {
            ($opcode:ident, $address:expr, $base:expr) => {{
                let (address, base): (u32, Option<u32>) = ($address, $base);
                let value = self.load::<M, { bytes(K::$opcode) }>(op.rd, address, access, lim)?;
                // If base and destination are the same register, the loaded value wins.
                if let Some(base) = base
                    && op.rn != op.rd
                {
                    self.st.set_reg(op.rn, base);
                }
                let Some(value) = value else {
                    return Ok(Flow::Later);
                };
                self.st.set_reg(op.rd, value as u32);
                if const { bytes(K::$opcode) == 8 } {
                    self.st.set_reg(op.rd | 1, (value >> 32) as u32);
                }
            }};
        }
        macro_rules! store {
            ($opcode:ident, $address:expr, $base:expr) => {{
                let (address, base): (u32, Option<u32>) = ($address, $base);
                let value = if const { bytes(K::$opcode) == 8 } {
                    self.st.pair(op.rd)
                } else {
                    self.st.reg(op.rd).into()
                };
                self.store::<M, { bytes(K::$opcode) }>(address, value, access, lim)?;
                if let Some(base) = base {
                    self.st.set_reg(op.rn, base);
                }
            }};
        }
        macro_rules! disp {
            () => {
                (n!().wrapping_add(i), None)
            };
        }
        macro_rules! idx {
            () => {
                (n!().wrapping_add(op.index(m!())), None)
            };
        }
        macro_rules! dpm {
            () => {
                (n!(), Some(n!().wrapping_add(i)))
            };
        }
        macro_rules! pm {
            () => {
                (n!(), Some(n!().wrapping_add(op.index(m!()))))
            };
        }
        macro_rules! access {
            ($what:ident $opcode:ident $mode:ident) => {{
                let (address, base) = $mode!();
                $what!($opcode, address, base)
            }};
        }
        match op.opcode {
            K::Add => integer!(alu::add(n!(), m!())),
            K::Sub => integer!(alu::sub(n!(), m!())),
            K::And => integer!(alu::logic(n!() & m!())),
            K::Orr => integer!(alu::logic(n!() | m!())),
            K::Eor => integer!(alu::logic(n!() ^ m!())),
            K::Lsl => integer!(alu::lsl(n!(), m!())),
            K::Lsr => integer!(alu::lsr(n!(), m!())),
            K::Asr => integer!(alu::asr(n!(), m!())),
            K::AddI => integer!(alu::add(n!(), i)),
            K::SubI => integer!(alu::sub(n!(), i)),
            K::LslI => integer!(alu::lsl(n!(), i)),
            K::LsrI => integer!(alu::lsr(n!(), i)),
            K::AsrI => integer!(alu::asr(n!(), i)),
            K::Bitr => integer!(alu::logic(n!().reverse_bits())),
            K::MovI => st.set_reg(op.rd, i),
            K::Movt => {
                let low = st.reg(op.rd) & 0xffff;
                st.set_reg(op.rd, i << 16 | low);
            }
            K::Mov => st.set_reg(op.rd, n!()),
            K::MovCc => {
                if holds(op.cond, st.status) {
                    st.set_reg(op.rd, n!());
                }
            }
            K::Fadd => float!(fpu::fadd(lim.mode, n!(), m!())),
            K::Fsub => float!(fpu::fsub(lim.mode, n!(), m!())),
            K::Fmul => float!(fpu::fmul(lim.mode, n!(), m!())),
            K::Fmadd => float!(fpu::fmadd(lim.mode, st.reg(op.rd), n!(), m!())),
            K::Fmsub => float!(fpu::fmsub(lim.mode, st.reg(op.rd), n!(), m!())),
            K::Float => float!(fpu::float(lim.mode, n!())),
            K::Fix => float!(fpu::fix(lim.mode, n!())),
            K::Fabs => float!(fpu::fabs(n!())),
            K::LdrbDisp => access!(load LdrbDisp disp),
            K::LdrbIdx => access!(load LdrbIdx idx),
            K::LdrbDpm => access!(load LdrbDpm dpm),
            K::LdrbPm => access!(load LdrbPm pm),
            K::LdrhDisp => access!(load LdrhDisp disp),
            K::LdrhIdx => access!(load LdrhIdx idx),
            K::LdrhDpm => access!(load LdrhDpm dpm),
            K::LdrhPm => access!(load LdrhPm pm),
            K::LdrDisp => access!(load LdrDisp disp),
            K::LdrIdx => access!(load LdrIdx idx),
            K::LdrDpm => access!(load LdrDpm dpm),
            K::LdrPm => access!(load LdrPm pm),
            K::LdrdDisp => access!(load LdrdDisp disp),
            K::LdrdIdx => access!(load LdrdIdx idx),
            K::LdrdDpm => access!(load LdrdDpm dpm),
            K::LdrdPm => access!(load LdrdPm pm),
            K::StrbDisp => access!(store StrbDisp disp),
            K::StrbIdx => access!(store StrbIdx idx),
            K::StrbDpm => access!(store StrbDpm dpm),
            K::StrbPm => access!(store StrbPm pm),
            K::StrhDisp => access!(store StrhDisp disp),
            K::StrhIdx => access!(store StrhIdx idx),
            K::StrhDpm => access!(store StrhDpm dpm),
            K::StrhPm => access!(store StrhPm pm),
            K::StrDisp => access!(store StrDisp disp),
            K::StrIdx => access!(store StrIdx idx),
            K::StrDpm => access!(store StrDpm dpm),
            K::StrPm => access!(store StrPm pm),
            K::StrdDisp => access!(store StrdDisp disp),
            K::StrdIdx => access!(store StrdIdx idx),
            K::StrdDpm => access!(store StrdDpm dpm),
            K::StrdPm => access!(store StrdPm pm),
            K::Bcc | K::B | K::Bl | K::Jr | K::Jalr => {
                let (_, l, _) = access.all().ok_or(Exit::Again)?;
                return Ok(self.branch(op, l.pc));
            }
            K::Nop => {}
            _ => {
                let (t, l, cx) = access.all().ok_or(Exit::Again)?;
                return l.aside(|l| self.execute_system(op, t, l, cx, lim));
            }
        }
        Ok(Flow::Next)
    }

    /// Where the branch `op` at `pc` goes.
    #[inline(always)]
    pub(crate) fn branch(&mut self, op: &Op, pc: u32) -> Flow {
        let st = &mut self.st;
        let there = pc.wrapping_add(op.imm as u32);
        let behind = pc.wrapping_add(u32::from(op.len));
        match op.opcode {
            K::Bcc if !holds(op.cond, st.status) => Flow::Next,
            K::Bl => {
                st.set_reg(LR, behind);
                Flow::Call(there)
            }
            K::Jr => Flow::Jump(st.reg(op.rn) & !1),
            K::Jalr => {
                let target = st.reg(op.rn) & !1;
                st.set_reg(LR, behind);
                Flow::Call(target)
            }
            _ => Flow::Jump(there),
        }
    }
}

/// Exceptions of the FPU that `config` enables, as bits of STATUS.
pub(crate) fn fpu_exceptions(config: u32) -> u32 {
    let of = |enable: u32, flag: u32| if config & enable != 0 { flag } else { 0 };
    of(config::INVALID, BIS) | of(config::OVERFLOW, BVS) | of(config::UNDERFLOW, BUS)
}
