//! Semantics of one instruction, from [`Uop`]s to code.

use crate::asm::{Alu, Cond, Mem, R12, RAX, RBP, RBX, RCX, RDX, Reg, Shift, Src};
use crate::block::Code;
use crate::field::Field;
use crate::memory::{Guest, shared};
use crate::values::Loc;
use cranelift_assembler_x64::Scale;
use trueboard_engine::lower::{Uop, Value};
use trueboard_engine::ops::{Binary, Codes, Registers, Unary};

/// Where a register of the guest is.
pub enum Place<G: Guest> {
    /// A word.
    Word(Field<G::Core, u32>),
    /// A byte.
    Byte(Field<G::Core, u8>),
    /// Elsewhere: its instructions are left to their handlers.
    Elsewhere,
}

/// Where code finds the registers of a guest, and memory that it loads from by itself.
pub trait Places<G: Guest> {
    /// A register.
    fn register(&self, reg: <G::Machine as Registers>::Reg) -> Place<G>;

    /// Memory.
    fn window(&self) -> Window<G>;
}

/// Big-endian memory that loads reach without more ado, if the line of a cache is known to hit.
pub struct Window<G: Guest> {
    /// The address of its first byte.
    pub base: Field<G::Core, u32>,
    /// Its bytes: as many as the memory has that code is entered with, or fewer.
    pub bytes: Field<G::Core, u32>,
    /// Lines of 32 bytes that are known to hit, by the low seven bits of their number.
    pub lines: Field<G::Core, [u32; 256]>,
    /// Counts hits.
    pub hits: Field<G::Core, u64>,
}

/// An instruction is left to its handler, for a reason of the compiler's.
pub(crate) struct Unsupported;

/// Values of one instruction.
struct Temps<'a, M: Registers> {
    uops: &'a [Uop<M>],
    locs: Vec<Option<Loc>>,
    /// The operation that needs a value last, by value.
    last: Vec<usize>,
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

fn results<M: Registers>(uop: &Uop<M>) -> usize {
    match uop {
        Uop::Put(..) | Uop::TrapIf(..) | Uop::Store(..) | Uop::StorePair(..) => 0,
        Uop::LoadPair(_) => 2,
        _ => 1,
    }
}

