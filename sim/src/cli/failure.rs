//! What ends a command early.

use trueboard::campaigns::Error;
use trueboard::campaigns::engine::CampaignError;
use trueboard::internals::board::files::Files;
use trueboard::internals::board::{InputError, NotThere};

/// What ends a command early: a line for the user and an exit code.
pub struct Failure {
    pub code: u8,
    pub text: String,
}

/// Wrong command line.
pub const USAGE: u8 = 2;
/// Unusable input, or an output that cannot be written.
pub const INPUT: u8 = 3;

impl From<InputError> for Failure {
    fn from(e: InputError) -> Failure {
        Failure {
            code: e.exit_code(),
            text: e.to_string(),
        }
    }
}

impl From<NotThere> for Failure {
    /// The name was looked for in an image, a board, a run, a trace or a file: unusable input.
    fn from(e: NotThere) -> Failure {
        Failure::input(e.to_string())
    }
}

impl From<trueboard::Error> for Failure {
    fn from(e: trueboard::Error) -> Failure {
        Failure {
            code: e.exit_code(),
            text: e.to_string(),
        }
    }
}

impl From<Error> for Failure {
    fn from(e: Error) -> Failure {
        Failure {
            code: e.exit_code(),
            text: e.to_string(),
        }
    }
}

impl From<CampaignError> for Failure {
    fn from(e: CampaignError) -> Failure {
        Failure::input(e.to_string())
    }
}

impl Failure {
    pub fn usage(text: impl Into<String>) -> Failure {
        Failure {
            code: USAGE,
            text: text.into(),
        }
    }

    pub fn input(text: impl Into<String>) -> Failure {
        Failure {
            code: INPUT,
            text: text.into(),
        }
    }
}

/// Refuses to write over an input, or two outputs into one file.
pub fn check(files: &Files) -> Result<(), Failure> {
    files.check().map_err(Failure::usage)
}
