//! Long runs of floating-point operations against an independent soft float.

use clap::Parser;
use oracle::fpbulk;
use oracle::ours::Ours;
use oracle::rng::Rng;
use std::process::ExitCode;

/// Differences that are shown of each kind.
const SHOWN: u64 = 4;

/// Random floating-point operations on our core and on a soft float.
///
/// The exit code is 1 when results differ.
#[derive(Parser)]
struct Arguments {
    /// Seed of the operations.
    #[arg(default_value_t = 1)]
    seed: u64,
    /// Number of operations of each kind.
    #[arg(default_value_t = 100_000)]
    operations: u64,
}

fn main() -> ExitCode {
    let Arguments { seed, operations } = Arguments::parse();
    match run(seed, operations) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("oracle-fp: {e}");
            ExitCode::from(2)
        }
    }
}

fn run(seed: u64, each: u64) -> Result<u64, String> {
    let mut ours = Ours::new();
    let mut all = 0;
    println!("seed {seed}: kind, operations, traps, inexact, different");
    for op in fpbulk::operations() {
        let mut rng = Rng::new(seed ^ (op as u64) << 32);
        let (mut done, mut trapped, mut inexact, mut different) = (0, 0, 0, 0);
        while done < each {
            let n = (fpbulk::ROUND as u64).min(each - done) as usize;
            let ops: Vec<_> = (0..n).map(|_| fpbulk::random(&mut rng, op)).collect();
            let results = fpbulk::execute(&mut ours, op, &ops)?;
            for (o, r) in ops.iter().zip(&results) {
                trapped += u64::from(r.trapped);
                inexact += u64::from(!r.trapped && r.fsr & 1 != 0);
                let must = fpbulk::expected(o);
                if *r != must {
                    different += 1;
                    if different <= SHOWN {
                        println!("{o:x?}\n  {r:x?}, not {must:x?}");
                    }
                }
            }
            done += n as u64;
        }
        println!("{op:?} {done} {trapped} {inexact} {different}");
        all += different;
    }
    Ok(all)
}
