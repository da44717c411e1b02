//! Programs as lists of items, so that one can be left out and the rest still makes sense.

use crate::asm::{NOP, Src::I, Src::R, branch, call, f3, set};
use crate::case::{Case, Faults, State, window_register};
use crate::layout;
use trueboard_cpu_sparcv8::isa::Op;

/// A conditional branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// Bicc or FBfcc.
    pub op: Op,
    /// Condition.
    pub cond: u8,
    /// The annul bit.
    pub annul: bool,
}

/// A piece of a program. Control only ever arrives at the beginning of an item, except behind the
/// first word of one by way of a delay slot.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Words that do not depend on their address.
    Words(Vec<u32>),
    /// A branch and its delay slot.
    Branch {
        /// The branch.
        branch: Branch,
        /// Item it goes to; later than this one.
        to: usize,
        /// The delay slot.
        slot: u32,
    },
    /// `call` and its delay slot.
    Call {
        /// Item it goes to.
        to: usize,
        /// The delay slot.
        slot: u32,
    },
    /// `jmpl` through a register.
    Jump {
        /// Register with the address, not %g0.
        via: u8,
        /// What the immediate adds.
        skew: i32,
        /// Makes the address unaligned, or one of another mapping.
        off: u32,
        /// The link register.
        rd: u8,
        /// Item it goes to.
        to: usize,
        /// The delay slot.
        slot: u32,
    },
    /// A branch in the delay slot of a branch.
    Couple {
        /// The two.
        branches: [Branch; 2],
        /// Items they go to.
        to: [usize; 2],
    },
    /// Return from a trap that was not taken: ET is cleared, then `jmpl` and `rett`.
    Return {
        /// PSR with ET=0.
        psr: u32,
        /// WIM; the window that RETT goes to is valid.
        wim: u32,
        /// An instruction between.
        between: u32,
        /// Item to return to.
        to: usize,
    },
}

impl Item {
    fn words(&self) -> usize {
        match self {
            Item::Words(w) => w.len(),
            Item::Branch { .. } | Item::Call { .. } => 2,
            Item::Jump { .. } => 4,
            Item::Couple { .. } => 3,
            Item::Return { .. } => 13,
        }
    }

    fn lands(&self) -> bool {
        matches!(self, Item::Words(w) if w.len() == 1)
    }
}

/// A program with the states that it is to be run from.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its items.
    pub items: Vec<Item>,
    /// Items at its beginning that the others rely on.
    pub kept: usize,
    /// States before.
    pub states: Vec<State>,
}

impl Program {
    /// Address of program number `slot`.
    pub fn base(slot: usize) -> u32 {
        layout::CODE + slot as u32 * layout::SLOT
    }

    /// The words of the program at `base`.
    pub fn code(&self, base: u32) -> Vec<u32> {
        let mut at = Vec::with_capacity(self.items.len() + 1);
        let mut pc = base;
        for item in &self.items {
            at.push(pc);
            pc += item.words() as u32 * 4;
        }
        at.push(pc);
        let mut code = Vec::new();
        for (i, item) in self.items.iter().enumerate() {
            self.emit(i, item, &at, &mut code);
        }
        // More than one: a delay slot may lie behind the end.
        code.extend([f3(Op::Ticc, 0, I(layout::END_TRAP as i32), 8); 4]);
        code
    }

    fn emit(&self, i: usize, item: &Item, at: &[u32], code: &mut Vec<u32>) {
        let pc = at[i];
        let target = |to: usize| at[to.clamp(i + 1, self.items.len())];
        let go =
            |b: Branch, from: u32, to: u32| branch(b.op, b.cond, b.annul, to.wrapping_sub(from));
        match item {
            Item::Words(words) => code.extend(words),
            Item::Branch { branch, to, slot } => code.extend([go(*branch, pc, target(*to)), *slot]),
            Item::Call { to, slot } => code.extend([call(target(*to).wrapping_sub(pc)), *slot]),
            Item::Jump {
                via,
                skew,
                off,
                rd,
                to,
                slot,
            } => {
                code.extend(set((target(*to) + off).wrapping_add_signed(-skew), *via));
                code.extend([f3(Op::Jmpl, *via, I(*skew), *rd), *slot]);
            }
            Item::Couple { branches, to } => {
                // Where the first one goes, one instruction may be left out: not one of several.
                let first = (to[0].max(i + 1)..self.items.len()).find(|&t| self.items[t].lands());
                let first = at[first.unwrap_or(self.items.len())];
                code.extend([
                    go(branches[0], pc, first),
                    go(branches[1], pc + 4, target(to[1])),
                    NOP,
                ]);
            }
            Item::Return {
                psr,
                wim,
                between,
                to,
            } => {
                let (via, there) = (1, target(*to));
                code.extend(set(*wim, via));
                code.push(f3(Op::Wrwim, via, R(0), 0));
                code.extend(set(*psr, via));
                code.push(f3(Op::Wrpsr, via, R(0), 0));
                code.extend([*between, NOP, NOP]);
                code.extend(set(there, via));
                code.extend([f3(Op::Jmpl, via, R(0), 0), f3(Op::Rett, via, I(4), 0)]);
            }
        }
    }

    /// All cases of the program, placed in slot number `slot`.
    pub fn cases(&self, slot: usize) -> Vec<Case> {
        let base = Program::base(slot);
        let code = self.code(base);
        let case = |state: &State| Case {
            before: placed(state, base),
            base,
            code: code.clone(),
            irq: None,
            faults: Faults::Logged,
        };
        self.states.iter().map(case).collect()
    }
}

/// The state of a program at `base`: the window below the first one holds the PC and nPC by which
/// the program is entered.
pub fn placed(state: &State, base: u32) -> State {
    let mut state = state.clone();
    let below = (state[crate::case::PSR] as usize & 7) + 7;
    state[window_register(below, 17)] = base;
    state[window_register(below, 18)] = base + 4;
    state
}
