//! What is known of the loop that a core may be in: see [`crate::waiting`].

use crate::isa::Counted;
use crate::meters::Meter;
use crate::state::Psr;
use trueboard_engine::spin::{self, State};

/// The loop that the core may be in.
pub(crate) type Spin = spin::Spin<LoopHeadState, Counts>;
pub(crate) type Turn = spin::Turn<Counts>;

/// Bytes for which holders are known: a line of the board's snooping.
pub(crate) const LINE_MASK: u64 = !31;

/// What the loop depends on at its loop head.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoopHeadState {
    pub npc: u32,
    pub y: u32,
    pub psr: Psr,
    pub icc_age: u64,
    pub metered: u64,
    pub regs: [u32; 32],
}

impl State for LoopHeadState {
    const DECIDES: bool = false;
}

/// What a turn counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counts {
    pub counted: [u64; Counted::COUNT],
    pub meters: [u64; Meter::COUNT],
    /// Control transfers, modulo 256.
    pub transfers: u8,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            counted: [0; Counted::COUNT],
            meters: [0; Meter::COUNT],
            transfers: 0,
        }
    }
}

impl spin::Counts for Counts {
    fn since(&self, before: &Counts) -> Counts {
        let mut counts = self.clone();
        let counted = counts.counted.iter_mut().zip(&before.counted);
        counted.for_each(|(n, old)| *n = n.wrapping_sub(*old));
        let meters = counts.meters.iter_mut().zip(&before.meters);
        meters.for_each(|(n, old)| *n = n.wrapping_sub(*old));
        counts.transfers = self.transfers.wrapping_sub(before.transfers);
        // Writes of other cores do not belong to the loop.
        counts.meters[Meter::SnoopInvalidations as usize] = 0;
        counts
    }

    fn add(&mut self, turn: &Counts, times: u64) {
        add(&mut self.counted, &turn.counted, times);
        add(&mut self.meters, &turn.meters, times);
        let transfers = times * u64::from(turn.transfers);
        self.transfers = self.transfers.wrapping_add(transfers as u8);
    }
}

/// Adds `times` times `more` to `sums`.
pub(crate) fn add(sums: &mut [u64], more: &[u64], times: u64) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += times * more;
    }
}
