//! [`Until`] and [`StopReason`]: the end of a piece of a run, and the reason why it stopped.

use crate::Time;
use trueboard_board::{Back, Ended, ErrorStop, Pause, Stops, WatchKind};

/// How far [`Simulation::run`](crate::Simulation::run) goes: to a time, to stops, or both, whichever comes first.
#[derive(Clone, Debug)]
#[must_use]
pub struct Until {
    pub(crate) stops: Stops,
    pub(crate) time: Time,
    pub(crate) slice: bool,
}

impl From<Time> for Until {
    /// Converts a point of time since reset. [`Time::END`] is the end of the run: with firmware that runs for ever,
    /// the call never returns.
    fn from(time: Time) -> Until {
        Until {
            stops: Stops::default(),
            time,
            slice: false,
        }
    }
}

impl From<Stops> for Until {
    /// Converts stops; the end of the run stops it, too.
    fn from(stops: Stops) -> Until {
        Until {
            stops,
            ..Until::from(Time::END)
        }
    }
}

impl From<&Stops> for Until {
    fn from(stops: &Stops) -> Until {
        stops.clone().into()
    }
}

impl Until {
    /// To one of `stops`, but not beyond `time`.
    pub fn first(stops: impl Into<Until>, time: Time) -> Until {
        Until {
            time,
            ..stops.into()
        }
    }

    /// A short piece of that, some milliseconds of simulated time, for programs that have other work in between:
    /// [`StopReason::Slice`] until the run is there.
    pub fn slice(self) -> Until {
        Until {
            slice: true,
            ..self
        }
    }
}

/// The reason why [`Simulation::run`](crate::Simulation::run) returned. After a variant without an end of the
/// firmware, the run can continue.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StopReason {
    /// It is at the time that it was given, or its budget is used up.
    Time,
    /// A [slice](Until::slice) is over, before the run has reached its stop.
    Slice,
    /// A core is about to execute an instruction with a breakpoint.
    Breakpoint {
        /// The core.
        core: u8,
    },
    /// A core has executed its one instruction, or has come to its time.
    Step {
        /// The core.
        core: u8,
    },
    /// An instruction changed watched memory, or accessed it. Going back, that instruction is the next one.
    Watchpoint {
        /// The core that executes it.
        core: u8,
        /// First address of the watched bytes.
        at: u64,
        /// The kind of access that is watched.
        kind: WatchKind,
    },
    /// Going back: at the first recorded moment.
    Begin,
    /// The firmware ended.
    Exit {
        /// The core that ended it.
        core: u8,
        /// Its status; 0 is success.
        status: u32,
    },
    /// The firmware's operating system ended with a fatal error.
    Fatal {
        /// The core that reported it.
        core: u8,
        /// The part of the system that found the error, by its number there.
        source: u32,
        /// The error's number there.
        code: u32,
    },
    /// A core stopped with an error.
    Crash {
        /// The core.
        core: u8,
        /// The error.
        error: ErrorStop,
    },
    /// Every core waits, and no event is scheduled that could wake one.
    Idle,
    /// A device reset the board.
    Reset {
        /// The device's cause.
        why: &'static str,
    },
    /// An access that a strict run refuses.
    Refused {
        /// The access.
        what: String,
    },
}

impl StopReason {
    /// The firmware is over: running on changes nothing.
    #[must_use]
    pub fn is_end(&self) -> bool {
        !matches!(
            self,
            StopReason::Time
                | StopReason::Slice
                | StopReason::Breakpoint { .. }
                | StopReason::Step { .. }
                | StopReason::Watchpoint { .. }
                | StopReason::Begin
        )
    }

    /// The firmware ended with status 0.
    #[must_use]
    pub fn is_success(&self) -> bool {
        matches!(self, StopReason::Exit { status: 0, .. })
    }
}

impl From<Ended> for StopReason {
    fn from(ended: Ended) -> StopReason {
        match ended {
            Ended::Paused => StopReason::Time,
            Ended::Exit { core, status } => StopReason::Exit { core, status },
            Ended::Fatal { core, source, code } => StopReason::Fatal { core, source, code },
            Ended::Crash { core, error } => StopReason::Crash { core, error },
            Ended::Nothing => StopReason::Idle,
            Ended::Reset { why } => StopReason::Reset { why },
            Ended::Strict { what } => StopReason::Refused { what },
        }
    }
}

impl From<Pause> for StopReason {
    fn from(pause: Pause) -> StopReason {
        match pause {
            Pause::Ended(ended) => ended.into(),
            Pause::Breakpoint { core } => StopReason::Breakpoint { core },
            Pause::Stepped { core } => StopReason::Step { core },
            Pause::Watched { core, at, kind } => StopReason::Watchpoint { core, at, kind },
        }
    }
}

impl From<Back> for StopReason {
    fn from(back: Back) -> StopReason {
        match back {
            Back::Begin | Back::There(Pause::Ended(Ended::Paused)) => StopReason::Begin,
            Back::There(pause) => pause.into(),
        }
    }
}
