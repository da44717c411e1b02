//! What a program's counters showed, beside what happened: `cargo run --example compare -- IMAGE BOARD`.

use std::error::Error;
use std::process::ExitCode;
use trueboard::Setup;
use trueboard::compare::{RunsRequest, runs};

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
        return Err(
            "give an image and a board, as firmware/prebuilt/gr740/epapi_demo.elf gr740".into(),
        );
    };
    let firmware = Setup::board(board).image(image).open()?;
    let request = RunsRequest {
        runs: vec![firmware.into()],
        ..RunsRequest::default()
    };
    let answer = runs(&request, &())?;
    for e in &answer.runs[0].comparison.events {
        println!(
            "{} {}: {} windows, {} exact, {} wrong",
            e.register, e.event_name, e.windows, e.exact, e.wrong
        );
    }
    Ok(())
}
