//! The banks of the SRAM (AR, arbitration): each takes one access in a cycle; the mesh comes first,
//! then loads and stores, then fetches, then DMA. Code is in bank 0.

use crate::bench::{Bench, Measured, body, window};
use trueboard_cpu_epiphany::meters::Meter;

/// Eight loads to registers of their own, from `r40`.
fn loads(n: usize, between: &str) -> String {
    (0..n)
        .map(|i| format!("ldr r{},[r40,+{}]; {between}\n", 10 + i % 8, i % 8))
        .collect()
}

fn from_bank(bank: u32, text: &str) -> Bench {
    body(text)
        .init(&format!("set {},r40", bank * 0x2000 + 0x1000))
        .floats()
}

/// A load and an operation of the FPU fill a line. In the bank of the code the load takes the cycle in
/// which the next line would be fetched.
#[test]
fn a_line_a_cycle() {
    let pairs: String = (0..8)
        .map(|i| {
            format!(
                "ldr r{},[r40,+{i}]; .code32 fadd r{},r20,r21\n",
                10 + i,
                32 + i
            )
        })
        .collect();
    assert_eq!(from_bank(1, &pairs).run().cycles, 8);
    let m = from_bank(0, &pairs).run();
    assert_eq!((m.cycles, m.core(Meter::FetchLost)), (16, 8));
}

/// Two loads in a line: the next line is fetched behind the second one.
#[test]
fn two_accesses_a_line() {
    assert_eq!(from_bank(1, &loads(8, "")).run().cycles, 8);
    assert_eq!(from_bank(0, &loads(8, "")).run().cycles, 4 * 3);
}

/// Every other instruction is a load: there is always a cycle for the fetch.
#[test]
fn one_access_a_line() {
    for bank in [0, 1] {
        let m = from_bank(bank, &loads(8, ".code32 add r20,r20,1")).run();
        assert_eq!(m.cycles, 16, "bank {bank}");
    }
}

/// Core 1 writes eight double words from `at` on, one a cycle, while core 0 executes; `rest` cycles
/// later than soonest.
fn disturbed(at: u32, rest: u32, text: &str) -> Measured {
    disturbed_in_slices(1, at, rest, text)
}

/// The same with cores that run ahead of each other by up to `quantum` cycles.
fn disturbed_in_slices(quantum: u32, at: u32, rest: u32, text: &str) -> Measured {
    disturbing(quantum, at, rest, text).run()
}

fn disturbing(quantum: u32, at: u32, rest: u32, text: &str) -> Bench {
    let stores: String = (0..8).map(|i| format!("strd r2,[r40,+{i}]\n")).collect();
    let other = format!(
        "set {at},r40; .rept 60; nop; .endr; .rept {rest}; nop; .endr
         {stores}",
        at = window(0) + at,
    );
    body(text)
        .init("set 0x4000,r40; set 0x4000,r41")
        .other(1, &other)
        .set(&format!("quantum_cycles={quantum}"))
        .floats()
}

/// An operation of the FPU and an integer one fill each line.
fn pairs(n: usize) -> String {
    let pair = |i| {
        format!(
            ".code32 fadd r{},r20,r21; add r{},r18,1\n",
            42 + i % 8,
            10 + i % 8
        )
    };
    (0..n).map(pair).collect()
}

/// Each write takes a cycle from a core that loads in every cycle.
#[test]
fn the_mesh_comes_before_loads_and_stores() {
    let text = loads(120, "");
    assert_eq!(disturbed(0x5000, 0, &text).cycles, 120 + 8);
    assert_eq!(disturbed(0x6000, 0, &text).cycles, 120, "another bank");
    let stores = text.replace("ldr", "str");
    assert_eq!(disturbed(0x5000, 0, &stores).cycles, 120 + 8);
}

/// A line is fetched in every cycle: each write to the bank of the code takes one.
#[test]
fn the_mesh_comes_before_fetches() {
    let m = disturbed(0x1800, 0, &pairs(100));
    assert_eq!((m.cycles, m.core(Meter::FetchLost)), (100 + 8, 8));
    let m = disturbed(0x5000, 0, &pairs(100));
    assert_eq!((m.cycles, m.core(Meter::FetchLost)), (100, 0));
}

/// A core that is ahead of the others has fetched or loaded already when the writes come. It makes up
/// for it.
#[test]
fn who_ran_ahead_makes_way_later() {
    for rest in 0..60 {
        let m = disturbed_in_slices(50, 0x1800, rest, &pairs(300));
        let seen = (m.cycles, m.core(Meter::FetchLost));
        assert_eq!(seen, (300 + 8, 8), "{rest}");
        let m = disturbed_in_slices(50, 0x5000, rest, &loads(300, ""));
        assert_eq!(m.cycles, 300 + 8, "loads, {rest}");
    }
}

