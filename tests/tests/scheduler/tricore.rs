//! Random programs of the three cores of a TC275, which start, halt, release and interrupt each other, let each other's
//! interrupts through, wait for them, and share words.

use crate::{REFERENCE, difference, fast, naive, nobody_is_far_ahead};
use conformance::random::Random;
use conformance::tiny::{Part, Tiny};
use conformance::tricore::assemble;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use trueboard_board::{Image, Machine, machine, open_board};

/// The data scratchpads of the cores, as all have them.
pub const DSPR: [u32; 3] = [0x7000_0000, 0x6000_0000, 0x5000_0000];
/// The program scratchpads, as each core has its own; all hold the program.
pub const CODE: u32 = 0xc000_0000;
/// Where the interrupt vectors lie, 32 bytes each.
const VECTORS: u32 = CODE + 0x4000;
/// Free contexts, as each core has its own: 64 of 64 bytes.
const CONTEXTS: u32 = 0x4000;
/// The board's `quantum_cycles`, in base ticks.
const QUANTUM: u64 = 50;
const END: u64 = 60_000;

/// What one core does, step by step. `%a13` and `%a15` are at 0xfe00 in the windows of the CSFRs of the others.
fn step(r: &mut Random, core: usize, id: &str) -> String {
    let (other, number) = match r.below(2) {
        0 => ("%a13", (core + 1) % 3),
        _ => ("%a15", (core + 2) % 3),
    };
    let turns = |r: &mut Random| {
        let most = if r.below(3) == 0 { 300 } else { 12 };
        1 + r.below(most)
    };
    let after = format!(
        "mov %d2, {}; d{id}: addi %d2, %d2, -1; jne %d2, 0, d{id}",
        turns(r)
    );
    let line = match r.below(24) {
        0 => "st.w [%a4]64, %d3".to_owned(),
        1 => "st.w [%a6]68, %d3".to_owned(),
        2 => "ld.w %d5, [%a6]64".to_owned(),
        3 => "st.w [%a7]0, %d3".to_owned(),
        4 => "ld.w %d5, [%a7]4; add %d3, %d5".to_owned(),
        5 => "swap.w [%a7]8, %d3".to_owned(),
        6 => "ld.w %d5, [%a2]16".to_owned(),
        // A request of a service request node for the other one.
        7..=9 => {
            let node = 4 * r.below(4);
            let request = 1 << 26 | 1 << 10 | (number as u64) << 11 | (1 + r.below(3));
            format!("set {request}, %d5; st.w [%a12]{node}, %d5")
        }
        // DBGSR: halt, release.
        10 => format!("mov %d5, 6; st.w [{other}]-256, %d5"),
        11 | 12 => format!("mov %d5, 4; st.w [{other}]-256, %d5"),
        13 => format!(
            "mov %d5, 6; st.w [{other}]-256, %d5; set core{number}, %d6; st.w [{other}]8, %d6
             mov %d5, 4; st.w [{other}]-256, %d5"
        ),
        // ICR.IE of the other one.
        14 => format!(
            "set 0x8000, %d6; ld.w %d5, [{other}]44; andn %d5, %d5, %d6; st.w [{other}]44, %d5"
        ),
        15 | 16 => {
            format!("set 0x8000, %d6; ld.w %d5, [{other}]44; or %d5, %d6; st.w [{other}]44, %d5")
        }
        17 => "disable".to_owned(),
        18 => "enable".to_owned(),
        19 => "wait".to_owned(),
        // The system timer, which leaves nothing to look after until a comparison changes the next event.
        20 => "ld.w %d5, [%a2]16; ld.w %d6, [%a2]16; add %d3, %d6; st.w [%a6]72, %d6".to_owned(),
        21 => {
            "ld.w %d5, [%a2]16; addi %d5, %d5, 200; st.w [%a2]48, %d5; ld.w %d5, [%a2]16".to_owned()
        }
        22 => format!("ld.w %d5, [{other}]8; ld.w %d6, [{other}]-256; add %d3, %d6"),
        // Until an interrupt has come, or for some time.
        _ => match r.below(2) {
            0 => format!(
                "mov %d2, {}; w{id}: ld.w %d0, [%a4]128; jne %d0, 0, x{id}; addi %d2, %d2, -1; jne %d2, 0, w{id}; x{id}: nop",
                turns(r)
            ),
            _ => format!(
                "enable; w{id}: ld.w %d0, [%a4]128; jeq %d0, 0, w{id}; mov %d0, 0; st.w [%a4]128, %d0"
            ),
        },
    };
    format!("{after}; {line}\n")
}

