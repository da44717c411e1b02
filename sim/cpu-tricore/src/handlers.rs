//! Handlers of the instructions of a block: one function for each operation, addressing mode and kind
//! of second operand, chosen when the block is found. A handler executes all of an instruction, or
//! nothing of it.

use crate::blocks::BlockInsn;
use crate::decoded::{DecodedInsn, NONE};
use crate::exec::{self, Flags, Place};
use crate::isa::operands::Mode;
use crate::isa::table::{address::address, load::load, store::store};
use crate::isa::{Class, Opcode};
use crate::memory::MemSide;
use crate::state::State;
use crate::tally::Tally;
use trueboard_core::mem::Memory;

/// What handlers act on.
pub struct ExecCx<'a> {
    /// The core's registers.
    pub st: &'a mut State,
    /// Its view of the memories.
    pub mem: &'a mut MemSide,
    /// The memories.
    pub memory: &'a mut Memory,
    /// What is metered with each instruction.
    pub tally: &'a mut Tally,
    /// Where the memory's log of stores into code ended when the slice began.
    pub seen: u64,
    /// The cycle in which the block begins.
    pub now: u64,
    /// The number of the instruction that was executed last and has not ended with [`Done::Yes`].
    pub stopped: u8,
}

/// How a handler ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was executed.
    Yes,
    /// It was, and has overwritten code.
    CodeWritten,
    /// It has to be executed step by step: nothing has happened.
    No,
}

/// Executes an instruction of a block, and those linked behind it.
pub type Handler = fn(&mut ExecCx<'_>, &BlockInsn) -> Done;

/// Goes on with the instructions linked behind `b`, which has ended with `done`.
#[inline(always)]
fn go_on(x: &mut ExecCx<'_>, b: &BlockInsn, done: Done) -> Done {
    if done != Done::Yes {
        x.stopped = b.number;
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
                let second = x.st.reg(b.insn.b);
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

/// The handler of SH by a constant, whose sign says which way; `None` for all else.
fn shift(s: &DecodedInsn) -> Option<Handler> {
    if s.opcode != Opcode::Sh || s.b != NONE {
        return None;
    }
    Some(match exec::goes_left(s.k as u32) {
        true => |x, b| x.by_constant(b, exec::sh_left),
        false => |x, b| x.by_constant(b, exec::sh_right),
    })
}

impl ExecCx<'_> {
    /// One of the usual instructions of the integer pipe.
    #[inline(always)]
    fn word(&mut self, s: &DecodedInsn, opcode: Opcode, b: u32) -> Done {
        let words = (self.st.reg(s.a), b, self.st.reg(s.c));
        let mut flags = Flags(self.st.psw);
        let Some(word) = exec::usual(opcode, words, (s.p, s.w), &mut flags) else {
            return self.other(s);
        };
        self.st.psw = flags.0;
        self.st.set_reg(s.d, word);
        Done::Yes
    }

    /// An instruction of the integer pipe with a constant for its second operand, and those linked behind it.
    #[inline(always)]
    fn by_constant(&mut self, b: &BlockInsn, f: impl Fn(u32, u32) -> u32) -> Done {
        let word = f(self.st.reg(b.insn.a), b.insn.k as u32);
        self.st.set_reg(b.insn.d, word);
        go_on(self, b, Done::Yes)
    }

    /// Any instruction of the integer pipe or the FPU.
    fn other(&mut self, s: &DecodedInsn) -> Done {
        match self.st.integer(s) {
            Ok(_) => Done::Yes,
            Err(_) => Done::No,
        }
    }

    #[inline(always)]
    fn address(&mut self, s: &DecodedInsn, opcode: Opcode, b: u32) -> Done {
        match self.st.address(s, opcode, b) {
            true => Done::Yes,
            false => Done::No,
        }
    }

    /// Where a load or store goes. `None` if it traps.
    #[inline(always)]
    fn place(&self, s: &DecodedInsn, opcode: Opcode, mode: Mode) -> Option<Place> {
        let aligned = |va| va & u32::from(opcode.traits().align - 1) == 0;
        let p = self.st.place(s, mode).ok()?;
        (p.in_segment && aligned(p.va)).then_some(p)
    }

    /// A load from the own data scratchpad, or of what a cache has.
    #[inline(always)]
    fn load(&mut self, s: &DecodedInsn, opcode: Opcode, mode: Mode) -> Done {
        let Some(p) = self.place(s, opcode, mode) else {
            return Done::No;
        };
        let (va, bytes) = (p.va, opcode.traits().bytes);
        let own = self.mem.load_own(self.memory, va, bytes);
        // A match: `or_else` would be a call for each load.
        let value = match own {
            Some(value) => value,
            None => match self.present(va, bytes) {
                Some(value) => value,
                None => return Done::No,
            },
        };
        self.st.set_loaded(s, opcode, &p, value);
        Done::Yes
    }

    #[inline(always)]
    fn present(&mut self, va: u32, bytes: u8) -> Option<u64> {
        self.mem
            .load_present(self.memory, self.tally, (va, bytes), self.now)
    }

    /// A store to the own data scratchpad.
    #[inline(always)]
    fn store(&mut self, s: &DecodedInsn, opcode: Opcode, mode: Mode) -> Done {
        let Some(p) = self.place(s, opcode, mode) else {
            return Done::No;
        };
        let (bytes, value) = (opcode.traits().bytes, self.st.to_store(s, opcode));
        if !self.mem.store_own(self.memory, p.va, bytes, value) {
            return Done::No;
        }
        self.st.write_back(&p);
        if self.memory.code_log().end() == self.seen {
            Done::Yes
        } else {
            Done::CodeWritten
        }
    }
}
