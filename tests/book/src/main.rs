//! `book write|check [PROGRAM]`: writes the parts of the book that the program makes, or says which are not as it would
//! make them. PROGRAM is a built `trueboard`, by default that of the release build.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let what = words.next().unwrap_or_default();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let program = words.next().map_or_else(
        || {
            let target = std::env::var_os("CARGO_TARGET_DIR");
            target
                .map_or(root.join("target"), PathBuf::from)
                .join("release/trueboard")
        },
        PathBuf::from,
    );
    let work = || -> std::io::Result<bool> {
        let program = program.canonicalize()?;
        let mut right = true;
        for made in book::made(&program, &root)? {
            let path = root.join("docs/user").join(made.path);
            if what == "write" {
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)?;
                }
                std::fs::write(&path, made.text)?;
            } else if std::fs::read_to_string(&path).unwrap_or_default() != made.text {
                eprintln!(
                    "docs/user/{} is not what the program makes; cargo run --release -p book -- write",
                    made.path
                );
                right = false;
            }
        }
        Ok(right)
    };
    if what != "write" && what != "check" {
        eprintln!("usage: book write|check [PROGRAM]");
        return ExitCode::from(2);
    }
    match work() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("book: {}: {e}", program.display());
            ExitCode::from(3)
        }
    }
}
