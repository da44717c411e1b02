//! Reports of basic blocks to the checks.
//!
//! The static part of a block (registers, fetches, widths of accesses) is reported once, under a number. Each execution
//! adds addresses, bytes and the stack pointer, and is reported behind the block.

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

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::meter::Meters;
    use trueboard_core::observe::{Kinds, Observer};

    /// A call of a listener, with all that it was handed.
    #[derive(Debug, PartialEq)]
    enum Heard {
        Forgotten {
            core: u8,
        },
        /// Addresses of the block's instructions.
        Found {
            core: u8,
            pcs: Vec<u64>,
        },
        Asked {
            core: u8,
            block: u32,
        },
        Executed {
            core: u8,
            at: Tick,
            block: u32,
            count: usize,
            seen: Vec<DynamicEvent>,
        },
    }

    /// Numbers blocks from 70 on, refuses one block, and keeps what it hears.
    struct Listener {
        next: u32,
        refused: u32,
        heard: Vec<Heard>,
    }

    impl Observer for Listener {
        fn kinds(&self) -> Kinds {
            Kinds::EXECUTED | Kinds::EXECUTED_IN_BLOCKS
        }

        fn block_found(&mut self, core: u8, insns: &[Executed]) -> u32 {
            let pcs = insns.iter().map(|i| i.pc).collect();
            self.heard.push(Heard::Found { core, pcs });
            self.next += 1;
            self.next - 1
        }

        fn admits_block(&mut self, core: u8, block: u32) -> bool {
            self.heard.push(Heard::Asked { core, block });
            block != self.refused
        }

        fn block_executed(
            &mut self,
            core: u8,
            at: Tick,
            block: u32,
            count: usize,
            seen: &[DynamicEvent],
        ) {
            self.heard.push(Heard::Executed {
                core,
                at,
                block,
                count,
                seen: seen.to_vec(),
            });
        }

        fn blocks_forgotten(&mut self, core: u8) {
            self.heard.push(Heard::Forgotten { core });
        }
    }

    const CORE: u8 = 3;

    fn listened() -> FactBuf {
        let mut facts = FactBuf::default();
        let listener = Listener {
            next: 70,
            refused: 71,
            heard: Vec::new(),
        };
        facts.observe(Box::new(listener), &Meters::default());
        facts
    }

    fn heard(facts: &FactBuf) -> &[Heard] {
        let listener = facts.observer::<Listener>();
        &listener.expect("the listener").heard
    }

    fn insns(pcs: &[u64]) -> Vec<Executed> {
        let insn = |&pc| Executed {
            pc,
            ..Executed::default()
        };
        pcs.iter().map(insn).collect()
    }

    /// A store of four bytes by instruction 1.
    fn store() -> DynamicEvent {
        DynamicEvent {
            place: 1,
            at: Tick(40),
            address: 0x500,
            physical: 0x8000_0500,
            held: [1, 2, 3, 4, 0, 0, 0, 0],
            ..DynamicEvent::default()
        }
    }

    #[test]
    fn blocks_are_forgotten_once_before_the_first_is_numbered() {
        let (mut noted, mut facts) = (Noted::default(), listened());
        assert_eq!(noted.number(CORE, &insns(&[0x10, 0x14]), &mut facts), 70);
        assert_eq!(noted.number(CORE, &insns(&[0x20]), &mut facts), 71);
        noted.forget_numbers();
        noted.forget_numbers();
        assert_eq!(noted.number(CORE, &insns(&[0x10]), &mut facts), 72);
        let found = |pcs: &[u64]| Heard::Found {
            core: CORE,
            pcs: pcs.to_vec(),
        };
        let forgotten = || Heard::Forgotten { core: CORE };
        let expected = [
            forgotten(),
            found(&[0x10, 0x14]),
            found(&[0x20]),
            forgotten(),
            found(&[0x10]),
        ];
        assert_eq!(heard(&facts), expected);
    }

    #[test]
    fn the_listener_admits_each_block_by_its_number() {
        let (mut noted, mut facts) = (Noted::default(), listened());
        assert!(noted.begin(CORE, 70, &mut facts));
        assert!(!noted.begin(CORE, 71, &mut facts));
        let asked = |block| Heard::Asked { core: CORE, block };
        assert_eq!(heard(&facts), [asked(70), asked(71)]);
    }

    #[test]
    fn events_are_reported_in_their_order_with_the_block_that_began_last() {
        let (mut noted, mut facts) = (Noted::default(), listened());
        noted.begin(CORE, 70, &mut facts);
        noted.stack_moved(0, Tick(38), 0x8000_1000);
        noted.accessed(store());
        noted.report(CORE, 2, Tick(40), &mut facts);
        // Nothing of the first block is left in the second.
        noted.begin(CORE, 72, &mut facts);
        noted.stack_moved(4, Tick(52), 0x8000_0fe0);
        noted.report(CORE, 5, Tick(54), &mut facts);
        let moved = |place, at, physical| DynamicEvent {
            place,
            stack_pointer: true,
            at: Tick(at),
            physical,
            ..DynamicEvent::default()
        };
        let expected = [
            Heard::Asked {
                core: CORE,
                block: 70,
            },
            Heard::Executed {
                core: CORE,
                at: Tick(40),
                block: 70,
                count: 2,
                seen: vec![moved(0, 38, 0x8000_1000), store()],
            },
            Heard::Asked {
                core: CORE,
                block: 72,
            },
            Heard::Executed {
                core: CORE,
                at: Tick(54),
                block: 72,
                count: 5,
                seen: vec![moved(4, 52, 0x8000_0fe0)],
            },
        ];
        assert_eq!(heard(&facts), expected);
    }

    #[test]
    fn a_block_of_which_no_instruction_was_executed_is_not_reported() {
        let (mut noted, mut facts) = (Noted::default(), listened());
        noted.begin(CORE, 70, &mut facts);
        noted.report(CORE, 0, Tick(40), &mut facts);
        let asked = Heard::Asked {
            core: CORE,
            block: 70,
        };
        assert_eq!(heard(&facts), [asked]);
    }
}
