//! What a core is to debuggers, crash messages and checks.

use crate::checked;
use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::exec::branch::BranchKind;
use crate::isa;
use crate::registers::{REGISTERS, Reg};
use trueboard_core::cpu::{Handling, Past, RegName, Scene, Standstill};
use trueboard_core::inspect::Inspect;
use trueboard_core::mem::Memory;
use trueboard_core::observe::RegSet;
use trueboard_core::snapshot::to_bytes;
use trueboard_core::uarch::cache::Cache;

impl Inspect for Leon {
    fn caches(&self) -> Vec<(&'static str, &Cache)> {
        vec![
            ("icache", &self.memory.icache),
            ("dcache", &self.memory.dcache),
        ]
    }

    fn inject_tag_error(&mut self, fetched: bool, pa: u64) -> bool {
        self.take_out(fetched, pa)
    }

    fn pc(&self) -> u64 {
        // An annulled delay slot is passed, not executed.
        let st = &self.state;
        let pc = if st.annul { st.npc } else { st.pc };
        pc.into()
    }

    fn next_instruction(&self) -> Option<u64> {
        self.stands_at()
    }

    fn watch_reads(&mut self, watched: bool) {
        if self.memory.reads_watched != watched {
            self.memory.reads_watched = watched;
            self.recompute_fast_ram();
        }
    }

    fn physical(&self, va: u64, mem: &Memory) -> Option<u64> {
        self.memory.mmu.look_through(va as u32, mem)
    }

    fn frames_in_registers(&self) -> Vec<(u64, Vec<u8>)> {
        self.unsaved_windows()
    }

    fn standstill(&self, mem: &Memory) -> Option<Standstill> {
        self.stands_still(mem)
    }

    fn is_quiet(&self) -> bool {
        true
    }

    fn holding(&self) -> RegSet {
        self.holds()
    }

    fn line_bytes(&self) -> (u64, u64) {
        let p = &self.params;
        (p.icache.line_bytes.into(), p.dcache.line_bytes.into())
    }

    fn register_name(&self, place: usize) -> String {
        checked::name(place)
    }

    /// Registers of all windows, not only of the current one.
    fn visible_state(&self) -> Vec<u8> {
        to_bytes(&(&self.state, &self.fpu))
    }

    fn handling(&self) -> Vec<Handling> {
        self.handled()
    }

    fn scene(&self, mem: &Memory) -> Scene {
        self.scene_of_trap(mem)
    }

    fn history(&self) -> Vec<Past> {
        self.executed_before()
    }

    fn registers(&self) -> &'static [RegName] {
        REGISTERS
    }

    fn get(&self, i: usize) -> u64 {
        Reg::number(i).map_or(0, |r| self.register(r).into())
    }

    fn set(&mut self, i: usize, value: u64) {
        if let Some(r) = Reg::number(i) {
            self.set_register(r, value as u32);
        }
    }

    fn disasm(&self, pc: u64, bytes: &[u8]) -> (String, usize) {
        match bytes {
            [a, b, c, d, ..] => (
                isa::disasm(u32::from_be_bytes([*a, *b, *c, *d]), pc as u32),
                4,
            ),
            _ => ("?".to_owned(), bytes.len()),
        }
    }

    /// Bicc but BA and BN. FBfcc has no meter of its outcomes.
    fn is_conditional(&self, bytes: &[u8]) -> bool {
        let Some(&word) = bytes.first_chunk() else {
            return false;
        };
        let (insn, _) = DecodedInsn::decode(u32::from_be_bytes(word));
        insn.op == isa::Op::Bicc && !BranchKind::of(&insn).is_unconditional()
    }
}
