//! Errors in what a user supplies. Every text gives place, cause and remedy.

use std::path::PathBuf;
use thiserror::Error;

/// Unusable input.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// A file cannot be read.
    #[error("{path}: cannot be read: {cause}{near}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What may have been meant.
        near: String,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A file cannot be written.
    #[error("{path}: cannot be written: {cause}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// No board of this name.
    #[error("no board is called `{name}`{near}; there are: {known} (or name a .ron file)")]
    UnknownBoard {
        /// The request.
        name: String,
        /// What may have been meant.
        near: String,
        /// What there is.
        known: String,
    },
    /// A board file is no RON.
    #[error(
        "{place}:{line}:{column}: {cause}; see docs/user/reference/board-files.md for the format"
    )]
    Syntax {
        /// The file.
        place: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What the parser says.
        cause: String,
    },
    /// A board file says things that cannot be; all of them.
    #[error("{place}: {} in this board file:\n{}", count(problems.len()), list(problems))]
    Board {
        /// The file.
        place: String,
        /// One line each: path in the file, cause, remedy.
        problems: Vec<String>,
    },
    /// A device that is added to a board cannot be.
    #[error("{place}:{line}: {problem}")]
    Device {
        /// The file.
        place: String,
        /// Line, from 1.
        line: usize,
        /// Path in the device's description, cause, remedy.
        problem: String,
    },
    /// A host script says things that cannot be; all of them.
    #[error("{path}: {} in this host script:\n{}", count(problems.len()), list(problems))]
    Script {
        /// The file.
        path: PathBuf,
        /// One line each: step, cause, remedy.
        problems: Vec<String>,
    },
    /// A described workload says things that cannot be; all of them.
    #[error("{place}: {} in this workload:\n{}", count(problems.len()), list(problems))]
    Workload {
        /// The file.
        place: String,
        /// One line each: path in the file, cause, remedy.
        problems: Vec<String>,
    },
    /// Options that override board values are wrong; all of them.
    #[error("{}", lines_of_set(problems))]
    Set {
        /// One each: the option's value and what is wrong with it.
        problems: Vec<String>,
    },
    /// An ELF file cannot be used.
    #[error("{path}: {cause}")]
    Elf {
        /// The file.
        path: PathBuf,
        /// Cause and remedy.
        cause: String,
    },
    /// A source of assembly has errors.
    #[error("{0}")]
    Source(String),
    /// Words that mean nothing, or that leave out what is needed.
    #[error("{0}")]
    Usage(String),
    /// An output is an input, or two outputs are one file.
    #[error("{0}")]
    Clash(String),
    /// A request that this board cannot carry out.
    #[error("{0}")]
    Request(String),
}

impl InputError {
    /// The exit code of a command that ends with it (`docs/user/reference/command-line.md`): 2 where the words are
    /// wrong, 3 where the input is.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            InputError::Usage(_) | InputError::Clash(_) => 2,
            _ => 3,
        }
    }
}

fn lines_of_set(problems: &[String]) -> String {
    match problems {
        [one] => format!("--set {one}"),
        all => format!("{} in --set:\n{}", count(all.len()), list(all)),
    }
}

fn count(n: usize) -> String {
    if n == 1 {
        "1 problem".to_owned()
    } else {
        format!("{n} problems")
    }
}

fn list(problems: &[String]) -> String {
    problems
        .iter()
        .map(|p| format!("  {p}"))
        .collect::<Vec<_>>()
        .join("\n")
}
