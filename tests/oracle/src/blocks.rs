//! State blocks: how states travel to and from a machine that runs many cases in a row by the code
//! of [`crate::layout`].

use crate::case::{COMMON, Case, End, Outcome, PSR, State, Trap, W, WORDS};
use crate::layout;

/// Words of a block.
pub const BLOCK_WORDS: usize = layout::BLOCK as usize / 4;

/// The blocks of the states before.
pub fn before(cases: &[Case]) -> Vec<u32> {
    let mut out = Vec::with_capacity(cases.len() * BLOCK_WORDS);
    for case in cases {
        out.extend(&case.before[..COMMON]);
        out.push(entry_psr(&case.before));
        out.resize(out.len().next_multiple_of(BLOCK_WORDS), 0);
    }
    out
}

/// The outcome that a block and the words of the trap log tell.
pub fn outcome(block: &[u32], log: &[u32]) -> Outcome {
    let mut words = block[..COMMON].to_vec();
    words.resize(WORDS, 0);
    Outcome {
        end: End::Done,
        after: visible(words, COMMON, End::Done),
        traps: log.chunks_exact(5).map(trap).collect(),
        executed: None,
        cycles: None,
    }
}

/// The state that such a machine is given besides the common words: PSR for the entry by RETT.
fn entry_psr(before: &State) -> u32 {
    let psr = before[PSR];
    let below = (psr.wrapping_sub(1)) & 7;
    psr & !0x3f & !(1 << 7) | 1 << 7 | (psr >> 7 & 1) << 6 | below
}

/// A trap from its five logged words.
pub fn trap(entry: &[u32]) -> Trap {
    let tt = (entry[0] >> 4) as u8;
    Trap {
        tt,
        pc: entry[1],
        npc: entry[2],
        psr: entry[3],
        // qne is set when a LEON comes to the handler, never with precise traps.
        fsr: entry[4] & !(u32::from(tt == 8) << 13),
    }
}

/// The first `shown` words; %l3 of the last trap's window holds an address of the common code.
pub fn visible(after: Vec<u32>, shown: usize, end: End) -> Vec<Option<u32>> {
    let window = (after[PSR] & 7) as usize;
    let mut all: Vec<Option<u32>> = after.into_iter().map(Some).collect();
    all[shown..].fill(None);
    all.resize(WORDS, None);
    if end == End::Done {
        all[W + window * 16 + 3] = None;
    }
    all
}
