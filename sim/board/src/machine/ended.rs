//! The ends of runs.

use trueboard_core::cpu::ErrorStop;

/// Why a run, or a piece of it, ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// The piece is over; more can follow.
    Paused,
    /// The firmware ended with this status.
    Exit {
        /// The core that said so.
        core: u8,
        /// Its status; 0 is success.
        status: u32,
    },
    /// The firmware's operating system ended with a fatal error.
    Fatal {
        /// The core that said so.
        core: u8,
        /// Which part of the system found the error.
        source: u32,
        /// What it says of it.
        code: u32,
    },
    /// A core stopped in a way that is no customary end.
    Crash {
        /// Which.
        core: u8,
        /// How.
        error: ErrorStop,
    },
    /// Every core waits, and nothing is scheduled that could wake one.
    Nothing,
    /// A device reset the board.
    Reset {
        /// Why.
        why: &'static str,
    },
    /// A violation under `--strict`.
    Strict {
        /// What.
        what: String,
    },
}
