//! The time of a program over numbers of cores: `cargo run --example sweep -- IMAGE BOARD`.

use std::error::Error;
use std::process::ExitCode;
use trueboard::campaigns::Control;
use trueboard::sweep::{Request, Spec, run};

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
        return Err("give an image and a board, as firmware/prebuilt/gr740/lu.elf gr740".into());
    };
    let spec = Spec {
        board,
        images: vec![image.into()],
        cores: vec![1, 2, 4],
        ..Spec::default()
    };
    let request = Request {
        spec,
        ..Request::default()
    };
    let study = run(&request, &Control::default())?
        .answer()
        .ok_or("nobody ends it")?;
    for (job, result) in study.jobs() {
        println!("{:?} cores: {:.6} s", job.cores, result.seconds);
    }
    Ok(())
}
