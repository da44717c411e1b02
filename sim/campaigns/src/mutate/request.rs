//! Which defects are planted in which programs.

use std::path::PathBuf;
use trueboard_board::asked::Program;

/// A way in which a planted defect is noticed, besides crashes and hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noticing {
    /// A program ends with a status other than 0.
    Tests,
    /// A program prints something else than without the defect.
    Console,
    /// A read of a counter or clock is wrong by the judge.
    Compare,
}

/// A suite of programs, and the defects that it is held against.
#[derive(Clone, Debug)]
pub struct Request {
    /// The programs: each image runs by itself, and ends with status 0 where nothing is wrong. Without images what else
    /// runs is one program.
    pub firmware: Program,
    /// Only defects whose name matches, a pattern with `*` and `?`.
    pub only: Option<String>,
    /// Ways of noticing.
    pub noticed_by: Vec<Noticing>,
    /// Survivors with a reason (RON): patterns of names, and why no test can notice such a defect.
    pub argued: Option<PathBuf>,
    /// Runs at a time; 0: one for each processor of the host.
    pub jobs: usize,
}

impl Request {
    /// All defects of the board, noticed by the programs' own tests.
    #[must_use]
    pub fn new(firmware: Program) -> Request {
        Request {
            firmware,
            only: None,
            noticed_by: vec![Noticing::Tests],
            argued: None,
            jobs: 0,
        }
    }
}
