//! What a core is to debuggers, crash messages and checks.

use crate::calls;
use crate::checked;
use crate::core::TriCore;
use crate::decoded::DecodedInsn;
use crate::isa::Control;
use crate::names::{self, Register};
use crate::state::ICR_IE;
use crate::{csfr, isa};
use trueboard_core::cpu::{Handling, Past, RegName, Scene, Standstill};
use trueboard_core::inspect::Inspect;
use trueboard_core::mem::Memory;
use trueboard_core::observe::RegSet;
use trueboard_core::uarch::cache::Cache;

impl Inspect for TriCore {
    fn caches(&self) -> Vec<(&'static str, &Cache)> {
        self.mem.caches()
    }

    fn pc(&self) -> u64 {
        self.st.pc.into()
    }

    fn next_instruction(&self) -> Option<u64> {
        let entry = self.pending.is_some() || self.nmi || self.st.interrupt_due();
        (!entry).then_some(self.st.pc.into())
    }

    fn watch_reads(&mut self, watched: bool) {
        self.mem.watch_reads(watched);
    }

    fn holding(&self) -> RegSet {
        self.holds()
    }

    fn line_bytes(&self) -> (u64, u64) {
        (32, 32)
    }

    fn register_name(&self, place: usize) -> String {
        checked::name(place)
    }

    fn physical(&self, va: u64, mem: &Memory) -> Option<u64> {
        let _ = mem;
        Some(self.mem.physical(u32::try_from(va).ok()?).into())
    }

    fn is_quiet(&self) -> bool {
        true
    }

    fn standstill(&self, mem: &Memory) -> Option<Standstill> {
        let pc = self.st.pc;
        let to_itself = |s: DecodedInsn| match s.opcode.traits().control {
            Control::Direct => s.o == 0,
            // The distance of a jump that links is shorter than any address of code.
            Control::Far => s.o as u32 == pc,
            _ => false,
        };
        let nothing_due = self.pending.is_none() && !self.nmi;
        let here = nothing_due && self.insn(pc, mem).is_some_and(to_itself);
        here.then(|| Standstill {
            pc: pc.into(),
            masked: self.st.icr & ICR_IE == 0,
        })
    }

    fn handling(&self) -> Vec<Handling> {
        let taken = self.handling.iter().map(|&(trap, pc)| Handling {
            trap: trap.number(),
            what: trap.to_string(),
            pc: pc.into(),
            vector: (self.st.btv | u32::from(trap.class) << 5).into(),
        });
        taken.collect()
    }

    fn scene(&self, mem: &Memory) -> Scene {
        let registers = names::REGISTERS.iter().enumerate();
        Scene {
            registers: registers.map(|(i, r)| (r.name, self.get(i))).collect(),
            calls: calls::calls(&self.st, &self.mem, mem),
        }
    }

    fn history(&self) -> Vec<Past> {
        self.executed_before()
    }

    fn registers(&self) -> &'static [RegName] {
        names::REGISTERS
    }

    fn get(&self, i: usize) -> u64 {
        let value = match names::register(i) {
            Some(Register::General(n)) => self.st.reg(n),
            Some(Register::Core(off)) => self.csfr(off).unwrap_or(0),
            None => 0,
        };
        value.into()
    }

    /// As a debugger does: no protection, no side effects.
    fn set(&mut self, i: usize, value: u64) {
        let v = value as u32;
        match names::register(i) {
            Some(Register::General(n)) => return self.st.set_reg(n, v),
            Some(Register::Core(csfr::PSW)) => self.st.psw = v,
            Some(Register::Core(csfr::PC)) => self.begin_at(v),
            Some(Register::Core(off)) => {
                self.set_plain(off, v);
            }
            None => {}
        }
        self.recompute_pending();
    }

    fn disasm(&self, pc: u64, bytes: &[u8]) -> (String, usize) {
        match word_of(bytes) {
            Some((word, len)) => (isa::disasm(word, pc as u32), len),
            None => ("?".to_owned(), bytes.len()),
        }
    }

    /// Conditional jumps and LOOP.
    fn is_conditional(&self, bytes: &[u8]) -> bool {
        let insn = word_of(bytes).and_then(|(word, _)| DecodedInsn::decode(word));
        insn.is_some_and(|insn| {
            matches!(
                insn.opcode.traits().control,
                Control::Conditional | Control::Counted
            )
        })
    }
}

/// The instruction word at the beginning of `bytes`, and its length.
fn word_of(bytes: &[u8]) -> Option<(u32, usize)> {
    match *bytes {
        [a, b, c, d, ..] if a & 1 != 0 => Some((u32::from_le_bytes([a, b, c, d]), 4)),
        [a, b, ..] if a & 1 == 0 => Some((u16::from_le_bytes([a, b]).into(), 2)),
        _ => None,
    }
}
