//! Points of simulated time.

use std::str::FromStr;
use std::time::Duration;
use trueboard_board::{Budget, BudgetError, Machine};
use trueboard_core::time::Tick;

/// A point of simulated time, since reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(Budget);

impl FromStr for Time {
    type Err = BudgetError;

    /// Cycles of the board's first core (`1_000_000`), or a time with its unit: `500ns`, `1.5us`, `10ms`, `2s`.
    fn from_str(text: &str) -> Result<Time, BudgetError> {
        text.parse().map(Time)
    }
}

impl From<Duration> for Time {
    /// So long after reset.
    fn from(since_reset: Duration) -> Time {
        Time(Budget::Picoseconds(since_reset.as_nanos() * 1000))
    }
}

impl Time {
    /// The end of the run.
    pub const END: Time = Time::ticks(u64::MAX);

    /// Cycles of the board's first core.
    #[must_use]
    pub const fn cycles(n: u64) -> Time {
        Time(Budget::Cycles(n))
    }

    /// Seconds.
    #[must_use]
    pub const fn seconds(n: u64) -> Time {
        Time(Budget::Picoseconds(n as u128 * 1_000_000_000_000))
    }

    /// Milliseconds.
    #[must_use]
    pub const fn ms(n: u64) -> Time {
        Time(Budget::Picoseconds(n as u128 * 1_000_000_000))
    }

    /// Microseconds.
    #[must_use]
    pub const fn us(n: u64) -> Time {
        Time(Budget::Picoseconds(n as u128 * 1_000_000))
    }

    /// Nanoseconds.
    #[must_use]
    pub const fn ns(n: u64) -> Time {
        Time(Budget::Picoseconds(n as u128 * 1000))
    }

    /// Base ticks of the board: the unit of [`crate::Simulation::now`].
    #[must_use]
    pub const fn ticks(n: u64) -> Time {
        Time(Budget::Ticks(n))
    }

    pub(crate) fn on(self, machine: &Machine) -> Tick {
        Tick(self.0.ticks(machine))
    }

    /// As a budget of a run; none for its end.
    pub(crate) fn budget(self) -> Option<Budget> {
        (self != Time::END).then_some(self.0)
    }
}
