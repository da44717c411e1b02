//! `seeds TARGET DIR`: writes the seeds of a target into a directory, for fuzzers that want files.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, dir] = &words[..] else {
        eprintln!("usage: seeds TARGET DIR");
        return ExitCode::from(2);
    };
    let Some(target) = fuzz::target(name) else {
        let known: Vec<&str> = fuzz::TARGETS.iter().map(|t| t.name).collect();
        eprintln!("no target {name}; there are: {}", known.join(", "));
        return ExitCode::from(2);
    };
    for (i, bytes) in (target.seeds)().iter().enumerate() {
        let path = Path::new(dir).join(format!("seed-{i:02}"));
        if let Err(e) = std::fs::write(&path, bytes) {
            eprintln!("{}: cannot be written: {e}", path.display());
            return ExitCode::from(3);
        }
    }
    ExitCode::SUCCESS
}
