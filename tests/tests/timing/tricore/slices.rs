//! Slices do not show: three cores that work in shared memory at once, with accesses of several
//! transfers, have the same times and meters however the run is cut into slices.
//!
//! Each core has data and contexts of its own there, so that no value depends on who comes first.

use conformance::mixed::Program;
use conformance::random::Random;
use conformance::tricore::assemble;
use trueboard_board::{Ended, Machine, machine};
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;
use trueboard_cpu_tricore::meters::Meter;

/// Code of each core, in its program scratchpad.
const CODE: u32 = 0xc000_0000;
/// Contexts of a core.
const CONTEXTS: u32 = 8;
/// Bytes of shared memory for a core, contexts first.
const SHARE: u32 = 0x2000;
/// Longer than any of the programs.
const END: Tick = Tick(1_000_000);

/// Where the data and the contexts of a core are, as it sees them: not cached, cached, in the
/// scratchpad of the next core, in its own.
fn place(r: &mut Random, core: u32) -> u32 {
    let next = [0x6000_0000, 0x5000_0000, 0x7000_0000][core as usize];
    *r.pick(&[
        0xb000_0000 + core * SHARE,
        0x9000_0000 + core * SHARE,
        next + core * SHARE,
        0xd000_8000,
    ])
}

/// A program and the place of its contexts.
fn program(r: &mut Random, core: u32) -> (Program, u32) {
    let contexts = place(r, core);
    let data = place(r, core) + 0x1000;
    let head = link(contexts, 0);
    let limit = link(contexts, CONTEXTS - 1);
    let mut body = String::new();
    for _ in 0..60 {
        // In a buffer of 24 bytes: from the last half-words of it on, an access goes over its end.
        let index = 24 - 2 * (1 + r.below(3));
        let at = 2 * r.below(60);
        let far = 64 * r.below(24);
        let fill = "add %d1, %d2, %d3;".repeat(r.below(9) as usize);
        let insn = match r.below(14) {
            0 | 1 => format!("set {}, %a7; ld.d %e4, [%a6+c]8", 24 << 16 | index),
            2 | 3 => format!("set {}, %a7; st.d [%a6+c]8, %e4", 24 << 16 | index),
            4 => format!("set {}, %a7; ld.w %d4, [%a6+c]4", 24 << 16 | 22),
            5 => format!("set {}, %a7; st.w [%a6+c]4, %d4", 24 << 16 | 22),
            6 | 7 => "call leaf".to_owned(),
            8 => "svlcx; rslcx".to_owned(),
            9 => format!("ld.d %e4, [%a4]{at}"),
            10 => format!("st.d [%a4]{at}, %e4"),
            11 => format!("lea %a5, [%a4]{far}; ldlcx [%a5]0"),
            12 => format!("lea %a5, [%a4]{far}; stucx [%a5]0"),
            _ => format!("ld.w %d4, [%a4]{far}; st.w [%a4]{far}, %d4; dsync"),
        };
        // LDLCX loads what the other instructions need.
        body += &format!("{fill} {insn}; set {data}, %a4; set {data}, %a6\n");
    }
    let text = format!(
        "start:  set {head}, %d15; mtcr $fcx, %d15
                 set {limit}, %d15; mtcr $lcx, %d15
                 mov %d15, 0; mtcr $pcxi, %d15; mtcr $pcon0, %d15; mtcr $dcon0, %d15
                 mov.u %d15, 0x980; mtcr $psw, %d15
                 set vectors, %d15; mtcr $btv, %d15
                 set {data}, %a4; set {data}, %a6; set 0xd0000000, %sp
                 mov %d15, 2; mtcr $cctrl, %d15
                 {body}
                 dsync
                 mfcr %d12, $ccnt
                 mov.u %d13, 0x900d
         over:   wait
                 j over
         leaf:   add %d1, 1; ret
                 .align 256
         vectors: .rept 8; wait; j vectors; .align 32; .endr",
    );
    (assemble(CODE, &text), contexts)
}

