//! Long differential runs against QEMU. Differences are printed as small vectors.

use clap::Parser;
use oracle::campaign::{Tally, explain};
use oracle::case::Oracle;
use oracle::fpops::{self, Operation};
use oracle::generate::Generator;
use oracle::ours::Ours;
use oracle::program::Program;
use oracle::qemu::Qemu;
use oracle::rng::Rng;
use std::process::ExitCode;
use std::time::Instant;

/// States that each program is run from.
const STATES: usize = 4;
/// Programs in one round trip.
const ROUND: usize = 750;
/// Differences that are made small and shown.
const SHOWN: usize = 12;

/// Random programs on our core and on QEMU.
///
/// The exit code is 1 when results differ.
#[derive(Parser)]
struct Arguments {
    /// Seed of the programs.
    #[arg(default_value_t = 1)]
    seed: u64,
    /// Number of programs.
    #[arg(default_value_t = 10_000)]
    programs: usize,
}

fn main() -> ExitCode {
    let Arguments { seed, programs } = Arguments::parse();
    match run(seed, programs).and_then(|n| Ok(n + run_fp(seed, programs)?)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("oracle-fuzz: {e}");
            ExitCode::from(2)
        }
    }
}

fn run(seed: u64, programs: usize) -> Result<usize, String> {
    let mut generator = Generator::new(seed);
    let mut ours = Ours::new();
    let mut qemu = Qemu::find().ok_or("qemu-system-sparc is not installed")?;
    let (begin, mut tally, mut shown) = (Instant::now(), Tally::default(), 0);
    while tally.programs < programs as u64 {
        let n = ROUND.min(programs - tally.programs as usize);
        let all: Vec<Program> = (0..n)
            .map(|i| match i % 4 {
                3 => generator.mapped(STATES),
                _ => generator.program(STATES),
            })
            .collect();
        let found = tally.round(&mut ours, &mut qemu, &all)?;
        for program in found {
            shown += 1;
            if shown <= SHOWN {
                let name = format!("difference-{shown}");
                println!("{}", explain(&mut ours, &mut qemu, program, &name)?);
            }
        }
    }
    println!(
        "{}: seed {seed}, {STATES} states a program: {tally}\n {:.1} s",
        qemu.name(),
        begin.elapsed().as_secs_f64()
    );
    Ok(tally.different as usize)
}

/// The same for floating-point arithmetic; `programs` of sixteen operations each.
fn run_fp(seed: u64, programs: usize) -> Result<usize, String> {
    let mut rng = Rng::new(seed);
    let mut ours = Ours::new();
    let mut qemu = Qemu::find().ok_or("qemu-system-sparc is not installed")?;
    let begin = Instant::now();
    let mut kinds = [0u64; 4];
    let (mut different, mut done) = (0, 0);
    while done < programs {
        let n = ROUND.min(programs - done);
        let ops: Vec<[Operation; fpops::OPS]> = (0..n)
            .map(|_| std::array::from_fn(|_| fpops::random(&mut rng)))
            .collect();
        let cases: Vec<_> = ops
            .iter()
            .enumerate()
            .flat_map(|(i, o)| fpops::program(o).cases(i))
            .collect();
        let (a, b) = (ours.run(&cases)?, qemu.run(&cases)?);
        for (i, case) in cases.iter().enumerate() {
            let x = fpops::results(&a[i], case.base, fpops::OPS);
            let y = fpops::results(&b[i], case.base, fpops::OPS);
            for (o, (x, y)) in ops[i].iter().zip(x.iter().zip(&y)) {
                let (kind, wrong) = fpops::judge(o, x, y);
                kinds[kind as usize] += 1;
                if !wrong.is_empty() {
                    different += 1;
                    if different <= SHOWN {
                        println!("{o:x?}");
                        wrong.iter().for_each(|w| println!("  {w}"));
                    }
                }
            }
        }
        done += n;
    }
    println!(
        "{}: seed {seed}, {} floating-point operations (ordinary, subnormal operand, NaN, tiny \
         result: {kinds:?}), {different} wrong, {:.1} s",
        qemu.name(),
        programs * fpops::OPS,
        begin.elapsed().as_secs_f64()
    );
    Ok(different)
}
