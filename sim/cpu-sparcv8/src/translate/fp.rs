//! Floating-point instructions in machine code of the host.
//!
//! Code carries out an operation while the unit is unhindered and the numbers are ordinary: the host's arithmetic gives
//! what `Fpu::execute` would. An operation that code cannot carry out leaves code, with the rest of its block. So
//! behind an operation that it has carried out, code knows that its result is ordinary, and that no exception is
//! pending.

use super::Node;
use crate::code::{FpuFields, OfCore};
use crate::core::Leon;
use crate::exec::Iu;
use crate::exec::branch::{self, BranchKind};
use crate::fpu::{Ftt, Owed};
use crate::handlers::BlockInsn;
use crate::isa::{Class, Op};
use crate::meters::Meter;
use crate::pipeline::{SHAPES, Width, latency};
use crate::tally::beyond_hot;
use trueboard_core::fp::Flags;
use trueboard_engine::lower::Lower;
use trueboard_jit::{
    Arithmetic, Code, Conversion, Field, Format, Left, Number, Operand, Rounded, Wait,
};

/// What code knows of the floating-point unit.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// It is enabled and unhindered.
    unhindered: bool,
    /// Pairs of registers that have an ordinary double, one bit each, and registers that have an ordinary single.
    doubles: u16,
    singles: u32,
    /// When results are there, by register.
    ready: [Option<Ready>; 32],
    /// FSR.ftt is "none", and this operation is owed.
    owed: Option<Owed>,
}

/// When a result is there: so many cycles behind the entry of the block, or earlier unless it is exact. Waits move the
/// entry.
#[derive(Clone, Copy)]
struct Ready {
    at: u8,
    exact: bool,
}

/// How an instruction waits for an operand.
#[derive(Clone, Copy, PartialEq)]
enum Awaited {
    /// As long as the operand takes.
    Any,
    /// So many cycles.
    Cycles(u8),
}

impl Known {
    /// A wait of any length may have moved the entry of the block.
    pub(super) fn may_have_waited(&mut self) {
        for ready in self.ready.iter_mut().flatten() {
            ready.exact = false;
        }
    }

    /// A wait has moved the entry of the block.
    fn has_waited(&mut self, cycles: u8) {
        for ready in self.ready.iter_mut().flatten() {
            ready.at = ready.at.saturating_sub(cycles);
        }
    }

    /// A register, or a pair, was written by an operation with any result.
    fn forget(&mut self, rd: u8, width: Width) {
        for r in registers(rd, width) {
            self.ready[usize::from(r)] = None;
            self.changed(r);
        }
    }

    /// A register has another value.
    fn changed(&mut self, r: u8) {
        self.doubles &= !(1 << (r >> 1));
        self.singles &= !(1 << r);
    }

    /// How an instruction waits for an operand that is due `at` cycles behind the entry of the block.
    fn awaited(&self, reg: u8, width: Width, at: u8) -> Awaited {
        let of = |r| match self.ready[usize::from(r)] {
            Some(ready) if ready.at <= at => Awaited::Cycles(0),
            Some(Ready { at: then, exact }) if exact => Awaited::Cycles(then - at),
            _ => Awaited::Any,
        };
        registers(reg, width)
            .map(of)
            .fold(Awaited::Cycles(0), Awaited::longer)
    }

    fn set_ready(&mut self, reg: u8, width: Width, at: u8) {
        let ready = Some(Ready { at, exact: true });
        registers(reg, width).for_each(|r| self.ready[usize::from(r)] = ready);
    }
}

impl Awaited {
    fn longer(self, other: Awaited) -> Awaited {
        match (self, other) {
            (Awaited::Cycles(a), Awaited::Cycles(b)) => Awaited::Cycles(a.max(b)),
            _ => Awaited::Any,
        }
    }
}

