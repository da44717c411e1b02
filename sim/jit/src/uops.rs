//! Semantics of one instruction, from [`Uop`]s to code.

use crate::asm::{Alu, Cond, Label, Mem, R12, RAX, RBP, RBX, RCX, RDX, Reg, Shift, Src};
use crate::block::Code;
use crate::condition::Condition;
use crate::field::Field;
use crate::memory::{GUARD, Guest, shared};
use crate::places::{Base, Place, Places, Window};
use crate::values::Loc;
use cranelift_assembler_x64::Scale;
use trueboard_engine::lower::{Uop, Value};
use trueboard_engine::ops::{Binary, Codes, Registers, Unary};

/// An instruction is left to its handler, for a reason of the compiler's.
pub(crate) struct Unsupported;

/// Values of one instruction.
struct Temps<'a, M: Registers> {
    uops: &'a [Uop<M>],
    locs: Vec<Option<Loc>>,
    /// The operation that needs a value last, by value.
    last: Vec<usize>,
    /// No operation needs its result.
    needless: Vec<bool>,
    /// The operation under way.
    now: usize,
}

impl<M: Registers> Temps<'_, M> {
    fn needed_behind(&self, value: Value) -> bool {
        match value {
            Value::Temp(n) => self.last.get(usize::from(n)).is_some_and(|&i| i > self.now),
            Value::Const(_) => false,
        }
    }

    /// What comes behind the operations needs it.
    fn is_kept(&self, value: Value) -> bool {
        match value {
            Value::Temp(n) => self.last.get(usize::from(n)) == Some(&self.uops.len()),
            Value::Const(_) => false,
        }
    }

    /// A register of the host that holds a value which this operation or one behind it needs.
    fn is_busy(&self, r: Reg) -> bool {
        let needed = self
            .locs
            .iter()
            .zip(&self.last)
            .filter(|(_, last)| **last >= self.now);
        let mut held = needed.map(|(loc, _)| *loc);
        held.any(|loc| loc == Some(Loc::Reg(r)))
    }
}

fn operands<M: Registers>(uop: &Uop<M>) -> [Option<Value>; 4] {
    let none = None;
    match *uop {
        Uop::Get(_) => [none; 4],
        Uop::Put(_, a) | Uop::Unary(_, a) | Uop::TrapIf(a, _) => [Some(a), none, none, none],
        Uop::Load(_, a) | Uop::LoadPair(a) => [Some(a), none, none, none],
        Uop::Binary(_, a, b) | Uop::Store(_, a, b) => [Some(a), Some(b), none, none],
        Uop::Call(_, [a, b]) => [Some(a), Some(b), none, none],
        Uop::Select(a, b, c) | Uop::StorePair(a, [b, c]) => [Some(a), Some(b), Some(c), none],
        Uop::Codes(_, [a, b], c) => [Some(a), Some(b), Some(c), none],
    }
}

pub(crate) fn results<M: Registers>(uop: &Uop<M>) -> usize {
    match uop {
        Uop::Put(..) | Uop::TrapIf(..) | Uop::Store(..) | Uop::StorePair(..) => 0,
        Uop::LoadPair(_) => 2,
        _ => 1,
    }
}

/// `uop` tests whether the operation `of` overflows.
fn is_overflow_of<M: Registers>(uop: &Uop<M>, of: &Uop<M>) -> bool {
    let (Uop::Binary(asks, a, b), Uop::Binary(op, x, y)) = (uop, of) else {
        return false;
    };
    let asked = match asks {
        Binary::AddOverflows => Binary::Add,
        Binary::SubOverflows => Binary::Sub,
        Binary::MulOverflows => Binary::Mul,
        _ => return false,
    };
    asked == *op && [a, b] == [x, y]
}

/// Where a value is.
pub(crate) fn loc_of(locs: &[Option<Loc>], value: Value) -> Result<Loc, Unsupported> {
    match value {
        Value::Const(v) => Ok(Loc::Const(v)),
        Value::Temp(n) => {
            let loc = locs.get(usize::from(n)).copied().flatten();
            loc.ok_or(Unsupported)
        }
    }
}

