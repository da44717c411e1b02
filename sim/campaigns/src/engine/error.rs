//! What stops a campaign.

use std::path::PathBuf;
use thiserror::Error;

/// Why a campaign cannot go on. Each is a line for the user: place, cause and remedy.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// The file of results cannot be read or written.
    #[error("{}: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// Another process has the file of results.
    #[error("{}: another process is at this campaign; wait for its end, or name another folder", .0.display())]
    Busy(PathBuf),
    /// A line is no record, or a result is not what the caller takes it for.
    #[error("{}: line {line} is no result of such a run: {cause}; remove the line, or name another folder", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What the parser says.
        cause: String,
    },
    /// A space that has no points, or names what it does not have.
    #[error("{0}")]
    Space(String),
    /// Workers on other machines cannot be started, or do nothing.
    #[error("--engine: {0}")]
    Workers(String),
    /// The threads cannot be started, or are too many.
    #[error("--jobs: {0}")]
    Threads(String),
}