/// The registers of an operand.
fn registers(reg: u8, width: Width) -> std::ops::Range<u8> {
    let reg = reg & 31;
    match width {
        Width::None => 0..0,
        Width::Single => reg..reg + 1,
        Width::Double => (reg & !1)..(reg & !1) + 2,
    }
}

impl FpuFields<Leon> {
    pub(super) fn of(core: &Leon) -> FpuFields<Leon> {
        FpuFields {
            unhindered: Field::of(core, |c| &c.fpu.unhindered),
            pairs: Field::of(core, |c| &*c.fpu.pairs),
            ready: Field::of(core, |c| &*c.pipeline.fpu.ready),
            double_ready: Field::of(core, |c| &*c.pipeline.fpu.double_ready),
            pair_ready: Field::of(core, |c| &*c.pipeline.fpu.pair_ready),
            fcc_ready: Field::of(core, |c| &c.pipeline.fpu.fcc_ready),
            fcc: Field::of(core, |c| &c.fpu.fsr.fcc),
            ftt: Field::of(core, |c| &c.fpu.fsr.ftt),
            aexc: Field::of(core, |c| &c.fpu.fsr.aexc),
            cexc: Field::of(core, |c| &c.fpu.fsr.cexc),
            owed: Field::of(core, |c| &c.fpu.owed),
            owed_by: Field::of(core, |c| &c.fpu.owed_by),
        }
    }

    fn pair(&self, r: u8) -> Field<Leon, u64> {
        self.pairs.element(usize::from(r >> 1))
    }

    /// A register: the even one is the upper half of its pair.
    fn single(&self, r: u8) -> Field<Leon, u32> {
        match r & 1 {
            0 => self.pair(r).high(),
            _ => self.pair(r).low(),
        }
    }

    fn number(&self, r: u8, format: Format) -> Number<Leon> {
        match format {
            Format::Single => Number::Single(self.single(r)),
            Format::Double => Number::Double(self.pair(r)),
        }
    }

    /// When an operand can be used: the latest of these.
    fn moments(&self, reg: u8, width: Width) -> Vec<Field<Leon, u64>> {
        let pair = usize::from(reg >> 1);
        match width {
            Width::None => Vec::new(),
            Width::Single => vec![
                self.ready.element(reg.into()),
                self.double_ready.element(pair),
            ],
            Width::Double => vec![self.pair_ready.element(pair)],
        }
    }

    /// A result of an operation or load can be used so many cycles later.
    fn result_later(
        &self,
        code: &mut Code<'_, OfCore<Leon>>,
        (rd, width): (u8, Width),
        cycles: u32,
    ) {
        let pair = usize::from(rd >> 1);
        code.moment_later(cycles);
        match width {
            Width::None => code.put_moment(self.fcc_ready),
            Width::Single => {
                code.put_moment(self.ready.element(rd.into()));
                code.raise_to_moment(self.pair_ready.element(pair));
            }
            Width::Double => {
                code.put_moment(self.double_ready.element(pair));
                code.put_moment(self.pair_ready.element(pair));
            }
        }
    }

    fn rounded(&self) -> Rounded<Leon> {
        Rounded {
            of: self.aexc.byte(),
            bit: Flags::INEXACT.bits(),
        }
    }
}

/// What code does of an operation.
enum Kind {
    Arithmetic(Arithmetic, Format, Owed),
    Compare(Format),
    /// FMOVs and the like: bits that it keeps, and bits that it inverts.
    Move(u32, u32),
    OfInteger(Format),
    Widen,
    Narrow,
    Truncate(Format),
}

