//! Cores that spin until another one writes are not run turn by turn. Random programs in which four
//! cores wait for each other in loops of many kinds end as they do where every slice is run, and are
//! the same at every look in between.

use conformance::asm::assemble;
use conformance::random::Random;
use conformance::tiny::{CODE, Tiny};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use trueboard_board::{Ended, Image, Machine, Pause, Stops, machine};
use trueboard_core::fact::Fact;
use trueboard_core::time::Tick;

/// Flags lie here: words of one line, and of another one behind it.
const SHARED: u32 = 0x10_0000;
/// Phases of a program: in each one core writes and the others wait.
const PHASES: u64 = 12;
const END: u64 = u64::MAX / 4;

/// An address as the assembler reads it: without an offset of 0.
fn at(base: &str, offset: u64) -> String {
    match offset {
        0 => format!("[{base}]"),
        _ => format!("[{base} + {offset}]"),
    }
}

/// A loop that ends when the word at %o0 + `flag` is at least `phase`; `id` makes labels unique.
fn wait(r: &mut Random, flag: u64, phase: u64, id: &str) -> String {
    let word = at("%o0", flag);
    let test = format!("ld {word}, %g1; cmp %g1, {phase}");
    match r.below(14) {
        // Within one line, in two, and in one line with a word for others.
        0 | 1 => format!("w{id}: {test}; bl w{id}; nop"),
        2 => format!("w{id}: ld [%o0 + 40], %g2; {test}; bl w{id}; nop"),
        3 => format!("w{id}: ld [%o0 + 24], %g2; add %g2, 1, %g2; {test}; bl w{id}; ld [%o0], %g3"),
        // A load behind a branch that annuls it in the end, or always.
        4 => format!(
            "{test}; w{id}: bl,a w{id}2; ld {word}, %g1; ba x{id}; nop
                      w{id}2: ba w{id}; cmp %g1, {phase}; x{id}: nop"
        ),
        5 => format!("w{id}: {test}; bge,a x{id}; nop; ba,a w{id}; x{id}: nop"),
        // Bytes and half words.
        6 => format!(
            "w{id}: ldub [%o0 + {}], %g1; cmp %g1, {phase}; bl w{id}; lduh [%o0 + 2], %g2",
            flag + 3
        ),
        // With a time-out, which makes every turn another one.
        7 => format!(
            "rd %asr23, %g3; w{id}: rd %asr23, %g2; sub %g2, %g3, %g2; {test}; bl w{id}; nop"
        ),
        8 => format!(
            "set 100000, %g3; w{id}: subcc %g3, 1, %g3; be x{id}; nop; {test}; bl w{id}; nop; x{id}: nop"
        ),
        // A number of turns that is counted in another window, and a subroutine.
        9 => format!("w{id}: save %sp, 0, %sp; add %l3, 1, %l3; restore; {test}; bl w{id}; nop"),
        10 => format!(
            "ba w{id}; nop; y{id}: retl; nop; w{id}: call y{id}; nop; {test}; bl w{id}; nop"
        ),
        // Its own words too, and products.
        11 => format!("w{id}: ld [%o2 + 8], %g2; {test}; bl w{id}; nop"),
        12 => format!("w{id}: {test}; umul %g1, %g1, %g2; bl w{id}; xor %g1, %g2, %g2"),
        // Many instructions, with a load at both ends.
        _ => format!(
            "w{id}: {test}; .rept {}; xor %g1, %g2, %g3; .endr; bl w{id}; ld [%o0 + 28], %g2",
            r.below(40)
        ),
    }
}

/// What a core does before it writes, or beside: time, stores to its own and to other's lines, loads
/// that take lines of others, interrupts to others.
fn work(r: &mut Random, id: &str) -> String {
    let mut s = String::new();
    for i in 0..r.below(5) {
        let offset = 4 * r.below(16);
        let line = match r.below(6) {
            0 => format!("st %l5, {}", at("%o2", offset)),
            1 => format!("ld {}, %l5", at("%o3", offset)),
            2 => format!("st %l5, {}", at("%o3", offset)),
            3 => format!("st %l5, [%o0 + {}]", *r.pick(&[20, 24, 44, 2048])),
            4 => format!(
                "set 0xff904080, %l6; set {}, %l5; st %l5, {}",
                1 << (1 + r.below(14)),
                at("%l6", 4 * r.below(4))
            ),
            _ => "ld [%o0 + 52], %l5".to_owned(),
        };
        let most = if r.below(3) == 0 { 300 } else { 20 };
        let turns = 1 + r.below(most);
        let _ = writeln!(
            s,
            "set {turns}, %l4; d{id}_{i}: subcc %l4, 1, %l4; bne d{id}_{i}; nop; {line}"
        );
    }
    s
}

/// Ends a phase: the flag becomes `phase`.
fn write_flag(r: &mut Random, flag: u64, phase: u64) -> String {
    let word = at("%o0", flag);
    match r.below(4) {
        0 => format!("mov {phase}, %g2; swap {word}, %g2"),
        1 => format!("mov {phase}, %g2; stb %g2, [%o0 + {}]", flag + 3),
        _ => format!("mov {phase}, %g2; st %g2, {word}"),
    }
}

