//! Random programs of the four processors of a GR740, which start, wake and interrupt each other, power down, and share
//! words, locks and devices.

use crate::{REFERENCE, difference, fast, naive, nobody_is_far_ahead};
use conformance::asm::assemble;
use conformance::random::Random;
use conformance::tiny::{CODE, Tiny};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use trueboard_board::{Image, Machine, machine};

/// Words that all share.
const SHARED: u32 = 0x10_0000;
/// The board's `quantum_cycles`, in base ticks.
const QUANTUM: u64 = 100;
const END: u64 = 120_000;

/// What one processor does. `%o0` is at the shared words, `%o2` at its own, `%o3` at those of another one, `%i0` at the
/// interrupt controller, `%i1` at GRGPIO 0, `%i2` at GPTIMER 1.
fn step(r: &mut Random, id: &str) -> String {
    let turns = |r: &mut Random| {
        let most = if r.below(3) == 0 { 300 } else { 12 };
        1 + r.below(most)
    };
    let after = format!(
        "set {}, %l4; d{id}: subcc %l4, 1, %l4; bne d{id}; nop",
        turns(r)
    );
    let word = 4 * (1 + r.below(15));
    let cpu = 4 * r.below(4);
    let line = match r.below(23) {
        0 => format!("st %l5, [%o2 + {word}]"),
        1 => format!("ld [%o3 + {word}], %l5"),
        2 => format!("st %l5, [%o3 + {word}]"),
        3 => format!("st %l5, [%o0 + {word}]"),
        4 => format!("ld [%o0 + {word}], %l5; add %l5, 1, %l5"),
        5 => format!("swap [%o0 + {word}], %l5"),
        6 => format!("ldstub [%o0 + {word}], %l5"),
        7 => {
            "mov 0, %l5; mov 1, %l6; add %o0, 64, %g4; casa [%g4] (10), %l5, %l6; st %g0, [%o0 + 64]"
                .to_owned()
        }
        // An interrupt for one of them; whoever is in power-down wakes.
        8..=10 => format!(
            "set {}, %l5; add %i0, {}, %l6; st %l5, [%l6]",
            1 << (1 + r.below(14)),
            0x80 + cpu
        ),
        // Whoever is in power-down or has not begun goes on.
        11 => format!("mov {}, %l5; st %l5, [%i0 + 16]", 1 << r.below(4)),
        12 => "ld [%i0 + 16], %l5; add %l7, %l5, %g3".to_owned(),
        13 => "wr %g0, %asr19".to_owned(),
        14 => "wr %g0, 0xfe0, %psr; nop; nop; nop".to_owned(),
        15 => "wr %g0, 0xe0, %psr; nop; nop; nop".to_owned(),
        16 => "rd %asr23, %l5".to_owned(),
        // Devices that leave nothing to look after: the order of all cores shows in what they hold, and in the time.
        17 => format!("st %l5, [%i1 + 4]; ld [%o2 + {word}], %l6; ld [%i1 + 4], %l5"),
        18 => format!(
            "mov 6, %l6; p{id}: ld [%i2 + 16], %g3; add %l5, %g3, %l5; subcc %l6, 1, %l6; bne p{id}; st %l5, [%o2 + {word}]"
        ),
        19 => format!("ldd [%i2 + 16], %l4; st %l4, [%o2 + {word}]"),
        20 => format!("ld [%i1], %l5; swap [%o0 + {word}], %l5; ld [%i2], %l6; std %l6, [%o2 + 8]"),
        // A timer: when the next event is due changes.
        21 => format!("mov {}, %l5; st %l5, [%i2 + 16]; mov 9, %l6; st %l6, [%i2 + 24]", 1 + r.below(40)),
        // For some time, or until somebody writes.
        _ => match r.below(2) {
            0 => format!(
                "set {}, %l4; w{id}: ld [%o0 + 128], %g1; cmp %g1, 5; bge x{id}; subcc %l4, 1, %l4; bne w{id}; nop; x{id}: nop",
                turns(r)
            ),
            _ => format!("w{id}: ld [%o0 + 128], %g1; cmp %g1, 3; bl w{id}; nop"),
        },
    };
    format!("{after}; {line}\n")
}

