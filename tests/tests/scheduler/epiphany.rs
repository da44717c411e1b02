//! Random programs of cores of a Parallella, which interrupt each other, one by one and all at once, idle, move data by
//! DMA, and read and write each other's words.

use crate::{REFERENCE, difference, fast, naive, nobody_is_far_ahead};
use conformance::epiphany::assemble;
use conformance::random::Random;
use std::fmt::Write;
use trueboard_board::{Machine, machine, open_board};

/// Cores with programs: next to each other, and far away.
const CORES: [u8; 5] = [0, 1, 4, 6, 15];
/// Where a program begins.
const CODE: u32 = 0x100;
/// Where a core's words may be: in bank 0, in which its program is, and in bank 1.
const WORDS: [u32; 2] = [0x1800, 0x2000];
/// The board's `quantum_cycles`, in base ticks.
const QUANTUM: u64 = 128;
const END: u64 = 60_000;

/// First address of the window of core `n`.
fn window(n: u8) -> u32 {
    0x8080_0000 + u32::from(n / 4) * 0x0400_0000 + u32::from(n % 4) * 0x0010_0000
}

/// What one core does. r40 is at its own words, r43 at those of another one, r46 at the other one's ILATST, r45 at memory
/// off the chip, r50 and r51 at words and ILATST of all, r52 is CONFIG for stores to all, r53 as it is.
fn step(r: &mut Random, id: &str) -> String {
    let turns = |r: &mut Random| {
        let most = if r.below(3) == 0 { 300 } else { 12 };
        1 + r.below(most)
    };
    let after = format!("mov r4,{}; d{id}: sub r4,r4,1; bne d{id}", turns(r));
    let n = r.below(8);
    let line = match r.below(18) {
        0 => format!("str r3,[r40,+{n}]"),
        1 => format!("str r3,[r43,+{n}]"),
        2 => format!("ldr r5,[r43,+{n}]; add r3,r5,r3"),
        3 => format!("str r3,[r45,+{n}]"),
        4 => format!("ldr r5,[r45,+{n}]"),
        5 => "testset r5,[r43,+r48]".to_owned(),
        // The user interrupt of another one.
        6..=8 => "str r47,[r46,+0]".to_owned(),
        // Words, and the user interrupt, of all.
        9 => format!("movts config,r52; str r3,[r50,+{n}]; str r3,[r40,+{n}]; movts config,r53"),
        10 | 11 => "movts config,r52; str r47,[r51,+0]; movts config,r53".to_owned(),
        12 => "idle".to_owned(),
        13 => "gid".to_owned(),
        14 => "gie".to_owned(),
        // DMA of some words to another one.
        15 => "movts dma0config,r55".to_owned(),
        16 => format!("str r3,[r43,+{n}]; str r3,[r43,+{n}]; str r3,[r43,+{n}]"),
        // For some time, or until an interrupt has come.
        _ => match r.below(2) {
            0 => format!(
                "mov r4,{}; w{id}: ldr r0,[r40,+16]; sub r1,r0,1; bgte x{id}; sub r4,r4,1; bne w{id}; x{id}: nop",
                turns(r)
            ),
            _ => format!(
                "gie; w{id}: ldr r0,[r40,+16]; sub r1,r0,1; blt w{id}; mov r0,0; str r0,[r40,+16]"
            ),
        },
    };
    format!("{after}; {line}\n")
}

/// The program of core number `i` of them. The first interrupts the others in the end, again and again.
fn program(r: &mut Random, i: usize) -> String {
    let near = window(CORES[(i + 1 + r.below(4) as usize) % CORES.len()]);
    // In the bank that the program is fetched from, or in another one.
    let (own, others) = (*r.pick(&WORDS), *r.pick(&WORDS));
    let mut s = format!(
        ".org 0x0; bkpt; .org 0x1c; rti; .org 0x24; b counts
         counts: ldr r60,[r40,+16]; add r60,r60,1; str r60,[r40,+16]; rti
         .org {CODE}
         set 0x123,r10; movts meshmulticast,r10
         set {own:#x},r40; set {:#x},r43; set 0x8e001000,r45
         set {:#x},r46; set 0x200,r47; mov r48,72; mov r3,1
         set 0x12302000,r50; set 0x123f042c,r51; movfs r53,config; set 0x3000,r52; orr r52,r52,r53
         set 0x40004,r5; movts dma0stride,r5; set 0x10008,r5; movts dma0count,r5
         mov r5,r40; movts dma0srcaddr,r5; add r5,r43,r48; movts dma0dstaddr,r5; set 0x43,r55
         gie\n",
        near + others,
        near + 0xf_042c,
    );
    for n in 0..4 + r.below(10) {
        s += &step(r, &n.to_string());
    }
    if i != 0 {
        return s + "ends: idle; b ends\n";
    }
    let _ = writeln!(s, "mov r6,20; last: mov r0,0");
    for other in &CORES[1..] {
        let _ = writeln!(
            s,
            "set {:#x},r7; str r47,[r7,+0]",
            window(*other) + 0xf_042c
        );
    }
    let _ = writeln!(
        s,
        "mov r4,{}; lasts: sub r4,r4,1; bne lasts; sub r6,r6,1; bne last; bkpt",
        20 + r.below(300)
    );
    s
}

fn boot(programs: &[String], sets: &[&str]) -> Machine {
    let sets: Vec<String> = sets.iter().map(|&s| s.to_owned()).collect();
    let board = open_board("parallella", &sets).expect("the board is sound");
    let mut m = machine(&board.place, &board.file, false).expect("the board is sound");
    for (&core, text) in CORES.iter().zip(programs) {
        let program = assemble(0, text);
        assert!(m.patch(core, 0, &program.bytes));
        m.start_at(core, CODE.into()).expect("it is a core");
    }
    m
}

fn compare(seed: u64) {
    let mut r = Random::new(seed);
    let texts: Vec<String> = (0..CORES.len()).map(|i| program(&mut r, i)).collect();
    let end = END + seed % 1000;
    let wanted = naive(boot(&texts, &REFERENCE), end);
    let got = fast(boot(&texts, &REFERENCE), end);
    let said = difference(&got, &wanted);
    assert!(
        said.is_empty(),
        "seed {seed}: {said}\n{}",
        texts.join("\n\n")
    );
}

#[test]
fn random_programs_equal_the_naive_run() {
    for seed in 0..40 {
        compare(seed);
    }
}

#[test]
fn nobody_is_far_ahead_of_a_core_that_runs() {
    for seed in 0..30 {
        let mut r = Random::new(seed);
        let texts: Vec<String> = (0..CORES.len()).map(|i| program(&mut r, i)).collect();
        let mut m = boot(&texts, &[]);
        nobody_is_far_ahead(&format!("seed {seed}"), &mut m, QUANTUM, END);
    }
}

#[test]
#[ignore = "minutes: many programs"]
fn many_random_programs_equal_the_naive_run() {
    for seed in 40..1000 {
        compare(seed);
    }
}
