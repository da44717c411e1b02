//! Writes the seeds of a target into a directory, for fuzzers that want files.

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Writes the seeds of a target into a directory.
#[derive(Parser)]
struct Arguments {
    /// Target.
    #[arg(value_parser = targets())]
    target: String,
    /// Directory; it has to exist.
    dir: PathBuf,
}

fn targets() -> clap::builder::PossibleValuesParser {
    fuzz::TARGETS.iter().map(|t| t.name).into()
}

fn main() -> ExitCode {
    let Arguments { target, dir } = Arguments::parse();
    let target = fuzz::target(&target).expect("it is one of the possible values");
    for (i, bytes) in (target.seeds)().iter().enumerate() {
        let path = dir.join(format!("seed-{i:02}"));
        if let Err(e) = std::fs::write(&path, bytes) {
            eprintln!("{}: cannot be written: {e}", path.display());
            return ExitCode::from(3);
        }
    }
    ExitCode::SUCCESS
}
