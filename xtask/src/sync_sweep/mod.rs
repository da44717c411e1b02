//! How often should clocks be synchronised? A model of two clocks and of the exchanges between them
//! (no board), swept over number and period, and runs of the simulated boards; the result is a text
//! with tables and a plot.
//!
//!     cargo build --release && cargo xtask sync-sweep docs/user/explanation
//!     cargo xtask sync-sweep --check docs/user/explanation

mod model;
mod plot;
mod real;
mod sweep;
mod text;

use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Makes the page about how often clocks should be synchronised.
#[derive(Args)]
pub struct Arguments {
    /// Writes nothing; the exit code is 1 when the page is not what would be written.
    #[arg(long)]
    check: bool,
    /// Directory of `synchronisation-sweep.md` and `.svg`.
    dir: PathBuf,
}

/// Carries the command out; what went wrong is printed.
pub fn main(arguments: &Arguments) -> ExitCode {
    match make(&arguments.dir, arguments.check) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("sync-sweep: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the page, or holds the one that is there against what it should be.
fn make(dir: &Path, check: bool) -> Result<(), String> {
    let result = sweep::run();
    let real = real::all(&conformance::root())?;
    let name = "synchronisation-sweep";
    let svg = plot::svg(&result).map_err(|e| format!("plot: {e}"))?;
    for (ending, content) in [("md", text::markdown(&result, &real)), ("svg", svg)] {
        let path = dir.join(format!("{name}.{ending}"));
        let wrong = |e: std::io::Error| format!("{}: {e}", path.display());
        if !check {
            std::fs::write(&path, content).map_err(wrong)?;
        } else if std::fs::read_to_string(&path).map_err(wrong)? != content {
            return Err(format!(
                "{}: is not what the sweep gives now; make it again: cargo xtask sync-sweep {}",
                path.display(),
                dir.display()
            ));
        }
    }
    Ok(())
}
