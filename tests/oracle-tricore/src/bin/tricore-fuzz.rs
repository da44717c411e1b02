//! Long runs: `tricore-fuzz unicorn|QEMU [SEED [BATCHES [CORE [BOARD]]]]`, where QEMU is the path of a
//! `qemu-system-tricore` of 8.2 or later. Differences are printed as small programs.

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

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("tricore-fuzz: {e}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<u64, String> {
    let number = |i: usize, default| args.get(i).and_then(|s| s.parse().ok()).unwrap_or(default);
    let mut other: Box<dyn Machine> = match args.first().map(String::as_str) {
        Some("unicorn") => Box::new(Unicorn::new()?),
        Some(path) => {
            let qemu = Qemu::at(Path::new(path));
            Box::new(qemu.ok_or_else(|| format!("{path}: no QEMU of 8.2 or later"))?)
        }
        None => return Err("tricore-fuzz unicorn|QEMU [SEED [BATCHES [CORE]]]".to_owned()),
    };
    let (seed, batches, core) = (number(1, 1), number(2, 100), number(3, 1));
    let mut ours = Ours::new(args.get(4).map_or("tc275", String::as_str), core as u8)?;
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