/// The last operation that needs each value, and the unneeded operations. `kept` are needed behind all of them, and
/// values in `dead` are unneeded.
fn last_uses<M: Registers>(
    uops: &[Uop<M>],
    kept: &[Value],
    dead: Option<M::Reg>,
) -> (Vec<usize>, Vec<bool>) {
    let mut of = uops.iter().map(results).sum();
    let mut last = vec![None; of];
    let needs = |last: &mut Vec<Option<usize>>, value, at| {
        if let Value::Temp(n) = value
            && let Some(last) = last.get_mut(usize::from(n))
            && last.is_none()
        {
            *last = Some(at);
        }
    };
    kept.iter()
        .for_each(|&value| needs(&mut last, value, uops.len()));
    let mut needless = vec![false; uops.len()];
    for (at, uop) in uops.iter().enumerate().rev() {
        let end = of;
        of -= results(uop);
        needless[at] = match *uop {
            Uop::Put(reg, _) => Some(reg) == dead,
            Uop::Get(_) | Uop::Unary(..) | Uop::Binary(..) | Uop::Select(..) => {
                last[of..end].iter().all(Option::is_none)
            }
            _ => false,
        };
        let operands = match *uop {
            // What is compared. What the comparison gives may be needed elsewhere.
            Uop::TrapIf(test, _) => {
                let [a, b] = Condition::of(&uops[..at], test).values;
                [Some(a), Some(b), None, None]
            }
            _ => operands(uop),
        };
        if !needless[at] {
            let operands = operands.into_iter().flatten();
            operands.for_each(|value| needs(&mut last, value, at));
        }
    }
    let last = last.into_iter().map(|at| at.unwrap_or(0)).collect();
    (last, needless)
}

/// Whether code is made of all of `uops`. Where they may turn to the handler nothing may have been put: the handler begins
/// with the first of them.
pub(crate) fn is_supported<G: Guest>(uops: &[Uop<G::Machine>], places: &impl Places<G>) -> bool {
    let changes = |uop: &&Uop<_>| matches!(uop, Uop::Put(..) | Uop::Store(..) | Uop::StorePair(..));
    let mut behind = uops.iter().skip_while(|uop| !changes(uop)).skip(1);
    let may_turn = |uop: &Uop<_>| {
        matches!(
            uop,
            Uop::TrapIf(..)
                | Uop::Load(..)
                | Uop::LoadPair(_)
                | Uop::Store(..)
                | Uop::StorePair(..)
        )
    };
    if behind.any(may_turn) {
        return false;
    }
    let stores = places.window().stores.is_some();
    let known = |reg| !matches!(places.register(reg), Place::Elsewhere);
    uops.iter().all(|uop| match *uop {
        Uop::Get(reg) | Uop::Put(reg, _) => known(reg),
        Uop::Unary(op, _) => !matches!(op, Unary::LeadingZeros | Unary::ReverseBits),
        Uop::TrapIf(test, _) => test != Value::Const(1),
        Uop::Store(..) | Uop::StorePair(..) => stores,
        Uop::Call(..) => false,
        _ => true,
    })
}

