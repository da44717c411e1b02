//! What instructions do.

use crate::access::MemoryAccess;
use crate::core::Ecore;
use crate::exec::alu;
use crate::fpu;
use crate::isa::{Op, Opcode};
use crate::slice::{Exit, Limits};
use crate::state::{Cause, LR, State, config};
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
                        let by = (self.common.id, l.pc.into());
                        st.exception(Cause::Fpu, "the FPU", by, cx);
                        self.check_pending(l);
                    }
                }
            }};
        }
        let i = op.imm as u32;
        macro_rules! access {
            ($opcode:ident $address:expr) => {{
                const BYTES: usize = Opcode::$opcode.traits().bytes as usize;
                const STORES: bool = Opcode::$opcode.traits().access.stores();
                let (address, base): (u32, Option<u32>) = $address;
                if STORES {
                    let value = match BYTES {
                        8 => st.pair(op.rd),
                        _ => st.reg(op.rd).into(),
                    };
                    self.store::<M, BYTES>(address, value, access, lim)?;
                    if let Some(base) = base {
                        self.st.set_reg(op.rn, base);
                    }
                } else {
                    let value = self.load::<M, BYTES>(op.rd, address, access, lim)?;
                    // If base and destination are the same register, the loaded value wins.
                    if let Some(base) = base
                        && op.rn != op.rd
                    {
                        self.st.set_reg(op.rn, base);
                    }
                    let Some(value) = value else {
                        return Ok(Flow::Later);
                    };
                    self.st.set_loaded(op.rd, value, BYTES == 8);
                }
            }};
        }
        // The match over all opcodes. Operations of the FPU differ in their function. Accesses differ in what their
        // traits say, and in their address and what is left in the base. These are lists; other opcodes have an arm.
        macro_rules! dispatch {
            (
                fpu { $(Opcode::$fpu:ident)* }
                accesses { $($address:expr => { $(Opcode::$access:ident)* })* }
                $($arms:tt)*
            ) => {
                match op.opcode {
                    $(Opcode::$fpu => float!(fpu::execute(
                        Opcode::$fpu, lim.mode, st.reg(op.rd), n!(), m!(),
                    )),)*
                    $($(Opcode::$access => access!($access $address),)*)*
                    $($arms)*
                }
            };
        }
        dispatch! {
            fpu {
                Opcode::Fadd Opcode::Fsub Opcode::Fmul Opcode::Fmadd Opcode::Fmsub
                Opcode::Float Opcode::Fix Opcode::Fabs
            }
            accesses {
                (n!().wrapping_add(i), None) => {
                    Opcode::LdrbDisp Opcode::LdrhDisp Opcode::LdrDisp Opcode::LdrdDisp
                    Opcode::StrbDisp Opcode::StrhDisp Opcode::StrDisp Opcode::StrdDisp
                }
                (n!().wrapping_add(op.index(m!())), None) => {
                    Opcode::LdrbIdx Opcode::LdrhIdx Opcode::LdrIdx Opcode::LdrdIdx
                    Opcode::StrbIdx Opcode::StrhIdx Opcode::StrIdx Opcode::StrdIdx
                }
                (n!(), Some(n!().wrapping_add(i))) => {
                    Opcode::LdrbDpm Opcode::LdrhDpm Opcode::LdrDpm Opcode::LdrdDpm
                    Opcode::StrbDpm Opcode::StrhDpm Opcode::StrDpm Opcode::StrdDpm
                }
                (n!(), Some(n!().wrapping_add(op.index(m!())))) => {
                    Opcode::LdrbPm Opcode::LdrhPm Opcode::LdrPm Opcode::LdrdPm
                    Opcode::StrbPm Opcode::StrhPm Opcode::StrPm Opcode::StrdPm
                }
            }
            Opcode::Add => integer!(alu::add(n!(), m!())),
            Opcode::Sub => integer!(alu::sub(n!(), m!())),
            Opcode::And => integer!(alu::logic(n!() & m!())),
            Opcode::Orr => integer!(alu::logic(n!() | m!())),
            Opcode::Eor => integer!(alu::logic(n!() ^ m!())),
            Opcode::Lsl => integer!(alu::lsl(n!(), m!())),
            Opcode::Lsr => integer!(alu::lsr(n!(), m!())),
            Opcode::Asr => integer!(alu::asr(n!(), m!())),
            Opcode::AddI => integer!(alu::add(n!(), i)),
            Opcode::SubI => integer!(alu::sub(n!(), i)),
            Opcode::LslI => integer!(alu::lsl(n!(), i)),
            Opcode::LsrI => integer!(alu::lsr(n!(), i)),
            Opcode::AsrI => integer!(alu::asr(n!(), i)),
            Opcode::Bitr => integer!(alu::logic(n!().reverse_bits())),
            Opcode::MovI => st.set_reg(op.rd, i),
            Opcode::Movt => {
                let low = st.reg(op.rd) & 0xffff;
                st.set_reg(op.rd, i << 16 | low);
            }
            Opcode::Mov => st.set_reg(op.rd, n!()),
            Opcode::MovCc => {
                if holds(op.cond, st.status) {
                    st.set_reg(op.rd, n!());
                }
            }
            Opcode::Bcc | Opcode::B | Opcode::Bl | Opcode::Jr | Opcode::Jalr => {
                let (_, l, _) = access.all().ok_or(Exit::Again)?;
                return Ok(st.branch(op, l.pc));
            }
            Opcode::Nop => {}
            _ => {
                let (t, l, cx) = access.all().ok_or(Exit::Again)?;
                return l.with_copy(|l| self.execute_system(op, t, l, cx, lim));
            }
        }
        Ok(Flow::Next)
    }
}

impl State {
    /// Where the branch `op` at `pc` goes.
    #[inline(always)]
    pub fn branch(&mut self, op: &Op, pc: u32) -> Flow {
        let there = pc.wrapping_add(op.imm as u32);
        let behind = pc.wrapping_add(u32::from(op.len));
        match op.opcode {
            Opcode::Bcc if !holds(op.cond, self.status) => Flow::Next,
            Opcode::Bl => {
                self.set_reg(LR, behind);
                Flow::Call(there)
            }
            Opcode::Jr => Flow::Jump(self.reg(op.rn) & !1),
            Opcode::Jalr => {
                let target = self.reg(op.rn) & !1;
                self.set_reg(LR, behind);
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
