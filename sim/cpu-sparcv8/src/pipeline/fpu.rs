//! The FPU's time: FPops issue in order, one per cycle; each result has a cycle from which it can be
//! used. Divide and square root share an iteration unit that takes one at a time (GR740 UM 2.9
//! section 6.5).

use crate::decoded::DecodedInsn;
use crate::isa::{Class, FP_REGISTERS, Op};
use crate::numbered::{PerPair, PerRegister};
use crate::params::TimingParams;
use serde::{Deserialize, Serialize};
use trueboard_core::isa::Field;

/// The registers of an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Width {
    None,
    Single,
    Double,
}

/// The registers that a floating-point instruction reads and writes.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub rs1: Width,
    pub rs2: Width,
    pub rd: Width,
}

/// By the number of the operation. A constant, so that for a constant operation nothing is looked up.
pub(crate) const SHAPES: [Shape; Op::COUNT] = {
    let mut all = [Shape::NONE; Op::COUNT];
    let mut i = 0;
    while i < all.len() {
        all[i] = Shape::of(Op::ALL[i]);
        i += 1;
    }
    all
};

impl Shape {
    const NONE: Shape = Shape {
        rs1: Width::None,
        rs2: Width::None,
        rd: Width::None,
    };

    /// From the row of the table. What is not implemented neither waits nor writes.
    const fn of(op: Op) -> Shape {
        let mut shape = Shape::NONE;
        if matches!(op.class(), Class::FpUnimp) {
            return shape;
        }
        let operands = op.row().form.operands;
        let mut i = 0;
        while i < operands.len() {
            let width = Width::of(&operands[i]);
            if operands[i].role.writes() || !op.class().is_fpop() && !matches!(width, Width::None) {
                // The source of a store has the place of a destination, too.
                shape.rd = width;
            } else if op.class().is_fpop() {
                // A sole source is the second.
                shape.rs1 = shape.rs2;
                shape.rs2 = width;
            }
            i += 1;
        }
        shape
    }
}

impl Width {
    const fn of(operand: &Field) -> Width {
        match operand.registers {
            Some(r) if r.file == FP_REGISTERS && r.count == 1 => Width::Single,
            Some(r) if r.file == FP_REGISTERS && r.count == 2 => Width::Double,
            _ => Width::None,
        }
    }
}

/// When results of the FPU can be used.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct FpuTiming {
    /// Cycle from which what was last written to each register alone can be used, and what was last written to both of
    /// a pair. Results come in the order of their operations.
    pub(crate) ready: PerRegister<u64>,
    pub(crate) double_ready: PerPair<u64>,
    /// The latest for each pair.
    pub(crate) pair_ready: PerPair<u64>,
    /// Cycle from which the result of the last comparison can be used.
    pub(crate) fcc_ready: u64,
    /// Cycle from which the iteration unit is free.
    iteration_free: u64,
}

impl FpuTiming {
    /// Cycle from which all registers that `d`, an instruction `op`, names can be used. Its destination, too: a result
    /// must not overtake an older one for this register.
    #[inline(always)]
    pub fn operands_ready(&self, op: Op, d: &DecodedInsn) -> u64 {
        let shape = SHAPES[op as usize];
        self.ready(d.rs1, shape.rs1)
            .max(self.ready(d.rs2, shape.rs2))
            .max(self.ready(d.rd, shape.rd))
    }

    #[inline(always)]
    fn ready(&self, reg: u8, width: Width) -> u64 {
        let r = usize::from(reg);
        match width {
            Width::None => 0,
            Width::Single => self.ready[r].max(self.double_ready[r >> 1]),
            Width::Double => self.pair_ready[r >> 1],
        }
    }

    /// The destination of `d`, an instruction `op`, can be used from `cycle` on.
    #[inline(always)]
    pub fn result_at(&mut self, op: Op, d: &DecodedInsn, cycle: u64) {
        let r = usize::from(d.rd);
        match SHAPES[op as usize].rd {
            Width::None => {}
            Width::Single => {
                self.ready[r] = cycle;
                self.pair_ready[r >> 1] = cycle.max(self.pair_ready[r >> 1]);
            }
            Width::Double => {
                self.double_ready[r >> 1] = cycle;
                self.pair_ready[r >> 1] = cycle;
            }
        }
    }

