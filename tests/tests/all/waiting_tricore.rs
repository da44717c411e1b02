//! TriCore cores that spin on a word of their own data scratchpad until another core writes it are not
//! run turn by turn. Random programs of three cores are the same at every look in between as where
//! every slice is run.

use conformance::random::Random;
use conformance::tiny::{Part, Tiny};
use conformance::tricore::assemble;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use trueboard_board::{Ended, Image, Machine, Pause, Stops, machine, open_board};
use trueboard_core::time::Tick;

/// Phases of a program: in each one core writes and the others wait. As many as a constant of a jump can name.
const PHASES: u64 = 7;
/// The data scratchpads of the cores, as all have them.
const DSPR: [u32; 3] = [0x7000_0000, 0x6000_0000, 0x5000_0000];
/// The program scratchpads, as each core has its own; all hold the program.
const CODE: u32 = 0xc000_0000;
const END: u64 = u64::MAX / 4;

/// A loop that ends when the own word at `flag` is at least `phase`; `id` makes labels unique.
fn wait(r: &mut Random, flag: u64, phase: u64, id: &str) -> String {
    let load = format!("ld.w %d0, [%a4]{flag}");
    match r.below(9) {
        0 | 1 => format!("w{id}: {load}; jlt %d0, {phase}, w{id}"),
        2 => format!("w{id}: {load}; nop; jlt %d0, {phase}, w{id}"),
        // By the address that all have; two loads, and half a word.
        3 => format!("w{id}: ld.w %d0, [%a5]{flag}; ld.w %d1, [%a4]16; jlt %d0, {phase}, w{id}"),
        4 => format!("w{id}: ld.h %d0, [%a4]{flag}; mov %d3, %d0; jlt %d0, {phase}, w{id}"),
        // Two taken jumps.
        5 => format!("w{id}: {load}; jge %d0, {phase}, x{id}; j w{id}; x{id}: nop"),
        // Results that take longer, and many instructions.
        6 => format!("w{id}: {load}; mul %d3, %d0, %d0; jlt %d0, {phase}, w{id}"),
        7 => format!(
            "w{id}: {load}; .rept {}; add %d3, %d0, %d4; .endr; jlt %d0, {phase}, w{id}",
            r.below(20)
        ),
        // Every turn is another one.
        _ => format!("w{id}: {load}; addi %d3, %d3, 1; jlt %d0, {phase}, w{id}"),
    }
}

/// Time, and stores to own words, to those of others and to the LMU.
fn work(r: &mut Random, id: &str) -> String {
    let mut s = String::new();
    for i in 0..r.below(4) {
        let most = if r.below(3) == 0 { 90 } else { 15 };
        let turns = 1 + r.below(most);
        let line = match r.below(5) {
            0 => "st.w [%a4]64, %d3",
            1 => "st.w [%a6]68, %d3",
            2 => "ld.w %d5, [%a6]64",
            3 => "st.w [%a7]0, %d3",
            _ => "ld.w %d5, [%a7]4",
        };
        let _ = writeln!(
            s,
            "mov %d2, {turns}; d{id}_{i}: addi %d2, %d2, -1; jne %d2, 0, d{id}_{i}; {line}"
        );
    }
    s
}

/// Ends a phase: the flags of the others become `phase`.
fn write_flags(r: &mut Random, flag: u64, phase: u64) -> String {
    let mut s = format!("mov %d2, {phase}\n");
    for other in ["%a6", "%a8"] {
        let _ = match r.below(3) {
            0 => writeln!(s, "mov %d3, %d2; swap.w [{other}]{flag}, %d3"),
            1 => writeln!(s, "st.h [{other}]{flag}, %d2"),
            _ => writeln!(s, "st.w [{other}]{flag}, %d2"),
        };
    }
    s
}

