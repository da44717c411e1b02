//! The numbers of a bus.

use serde::{Deserialize, Serialize};
use trueboard_core::time::{Clock, Tick};

/// The numbers of an AHB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Bytes of the data bus: one beat moves at most as many. A power of two.
    pub width_bytes: u16,
    /// Cycles of the address phase before the slave starts.
    pub address_cycles: u64,
    /// Cycles between the last beat of one master and the grant of another.
    pub handover_cycles: u64,
    /// Cycles from the address phase to the answer of a slave's own registers, which are at the
    /// end of the route.
    pub register_cycles: u64,
}

impl Params {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Says which number cannot be.
    pub fn check(&self) -> Result<(), String> {
        if !self.width_bytes.is_power_of_two() {
            return Err(format!(
                "width_bytes: {} is not a power of two",
                self.width_bytes
            ));
        }
        if self.register_cycles == 0 {
            return Err("register_cycles: a register takes at least the cycle of its beat".into());
        }
        Ok(())
    }
}

/// Ticks of a clock to cycles and back; a shift instead of a division where the clock allows,
/// since every transfer converts several times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Scale {
    clock: Clock,
    shift: Option<u32>,
}

impl Scale {
    pub(crate) fn new(clock: Clock) -> Scale {
        let t = clock.ticks_per_cycle();
        Scale {
            clock,
            shift: t.is_power_of_two().then(|| t.trailing_zeros()),
        }
    }

    /// `cycles` in ticks.
    pub(crate) fn ticks(self, cycles: u64) -> u64 {
        self.clock.ticks(cycles)
    }

    /// Whole cycles in `ticks`.
    pub(crate) fn cycles(self, ticks: u64) -> u64 {
        match self.shift {
            Some(s) => ticks >> s,
            None => ticks / self.clock.ticks_per_cycle(),
        }
    }

    /// The first edge at or after `at`.
    pub(crate) fn edge(self, at: Tick) -> Tick {
        match self.shift {
            Some(s) => Tick((at.0 + (1 << s) - 1) >> s << s),
            None => self.clock.edge_at_or_after(at),
        }
    }
}
