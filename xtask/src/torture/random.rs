//! Random programs: csmith (Debian's package) makes them, and this host says what they print.

use crate::torture::make::run;
use crate::torture::suite::Program;
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

/// `count` programs, numbers from `first` on, in the folder `place`; `without` are more options for
/// csmith.
///
/// # Errors
/// When csmith or the host's compiler is missing.
pub fn programs(
    place: &Path,
    first: u64,
    count: usize,
    without: &[&str],
) -> Result<Vec<Program>, String> {
    let mut all = Vec::new();
    for seed in (first..).take(count) {
        let name = format!("csmith-{seed}");
        let path = place.join(format!("{name}.c"));
        run(Command::new("csmith")
            .args(["--seed", &seed.to_string(), "-o"])
            .arg(&path)
            .args(SHAPE)
            .args(without))?;
        match on_host(place, &path)? {
            Native::Prints(line) => all.push(Program {
                name,
                path,
                options: vec!["-w".to_owned(), format!("-I{HEADERS}")],
                prints: Some(line),
            }),
            Native::Endless => {
                println!("{name}: takes more than {PATIENCE} s on this host, left out");
            }
            Native::Undefined => println!(
                "{name}: reaches a packed member by a pointer that wants more alignment, which C leaves \
                 undefined, left out"
            ),
        }
    }
    Ok(all)
}

/// What became of a program on this host.
enum Native {
    /// Its checksum.
    Prints(String),
    /// It does not end in time.
    Endless,
    /// It accesses something at an address that its type must not have. csmith takes the address of packed
    /// members, and cores that want alignment trap.
    Undefined,
}

/// Compiles and runs the program on this host.
fn on_host(place: &Path, source: &Path) -> Result<Native, String> {
    let program = place.join("native");
    run(Command::new("gcc")
        .args(["-O1", "-w", "-fwrapv", "-funsigned-char", "-I", HEADERS])
        .args(["-fsanitize=alignment", "-fsanitize-undefined-trap-on-error"])
        .arg(source)
        .arg("-o")
        .arg(&program))?;
    let out = Command::new("timeout")
        .arg(PATIENCE)
        .arg(&program)
        .output()
        .map_err(|e| format!("timeout: {e}"))?;
    // As `timeout` answers when it had to stop the program.
    if out.status.code() == Some(124) {
        return Ok(Native::Endless);
    }
    let text = String::from_utf8_lossy(&out.stdout);
    let line = text.lines().find(|l| l.starts_with("checksum"));
    Ok(match line.filter(|_| out.status.success()) {
        Some(line) => Native::Prints(line.to_owned()),
        None => Native::Undefined,
    })
}