impl Kind {
    fn of(op: Op) -> Option<Kind> {
        use Arithmetic::{Difference, Product, Sum};
        use Format::{Double, Single};
        Some(match op {
            Op::Faddd => Kind::Arithmetic(Sum, Double, Owed::SumOfDoubles),
            Op::Fsubd => Kind::Arithmetic(Difference, Double, Owed::DifferenceOfDoubles),
            Op::Fmuld => Kind::Arithmetic(Product, Double, Owed::ProductOfDoubles),
            Op::Fadds => Kind::Arithmetic(Sum, Single, Owed::SumOfSingles),
            Op::Fsubs => Kind::Arithmetic(Difference, Single, Owed::DifferenceOfSingles),
            Op::Fmuls => Kind::Arithmetic(Product, Single, Owed::ProductOfSingles),
            Op::Fcmpd | Op::Fcmped => Kind::Compare(Double),
            Op::Fcmps | Op::Fcmpes => Kind::Compare(Single),
            Op::Fmovs => Kind::Move(u32::MAX, 0),
            Op::Fnegs => Kind::Move(u32::MAX, 1 << 31),
            Op::Fabss => Kind::Move(u32::MAX >> 1, 0),
            Op::Fitos => Kind::OfInteger(Single),
            Op::Fitod => Kind::OfInteger(Double),
            Op::Fstod => Kind::Widen,
            Op::Fdtos => Kind::Narrow,
            Op::Fstoi => Kind::Truncate(Single),
            Op::Fdtoi => Kind::Truncate(Double),
            _ => return None,
        })
    }
}

impl Node<'_, '_> {
    /// An instruction that has no semantics as data.
    pub(super) fn by_operation(&mut self, i: usize) {
        let Some(b) = self.insn(i).cloned() else {
            return self.code.by_handler(i);
        };
        let op = b.insn.op;
        let of_register = SHAPES[op as usize].rd != Width::None;
        match op.class() {
            Class::Fload | Class::FloadDouble if of_register => self.load_fp(i, &b),
            Class::Fstore | Class::FstoreDouble if of_register => self.store_fp(i, &b),
            _ => match Kind::of(op) {
                Some(kind) => self.operation(i, &b, &kind),
                None => {
                    self.code.by_handler(i);
                    self.known.may_have_waited();
                    if op.class().is_fpop() {
                        (self.known.unhindered, self.known.owed) = (false, None);
                        self.known.forget(b.insn.rd, SHAPES[op as usize].rd);
                    }
                }
            },
        }
    }

    /// Leaves code in front of instruction `i` unless the unit is known to be unhindered.
    fn unhindered(&mut self, i: usize) {
        if !std::mem::replace(&mut self.known.unhindered, true) {
            let slow = self.code.leaving(Left::Rest(i as u8));
            let on = u8::from(true);
            self.code.unless_8(self.f.fpu_enabled.byte(), on, slow);
            self.code.unless_8(self.f.fpu.unhindered.byte(), on, slow);
        }
    }

    /// How instruction `b` waits for its operands.
    fn wait_of(&mut self, b: &BlockInsn) -> Wait<Leon> {
        let (d, shape) = (&b.insn, SHAPES[b.insn.op as usize]);
        let operands = [(d.rs1, shape.rs1), (d.rs2, shape.rs2), (d.rd, shape.rd)];
        let awaited = operands.map(|(reg, width)| self.known.awaited(reg, width, b.at));
        let all = awaited
            .into_iter()
            .fold(Awaited::Cycles(0), Awaited::longer);
        let cycles = match all {
            Awaited::Cycles(cycles) => cycles,
            Awaited::Any => 0,
        };
        let mut ready: Vec<Field<Leon, u64>> = Vec::new();
        if all == Awaited::Any {
            for (n, (reg, width)) in operands.into_iter().enumerate() {
                let named = |&(r, w): &(u8, Width)| registers(r, w) == registers(reg, width);
                if awaited[n] != Awaited::Cycles(0) && !operands[..n].iter().any(named) {
                    ready.extend(self.f.fpu.moments(reg, width));
                }
            }
            self.known.may_have_waited();
        }
        self.known.has_waited(cycles);
        for (reg, width) in operands {
            self.known.set_ready(reg, width, b.at);
        }
        Wait {
            time: self.f.base,
            due: b.at.into(),
            last: self.t.exit.last_issue,
            end: self.f.until,
            ready,
            cycles: cycles.into(),
            meter: self.f.meter(Meter::FpuStalls),
            marks: (self.f.beyond_hot, beyond_hot(Meter::FpuStalls)),
        }
    }

