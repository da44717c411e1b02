//! What follows from the operands of loads, stores and atomics: how the address is made, and in which space.

use super::table::Op;

/// How the address of an access is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addressing {
    /// A register plus a register or an immediate.
    Sum,
    /// A register plus a register.
    Registers,
    /// A register.
    Register,
}

impl Op {
    /// It accesses a space that an operand names.
    #[must_use]
    pub fn is_alternate(self) -> bool {
        has_operand(self, "Asi")
    }

    /// How its address is made, if it accesses memory.
    #[must_use]
    pub fn addressing(self) -> Addressing {
        match self {
            op if has_operand(op, "Addr") => Addressing::Sum,
            op if has_operand(op, "RegAddr") => Addressing::Registers,
            _ => Addressing::Register,
        }
    }
}

/// The row of `op` has an operand of type `kind`.
fn has_operand(op: Op, kind: &str) -> bool {
    op.row().form.operands.iter().any(|o| o.kind == kind)
}
