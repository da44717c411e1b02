//! Floating-point operations against an independent soft float: `oracle-fp [SEED [OPERATIONS]]`
//! executes so many operations of each kind.

use oracle::fpbulk;
use oracle::ours::Ours;
use oracle::rng::Rng;
use std::process::ExitCode;

/// Differences that are shown of each kind.
const SHOWN: u64 = 4;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|s| s.parse().ok())
        .collect();
    let seed = numbers.first().copied().unwrap_or(1);
    let each = numbers.get(1).copied().unwrap_or(100_000);
    match run(seed, each) {
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
