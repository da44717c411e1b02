//! Long runs against unicorn: `unicorn-fuzz [SEED [PROGRAMS]]`. Differences are printed as small
//! vectors.

use oracle::campaign::{Tally, explain};
use oracle::case::Oracle;
use oracle::generate::Generator;
use oracle::ours::Ours;
use oracle::program::Program;
use oracle_unicorn::Unicorn;
use std::process::ExitCode;

/// States that each program is run from.
const STATES: usize = 16;
/// Programs in one round.
const ROUND: usize = 180;
/// Differences that are made small and shown.
const SHOWN: usize = 6;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|s| s.parse().ok())
        .collect();
    let seed = numbers.first().copied().unwrap_or(1);
    let programs = numbers.get(1).copied().unwrap_or(1000);
    match run(seed, programs) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("unicorn-fuzz: {e}");
            ExitCode::from(2)
        }
    }
}

fn run(seed: u64, programs: u64) -> Result<u64, String> {
    let mut generator = Generator::new(seed);
    let (mut ours, mut unicorn) = (Ours::new(), Unicorn::new()?);
    let (mut tally, mut shown) = (Tally::default(), 0);
    while tally.programs < programs {
        let n = (ROUND as u64).min(programs - tally.programs);
        let all: Vec<Program> = (0..n).map(|_| generator.block(STATES)).collect();
        for program in tally.round(&mut ours, &mut unicorn, &all)? {
            shown += 1;
            if shown <= SHOWN {
                let name = format!("difference-{shown}");
                println!("{}", explain(&mut ours, &mut unicorn, program, &name)?);
            }
        }
    }
    println!(
        "{}: seed {seed}, {STATES} states a program: {tally}",
        unicorn.name()
    );
    Ok(tally.different)
}
