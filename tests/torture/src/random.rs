//! Random programs: csmith (Debian's package) makes them, and this host says what they print.

use crate::make::run;
use crate::suite::Program;
use std::path::Path;
use std::process::Command;

/// Headers of the programs.
const HEADERS: &str = "/usr/include/csmith";
/// Seconds that a program may take on this host; those that take longer are left out.
const PATIENCE: &str = "2";
/// Bounds that keep a program small enough for a core's memory, and its ways independent of the sizes of
/// `long` and of pointers.
const SHAPE: &[&str] = &[
    "--no-argc",
    "--no-longlong",
    "--max-funcs",
    "6",
    "--max-block-depth",
    "3",
    "--max-array-len-per-dim",
    "6",
];

/// `count` programs, numbers from `first` on, in the folder `place`.
///
/// # Errors
/// When csmith or the host's compiler is missing.
pub fn programs(place: &Path, first: u64, count: usize) -> Result<Vec<Program>, String> {
    let mut all = Vec::new();
    for seed in (first..).take(count) {
        let name = format!("csmith-{seed}");
        let path = place.join(format!("{name}.c"));
        run(Command::new("csmith")
            .args(["--seed", &seed.to_string(), "-o"])
            .arg(&path)
            .args(SHAPE))?;
        match expected(place, &path)? {
            Some(line) => all.push(Program {
                name,
                path,
                options: vec!["-w".to_owned(), format!("-I{HEADERS}")],
                prints: Some(line),
            }),
            None => println!("{name}: takes more than {PATIENCE} s on this host, left out"),
        }
    }
    Ok(all)
}

/// What the program prints on this host; `None` if it does not end in time.
fn expected(place: &Path, source: &Path) -> Result<Option<String>, String> {
    let program = place.join("native");
    run(Command::new("gcc")
        .args(["-O1", "-w", "-fwrapv", "-funsigned-char", "-I", HEADERS])
        .arg(source)
        .arg("-o")
        .arg(&program))?;
    let out = Command::new("timeout")
        .arg(PATIENCE)
        .arg(&program)
        .output()
        .map_err(|e| format!("timeout: {e}"))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let line = text.lines().find(|l| l.starts_with("checksum"));
    Ok(line.filter(|_| out.status.success()).map(str::to_owned))
}
