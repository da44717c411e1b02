//! Numbers of earlier runs, in a file beside the specification: `SPEC.recorded.ron`.

use super::check::Recorded;
use crate::error::Error;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trueboard_board::files::write_whole;

/// By test.
pub type All = BTreeMap<String, Recorded>;

/// The file of a specification's recorded numbers.
pub fn place(spec: &Path) -> PathBuf {
    spec.with_extension("recorded.ron")
}

/// What was recorded for a specification; nothing if there is no file.
pub fn read(spec: &Path) -> Result<All, Error> {
    let path = place(spec);
    let fail = |e: &dyn std::fmt::Display| Error::input(format!("{}: {e}", path.display()));
    match trueboard_files::read_text(&path) {
        Ok(text) => ron::from_str(&text).map_err(|e| fail(&e)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(All::new()),
        Err(e) => Err(fail(&e)),
    }
}

/// Writes what was recorded, with what was found now in its place; a test without numbers has no entry.
pub fn write(
    spec: &Path,
    mut all: All,
    new: impl Iterator<Item = (String, Recorded)>,
) -> Result<(), Error> {
    all.extend(new);
    all.retain(|_, numbers| !numbers.is_empty());
    let path = place(spec);
    let fail = |e: &dyn std::fmt::Display| {
        Error::input(format!("{}: cannot be written: {e}", path.display()))
    };
    let text = ron::ser::to_string_pretty(&all, ron::ser::PrettyConfig::default())
        .map_err(|e| fail(&e))?;
    write_whole(&path, (text + "\n").as_bytes()).map_err(|e| fail(&e))
}
