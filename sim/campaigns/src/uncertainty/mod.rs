//! Uncertainty: how far results depend on the constants that the models estimate.

mod attach;
mod constants;
mod request;
mod runs;
mod study;

pub use attach::{Attached, attached};
pub use constants::Constant;
pub use request::{Request, Screening};
pub use runs::{Identity, TIME};
pub use study::{Failed, Meter, Study};

use crate::control::{Control, Done};
use crate::engine::{Engine, RUNS, journal_in};
use crate::error::Error;
use runs::Runs;
use std::path::Path;
use trueboard_board::files::write_whole;

/// The file in the folder of results that a run takes as its uncertainty.
const RESULT: &str = "uncertainty.json";

/// Carries out a study.
///
/// # Errors
/// A program, ranges or a folder of results that cannot be used.
pub fn run(request: &Request, control: &Control<'_>) -> Result<Done<Study>, Error> {
    let constants = constants::of(request)?;
    let out = request.out.as_deref();
    let mut files = request.program.files();
    if let Some(dir) = out {
        for name in [RUNS, RESULT] {
            files.writes("--out", &dir.join(name));
        }
    }
    files.check().map_err(Error::Usage)?;
    let journal = journal_in(out, &Engine::Here)?;
    let mut runs = Runs::new(request, &constants, journal, control);
    let Some(study) = study::of(request, &constants, &mut runs)? else {
        return Ok(Done::Stopped { begun: true });
    };
    if let Some(dir) = out {
        write(dir, RUNS, &runs.records()?)?;
        let text = serde_json::to_string_pretty(&study)
            .map_err(|e| Error::input(format!("{RESULT}: {e}")))?;
        write(dir, RESULT, (text + "\n").as_bytes())?;
    }
    Ok(Done::All(study))
}

fn write(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), Error> {
    let path = dir.join(name);
    write_whole(&path, bytes)
        .map_err(|e| Error::input(format!("{}: cannot be written: {e}", path.display())))
}
