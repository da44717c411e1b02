//! Numbers that a counter library returned, beside the true counts.

use super::images;
use crate::Error;
use crate::run::{AtItsEnd, Begun, Firmware, Follow, ended_well};
use serde::Serialize;
use std::path::Path;
use trueboard_analyses::expect::Judged;
use trueboard_campaigns::expect::{ask, check, read, verdicts};

/// Expectations of a run, each with its judgement.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Expectations {
    /// Images of the run.
    pub images: Vec<String>,
    /// In the order of the list.
    pub expectations: Vec<Judged>,
    /// Whether all expectations are met.
    pub passes: bool,
}

/// Runs the firmware, and holds what its counter library returned against the true counts, as the `list` (RON) of
/// expectations says. `docs/user/howto/compare.md` has its form.
///
/// # Errors
/// A list that is none or is empty, names that the board or the images do not have, and firmware that cannot be used or
/// does not come to a good end.
pub fn expectations(
    firmware: &Firmware,
    list: &Path,
    follow: &dyn Follow,
) -> Result<Expectations, Error> {
    let all = read(list, "docs/user/howto/compare.md")?;
    if all.is_empty() {
        return Err(super::unusable(&list.display(), "nothing is expected"));
    }
    let mut options = firmware.options.clone();
    ask(&all, &mut options);
    let wrong = |e: Error| e.said(|text| format!("{}: {text}", list.display()));
    let begun = Begun::new(&firmware.board, options, follow).map_err(|e| wrong(e.into()))?;
    check(&all, &begun.session).map_err(|e| wrong(e.into()))?;
    let mut console = Vec::new();
    let over = begun.run_into(&mut console, AtItsEnd::Fails, follow);
    let report = &over.report;
    ended_well(&images(report).join(", "), report)?;
    let judged = verdicts(&all, &firmware.board, &over.session, report, &console);
    let expectations = judged.map_err(|e| wrong(e.into()))?;
    Ok(Expectations {
        images: images(report),
        passes: expectations.iter().all(|v| v.met),
        expectations,
    })
}
