//! Points of simulated time.

use std::str::FromStr;
use trueboard_board::{Budget, BudgetError, Machine};
use trueboard_core::time::Tick;

/// A point of simulated time, since reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(Inner);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inner {
    Of(Budget),
    Ticks(u64),
}

impl FromStr for Time {
    type Err = BudgetError;

    /// Cycles of the board's first core (`1_000_000`), or a time with its unit: `500ns`, `1.5us`, `10ms`, `2s`.
    fn from_str(text: &str) -> Result<Time, BudgetError> {
        text.parse().map(|budget| Time(Inner::Of(budget)))
    }
}

impl Time {
    /// The end of the run.
    pub const END: Time = Time(Inner::Ticks(u64::MAX));

    /// Cycles of the board's first core.
    #[must_use]
    pub const fn cycles(n: u64) -> Time {
        Time(Inner::Of(Budget::Cycles(n)))
    }

    /// Microseconds.
    #[must_use]
    pub const fn us(n: u64) -> Time {
        Time(Inner::Of(Budget::Picoseconds(n as u128 * 1_000_000)))
    }

    /// Nanoseconds.
    #[must_use]
    pub const fn ns(n: u64) -> Time {
        Time(Inner::Of(Budget::Picoseconds(n as u128 * 1000)))
    }

    /// Base ticks of the board: the unit of [`crate::Simulation::now`].
    #[must_use]
    pub const fn ticks(n: u64) -> Time {
        Time(Inner::Ticks(n))
    }

    pub(crate) fn on(self, machine: &Machine) -> Tick {
        Tick(match self.0 {
            Inner::Of(budget) => budget.ticks(machine),
            Inner::Ticks(n) => n,
        })
    }

    /// As a budget of a run; none for its end.
    pub(crate) fn budget(self) -> Option<Budget> {
        match self.0 {
            Inner::Of(budget) => Some(budget),
            Inner::Ticks(_) => None,
        }
    }
}
