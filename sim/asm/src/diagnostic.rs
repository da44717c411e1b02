//! Errors at their places.

use core::fmt;
use trueboard_core::isa::{Cause, Misfit};

/// An error of a source: place, cause and remedy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Diagnostic {
    /// Name of the source.
    pub source_name: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub cause: String,
    /// What helps.
    pub remedy: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            source_name,
            line,
            column,
            cause,
            remedy,
        } = self;
        write!(f, "{source_name}:{line}:{column}: {cause}; {remedy}")
    }
}

/// An error inside a statement, before its line is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Bytes of the statement's text behind the place of the error.
    pub left: usize,
    pub cause: String,
    pub remedy: String,
}

impl Fault {
    pub fn new(left: usize, cause: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            left,
            cause: cause.into(),
            remedy: remedy.into(),
        }
    }
}

impl From<Misfit> for Fault {
    fn from(misfit: Misfit) -> Self {
        let (cause, remedy) = match misfit.cause {
            Cause::Expected(what) => (format!("{what} is expected here"), "write it".to_owned()),
            Cause::Range {
                operand,
                low,
                high,
                step,
            } => range(&operand, &low, &high, step),
            Cause::Expression(text) => match text.split_once("; ") {
                Some((cause, remedy)) => (cause.to_owned(), remedy.to_owned()),
                None => (text, "correct the expression".to_owned()),
            },
        };
        Self::new(misfit.left, cause, remedy)
    }
}

fn range(operand: &str, low: &str, high: &str, step: u32) -> (String, String) {
    if low == high {
        return (
            format!("`{operand}` does not fit: only {low} does"),
            format!("write {low}"),
        );
    }
    let steps = match step {
        0 | 1 => String::new(),
        step => format!(" in steps of {step}"),
    };
    (
        format!("`{operand}` does not fit: {low} to {high}{steps} do"),
        "use one of these, or a register".to_owned(),
    )
}
