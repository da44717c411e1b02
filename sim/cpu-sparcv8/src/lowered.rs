//! Instructions that are written over operations, generic over their executor: a single step, or [`Lower`], which makes
//! the list for translated code.

use crate::decoded::DecodedInsn;
use crate::exec::{alu, branch, mem, system};
use crate::isa::Op;
use crate::opcodes::each_opcode;
use crate::state::{IuReg, State};
use std::convert::Infallible;
use trueboard_engine::lower::Lower;
use trueboard_engine::ops::{Accesses, Ops};

/// Executes the instruction `$d` by `$o`. `None` for an opcode that is not written over operations.
macro_rules! by_operations {
    ($o:ident $d:ident $opcode:expr; $($($op:ident)|+ => $kind:ident $what:tt;)*) => {
        match $opcode {
            $($(Op::$op => operations_of!($o $d $op $kind $what),)+)*
        }
    };
}

macro_rules! operations_of {
    ($o:ident $d:ident $op:ident integer ($f:expr)) => {
        done($f, $o, $d)
    };
    ($o:ident $d:ident $op:ident compare ($f:expr)) => {
        done($f, $o, $d)
    };
    ($o:ident $d:ident $op:ident seldom_integer ($f:expr)) => {
        done($f, $o, $d)
    };
    ($o:ident $d:ident $op:ident plain ($f:expr)) => {
        done($f, $o, $d)
    };
    ($o:ident $d:ident $op:ident seldom_plain ($f:expr)) => {
        done($f, $o, $d)
    };
    ($o:ident $d:ident $op:ident trapping ($f:expr)) => {
        tried($f, $o, $d)
    };
    ($o:ident $d:ident $op:ident seldom_trapping ($f:expr)) => {
        tried($f, $o, $d)
    };
    ($o:ident $d:ident $op:ident single ($f:expr)) => {
        tried($f, $o, $d)
    };
    ($o:ident $d:ident $op:ident access ($f:expr)) => {
        tried($f, $o, $d)
    };
    ($o:ident $d:ident $op:ident load ($signed:literal)) => {
        Some(mem::load::<_, { Op::$op.bytes() as usize }, $signed>(
            $o, $d,
        ))
    };
    ($o:ident $d:ident $op:ident store ()) => {
        Some(mem::store::<_, { Op::$op.bytes() as usize }>($o, $d))
    };
    ($o:ident $d:ident $op:ident $kind:ident $what:tt) => {
        None
    };
}

/// [`operations_of`] for what cannot trap.
fn done<O: Ops>(
    f: impl Fn(&mut O, &DecodedInsn),
    o: &mut O,
    d: &DecodedInsn,
) -> Option<Result<(), O::Exit>> {
    f(o, d);
    Some(Ok(()))
}

/// [`operations_of`] for what may trap.
fn tried<O: Ops>(
    f: impl Fn(&mut O, &DecodedInsn) -> Result<(), O::Exit>,
    o: &mut O,
    d: &DecodedInsn,
) -> Option<Result<(), O::Exit>> {
    Some(f(o, d))
}

/// Carries out the instruction `d`. `None` for an opcode that is not written over operations.
pub(crate) fn carry_out<O: Accesses<Machine = State>>(
    o: &mut O,
    d: &DecodedInsn,
) -> Option<Result<(), O::Exit>> {
    each_opcode!(by_operations, o d d.op)
}

/// The instruction `d` as data.
pub(crate) fn lowered(d: &DecodedInsn) -> Option<Lower<State>> {
    let mut lower = Lower::default();
    let done: Option<Result<(), Infallible>> = carry_out(&mut lower, d);
    done.map(|_| lower)
}
