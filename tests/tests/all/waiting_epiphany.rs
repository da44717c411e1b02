//! eCores that spin on a word of their own SRAM until another core writes it are not run turn by turn. Random
//! programs of five cores are the same at every look in between as where every slice is run.

use conformance::epiphany::assemble;
use conformance::random::Random;
use std::fmt::Write;
use trueboard_board::{Ended, Machine, Pause, Stops, machine, open_board};
use trueboard_core::time::Tick;

/// Phases of a program: in each one core writes and the others wait.
const PHASES: u64 = 8;
/// Cores with programs: next to each other, and far away.
const CORES: [u8; 5] = [0, 1, 2, 6, 15];
/// Where a program begins.
const CODE: u32 = 0x100;
/// No program takes longer, in base ticks.
const END: u64 = 2_000_000;

/// First address of the window of core `n`.
fn window(n: u8) -> u32 {
    0x8080_0000 + u32::from(n / 4) * 0x0400_0000 + u32::from(n % 4) * 0x0010_0000
}

/// A loop that ends when the own word at `flag` of r40 is at least what is in r41; `id` makes labels unique.
fn wait(r: &mut Random, flag: u64, id: &str) -> String {
    let load = format!("ldr r0,[r40,+{}]", flag / 4);
    let end = format!("sub r1,r0,r41; blt w{id}");
    let shift = ".rept {}; nop; .endr".replace("{}", &r.below(4).to_string());
    let text = match r.below(10) {
        0..=2 => format!("w{id}: {load}; {end}"),
        3 => format!("w{id}: nop; {load}; {end}"),
        // Two loads of different banks, half a word, and two words.
        4 => format!("w{id}: {load}; ldr r2,[r42,+4]; {end}"),
        5 => format!("w{id}: ldrh r0,[r40,+{}]; {end}", flag / 2),
        6 => format!("w{id}: ldrd r2,[r42,+1]; {load}; {end}"),
        // Two taken branches.
        7 => format!("w{id}: {load}; sub r1,r0,r41; bgte x{id}; b w{id}; x{id}: nop"),
        // Many instructions.
        8 => format!(
            "w{id}: {load}; .rept {}; add r3,r0,r41; .endr; {end}",
            r.below(24)
        ),
        // Every turn is another one.
        _ => format!("w{id}: {load}; add r6,r6,1; {end}"),
    };
    format!("{shift}; {text}")
}

/// Time, and accesses to own words, to those of others and to the memory off the chip.
fn work(r: &mut Random, id: &str) -> String {
    let mut s = String::new();
    for i in 0..r.below(4) {
        let most = if r.below(3) == 0 { 200 } else { 20 };
        let turns = 1 + r.below(most);
        let line = match r.below(8) {
            0 => "str r3,[r40,+16]",
            1 => "str r3,[r43,+17]",
            2 => "ldr r5,[r43,+16]",
            3 => "str r3,[r45,+0]",
            4 => "ldr r5,[r45,+1]; add r5,r5,r5",
            // Into the bank of the code of another, and an interrupt of it.
            5 => "str r3,[r44,+1]",
            6 => "str r47,[r46,+0]",
            _ => "testset r5,[r43,+r48]",
        };
        let _ = writeln!(
            s,
            "mov r4,{turns}; d{id}_{i}: sub r4,r4,1; bne d{id}_{i}; {line}"
        );
    }
    s
}

/// The program of core number `i` of them.
fn program(r: &mut Random, i: usize, phases: &[(usize, u64)]) -> String {
    let near = window(CORES[(i + 1) % CORES.len()]);
    let mut s = format!(
        ".org 0x0; bkpt; .org 0xc; b timer; .org 0x24; rti
         timer: movts ctimer0,r57; rti
         .org {CODE}
         set 0x2000,r40; set 0x4000,r42; set {:#x},r43; set {:#x},r44; set 0x8e001000,r45
         set {:#x},r46; set 0x200,r47; mov r48,72; mov r3,1; mov r6,0\n",
        near + 0x2000,
        near + 0x1ff0,
        near + 0xf_042c,
    );
    if r.below(3) == 0 {
        let _ = writeln!(
            s,
            "set {},r57; movfs r59,config; .code32 mov r58,0x10; orr r59,r59,r58
             movts ctimer0,r57; movts config,r59",
            90 + r.below(3000)
        );
    }
    for (p, &(writer, flag)) in phases.iter().enumerate() {
        let (phase, id) = (p + 1, format!("{p}"));
        let _ = writeln!(s, "mov r41,{phase}");
        let waits = wait(r, flag, &id);
        if i == writer {
            s += &work(r, &id);
            for other in CORES.iter().filter(|&&n| n != CORES[i]) {
                let store = if r.below(3) == 0 { "strh" } else { "str" };
                let at = u64::from(window(*other)) + 0x2000 + flag;
                let _ = writeln!(s, "set {at:#x},r50; {store} r41,[r50,+0]");
            }
        } else if r.below(4) == 0 {
            s += &work(r, &id);
            s += &waits;
        } else {
            s += &waits;
        }
        s += "\n";
    }
    s + "bkpt\n"
}

fn programs(r: &mut Random) -> Vec<String> {
    let phases: Vec<(usize, u64)> = (0..PHASES)
        .map(|_| {
            (
                r.below(CORES.len() as u64) as usize,
                *r.pick(&[0, 0, 4, 8, 32]),
            )
        })
        .collect();
    (0..CORES.len()).map(|i| program(r, i, &phases)).collect()
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
    let texts = programs(&mut r);
    let (mut fast, mut slow) = (boot(&texts, sets), boot(&texts, sets));
    let mut at = 0;
    loop {
        let most = if r.below(4) == 0 { 40_000 } else { 4_000 };
        at += 1 + r.below(most);
        let at = if at > 400_000 { END } else { at };
        let ended = go(&mut fast, at, false);
        assert_eq!(ended, go(&mut slow, at, true), "seed {seed}, {at}");
        for (got, wanted) in fast.digest_parts().iter().zip(slow.digest_parts()) {
            assert_eq!(*got, wanted, "seed {seed}, at {at}\n{}", texts.join("\n\n"));
        }
        if r.below(8) == 0 {
            // Whoever goes on from a snapshot knows nothing of what was before.
            let bytes = fast.save();
            fast = boot(&texts, sets);
            fast.load_state(&bytes).expect("it is of this board");
        }
        if ended != Ended::Paused {
            assert_eq!(ended, Ended::Nothing, "seed {seed}, {at}");
            break;
        }
        assert!(at < END, "seed {seed}\n{}", texts.join("\n\n"));
    }
}

#[test]
fn waiting_at_one_go_equals_waiting_turn_by_turn() {
    for seed in 0..40 {
        compare(seed, &[]);
    }
}

/// Slices that hold no whole turn, long slices, transfers out of order, lock-step.
#[test]
fn other_paces() {
    let sets = [
        "quantum_cycles=13",
        "quantum_cycles=400",
        "quantum_cycles=1",
        "relax_cycles=20",
    ];
    for (i, set) in sets.iter().enumerate() {
        for seed in 0..4 {
            compare(1000 + 100 * i as u64 + seed, &[set]);
        }
    }
}
