//! What is asked of a study.

use std::path::PathBuf;
use trueboard_board::asked::{Fast, Program};

/// How constants are screened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screening {
    /// Each constant at its lowest and at its highest value.
    OneAtATime,
    /// Elementary effects along trajectories through all ranges, for constants that work together.
    Morris,
}

/// A study of how far the results of a program depend on estimated constants.
#[derive(Clone, Debug)]
pub struct Request {
    /// What runs.
    pub program: Program,
    /// The untimed span that every run begins with.
    pub fast: Fast,
    /// Numbers of the run besides time, energy, cycles and misses: `PLACE.METER`.
    pub meters: Vec<String>,
    /// Only constants whose path matches one of these patterns with `*` and `?`; of none of them all.
    pub only: Vec<String>,
    /// The ranges: those of a board that is built in by its name, or a `.ron` file; none: those of the board.
    pub estimates: Option<String>,
    /// How constants are screened.
    pub screening: Screening,
    /// Trajectories of [`Screening::Morris`].
    pub trajectories: usize,
    /// How many of the constants that matter most are varied together.
    pub matter: usize,
    /// Runs with them varied together.
    pub samples: usize,
    /// Of the pseudo-random numbers for trajectories and samples.
    pub seed: u64,
    /// The folder of results, where a study that was interrupted goes on; none keeps nothing.
    pub out: Option<PathBuf>,
    /// Runs at a time; 0: one for each processor of the host.
    pub jobs: usize,
}

impl Request {
    /// A study of all estimated constants, with everything else as on the command line.
    #[must_use]
    pub fn new(program: Program) -> Request {
        Request {
            program,
            fast: Fast::default(),
            meters: Vec::new(),
            only: Vec::new(),
            estimates: None,
            screening: Screening::OneAtATime,
            trajectories: 8,
            matter: 8,
            samples: 16,
            seed: 1,
            out: None,
            jobs: 0,
        }
    }
}