    /// The result of instruction `b` is known to be there so many cycles later.
    fn set_later(&mut self, b: &BlockInsn, cycles: u64) {
        let (rd, width) = (b.insn.rd, SHAPES[b.insn.op as usize].rd);
        match u8::try_from(u64::from(b.at) + cycles) {
            Ok(at) => self.known.set_ready(rd, width, at),
            Err(_) => self.known.forget(rd, width),
        }
    }

    /// LDF and LDDF.
    fn load_fp(&mut self, i: usize, b: &BlockInsn) {
        self.unhindered(i);
        let (rd, width) = (b.insn.rd, SHAPES[b.insn.op as usize].rd);
        let format = match width {
            Width::Double => Format::Double,
            _ => Format::Single,
        };
        let mut lower = Lower::default();
        let address = lower.address(&b.insn);
        let later = 1 + u32::from(self.timing.load_use_cycles);
        let wait = self.wait_of(b);
        // For a line of the cache.
        self.known.may_have_waited();
        let f = self.f;
        let to = f.fpu.number(rd, format);
        let uops = (lower.uops(), address);
        let places = self.places(b);
        self.code.load_number(i, uops, &places, to, &wait, |code| {
            f.fpu.result_later(code, (rd, width), later);
        });
        registers(rd, width).for_each(|r| self.known.changed(r));
        self.set_later(b, later.into());
    }

    /// STF and STDF.
    fn store_fp(&mut self, i: usize, b: &BlockInsn) {
        self.unhindered(i);
        let format = match SHAPES[b.insn.op as usize].rd {
            Width::Double => Format::Double,
            _ => Format::Single,
        };
        let mut lower = Lower::default();
        let address = lower.address(&b.insn);
        let wait = self.wait_of(b);
        // For the write buffer.
        self.known.may_have_waited();
        let from = self.f.fpu.number(b.insn.rd, format);
        let places = self.places(b);
        self.code
            .store_number(i, (lower.uops(), address), &places, from, &wait);
    }

    /// FBfcc with a condition.
    pub(super) fn float_branch(&mut self, i: usize, b: &BlockInsn) {
        let kind = BranchKind::of(&b.insn);
        let table = (0..4).filter(|&fcc| branch::fcc_holds(kind.cond, fcc));
        let table = table.fold(0, |table, fcc| table | 1 << fcc);
        self.unhindered(i);
        let (late, not_taken) = (self.code.leaving(Left::Rest(i as u8)), self.code.label());
        let mut wait = self.wait_of(b);
        wait.ready.push(self.f.fpu.fcc_ready);
        self.known.may_have_waited();
        self.code.wait(&wait, late);
        self.code.unless_bit(self.f.fpu.fcc, table, not_taken);
        let (fork, known) = (self.code.fork(), self.known);
        self.goes_to(b.pc, branch::target(b.pc, &b.insn));
        self.slot();
        self.end(1);

        self.code.bind(not_taken);
        self.code.resume(fork);
        self.known = known;
        self.not_taken(i, b, kind);
    }

    fn operand(&self, r: u8, format: Format) -> Operand<Leon> {
        let ordinary = match format {
            Format::Single => self.known.singles >> (r & 31) & 1 != 0,
            Format::Double => self.known.doubles >> (r >> 1 & 15) & 1 != 0,
        };
        Operand {
            number: self.f.fpu.number(r, format),
            ordinary,
        }
    }

    /// A register, or a pair, has an ordinary number.
    fn is_ordinary(&mut self, r: u8, format: Format) {
        match format {
            Format::Single => self.known.singles |= 1 << (r & 31),
            Format::Double => self.known.doubles |= 1 << (r >> 1 & 15),
        }
    }

