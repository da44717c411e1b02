//! Runs an image, and prints its console and the meters of each core: `cargo run --example run -- IMAGE BOARD`.

use std::error::Error;
use std::process::ExitCode;
use trueboard::{Setup, Time};

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
    let mut words = std::env::args().skip(1);
    let (Some(image), Some(board)) = (words.next(), words.next()) else {
        return Err("give an image and a board, as firmware/prebuilt/gr740/hello.elf gr740".into());
    };
    let setup = Setup::board(board).image(image).until(Time::us(1_000_000));
    let mut run = setup.start()?;
    run.run(Time::END)?;
    print!("{}", String::from_utf8_lossy(run.console()));
    for core in run.cores() {
        let (cycles, instructions) = (core.meter("cycles")?, core.meter("instructions")?);
        println!(
            "{}: {instructions} instructions in {cycles} cycles",
            core.name()
        );
    }
    let report = run.finish();
    println!("{}", report.outcome.detail);
    Ok(())
}
