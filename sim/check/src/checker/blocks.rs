//! Basic blocks that cores execute as a whole. What their instructions read, write and fetch is known beforehand; where
//! nothing is to be found by it, only their accesses and stack pointers are looked at. What is found is what single steps
//! find.

use super::Checker;
use super::state::State;
use crate::checks::Check;
use crate::checks::uninit::Uninit;
use trueboard_core::observe::{DynamicEvent, Executed, Looked, RegSet, Touched};
use trueboard_core::time::Tick;

/// A block of a core.
struct Known {
    insns: Box<[Executed]>,
    /// Registers that they read before they write them.
    reads: RegSet,
    /// Registers that they store so.
    passes: RegSet,
    writes: RegSet,
    /// [`State::epoch`] of when nothing was to be found in it, and all that it writes was known.
    verified: u64,
    /// Nothing is to be found in it, but it may write registers that are not known.
    unverified_writes: bool,
}

impl Known {
    fn new(insns: &[Executed]) -> Known {
        let (mut reads, mut passes, mut writes) = (RegSet::NONE, RegSet::NONE, RegSet::NONE);
        for insn in insns {
            passes = passes | insn.passes.minus(writes);
            reads = reads | insn.reads.minus(writes);
            writes = writes | insn.writes;
        }
        Known {
            insns: insns.into(),
            reads,
            passes,
            writes,
            verified: 0,
            unverified_writes: true,
        }
    }
}

/// The blocks of all cores, and queries about them.
#[derive(Default)]
pub(super) struct Blocks {
    cores: Vec<Vec<Known>>,
    /// By core: one of its instructions was reported by itself.
    begun: Vec<bool>,
}

impl Blocks {
    /// Of so many cores.
    pub fn new(cores: usize) -> Blocks {
        Blocks {
            cores: (0..cores).map(|_| Vec::new()).collect(),
            begun: vec![false; cores],
        }
    }

    /// An instruction of `core` was reported by itself.
    #[inline]
    pub fn start(&mut self, core: u8) {
        if let Some(begun) = self.begun.get_mut(usize::from(core)) {
            *begun = true;
        }
    }

    #[inline]
    fn get(&self, core: u8, block: u32) -> Option<&Known> {
        let blocks = self.cores.get(usize::from(core))?;
        blocks.get((block as usize).wrapping_sub(1))
    }

    /// The instructions of a block.
    #[inline]
    pub fn insns(&self, core: u8, block: u32) -> &[Executed] {
        self.get(core, block).map_or(&[], |known| &known.insns)
    }
}

impl Checker {
    /// Keeps a block of `core`; answers its number.
    pub(super) fn add_block(&mut self, core: u8, insns: &[Executed]) -> u32 {
        let Some(blocks) = self.blocks.cores.get_mut(usize::from(core)) else {
            return 0;
        };
        blocks.push(Known::new(insns));
        u32::try_from(blocks.len()).unwrap_or(0)
    }

    /// Forgets the blocks of `core`.
    pub(super) fn forget_blocks(&mut self, core: u8) {
        self.settle(core);
        if let Some(blocks) = self.blocks.cores.get_mut(usize::from(core)) {
            blocks.clear();
        }
    }

    /// Records the registers that the last blocks of `core` have written, before any other test.
    #[inline]
    pub(super) fn settle(&mut self, core: u8) {
        let Checker { blocks, state } = self;
        state.races.settle(core, |block| blocks.insns(core, block));
    }

    /// Nothing is to be found in a block of `core` but by its accesses and stack pointers.
    #[inline]
    pub(super) fn is_fine(&mut self, core: u8, block: u32) -> bool {
        let Checker { blocks, state } = self;
        if state.checks.has(Check::Races) && !state.races.admits_block(core) {
            return false;
        }
        match blocks.get(core, block) {
            Some(known) if known.verified == state.epoch() => true,
            Some(_) => self.becomes_fine(core, block),
            None => false,
        }
    }

    #[inline(never)]
    fn becomes_fine(&mut self, core: u8, block: u32) -> bool {
        let Checker { blocks, state } = self;
        let i = usize::from(core);
        if !blocks.begun.get(i).is_some_and(|begun| *begun) {
            return false;
        }
        let blocks = blocks.cores.get_mut(i);
        let Some(known) = blocks.and_then(|b| b.get_mut((block as usize).wrapping_sub(1))) else {
            return false;
        };
        state.is_fine(core, known)
    }

