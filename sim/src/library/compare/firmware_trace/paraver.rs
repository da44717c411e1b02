//! Reader of Paraver traces.

use crate::Error;
use crate::run::read as file;
use std::path::Path;
use trueboard_analyses::tracers::judged::Written;
use trueboard_analyses::tracers::paraver::{Labels, written};

/// What a trace has, and the functions that its `.pcf` names.
pub(super) fn read(trace: &Path) -> Result<(Labels, Written), Error> {
    let (names, text) = (file(&trace.with_extension("pcf"))?, file(trace)?);
    let labels = Labels::of(&names, &text);
    let found = written(&text, &labels);
    let found = found.map_err(|e| Error::Unusable(format!("{}{e}", trace.display())))?;
    Ok((labels, found))
}