/// The link word of context `i` of a list.
fn link(contexts: u32, i: u32) -> u32 {
    contexts >> 28 << 16 | (contexts + 64 * i) >> 6 & 0xffff
}

/// The cores' programs, ready to run.
fn ready(programs: &[(Program, u32)], quantum: u64) -> Machine {
    let quantum = format!("quantum_cycles={quantum}");
    let off = "devices.scu.params.watchdogs=false";
    let model = conformance::board_of("tc275/none", &[&quantum, off]);
    let mut m = machine(&model.place, &model.file, false).expect("the board is sound");
    for (core, (program, contexts)) in (0..).zip(programs) {
        let mut put = |at: u32, bytes: &[u8]| {
            assert!(m.patch(core, at.into(), bytes), "no memory at {at:#x}");
        };
        put(program.at, &program.bytes);
        for i in 0..CONTEXTS - 1 {
            put(contexts + 64 * i, &link(*contexts, i + 1).to_le_bytes());
        }
    }
    for (core, (program, _)) in (0..).zip(programs) {
        m.start_at(core, program.label("start").into())
            .expect("the core is there");
    }
    m
}

/// CCNT and the mark of success of each core, the meters, and the bytes of shared memory.
type Seen = (Vec<[u64; 2]>, Meters, Vec<u8>);

/// Runs to the end, by way of the times `pieces`.
fn seen(programs: &[(Program, u32)], quantum: u64, pieces: &[u64]) -> Seen {
    let mut m = ready(programs, quantum);
    for &at in pieces {
        m.run(Tick(at));
    }
    let end = m.run(END);
    assert!(matches!(end, Ended::Paused | Ended::Nothing), "{end:?}");
    m.finish();
    let of = |core| [m.register(core, 12), m.register(core, 13)];
    let marks: Vec<_> = (0..programs.len() as u8).map(of).collect();
    assert!(
        marks.iter().all(|s| s[1] == 0x900d),
        "it trapped: {marks:x?}"
    );
    let mut lmu = vec![0; 0x8000];
    assert_eq!(m.look(0, 0xb000_0000, &mut lmu), lmu.len());
    (marks, m.meters().clone(), lmu)
}

#[track_caller]
fn the_same(seed: u64, cores: u32) {
    let mut r = Random::new(seed);
    let programs: Vec<_> = (0..cores).map(|core| program(&mut r, core)).collect();
    let whole = seen(&programs, 50, &[]);
    let waits: u64 = whole.1.cores.iter().map(|c| c.get(Meter::DmemStall)).sum();
    assert!(waits > 0, "nothing is shared");
    for quantum in [1, 2, 3, 7, 13, 200, 5000] {
        let other = seen(&programs, quantum, &[]);
        let same = other == whole;
        assert!(
            same,
            "seed {seed}, {cores} cores, slices of {quantum}: {:?}\n{:?}",
            differing(&whole, &other),
            (&whole.0, &other.0)
        );
    }
    let mut at = 0;
    let pieces: Vec<u64> = (0..300)
        .map(|_| {
            at += 1 + r.below(60);
            at
        })
        .collect();
    assert!(seen(&programs, 50, &pieces) == whole, "seed {seed}: pieces");
}

/// The meters of cores that differ.
fn differing(a: &Seen, b: &Seen) -> Vec<String> {
    let mut out = Vec::new();
    for (core, (a, b)) in a.1.cores.iter().zip(&b.1.cores).enumerate() {
        for &m in Meter::ALL {
            let (a, b) = (a.get(m), b.get(m));
            if a != b {
                out.push(format!("core {core} {m:?} {a} {b}"));
            }
        }
    }
    out
}

#[test]
fn of_one_core() {
    (0..10).for_each(|seed| the_same(seed, 1));
}

#[test]
fn of_three_cores() {
    (100..130).for_each(|seed| the_same(seed, 3));
}