    /// Records the first `count` instructions of a block without a finding.
    #[inline]
    pub(super) fn pass(
        &mut self,
        core: u8,
        at: Tick,
        block: u32,
        count: usize,
        seen: &[DynamicEvent],
    ) {
        let Checker { blocks, state } = self;
        state.last = state.last.max(at);
        if let Some(known) = blocks.get(core, block) {
            state.pass(core, known, (block, count), seen, blocks);
        }
    }
}

impl State {
    /// What was fine is so while this stays: it changes when a register ceases to be known, and when code of blocks is
    /// overwritten. Never 0.
    #[inline]
    fn epoch(&self) -> u64 {
        (u64::from(self.overwritten) << 32 | u64::from(self.uninit.lost())) + 1
    }

    fn is_fine(&mut self, core: u8, known: &mut Known) -> bool {
        let has = |check| self.checks.has(check);
        let (uninit, stale) = (has(Check::Uninit), has(Check::Stale));
        let is_known = |u: &Uninit| u.knows(core, known.reads) && !u.has_loaded(core, known.passes);
        if uninit && !is_known(&self.uninit) {
            return false;
        }
        for insn in known.insns.iter().filter(|_| stale) {
            if insn.fetch != Looked::Bypassed && !self.stale.is_fresh(core, insn, &mut self.shadow)
            {
                return false;
            }
        }
        known.unverified_writes = uninit && !self.uninit.knows(core, known.writes);
        if !known.unverified_writes {
            known.verified = self.epoch();
        }
        true
    }

    fn pass(
        &mut self,
        core: u8,
        known: &Known,
        (block, count): (u32, usize),
        seen: &[DynamicEvent],
        blocks: &Blocks,
    ) {
        let insns = known.insns.get(..count).unwrap_or(&known.insns);
        let Some(last) = insns.last() else {
            return;
        };
        if known.unverified_writes {
            let written = insns.iter().fold(RegSet::NONE, |set, i| set | i.writes);
            self.uninit.learns(core, written);
        }
        let races = self.checks.has(Check::Races);
        let waits = races || self.checks.has(Check::Deadlock);
        // Up to which instruction each was looked at: for races, and for registers that are not known.
        let mut looked = None;
        let mut unknown = None;
        let mut fetched = None;
        for s in seen {
            let place = usize::from(s.place);
            let Some(insn) = insns.get(place) else {
                continue;
            };
            if let Some(from) = looked {
                self.look(core, insns.get(from..=place).unwrap_or(&[]));
                looked = Some(place + 1);
            }
            if let Some(from) = unknown {
                self.registers_of(core, s.at, insns.get(from..=place).unwrap_or(&[]));
                unknown = Some(place + 1);
            }
            if place + 1 == insns.len() {
                fetched.get_or_insert(self.seq);
            }
            if s.stack_pointer {
                self.stack_moved(core, s.at, insn.pc, s.physical, insn.sp_from_sp);
                continue;
            }
            let Some(access) = &insn.access else {
                continue;
            };
            let what = (s.physical, s.held);
            let again =
                waits && (self.spins).accesses(core, s.at, insn.pc, access, what, place as u64);
            if !again && self.at_once(core, insn, access, s) {
                continue;
            }
            let a = Touched {
                address: s.address,
                physical: s.physical,
                cache: s.cache,
                held: s.held,
                memory: true,
                ..*access
            };
            if self.on_access(core, s.at, insn, &a, again) {
                unknown = Some(place + 1);
            }
            if races && looked.is_none() && self.races.looks(core) {
                self.races.passed(core, block, place + 1);
                let insns = |block| blocks.insns(core, block);
                self.races.settle(core, insns);
                looked = Some(place + 1);
            }
        }
        if let Some(from) = unknown {
            let at = self.last;
            self.registers_of(core, at, insns.get(from..).unwrap_or(&[]));
        }
        match looked {
            Some(from) => self.look(core, insns.get(from..).unwrap_or(&[])),
            None if races => self.races.passed(core, block, insns.len()),
            None => {}
        }
        if waits {
            self.spins.passes(core, insns.len() as u64);
        }
        if self.checks.has(Check::Stale) && last.fetch != Looked::Bypassed {
            let seq = fetched.unwrap_or(self.seq);
            self.stale.fetched(core, last.physical, seq);
        }
    }

    /// Records the registers of instructions of `core`, behind a load that has made some unknown.
    fn registers_of(&mut self, core: u8, at: Tick, insns: &[Executed]) {
        for insn in insns {
            self.registers(core, at, insn);
        }
    }

    /// Checks instructions of `core` with a load that may wait.
    fn look(&mut self, core: u8, insns: &[Executed]) {
        for insn in insns {
            self.races.step(core, insn, &mut self.shadow);
            self.raced();
        }
    }
}