/// Four instructions in a line: it is fetched while the first one of the line before is issued, in cycle
/// 0, and needed in cycle 4. Eight writes from cycle 0 on hold it up until cycle 8: it is there in cycle
/// 9, five too late. From cycle 1, 2 or 3 on they hold up the next one, which is asked for in cycle 4
/// and needed in cycle 8: it is there in cycle 10, 11 or 12.
#[test]
fn a_line_that_is_not_needed_yet_hides_what_it_waits() {
    let line = |rest| {
        let m = disturbed(0x1800, rest, ".rept 120; nop; .endr");
        (m.cycles - 120, m.core(Meter::FetchLost))
    };
    let seen: Vec<(u64, u64)> = (0..8).map(line).collect();
    let round = [(5, 8), (2, 5), (3, 6), (4, 7)];
    let first = round
        .iter()
        .position(|r| *r == seen[0])
        .expect("one of them");
    let expected: Vec<(u64, u64)> = (first..first + 8).map(|i| round[i % 4]).collect();
    assert_eq!(seen, expected);
}

/// The line of a branch's target is fetched in the cycle before the first one in which it can be issued.
/// Turns of five cycles: SUB, BNE, and three in the last one of which the target is fetched. The line
/// behind it is fetched with SUB, and needed only where BNE lies across.
#[test]
fn the_mesh_comes_before_the_target_of_a_branch() {
    let seen = |target: &str| -> Vec<(u64, u64)> {
        let turns = ".code32 sub r20,r20,1; .code32 bne turn";
        let text = format!("mov r20,30; .align 8; {target} turn: {turns}");
        let m = (0..10).map(|rest| disturbed(0x1800, rest, &text));
        m.map(|m| (m.cycles, m.core(Meter::FetchLost))).collect()
    };
    // MOV and two NOPs come before, and the last turn falls through.
    // Eight writes from cycle 0 to 4 of a turn on. At the beginning of a line the first two hold up
    // what is not needed; from cycle 4 on all hold up the target.
    let within = [(4, 2 + 4), (5, 5), (6, 6), (7, 7), (8, 8)];
    // In its middle the line behind it waits for eight in cycle 0. One in cycle 1 holds up the line behind
    // that, which is not needed.
    let across = [(8, 8), (5, 1 + 5), (6, 6), (7, 7), (8, 8)];
    for (target, cycles, round) in [
        ("", 3 + 30 * 5 - 3, within),
        ("nop;", 4 + 30 * 5 - 3, across),
    ] {
        let seen = seen(target);
        let expected = |first: usize| -> Vec<(u64, u64)> {
            let all = (first..first + seen.len()).map(|i| round[i % 5]);
            all.map(|(more, lost)| (cycles + more, lost)).collect()
        };
        assert!((0..5).any(|first| seen == expected(first)), "{seen:?}");
    }
}

/// Elements that the DMA engine moves from `from` to `to` while core 0 executes `text` from cycle 2 on.
fn moved(from: u32, to: u32, text: &str) -> u64 {
    let m = body(&format!(
        "movts dma0config,r20; .code32 movfs r31,status; {text}"
    ))
    .init("set 0x10000008,r20; set 0x3000,r40")
    .more(&format!(
        ".org 0x1000; .word 0x43, 0x00040004, 0x00010100, 0, {from}, {to}"
    ))
    .floats()
    .run();
    m.core(Meter::DmaElements)
}

/// MOVTS in cycle 0; the descriptor is there in cycle 4; the body is over behind cycle 33, and a NOP
/// follows. Beside loads in every cycle from the bank that the engine reads or writes it stands still
/// until they are over. So it does beside fetches in every cycle, of which the NOP makes one more.
#[test]
fn dma_comes_last() {
    let (free, behind_loads) = ((4..=34).step_by(2).count() as u64, 1);
    let loads = loads(32, "");
    assert_eq!(moved(0x4000, 0x6000, &loads), free);
    assert_eq!(moved(0x2000, 0x4000, &loads), behind_loads);
    assert_eq!(moved(0x4000, 0x2000, &loads), behind_loads);
    let pairs = pairs(32);
    assert_eq!(moved(0x4000, 0x6000, &pairs), free);
    assert_eq!(moved(0x1800, 0x6000, &pairs), 0);
    assert_eq!(moved(0x4000, 0x1800, &pairs), 0);
}

/// Eight writes in a row to the bank that the engine reads, which has an element in every second cycle:
/// it goes on eight cycles later, or seven where the first one comes between two elements.
#[test]
fn dma_comes_after_the_mesh() {
    let moved = |at, rest| {
        let m = disturbing(1, at, rest, "movts dma0config,r20; .rept 120; nop; .endr")
            .init("set 0x10000008,r20")
            .more(".org 0x1000; .word 0x43, 0x00040004, 0x00010100, 0, 0x2000, 0x6000")
            .run();
        m.core(Meter::DmaElements)
    };
    for rest in 0..4 {
        let lost = moved(0x5000, rest) - moved(0x3000, rest);
        assert!((3..=4).contains(&lost), "{rest}: {lost}");
    }
}
