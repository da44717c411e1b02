//! Long runs against unicorn. Differences are printed as small vectors.

use clap::Parser;
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

/// Random programs on our core and on unicorn.
///
/// The exit code is 1 when results differ.
#[derive(Parser)]
struct Arguments {
    /// Seed of the programs.
    #[arg(default_value_t = 1)]
    seed: u64,
    /// Number of programs.
    #[arg(default_value_t = 1000)]
    programs: u64,
}

fn main() -> ExitCode {
    let Arguments { seed, programs } = Arguments::parse();
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
