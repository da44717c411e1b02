//! WAND and IDLE, one behind the other: whoever comes last, every core wakes, and when is derived by hand.
//!
//! From a core to its node and back two cycles each, from node to node one (estimates); from the interrupt to the
//! vector four cycles, and behind RTI three (as in `interrupts.rs`).

use crate::bench::{Board, COUNT, hops};
use conformance::random::Random;

/// All cores of the board.
const CORES: u8 = 16;
/// The core in the corner that the terms go to.
const CORNER: u8 = 0;
/// Cycles between a core and its node.
const NODE: u64 = 2;
/// To the vector, RTI, and what it costs to go back.
const HANDLER: u64 = 4 + 1 + 3;
/// Registers that the times of a round are in: before WAND, and behind IDLE.
const TIMES: usize = 10;

/// A program with a round for each of `delays`: turns of a loop before its WAND, which lies in another place of a line of
/// 8 bytes in each round.
fn rounds(delays: &[u64]) -> String {
    let mut text = format!("{COUNT}\nmov r9,0; mov r3,8; mov r1,0; movts imask,r1; gie\n");
    for (i, delay) in delays.iter().enumerate() {
        let nops = "nop; ".repeat(i % 4);
        let (before, behind) = (TIMES + 2 * i, TIMES + 2 * i + 1);
        text += &format!(
            "set {delay},r4
             late{i}: sub r4,r4,1; bne late{i}
             .align 8
             {nops} movfs r{before},ctimer0
             wand; idle
             movfs r{behind},ctimer0
             movfs r2,status; eor r2,r2,r3; movts status,r2; add r9,r9,1\n"
        );
    }
    text + "@8 rti\n"
}

/// Runs the rounds of all cores, `delays` by core and round: every core wakes in every round, when it must.
fn meet(delays: &[Vec<u64>]) {
    let programs: Vec<String> = delays.iter().map(|d| rounds(d)).collect();
    let programs: Vec<(u8, &str)> = (0..).zip(programs.iter().map(String::as_str)).collect();
    let mut board = Board::new(&programs);
    board.finish();
    let count = delays[0].len();
    let woken: Vec<u32> = (0..CORES).map(|core| board.r(core, 9)).collect();
    assert_eq!(woken, [count as u32; 16], "rounds of each core: {delays:?}");
    let time = |core: u8, n: usize| u64::from(u32::MAX - board.r(core, n));
    for i in 0..count {
        let round = TIMES + 2 * i;
        // Behind three NOPs, a MOVFS of four bytes, WAND and IDLE, the MOVFS that RTI goes back to lies in two lines,
        // which costs a cycle (AR, pipeline: branches).
        let straddles = u64::from(i % 4 == 3);
        // WAND is issued in the cycle behind the reading.
        let term = |core: u8| time(core, round) + 1 + NODE + hops(core, CORNER);
        let corner = (0..CORES).map(term).max().expect("cores");
        for core in 0..CORES {
            let came = corner + hops(CORNER, core) + NODE;
            assert_eq!(
                time(core, round + 1),
                came + HANDLER + straddles,
                "core {core}: {delays:?}"
            );
        }
    }
}

/// Each core as the last one, by far and by one turn of the loop, with WAND and IDLE in every place of a line.
#[test]
fn every_core_can_be_the_last() {
    for last in 0..CORES {
        let delay = |core, late| if core == last { late } else { 1 };
        let of = |core| {
            let lates = [400, 400, 400, 400, 2, 2, 2, 2];
            lates.map(|late| delay(core, late)).to_vec()
        };
        meet(&(0..CORES).map(of).collect::<Vec<_>>());
    }
}

/// In any order, often several at once.
#[test]
fn any_order() {
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let mut delay = || match random.below(3) {
            0 => 1,
            1 => 1 + random.below(4),
            _ => 1 + random.below(300),
        };
        let delays: Vec<Vec<u64>> = (0..CORES)
            .map(|_| (0..16).map(|_| delay()).collect())
            .collect();
        meet(&delays);
    }
}

/// SYNC reaches its own core as late: behind the IDLE that follows it.
#[test]
fn sync_wakes_its_own_core() {
    for core in 0..CORES {
        let program = "mov r9,0; mov r1,0; movts imask,r1; gie; sync; idle; mov r9,1\n@0 rti\n";
        let mut board = Board::new(&[(core, program)]);
        board.finish();
        assert_eq!(board.r(core, 9), 1, "core {core}");
    }
}
