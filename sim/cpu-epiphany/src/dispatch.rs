//! Executing one instruction: what it does ([`crate::exec`], [`crate::fpu`]), and what comes after it.

use crate::access::MemoryAccess;
use crate::core::Ecore;
use crate::exec::host::{AccessExit, WithMemory};
use crate::exec::mem::{self, AddressMode};
use crate::exec::{alu, branch};
use crate::fpu;
use crate::isa::{Op, Opcode};
use crate::opcodes::each_opcode;
use crate::slice::{Exit, Limits};
use crate::state::{Cause, State, config};
use crate::status::{BIS, BUS, BVS, FPU_FLAGS};
use trueboard_engine::ops::{Ops, Truth};

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
    /// The core has the next address.
    Elsewhere,
}

impl Flow {
    /// What comes after a branch, which may be `taken` to `target`.
    #[inline(always)]
    fn of(opcode: Opcode, (taken, target): (Truth<u32>, u32)) -> Flow {
        match (taken.bit() != 0, opcode.traits().links) {
            (false, _) => Flow::Next,
            (true, false) => Flow::Jump(target),
            (true, true) => Flow::Call(target),
        }
    }
}

/// Executes `$insn`. Its opcode is `$opcode`.
macro_rules! execute {
    (
        ($core:ident, $insn:ident, $access:ident, $lim:ident) $opcode:expr;
        $($($op:ident)|+ => $kind:ident $what:tt;)*
    ) => {
        match $opcode {
            $($(Opcode::$op => execution_of!(($core, $insn, $access, $lim) $op $kind $what),)+)*
            _ => {
                let (t, l, cx) = $access.all().ok_or(Exit::Again)?;
                return l.with_copy(|l| $core.execute_system($insn, t, l, cx, $lim));
            }
        }
    };
}

/// How an opcode of a kind of [`each_opcode`] is executed.
macro_rules! execution_of {
    (($core:ident, $insn:ident, $access:ident, $lim:ident) $op:ident integer ($f:expr)) => {
        $f(&mut $core.st, $insn)
    };
    (($core:ident, $insn:ident, $access:ident, $lim:ident) $op:ident logic ($f:expr, $number:literal)) => {
        alu::logic::<_, $number>(&mut $core.st, $insn, $f)
    };
    (($core:ident, $insn:ident, $access:ident, $lim:ident) $op:ident fpu ()) => {
        $core.float(Opcode::$op, $insn, $access, $lim)
    };
    (($core:ident, $insn:ident, $access:ident, $lim:ident) $op:ident load ($by:expr)) => {
        access_of!(($core, $insn, $access, $lim) $by, mem::load::<_, { bytes(Opcode::$op) }>)
    };
    (($core:ident, $insn:ident, $access:ident, $lim:ident) $op:ident load_pair ($by:expr)) => {
        access_of!(($core, $insn, $access, $lim) $by, mem::load_pair)
    };
    (($core:ident, $insn:ident, $access:ident, $lim:ident) $op:ident store ($by:expr)) => {
        access_of!(($core, $insn, $access, $lim) $by, mem::store::<_, { bytes(Opcode::$op) }>)
    };
    (($core:ident, $insn:ident, $access:ident, $lim:ident) $op:ident store_pair ($by:expr)) => {
        access_of!(($core, $insn, $access, $lim) $by, mem::store_pair)
    };
    (($core:ident, $insn:ident, $access:ident, $lim:ident) $op:ident branch ($f:expr)) => {{
        let (_, l, _) = $access.all().ok_or(Exit::Again)?;
        return Ok(Flow::of(Opcode::$op, $f(&mut $core.st, $insn, l.pc)));
    }};
}

/// A load or store by `$f`, in address mode `$by`.
macro_rules! access_of {
    (($core:ident, $insn:ident, $access:ident, $lim:ident) $by:expr, $f:expr) => {{
        let mut with_memory = WithMemory {
            core: &mut *$core,
            access: &mut *$access,
            lim: $lim,
            rd: $insn.rd,
        };
        match $f(&mut with_memory, $insn, $by) {
            Ok(()) => {}
            Err(AccessExit::Undone(exit)) => return Err(exit),
            Err(AccessExit::Later) => {
                mem::change_base(&mut $core.st, $insn, $by);
                return Ok(Flow::Later);
            }
        }
    }};
}

/// What comes after `$insn` at `$pc` if its opcode `$opcode` is that of a branch.
macro_rules! flow {
    (($st:ident, $insn:ident, $pc:ident) $opcode:expr; $($($op:ident)|+ => $kind:ident $what:tt;)*) => {
        match $opcode {
            $($(Opcode::$op => flow_of!(($st, $insn, $pc) $op $kind $what),)+)*
            _ => Flow::Next,
        }
    };
}

macro_rules! flow_of {
    (($st:ident, $insn:ident, $pc:ident) $op:ident branch ($f:expr)) => {
        Flow::of(Opcode::$op, $f($st, $insn, $pc))
    };
    (($st:ident, $insn:ident, $pc:ident) $op:ident $kind:ident $what:tt) => {
        Flow::Next
    };
}

/// Bytes of the access of an opcode.
const fn bytes(opcode: Opcode) -> usize {
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
        each_opcode!(execute, (self, op, access, lim) op.opcode);
        Ok(Flow::Next)
    }

    /// An operation of the FPU.
    #[inline(always)]
    fn float<'b, M: MemoryAccess<'b>>(
        &mut self,
        opcode: Opcode,
        op: &Op,
        access: &mut M,
        lim: &Limits,
    ) {
        let st = &mut self.st;
        let (d, n, m) = (st.reg(op.rd), st.reg(op.rn), st.reg(op.rm));
        let (value, flags) = fpu::execute(opcode, lim.mode, d, n, m);
        st.set_reg(op.rd, value);
        st.status = st.status & !FPU_FLAGS | flags;
        if flags & lim.fpu_exceptions != 0
            && let Some((_, l, cx)) = access.all()
        {
            let by = (self.common.id, l.pc.into());
            st.exception(Cause::Fpu, "the FPU", by, cx);
            self.check_pending(l);
        }
    }
}

impl State {
    /// What comes after the branch `op` at `pc`.
    #[inline(always)]
    pub fn branch(&mut self, op: &Op, pc: u32) -> Flow {
        each_opcode!(flow, (self, op, pc) op.opcode)
    }
}

/// Exceptions of the FPU that `config` enables, as bits of STATUS.
pub(crate) fn fpu_exceptions(config: u32) -> u32 {
    let of = |enable: u32, flag: u32| if config & enable != 0 { flag } else { 0 };
    of(config::INVALID, BIS) | of(config::OVERFLOW, BVS) | of(config::UNDERFLOW, BUS)
}
