//! What is known of the loop that a core may be in: see [`crate::waiting`].

use crate::counters::counts::Counts;
use crate::pipeline::{HotState, Scoreboard};
use crate::state::State;
use trueboard_engine::spin;

/// Loads of a turn, at most.
pub(crate) const LOADS: usize = 8;
/// Ends of slices that are not looked at between two that are, and after a loop that does not wait.
const UNSEEN: u8 = 4;
const UNSEEN_AFTER: u8 = 8;
/// No instruction is there.
const NOWHERE: u32 = 1;

/// What the core depends on at the loop head of a loop, with times as they are against its own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoopHeadState {
    pub st: State,
    pub live: HotState,
    pub ready: [u64; 128],
}

impl spin::State for LoopHeadState {
    const DECIDES: bool = true;
}

/// What a turn counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counted {
    pub counts: Counts,
    /// Control transfers, modulo 256.
    pub transfers: u8,
}

impl Default for Counted {
    fn default() -> Counted {
        Counted {
            counts: Counts::new(),
            transfers: 0,
        }
    }
}

impl spin::Counts for Counted {
    fn since(&self, before: &Counted) -> Counted {
        Counted {
            counts: self.counts.since(&before.counts),
            transfers: self.transfers.wrapping_sub(before.transfers),
        }
    }

    // What the next turn counts is not compared: the state decides.
    fn add(&mut self, _turn: &Counted, _times: u64) {}
}

/// How much is known of the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing.
    #[default]
    Unknown,
    /// A turn begins behind the next taken branch.
    Next,
    /// A turn is followed, in single steps.
    Turn,
    /// All turns are equal until a delivery from outside.
    Steady,
}

/// The loop that the core may be in. Derived, and not part of the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spin {
    pub phase: Phase,
    /// Ends of slices that are not looked at.
    unseen: u8,
    pub found: Box<Found>,
}

/// What is found out of the loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub known: spin::Spin<LoopHeadState, Counted>,
    /// Instructions that were followed.
    pub followed: usize,
    /// Results at the beginning of the turn, and the places that the turn writes, as bits.
    pub ready: Option<Scoreboard>,
    pub written: u128,
    /// Loads of the turn: the cycle since its beginning, and the address.
    pub loads: Vec<(u64, u32)>,
    // Where a slice has ended, and with which registers.
    pc: u32,
    registers: Vec<u32>,
}

impl Spin {
    /// Nothing that was seen of a loop holds any more.
    #[inline]
    pub fn forget(&mut self) {
        if self.phase != Phase::Unknown {
            self.phase = Phase::Unknown;
            self.unseen = 0;
            self.found.known.invalidate();
        }
    }

    /// The core is in no loop that waits: where slices end does not matter for some of them.
    pub fn is_none(&mut self) {
        self.forget();
        self.found.pc = NOWHERE;
        self.unseen = UNSEEN_AFTER;
    }

    /// The turns of a loop are followed in single steps.
    #[inline(always)]
    pub fn follows(&self) -> bool {
        matches!(self.phase, Phase::Next | Phase::Turn)
    }

    /// A slice has ended at `pc` with these registers.
    #[inline(always)]
    pub fn slice_ends(&mut self, pc: u32, registers: &[u32; 64]) {
        match self.unseen.checked_sub(1) {
            Some(left) => self.unseen = left,
            None => self.note_end(pc, registers),
        }
    }

    #[inline(never)]
    fn note_end(&mut self, pc: u32, registers: &[u32; 64]) {
        let found = &mut *self.found;
        if found.pc == pc && found.registers == registers {
            self.phase = Phase::Next;
            found.followed = 0;
            return;
        }
        self.unseen = UNSEEN;
        found.pc = pc;
        found.registers.clear();
        found.registers.extend_from_slice(registers);
    }
}
