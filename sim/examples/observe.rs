//! An observer of one's own: where a program on a GR740 misses its data caches.
//! `cargo run --example observe -- IMAGE`.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use trueboard::observe::{Access, Kinds, Observer, Tick};
use trueboard::{Setup, Time};

/// Misses by the instruction that missed.
#[derive(Default)]
struct Misses(BTreeMap<u64, u64>);

impl Observer for Misses {
    fn kinds(&self) -> Kinds {
        Kinds::ACCESS_MEMORY
    }

    fn access(&mut self, _core: u8, _at: Tick, access: &Access) {
        if access.missed {
            *self.0.entry(access.pc).or_default() += 1;
        }
    }
}

fn main() -> ExitCode {
    match example() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

fn example() -> Result<(), Box<dyn Error>> {
    let image = std::env::args().nth(1).ok_or("give an image of a GR740")?;
    let mut run = Setup::board("gr740").image(image).start()?;
    run.observe(Misses::default());
    run.run(Time::END)?;
    let misses = run.observer::<Misses>().ok_or("it was added")?;
    let mut most: Vec<(&u64, &u64)> = misses.0.iter().collect();
    most.sort_by_key(|(pc, n)| (std::cmp::Reverse(**n), **pc));
    for (pc, n) in most.iter().take(10) {
        println!("{n:8} misses at {pc:#010x}");
    }
    Ok(())
}
