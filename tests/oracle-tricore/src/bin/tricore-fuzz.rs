//! Long runs against unicorn or QEMU. Differences are printed as small programs.

use clap::Parser;
use oracle_tricore::Machine;
use oracle_tricore::batch::CASES;
use oracle_tricore::campaign::{Tally, explain, outdated};
use oracle_tricore::generate::Generator;
use oracle_tricore::ours::Ours;
use oracle_tricore::qemu::Qemu;
use oracle_tricore::unicorn::Unicorn;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

/// Differences that are made small, to show one of each kind.
const SHOWN: u64 = 200;

/// Random programs on our core and on unicorn or QEMU.
///
/// The exit code is 1 when results differ.
#[derive(Parser)]
struct Arguments {
    /// `unicorn`, or the path of a `qemu-system-tricore` of 8.2 or later.
    reference: String,
    /// Seed of the programs.
    #[arg(default_value_t = 1)]
    seed: u64,
    /// Number of batches.
    #[arg(default_value_t = 100)]
    batches: u64,
    /// Number of our core.
    #[arg(default_value_t = 1)]
    core: u8,
    /// Our board.
    #[arg(default_value = "tc275")]
    board: String,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("tricore-fuzz: {e}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<u64, String> {
    let mut other: Box<dyn Machine> = match arguments.reference.as_str() {
        "unicorn" => Box::new(Unicorn::new()?),
        path => {
            let qemu = Qemu::at(Path::new(path));
            Box::new(qemu.ok_or_else(|| format!("{path}: no QEMU of 8.2 or later"))?)
        }
    };
    let &Arguments {
        seed,
        batches,
        core,
        ..
    } = arguments;
    let mut ours = Ours::new(&arguments.board, core)?;
    for entry in outdated(&mut ours, other.as_mut())? {
        println!("no longer differs: {entry:?}");
    }
    let mut generator = Generator::new(seed, other.id());
    let (mut tally, mut shown) = (Tally::default(), 0);
    let mut kinds = BTreeSet::new();
    let each = generator.each(2);
    for n in 0..batches {
        // First each encoding by itself, then all in random company.
        let found = match each.chunks(CASES).nth(n as usize) {
            Some(cases) => tally.compare(&mut ours, other.as_mut(), cases)?,
            None => tally.round(&mut ours, other.as_mut(), &mut generator)?,
        };
        for finding in found {
            shown += 1;
            if shown <= SHOWN {
                let (kind, text) = explain(&mut ours, other.as_mut(), &finding)?;
                if kinds.insert(kind) {
                    println!("{text}");
                }
            }
        }
    }
    println!(
        "{} / {}: seed {seed}, {} cases, {} instructions of {} encodings, {} traps, {} cut short, {} differ",
        ours.name(),
        other.name(),
        tally.cases,
        tally.instructions,
        tally.encodings.len(),
        tally.trapped,
        tally.cut_short,
        tally.different
    );
    Ok(tally.different + tally.cut_short)
}
