//! One floating-point operation: operands, arithmetic, and what FSR makes of the flags.

use trueboard_core::fp::{self, Env, Flags, Relation, Round};

use super::{FpOutcome, Fpu, Ftt, Owed};
use crate::isa::Op;

/// Where a result goes.
enum Target {
    Single(u8, u32),
    Double(u8, u64),
    Condition(Relation),
}

impl Fpu {
    /// Executes one FPop and updates the registers and FSR, but not the queue.
    ///
    /// Any operation outside the GRFPU's FPops, quadruple precision included, gives unimplemented_FPop.
    // Always inlined: callers that know the operation get just its arm.
    #[inline(always)]
    pub fn execute(&mut self, op: Op, rs1: u8, rs2: u8, rd: u8) -> FpOutcome {
        let env = self.env;
        let truncating = env.with_round(Round::TowardZero);
        match op {
            Op::Faddd => {
                let by = (Owed::SumOfDoubles, fp::host_add64, fp::add64);
                self.ordinary_op(by, rs1, rs2, rd)
            }
            Op::Fmuld => {
                let by = (Owed::ProductOfDoubles, fp::host_mul64, fp::mul64);
                self.ordinary_op(by, rs1, rs2, rd)
            }
            Op::Fsubd => {
                let by = (Owed::DifferenceOfDoubles, fp::host_sub64, fp::sub64);
                self.ordinary_op(by, rs1, rs2, rd)
            }
            Op::Fdivd => self.double_op(rs1, rs2, rd, fp::div64),
            Op::Fadds => self.single_op(rs1, rs2, rd, fp::add32),
            Op::Fmuls => self.single_op(rs1, rs2, rd, fp::mul32),
            Op::Fsubs => self.single_op(rs1, rs2, rd, fp::sub32),
            Op::Fdivs => self.single_op(rs1, rs2, rd, fp::div32),
            Op::Fcmps => self.compare_singles(rs1, rs2, false),
            Op::Fcmpes => self.compare_singles(rs1, rs2, true),
            Op::Fcmpd => self.compare_doubles(rs1, rs2, false),
            Op::Fcmped => self.compare_doubles(rs1, rs2, true),
            Op::Fmovs => self.moved(rd, self.single(rs2)),
            Op::Fnegs => self.moved(rd, self.single(rs2) ^ 0x8000_0000),
            Op::Fabss => self.moved(rd, self.single(rs2) & 0x7FFF_FFFF),
            Op::Fitos => {
                let (bits, flags) = fp::i32_to_f32(env, self.single(rs2) as i32);
                self.retire(flags, Target::Single(rd, bits))
            }
            Op::Fitod => {
                let bits = fp::i32_to_f64(self.single(rs2) as i32);
                self.retire(Flags::NONE, Target::Double(rd, bits))
            }
            Op::Fsqrts => self.unary_single(rs2, |a| narrow(rd, fp::sqrt32(env, a))),
            Op::Fstod => self.unary_single(rs2, |a| wide(rd, fp::cvt32to64(env, a))),
            Op::Fstoi => self.unary_single(rs2, |a| integer(rd, fp::f32_to_i32(truncating, a))),
            Op::Fsqrtd => self.unary_double(rs2, |a| wide(rd, fp::sqrt64(env, a))),
            Op::Fdtos => self.unary_double(rs2, |a| narrow(rd, fp::cvt64to32(env, a))),
            Op::Fdtoi => self.unary_double(rs2, |a| integer(rd, fp::f64_to_i32(truncating, a))),
            Op::Fsmuld => {
                let (a, b) = (self.single(rs1), self.single(rs2));
                if self.unfinished(fp::is_subnormal32(a) || fp::is_subnormal32(b)) {
                    return self.fail(Ftt::UnfinishedFpop);
                }
                let (bits, flags) = fp::mul32to64(env, a, b);
                self.retire(flags, Target::Double(rd, bits))
            }
            _ => self.fail(Ftt::UnimplementedFpop),
        }
    }

    /// Arithmetic and conversions do not handle subnormal operands, except as zeros in
    /// non-standard mode (UM 1.7, 8.2.3 and 8.2.6). A NaN beside the subnormal does not matter
    /// (estimated).
    #[inline]
    fn unfinished(&self, subnormal: bool) -> bool {
        subnormal && !self.fsr.ns
    }

    #[inline]
    fn single_op(
        &mut self,
        rs1: u8,
        rs2: u8,
        rd: u8,
        operation: impl Fn(Env, u32, u32) -> (u32, Flags),
    ) -> FpOutcome {
        let (a, b) = (self.single(rs1), self.single(rs2));
        if self.unfinished(fp::is_subnormal32(a) || fp::is_subnormal32(b)) {
            return self.fail(Ftt::UnfinishedFpop);
        }
        let (bits, flags) = operation(self.env, a, b);
        self.retire(flags, Target::Single(rd, bits))
    }

