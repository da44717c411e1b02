//! Operations of the FPU in translated code, by what single steps make of the same operands: results, FSR, queue, time.

use super::blocks::{differing, outcome_until, translating_program};
use super::*;
use crate::isa::{Class, Op, ROWS};

/// Loads of two operands, operations on few registers, a branch, and a store; the operands are others in each turn. The
/// turns are counted in %g3.
fn program(random: &mut Random) -> Vec<u32> {
    let op = |random: &mut Random| loop {
        let n = match random.below(2) {
            // One that takes long, and those that wait for it.
            0 => [Op::Fdivd, Op::Faddd, Op::Fmuld, Op::Fsubd][random.below(4)] as usize,
            _ => random.below(ROWS.len()),
        };
        if Op::ALL[n].class().is_fpop() && Op::ALL[n].class() != Class::FpUnimp {
            return ROWS[n].form.fixed.value;
        }
    };
    let register = |random: &mut Random| match random.below(4) {
        0 => random.below(8) as u32,
        _ => 2 * random.below(4) as u32,
    };
    let operation = |random: &mut Random| {
        let (rd, rs1, rs2) = (register(random), register(random), register(random));
        op(random) | rd << 25 | rs1 << 14 | rs2
    };
    // ldd, ld, std and st of a floating-point register, ld %g4: [%g1 + offset], of this line or the next one.
    let access = |random: &mut Random| {
        let of = [0xc118, 0xc118, 0xc100, 0xc138, 0xc120, 0xc800][random.below(6)] << 16;
        let rd = if of >> 24 == 0xc8 {
            0
        } else {
            register(random)
        };
        let offset = 8 * random.below(8) as u32;
        of | rd << 25 | 1 << 14 | 1 << 13 | offset
    };
    let mut words = vec![
        0xc118_4000 | 1 << 13,     // ldd [%g1], %f0
        0xc518_4000 | 1 << 13 | 8, // ldd [%g1 + 8], %f2
    ];
    for _ in 0..1 + random.below(7) {
        words.push(match random.below(3) {
            0 => access(random),
            _ => operation(random),
        });
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
    let random = &mut Random::new(seed);
    let mut b = Bench::new(random.below(8) as u64);
    let words = program(random);
    b.program(&words);
    // The loop is translated when it has come to operand 32. An operand of another kind then mostly ends the program.
    let wild = random.below(3) != 0;
    for n in 0..256 {
        let bits = match random.below(20) {
            0 if wild && n > 40 => random.number(true),
            1 if wild && n > 40 => random.next() >> 12 >> random.below(52),
            2 if wild && n > 40 => (random.next() & 0x007f_ffff_807f_ffff) >> random.below(20),
            _ => random.number(false),
        };
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
        let mut random = Random::new(!seed);
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

/// Cycles that a loop waits for the FPU, counted by hand from latencies of 4 cycles, and 2 from a load to its use.
#[test]
fn waits_of_a_loop_by_hand() {
    const NOP: u32 = 0x0100_0000;
    const TURNS: u64 = 100;
    for translates in [false, true] {
        let mut b = Bench::new(0);
        b.program(&[
            0xc118_6000, // ldd [%g1], %f0: there 2 cycles later
            0x85a0_0840, // faddd %f0, %f0, %f2: waits 1
            0x89a0_8842, // faddd %f2, %f2, %f4: waits 3
            0x81a9_0a44, // fcmpd %f4, %f4: waits 3
            0x86a0_e001, // subcc %g3, 1, %g3
            0x1380_0003, // fbe . + 12: 2 cycles behind the comparison, waits 2
            NOP,
            0x91d0_2000, // ta 0, passed over
            0x12bf_fff8, // bne to the beginning
            0x8da0_0844, // faddd %f0, %f4, %f6: waits for nothing
            0x91d0_2000, // ta 0
        ]);
        for n in [0, 8] {
            b.poke(DATA + n, 0x3ff8_0000);
        }
        b.set(1, DATA);
        b.set(3, TURNS as u32);
        let mut b = translating_program(b, translates);
        assert!(matches!(b.run_until(50_000), Stop::Error(_)));
        assert_eq!(b.core.register(Reg::R(3)), 0);
        assert_eq!(b.bank().get(Meter::FpuStalls), 9 * TURNS, "{translates}");
        assert_eq!(b.core.register(Reg::F(6)), 0x401e_0000);
    }
}
