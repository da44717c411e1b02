//! Two ends of one run: a fork in front of `main`, in which a register has another value.
//! `cargo run --example fork -- IMAGE`.

use std::error::Error;
use std::process::ExitCode;
use trueboard::{Setup, Stops, Time};

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
    let main = run.symbol("main")?;
    run.run(Stops::at(main))?;
    let mut fork = run.fork()?;
    fork.core_mut(0)?.set_register("o0", 1)?;
    println!("run:  {:?}", run.run(Time::END)?);
    println!("fork: {:?}", fork.run(Time::END)?);
    println!(
        "equal in all that is simulated: {}",
        run.digest() == fork.digest()
    );
    Ok(())
}
