//! Survivors with a reason: defects that no test can notice, each with why.

use super::answer::{Class, Verdict};
use crate::error::Error;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use trueboard_analyses::regions::matches;

/// An entry of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Names of defects, with `*` and `?`.
    defects: String,
    /// Why no test can notice them.
    why: String,
}

pub struct Argued {
    path: PathBuf,
    entries: Vec<Entry>,
}

impl Argued {
    pub fn open(path: &Path) -> Result<Argued, Error> {
        let refuse = |text: String| Error::input(format!("{}: {text}", path.display()));
        let text = trueboard_files::read_text(path).map_err(|e| refuse(e.to_string()))?;
        let entries = ron::from_str(&text).map_err(|e| {
            refuse(format!(
                "{e}; write a list of (defects: \"PATTERN\", why: \"REASON\")"
            ))
        })?;
        Ok(Argued {
            path: path.to_owned(),
            entries,
        })
    }

    /// Gives survivors their reasons. A reason for a defect that was noticed is wrong, and refused.
    pub fn judge(&self, verdicts: &mut [Verdict]) -> Result<(), Error> {
        for entry in &self.entries {
            let named = verdicts
                .iter_mut()
                .filter(|v| matches(&entry.defects, &v.mutation));
            for v in named {
                match v.class {
                    Class::Survived => v.argued = Some(entry.why.clone()),
                    class if class.noticed() => {
                        return Err(Error::input(format!(
                            "{}: `{}` is said to be noticed by no test, and {} notices {}; take the entry out, or \
                             narrow it",
                            self.path.display(),
                            entry.defects,
                            v.by.as_deref().unwrap_or("a program"),
                            v.mutation
                        )));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
