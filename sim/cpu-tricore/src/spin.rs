//! What is known of the loop that a core may be in: see [`crate::waiting`].

use crate::pipeline::RelativeState;
use crate::state::State;
use crate::tally::{KINDS, Tally};
use trueboard_engine::spin;

/// What the core depends on at the loop head of a loop.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoopHeadState {
    pub st: State,
    pub pipe: RelativeState,
    pub group: u32,
}

impl spin::State for LoopHeadState {
    const DECIDES: bool = true;
}

/// What a turn counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    pub kinds: [u64; KINDS],
    pub tally: Tally,
    /// Groups of instructions, and those of more than one.
    pub groups: (u64, u64),
    /// Control transfers, modulo 256.
    pub transfers: u8,
}

impl spin::Counts for Counts {
    fn since(&self, before: &Counts) -> Counts {
        let mut counts = self.clone();
        let kinds = counts.kinds.iter_mut().zip(&before.kinds);
        kinds.for_each(|(n, old)| *n = n.wrapping_sub(*old));
        counts.tally = self.tally.since(&before.tally);
        counts.groups.0 = self.groups.0.wrapping_sub(before.groups.0);
        counts.groups.1 = self.groups.1.wrapping_sub(before.groups.1);
        counts.transfers = self.transfers.wrapping_sub(before.transfers);
        counts
    }

    // What the next turn counts is not compared: the state decides.
    fn add(&mut self, _turn: &Counts, _times: u64) {}
}

/// The loop that the core may be in. Derived, and not part of the state.
#[derive(Clone, Default)]
pub(crate) struct Spin {
    pub known: spin::Spin<LoopHeadState, Counts>,
    /// The next slice begins with a turn in single steps.
    pub is_likely: bool,
    /// Where a slice has ended, with which registers, and for how many more slices that is kept.
    pub pc: u32,
    pub registers: Box<[u32]>,
    pub kept: u8,
}