    /// Delivers what `host` calculates of ordinary numbers, if it can: then no operand is subnormal, and nothing but
    /// inexact is raised.
    #[inline(always)]
    fn ordinary_op(
        &mut self,
        (owed, host, any): (
            Owed,
            impl Fn(u64, u64) -> Option<(u64, Flags)>,
            impl Fn(Env, u64, u64) -> (u64, Flags),
        ),
        rs1: u8,
        rs2: u8,
        rd: u8,
    ) -> FpOutcome {
        let operands = [self.double(rs1), self.double(rs2)];
        let [a, b] = operands;
        let Some((bits, flags)) = self.ordinary.then(|| host(a, b)).flatten() else {
            return self.double_op(rs1, rs2, rd, any);
        };
        self.fsr.ftt = Ftt::None;
        if self.fsr.aexc.contains(Flags::INEXACT) {
            (self.owed, self.owed_by) = (owed, operands);
        } else {
            self.owed = Owed::Nothing;
            self.fsr.cexc = flags;
            self.fsr.aexc |= flags;
        }
        self.set_double(rd, bits);
        FpOutcome::Done
    }

    #[inline(never)]
    fn double_op(
        &mut self,
        rs1: u8,
        rs2: u8,
        rd: u8,
        operation: impl Fn(Env, u64, u64) -> (u64, Flags),
    ) -> FpOutcome {
        let (a, b) = (self.double(rs1), self.double(rs2));
        if self.unfinished(fp::is_subnormal64(a) || fp::is_subnormal64(b)) {
            return self.fail(Ftt::UnfinishedFpop);
        }
        let (bits, flags) = operation(self.env, a, b);
        self.retire(flags, Target::Double(rd, bits))
    }

    #[inline]
    fn unary_single(&mut self, rs2: u8, f: impl Fn(u32) -> (Flags, Target)) -> FpOutcome {
        let a = self.single(rs2);
        if self.unfinished(fp::is_subnormal32(a)) {
            return self.fail(Ftt::UnfinishedFpop);
        }
        let (flags, target) = f(a);
        self.retire(flags, target)
    }

    #[inline]
    fn unary_double(&mut self, rs2: u8, f: impl Fn(u64) -> (Flags, Target)) -> FpOutcome {
        let a = self.double(rs2);
        if self.unfinished(fp::is_subnormal64(a)) {
            return self.fail(Ftt::UnfinishedFpop);
        }
        let (flags, target) = f(a);
        self.retire(flags, target)
    }

    /// Comparisons handle subnormals in either mode (UM 1.7, 8.2.2).
    #[inline]
    fn compare_singles(&mut self, rs1: u8, rs2: u8, signalling: bool) -> FpOutcome {
        let (a, b) = (self.single(rs1), self.single(rs2));
        let (relation, flags) = fp::compare32(Env::GRFPU, a, b, signalling);
        self.retire(flags, Target::Condition(relation))
    }

    #[inline]
    fn compare_doubles(&mut self, rs1: u8, rs2: u8, signalling: bool) -> FpOutcome {
        let (a, b) = (self.double(rs1), self.double(rs2));
        let (relation, flags) = fp::compare64(Env::GRFPU, a, b, signalling);
        self.retire(flags, Target::Condition(relation))
    }

    /// FMOVs, FNEGs and FABSs work on bits and raise nothing.
    fn moved(&mut self, rd: u8, bits: u32) -> FpOutcome {
        self.retire(Flags::NONE, Target::Single(rd, bits))
    }

    /// Ends an operation: a trap if FSR.tem enables it, otherwise writes the result.
    #[inline]
    fn retire(&mut self, flags: Flags, target: Target) -> FpOutcome {
        self.owed = Owed::Nothing;
        let trapping = flags.and(self.fsr.tem);
        if !trapping.is_empty() {
            // Exactly one bit: overflow and underflow hide the inexact that comes with them if
            // they trap themselves (V8 manual, section 4.4).
            self.fsr.cexc = if trapping == Flags::INEXACT {
                trapping
            } else {
                Flags::from_bits(trapping.bits() & !Flags::INEXACT.bits())
            };
            return self.fail(Ftt::Ieee754Exception);
        }
        self.fsr.ftt = Ftt::None;
        self.fsr.cexc = flags;
        self.fsr.aexc |= flags;
        match target {
            Target::Single(rd, bits) => self.set_single(rd, bits),
            Target::Double(rd, bits) => self.set_double(rd, bits),
            Target::Condition(relation) => self.fsr.fcc = relation as u8,
        }
        FpOutcome::Done
    }

    #[cold]
    fn fail(&mut self, ftt: Ftt) -> FpOutcome {
        self.fsr.ftt = ftt;
        FpOutcome::Exception(ftt)
    }
}

fn narrow(rd: u8, (bits, flags): (u32, Flags)) -> (Flags, Target) {
    (flags, Target::Single(rd, bits))
}

fn wide(rd: u8, (bits, flags): (u64, Flags)) -> (Flags, Target) {
    (flags, Target::Double(rd, bits))
}

fn integer(rd: u8, (value, flags): (i32, Flags)) -> (Flags, Target) {
    (flags, Target::Single(rd, value as u32))
}

#[cfg(test)]
mod tests;
