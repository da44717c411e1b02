//! [`Error`]: the reason why a question has no answer.

use std::fmt;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{InputError, NotThere};
use trueboard_trace::read::ctf::TraceError;

/// Why a question has no answer: in a line, with place, cause and remedy.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The request contradicts itself, or leaves out what it needs.
    Request(String),
    /// A board, an image or a value cannot be used.
    Input(InputError),
    /// A name is in no image, board, run, trace or file.
    NotThere(NotThere),
    /// A trace cannot be read.
    Trace(TraceError),
    /// A file cannot be used, or a run lacks what is asked of it.
    Unusable(String),
    /// Nothing was compared, or a part of it was not judged. That is no success.
    NotJudged(String),
    /// A run was no success.
    Run {
        /// The kind of its end.
        kind: OutcomeKind,
        /// The run and its end, in a sentence.
        text: String,
    },
}

impl Error {
    /// The exit code that the command line answers: 2 for a request that cannot be carried out, that of the outcome for
    /// a run, and 3 for all input that cannot be used.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Request(_) | Error::Input(InputError::Clash(_)) => 2,
            Error::Input(_)
            | Error::NotThere(_)
            | Error::Trace(_)
            | Error::Unusable(_)
            | Error::NotJudged(_) => 3,
            Error::Run { kind, .. } => kind.exit_code(),
        }
    }
}

impl Error {
    /// This error with another line.
    #[must_use]
    pub fn said(self, words: impl FnOnce(&str) -> String) -> Error {
        let text = words(&self.to_string());
        match self {
            Error::Request(_) | Error::Input(InputError::Clash(_)) => Error::Request(text),
            Error::Run { kind, .. } => Error::Run { kind, text },
            Error::NotJudged(_) => Error::NotJudged(text),
            _ => Error::Unusable(text),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Request(text)
            | Error::Unusable(text)
            | Error::NotJudged(text)
            | Error::Run { text, .. } => f.write_str(text),
            Error::Input(e) => e.fmt(f),
            Error::NotThere(e) => e.fmt(f),
            Error::Trace(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<InputError> for Error {
    fn from(e: InputError) -> Error {
        Error::Input(e)
    }
}

impl From<NotThere> for Error {
    fn from(e: NotThere) -> Error {
        Error::NotThere(e)
    }
}

impl From<TraceError> for Error {
    fn from(e: TraceError) -> Error {
        Error::Trace(e)
    }
}

#[cfg(feature = "campaigns")]
impl From<trueboard_campaigns::Error> for Error {
    fn from(e: trueboard_campaigns::Error) -> Error {
        match e.exit_code() {
            2 => Error::Request(e.to_string()),
            _ => Error::Unusable(e.to_string()),
        }
    }
}
