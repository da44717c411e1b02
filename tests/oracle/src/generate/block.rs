//! Programs for unicorn: integer arithmetic, memory, windows and branches in supervisor mode, where
//! nothing should trap.

use super::{Family, Generator, Mode, family};
use crate::asm::{Src::I, f3};
use crate::case::{PSR, State, WIM};
use crate::program::{Branch, Item, Program};
use trueboard_cpu_sparcv8::isa::Op;

/// Items of a block.
const ITEMS: usize = 200;

impl Generator {
    /// A long program with `states` states to start from.
    pub fn block(&mut self, states: usize) -> Program {
        self.mode = Mode::Calm;
        let items = (0..ITEMS).map(|i| self.block_item(i)).collect();
        let states = (0..states).map(|_| self.block_state()).collect();
        Program {
            items,
            kept: 0,
            states,
        }
    }

    fn block_state(&mut self) -> State {
        let mut state = self.state();
        state[WIM] = 0;
        state[PSR] |= 1 << 12;
        state
    }

    fn block_item(&mut self, i: usize) -> Item {
        let op = loop {
            let op = self.rng.pick(Op::ALL);
            let trapping = matches!(
                op,
                Op::Taddcctv | Op::Tsubcctv | Op::Ldfsr | Op::Stfsr | Op::Rdtbr
            );
            if !trapping
                && matches!(
                    family(op),
                    Some(
                        Family::Integer
                            | Family::MulDiv
                            | Family::Memory
                            | Family::FpMemory
                            | Family::Window
                            | Family::Control
                    )
                )
            {
                break op;
            }
        };
        let to = i + 2 + self.rng.below(6) as usize;
        match family(op) {
            Some(Family::Control) => Item::Branch {
                branch: Branch {
                    op: Op::Bicc,
                    ..self.branch()
                },
                to,
                slot: self.block_slot(),
            },
            Some(Family::MulDiv) if matches!(op, Op::Udiv | Op::Sdiv | Op::Udivcc | Op::Sdivcc) => {
                let word = self.random(op);
                // A register that is not 0.
                let (from, divisor) = (self.rng.below(32) as u8, 1 + self.rng.below(6) as u8);
                let word = word & !(1 << 13 | 0x1fff) | u32::from(divisor);
                Item::Words(vec![f3(Op::Or, from, I(1), divisor), word])
            }
            _ => Item::Words(self.words(op)),
        }
    }

    fn block_slot(&mut self) -> u32 {
        let op = self
            .rng
            .pick(&[Op::Add, Op::Subcc, Op::Xor, Op::Sll, Op::Sethi, Op::Orncc]);
        self.random(op)
    }
}