/// The program of all cores. In the end core 0 lets the others go on, again and again.
fn program(r: &mut Random) -> String {
    let mut text = String::new();
    for core in 0..3 {
        let _ = writeln!(text, ".align 32; core{core}: nop");
        let window = |n: usize| 0xf881_fe00_u32 + 0x2_0000 * n as u32;
        let (one, two) = ((core + 1) % 3, (core + 2) % 3);
        let _ = writeln!(
            text,
            "set 0xd0000000, %a4; set {:#x}, %a6; set 0xb0000000, %a7; set 0xf0000000, %a2
             set 0xf0039000, %a12; set {:#x}, %a13; set {:#x}, %a15; mov %d3, {core}; mov %d4, 3; enable",
            DSPR[one],
            window(one),
            window(two),
        );
        for i in 0..4 + r.below(12) {
            text += &step(r, core, &format!("{core}_{i}"));
        }
        let _ = match core {
            0 => writeln!(
                text,
                "mov %d7, 20
                 last: set 0x04000c01, %d5; st.w [%a12]16, %d5; set 0x04001401, %d5; st.w [%a12]20, %d5
                 mov %d5, 4; st.w [%a13]-256, %d5; st.w [%a15]-256, %d5
                 set 0x8000, %d6; ld.w %d5, [%a13]44; or %d5, %d6; st.w [%a13]44, %d5
                 ld.w %d5, [%a15]44; or %d5, %d6; st.w [%a15]44, %d5
                 mov %d2, {}; lasts: addi %d2, %d2, -1; jne %d2, 0, lasts
                 addi %d7, %d7, -1; jne %d7, 0, last
                 set 0x900d, %a14; debug",
                50 + r.below(300)
            ),
            _ => writeln!(text, "s{core}: wait; addi %d3, %d3, 1; j s{core}"),
        };
    }
    // Handlers count, and have registers of their own.
    for priority in 0..4 {
        let _ = writeln!(
            text,
            ".org {:#x}; ld.w %d8, [%a4]128; addi %d8, %d8, 1; st.w [%a4]128, %d8; rfe",
            VECTORS + 32 * priority
        );
    }
    text
}

/// The machine with `text` in the program scratchpad of every core; core 0 runs, the others are halted. Each core has
/// free contexts and vectors.
pub fn boot(text: &str, sets: &[&str]) -> Machine {
    let sets: Vec<String> = sets.iter().map(|&s| s.to_owned()).collect();
    let board = open_board("tc275", &sets).expect("the board is sound");
    let program = assemble(CODE, text);
    let link = |n: u32| 0xd_0000 | ((CONTEXTS >> 6) + n);
    let contexts: Vec<u8> = (0..64)
        .flat_map(|n| {
            let mut context = [0; 16];
            context[0] = if n == 63 { 0 } else { link(n + 1) };
            context.into_iter().flat_map(u32::to_le_bytes)
        })
        .collect();
    let parts = DSPR.iter().rev().flat_map(|&dspr| {
        let part = |at: u32, bytes: &[u8]| Part {
            at,
            bytes: bytes.to_vec(),
        };
        [
            part(dspr + CONTEXTS, &contexts),
            part(dspr + 0x10_0000, &program.bytes),
        ]
    });
    let tiny = Tiny {
        parts: parts.collect(),
        entry: program.label("core0"),
        machine: 44,
        kind: 2,
        little_endian: true,
        functions: vec![],
    };
    let image = Image::parse(
        Path::new("random"),
        &tiny.bytes(),
        conformance::images("tricore"),
    );
    let mut m = machine(&board.place, &board.file, false).expect("the board is sound");
    let image = Arc::new(image.expect("the image is sound"));
    m.load(image, &[0, 1, 2]).expect("it fits");
    m.boot().expect("the board boots");
    for core in 0..3 {
        let first = u64::from(link(0));
        let isp = 0xd000_3000;
        for (name, value) in [
            ("fcx", first),
            ("lcx", first + 62),
            ("isp", isp),
            ("a10", isp - 0x800),
            ("biv", VECTORS.into()),
        ] {
            set(&mut m, core, name, value);
        }
        if core != 0 {
            let at = program.label(&format!("core{core}"));
            set(&mut m, core, "pc", at.into());
        }
    }
    m
}

/// Sets a register by its name.
pub fn set(m: &mut Machine, core: u8, name: &str, value: u64) {
    m.set_register(core, number(m, core, name), value);
}

/// The number of a register.
pub fn number(m: &Machine, core: u8, name: &str) -> usize {
    let mut names = m.registers(core).iter();
    names
        .position(|r| r.name.eq_ignore_ascii_case(name))
        .unwrap_or_else(|| panic!("no register {name}"))
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
