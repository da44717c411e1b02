//! Specifications of sweeps (RON).

use crate::command::Failure;
use std::path::Path;
use trueboard::sweep::Spec;

/// Reads a specification.
pub fn read(path: &Path) -> Result<Spec, Failure> {
    let fail = |what: String| Failure::input(format!("{}{what}", path.display()));
    let text =
        trueboard_files::read_text(path).map_err(|e| fail(format!(": cannot be read: {e}")))?;
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let spec: Spec = options.from_str(&text).map_err(|e| {
        let (at, why) = (e.span.start, e.code);
        fail(format!(":{at}: {why}; see docs/sweep.md for the format"))
    })?;
    if spec.images.is_empty() {
        return Err(fail(": `images` is empty: name at least one".to_owned()));
    }
    Ok(spec)
}