/// A program.
fn program(r: &mut Random) -> String {
    let phases: Vec<(u64, u64)> = (0..PHASES)
        .map(|_| (r.below(3), *r.pick(&[0, 0, 4, 8, 32])))
        .collect();
    let mut text = String::new();
    for core in 0..3 {
        let _ = writeln!(text, ".align 32; core{core}: nop");
        let (own, one, two) = (DSPR[core], DSPR[(core + 1) % 3], DSPR[(core + 2) % 3]);
        let _ = writeln!(
            text,
            "set 0xd0000000, %a4; set {own:#x}, %a5; set {one:#x}, %a6; set {two:#x}, %a8
             set 0xb0000000, %a7; mov %d3, 0; mov %d4, 3"
        );
        for (p, &(writer, flag)) in phases.iter().enumerate() {
            let (phase, id) = (p as u64 + 1, format!("{core}_{p}"));
            let waits = wait(r, flag, phase, &id);
            let part = if core as u64 == writer {
                work(r, &id) + &write_flags(r, flag, phase)
            } else if r.below(4) == 0 {
                work(r, &id) + &waits
            } else {
                waits
            };
            let _ = writeln!(text, "{part}");
        }
        let _ = match core {
            0 => writeln!(
                text,
                "mov %d2, 500; last: addi %d2, %d2, -1; jne %d2, 0, last
                 set 0x900d, %a14; debug"
            ),
            _ => writeln!(text, "s{core}: ld.w %d0, [%a4]0; jge %d0, 0, s{core}"),
        };
    }
    text
}

fn boot(text: &str, sets: &[&str]) -> Machine {
    let sets: Vec<String> = sets.iter().map(|&s| s.to_owned()).collect();
    let board = open_board("tc275", &sets).expect("the board is sound");
    let program = assemble(CODE, text);
    let part = |dspr: u32| Part {
        at: dspr + 0x10_0000,
        bytes: program.bytes.clone(),
    };
    let tiny = Tiny {
        parts: DSPR.iter().rev().map(|&dspr| part(dspr)).collect(),
        entry: CODE,
        machine: 44,
        kind: 2,
        little_endian: true,
        functions: vec![],
    };
    let image = Image::parse(
        Path::new("waiting"),
        &tiny.bytes(),
        conformance::images("tricore"),
    );
    let mut m = machine(&board.place, &board.file, false).expect("the board is sound");
    let image = Arc::new(image.expect("the image is sound"));
    m.load(image, &[0, 1, 2]).expect("it fits");
    m.boot().expect("the board boots");
    for core in 1..3 {
        let entry = program.label(&format!("core{core}"));
        m.start_at(core, entry.into()).expect("it is halted");
    }
    m
}

/// Runs `m` to `until`, each slice by itself if it does so `slowly`: then no core is taken to wait.
fn go(m: &mut Machine, until: u64, slowly: bool) -> Ended {
    if !slowly {
        return m.run(Tick(until));
    }
    match m.run_until_break(Tick(until), &Stops::default()) {
        Pause::Ended(ended) => ended,
        other => panic!("{other:?}"),
    }
}

/// Both ways, with the same looks in between.
fn compare(seed: u64, sets: &[&str]) {
    let mut r = Random::new(seed);
    let text = program(&mut r);
    let (mut fast, mut slow) = (boot(&text, sets), boot(&text, sets));
    let mut at = 0;
    loop {
        let most = if r.below(4) == 0 { 40_000 } else { 2_000 };
        at += 1 + r.below(most);
        let at = if at > 200_000 { END } else { at };
        let ended = go(&mut fast, at, false);
        assert_eq!(ended, go(&mut slow, at, true), "seed {seed}, {at}\n{text}");
        for (got, wanted) in fast.digest_parts().iter().zip(slow.digest_parts()) {
            assert_eq!(*got, wanted, "seed {seed}, at {at}\n{text}");
        }
        if r.below(8) == 0 {
            // Whoever goes on from a snapshot knows nothing of what was before.
            let bytes = fast.save();
            fast = boot(&text, sets);
            fast.load_state(&bytes).expect("it is of this board");
        }
        if ended != Ended::Paused {
            assert!(
                matches!(ended, Ended::Exit { status: 0, .. }),
                "seed {seed}, {at}, pc {:x?}: {ended:?}\n{text}",
                [0, 1, 2].map(|core| fast.pc(core))
            );
            break;
        }
    }
}

#[test]
fn waiting_at_one_go_equals_waiting_turn_by_turn() {
    for seed in 0..40 {
        compare(seed, &[]);
    }
}

/// Slices that hold no whole turn, transfers out of order, lock-step.
#[test]
fn other_paces() {
    for (i, set) in ["quantum_cycles=13", "quantum_cycles=1", "relax_cycles=20"]
        .iter()
        .enumerate()
    {
        for seed in 0..4 {
            compare(1000 + 100 * i as u64 + seed, &[set]);
        }
    }
}
