//! Operations of the FPU in translated code, by what single steps make of the same operands: results, FSR, queue, time.

use super::blocks::{differing, outcome_until, translating_program};
use super::*;
use crate::isa::{Class, Op, ROWS};

/// Loads of two operands, an operation, another one on its result, a comparison, and a store; the operands are others in
/// each turn. The turns are counted in %g3.
fn program(random: &mut Random) -> Vec<u32> {
    let op = |random: &mut Random| loop {
        let n = random.below(ROWS.len());
        if Op::ALL[n].class().is_fpop() && Op::ALL[n].class() != Class::FpUnimp {
            return ROWS[n].form.fixed.value;
        }
    };
    let register = |random: &mut Random| 2 * random.below(4) as u32;
    let operation = |random: &mut Random| {
        let (rd, rs1, rs2) = (register(random), register(random), register(random));
        op(random) | rd << 25 | rs1 << 14 | rs2
    };
    let mut words = vec![
        0xc118_4000 | 1 << 13,     // ldd [%g1], %f0
        0xc518_4000 | 1 << 13 | 8, // ldd [%g1 + 8], %f2
    ];
    for _ in 0..1 + random.below(3) {
        words.push(operation(random));
    }
    let branch = 0x0180_0000 | (random.below(16) as u32) << 25 | (random.below(2) as u32) << 29;
    words.extend([
        branch | 3, // fb<cond> . + 12
        operation(random),
        operation(random),
        0x8200_6010,                   // add %g1, 16, %g1
        0xc938_4000 | 1 << 13 | 0x400, // std %f4, [%g1 + 0x400]
        0x86a0_e001,                   // subcc %g3, 1, %g3
    ]);
    let back = -(words.len() as i32);
    words.extend([
        0x1280_0000 | back as u32 & 0x3f_ffff,
        operation(random),
        0x91d0_2000,
    ]);
    words
}

fn bench(seed: u64) -> Bench {
    let random = &mut Random(seed);
    let mut b = Bench::new(random.below(8) as u64);
    let words = program(random);
    b.program(&words);
    let wild = random.below(3) == 0;
    for n in 0..16 {
        let bits = random.number(wild);
        b.poke(DATA + 8 * n, (bits >> 32) as u32);
        b.poke(DATA + 8 * n + 4, bits as u32);
    }
    for n in 16..256 {
        let wild = wild && random.below(20) == 0;
        let bits = random.number(wild);
        b.poke(DATA + 8 * n, (bits >> 32) as u32);
        b.poke(DATA + 8 * n + 4, bits as u32);
    }
    for n in 0..32 {
        b.core
            .set_register(Reg::F(n), (random.below(2000) as f32 / 8.0).to_bits());
    }
    if random.below(3) == 0 {
        b.core.set_register(Reg::Fsr, random.fsr());
    }
    b.set(1, DATA);
    b.set(3, 60);
    b
}

/// A run ends behind any instruction: what is raised by the operation before is seen.
fn compare(seeds: std::ops::Range<u64>) {
    let mut wrong = Vec::new();
    for seed in seeds {
        let mut random = Random(!seed);
        let end = 200 + random.below(2_000) as u64;
        let run = |b: Bench, length: u64| outcome_until(b, end, &mut || length);
        let stepped = run(bench(seed), 1);
        let code = run(translating_program(bench(seed), true), 5_000);
        let parts = differing(&stepped.1, &code.1);
        if stepped.0 != code.0 || !parts.is_empty() {
            wrong.push((seed, parts));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn operations_in_code_are_those_of_single_steps() {
    compare(0..1_500);
}

#[test]
#[ignore = "minutes: many programs"]
fn many_operations_in_code_are_those_of_single_steps() {
    compare(1_500..100_000);
}
