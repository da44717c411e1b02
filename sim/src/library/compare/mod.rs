//! Measured values of a run beside the true ones, and one run beside another. A function for each question:
//!
//! - [`runs`]: counters, clocks and traces beside the truth, and numbers beside another run's or published ones;
//! - [`functions`]: two builds of a firmware, function by function;
//! - [`readers`]: measured beside true, by the function that read;
//! - [`probes`]: the cost of the functions with which a program measures itself;
//! - [`tracing`]: the cost of tracing, beside a published table;
//! - `expectations`: numbers that a counter library returned, beside the true counts (feature `campaigns`);
//! - [`firmware_trace`]: the records of a trace that firmware wrote, beside its calls.
//!
//! Each function takes a request and returns an answer. `trueboard compare --json` prints the answer.
//! `docs/user/howto/compare.md` defines the terms.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use trueboard::Setup;
//! use trueboard::compare::{ProbesRequest, probes};
//!
//! // What the function `printf` costs, inside and in what the run loses by it.
//! # let image = concat!(env!("CARGO_MANIFEST_DIR"), "/../firmware/prebuilt/gr740/hello.elf");
//! let firmware = Setup::board("gr740").image(image).open()?;
//! let mut request = ProbesRequest::new(firmware);
//! request.probes = vec!["printf".to_owned()];
//! let answer = probes(&request, &())?;
//! assert_eq!(answer.costs.probes[0].name, "printf");
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "campaigns")]
mod expectations;
mod firmware_trace;
mod functions;
mod probes;
mod readers;
mod runs;
mod tracing;

#[cfg(feature = "campaigns")]
pub use expectations::{Expectations, expectations};
pub use firmware_trace::{FirmwareTrace, firmware_trace};
pub use functions::{Functions, FunctionsRequest, functions};
pub use probes::{Probes, ProbesRequest, Replay, probes};
pub use readers::{Readers, readers};
pub use runs::{Against, Compared, Published, Row, Runs, RunsRequest, runs};
pub use tracing::{Tracing, TracingRequest, published_tracing, tracing};

use crate::Error;
use crate::run::{AtItsEnd, Begun, Follow, Run, ended_well, read_report};
use std::fmt;
use trueboard_board::{Options, Report};

/// The array in which ePAPI keeps its results.
const RECORDS: &str = "epapi_records";

/// The report of a recorded run, or of firmware that is run now with `more` than its options say.
fn report_of(
    run: &Run,
    more: impl FnOnce(&mut Options),
    follow: &dyn Follow,
) -> Result<Report, Error> {
    let firmware = match run {
        Run::Recorded(path) => return read_report(path),
        Run::Now(firmware) => firmware,
    };
    let mut options = firmware.options.clone();
    more(&mut options);
    let mut begun = Begun::new(&firmware.board, options, follow)?;
    begun.session.dump_if_there(RECORDS);
    let report = begun.run(AtItsEnd::Fails, follow).report;
    ended_well(&firmware.name.display(), &report)?;
    Ok(report)
}

/// An error about a run or a file.
fn unusable(what: &dyn fmt::Display, text: impl fmt::Display) -> Error {
    Error::Unusable(format!("{what}: {text}"))
}

fn images(report: &Report) -> Vec<String> {
    report.images.iter().map(|i| i.path.clone()).collect()
}