/// A program: in the end processor 0 counts the word up for which the others wait, and wakes them.
fn program(r: &mut Random) -> String {
    let mut text = format!(
        "wr %g0, 0, %tbr; wr %g0, 0, %wim; wr %g0, 0xe0, %psr; nop; nop; nop
         rd %asr17, %l7; srl %l7, 28, %l7
         set {SHARED}, %o0; sll %l7, 8, %o2; add %o2, %o0, %o2; add %o2, 1024, %o2
         xor %l7, {}, %o3; sll %o3, 8, %o3; add %o3, %o0, %o3; add %o3, 1024, %o3
         set 0x80200, %sp; set 0xff904000, %i0; set 0xff902000, %i1; set 0xff909000, %i2
         add %i0, 64, %g1; sll %l7, 2, %g2; set 0xfffe, %g3
         st %g3, [%g1 + %g2]; mov 3, %g1; st %g1, [%i2 + 4]; set -1, %g1; st %g1, [%i1 + 8]
         cmp %l7, 1; be core1; nop; cmp %l7, 2; be core2; nop; cmp %l7, 3; be core3; nop
         ",
        1 + r.below(3)
    );
    for core in 0..4 {
        let _ = writeln!(text, ".align 32; core{core}:");
        for i in 0..4 + r.below(12) {
            text += &step(r, &format!("{core}_{i}"));
        }
        let _ = match core {
            0 => writeln!(
                text,
                "mov 20, %l3
                 last: mov 14, %l5; st %l5, [%i0 + 16]; ld [%o0 + 128], %l5; add %l5, 1, %l5; st %l5, [%o0 + 128]
                 set {}, %l4; lasts: subcc %l4, 1, %l4; bne lasts; nop
                 subcc %l3, 1, %l3; bne last; nop
                 wr %g0, 0xfc0, %psr; nop; nop; nop; mov 1, %g1; clr %o0; ta 0",
                20 + r.below(300)
            ),
            _ => writeln!(text, "s{core}: wr %g0, %asr19; ba s{core}; add %g4, 1, %g4"),
        };
    }
    text
}

fn boot(text: &str, sets: &[&str]) -> Machine {
    // Every digest looks at every byte.
    let small = ["memories.sdram.size=0x200000", "memories.prom.size=0x10000"];
    let board = conformance::board(&[&small, sets].concat());
    let tiny = Tiny::new(&assemble(CODE, text).words);
    let image = Image::parse(Path::new("random"), &tiny.bytes(), conformance::sparc());
    let mut m = machine(&board.place, &board.file, false).expect("the board is sound");
    let image = Arc::new(image.expect("the image is sound"));
    m.load(image, &[0, 1, 2, 3]).expect("it fits");
    m.boot().expect("the board boots");
    m
}

fn compare(seed: u64) {
    let text = program(&mut Random::new(seed));
    let end = END + seed % 1000;
    let wanted = naive(boot(&text, &REFERENCE), end);
    let got = fast(boot(&text, &REFERENCE), end);
    let said = difference(&got, &wanted);
    assert!(said.is_empty(), "seed {seed}: {said}\n{text}");
}

#[test]
fn random_programs_equal_the_naive_run() {
    for seed in 0..60 {
        compare(seed);
    }
}

#[test]
fn nobody_is_far_ahead_of_a_core_that_runs() {
    for seed in 0..30 {
        let text = program(&mut Random::new(seed));
        let mut m = boot(&text, &[]);
        nobody_is_far_ahead(&format!("seed {seed}"), &mut m, QUANTUM, END);
    }
}

#[test]
#[ignore = "minutes: many programs"]
fn many_random_programs_equal_the_naive_run() {
    for seed in 60..2000 {
        compare(seed);
    }
}
