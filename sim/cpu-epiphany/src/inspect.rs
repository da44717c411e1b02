//! What a core is to debuggers, crash messages and checks.

use crate::checked;
use crate::core::Ecore;
use crate::counters::timer::Timer;
use crate::dma::channel::Channel;
use crate::params::Params;
use crate::{isa, names};
use trueboard_core::cpu::{LoaderWords, Past, RegName, Standstill};
use trueboard_core::inspect::Inspect;
use trueboard_core::mem::Memory;
use trueboard_core::observe::RegSet;

impl Inspect for Ecore {
    fn pc(&self) -> u64 {
        self.live.pc.into()
    }

    fn next_instruction(&self) -> Option<u64> {
        let first = self.due().is_none() || self.gie_idle;
        first.then_some(self.live.pc.into())
    }

    fn stands_between(&self) -> bool {
        self.between
    }

    fn stand_between(&mut self, between: bool) {
        self.between = between;
    }

    fn watch_reads(&mut self, watched: bool) {
        self.reads_watched = watched;
    }

    fn holding(&self) -> RegSet {
        self.holds()
    }

    fn register_name(&self, place: usize) -> String {
        checked::name(place)
    }

    fn physical(&self, va: u64, _mem: &Memory) -> Option<u64> {
        Some(self.global(u32::try_from(va).ok()?))
    }

    fn left_by_loader(&self) -> Vec<LoaderWords> {
        self.params.loader_words(self.common.id)
    }

    fn start_vector(&self) -> Option<u64> {
        Some(0)
    }

    fn standstill(&self, mem: &Memory) -> Option<Standstill> {
        let to_itself = |op: isa::Op| op.opcode == isa::Opcode::B && op.imm == 0;
        let here = self.word(self.live.pc, mem).map(isa::decode);
        // Whoever can write its registers can interrupt it.
        here.is_some_and(to_itself).then(|| Standstill {
            pc: self.live.pc.into(),
            masked: false,
        })
    }

    fn is_quiet(&self) -> bool {
        !self.timers.iter().any(Timer::runs) && self.dma.iter().all(Channel::is_idle)
    }

    fn idles(&self) -> Option<&'static str> {
        let hangs = self.outside.hangs;
        hangs.then_some("waiting for a read that nobody answers")
    }

    fn history(&self) -> Vec<Past> {
        self.executed_before()
    }

    fn registers(&self) -> &'static [RegName] {
        names::REGISTERS
    }

    fn get(&self, i: usize) -> u64 {
        let value = |at| self.register_value(at, self.live.now, None);
        names::address(i).map_or(0, value).into()
    }

    fn set(&mut self, i: usize, value: u64) {
        self.put_register(names::address(i), value as u32);
    }

    fn disasm(&self, pc: u64, bytes: &[u8]) -> (String, usize) {
        match word_of(bytes) {
            Some((word, len)) => (isa::disasm(word, pc as u32), len),
            None => ("?".to_owned(), bytes.len()),
        }
    }

    /// Bcond.
    fn is_conditional(&self, bytes: &[u8]) -> bool {
        word_of(bytes).is_some_and(|(word, _)| {
            let traits = isa::decode(word).opcode.traits();
            traits.block == isa::BlockRole::Ends && traits.conditional
        })
    }
}

/// The instruction word at the beginning of `bytes`, and its length.
fn word_of(bytes: &[u8]) -> Option<(u32, usize)> {
    match *bytes {
        [a, b, c, d, ..] if isa::is_long(a.into()) => Some((u32::from_le_bytes([a, b, c, d]), 4)),
        [a, b, ..] if !isa::is_long(a.into()) => Some((u16::from_le_bytes([a, b]).into(), 2)),
        _ => None,
    }
}

impl Params {
    /// Data of a loader for the program of `core` about its place: `e_group_config`, `e_emem_config` and its own flags
    /// (e-hal, `e-loader.c`).
    fn loader_words(&self, core: u8) -> Vec<LoaderWords> {
        /// Object types, chip type and loader flags of e-hal.
        const GROUP: u32 = 3;
        const EXTERNAL: u32 = 5;
        const E16G301: u32 = 0;
        const BSS_CLEARED: u32 = 1;
        const PAD: u32 = 0xdead_beef;
        let (row, column) = (u32::from(self.row), u32::from(self.column));
        let group = [
            GROUP,
            E16G301,
            row << 6 | column,
            row,
            column,
            self.rows.into(),
            self.columns.into(),
            (core / self.columns).into(),
            (core % self.columns).into(),
            PAD,
        ];
        let external = [EXTERNAL, self.external.unwrap_or(0)];
        let words = |section, at, words: &[u32]| LoaderWords {
            section,
            at,
            bytes: words.iter().flat_map(|w| w.to_le_bytes()).collect(),
        };
        vec![
            words("workgroup_cfg", 0x28, &group),
            words("ext_mem_cfg", 0x50, &external),
            words("loader_cfg", 0x58, &[BSS_CLEARED, 0, 0, 0]),
        ]
    }
}
