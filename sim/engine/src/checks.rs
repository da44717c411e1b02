//! What the checks are told of basic blocks.
//!
//! Most of what the instructions of a block touch is known before it is executed. It is told once, and the block gets a
//! number. Addresses, bytes and the stack pointer are noted while the block is executed, and reported behind it.

use trueboard_core::fact::FactBuf;
use trueboard_core::observe::{DynamicEvent, Executed};
use trueboard_core::time::Tick;

/// What was noted of the block that is being executed.
#[derive(Debug, Default)]
pub struct Noted {
    /// The checks have numbered a block since all were forgotten.
    numbered: bool,
    number: u32,
    events: Vec<DynamicEvent>,
}

impl Noted {
    /// The core has forgotten its blocks. The checks forget theirs before the next one is numbered.
    pub fn forget_numbers(&mut self) {
        self.numbered = false;
    }

    /// Has the checks number a block of `core`, of which `insns` are known beforehand.
    #[cold]
    pub fn number(&mut self, core: u8, insns: &[Executed], facts: &mut FactBuf) -> u32 {
        if !std::mem::replace(&mut self.numbered, true) {
            facts.blocks_forgotten(core);
        }
        facts.block_found(core, insns)
    }

    /// Begins block `number` of `core`. False if the checks have to see its instructions one by one.
    #[inline(always)]
    pub fn begin(&mut self, core: u8, number: u32, facts: &mut FactBuf) -> bool {
        self.number = number;
        self.events.clear();
        facts.admits_block(core, number)
    }

    /// Instruction `place` of the block, which ended at `at`, has set the stack pointer to `physical`.
    #[inline(always)]
    pub fn stack_moved(&mut self, place: u8, at: Tick, physical: u64) {
        self.events.push(DynamicEvent {
            place,
            stack_pointer: true,
            at,
            physical,
            ..DynamicEvent::default()
        });
    }

    /// An instruction of the block has accessed memory.
    #[inline(always)]
    pub fn accessed(&mut self, access: DynamicEvent) {
        self.events.push(access);
    }

    /// Reports the first `count` instructions of the block, the last of which ended at `at`.
    #[inline(always)]
    pub fn report(&self, core: u8, count: usize, at: Tick, facts: &mut FactBuf) {
        if count != 0 {
            facts.block_executed(at, core, (self.number, count), &self.events);
        }
    }
}
