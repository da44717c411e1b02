//! Conditions on values, as flags of the host.

use crate::asm::{Alu, Cond, Label, RAX, Src};
use crate::block::Code;
use crate::memory::Guest;
use crate::places::Places;
use crate::uops::{Unsupported, is_supported, loc_of, results, src};
use crate::values::Loc;
use trueboard_engine::lower::{Uop, Value};
use trueboard_engine::ops::{Binary, Registers};

/// `value` is the result of the last operation, which gives 1 or 0.
fn is_truth<M: Registers>(uops: &[Uop<M>], value: Value) -> bool {
    let results = uops.iter().map(results).sum::<usize>();
    let is_last = value == Value::Temp((results as u16).wrapping_sub(1));
    let truth = match uops.last() {
        Some(Uop::Binary(Binary::And, _, b)) => *b == Value::Const(1),
        Some(Uop::Binary(op, ..)) => matches!(
            op,
            Binary::Equal | Binary::BelowUnsigned | Binary::BelowSigned
        ),
        _ => false,
    };
    is_last && truth
}

/// What a condition compares behind operations, and which flags of the host say that it holds.
pub(crate) struct Condition<'a, M: Registers> {
    pub uops: &'a [Uop<M>],
    pub values: [Value; 2],
    /// The bits of the first value that count. If they are not all, the second one is 0.
    mask: u32,
    pub holds: Cond,
}

impl<'a, M: Registers> Condition<'a, M> {
    /// `test` is true behind `uops`.
    pub fn of(uops: &'a [Uop<M>], test: Value) -> Condition<'a, M> {
        let mut condition = Condition {
            uops,
            values: [test, Value::Const(0)],
            mask: u32::MAX,
            holds: Cond::NotEqual,
        };
        // What negates a comparison, then the comparison, if each of them is the last operation.
        while let Some((uop, before)) = condition.last() {
            let truth = match condition.holds {
                Cond::NotEqual => true,
                Cond::Equal => false,
                _ => break,
            };
            let (holds, values) = match *uop {
                Uop::Binary(Binary::Xor, a, Value::Const(1)) if is_truth(before, a) => {
                    (Cond::Equal, [a, Value::Const(0)])
                }
                Uop::Binary(Binary::Equal, a, b) => (Cond::Equal, [a, b]),
                Uop::Binary(Binary::BelowUnsigned, a, b) => (Cond::Below, [a, b]),
                Uop::Binary(Binary::BelowSigned, a, b) => (Cond::Less, [a, b]),
                _ => break,
            };
            condition = Condition {
                uops: before,
                values,
                mask: u32::MAX,
                holds: if truth { holds } else { holds.negated() },
            };
        }
        if matches!(condition.holds, Cond::Equal | Cond::NotEqual) {
            condition.look_through();
        }
        condition
    }

    /// The last operation, with its result compared with 0, and the operations before it.
    fn last(&self) -> Option<(&'a Uop<M>, &'a [Uop<M>])> {
        let (uop, before) = self.uops.split_last()?;
        let result = before.iter().map(results).sum::<usize>() as u16;
        (self.values == [Value::Temp(result), Value::Const(0)]).then_some((uop, before))
    }

    /// A test of bits of a value for 0 reads the value itself.
    fn look_through(&mut self) {
        if let Some((&Uop::Binary(Binary::And, a, Value::Const(mask)), before)) = self.last() {
            (self.uops, self.values[0], self.mask) = (before, a, mask);
        }
        if let Some((&Uop::Binary(Binary::ShiftRight, a, Value::Const(n)), before)) = self.last() {
            let mask = self.mask << (n & 31);
            if mask >> (n & 31) == self.mask || self.mask == u32::MAX {
                (self.uops, self.values[0], self.mask) = (before, a, mask);
            }
        }
    }

    /// As [`Condition::of`], behind the operations before `at`, if no operation needs what it leaves out; otherwise
    /// `test` itself.
    pub fn before(
        uops: &'a [Uop<M>],
        at: usize,
        test: Value,
        needless: impl Fn(usize) -> bool,
    ) -> Condition<'a, M> {
        let before = uops.get(..at).unwrap_or_default();
        let condition = Condition::of(before, test);
        match (condition.uops.len()..at).all(needless) {
            true => condition,
            false => Condition {
                uops: before,
                values: [test, Value::Const(0)],
                mask: u32::MAX,
                holds: Cond::NotEqual,
            },
        }
    }
}

impl<G: Guest> Code<'_, G> {
    /// Goes to `to` unless `test` is true behind `uops`, which neither load nor trap.
    pub fn unless(
        &mut self,
        uops: &[Uop<G::Machine>],
        test: Value,
        places: &impl Places<G>,
        to: Label,
    ) {
        let slow = self.slow();
        let condition = Condition::of(uops, test);
        let done = match is_supported(condition.uops, places) {
            true => self.carry_out(condition.uops, places, None, &condition.values, slow),
            false => Err(Unsupported),
        };
        match done {
            Ok(locs) if !self.asm.is_used(slow) && self.compare(&condition, &locs).is_ok() => {
                self.asm.jump_if(condition.holds.negated(), to);
            }
            _ => self.fails(),
        }
    }

    /// Sets the flags of the host by the values of a condition.
    pub(crate) fn compare(
        &mut self,
        condition: &Condition<'_, G::Machine>,
        locs: &[Option<Loc>],
    ) -> Result<(), Unsupported> {
        let [a, b] = condition.values;
        let first = match loc_of(locs, a)? {
            Loc::Reg(a) => a,
            a => {
                self.load_loc(RAX, a);
                RAX
            }
        };
        match (condition.mask, loc_of(locs, b)?) {
            (u32::MAX, Loc::Const(0)) => self.asm.test(first, Src::Reg(first)),
            (u32::MAX, b) => self.asm.alu(Alu::Cmp, first, src(b)),
            (mask, _) => self.asm.test(first, Src::Imm(mask as i32)),
        }
        Ok(())
    }
}