    /// An FPop.
    fn operation(&mut self, i: usize, b: &BlockInsn, kind: &Kind) {
        self.unhindered(i);
        let slow = self.code.leaving(Left::Rest(i as u8));
        let wait = self.wait_of(b);
        self.code.wait(&wait, slow);
        let (d, f) = (&b.insn, &self.f.fpu);
        let (rd_width, cexc, rounded) = (SHAPES[d.op as usize].rd, f.cexc.byte(), f.rounded());
        // The operand of a conversion and the format of its result.
        let convert = |node: &mut Self, conversion, to: Option<Format>| {
            node.code.convert(&conversion, cexc, &rounded, slow);
            let format = to.unwrap_or(Format::Single);
            node.code.put_number(node.f.fpu.number(d.rd, format));
            registers(d.rd, rd_width).for_each(|r| node.known.changed(r));
            if let Some(format) = to {
                node.is_ordinary(d.rd, format);
            }
            node.owes(Owed::Nothing);
        };
        match *kind {
            Kind::Arithmetic(op, format, owed) => {
                let (a, mut b) = (self.operand(d.rs1, format), self.operand(d.rs2, format));
                b.ordinary |= registers(d.rs1, rd_width) == registers(d.rs2, rd_width);
                self.code.arithmetic(op, &[a, b], &f.rounded(), slow);
                self.is_ordinary(d.rs1, format);
                self.is_ordinary(d.rs2, format);
                self.code.put_number(f.number(d.rd, format));
                registers(d.rd, rd_width).for_each(|r| self.known.changed(r));
                self.is_ordinary(d.rd, format);
                self.code
                    .keep_operands([0, 1].map(|n| f.owed_by.element(n)));
                self.owes(owed);
            }
            Kind::Compare(format) => {
                let numbers = [d.rs1, d.rs2].map(|r| f.number(r, format));
                self.code.compare_numbers(numbers, f.fcc, slow);
                self.raises_nothing();
            }
            Kind::Move(keep, flip) => {
                self.code
                    .move_single(f.single(d.rd), f.single(d.rs2), (keep, flip));
                let ordinary = self.operand(d.rs2, Format::Single).ordinary;
                registers(d.rd, rd_width).for_each(|r| self.known.changed(r));
                if ordinary {
                    self.is_ordinary(d.rd, Format::Single);
                }
                self.raises_nothing();
            }
            Kind::OfInteger(format) => {
                convert(
                    self,
                    Conversion::OfInteger(f.single(d.rs2), format),
                    Some(format),
                );
            }
            Kind::Widen => {
                let operand = self.operand(d.rs2, Format::Single);
                convert(self, Conversion::Widening(operand), Some(Format::Double));
            }
            Kind::Narrow => {
                let operand = self.operand(d.rs2, Format::Double);
                convert(self, Conversion::Narrowing(operand), Some(Format::Single));
            }
            Kind::Truncate(format) => {
                let operand = self.operand(d.rs2, format);
                convert(self, Conversion::Truncation(operand), None);
            }
        }
        let cycles = latency(b.class, || false, self.timing);
        f.result_later(self.code, (d.rd, rd_width), cycles as u32);
        self.set_later(b, cycles);
    }

    /// The operation has raised nothing.
    fn raises_nothing(&mut self) {
        self.code.set_8(self.f.fpu.cexc.byte(), Flags::NONE.bits());
        self.owes(Owed::Nothing);
    }

    /// The operation was carried out, and `owed` has its flags.
    fn owes(&mut self, owed: Owed) {
        let f = &self.f.fpu;
        if self.known.owed.is_none() {
            self.code.set_8(f.ftt.byte(), Ftt::None as u8);
        }
        if self.known.owed != Some(owed) {
            self.code.set_8(f.owed.byte(), owed as u8);
        }
        self.known.owed = Some(owed);
    }
}
