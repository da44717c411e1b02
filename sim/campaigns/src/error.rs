//! Why a campaign cannot be carried out.

use crate::engine::CampaignError;
use std::fmt;
use trueboard_board::{InputError, NotThere};

/// Why a campaign cannot be carried out, in a line: place, cause and remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// What is asked for says nothing usable, or contradicts itself.
    Usage(String),
    /// A file, a board, an image or a result cannot be used, or an output cannot be written.
    Input(String),
}

impl Error {
    /// An [`Error::Usage`].
    pub fn usage(text: impl Into<String>) -> Error {
        Error::Usage(text.into())
    }

    /// An [`Error::Input`].
    pub fn input(text: impl Into<String>) -> Error {
        Error::Input(text.into())
    }

    /// The line for the user.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Error::Usage(text) | Error::Input(text) => text,
        }
    }

    /// The exit code of a command that ends with it (`docs/user/reference/command-line.md`): 2 or 3.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Usage(_) => 2,
            Error::Input(_) => 3,
        }
    }

    /// This, in other words.
    #[must_use]
    pub fn said(self, words: impl FnOnce(&str) -> String) -> Error {
        match self {
            Error::Usage(text) => Error::Usage(words(&text)),
            Error::Input(text) => Error::Input(words(&text)),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for Error {}

impl From<InputError> for Error {
    fn from(e: InputError) -> Error {
        match e.exit_code() {
            2 => Error::Usage(e.to_string()),
            _ => Error::Input(e.to_string()),
        }
    }
}

impl From<NotThere> for Error {
    /// The name was looked for in an image, a board, a run or a file.
    fn from(e: NotThere) -> Error {
        Error::Input(e.to_string())
    }
}

impl From<CampaignError> for Error {
    fn from(e: CampaignError) -> Error {
        Error::Input(e.to_string())
    }
}