impl<G: Guest> Code<'_, G> {
    /// The semantics of instruction `i`, if code can be made of them; else its handler executes it. `dead`: a register
    /// that an instruction behind it sets before anyone looks.
    pub fn semantics(
        &mut self,
        i: usize,
        uops: &[Uop<G::Machine>],
        places: &impl Places<G>,
        dead: Option<<G::Machine as Registers>::Reg>,
    ) {
        if !is_supported(uops, places) {
            return self.by_handler(i);
        }
        let slow = self.slow();
        if self.carry_out(uops, places, dead, &[], slow).is_err() {
            return self.fails();
        }
        self.end_slow(slow, i);
    }

    /// Emits `uops`, except unneeded ones. Returns the places of their results; `kept` are needed behind them.
    pub(crate) fn carry_out(
        &mut self,
        uops: &[Uop<G::Machine>],
        places: &impl Places<G>,
        dead: Option<<G::Machine as Registers>::Reg>,
        kept: &[Value],
        slow: Label,
    ) -> Result<Vec<Option<Loc>>, Unsupported> {
        let (last, needless) = last_uses(uops, kept, dead);
        self.flags_of = None;
        let mut temps = Temps {
            uops,
            locs: Vec::new(),
            last,
            needless,
            now: 0,
        };
        for (at, uop) in uops.iter().enumerate() {
            temps.now = at;
            match temps.needless[at] {
                true => temps.locs.extend(std::iter::repeat_n(None, results(uop))),
                false => self.uop(uop, &mut temps, places, dead, slow)?,
            }
        }
        Ok(temps.locs)
    }

    fn uop(
        &mut self,
        uop: &Uop<G::Machine>,
        temps: &mut Temps<'_, G::Machine>,
        places: &impl Places<G>,
        dead: Option<<G::Machine as Registers>::Reg>,
        slow: Label,
    ) -> Result<(), Unsupported> {
        let of = |temps: &Temps<'_, G::Machine>, value| loc_of(&temps.locs, value);
        let result = match *uop {
            Uop::Get(reg) => self.get(&places.register(reg), temps)?,
            Uop::Put(reg, _) if Some(reg) == dead => return Ok(()),
            Uop::Put(reg, v) => {
                let v = of(temps, v)?;
                self.put(&places.register(reg), v);
                return Ok(());
            }
            Uop::Unary(op, a) => {
                let a = of(temps, a)?;
                self.unary(op, a, temps)?
            }
            Uop::Binary(_, _, _) if self.has_overflow(temps) => {
                let to = self.fresh(temps)?;
                self.asm.set_if(Cond::Overflow, RAX);
                self.asm.extend(to, RAX, 1, false);
                Loc::Reg(to)
            }
            Uop::Binary(op, a, b) => {
                self.binary(op, [a, b], [of(temps, a)?, of(temps, b)?], temps, places)?
            }
            Uop::Codes(kind, [a, b], r) => {
                let (a, b, r) = (of(temps, a)?, of(temps, b)?, of(temps, r)?);
                self.codes(kind, [a, b], r, temps)?
            }
            Uop::Select(test, yes, no) => {
                let (test, yes, no) = (of(temps, test)?, of(temps, yes)?, of(temps, no)?);
                let to = self.fresh(temps)?;
                self.load_loc(RAX, yes);
                self.load_loc(RCX, no);
                self.load_loc(RDX, test);
                self.asm.test(RDX, Src::Reg(RDX));
                self.asm.mov_if_zero(RAX, RCX);
                self.asm.mov(to, Src::Reg(RAX));
                Loc::Reg(to)
            }
            Uop::TrapIf(test, _) => {
                let condition = Condition::before(temps.uops, temps.now, test, |at| {
                    temps.needless.get(at) == Some(&true)
                });
                self.compare(&condition, &temps.locs)?;
                self.asm.jump_if(condition.holds, slow);
                return Ok(());
            }
            Uop::Load(bytes, address) => {
                let address = of(temps, address)?;
                let to = self.fresh(temps)?;
                self.load(to, address, bytes, &places.window(), slow);
                Loc::Reg(to)
            }
            Uop::Store(bytes, address, value) => {
                let (address, value) = (of(temps, address)?, of(temps, value)?);
                let window = places.window();
                self.reach_for_store(address, bytes, &window, slow);
                self.put_bytes(value, bytes, 0, &window);
                self.note_in(&window, true);
                return Ok(());
            }
            Uop::StorePair(address, [low, high]) => {
                let address = of(temps, address)?;
                let (low, high) = (of(temps, low)?, of(temps, high)?);
                let window = places.window();
                self.reach_for_store(address, 8, &window, slow);
                let halves = if window.big_endian {
                    [high, low]
                } else {
                    [low, high]
                };
                self.put_bytes(halves[0], 4, 0, &window);
                self.put_bytes(halves[1], 4, 4, &window);
                self.note_in(&window, true);
                return Ok(());
            }
            Uop::LoadPair(address) => {
                let (address, low) = (of(temps, address)?, self.fresh(temps)?);
                temps.locs.push(Some(Loc::Reg(low)));
                let high = self.fresh(temps)?;
                self.load_pair([low, high], address, &places.window(), slow);
                Loc::Reg(high)
            }
            Uop::Call(..) => return Err(Unsupported),
        };
        temps.locs.push(Some(result));
        Ok(())
    }

    /// A register of the host for a new value.
    fn fresh(&mut self, temps: &Temps<'_, G::Machine>) -> Result<Reg, Unsupported> {
        self.values.free(|r| temps.is_busy(r)).ok_or(Unsupported)
    }

    pub(crate) fn load_loc(&mut self, to: Reg, loc: Loc) {
        self.asm.mov(to, src(loc));
    }

    fn get(&mut self, place: &Place<G>, temps: &Temps<'_, G::Machine>) -> Result<Loc, Unsupported> {
        match *place {
            Place::Word(field) => {
                if let Some(known) = self.values.get(field.offset()) {
                    return Ok(known);
                }
                let to = self.fresh(temps)?;
                self.asm.mov(to, Src::Mem(field.mem()));
                self.values.put(field.offset(), Loc::Reg(to));
                Ok(Loc::Reg(to))
            }
            Place::Byte(field) => {
                let to = self.fresh(temps)?;
                self.asm.load_extended(to, field.mem(), 1, false);
                Ok(Loc::Reg(to))
            }
            Place::Elsewhere => Err(Unsupported),
        }
    }

    fn put(&mut self, place: &Place<G>, v: Loc) {
        match (place, v) {
            (Place::Word(field), Loc::Const(v)) => self.asm.store_imm(field.mem(), v),
            (Place::Word(field), Loc::Reg(r)) => self.asm.store(field.mem(), r),
            (Place::Byte(field), Loc::Const(v)) => self.asm.store_imm_8(field.mem(), v as u8),
            (Place::Byte(field), Loc::Reg(r)) => self.asm.store_8(field.mem(), r),
            (Place::Elsewhere, _) => {}
        }
        if let Place::Word(field) = place {
            self.values.put(field.offset(), v);
        }
    }

    fn unary(
        &mut self,
        op: Unary,
        a: Loc,
        temps: &Temps<'_, G::Machine>,
    ) -> Result<Loc, Unsupported> {
        let a = match a {
            Loc::Const(a) => return Ok(Loc::Const(op.of(a))),
            Loc::Reg(a) => a,
        };
        let to = self.fresh(temps)?;
        match op {
            Unary::Not => {
                self.asm.mov(to, Src::Reg(a));
                self.asm.not(to);
            }
            Unary::SignExtendByte => self.asm.extend(to, a, 1, true),
            Unary::SignExtendHalf => self.asm.extend(to, a, 2, true),
            Unary::LeadingZeros | Unary::ReverseBits => return Err(Unsupported),
        }
        Ok(Loc::Reg(to))
    }

    /// Codes, or whether it overflows, are made of the flags of the operation under way, before another one sets them.
    fn flags_follow(temps: &Temps<'_, G::Machine>) -> bool {
        let result = Value::Temp(temps.locs.len() as u16);
        let behind = temps.uops.iter().skip(temps.now + 1);
        let mut setting = behind.skip_while(|uop| matches!(uop, Uop::Put(..) | Uop::Get(_)));
        let under_way = temps.uops.get(temps.now);
        setting.next().is_some_and(|uop| match uop {
            Uop::Codes(_, _, r) => *r == result,
            uop => under_way.is_some_and(|of| is_overflow_of(uop, of)),
        })
    }

    /// The operation with flags in the host's flags, and the number of its result.
    fn flags_of<'u>(&self, temps: &Temps<'u, G::Machine>) -> Option<(&'u Uop<G::Machine>, Value)> {
        let at = self.flags_of.filter(|_| self.asm.flags_of_last)?;
        let result = temps.uops.get(..at)?.iter().map(results).sum::<usize>();
        Some((temps.uops.get(at)?, Value::Temp(result as u16)))
    }

    /// The flags of the host have the overflow that the current operation tests.
    fn has_overflow(&self, temps: &Temps<'_, G::Machine>) -> bool {
        let asks = temps.uops.get(temps.now);
        let of = self.flags_of(temps);
        asks.is_some_and(|asks| of.is_some_and(|(of, _)| is_overflow_of(asks, of)))
    }

    /// The flags of the host are the codes that the current operation needs.
    fn has_codes(&self, temps: &Temps<'_, G::Machine>) -> bool {
        let Some(Uop::Codes(kind, asked, r)) = temps.uops.get(temps.now) else {
            return false;
        };
        let Some((Uop::Binary(op, a, b), result)) = self.flags_of(temps) else {
            return false;
        };
        match kind {
            Codes::Sum => *op == Binary::Add && (*asked == [*a, *b] || *asked == [*b, *a]),
            Codes::Difference => *op == Binary::Sub && *asked == [*a, *b],
            Codes::Result => matches!(op, Binary::And | Binary::Or | Binary::Xor) && *r == result,
        }
    }

    /// The register for the result of the current operation, with operand `value` `a`: the operand's register, if no
    /// later operation needs it.
    fn destination(
        &mut self,
        a: Loc,
        value: Value,
        temps: &Temps<'_, G::Machine>,
        places: &impl Places<G>,
    ) -> Result<Reg, Unsupported> {
        match a {
            Loc::Reg(r) if self.may_take(r, value, temps, places) => {
                self.values.forget_held_by(r);
                Ok(r)
            }
            _ => self.fresh(temps),
        }
    }

    fn binary(
        &mut self,
        op: Binary,
        values: [Value; 2],
        [mut a, mut b]: [Loc; 2],
        temps: &Temps<'_, G::Machine>,
        places: &impl Places<G>,
    ) -> Result<Loc, Unsupported> {
        if let (Loc::Const(a), Loc::Const(b)) = (a, b) {
            return Ok(Loc::Const(op.of(a, b)));
        }
        let alu = match op {
            Binary::Add => Alu::Add,
            Binary::Sub => Alu::Sub,
            Binary::And => Alu::And,
            Binary::Or => Alu::Or,
            Binary::Xor => Alu::Xor,
            _ => return self.other_binary(op, values, [a, b], temps, places),
        };
        let flags = Self::flags_follow(temps);
        let mut first = values[0];
        if op != Binary::Sub && matches!(a, Loc::Const(_)) {
            (a, b) = (b, a);
            first = values[1];
        }
        match (op, a, b) {
            (Binary::Add | Binary::Sub | Binary::Or | Binary::Xor, a, Loc::Const(0)) if !flags => {
                return Ok(a);
            }
            (Binary::Sub, Loc::Const(0), Loc::Reg(b)) if !flags => {
                let to = self.destination(Loc::Reg(b), values[1], temps, places)?;
                self.asm.mov(to, Src::Reg(b));
                self.asm.negate(to);
                return Ok(Loc::Reg(to));
            }
            _ => {}
        }
        let to = self.destination(a, first, temps, places)?;
        match (op, a, b) {
            (Binary::Add, Loc::Reg(a), Loc::Const(b)) if !flags && a != to => {
                self.asm.address(to, Mem::At(a, b as i32));
            }
            (Binary::Add, Loc::Reg(a), Loc::Reg(b)) if !flags && a != to => {
                self.asm.address(to, Mem::Indexed(a, b, Scale::One, 0));
            }
            (Binary::Sub, Loc::Reg(a), Loc::Const(b)) if !flags && a != to => {
                self.asm.address(to, Mem::At(a, (b as i32).wrapping_neg()));
            }
            _ => {
                self.asm.mov(to, src(a));
                self.asm.alu(alu, to, src(b));
                self.asm.flags_of_last = true;
                self.flags_of = Some(temps.now);
            }
        }
        Ok(Loc::Reg(to))
    }

    /// The value in `r` is needed no more but by this operation: it is that of no register of the guest, or of one that
    /// takes the result.
    fn may_take(
        &self,
        r: Reg,
        value: Value,
        temps: &Temps<'_, G::Machine>,
        places: &impl Places<G>,
    ) -> bool {
        let shared = temps
            .locs
            .iter()
            .zip(&temps.last)
            .enumerate()
            .any(|(n, (loc, last))| {
                let other = Value::Temp(n as u16) != value;
                *loc == Some(Loc::Reg(r)) && *last >= temps.now && other
            });
        if shared || Self::needed_but_by_flags(value, temps) {
            return false;
        }
        let result = Value::Temp(temps.locs.len() as u16);
        self.values.held_by(r).all(|offset| {
            temps.uops.iter().skip(temps.now + 1).any(|uop| match *uop {
                Uop::Put(reg, v) if v == result => {
                    matches!(places.register(reg), Place::Word(field) if field.offset() == offset)
                }
                _ => false,
            })
        })
    }

    /// An operation behind the one under way needs `value`. What takes its flags does not need its operands.
    fn needed_but_by_flags(value: Value, temps: &Temps<'_, G::Machine>) -> bool {
        let mut by_flags = Self::flags_follow(temps);
        let mut behind = temps.uops.iter().skip(temps.now + 1);
        temps.is_kept(value)
            || temps.needed_behind(value)
                && behind.any(|uop| {
                    let at_hand = by_flags && !matches!(uop, Uop::Put(..) | Uop::Get(_));
                    by_flags &= !at_hand;
                    !at_hand && operands(uop).contains(&Some(value))
                })
    }

    fn other_binary(
        &mut self,
        op: Binary,
        values: [Value; 2],
        [a, b]: [Loc; 2],
        temps: &Temps<'_, G::Machine>,
        places: &impl Places<G>,
    ) -> Result<Loc, Unsupported> {
        let shift = match op {
            Binary::ShiftLeft => Some(Shift::Left),
            Binary::ShiftRight => Some(Shift::Right),
            Binary::ShiftRightSigned => Some(Shift::RightSigned),
            _ => None,
        };
        if let Some(shift) = shift {
            if let Loc::Reg(b) = b {
                self.asm.mov(RCX, Src::Reg(b));
            }
            let to = self.destination(a, values[0], temps, places)?;
            match (op, a, b) {
                (Binary::ShiftLeft, Loc::Reg(a), Loc::Const(1)) if a != to => {
                    self.asm.address(to, Mem::Indexed(a, a, Scale::One, 0));
                }
                (_, _, Loc::Const(places)) => {
                    self.asm.mov(to, src(a));
                    if places & 31 != 0 {
                        self.asm.shift(shift, to, places as u8 & 31);
                    }
                }
                (_, _, Loc::Reg(_)) => {
                    self.asm.mov(to, src(a));
                    self.asm.shift_by_cl(shift, to);
                }
            }
            return Ok(Loc::Reg(to));
        }
        let to = self.fresh(temps)?;
        let (alu, cond) = match op {
            Binary::Mul => {
                self.load_loc(RAX, b);
                self.asm.mov(to, src(a));
                self.asm.multiply(to, RAX);
                (self.asm.flags_of_last, self.flags_of) = (true, Some(temps.now));
                return Ok(Loc::Reg(to));
            }
            Binary::MulHighUnsigned | Binary::MulHighSigned => {
                self.load_loc(RAX, a);
                self.load_loc(RCX, b);
                self.asm.multiply_wide(op == Binary::MulHighSigned, RCX);
                self.asm.mov(to, Src::Reg(RDX));
                return Ok(Loc::Reg(to));
            }
            Binary::MulOverflows => {
                self.load_loc(RAX, a);
                self.load_loc(RCX, b);
                self.asm.multiply(RAX, RCX);
                self.asm.set_if(Cond::Overflow, RAX);
                self.asm.extend(to, RAX, 1, false);
                return Ok(Loc::Reg(to));
            }
            Binary::Equal => (Alu::Cmp, Cond::Equal),
            Binary::BelowUnsigned => (Alu::Cmp, Cond::Below),
            Binary::BelowSigned => (Alu::Cmp, Cond::Less),
            Binary::SubOverflows => (Alu::Cmp, Cond::Overflow),
            Binary::AddCarries => (Alu::Add, Cond::Below),
            Binary::AddOverflows => (Alu::Add, Cond::Overflow),
            Binary::Add | Binary::Sub | Binary::And | Binary::Or | Binary::Xor => {
                return Err(Unsupported);
            }
            Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned => {
                return Err(Unsupported);
            }
        };
        self.load_loc(RAX, a);
        self.asm.alu(alu, RAX, src(b));
        self.asm.set_if(cond, RAX);
        self.asm.extend(to, RAX, 1, false);
        Ok(Loc::Reg(to))
    }

    fn codes(
        &mut self,
        kind: Codes,
        [a, b]: [Loc; 2],
        r: Loc,
        temps: &Temps<'_, G::Machine>,
    ) -> Result<Loc, Unsupported> {
        if !self.has_codes(temps) {
            match kind {
                Codes::Sum => {
                    self.load_loc(RAX, a);
                    self.asm.alu(Alu::Add, RAX, src(b));
                }
                Codes::Difference => {
                    self.load_loc(RAX, a);
                    self.asm.alu(Alu::Cmp, RAX, src(b));
                }
                Codes::Result => {
                    self.load_loc(RAX, r);
                    self.asm.test(RAX, Src::Reg(RAX));
                }
            }
        }
        let number = temps.locs.len();
        if temps.last.get(number).is_none_or(|&last| last <= temps.now) {
            // Only a branch reads them, and it takes the flags.
            self.asm.flags_are_codes = true;
            return Ok(Loc::Const(0));
        }
        let to = self.fresh(temps)?;
        self.asm.flags_to_ah();
        self.asm.set_if(Cond::Overflow, RCX);
        self.asm.edx_from_ah();
        self.asm.extend(RCX, RCX, 1, false);
        let codes = Mem::Indexed(RBP, RDX, Scale::One, shared::CODES);
        self.asm.load_extended(RDX, codes, 1, false);
        self.asm.address(to, Mem::Indexed(RDX, RCX, Scale::Two, 0));
        self.asm.flags_are_codes = true;
        Ok(Loc::Reg(to))
    }

    /// EDX: the offset of `address` in the window, which is known to have all of it; else goes to `slow`.
    pub(crate) fn reach(&mut self, address: Loc, bytes: u8, window: &Window<G>, slow: Label) {
        self.place(address, bytes, &window.base, window.bytes, slow);
        let asm = &mut self.asm;
        if let Some(memo) = &window.memo {
            asm.mov(RCX, src(address));
            asm.shift(Shift::Right, RCX, 5);
            asm.mov(RAX, Src::Reg(RCX));
            asm.alu(Alu::And, RAX, Src::Imm(127));
            let lines = Mem::Indexed(RBX, RAX, Scale::Four, memo.lines.offset());
            asm.compare_memory(lines, RCX);
            asm.jump_if(Cond::NotEqual, slow);
        }
        if let Some(noted) = &window.noted {
            self.look_at_note(noted, slow);
        }
    }

    /// Notes an access to a window, if that is done there.
    fn note_in(&mut self, window: &Window<G>, store: bool) {
        if let Some(noted) = &window.noted {
            self.note(noted, store);
        }
    }

    /// Counts a load of what [`Code::reach`] has found.
    pub(crate) fn hit(&mut self, window: &Window<G>) {
        if let Some(memo) = &window.memo {
            self.asm.add_memory_64(memo.hits.mem(), 1);
        }
    }

    /// Loads from the window, or goes to `slow`.
    fn load(&mut self, to: Reg, address: Loc, bytes: u8, window: &Window<G>, slow: Label) {
        self.reach(address, bytes, window, slow);
        self.hit(window);
        let asm = &mut self.asm;
        asm.load_extended(to, Mem::Indexed(R12, RDX, Scale::One, 0), bytes, false);
        match bytes {
            4 if window.big_endian => asm.swap_bytes(to),
            2 if window.big_endian => {
                asm.swap_bytes(to);
                asm.shift(Shift::Right, to, 16);
            }
            _ => {}
        }
        self.note_in(window, false);
    }

    /// Loads the low and the high half of a double word from the window, or goes to `slow`.
    fn load_pair(&mut self, to: [Reg; 2], address: Loc, window: &Window<G>, slow: Label) {
        self.reach(address, 8, window, slow);
        self.hit(window);
        let offsets = if window.big_endian { [4, 0] } else { [0, 4] };
        for (to, offset) in to.into_iter().zip(offsets) {
            let from = Mem::Indexed(R12, RDX, Scale::One, offset);
            self.asm.mov(to, Src::Mem(from));
            if window.big_endian {
                self.asm.swap_bytes(to);
            }
        }
        self.note_in(window, false);
    }

    /// EDX: the offset in the window of bytes that are to be stored at `address`, if nothing is in the way of the store; else
    /// goes to `slow`. All else that the store does is done.
    pub(crate) fn reach_for_store(
        &mut self,
        address: Loc,
        bytes: u8,
        window: &Window<G>,
        slow: Label,
    ) {
        let Some(reached) = window.stores else {
            return self.fails();
        };
        self.place(address, bytes, &window.base, reached, slow);
        let asm = &mut self.asm;
        // A bit for each chunk of 64 bytes, in a word for each page of 4 KiB.
        asm.mov_64(RAX, Src::Mem(GUARD));
        asm.mov(RCX, Src::Reg(RDX));
        asm.shift(Shift::Right, RCX, 12);
        asm.mov_64(RAX, Src::Mem(Mem::Indexed(RAX, RCX, Scale::Eight, 0)));
        asm.mov(RCX, Src::Reg(RDX));
        asm.shift(Shift::Right, RCX, 6);
        asm.bit_64(RAX, RCX);
        asm.jump_if(Cond::Below, slow);
        if let Some(lane) = &window.lane {
            self.leave_by_lane(lane, src(address), bytes, slow);
            self.offset(address, &window.base);
        }
        if let Some(noted) = &window.noted {
            self.look_at_note(noted, slow);
        }
    }

    /// Puts the low `bytes` of a value, 4 at most, into the window, so many bytes behind where EDX points.
    fn put_bytes(&mut self, value: Loc, bytes: u8, behind: i32, window: &Window<G>) {
        let asm = &mut self.asm;
        let value = match value {
            Loc::Reg(r) if !window.big_endian => r,
            value => {
                asm.mov(RCX, src(value));
                RCX
            }
        };
        if window.big_endian && bytes > 1 {
            asm.swap_bytes(RCX);
            if bytes == 2 {
                asm.shift(Shift::Right, RCX, 16);
            }
        }
        let to = Mem::Indexed(R12, RDX, Scale::One, behind);
        match bytes {
            1 => asm.store_8(to, value),
            2 => asm.store_16(to, value),
            _ => asm.store(to, value),
        }
    }

    /// EDX: the offset of `address` in a window.
    fn offset(&mut self, address: Loc, base: &Base<G>) {
        let asm = &mut self.asm;
        match (base, address) {
            (Base::Known(base), Loc::Const(address)) => {
                asm.mov(RDX, Src::Imm(address.wrapping_sub(*base) as i32));
            }
            (Base::Known(base), Loc::Reg(address)) => {
                asm.address(RDX, Mem::At(address, base.wrapping_neg() as i32));
            }
            (Base::Field(base), _) => {
                asm.mov(RDX, src(address));
                asm.alu(Alu::Sub, RDX, Src::Mem(base.mem()));
            }
        }
    }

    /// EDX: the offset of `address` in a window, of which that many bytes are reached; else goes to `slow`.
    fn place(
        &mut self,
        address: Loc,
        bytes: u8,
        base: &Base<G>,
        reached: Field<G::Core, u32>,
        slow: Label,
    ) {
        self.offset(address, base);
        let asm = &mut self.asm;
        asm.alu(Alu::Cmp, RDX, Src::Mem(reached.mem()));
        asm.jump_if(Cond::NotBelow, slow);
        if bytes > 1 {
            asm.test(RDX, Src::Imm(i32::from(bytes) - 1));
            asm.jump_if(Cond::NotEqual, slow);
        }
    }
}

pub(crate) fn src(loc: Loc) -> Src {
    match loc {
        Loc::Const(v) => Src::Imm(v as i32),
        Loc::Reg(r) => Src::Reg(r),
    }
}
