//! Parts that every core has, in every instruction set.

use crate::breakpoints::Breakpoints;
use crate::derived::Derived;
use crate::zero_cost::ZeroCost;
use serde::{Deserialize, Serialize};
use trueboard_core::cpu::{ErrorStop, Stop, Translate};
use trueboard_core::fact::CoreState;
use trueboard_core::meter::Accounts;
use trueboard_core::time::{Clock, Tick};

/// Which core it is, its clock, and what the run has set up for it. Only number and clock are state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Common {
    /// Number of the core on its board.
    pub id: u8,
    /// Its clock.
    pub clock: Clock,
    /// The slice ends behind the instruction being executed: a device was accessed.
    #[serde(skip)]
    pub yield_now: bool,
    /// Addresses in front of which a debugger stops the core.
    #[serde(skip)]
    pub breakpoints: Breakpoints,
    /// Code that costs nothing.
    #[serde(skip)]
    pub zero_cost: ZeroCost,
    /// What was metered, by the accounts of an observer.
    #[serde(skip)]
    pub accounts: Derived<Accounts>,
    /// When blocks are translated.
    #[serde(skip)]
    pub translate: Translate,
}

impl Common {
    /// Core number `id`, by this clock.
    #[must_use]
    pub fn new(id: u8, clock: Clock) -> Common {
        Common {
            id,
            clock,
            yield_now: false,
            breakpoints: Breakpoints::default(),
            zero_cost: ZeroCost::default(),
            accounts: Derived::default(),
            translate: Translate::default(),
        }
    }

    /// Cycle `cycle` in the board's time.
    #[inline(always)]
    #[must_use]
    pub fn tick(&self, cycle: u64) -> Tick {
        Tick(self.clock.ticks(cycle))
    }

    /// The first own cycle at or after `at`.
    #[inline(always)]
    #[must_use]
    pub fn cycle_of(&self, at: Tick) -> u64 {
        self.clock.cycle_of(at)
    }

    /// Keeps what the run has set up, now that the core was put to another state. `old` is what it was before.
    pub fn keep_setup(&mut self, old: &mut Common) {
        self.zero_cost = std::mem::take(&mut old.zero_cost).moved();
        self.breakpoints = std::mem::take(&mut old.breakpoints);
        self.accounts = std::mem::take(&mut old.accounts);
        self.translate = old.translate;
    }
}

/// What a core is doing, and why it has stopped for good.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Activity {
    /// What it is doing.
    pub state: CoreState,
    /// Why it has stopped for good, in [`CoreState::Error`].
    pub error: Option<ErrorStop>,
}

impl Activity {
    /// A core that is held until it is started.
    #[must_use]
    pub const fn held() -> Activity {
        Activity {
            state: CoreState::Held,
            error: None,
        }
    }

    /// It executes instructions.
    #[inline(always)]
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.state == CoreState::Running
    }

    /// Stops for good.
    pub fn stop(&mut self, error: ErrorStop) -> Stop {
        self.state = CoreState::Error;
        self.error = Some(error.clone());
        Stop::Error(error)
    }

    /// Why a core that is not running executes nothing; `pc` is where it is.
    #[cold]
    #[must_use]
    pub fn not_running(&self, pc: u64) -> Stop {
        if self.state != CoreState::Error {
            return Stop::Idle;
        }
        let error = self.error.clone();
        Stop::Error(error.unwrap_or_else(|| stopped(pc, "stopped")))
    }
}

/// An end for good at `pc` that is no trap's.
#[must_use]
pub fn stopped(pc: u64, what: &str) -> ErrorStop {
    ErrorStop {
        trap: 0,
        pc,
        what: what.to_owned(),
        exit: None,
    }
}
