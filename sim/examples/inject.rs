//! What becomes of a program when bits of its registers flip: `cargo run --example inject -- IMAGE BOARD COUNT`.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use trueboard::campaigns::inject::{Request, run};
use trueboard::campaigns::{Control, Program};

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
    let (Some(image), Some(board), Some(count)) = (words.next(), words.next(), words.next()) else {
        return Err("give an image, a board and a number of injections".into());
    };
    let program = Program::new(board, image);
    let mut request = Request::new(program, vec!["registers".to_owned()]);
    request.count = Some(count.parse()?);
    let study = run(&request, &Control::default())?
        .answer()
        .ok_or("nobody ends it")?;
    let mut classes: BTreeMap<String, u32> = BTreeMap::new();
    for injection in &study.injections {
        *classes.entry(format!("{:?}", injection.class)).or_default() += 1;
    }
    println!("{classes:?}");
    Ok(())
}
