//! Instructions that are written over operations, generic over their executor: numbers, or [`Lower`], which makes the
//! list for translated code.

use crate::exec::mem::{self, AddressMode};
use crate::exec::{CoreOps, alu, branch};
use crate::isa::{Op, Opcode};
use crate::opcodes::each_opcode;
use crate::state::State;
use std::convert::Infallible;
use trueboard_engine::lower::Lower;
use trueboard_engine::ops::{Accesses, Ops, Truth};

/// Carries out `$insn` by `$o`. `None` for an opcode that is not written over operations, and for a branch.
macro_rules! carry_out {
    ($o:ident $insn:ident $opcode:expr; $($($op:ident)|+ => $kind:ident $what:tt;)*) => {
        match $opcode {
            $($(Opcode::$op => carry_out_of!($o $insn $op $kind $what),)+)*
            _ => None,
        }
    };
}

macro_rules! carry_out_of {
    ($o:ident $insn:ident $op:ident integer ($f:expr)) => {{
        $f($o, $insn);
        Some(Ok(()))
    }};
    ($o:ident $insn:ident $op:ident logic ($f:expr, $number:literal)) => {{
        alu::logic::<_, $number>($o, $insn, $f);
        Some(Ok(()))
    }};
    ($o:ident $insn:ident $op:ident load ($by:expr)) => {
        Some(mem::load::<_, { Opcode::$op.traits().bytes as usize }>(
            $o, $insn, $by,
        ))
    };
    ($o:ident $insn:ident $op:ident load_pair ($by:expr)) => {
        Some(mem::load_pair($o, $insn, $by))
    };
    ($o:ident $insn:ident $op:ident store ($by:expr)) => {
        Some(mem::store::<_, { Opcode::$op.traits().bytes as usize }>(
            $o, $insn, $by,
        ))
    };
    ($o:ident $insn:ident $op:ident store_pair ($by:expr)) => {
        Some(mem::store_pair($o, $insn, $by))
    };
    ($o:ident $insn:ident $op:ident $kind:ident $what:tt) => {
        None
    };
}

/// Whether the branch `$insn` at `$pc` is taken, and where it goes. `None` for an opcode that is no branch.
macro_rules! resolve {
    ($o:ident $insn:ident $pc:ident $opcode:expr; $($($op:ident)|+ => $kind:ident $what:tt;)*) => {
        match $opcode {
            $($(Opcode::$op => resolve_of!($o $insn $pc $kind $what),)+)*
            _ => None,
        }
    };
}

macro_rules! resolve_of {
    ($o:ident $insn:ident $pc:ident branch ($f:expr)) => {
        Some($f($o, $insn, $pc))
    };
    ($o:ident $insn:ident $pc:ident $kind:ident $what:tt) => {
        None
    };
}

/// Carries out `op`, which is no branch. `None` for an opcode that is not written over operations.
pub(crate) fn carry_out<O: CoreOps + Accesses>(o: &mut O, op: &Op) -> Option<Result<(), O::Exit>> {
    each_opcode!(carry_out, o op op.opcode)
}

/// Whether the branch `op` at `pc` is taken, and where it goes. `None` for an opcode that is no branch.
pub(crate) fn resolve<O: CoreOps>(
    o: &mut O,
    op: &Op,
    pc: u32,
) -> Option<(Truth<<O as Ops>::Word>, <O as Ops>::Word)> {
    each_opcode!(resolve, o op pc op.opcode)
}

/// `op`, which is no branch, as data.
pub(crate) fn lowered(op: &Op) -> Option<Lower<State>> {
    let mut lower = Lower::default();
    let done: Option<Result<(), Infallible>> = carry_out(&mut lower, op);
    done.map(|_| lower)
}