/// Whether code is made of all of `uops`. Where they may turn to the handler nothing may have been put: the handler begins
/// with the first of them.
fn is_supported<G: Guest>(uops: &[Uop<G::Machine>], places: &impl Places<G>) -> bool {
    let mut behind = uops.iter().skip_while(|uop| !matches!(uop, Uop::Put(..)));
    if behind.any(|uop| matches!(uop, Uop::TrapIf(..) | Uop::Load(..))) {
        return false;
    }
    let known = |reg| !matches!(places.register(reg), Place::Elsewhere);
    uops.iter().all(|uop| match *uop {
        Uop::Get(reg) | Uop::Put(reg, _) => known(reg),
        Uop::Unary(op, _) => !matches!(op, Unary::LeadingZeros | Unary::ReverseBits),
        Uop::TrapIf(test, _) => test != Value::Const(1),
        Uop::Call(..) | Uop::LoadPair(_) | Uop::Store(..) | Uop::StorePair(..) => false,
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
        let mut last = Vec::new();
        for uop in uops {
            last.extend(std::iter::repeat_n(0, results(uop)));
        }
        for (at, uop) in uops.iter().enumerate() {
            let unseen = matches!(*uop, Uop::Put(reg, _) if Some(reg) == dead);
            for value in operands(uop).into_iter().flatten().filter(|_| !unseen) {
                if let Value::Temp(n) = value
                    && let Some(last) = last.get_mut(usize::from(n))
                {
                    *last = at;
                }
            }
        }
        let mut temps = Temps {
            uops,
            locs: Vec::new(),
            last,
            now: 0,
        };
        let slow = self.slow();
        for (at, uop) in uops.iter().enumerate() {
            temps.now = at;
            if self.uop(uop, &mut temps, places, dead, slow).is_err() {
                self.fails();
                return;
            }
        }
        self.end_slow(slow, i);
    }

    fn uop(
        &mut self,
        uop: &Uop<G::Machine>,
        temps: &mut Temps<'_, G::Machine>,
        places: &impl Places<G>,
        dead: Option<<G::Machine as Registers>::Reg>,
        slow: crate::asm::Label,
    ) -> Result<(), Unsupported> {
        let of = |temps: &Temps<'_, G::Machine>, value| match value {
            Value::Const(v) => Ok(Loc::Const(v)),
            Value::Temp(n) => temps
                .locs
                .get(usize::from(n))
                .copied()
                .flatten()
                .ok_or(Unsupported),
        };
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
                self.load_loc(RAX, of(temps, test)?);
                self.asm.test(RAX, Src::Reg(RAX));
                self.asm.jump_if(Cond::NotEqual, slow);
                return Ok(());
            }
            Uop::Load(bytes, address) => {
                let address = of(temps, address)?;
                let to = self.fresh(temps)?;
                self.load(to, address, bytes, &places.window(), slow);
                Loc::Reg(to)
            }
            Uop::Call(..) | Uop::LoadPair(_) | Uop::Store(..) | Uop::StorePair(..) => {
                return Err(Unsupported);
            }
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

    /// Codes are made of the flags of the operation under way, before another one sets them.
    fn codes_follow(temps: &Temps<'_, G::Machine>) -> bool {
        let result = Value::Temp(temps.locs.len() as u16);
        let behind = temps.uops.iter().skip(temps.now + 1);
        let mut setting = behind.skip_while(|uop| matches!(uop, Uop::Put(..) | Uop::Get(_)));
        matches!(setting.next(), Some(Uop::Codes(_, _, r)) if *r == result)
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
        let (alu, kind) = match op {
            Binary::Add => (Alu::Add, Codes::Sum),
            Binary::Sub => (Alu::Sub, Codes::Difference),
            Binary::And => (Alu::And, Codes::Result),
            Binary::Or => (Alu::Or, Codes::Result),
            Binary::Xor => (Alu::Xor, Codes::Result),
            _ => return self.other_binary(op, [a, b], temps),
        };
        let flags = Self::codes_follow(temps);
        let mut first = values[0];
        if op != Binary::Sub && matches!(a, Loc::Const(_)) {
            (a, b) = (b, a);
            first = values[1];
        }
        let to = match a {
            Loc::Reg(r) if self.may_take(r, first, temps, places) => {
                self.values.forget_held_by(r);
                r
            }
            _ => self.fresh(temps)?,
        };
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
                self.last = (kind, to);
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
        if shared || Self::needed_but_by_codes(value, temps) {
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

    /// An operation behind the one under way needs `value`. Codes that take its flags do not need its operands.
    fn needed_but_by_codes(value: Value, temps: &Temps<'_, G::Machine>) -> bool {
        let mut by_codes = Self::codes_follow(temps);
        let mut behind = temps.uops.iter().skip(temps.now + 1);
        temps.needed_behind(value)
            && behind.any(|uop| {
                let at_hand = by_codes && matches!(uop, Uop::Codes(..));
                by_codes &= !at_hand;
                !at_hand && operands(uop).contains(&Some(value))
            })
    }

    fn other_binary(
        &mut self,
        op: Binary,
        [a, b]: [Loc; 2],
        temps: &Temps<'_, G::Machine>,
    ) -> Result<Loc, Unsupported> {
        let to = self.fresh(temps)?;
        let shift = match op {
            Binary::ShiftLeft => Some(Shift::Left),
            Binary::ShiftRight => Some(Shift::Right),
            Binary::ShiftRightSigned => Some(Shift::RightSigned),
            _ => None,
        };
        if let Some(shift) = shift {
            match b {
                Loc::Const(places) => {
                    self.asm.mov(to, src(a));
                    if places & 31 != 0 {
                        self.asm.shift(shift, to, places as u8 & 31);
                    }
                }
                Loc::Reg(b) => {
                    self.asm.mov(RCX, Src::Reg(b));
                    self.asm.mov(to, src(a));
                    self.asm.shift_by_cl(shift, to);
                }
            }
            return Ok(Loc::Reg(to));
        }
        let (alu, cond) = match op {
            Binary::Mul => {
                self.load_loc(RAX, b);
                self.asm.mov(to, src(a));
                self.asm.multiply(to, RAX);
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
        if !self.asm.flags_of_last || Loc::Reg(self.last.1) != r || self.last.0 != kind {
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
            // Nobody looks at them but a branch, which takes the flags.
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

    /// Loads from the window, or goes to `slow`.
    fn load(
        &mut self,
        to: Reg,
        address: Loc,
        bytes: u8,
        window: &Window<G>,
        slow: crate::asm::Label,
    ) {
        let asm = &mut self.asm;
        asm.mov(RCX, src(address));
        asm.mov(RDX, Src::Reg(RCX));
        asm.alu(Alu::Sub, RDX, Src::Mem(window.base.mem()));
        asm.alu(Alu::Cmp, RDX, Src::Mem(window.bytes.mem()));
        asm.jump_if(Cond::NotBelow, slow);
        if bytes > 1 {
            asm.test(RCX, Src::Imm(i32::from(bytes) - 1));
            asm.jump_if(Cond::NotEqual, slow);
        }
        asm.shift(Shift::Right, RCX, 5);
        asm.mov(RAX, Src::Reg(RCX));
        asm.alu(Alu::And, RAX, Src::Imm(127));
        let lines = Mem::Indexed(RBX, RAX, Scale::Four, window.lines.offset());
        asm.compare_memory(lines, RCX);
        asm.jump_if(Cond::NotEqual, slow);
        asm.add_memory_64(window.hits.mem(), 1);
        asm.load_extended(to, Mem::Indexed(R12, RDX, Scale::One, 0), bytes, false);
        match bytes {
            4 => asm.swap_bytes(to),
            2 => {
                asm.swap_bytes(to);
                asm.shift(Shift::Right, to, 16);
            }
            _ => {}
        }
    }
}

fn src(loc: Loc) -> Src {
    match loc {
        Loc::Const(v) => Src::Imm(v as i32),
        Loc::Reg(r) => Src::Reg(r),
    }
}
