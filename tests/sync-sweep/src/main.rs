//! How often should clocks be synchronised? A model of two clocks and of the exchanges between them
//! (no board), swept over number and period; the result is a text with tables and a plot.
//!
//!     cargo run --release -p sync-sweep -- docs

mod model;
mod plot;
mod sweep;
mod text;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let (Some(dir), None) = (args.next(), args.next()) else {
        eprintln!("usage: sync-sweep DIR (where synchronisation-sweep.md and .svg go)");
        return ExitCode::from(2);
    };
    match write(Path::new(&dir)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("sync-sweep: {e}");
            ExitCode::FAILURE
        }
    }
}

fn write(dir: &Path) -> Result<(), String> {
    let result = sweep::run();
    let name = "synchronisation-sweep";
    let svg = plot::svg(&result).map_err(|e| format!("plot: {e}"))?;
    for (ending, content) in [("md", text::markdown(&result)), ("svg", svg)] {
        let path = dir.join(format!("{name}.{ending}"));
        std::fs::write(&path, content).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}
