//! Specifications: files in RON that say what is asked.

use crate::error::Error;
use serde::de::DeserializeOwned;
use std::path::Path;

/// Reads a file in RON, of the form that `page` describes; what is wrong in it is said with its place.
pub fn read<T: DeserializeOwned>(path: &Path, page: &str) -> Result<T, Error> {
    let place = path.display();
    let text = trueboard_files::read_text(path)
        .map_err(|e| Error::input(format!("{place}: cannot be read: {e}")))?;
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(&text).map_err(|e| {
        let (at, why) = (e.span.start, e.code);
        Error::input(format!("{place}:{at}: {why}; see {page} for the format"))
    })
}
