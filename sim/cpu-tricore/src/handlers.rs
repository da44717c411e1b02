//! Handlers of the instructions of a block: one function for each operation, addressing mode and kind
//! of second operand, chosen when the block is found. A handler executes all of an instruction, or
//! nothing of it.

use crate::blocks::Done;
use crate::core::TriCore;
use crate::decoded::{DecodedInsn, NONE};
use crate::exec::{self, Place, Shift};
use crate::isa::operands::Mode;
use crate::isa::table::{address::address, load::load, store::store};
use crate::isa::{Class, Opcode};
use crate::state::State;
use crate::trap::Trap;
use trueboard_engine::ops::{Accesses, Host};

type ExecCx<'a> = crate::blocks::ExecCx<'a, TriCore>;
type BlockInsn = crate::blocks::BlockInsn<TriCore>;
type Handler = crate::blocks::Handler<TriCore>;

/// Continues with the instructions linked behind `b`, which has ended with `done`.
#[inline(always)]
fn go_on(x: &mut ExecCx<'_>, b: &BlockInsn, done: Done) -> Done {
    if done != Done::Yes {
        x.core.stopped = b.number;
        return done;
    }
    match &b.next {
        Some(next) => (next.handler)(x, next),
        None => Done::Yes,
    }
}

/// The functions of instructions of the kinds `$opcode`, by their second operand: `|x, s, opcode, b| …`.
macro_rules! by_operand {
    ($insn:ident, $f:expr, $($opcode:ident)*) => {
        match $insn.opcode {
            $(Opcode::$opcode if $insn.b == NONE => Some((|x, b| {
                let done = $f(x, &b.insn, Opcode::$opcode, b.insn.k as u32);
                go_on(x, b, done)
            }) as Handler),
            Opcode::$opcode => Some((|x, b| {
                let second = x.core.st.reg(b.insn.b);
                let done = $f(x, &b.insn, Opcode::$opcode, second);
                go_on(x, b, done)
            }) as Handler),)*
            _ => None,
        }
    };
}

/// The function of the instruction `$opcode` with the addressing mode `$mode`.
macro_rules! in_mode {
    ($f:expr, $opcode:ident $mode:ident) => {
        Some(
            (|x, b| {
                let done = $f(x, &b.insn, Opcode::$opcode, Mode::$mode);
                go_on(x, b, done)
            }) as Handler,
        )
    };
}

/// The functions of instructions of the kinds `$opcode`, by addressing mode.
macro_rules! by_mode {
    ($insn:ident, $f:expr, $($opcode:ident)*) => {
        match ($insn.opcode, $insn.mode) {
            $((Opcode::$opcode, Mode::Base) => in_mode!($f, $opcode Base),
            (Opcode::$opcode, Mode::Pre) => in_mode!($f, $opcode Pre),
            (Opcode::$opcode, Mode::Post) => in_mode!($f, $opcode Post),
            (Opcode::$opcode, Mode::Abs) => in_mode!($f, $opcode Abs),)*
            _ => None,
        }
    };
}

/// The handler of what is executed elsewhere: a jump.
pub fn never(_: &mut ExecCx<'_>, _: &BlockInsn) -> Done {
    Done::No
}

/// The handler of an instruction; `None` if it cannot be in a block, or is a jump.
pub fn handler(s: &DecodedInsn) -> Option<Handler> {
    let other: Handler = |x, b| {
        let done = x.other(&b.insn);
        go_on(x, b, done)
    };
    match s.class {
        Class::Alu | Class::Alu2 | Class::Mul | Class::Mac => shift(s)
            .or(exec::usual_names!(by_operand { s, ExecCx::word, }))
            .or(Some(other)),
        Class::Fp | Class::Fp1 | Class::FpMac => Some(other),
        Class::Addr | Class::ScaledAddr => {
            address!(by_operand names { s, ExecCx::address, })
        }
        Class::LoadD | Class::LoadA => load!(by_mode names { s, ExecCx::load, }),
        Class::Store => store!(by_mode names { s, ExecCx::store, }),
        _ => None,
    }
}

/// The handler of a shift by a constant; `None` for all else.
fn shift(s: &DecodedInsn) -> Option<Handler> {
    Some(match exec::shift_by_constant(s)? {
        Shift::Left => |x, b| x.by_constant(b, exec::left),
        Shift::Right => |x, b| x.by_constant(b, exec::right),
        Shift::ArithmeticLeft => |x, b| x.by_constant(b, exec::arithmetic_left),
        Shift::ArithmeticRight => |x, b| x.by_constant(b, exec::arithmetic_right),
    })
}

impl Host for ExecCx<'_> {
    type Machine = State;
    type Exit = Done;

    #[inline(always)]
    fn machine(&mut self) -> &mut State {
        &mut self.core.st
    }
}