    /// Cycle from which the result of the last comparison can be used.
    #[inline(always)]
    pub fn condition_ready(&self) -> u64 {
        self.fcc_ready
    }

    /// The result of a comparison can be used from `cycle` on.
    #[inline(always)]
    pub fn condition_at(&mut self, cycle: u64) {
        self.fcc_ready = cycle;
    }

    /// Cycle from which the iteration unit is free.
    #[inline(always)]
    pub fn iteration_free(&self) -> u64 {
        self.iteration_free
    }

    /// The iteration unit works until `cycle`.
    #[inline(always)]
    pub fn iterate_until(&mut self, cycle: u64) {
        self.iteration_free = cycle;
    }

    /// Cycle from which nothing is under way.
    pub fn drained(&self) -> u64 {
        let last = self.pair_ready.iter().copied().max().unwrap_or(0);
        last.max(self.fcc_ready)
    }

    pub(super) fn without_registers(&self) -> (u64, u64) {
        (self.fcc_ready, self.iteration_free)
    }

    pub(super) fn restore(&mut self, (fcc_ready, iteration_free): (u64, u64)) {
        (self.fcc_ready, self.iteration_free) = (fcc_ready, iteration_free);
    }
}

/// Cycles until the result of an FPop can be used. Of divisions and roots of doubles there is a shorter
/// and a longer case (GR740 UM 2.9 section 6.5).
#[inline(always)]
pub(crate) fn latency(class: Class, longer: impl FnOnce() -> bool, t: &TimingParams) -> u64 {
    let by_case = |(short, long): (u8, u8)| if longer() { long } else { short };
    u64::from(match class {
        Class::FpMove => t.fp_move_cycles,
        Class::FpDivs => t.fdivs_cycles,
        Class::FpSqrts => t.fsqrts_cycles,
        Class::FpDivd => by_case(t.fdivd_cycles),
        Class::FpSqrtd => by_case(t.fsqrtd_cycles),
        _ => t.fp_cycles,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation that the FPU has uses registers of its own file, and only those.
    #[test]
    fn widths_follow_from_the_row() {
        use Width::{Double as D, None as N, Single as S};
        let shape = |op: Op| {
            let s = SHAPES[op as usize];
            (s.rs1, s.rs2, s.rd)
        };
        assert_eq!(shape(Op::Fadds), (S, S, S));
        assert_eq!(shape(Op::Faddd), (D, D, D));
        assert_eq!(shape(Op::Fsmuld), (S, S, D));
        assert_eq!(shape(Op::Fcmpd), (D, D, N));
        assert_eq!(shape(Op::Fitod), (N, S, D));
        assert_eq!(shape(Op::Fdtos), (N, D, S));
        assert_eq!(shape(Op::Lddf), (N, N, D));
        assert_eq!(shape(Op::Stf), (N, N, S));
        assert_eq!(shape(Op::Faddq), (N, N, N));
        assert_eq!(shape(Op::Add), (N, N, N));
        for &op in Op::ALL {
            let class = op.class();
            if class.is_fpop() && class != Class::FpUnimp {
                let (_, rs2, rd) = shape(op);
                assert!(rs2 != N && (rd == N) == (class == Class::FpCmp), "{op:?}");
            }
        }
    }

    #[test]
    fn a_pair_waits_for_each_of_its_halves() {
        let mut f = FpuTiming::default();
        let d = |rd| DecodedInsn {
            rd,
            ..DecodedInsn::EMPTY
        };
        f.result_at(Op::Ldf, &d(3), 10);
        assert_eq!(f.operands_ready(Op::Stdf, &d(2)), 10);
        assert_eq!(f.operands_ready(Op::Stf, &d(2)), 0);
        f.result_at(Op::Lddf, &d(2), 20);
        assert_eq!(f.operands_ready(Op::Stf, &d(2)), 20);
        assert_eq!(f.drained(), 20);
        f.condition_at(30);
        assert_eq!(f.drained(), 30);
    }
}
