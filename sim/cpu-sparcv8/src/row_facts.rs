//! What follows from the row of an instruction: what it writes, and what it does to the stack pointer.

use crate::decoded::DecodedInsn;
use crate::isa::{Class, FP_REGISTERS, Op};
use std::sync::LazyLock;

/// %o6, the stack pointer, and %i6, the frame pointer (SPARC V8 manual, appendix D.2).
pub(crate) const SP: u8 = 14;
pub(crate) const FP: u8 = 30;

/// What follows from an instruction's row alone.
#[derive(Clone, Copy)]
pub(crate) struct RowFacts {
    pub class: Class,
    /// Of memory that it accesses.
    pub bytes: u8,
    /// It accesses a space that an operand names.
    pub alternate: bool,
    /// The destination is written.
    pub writes: bool,
    /// How many registers it is.
    pub count: u8,
    /// It is of the FPU.
    pub floating: bool,
    /// The first and the second source are registers of the FPU: so many.
    pub sources: (u8, u8),
}

/// By opcode.
pub(crate) static ROWS: LazyLock<Vec<RowFacts>> =
    LazyLock::new(|| Op::ALL.iter().map(|&op| of_row(op)).collect());

fn of_row(op: Op) -> RowFacts {
    let mut found = RowFacts {
        class: op.class(),
        bytes: op.bytes(),
        alternate: op.is_alternate(),
        writes: false,
        count: 0,
        floating: false,
        sources: (0, 0),
    };
    for field in op.row().form.operands {
        let Some(registers) = field.registers else {
            continue;
        };
        let floating = registers.file == FP_REGISTERS;
        match field.name {
            "rd" => {
                found.writes = field.role.writes() && (floating || registers.file == 0);
                found.count = registers.count;
                found.floating = floating;
            }
            "rs1" if floating => found.sources.0 = registers.count,
            "rs2" if floating => found.sources.1 = registers.count,
            _ => {}
        }
    }
    found
}

/// `d` may change the stack pointer.
pub(crate) fn writes_sp(d: &DecodedInsn) -> bool {
    let row = ROWS.get(d.op as usize);
    let writes = row.is_some_and(|row| row.writes && !row.floating);
    matches!(d.op, Op::Save | Op::Restore) || writes && d.rd == SP
}

/// `d` moves the stack pointer elsewhere: it loads it, or computes it without the stack or frame pointer. SAVE and
/// RESTORE turn to another window's.
#[inline(always)]
pub(crate) fn puts_stack(d: &DecodedInsn) -> bool {
    d.rd & !1 == SP && puts_stack_otherwise(d)
}

#[inline(never)]
fn puts_stack_otherwise(d: &DecodedInsn) -> bool {
    let row = ROWS.get(d.op as usize);
    let pair = row.is_some_and(|row| row.writes && !row.floating && row.count == 2);
    let of_frame = matches!(d.op, Op::Add | Op::Sub) && (d.rs1 == SP || d.rs1 == FP);
    let turns = matches!(d.op, Op::Save | Op::Restore);
    (pair || writes_sp(d)) && !turns && !of_frame
}

/// `d` makes the stack pointer of itself.
pub(crate) fn sp_from_sp(d: &DecodedInsn, row: &RowFacts) -> bool {
    d.rd == SP && d.rs1 == SP && row.bytes == 0
}