/// What traps is executed step by step.
impl From<Trap> for Done {
    fn from(_: Trap) -> Done {
        Done::No
    }
}

/// Accesses to the own data scratchpad, and loads of what a cache has.
impl Accesses for ExecCx<'_> {
    #[inline(always)]
    fn load<const BYTES: usize>(&mut self, va: u32) -> Result<u32, Done> {
        self.read(va, BYTES as u8).map(|value| value as u32)
    }

    #[inline(always)]
    fn load_pair(&mut self, va: u32) -> Result<[u32; 2], Done> {
        let value = self.read(va, 8)?;
        Ok([value as u32, (value >> 32) as u32])
    }

    #[inline(always)]
    fn store<const BYTES: usize>(&mut self, va: u32, value: u32) -> Result<(), Done> {
        self.write(va, BYTES as u8, value.into())
    }

    #[inline(always)]
    fn store_pair(&mut self, va: u32, [low, high]: [u32; 2]) -> Result<(), Done> {
        self.write(va, 8, u64::from(high) << 32 | u64::from(low))
    }
}

impl ExecCx<'_> {
    /// One of the usual instructions of the integer pipe.
    #[inline(always)]
    fn word(&mut self, s: &DecodedInsn, opcode: Opcode, b: u32) -> Done {
        match exec::compute(self, s, opcode, b) {
            true => Done::Yes,
            false => self.other(s),
        }
    }

    /// An instruction of the integer pipe with a constant for its second operand, and those linked behind it.
    #[inline(always)]
    fn by_constant(&mut self, b: &BlockInsn, f: fn(&mut State, u32, u32) -> u32) -> Done {
        let st = &mut self.core.st;
        let a = st.reg(b.insn.a);
        let word = f(st, a, b.insn.k as u32);
        st.set_reg(b.insn.d, word);
        go_on(self, b, Done::Yes)
    }

    /// Any instruction of the integer pipe or the FPU.
    fn other(&mut self, s: &DecodedInsn) -> Done {
        match self.core.st.integer(s) {
            Ok(_) => Done::Yes,
            Err(_) => Done::No,
        }
    }

    #[inline(always)]
    fn address(&mut self, s: &DecodedInsn, opcode: Opcode, b: u32) -> Done {
        match exec::address(self, s, opcode, b) {
            true => Done::Yes,
            false => Done::No,
        }
    }

    /// Where a load or store goes. `None` if it traps.
    #[inline(always)]
    fn place(&mut self, s: &DecodedInsn, opcode: Opcode, mode: Mode) -> Option<Place> {
        let aligned = |va| va & u32::from(opcode.traits().align - 1) == 0;
        let p = exec::place(self, s, mode)?;
        (p.in_segment() && aligned(p.va)).then_some(p)
    }

    /// A load from the own data scratchpad, or of what a cache has.
    #[inline(always)]
    fn load(&mut self, s: &DecodedInsn, opcode: Opcode, mode: Mode) -> Done {
        let Some(p) = self.place(s, opcode, mode) else {
            return Done::No;
        };
        match exec::load(self, s, opcode, &p) {
            Ok(()) => Done::Yes,
            Err(done) => done,
        }
    }

    #[inline(always)]
    fn read(&mut self, va: u32, bytes: u8) -> Result<u64, Done> {
        let own = self.core.mem.load_own(self.memory, va, bytes);
        // A match: `or_else` would be a call for each load.
        match own {
            Some(value) => Ok(value),
            None => match self.present(va, bytes) {
                Some(value) => Ok(value),
                None => Err(Done::No),
            },
        }
    }

    #[inline(always)]
    fn present(&mut self, va: u32, bytes: u8) -> Option<u64> {
        let core = &mut *self.core;
        let now = core.chain.now;
        core.mem
            .load_present(self.memory, &mut core.tally, (va, bytes), now)
    }

    /// A store to the own data scratchpad.
    #[inline(always)]
    fn store(&mut self, s: &DecodedInsn, opcode: Opcode, mode: Mode) -> Done {
        let Some(p) = self.place(s, opcode, mode) else {
            return Done::No;
        };
        match exec::store(self, s, opcode, &p) {
            Ok(()) if self.memory.code_log().end() == self.core.code.seen() => Done::Yes,
            Ok(()) => Done::CodeWritten,
            Err(done) => done,
        }
    }

    #[inline(always)]
    fn write(&mut self, va: u32, bytes: u8, value: u64) -> Result<(), Done> {
        match self.core.mem.store_own(self.memory, va, bytes, value) {
            true => Ok(()),
            false => Err(Done::No),
        }
    }
}