/// A program: core 0 lets the others go.
fn program(r: &mut Random) -> String {
    let mut text = format!(
        "wr %g0, 0, %tbr; wr %g0, 0, %wim; wr %g0, 0xe0, %psr; nop; nop; nop
         rd %asr17, %l7; srl %l7, 28, %l7
         set {SHARED}, %o0; sll %l7, 8, %o2; add %o2, %o0, %o2; add %o2, 1024, %o2
         xor %l7, {}, %o3; sll %o3, 8, %o3; add %o3, %o0, %o3; add %o3, 1024, %o3
         set 0x80200, %sp; set 0xff904040, %g1; sll %l7, 2, %g2; set 0xfffe, %g3
         st %g3, [%g1 + %g2]; set 0x20000, %g2
         cmp %l7, 1; be core1; nop; cmp %l7, 2; be core2; nop; cmp %l7, 3; be core3; nop
         set 0xff904010, %g1; mov 14, %g2; st %g2, [%g1]
         ",
        1 + r.below(3)
    );
    let phases: Vec<(u64, u64)> = (0..PHASES)
        .map(|_| (r.below(4), *r.pick(&[0, 0, 4, 16, 32])))
        .collect();
    for core in 0..4 {
        let _ = writeln!(text, ".align 32; core{core}:");
        for (p, &(writer, flag)) in phases.iter().enumerate() {
            let (phase, id) = (p as u64 + 1, format!("{core}_{p}"));
            let part = if core == writer {
                work(r, &id) + &write_flag(r, flag, phase)
            } else if r.below(4) == 0 {
                work(r, &id) + &wait(r, flag, phase, &id)
            } else {
                wait(r, flag, phase, &id)
            };
            let _ = writeln!(text, "{part}");
        }
        let _ = match core {
            0 => writeln!(
                text,
                "set 500, %g1; last: subcc %g1, 1, %g1; bne last; nop
                 wr %g0, 0xfc0, %psr; nop; nop; nop; mov 1, %g1; clr %o0; ta 0"
            ),
            // The others wait for what does not come, or sleep.
            2 => writeln!(text, "s{core}: wr %g0, %asr19; ba s{core}; nop"),
            _ => writeln!(text, "s{core}: ld [%o0], %g1; cmp %g1, 0; bge s{core}; nop"),
        };
    }
    text
}

fn boot(text: &str, sets: &[&str], facts: bool) -> Machine {
    // Every digest looks at every byte.
    let small = ["memories.sdram.size=0x200000", "memories.prom.size=0x10000"];
    let board = conformance::board(&[&small, sets].concat());
    let tiny = Tiny::new(&assemble(CODE, text).words);
    let image = Image::parse(Path::new("waiting"), &tiny.bytes(), conformance::sparc());
    let mut m = machine(&board.place, &board.file, facts).expect("the board is sound");
    let image = Arc::new(image.expect("the image is sound"));
    m.load(image, &[0, 1, 2, 3]).expect("it fits");
    m.boot().expect("the board boots");
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
fn compare(seed: u64, sets: &[&str], facts: bool) {
    let mut r = Random::new(seed);
    let text = program(&mut r);
    let mut fast = boot(&text, sets, facts);
    let mut slow = boot(&text, sets, facts);
    let mut seen: [Vec<Fact>; 2] = Default::default();
    let mut at = 0;
    loop {
        let most = if r.below(4) == 0 { 40_000 } else { 2_000 };
        at += 1 + r.below(most);
        let at = if at > 2_000_000 { END } else { at };
        let ended = go(&mut fast, at, false);
        assert_eq!(
            ended,
            go(&mut slow, at, true),
            "seed {seed}, at {at}\n{text}"
        );
        let parts = fast.digest_parts();
        for (got, wanted) in parts.iter().zip(slow.digest_parts()) {
            assert_eq!(*got, wanted, "seed {seed}, at {at}\n{text}");
        }
        for (m, seen) in [&mut fast, &mut slow].into_iter().zip(&mut seen) {
            seen.extend(m.take_facts());
        }
        if r.below(8) == 0 {
            // Whoever goes on from a snapshot knows nothing of what was before.
            let bytes = fast.save();
            fast = boot(&text, sets, facts);
            fast.load_state(&bytes).expect("it is of this board");
        }
        if ended != Ended::Paused {
            assert!(
                matches!(ended, Ended::Exit { status: 0, .. }),
                "seed {seed}: {ended:?}"
            );
            break;
        }
    }
    let [fast, slow] = seen;
    assert_eq!(fast.len(), slow.len(), "seed {seed}");
    assert!(fast == slow, "seed {seed}: facts differ");
}

#[test]
fn waiting_at_one_go_equals_waiting_turn_by_turn() {
    for seed in 0..150 {
        compare(seed, &[], seed % 5 == 0);
    }
}

/// Turns that are longer than a core may be ahead, transfers out of order, lock-step.
#[test]
fn other_paces() {
    for (i, set) in ["quantum_cycles=13", "quantum_cycles=1", "relax_cycles=20"]
        .iter()
        .enumerate()
    {
        for seed in 0..12 {
            compare(1000 + 100 * i as u64 + seed, &[set], false);
        }
    }
}
