//! Published figures, as data: `models/published/*.ron`.

use serde::{Deserialize, Serialize};

/// Figures of one source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// What they are, in a line.
    pub title: String,
    /// Where they stand.
    pub source: String,
    /// The figures.
    pub rows: Vec<Figures>,
}

/// One measurement of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// The event, as firmware names it.
    pub event: String,
    /// The program of ours that stands for the one of the source.
    pub program: String,
    /// How it was measured, as firmware names it.
    pub variant: String,
    /// Its count.
    pub value: u64,
    /// Cycles.
    pub cycles: u64,
    /// Instructions.
    pub instructions: u64,
}

/// Why a file holds no published figures.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {cause}")]
pub struct PublishedError {
    place: String,
    cause: Box<ron::error::SpannedError>,
}

impl Published {
    /// Reads a file's text; `place` names it in messages.
    ///
    /// # Errors
    /// [`PublishedError`] with line and column.
    pub fn parse(place: &str, text: &str) -> Result<Published, PublishedError> {
        ron::from_str(text).map_err(|cause| PublishedError {
            place: place.to_owned(),
            cause: Box::new(cause),
        })
    }

    /// The figures that a measurement reproduces.
    #[must_use]
    pub fn find(&self, event: &str, program: &str, variant: &str) -> Option<&Figures> {
        let is = |r: &&Figures| r.event == event && r.program == program && r.variant == variant;
        self.rows.iter().find(is)
    }
}
