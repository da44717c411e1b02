//! Long runs against the vendor's simulator, or against our own board without a network. A
//! difference is made small and printed.

use clap::Parser;
use oracle_epiphany::Machine;
use oracle_epiphany::campaign::{Tally, outdated};
use oracle_epiphany::generate::Generator;
use oracle_epiphany::ours::Ours;
use oracle_epiphany::places::Places;
use oracle_epiphany::vendor::Vendor;
use std::path::Path;
use std::process::ExitCode;

/// Differences after which a run ends.
const ENOUGH: u64 = 10;

/// Random programs on our core and on the vendor's simulator.
///
/// The exit code is 1 when results differ.
#[derive(Parser)]
struct Arguments {
    /// The path of the vendor's `epiphany-elf-run`, or `order` for our own board without a network.
    sim: String,
    /// Seed of the programs.
    #[arg(default_value_t = 1)]
    seed: u64,
    /// Number of programs.
    #[arg(default_value_t = 100)]
    programs: u64,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("epiphany-fuzz: {e}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<u64, String> {
    let Arguments {
        sim,
        seed,
        programs,
    } = arguments;
    let dir = std::env::temp_dir().join(format!("epiphany-fuzz-{}", std::process::id()));
    let mut ours = Ours::new()?;
    let (mut theirs, places): (Box<dyn Machine>, Vec<Places>) = if sim == "order" {
        (Box::new(Ours::at_once()?), Places::ALL.to_vec())
    } else {
        let mut vendor = Vendor::at(Path::new(sim), &dir)?;
        for example in outdated(&mut ours, &mut vendor)? {
            println!("no longer differs: {example:?}");
        }
        let one = Places::ALL.into_iter().filter(|p| p.one_core());
        (Box::new(vendor), one.collect())
    };
    let mut generator = Generator::new(*seed, true);
    let mut tally = Tally::default();
    for _ in 0..*programs {
        if let Some(text) = tally.round(&mut ours, &mut *theirs, &mut generator, &places)? {
            println!("program {}: {text}", tally.programs);
            if tally.different == ENOUGH {
                break;
            }
        }
    }
    if dir.exists() {
        std::fs::remove_dir_all(&dir).map_err(|e| e.to_string())?;
    }
    println!(
        "seed {seed}: {} programs, {} instructions of {} encodings, {} differ",
        tally.programs,
        tally.instructions,
        tally.encodings.len(),
        tally.different
    );
    Ok(tally.different)
}
